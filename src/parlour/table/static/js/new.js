/** The form of a new table: only as many seats as players, marks on changed rules, and a rulebook link that follows the house rules. */

const seats = /** @type {HTMLSelectElement | HTMLInputElement | null} */ (document.getElementById("seats"));
const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#seat-list > li")]);
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.new-table"));
const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("rules-link"));

function showSeats() {
  const n = Number(seats?.value ?? rows.length);
  rows.forEach((row, k) => {
    row.hidden = k >= n;
    for (const field of row.querySelectorAll("select")) field.disabled = k >= n;
  });
}

function followRules() {
  if (!form || !link) return;
  const query = new URLSearchParams();
  if (seats) query.set("seats", seats.value);
  for (const field of form.querySelectorAll("[name^='option.']")) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.type === "hidden") continue;
    const value = field instanceof HTMLInputElement && field.type === "checkbox" ? String(field.checked) : field.value;
    const usual = (field.closest(".rule")?.getAttribute("data-default") ?? "").toLowerCase();
    const changed = value.toLowerCase() !== usual;
    field.closest(".rule")?.classList.toggle("changed", changed);
    if (changed) query.set(field.name.slice("option.".length), value);
  }
  const [path] = link.href.split("?");
  link.href = `${path}?${query}`;
}

/** One seat at most is one's own: choosing "You" elsewhere moves there. @param {Event} event */
function moveOver(event) {
  const chosen = event.target;
  if (!(chosen instanceof HTMLSelectElement) || chosen.value !== "you") return;
  for (const row of rows) {
    const other = row.querySelector("select");
    if (other && other !== chosen && other.value === "you") other.selectedIndex = 1;
  }
}

const name = /** @type {HTMLInputElement | null} */ (document.getElementById("name"));
try {
  if (name && !name.value) name.value = localStorage.getItem("parlour.name") ?? "";
  form?.addEventListener("submit", () => localStorage.setItem("parlour.name", name?.value ?? ""));
} catch {
  // a browser that keeps nothing still plays
}
/** How quickly a bot reacts, in a race: a word for two of the house rules; "" if they say something else. */
const paces = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll("select.pace")]);

/** @param {HTMLSelectElement} pace @returns {HTMLInputElement[]} */
function figuresOf(pace) {
  const fields = ["median", "spread"].map((what) => document.getElementById(`option-${what}_${pace.dataset.seat}`));
  return fields.filter((field) => field instanceof HTMLInputElement);
}

/** @param {Event} [event] */
function followPaces(event) {
  for (const pace of paces) {
    const fields = figuresOf(pace);
    if (event?.target === pace && pace.value) pace.value.split(" ").forEach((figure, k) => (fields[k].value = figure));
    pace.value = fields.map((field) => field.value).join(" ");
    if (pace.selectedIndex < 0) pace.value = "";
    const who = /** @type {HTMLSelectElement | null} */ (pace.closest("li")?.querySelector("select") ?? null);
    pace.hidden = !who?.value.startsWith("bot:");
  }
}

/** A deal of a number is that deal: one that can be won, or is as hard as wanted, is looked for if no number is given. */
function followDeal() {
  const deal = /** @type {HTMLInputElement | null} */ (document.getElementById("deal"));
  const winnable = /** @type {HTMLInputElement | null} */ (document.getElementById("winnable"));
  const difficulty = /** @type {HTMLSelectElement | null} */ (document.getElementById("difficulty"));
  if (deal && winnable) deal.disabled = winnable.checked || Boolean(difficulty?.value);
}

seats?.addEventListener("change", showSeats);
form?.addEventListener("input", followRules); // at once: a line that grows when a field is left would move the button away
form?.addEventListener("change", (event) => {
  moveOver(event);
  followPaces(event);
  followRules();
  followDeal();
});
showSeats();
followDeal();
followPaces();
followRules();
export {};
