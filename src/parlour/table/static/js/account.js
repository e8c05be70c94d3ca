/**
 * The end of a hand: what it was worth to whom, where each figure comes from, and whose hand was what. It stands over the table until
 * it has been read; laid aside it leaves the table open as it lies.
 */

import { cardWords, inSuits } from "./cards.js";
import { _, mark } from "./messages.js";
import { button, make } from "./page.js";

/** @typedef {import("./wire.js").Account} Account */
/** @typedef {import("./types.js").Hello} Hello */

/** @param {number} points */
export function signed(points) {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "";
}

/** A name that keeps its number on its line: "Bot 1". @param {string} name */
function together(name) {
  return name.replace(/ (?=\d+$)/, "\u00a0");
}

/** One entry is counted after the other, so many milliseconds apart; all of them in no more than the other number. */
const ENTRY = 450;
const COUNT = 2600;
/** More columns than this leave what is counted no room beside them on a phone. */
const MANY = 3;
/** More than this leave it none on any screen, and on a phone each figure stands under its own name. */
const CROWD = 5;
const SKIP = mark("Press the sheet for the whole count. Enter or Continue skips it.");

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class AccountSheet {
  element = make("section", "account");
  /** told when it has been read */
  read = () => {};
  /** told when the player looks at the table behind it */
  aside = () => {};
  #waiting = make("p", "account-waiting");
  #go = button("primary", _("Continue"), () => this.#done());
  #timer = 0;
  /** @type {HTMLElement[]} the rows that are counted, in their order, the sums last */
  #counted = [];
  #counter = 0;

  constructor() {
    this.element.hidden = true;
    this.element.setAttribute("aria-label", _("The end of the hand"));
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#lay(true);
    });
    this.element.addEventListener("pointerdown", () => this.#count(Infinity));
  }

  get open() {
    return !this.element.hidden;
  }

  /** @param {Account} account @param {Hello} hello @param {number[][]} sides partners @param {number} seconds after which it goes on by itself, 0 for never */
  show(account, hello, sides, seconds) {
    const groups = sides.length ? sides : account.columns.map((_, seat) => [seat]);
    const head = make("h2", "", _("Hand {n}", { n: account.hand }));
    const aside = button("link", _("See the table"), () => this.#lay(true));
    const back = button("link account-back", _("The account"), () => this.#lay(false));
    const top = make("header", "");
    top.append(head, aside, back);
    const body = make("div", "account-body");
    body.tabIndex = 0; // a long account is scrolled with keys
    body.setAttribute("role", "region");
    body.setAttribute("aria-label", _("The account"));
    body.append(this.#table(account, groups));
    if (account.hands.length) body.append(this.#hands(account));
    this.#go.textContent = _("Continue");
    this.#go.disabled = false;
    this.#note("", true);
    const foot = make("footer", "");
    foot.append(this.#waiting, this.#go);
    this.element.replaceChildren(top, body, foot);
    this.element.classList.toggle("looks-on", hello.you < 0);
    this.#lay(false);
    this.element.hidden = false;
    this.#go.focus({ preventScroll: true });
    this.#count(calm.matches || document.hidden ? Infinity : 0);
    clearTimeout(this.#timer);
    if (seconds) this.#timer = window.setTimeout(() => this.#done(), 1000 * seconds);
  }

  /** Who still reads. @param {string[]} names */
  waiting(names) {
    if (names.length) this.#note(_("Waiting for {names}", { names: names.join(", ") }), true);
    else if (this.#waiting.textContent !== _(SKIP)) this.#note("", true);
  }

  /** What the foot says; it keeps its room when it is not shown. @param {string} text @param {boolean} shown */
  #note(text, shown) {
    this.#waiting.textContent = text;
    this.#waiting.classList.toggle("spent", !shown);
  }

  hide() {
    clearTimeout(this.#timer);
    clearTimeout(this.#counter);
    this.element.hidden = true;
  }

  /** Shows so many of what is counted, then one more after the other. Rows keep their places all the time. @param {number} shown */
  #count(shown) {
    clearTimeout(this.#counter);
    const rows = this.#counted;
    rows.forEach((line, k) => line.classList.toggle("uncounted", k >= shown));
    if (shown < rows.length) {
      this.#note(_(SKIP), true);
      this.#counter = window.setTimeout(() => this.#count(shown + 1), Math.min(ENTRY, COUNT / rows.length));
    } else if (this.#waiting.textContent === _(SKIP)) this.#note(_(SKIP), false);
  }

  #done() {
    if (!this.open) return;
    clearTimeout(this.#timer);
    this.read();
  }

  /** Others still read. */
  wait() {
    this.#go.disabled = true;
    this.#lay(true);
  }

  /** @param {boolean} aside */
  #lay(aside) {
    if (aside) this.aside();
    this.element.classList.toggle("aside", aside);
  }

  /** @param {Account} account @param {number[][]} groups seats of a column */
  #table(account, groups) {
    const table = make("table", groups.length > CROWD ? "many crowd" : groups.length > MANY ? "many" : "");
    table.style.setProperty("--columns", String(groups.length));
    const names = make("tr", "");
    names.append(make("td", ""));
    for (const seats of groups) {
      const name = make("th", "", seats.map((seat) => together(account.columns[seat])).join(" & "));
      name.scope = "col";
      names.append(name);
    }
    const head = make("thead", "");
    head.append(names);
    table.append(make("caption", "visually-hidden", _("What hand {n} was worth", { n: account.hand })), head);
    const figures = make("tbody", "figures");
    for (const figure of account.figures) {
      const values = groups.map((seats) => {
        const each = seats.map((seat) => figure.values[seat]).map((one) => (one === null ? "" : String(one)));
        return new Set(each).size === 1 ? each[0] : each.filter(Boolean).join(" · ");
      });
      const flag = figure.values.every((one) => one === null || one === 1) && figure.values.some((one) => one === null);
      figures.append(row(figure.label.charAt(0).toUpperCase() + figure.label.slice(1), flag ? values.map((value) => (value ? "✓" : "")) : values));
    }
    const entries = make("tbody", "entries");
    for (const entry of account.entries) entries.append(row(inSuits(entry.text), groups.map((seats) => signed(entry.points[seats[0]] ?? 0))));
    const sums = make("tfoot", "");
    sums.append(
      row(_("This hand"), groups.map((seats) => signed(account.scores[seats[0]] ?? 0) || "–")),
      row(_("Total"), groups.map((seats) => String(account.totals[seats[0]] ?? 0).replace("-", "−")), "total"),
    );
    if (account.figures.length) table.append(figures);
    if (account.entries.length) table.append(entries);
    table.append(sums);
    for (const line of table.querySelectorAll("tbody tr, tfoot tr"))
      line.querySelectorAll("td").forEach((cell, k) => cell.setAttribute("data-name", names.cells[k + 1].textContent ?? ""));
    this.#counted = /** @type {HTMLElement[]} */ ([...entries.children, ...sums.children]);
    return table;
  }

  /** @param {Account} account */
  #hands(account) {
    const list = make("dl", "account-hands");
    /** @type {Map<number, HTMLElement>} what each seat has shown stands in one line */
    const lines = new Map();
    /** @type {Map<number, string>} the label of what a seat has shown last: cards left over are not a meld */
    const labels = new Map();
    for (const hand of account.hands) {
      const line = lines.get(hand.seat) ?? make("div", "");
      lines.set(hand.seat, line);
      const cards = make("dd", "small-cards");
      for (const card of hand.cards) {
        const face = document.createElement("card-face");
        face.setAttribute("card", String(card));
        face.setAttribute("face", "large");
        face.setAttribute("role", "img");
        face.setAttribute("aria-label", cardWords(card, true));
        cards.append(face);
      }
      const what = hand.read.join(", ") || hand.label;
      const again = labels.get(hand.seat) === hand.label;
      const named = line.childElementCount ? (again && !hand.read.length ? "" : what) : _("{what}: {value}", { what: account.columns[hand.seat] ?? "", value: what });
      labels.set(hand.seat, hand.label);
      line.append(make("dt", again ? "" : "of-label", named), cards);
      list.append(line);
    }
    return list;
  }
}

/** @param {string} label @param {string[]} values @param {string} [className] */
function row(label, values, className = "") {
  const line = make("tr", className);
  const name = make("th", "", label);
  name.scope = "row";
  line.append(name, ...values.map((value) => make("td", "", value)));
  return line;
}
