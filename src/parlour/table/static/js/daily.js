/** The calendar of daily deals: asks how hard each deal is, the latest day first, one after another while the page is looked at. */

import { _, mark } from "./messages.js";

const MARKS = new Map([[mark("easy"), "•"], [mark("moderate"), "••"], [mark("hard"), "•••"], [mark("very hard"), "••••"]]);
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("days"));
const number = form ? new FormData(form).get("form") : "";

/** @param {HTMLButtonElement} day @param {string} difficulty */
function sign(day, difficulty) {
  const dots = day.querySelector("i");
  if (dots) dots.textContent = MARKS.get(difficulty) ?? "";
  if (!day.ariaLabel) return;
  day.ariaLabel += `, ${_(difficulty)}`;
  day.title = day.ariaLabel;
}

/** Once the page is seen. */
function seen() {
  return new Promise((then) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      then(undefined);
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}

async function ask() {
  const days = /** @type {HTMLButtonElement[]} */ ([...(form?.querySelectorAll("td button") ?? [])]).reverse();
  for (const day of days) {
    await seen();
    const answer = await fetch(`${form?.action.split("?")[0]}/${day.value}.json?form=${number}`).catch(() => null);
    if (!answer?.ok) return;
    const { difficulty } = await answer.json();
    sign(day, difficulty);
    const today = /** @type {HTMLElement | null} */ (form?.querySelector("[data-today]") ?? null);
    if (today && day.ariaCurrent) today.textContent = _("{what}: {value}", { what: today.textContent, value: _(difficulty) });
  }
}

ask();
