/** The lobby's search: by words, players and kind. Without this script every game is simply listed. */
import { loadKept } from "./cards.js";
import { arrange } from "./page.js";
import { watch } from "./reach.js";
import { byOtherName, ranked } from "./search.js";

watch();

void loadKept();

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.filter"));
const find = /** @type {HTMLInputElement | null} */ (document.getElementById("find"));
const list = document.getElementById("list");
const nothing = document.getElementById("nothing");
const about = document.getElementById("kind-about");

/** @param {string | undefined} text */
const parts = (text) => (text ?? "").split("|").filter(Boolean);

const games = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".game")]).map((element) => ({
  element,
  title: element.dataset.title ?? "",
  names: parts(element.dataset.names),
  kinds: parts(element.dataset.kinds),
  families: parts(element.dataset.families),
  players: (element.dataset.players ?? "").match(/\d+/g)?.map(Number) ?? [],
  text: element.dataset.words ?? "",
}));

/** Whether so many can play. @param {number[]} range one number, or the fewest and the most @param {number} n */
function seats(range, n) {
  return (range[0] ?? 0) <= n && n <= (range.at(-1) ?? 0);
}

/** Shows the games that fit, the best first. */
function filter() {
  if (!form || !list) return [];
  const asked = new FormData(form);
  const n = Number(asked.get("players") ?? 0);
  const family = String(asked.get("family") ?? "");
  const typed = find?.value ?? "";
  const open = games.filter((game) => (!n || seats(game.players, n)) && (!family || game.families.includes(family)));
  const found = ranked(open, typed);
  for (const game of games) {
    game.element.hidden = !found.includes(game);
    const names = /** @type {HTMLElement | null} */ (game.element.querySelector(".names"));
    if (names) names.hidden = !byOtherName(game, typed);
  }
  arrange(list, [...found, ...games.filter((game) => !found.includes(game))].map((game) => game.element));
  if (nothing) nothing.hidden = found.length > 0;
  const chosen = /** @type {HTMLSelectElement | null} */ (form.querySelector("[name=family]"))?.selectedOptions[0];
  if (about) {
    about.textContent = chosen?.dataset.about ?? "";
    about.hidden = !about.textContent;
  }
  return found;
}

if (form && games.length > 4) {
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (find?.value.trim()) filter()[0]?.element.querySelector("a")?.click(); // Enter opens the best
  });
  document.getElementById("clear")?.addEventListener("click", () => {
    form.reset();
    filter();
    find?.focus();
  });
  addEventListener("pageshow", filter); // coming back, the browser has filled the form in again
}
