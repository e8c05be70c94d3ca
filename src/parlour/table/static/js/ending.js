/** What can be asked once a patience is over. */

import { button, make } from "./page.js";
import { THE_END, answer, question } from "./winnable.js";

/** @typedef {import("./wire.js").Settled} Settled */

/** @param {string} url @returns {Promise<Settled>} what the solver found; an Error with the reason where nothing came */
async function settled(url) {
  const response = await fetch(url);
  const found = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(found.error || "the solver cannot be reached");
  return found;
}

/** A question below how a match ended: of the deal, and of where it ended. @param {string} match @returns {HTMLElement} */
export function afterwards(match) {
  const box = make("div", "could-be-won");
  box.setAttribute("aria-live", "polite");
  const list = make("dl", "");
  box.append(button("link", "Was it winnable?", ask));

  async function ask() {
    box.replaceChildren(list);
    for (const [text, after] of /** @type {[string, number][]} */ ([["From the deal", 0], ["From here", THE_END]])) {
      const row = make("div", "");
      const said = make("dd", "thinking", "The solver is at it …");
      row.append(make("dt", "", text), said);
      list.append(row);
      try {
        const found = await settled(question(match, after));
        said.replaceChildren(...answer(found));
      } catch (error) {
        said.textContent = `No answer: ${error instanceof Error ? error.message : "the solver cannot be reached"}.`;
      }
      said.classList.remove("thinking");
    }
  }
  return box;
}
