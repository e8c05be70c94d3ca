/** The form of a hand: made from what the game's room declares, checked here by its ranges and sums, by the rules on the server. */
import { _ } from "./messages.js";
import { CourseField, entryInWords } from "./pad-course.js";
import { button, make } from "./page.js";

/** @typedef {import("./pad-types.js").Form} Form */
/** @typedef {import("./pad-types.js").Field} Field */
/** @typedef {import("./pad-types.js").Value} Value */
/** @typedef {import("./pad-types.js").Cells} Cells */
/** @typedef {import("./pad-types.js").Pad} Pad */

const NOBODY = -1;
const MOST_CHIPS = 9;
const MOST_CHIPS_EACH = 4; // if everybody is asked
const LONG = 60; // a longer way is typed, not stepped
let made = 0;

/** The key of a value. @param {Field} field @param {number} seat @returns {string} */
export const keyOf = (field, seat) => (seat === NOBODY ? field.name : `${field.name}.${seat}`);

/** Whom a value is about, "" if about the hand. @param {Pad} pad @param {Field} field @param {number} seat @returns {string} */
export function whose(pad, field, seat) {
  if (seat === NOBODY) return "";
  return field.per === "side" ? pad.sides[seat] : pad.names[seat];
}

/** A value as people say it. @param {Field} field @param {Value | null | undefined} value @returns {string} */
export function inWords(field, value) {
  if (value === null || value === undefined) return "–";
  if (field.kind === "flag") return value ? _("yes") : _("no");
  if (field.kind === "course") return /** @type {any[][]} */ (value).map((entry) => entryInWords(field, entry)).reduce((before, after) => before && _("{before}; {after}", { before, after }) || after, "") || _("nothing");
  return field.values.find(([one]) => one === value)?.[1] ?? String(value);
}

/** Whether a field is asked of a seat, by the value of the field that it depends on. @param {Form} form @param {Field} field @param {number} seat @param {Cells} cells @returns {boolean} */
export function isAsked(form, field, seat, cells) {
  const only = field.only;
  const other = only && form.fields.find((one) => one.name === only[0]);
  if (!only || !other) return true;
  const whole = other.per === "hand" || seat === NOBODY || !other.asked.includes(seat);
  return (whole ? other.asked : [seat]).some((at) => {
    return isAsked(form, other, at, cells) && only[1].includes(cells[keyOf(other, at)] ?? other.usual ?? NaN);
  });
}

export class HandForm {
  /** @type {Cells} */ #cells;
  /** @type {(() => void)[]} */ #refresh = [];
  #sums = make("ul", "pad-sums");
  element = make("div", "pad-form");

