/** The calendar of daily deals: asks how hard each deal is, the latest day first, one after another while the page is looked at. */

const MARKS = new Map([["easy", "•"], ["moderate", "••"], ["hard", "•••"], ["very hard", "••••"]]);
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("days"));
const number = form ? new FormData(form).get("form") : "";

/** @param {HTMLButtonElement} day @param {string} difficulty */
function mark(day, difficulty) {
  const sign = day.querySelector("i");
  if (sign) sign.textContent = MARKS.get(difficulty) ?? "";
  if (!day.ariaLabel) return;
  day.ariaLabel += `, ${difficulty}`;
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
    mark(day, difficulty);
    const today = /** @type {HTMLElement | null} */ (form?.querySelector("[data-today]") ?? null);
    if (today && day.ariaCurrent) today.textContent = `${today.textContent}: ${difficulty}`;
  }
}

ask();
export {};
