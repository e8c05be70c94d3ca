/**
 * The log of a match: lines in groups, one for each hand, with the cards of a trick side by side and the trick below them. What is said
 * several times in a row is said once and counted. A trick can be looked at again.
 */

import { inSuits } from "./cards.js";
import { _ } from "./messages.js";
import { button, make } from "./page.js";

/** @typedef {import("./wire.js").LogLine} Line */

export class Log {
  element = make("ol", "log");
  #last = -1;
  /** @type {{text: string, times: number, item: HTMLElement} | null} the line written last */
  #line = null;
  /** @type {Line | null} */
  #trick = null;
  /** told to show a trick again @type {(line: Line) => void} */
  look = () => {};
  /** told when there is a trick to look at */
  found = () => {};

  /** The trick that was taken last. @returns {Line | null} */
  get trick() {
    return this.#trick;
  }

  /** @param {Line[]} lines @returns {Line[]} those that are new: coming back, one is told the old ones again */
  add(lines) {
    const news = lines.filter((line) => line.n > this.#last);
    for (const line of news) this.#tell(line);
    this.#last = Math.max(this.#last, ...lines.map((line) => line.n));
    return news;
  }

  /** @param {Line} line */
  #tell(line) {
    const { kind = "", text } = line;
    if (kind === "trick" && line.trick?.length) {
      this.#trick = line;
      this.found();
    }
    if (this.#line?.text === text && kind !== "hand") {
      this.#line.times++;
      this.#write(this.#line.item);
      return;
    }
    const item = make("li", kind ? `of-${kind}` : "");
    item.dataset.text = text;
    if (kind === "trick" && line.trick?.length) {
      const again = button("link", "", () => this.look(line), _("Look at this trick again"));
      item.append(again);
    }
    this.#line = { text, times: 1, item };
    this.#write(item);
    this.element.append(item);
  }

  /** @param {HTMLElement} item */
  #write(item) {
    const times = this.#line?.item === item ? this.#line.times : Number(item.dataset.times ?? 1);
    item.dataset.times = String(times);
    const text = inSuits(item.dataset.text ?? "") + (times > 1 ? ` × ${times}` : "");
    (item.querySelector("button") ?? item).textContent = text;
  }

  /** The log as it is told with the suits that are shown now. */
  retell() {
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("li"))) this.#write(item);
  }
}

/**
 * A trick as it lay: its cards in the order they were played, each over its player's name.
 * @param {Line} line @param {string[]} names
 */
export function showTrick(line, names) {
  document.querySelector("dialog.trick-again")?.remove();
  const dialog = make("dialog", "trick-again");
  dialog.setAttribute("aria-label", _("The trick"));
  const cards = make("ol", "trick-cards");
  for (const [seat, card] of line.trick ?? []) {
    const item = make("li", "");
    const face = document.createElement("card-face");
    face.setAttribute("card", String(card));
    face.setAttribute("face", "large");
    item.append(face, make("span", "", names[seat] ?? ""));
    cards.append(item);
  }
  const close = button("primary", _("Close"), () => dialog.close());
  dialog.append(make("p", "", inSuits(line.text)), cards, close);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