  /** @param {Pad} pad @param {Form} form @param {Cells} cells what is entered already @param {(cells: Cells) => void} changed */
  constructor(pad, form, cells, changed) {
    this.pad = pad;
    this.form = form;
    this.changed = changed;
    this.#cells = { ...cells };
    const body = make("div", "pad-fields");
    this.#lay(body);
    this.#sums.setAttribute("aria-live", "polite");
    this.element.append(body, this.#sums);
    this.#show();
  }

  /** What is entered, of what is asked. @returns {Cells} */
  get cells() {
    /** @type {Cells} */ const found = {};
    for (const [field, , key] of this.#places()) {
      const value = this.#cells[key] ?? field.usual;
      if (value !== null) found[key] = value;
    }
    return found;
  }

  /** Those that were pressed or typed, and nothing that is merely usual. @returns {Cells} */
  get early() {
    const early = this.#places().filter(([field]) => field.early);
    return Object.fromEntries(early.map(([field, , key]) => [key, this.#cells[key] ?? field.usual]).filter(([, value]) => value !== null));
  }

  /** Whether all that is known before the cards are played is entered, and nothing that comes after. @returns {boolean} */
  get onlyEarly() {
    const places = this.#places();
    const early = places.filter(([field]) => field.early);
    const entered = (/** @type {[Field, number, string]} */ [field, , key]) => (this.#cells[key] ?? field.usual) !== null;
    const must = places.filter(([field]) => !field.early && field.usual === null);
    return early.length > 0 && early.every(entered) && must.length > 0 && must.every(([, , key]) => this.#cells[key] === undefined);
  }

  /** What is missing or cannot be, in a line; "" if all fits. @param {boolean} [early] of the early fields only @returns {string} */
  problem(early = false) {
    for (const [field, seat, key] of this.#places()) {
      if (early && !field.early) continue;
      const value = this.#cells[key] ?? field.usual;
      const who = whose(this.pad, field, seat);
      const what = who ? `${field.text}, ${who}` : field.text;
      if (value === null || value === undefined) return _("{what}: not entered yet", { what });
      const named = field.values.some(([one]) => one === value);
      if (field.kind === "number" && !named && (Number(value) < field.low || Number(value) > field.high)) {
        return _("{what}: it is a number from {low} to {high}, not {value}", { what, low: field.low, high: field.high, value });
      }
    }
    for (const field of this.form.fields.filter((one) => !early || one.early)) {
      const { amount, open, top } = this.#sum(field);
      if (top === null || (!early && open)) continue;
      if (amount > top || (!open && field.total !== null && amount < field.total)) return sumFault(field, amount, top);
    }
    return "";
  }

  /** Every value that is asked, as things are. @returns {[Field, number, string][]} */
  #places() {
    return this.form.fields.flatMap((field) => {
      const seats = field.asked.filter((seat) => isAsked(this.form, field, seat, this.#cells));
      return seats.map((seat) => /** @type {[Field, number, string]} */ ([field, seat, keyOf(field, seat)]));
    });
  }

  /** What a field adds up to. @param {Field} field */
  #sum(field) {
    const places = this.#places().filter(([one]) => one === field);
    const values = places.map(([, , key]) => this.#cells[key] ?? field.usual);
    const amount = values.reduce((/** @type {number} */ sum, value) => sum + Number(value ?? 0), 0);
    const some = places.length > 0;
    return { amount, open: values.filter((value) => value === null).length, top: some ? (field.total ?? field.most) : null };
  }

  /** Returns the rest of a sum for the one value that is still empty, null if it is not known. @param {Field} field @returns {number | null} */
  #rest(field) {
    const { amount, open } = this.#sum(field);
    const left = (field.total ?? NaN) - amount;
    return open === 1 && left >= field.low && left <= field.high ? left : null;
  }

  /** @param {string} key @param {Value | null} value */
  #set(key, value) {
    if (value === null) delete this.#cells[key];
    else this.#cells[key] = value;
    this.#show();
    this.changed(this.#cells);
  }

  /** In the declared order: first what is known early, then the rest; each seat or side with all that is asked of it. @param {HTMLElement} body */
  #lay(body) {
    const stages = [this.form.fields.filter((field) => field.early), this.form.fields.filter((field) => !field.early)];
    const several = stages.every((fields) => fields.length > 0);
    for (const [n, fields] of stages.entries()) {
      if (!fields.length) continue;
      const stage = make("div", "pad-stage");
      this.#refresh.push(() => (stage.hidden = !fields.some((field) => field.asked.some((seat) => isAsked(this.form, field, seat, this.#cells)))));
      if (several) stage.append(make("h3", "", n ? _("After the play") : _("Before the play")));
      for (const per of /** @type {const} */ (["hand", "side", "seat"])) this.#group(stage, fields.filter((field) => field.per === per), per);
      body.append(stage);
    }
  }

  /** @param {HTMLElement} stage @param {Field[]} fields @param {string} per */
  #group(stage, fields, per) {
    if (!fields.length) return;
    const single = per !== "hand" && fields.length === 1;
    const whole = make("div");
    const group = make("div", `pad-group per-${per}${single ? " single" : ""}`);
    if (single) whole.append(titled(make("h3"), fields[0]));
    else if (per !== "hand") whole.append(...fields.filter((field) => field.note).map((field) => make("p", "note", _("{what}: {value}", { what: field.text, value: field.note }))));
    for (const seat of [...new Set(fields.flatMap((field) => field.asked))].sort((a, b) => a - b)) {
      const asked = fields.filter((one) => one.asked.includes(seat));
      const box = single || per === "hand" ? make("div", "pad-box") : make("fieldset", "pad-box");
      if (box instanceof HTMLFieldSetElement) box.append(this.#named(make("legend"), fields[0], seat));
      for (const field of asked) box.append(this.#control(field, seat, single));
      this.#refresh.push(() => (box.hidden = !asked.some((field) => isAsked(this.form, field, seat, this.#cells))));
      group.append(box);
    }
    this.#refresh.push(() => (whole.hidden = [...group.children].every((box) => box instanceof HTMLElement && box.hidden)));
    whole.append(group);
    stage.append(whole);
  }

  /** Whose something is, and whether they deal or lead. @template {HTMLElement} T @param {T} element @param {Field} field @param {number} seat @returns {T} */
  #named(element, field, seat) {
    element.append(make("b", "", whose(this.pad, field, seat)));
    if (field.per === "seat" && seat === this.form.dealer) element.append(make("span", "pad-mark", _("deals")));
    if (field.per === "seat" && seat === this.form.leader && seat !== this.form.dealer) element.append(make("span", "pad-mark", _("leads")));
    return element;
  }

  /** @param {Field} field @param {number} seat @param {boolean} single the only one of its seat: the name stands where else the field's does @returns {HTMLElement} */
  #control(field, seat, single) {
    const row = make("div", `pad-field of-${field.kind}`);
    row.dataset.key = keyOf(field, seat);
    const name = whose(this.pad, field, seat);
    const label = make("span", "pad-label");
    if (single) this.#named(label, field, seat);
    else if (name) label.append(field.text); // notes stand once, above all
    else titled(label, field);
    row.append(label);
    row.append(this.#input(field, seat, name ? _("{what}: {value}", { what: name, value: field.text }) : field.text));
    this.#refresh.push(() => (row.hidden = !isAsked(this.form, field, seat, this.#cells)));
    return row;
  }

  /** @param {Field} field @param {number} seat @param {string} spoken @returns {HTMLElement} */
  #input(field, seat, spoken) {
    const key = keyOf(field, seat);
    if (field.kind === "number") return this.#stepper(field, key, spoken);
    if (field.kind === "flag") return this.#flag(field, key, spoken);
    if (field.kind === "course") {
      const course = new CourseField(field, spoken, (value) => this.#set(key, value));
      this.#refresh.push(() => course.show(/** @type {any[][]} */ (this.#cells[key] ?? field.usual ?? [])));
      return course.element;
    }
    return field.values.length > (field.per === "hand" ? MOST_CHIPS : MOST_CHIPS_EACH) ? this.#list(field, key, spoken) : this.#chips(field, key, spoken);
  }

  /** @param {Field} field @param {string} key @param {string} spoken */
  #stepper(field, key, spoken) {
    const { low, high } = field;
    const box = make("span", "pad-stepper");
    const input = make("input");
    Object.assign(input, { type: "number", inputMode: low < 0 ? "text" : "numeric", min: String(low), max: String(high), step: "1", placeholder: "–" });
    input.setAttribute("aria-label", spoken);
    const now = () => this.#cells[key] ?? field.usual;
    /** @param {number} by */
    const step = (by) => {
      const value = now();
      const next = value === null ? (by > 0 ? Math.max(low, 1) : Math.max(low, 0)) : Number(value) + by;
      this.#set(key, Math.min(high, Math.max(low, next)));
    };
    const less = button("pad-step", "−", () => step(-1), _("{field}: one less", { field: spoken }));
    const more = button("pad-step", "+", () => step(1), _("{field}: one more", { field: spoken }));
    const minus = button("pad-step", "±", () => this.#set(key, -Number(now() ?? 0)), _("{field}: change the sign", { field: spoken }));
    for (const one of [less, more, minus]) one.setAttribute("aria-label", one.title);
    const long = high - low > LONG;
    input.classList.toggle("long", long);
    const rest = button("pad-rest", "", () => this.#set(key, this.#rest(field)));
    const named = field.values.map(([value, text]) => {
      const chip = button("pad-named", text, () => this.#set(key, now() === value ? null : value));
      chip.setAttribute("aria-label", _("{what}: {value}", { what: spoken, value: text }));
      this.#refresh.push(() => chip.setAttribute("aria-pressed", String(now() === value)));
      return chip;
    });
    input.addEventListener("input", () => this.#set(key, /^-?\d+$/.test(input.value) ? Number(input.value) : null));
    input.addEventListener("focus", () => input.select());
    this.#refresh.push(() => {
      const value = now();
      if (document.activeElement !== input || Number(input.value) !== value) input.value = value === null ? "" : String(value);
      less.disabled = value !== null && Number(value) <= low;
      more.disabled = value !== null && Number(value) >= high;
      const wrong = value !== null && (Number(value) < low || Number(value) > high) && !field.values.some(([one]) => one === value);
      input.setAttribute("aria-invalid", String(wrong));
      const left = value === null ? this.#rest(field) : null;
      rest.hidden = left === null;
      rest.textContent = left === null ? "" : _("the rest: {left}", { left });
    });
    box.append(...named, rest, ...(long ? (low < 0 ? [minus, input] : [input]) : [less, input, more]));
    return box;
  }

  /** @param {Field} field @param {string} key @param {string} spoken */
  #flag(field, key, spoken) {
    const box = make("label", "pad-flag");
    const input = make("input");
    input.type = "checkbox";
    input.setAttribute("aria-label", spoken);
    input.addEventListener("change", () => this.#set(key, input.checked));
    this.#refresh.push(() => (input.checked = (this.#cells[key] ?? field.usual) === true));
    box.append(input, make("span", "", _("yes")));
    return box;
  }

  /** @param {Field} field @param {string} key @param {string} spoken */
  #chips(field, key, spoken) {
    const box = make("span", "pad-chips");
    box.setAttribute("role", "radiogroup");
    box.setAttribute("aria-label", spoken);
    const name = `pad-chips-${++made}`;
    for (const [value, text] of field.values) {
      const label = make("label");
      const input = make("input");
      Object.assign(input, { type: "radio", name });
      input.addEventListener("change", () => this.#set(key, value));
      this.#refresh.push(() => (input.checked = (this.#cells[key] ?? field.usual) === value));
      label.append(input, make("span", "", text));
      box.append(label);
    }
    return box;
  }

  /** @param {Field} field @param {string} key @param {string} spoken */
  #list(field, key, spoken) {
    const list = make("select");
    list.setAttribute("aria-label", spoken);
    list.append(new Option("–", ""), ...field.values.map(([, text], n) => new Option(text, String(n))));
    list.addEventListener("change", () => this.#set(key, list.value === "" ? null : field.values[Number(list.value)][0]));
    this.#refresh.push(() => {
      const now = this.#cells[key] ?? field.usual;
      const n = field.values.findIndex(([value]) => value === now);
      list.value = n < 0 ? "" : String(n);
    });
    return list;
  }

  #show() {
    for (const refresh of this.#refresh) refresh();
    const lines = this.form.fields.flatMap((field) => {
      const { amount, open, top } = this.#sum(field);
      if (top === null) return [];
      const wrong = amount > top || (!open && field.total !== null && amount < field.total);
      const line = make("li", wrong ? "wrong" : open ? "open" : "fits");
      line.append(make("span", "", field.text), make("b", "", field.total === null ? _("{amount}, at most {top}", { amount, top }) : _("{amount} of {top}", { amount, top })));
      return [line];
    });
    this.#sums.replaceChildren(...lines);
  }
}

/** Why a sum cannot be. @param {Field} field @param {number} amount @param {number} top @returns {string} */
function sumFault(field, amount, top) {
  if (field.sum_text) return field.sum_text.replace("{amount}", String(amount)).replace("{n}", String(top));
  return _("{field}: {amount} entered, {n} in a hand", { field: field.text, amount, n: top });
}

/** @template {HTMLElement} T @param {T} element @param {Field} field @returns {T} */
function titled(element, field) {
  element.append(field.text);
  if (field.note) element.append(make("small", "note", field.note));
  return element;
}
