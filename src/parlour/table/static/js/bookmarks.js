/**
 * Bookmarks of a game for one: places to come back to, kept by the server. A list to go to one, to set one and to take one away.
 */

import { _, ngettext } from "./messages.js";
import { button, make } from "./page.js";
import { parts } from "./parts.js";

/** @typedef {import("./types.js").Mark} Mark */

const LONGEST = 40;

class Bookmarks {
  /** @type {Mark[]} the beginning first, which has no name */
  #marks = [];
  #list = make("ol", "mark-list");
  /** @type {HTMLDialogElement | null} */
  #dialog = null;

  /** @param {(message: import("./types.js").Request) => boolean} send */
  constructor(send) {
    this.send = send;
  }

  /** They have changed. @param {Mark[]} marks */
  show(marks) {
    this.#marks = marks;
    if (this.#dialog) this.#fill();
  }

  #fill() {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.mark : undefined;
    this.#list.replaceChildren(...this.#marks.map((mark) => this.#line(mark)));
    if (focused === undefined) return;
    const again = [.../** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll("[data-mark]"))];
    (again.find((one) => one.dataset.mark === focused) ?? again[0])?.focus();
  }

  /** @param {Mark} mark */
  #line(mark) {
    const line = make("li", mark.here ? "here" : "");
    const name = mark.name || _("The beginning");
    const go = button("mark-go", name, () => {
      this.send({ do: "goto", name: mark.name });
      this.#dialog?.close();
    });
    go.dataset.mark = mark.name;
    const after = mark.choices ? ngettext("after {n} move", "after {n} moves", mark.choices) : "";
    go.append(make("span", "mark-at", [after, mark.here ? _("here") : ""].filter(Boolean).join(", ")));
    line.append(go);
    if (mark.name) {
      const drop = button("mark-drop", "×", () => this.send({ do: "unmark", name: mark.name }), _("Take it away"));
      drop.setAttribute("aria-label", _("Take the bookmark {name} away", { name }));
      drop.dataset.mark = `${mark.name} away`;
      line.append(drop);
    }
    return line;
  }

  /** Shows the list. */
  open() {
    if (this.#dialog) return;
    const dialog = make("dialog", "keys marks");
    dialog.setAttribute("aria-label", _("Bookmarks"));
    const form = make("form", "mark-form");
    const field = make("input", "");
    field.maxLength = LONGEST;
    field.placeholder = _("a name, or a number");
    field.setAttribute("aria-label", _("Name of the bookmark"));
    const set = make("button", "primary", _("Set one here"));
    set.type = "submit";
    form.append(field, set);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ do: "mark", name: field.value.trim() });
      field.value = "";
    });
    dialog.append(make("h2", "", _("Bookmarks")), this.#list, form, button("button", _("Close"), () => dialog.close()));
    dialog.addEventListener("keydown", (event) => this.#arrow(event));
    dialog.addEventListener("close", () => {
      dialog.remove();
      this.#dialog = null;
    });
    document.body.append(dialog);
    this.#dialog = dialog;
    this.#fill();
    dialog.showModal();
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll(".mark-go"))];
    all.at(-1)?.focus();
  }

  /** Up and down among the bookmarks. @param {KeyboardEvent} event */
  #arrow(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll(".mark-go"))];
    const at = all.findIndex((one) => one === document.activeElement);
    if (!step || at < 0) return;
    all[(at + step + all.length) % all.length].focus();
    event.preventDefault();
  }
}

parts.marks = Bookmarks;

export {};
