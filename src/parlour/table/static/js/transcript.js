/**
 * The table as it is heard. What happens comes from the log of the seat, each event once and in order, and waits for its turn; the answer to
 * a question of the player comes at once and interrupts it. A screen reader reads both regions; nothing of them is seen.
 */

import { spoken } from "./cards.js";
import { _ } from "./messages.js";
import { make, recall } from "./page.js";

/** @typedef {import("./wire.js").LogLine} Line */

/** How much is told without being asked for. */
export const VERBOSITY = { full: _("everything"), short: _("what the others do"), off: _("only answers to questions") };
/** Paragraphs that stay in the region. */
const KEPT = 40;
/** Lines that are told to somebody who comes in. */
const ON_ARRIVAL = 6;

export class Transcript {
  element = make("div", "visually-hidden");
  #events = make("div", "");
  #answers = make("div", "");
  #arrived = false;
  /** what is to be told when the cards have their names; null from then on @type {string[] | null} */
  #waiting = [];

  constructor() {
    this.#events.setAttribute("role", "log");
    this.#events.setAttribute("aria-live", "polite");
    this.#events.setAttribute("aria-label", _("What happens at the table"));
    this.#answers.setAttribute("role", "status");
    this.#answers.setAttribute("aria-live", "assertive");
    this.#answers.setAttribute("aria-label", _("Answers"));
    this.element.append(this.#events, this.#answers);
  }

  /** Whether only this much is told, or less. @param {"short" | "off"} much */
  static only(much) {
    const chosen = recall("speech", "full");
    return chosen === "off" || chosen === much;
  }

  /** Lines of the log that are new. @param {Line[]} lines @param {number} you */
  tell(lines, you) {
    const news = this.#arrived ? lines : lines.slice(-ON_ARRIVAL);
    this.#arrived = this.#arrived || lines.length > 0;
    if (Transcript.only("off")) return;
    for (const line of news) if (line.by !== you || !Transcript.only("short")) this.say(line.text);
  }

  /** The player is asked something. @param {string} prompt */
  ask(prompt) {
    if (!Transcript.only("off")) this.say(Transcript.only("short") ? _("Your turn") : _("Your turn: {prompt}", { prompt }));
  }

  /** A part of a choice is made. @param {string} name @param {string} prompt what is asked next */
  pick(name, prompt) {
    this.say(Transcript.only("short") ? _("Picked: {name}", { name }) : _("Picked: {name}. {prompt}", { name, prompt }));
  }

  /** Something that is not an event of the game: what people say, and what became of what the player did. @param {string} text */
  say(text) {
    if (!text) return;
    if (this.#waiting) {
      this.#waiting.push(text);
      return;
    }
    this.#events.append(make("p", "", spoken(text)));
    while (this.#events.childElementCount > KEPT) this.#events.firstElementChild?.remove();
  }

  /** The names of the cards are known, or will not be. */
  ready() {
    const texts = this.#waiting ?? [];
    this.#waiting = null;
    for (const text of texts) this.say(text);
  }

  /** What the player has asked for. @param {string} text */
  answer(text) {
    if (text) this.#answers.replaceChildren(make("p", "", spoken(text)));
  }
}
