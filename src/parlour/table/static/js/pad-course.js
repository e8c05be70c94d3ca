/** The course of a hand, entered as it happens: who knocked, who folded, who bet how much, each a press or two. */
import { _ } from "./messages.js";
import { button, make } from "./page.js";

/** @typedef {import("./pad-types.js").Field} Field */
/** @typedef {import("./pad-types.js").Item} Item */

const MOST_ITEMS = 8; // offered at once

/** An entry of a course in words. @param {Field} field @param {any[]} entry @returns {string} */
export function entryInWords(field, entry) {
  const item = field.items.find((one) => one.what === entry[0]);
  const seat = item?.who ? (field.values.find(([one]) => one === entry[1])?.[1] ?? "") : "";
  const value = item?.values.find(([one]) => one === entry.at(-1))?.[1] ?? "";
  return (item?.text ?? "").replace("{seat}", () => seat).replace("{value}", () => value);
}

export class CourseField {
  element = make("div", "pad-course");
  #list = make("ol", "pad-entries");
  #asks = make("div", "pad-asks");
  /** @type {any[][]} */ #entries = [];
  /** @type {Item | null} */ #item = null;
  /** @type {any} */ #seat = null;
  #kind = ""; // the first word of what was pressed, if several entries begin with it

  /** @param {Field} field @param {string} spoken @param {(entries: any[][]) => void} changed */
  constructor(field, spoken, changed) {
    this.field = field;
    this.changed = changed;
    this.#list.setAttribute("aria-label", spoken);
    this.element.append(this.#list, this.#asks);
  }

  /** @param {any[][]} entries */
  show(entries) {
    this.#entries = entries;
    this.#list.replaceChildren(...entries.map((entry, n) => {
      const item = make("li");
      const words = entryInWords(this.field, entry);
      const away = button("pad-away", "×", () => this.#change(entries.filter((_entry, k) => k !== n)), _("Take out: {words}", { words }));
      away.setAttribute("aria-label", away.title);
      item.append(make("span", "", words), away);
      return item;
    }));
    this.#ask();
  }

  /** @param {any[][]} entries */
  #change(entries) {
    this.#forget();
    this.changed(entries);
  }

  /** What to press next: what happened, to whom, how much. */
  #ask() {
    if (this.field.items.length === 1) this.#item = this.field.items[0];
    const item = this.#item;
    this.#asks.replaceChildren();
    if (!item) {
      this.#askWhat();
      return;
    }
    if (item.who && this.#seat === null) {
      for (const [seat, name] of this.field.values) this.#offer(item.text.replace("{seat}", () => name).replace("{value}", "…"), () => (this.#seat = seat));
    } else {
      for (const [value, text] of item.values) this.#offer(this.#words(item, text), () => this.#add([...this.#begun(item), value]));
    }
    if (this.field.items.length > 1 || this.#seat !== null) this.#asks.append(this.#back());
  }

  /** What happened; of many kinds first those that begin alike. */
  #askWhat() {
    const { items } = this.field;
    const first = (/** @type {Item} */ one) => one.what.split(" ")[0];
    const alike = (/** @type {Item} */ one) => items.length > MOST_ITEMS && items.filter((other) => first(other) === first(one)).length > 1;
    for (const one of items) {
      if (this.#kind ? first(one) === this.#kind : !alike(one)) this.#offer(plain(one.text), () => (this.#item = one));
      else if (!this.#kind && items.find((other) => first(other) === first(one)) === one) this.#offer(plain(one.text), () => (this.#kind = first(one)));
    }
    if (this.#kind) this.#asks.append(this.#back());
  }

  #back() {
    return button("link", _("not that"), () => {
      this.#forget();
      this.#ask();
    });
  }

  #forget() {
    this.#item = this.#seat = null;
    this.#kind = "";
  }

  /** @param {string} text @param {() => void} press */
  #offer(text, press) {
    this.#asks.append(button("pad-chip", text, () => {
      press();
      this.#next();
    }));
  }

  /** Goes on to what is still open; an entry to which nothing is missing is added. */
  #next() {
    const item = this.#item;
    if (item && !item.values.length && (!item.who || this.#seat !== null)) this.#add(this.#begun(item));
    else this.#ask();
    if (this.#item || this.#kind) this.#asks.querySelector("button")?.focus();
  }

  /** @param {Item} item */
  #begun(item) {
    return item.who ? [item.what, this.#seat] : [item.what];
  }

  /** @param {Item} item @param {string} value */
  #words(item, value) {
    const text = item.text.replace("{seat}", () => this.#name());
    return text.includes("{value}") ? text.replace("{value}", () => value) : `${text} ${value}`;
  }

  #name() {
    return this.field.values.find(([seat]) => seat === this.#seat)?.[1] ?? "";
  }

  /** @param {any[]} entry */
  #add(entry) {
    this.#change([...this.#entries, entry]);
  }
}

/** @param {string} text */
const plain = (text) => text.replace(/\{seat\}\s*[:,]?\s*/, "").replace("{value}", "…").trim();
