/** What can be asked once a patience is over. */

import { _ } from "./messages.js";
import { button, make } from "./page.js";
import { THE_END, answer, question } from "./winnable.js";

/** @typedef {import("./wire.js").Settled} Settled */
/** @typedef {import("./wire.js").Lost} Lost */

/** @param {string} url @returns {Promise<any>} what the solver found; an Error with the reason if nothing came */
async function settled(url) {
  const response = await fetch(url);
  const found = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(found.error || _("the solver cannot be reached"));
  return found;
}

/**
 * Waits for an answer of the solver and shows it.
 * @template T @param {HTMLElement} place @param {string} url @param {(found: T) => (string | HTMLElement)[]} words
 */
async function showAnswer(place, url, words) {
  place.classList.add("thinking");
  place.textContent = _("The solver is at it …");
  try {
    place.replaceChildren(...words(await settled(url)));
  } catch (error) {
    place.textContent = _("No answer: {message}.", { message: error instanceof Error ? error.message : _("the solver cannot be reached") });
  }
  place.classList.remove("thinking");
}

/**
 * Questions below how a match ended: whether the deal could be won, and from where it ended; and which move lost it.
 * @param {string} match @param {(after: number) => void} back goes on from an earlier position
 * @returns {HTMLElement}
 */
export function afterwards(match, back) {
  const box = make("div", "could-be-won");
  box.setAttribute("aria-live", "polite");
  const first = button("link", _("Was it winnable?"), ask);
  const second = button("link", _("Which move lost it?"), seek);
  box.append(first, second);

  async function ask() {
    const list = make("dl", "");
    first.replaceWith(list);
    for (const [text, after] of /** @type {[string, number][]} */ ([[_("From the deal"), 0], [_("From here"), THE_END]])) {
      const row = make("div", "");
      const place = make("dd", "");
      row.append(make("dt", "", text), place);
      list.append(row);
      await showAnswer(place, question(match, after), answer);
    }
  }

  async function seek() {
    const place = make("p", "lost-by");
    second.replaceWith(place);
    await showAnswer(place, `${match}/lost.json`, (/** @type {Lost} */ found) => {
      const doors = make("span", "doors");
      if (found.entry >= 0) doors.append(link(`${match}?lost`, _("See that move")));
      if (found.line) doors.append(link(found.line, _("Show how it could be won")));
      if (found.back >= 0) doors.append(button("link", found.entry >= 0 ? _("Go back to before it") : _("Go back there"), () => back(found.back), _("It does not count any more")));
      return [found.text, doors];
    });
  }
  return box;
}

/** @param {string} url @param {string} text */
function link(url, text) {
  const element = make("a", "", text);
  element.href = url;
  return element;
}
