/** The lobby's filter: by words and by players. Without this script every game is simply listed. */
export {};

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.filter"));
const find = /** @type {HTMLInputElement | null} */ (document.getElementById("find"));
const players = /** @type {HTMLInputElement | null} */ (document.getElementById("players"));
const nothing = document.getElementById("nothing");
const games = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".game")]);

/** Whether so many can play. @param {string} range "2" or "3–7" @param {number} n */
function seats(range, n) {
  const figures = (range.match(/\d+/g) ?? []).map(Number);
  return figures.length < 2 ? figures[0] === n : figures[0] <= n && n <= figures[1];
}

function filter() {
  const words = (find?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const n = Number(players?.value ?? 0);
  let shown = 0;
  for (const game of games) {
    const text = (game.dataset.words ?? "").toLowerCase();
    const fits = words.every((word) => text.includes(word)) && (!n || seats(game.dataset.players ?? "", n));
    game.hidden = !fits;
    shown += Number(fits);
  }
  if (nothing) nothing.hidden = shown > 0;
}

if (form && games.length > 4) {
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("clear")?.addEventListener("click", () => {
    form.reset();
    filter();
    find?.focus();
  });
}
