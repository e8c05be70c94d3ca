/**
 * The command box: a line as the terminal reads it (`parlour play`), a choice or a question. What is answered is heard, and stands below the
 * line while the box is open. It is seen while it has the focus.
 */

import { _ } from "./messages.js";
import { button, make } from "./page.js";

export class CommandBox {
  element = make("form", "command-box");
  #text = make("input", "");
  #reply = make("output", "");

  /** @param {(text: string) => void} send @param {() => void} leave gives the focus back to the table */
  constructor(send, leave) {
    this.element.autocomplete = "off";
    this.#text.type = "text";
    this.#text.maxLength = 200;
    this.#text.spellcheck = false;
    this.#text.autocapitalize = "off";
    this.#reply.setAttribute("aria-live", "off"); // the transcript tells it
    const line = make("label", "", _("Command"));
    line.append(this.#text);
    const go = make("button", "button", _("Do it"));
    go.type = "submit";
    this.element.append(line, go, button("button", _("Back to the table"), leave), this.#reply);
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#text.value.trim();
      this.#text.value = "";
      if (text) send(text);
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") leave();
    });
  }

  open() {
    this.#text.focus();
  }

  /** What is answered. @param {string} text */
  show(text) {
    this.#reply.textContent = text;
  }
}
