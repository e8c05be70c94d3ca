/** The form of a new score pad: only as many names as players, and the names of last time. */
import { recall, remember } from "./page.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.new-pad"));
const seats = /** @type {HTMLSelectElement | HTMLInputElement | null} */ (document.getElementById("seats"));
const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#seat-list > li")]);
const names = rows.map((row) => /** @type {HTMLInputElement} */ (row.querySelector("input")));

function showSeats() {
  const n = Number(seats?.value ?? rows.length);
  rows.forEach((row, k) => {
    row.hidden = k >= n;
    for (const field of row.querySelectorAll("input")) field.disabled = k >= n;
  });
  const dealer = /** @type {HTMLInputElement | null} */ (form?.querySelector("[name=dealer]:checked:disabled") ?? null);
  if (dealer) /** @type {HTMLInputElement} */ (form?.querySelector("[name=dealer]")).checked = true;
}

if (names.every((name) => !name.value)) {
  const last = recall("pad-names", "").split("\n");
  names.forEach((name, k) => (name.value = last[k] ?? ""));
}
seats?.addEventListener("change", showSeats);
form?.addEventListener("submit", () => remember("pad-names", names.map((name) => name.value).join("\n")));
showSeats();
