/**
 * Beside the table: the log, the score sheet and the rulebook under the house rules in force. On a phone it is a sheet from below.
 */

import { Log } from "./log.js";
import { _, mark } from "./messages.js";
import { button, make, recall, remember } from "./page.js";

/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").Sheet} Sheet */

const TABS = [mark("Log"), mark("Score"), mark("Rules")];
const WIDE = matchMedia("(min-width: 1100px)");

export class SidePanel extends HTMLElement {
  record = new Log();
  #score = make("div", "score-sheet");
  #figures = make("div", "sheet-figures");
  #house = make("div", "house-rules");
  #settings = make("div", "settings");
  #book = make("article", "rulebook");
  /** @type {Map<string, HTMLElement>} */
  #bodies = new Map();
  /** @type {Map<string, HTMLButtonElement>} */
  #tabs = new Map();
  /** where the rulebook is, and the one that is shown or on its way: it is fetched when somebody wants to read it */
  #rules = "";
  #loaded = "";
  #reading = Promise.resolve();
  /** the paragraph to mark */
  #sought = "";
  open = false;
  tab = "Log";
  /** told when the room beside the panel changes */
  changed = () => {};

  connectedCallback() {
    if (this.#tabs.size) return;
    this.classList.add("panel");
    this.setAttribute("aria-label", _("Log, score and rules"));
    this.setAttribute("role", "complementary");
    const bar = make("div", "tabs");
    const list = make("div", "tab-list"); // of tabs alone: a button to close is none
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", _("Log, score and rules"));
    const rules = make("div", "");
    rules.append(this.#house, this.#book);
    const score = make("div", "");
    score.append(this.#score, this.#figures);
    const bodies = { Log: this.record.element, Score: score, Rules: rules };
    for (const name of TABS) {
      const tab = button("tab", _(name), () => this.show(name));
      tab.setAttribute("role", "tab");
      tab.id = `tab-${name}`;
      tab.setAttribute("aria-controls", `panel-${name}`);
      const body = make("div", "panel-body");
      body.id = `panel-${name}`;
      body.setAttribute("role", "tabpanel");
      body.setAttribute("aria-labelledby", tab.id);
      body.tabIndex = 0;
      body.append(bodies[/** @type {"Log"} */ (name)]);
      this.#tabs.set(name, tab);
      this.#bodies.set(name, body);
      list.append(tab);
    }
    list.addEventListener("keydown", (event) => this.#arrow(event));
    const close = button("close", "×", () => this.toggle(false), _("Close"));
    close.setAttribute("aria-label", _("Close"));
    bar.append(list, close);
    this.append(bar, ...this.#bodies.values(), this.#settings);
    this.#score.append(make("p", "nothing-yet", _("No hand has been scored yet.")));
    this.tab = TABS.includes(recall("tab", "Log")) ? recall("tab", "Log") : "Log";
    this.toggle(WIDE.matches && recall("panel", "open") === "open", true);
    this.show(this.tab, false);
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const next = TABS[(TABS.indexOf(this.tab) + step + TABS.length) % TABS.length];
    this.show(next);
    this.#tabs.get(next)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Opens or closes it. @param {boolean} [open] @param {boolean} [first] */
  toggle(open = !this.open, first = false) {
    this.open = open;
    this.hidden = !open;
    if (open && this.tab === "Rules") void this.#read();
    document.body.classList.toggle("panel-open", open);
    if (!first && WIDE.matches) remember("panel", open ? "open" : "closed");
    this.changed();
  }

  /** A setting that this browser keeps. @param {string} text @param {string} name @param {() => void} changed */
  setting(text, name, changed) {
    const label = make("label", "");
    const box = make("input", "");
    box.type = "checkbox";
    box.checked = recall(name, "") === "yes";
    box.addEventListener("change", () => {
      remember(name, box.checked ? "yes" : "");
      changed();
    });
    label.append(box, make("span", "", text));
    this.#settings.append(label);
  }

  /** A setting with several values that this browser keeps. @param {string} text @param {string} name @param {string} usual @param {Record<string, string>} values @param {() => void} changed */
  choice(text, name, usual, values, changed) {
    this.list(text, values, recall(name, usual), (value) => {
      remember(name, value);
      changed();
    });
  }

  /**
   * A list to choose from, for what this browser keeps.
   * @param {string} text @param {Record<string, string>} options names and titles @param {string} chosen
   * @param {(name: string) => void} changed @param {HTMLElement} [into]
   * @returns {HTMLSelectElement}
   */
  list(text, options, chosen, changed, into = this.#settings) {
    const line = make("p", "choice");
    const label = make("label", "", text);
    const list = make("select", "");
    list.id = `choose-${text.toLowerCase().replace(/\W+/g, "-")}`;
    label.htmlFor = list.id;
    for (const [name, title] of Object.entries(options)) list.append(new Option(title, name, false, name === chosen));
    list.addEventListener("change", () => changed(list.value));
    line.append(label, list);
    into.append(line);
    return list;
  }

  /** The languages to choose from. @param {HTMLTemplateElement | null} template */
  languages(template) {
    if (template?.content.childElementCount) this.fold(_("Language")).append(template.content.cloneNode(true));
  }

  /** A part of the settings that is folded away. @param {string} title @returns {HTMLElement} */
  fold(title) {
    const fold = make("details", "");
    fold.append(make("summary", "", title));
    this.#settings.append(fold);
    return fold;
  }

  /** Shows a tab. @param {string} name @param {boolean} [keep] whether to remember it */
  show(name, keep = true) {
    this.tab = name;
    if (keep) remember("tab", name);
    for (const [other, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
    }
    for (const [other, body] of this.#bodies) body.hidden = other !== name;
    if (name === "Log") this.#toEnd();
    if (name === "Rules" && this.open) void this.#read();
  }

  /** Opens the rulebook to be read. */
  read() {
    this.toggle(true);
    this.show("Rules");
    this.#bodies.get("Rules")?.focus();
  }

  /** @param {Hello} hello */
  meet(hello) {
    this.#listHouse(hello.game.house);
    this.#rules = hello.rules_url;
    if (this.open && this.tab === "Rules") void this.#read();
  }

  /** Fetches the rulebook, unless it is there. */
  #read() {
    if (this.#rules && this.#loaded !== this.#rules) {
      this.#loaded = this.#rules;
      this.#reading = this.#fetch(this.#rules + (this.#rules.includes("?") ? "&" : "?") + "fragment=1");
    }
    return this.#reading;
  }

  /** @param {string} url */
  async #fetch(url) {
    try {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(String(answer.status));
      this.#book.innerHTML = await answer.text(); // made by our own server from the room's rulebook
      this.#mark();
    } catch {
      this.#loaded = "";
      this.#book.replaceChildren(make("p", "nothing-yet", _("The rulebook could not be fetched.")));
    }
  }

  /** @param {import("./types.js").HouseRule[]} house */
  #listHouse(house) {
    const list = make("dl", "");
    for (const rule of house ?? []) {
      const changed = String(rule.value) !== String(rule.default);
      const row = make("div", changed ? "changed" : "");
      row.append(make("dt", "", rule.text), make("dd", "", rule.here));
      if (changed) row.append(make("dd", "note", _("usually {usually}", { usually: rule.usually })));
      list.append(row);
    }
    const box = make("details", "");
    const changed = (house ?? []).filter((rule) => String(rule.value) !== String(rule.default)).length;
    box.append(make("summary", "", changed ? _("House rules: {n} of your own", { n: changed }) : _("House rules: the usual ones")), list);
    this.#house.replaceChildren(...(house?.length ? [box] : []));
  }

  /** Marks a paragraph and brings it into sight, if the rulebook is open or is to be. @param {string} paragraph @param {boolean} open */
  async rule(paragraph, open) {
    this.#sought = paragraph;
    this.#mark();
    if (!open && (!this.open || !WIDE.matches)) return;
    if (!this.open) this.toggle(true);
    this.show("Rules", false);
    await this.#read();
    this.#mark()?.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  /** Marks the paragraph that is sought, and no other. @returns {Element | null} null if the rulebook is not there */
  #mark() {
    for (const old of this.#book.querySelectorAll(".marked")) old.classList.remove("marked");
    const found = this.#sought ? this.#book.querySelector(`#${CSS.escape(this.#sought)}`) : null;
    found?.classList.add("marked");
    return found;
  }

  /** @param {import("./wire.js").LogLine[]} lines @returns {import("./wire.js").LogLine[]} those that are new */
  log(lines) {
    const news = this.record.add(lines);
    this.#toEnd();
    return news;
  }

  /** The log as it is told with the suits that are shown now. */
  retell() {
    this.record.retell();
  }

  #toEnd() {
    const body = this.#bodies.get("Log");
    if (body) body.scrollTop = body.scrollHeight;
  }

  /** What else the room wants on the sheet. @param {HTMLElement[]} badges */
  figures(badges) {
    this.#figures.replaceChildren(...badges);
  }

  /** @param {Sheet} sheet @param {number[][]} sides partners who share their score: one column for them */
  sheet(sheet, sides) {
    const { columns, rows } = sides.length ? joined(sheet, sides) : sheet;
    const table = make("table", "");
    const head = make("tr", "");
    head.append(make("th", "", ""), ...columns.map((name) => make("th", "", name)));
    const top = make("thead", "");
    top.append(head);
    const body = make("tbody", "");
    for (const row of rows) {
      const line = make("tr", "");
      const number = make("th", "", String(row.hand));
      number.scope = "row";
      line.append(number);
      row.scores.forEach((score, k) => {
        const cell = make("td", "", signed(score));
        cell.append(make("b", "", String(row.totals[k] ?? "")));
        line.append(cell);
      });
      body.append(line);
    }
    for (const cell of head.cells) cell.scope = "col";
    table.append(make("caption", "", _("Score by hand: points and total")), top, body);
    this.#score.replaceChildren(table);
  }
}
customElements.define("side-panel", SidePanel);

/** A sheet with a column for each side. @param {Sheet} sheet @param {number[][]} sides @returns {Omit<Sheet, "type">} */
function joined({ columns, rows }, sides) {
  const firsts = sides.map((seats) => seats[0]);
  return {
    columns: sides.map((seats) => seats.map((seat) => columns[seat]).join(" & ")),
    rows: rows.map((row) => ({ ...row, scores: firsts.map((seat) => row.scores[seat]), totals: firsts.map((seat) => row.totals[seat]) })),
  };
}

/** @param {number} score */
function signed(score) {
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "–";
}
