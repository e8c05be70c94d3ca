/**
 * If a choice may be written: as a text, or part by part from lists; what the house says of it stands below while it is written.
 */

import { _ } from "./messages.js";
import { button, make } from "./page.js";
import { parts } from "./parts.js";

/** @typedef {import("./types.js").Menu} Menu */
/** @typedef {{label: string, example: string, form?: boolean}} Look */

/** How long nothing must be typed before the text is read. */
const PAUSE = 250;

class Writer {
  element = make("form", "writer");
  #label = make("span", "writer-label");
  #text = make("input", "writer-text");
  #parts = make("div", "writer-parts");
  #note = make("output", "writer-note");
  #done = make("button", "call primary", _("Done"));
  #clear = button("call quiet", _("Clear"), () => this.#restart());
  /** @type {Map<string, Menu>} what may follow after each beginning */
  #menus = new Map();
  #n = -1;
  /** @type {string[]} */
  #picks = [];
  #complete = false;
  /** whether the text is what is being written, and the parts follow */
  #typed = false;
  #timer = 0;
  /** @type {Menu | null} */
  #shown = null;
  /** @type {HTMLElement[]} on the page only while something is written */
  #inside = [];

  /** @param {(message: import("./types.js").Request) => boolean} send */
  constructor(send) {
    this.send = send;
    this.element.hidden = true;
    this.element.autocomplete = "off";
    this.#text.type = "text";
    this.#text.maxLength = 200;
    this.#text.spellcheck = false;
    this.#text.autocapitalize = "off";
    this.#done.type = "submit";
    this.#note.setAttribute("aria-live", "polite");
    this.#parts.setAttribute("role", "group");
    this.#parts.setAttribute("aria-label", _("Part by part"));
    const line = make("label", "writer-line");
    line.append(this.#label, this.#text);
    const actions = make("span", "writer-actions");
    actions.append(this.#done, this.#clear);
    this.#inside = [line, this.#parts, this.#note, actions];
    this.#text.addEventListener("input", () => this.#type());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#complete) this.send({ do: "choose", n: this.#n, choices: this.#picks });
      else if (this.#text.value) this.#read();
    });
  }

  /**
   * What may be chosen now. @param {Menu | null} menu @param {Look | undefined} look of the phase, if something may be written in it
   * @returns {boolean} whether it is written here
   */
  show(menu, look) {
    const active = menu !== null && look !== undefined;
    if (this.element.hidden === active) this.element.replaceChildren(...(active ? this.#inside : []));
    this.element.hidden = !active;
    if (!active) {
      if (menu === null) this.#n = -1;
      return false;
    }
    if (menu === this.#shown && menu.n === this.#n) return true;
    this.#shown = menu;
    if (menu.n !== this.#n) {
      this.#n = menu.n;
      this.#menus.clear();
      this.#text.value = "";
      this.#typed = false;
      this.#label.textContent = look.label;
      this.#text.placeholder = look.example;
      this.#parts.hidden = look.form === false;
    }
    this.#menus.set(menu.prefix.join(), menu);
    this.#picks = [...menu.prefix];
    this.#complete = menu.complete;
    this.#say(menu.complete || !this.#typed ? (menu.note ?? "") : "", false);
    if (!this.#typed) this.#text.value = menu.complete && menu.note ? menu.note.split(" ")[0] : "";
    this.#build();
    return true;
  }

  /** The text could not be read. @param {string} text @param {string} reason */
  refuse(text, reason) {
    if (text !== this.#text.value) return;
    this.#complete = false;
    this.#say(reason, true);
    this.#build();
  }

  /** Takes over a whole chain, a hint. @param {string[]} names @returns {boolean} whether something is written here */
  take(names) {
    if (this.element.hidden) return false;
    this.#typed = false;
    this.#ask(names);
    return true;
  }

  #restart() {
    this.#typed = false;
    this.#text.value = "";
    this.#ask([]);
    this.#text.focus();
  }

  #type() {
    clearTimeout(this.#timer);
    this.#typed = this.#text.value !== "";
    this.#complete = false;
    this.#done.disabled = true;
    if (this.#typed) this.#timer = setTimeout(() => this.#read(), PAUSE);
    else this.#ask([]);
  }

  #read() {
    clearTimeout(this.#timer);
    this.send({ do: "read", n: this.#n, text: this.#text.value });
  }

  /** @param {string[]} prefix */
  #ask(prefix) {
    this.#complete = false;
    this.#done.disabled = true;
    this.send({ do: "ask", n: this.#n, prefix });
  }

  /** @param {string} text @param {boolean} wrong */
  #say(text, wrong) {
    this.#note.textContent = text;
    this.#note.classList.toggle("wrong", wrong);
    this.#text.setAttribute("aria-invalid", String(wrong));
  }

  /** A list for each part that is chosen, and one for the next. */
  #build() {
    this.#done.disabled = !this.#complete;
    if (this.#parts.hidden) return;
    const at = /** @type {HTMLSelectElement[]} */ ([...this.#parts.children]).findIndex((one) => one === document.activeElement);
    const lists = this.#picks.map((pick, k) => this.#list(k, pick));
    if (!this.#complete) lists.push(this.#list(this.#picks.length, ""));
    this.#parts.replaceChildren(...lists);
    if (at >= 0) lists[Math.min(at + 1, lists.length - 1)].focus();
  }

  /** @param {number} k @param {string} chosen */
  #list(k, chosen) {
    const menu = this.#menus.get(this.#picks.slice(0, k).join());
    const list = make("select", "");
    list.setAttribute("aria-label", _("Part {k}", { k: k + 1 }));
    list.disabled = menu === undefined;
    if (!chosen) list.append(new Option("…", ""));
    const names = menu?.choices.map((choice) => [choice.name, choice.label ?? choice.name]) ?? [[chosen, chosen]];
    list.append(...names.map(([name, label]) => new Option(label, name, false, name === chosen)));
    list.addEventListener("change", () => {
      this.#typed = false;
      this.#text.value = "";
      this.#ask([...this.#picks.slice(0, k), list.value]);
    });
    return list;
  }
}

parts.writer = Writer;
