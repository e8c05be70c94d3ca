/** Rankings of hands: cards to press, and their drawings. Without this script hands are typed and shown as text. */
import { loadKept } from "./cards.js";

void loadKept();

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.rank"));
const pack = /** @type {HTMLElement | null} */ (document.querySelector(".pack"));
const fields = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.hand input[name="hand"]')]);
const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-card]")]);
let at = Math.max(0, fields.findIndex((field) => !field.value.trim()));

/** Cards that one hand has as a rule: as many as there are in the first. */
const full = () => (fields[0]?.value.trim().split(/\s+/).length ?? 0);

/** Marks the hand that pressed cards go to, and the cards that are in use. */
function show() {
  fields.forEach((field, i) => {
    const label = field.closest(".hand");
    label?.classList.toggle("at", i === at);
    label?.classList.toggle("extra", i > at && !field.value && !fields[i - 1]?.value);
  });
  const used = new Set(fields.flatMap((field) => field.value.trim().split(/\s+/)));
  for (const button of buttons) button.disabled = used.has(button.dataset.card ?? "");
}

/** Puts a card into the hand one is at; a hand as long as the first is followed by the next. @param {string} card */
function press(card) {
  const field = fields[at];
  if (!field) return;
  if (at && field.value && field.value.trim().split(/\s+/).length >= full() && at + 1 < fields.length) at += 1;
  fields[at].value = `${fields[at].value.trim()} ${card}`.trim();
  show();
}

if (form && pack) {
  pack.hidden = false;
  form.addEventListener("focusin", (event) => {
    const i = fields.indexOf(/** @type {HTMLInputElement} */ (event.target));
    if (i >= 0) at = i;
    show();
  });
  form.addEventListener("input", show);
  form.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button?.dataset.card) press(button.dataset.card);
    else if (button?.id === "back") fields[at].value = fields[at].value.trim().split(/\s+/).slice(0, -1).join(" ");
    else if (button?.id === "clear") for (const field of fields) field.value = "";
    if (button?.id === "clear") at = 0;
    show();
  });
  for (const radio of form.querySelectorAll('input[name="by"]')) radio.addEventListener("change", () => form.requestSubmit());
  show();
}
