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
 * @template T @param {HTMLElement} said @param {string} url @param {(found: T) => (string | HTMLElement)[]} words
 */
async function told(said, url, words) {
  said.classList.add("thinking");
  said.textContent = _("The solver is at it …");
  try {
    said.replaceChildren(...words(await settled(url)));
  } catch (error) {
    said.textContent = _("No answer: {message}.", { message: error instanceof Error ? error.message : _("the solver cannot be reached") });
  }
  said.classList.remove("thinking");
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
      const said = make("dd", "");
      row.append(make("dt", "", text), said);
      list.append(row);
      await told(said, question(match, after), answer);
    }
  }

  async function seek() {
    const said = make("p", "lost-by");
    second.replaceWith(said);
    await told(said, `${match}/lost.json`, (/** @type {Lost} */ found) => {
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
