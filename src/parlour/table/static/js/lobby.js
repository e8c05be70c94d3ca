/** The lobby's filter: by words, players and kind. Without this script every game is simply listed. */
import { loadDeck } from "./cards.js";
import { recall } from "./page.js";
import { watch } from "./reach.js";

watch();

const kept = { deck: recall("deck", ""), back: recall("deck-back", "") };
const known = Object.fromEntries(Object.entries(kept).filter(([, name]) => name));
loadDeck(known).catch(() => loadDeck({})).catch(() => {}); // without pictures it is a list of games


const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.filter"));
const find = /** @type {HTMLInputElement | null} */ (document.getElementById("find"));
const nothing = document.getElementById("nothing");
const games = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".game")]);
const groups = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".family")]);

/** Whether so many can play. @param {string} range "2" or "3–7" @param {number} n */
function seats(range, n) {
  const figures = (range.match(/\d+/g) ?? []).map(Number);
  return figures.length < 2 ? figures[0] === n : figures[0] <= n && n <= figures[1];
}

function filter() {
  if (!form) return;
  const asked = new FormData(form);
  const words = (find?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const n = Number(asked.get("players") ?? 0);
  const family = String(asked.get("family") ?? "");
  for (const game of games) {
    const text = (game.dataset.words ?? "").toLowerCase();
    const kinds = (game.dataset.families ?? "").split("|");
    const kind = !family || kinds.includes(family);
    game.hidden = !(kind && words.every((word) => text.includes(word)) && (!n || seats(game.dataset.players ?? "", n)));
  }
  const asks = Boolean(words.length || n || family);
  for (const group of groups) group.hidden = asks && group.classList.contains("first"); // each game once among what was looked for
  for (const group of groups) if (!group.classList.contains("first")) group.hidden = !group.querySelector(".game:not([hidden])");
  if (nothing) nothing.hidden = games.some((game) => !game.hidden);
}

if (form && games.length > 4) {
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const left = games.filter((game) => !game.hidden && !game.closest(".first"));
    if (left.length === 1) left[0].querySelector("a")?.click(); // Enter opens the only one that fits
  });
  document.getElementById("clear")?.addEventListener("click", () => {
    form.reset();
    filter();
    find?.focus();
  });
  addEventListener("pageshow", filter); // coming back, the browser has filled the form in again
}
