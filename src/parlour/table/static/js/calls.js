/**
 * The bar of calls: what is asked, a button for every call, numbers in a row, runs of numbers as a slider.
 */

import { inSuits } from "./cards.js";
import { _ } from "./messages.js";
import { button, make } from "./page.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {{label: string, choices: {number: number, choice: Choice}[], run: boolean}} NumberBlock */

/** Letters the table keeps for itself: a hint, the last trick. */
const RESERVED = ["h", "l"];
/** If one plays alone also bookmarks, the end of a decided game. */
const RESERVED_ALONE = [...RESERVED, "b", "f"];
/** And where cards go home on request, that. */
const RESERVED_HOME = [...RESERVED_ALONE, "d"];
/** Calls in a block that are shown as a row of numbers. */
const BLOCK = 3;
/** A run of so many numbers or fewer is a row of buttons too. */
const SHORT_RUN = 16;
/** A call that is a number, as table.toml names it. */
const NUMBERS = /^[^{]*\{(\d+)\.\.(\d+)\}$/;
/** So many numbers are offered together as a rule. */
const NUMBERED = 13;
/** So many calls in words are offered together as a rule. */
const WORDS = 2;
/** How long to wait for another digit. */
const DIGIT_WAIT = 700;

/**
 * Sorts calls into blocks of numbers ("bid 0", "bid 1" ...) and the others.
 * @param {Choice[]} calls @returns {{blocks: NumberBlock[], single: Choice[], runs: Choice[], resign: Choice | undefined}}
 */
export function sortCalls(calls) {
  /** @type {Map<string, NumberBlock>} */
  const blocks = new Map();
  for (const choice of calls) {
    if (choice.kind !== "call" || choice.pattern === undefined || choice.group === undefined) continue;
    const block = blocks.get(choice.pattern) ?? { label: choice.group, choices: [], run: false };
    block.choices.push({ number: Number(choice.values?.[0]), choice });
    blocks.set(choice.pattern, block);
  }
  for (const run of calls) {
    const { low = 0, high = 0, names = ["", ""] } = run;
    if (run.kind !== "run" || high - low >= SHORT_RUN) continue;
    const label = run.label ?? run.name;
    const numbers = Array.from({ length: high - low + 1 }, (_, k) => low + k);
    const choices = numbers.map((number) => ({
      number,
      choice: { name: `${names[0]}${number}${names[1]}`, kind: "call", label: filled(label, number) },
    }));
    blocks.set(`run ${run.name}`, { label: filled(label, "").trim(), choices, run: true });
  }
  const rows = [...blocks.values()].filter((block) => block.choices.length >= BLOCK || block.run);
  const inRows = new Set(rows.flatMap((block) => block.choices.map((one) => one.choice)));
  return {
    blocks: rows,
    single: calls.filter((choice) => choice.kind === "call" && !inRows.has(choice)),
    runs: calls.filter((choice) => choice.kind === "run" && (choice.high ?? 0) - (choice.low ?? 0) >= SHORT_RUN),
    resign: calls.find((choice) => choice.kind === "resign"),
  };
}

/**
 * A letter for each label, none twice: its own first letter if it can be had, else another of its letters.
 * @param {string[]} labels @param {Iterable<string>} [reserved] @returns {string[]} "" if none was left
 */
export function accelerators(labels, reserved = RESERVED) {
  const taken = new Set(reserved);
  return labels.map((label) => {
    const initials = label.toLowerCase().split(/[^a-z]+/).filter(Boolean).map((word) => word[0]);
    const letters = [...label.toLowerCase()].filter((letter) => /[a-z]/.test(letter));
    const letter = [...initials, ...letters].find((one) => !taken.has(one)) ?? "";
    taken.add(letter);
    return letter;
  });
}

/** A run's label with its number. @param {string} label @param {number | string} number */
function filled(label, number) {
  return label.replace("{0}", String(number));
}

/**
 * Amounts that are likely to be wanted: the ends, and round figures between.
 * @param {number} low @param {number} high @returns {number[]}
 */
export function suggestions(low, high) {
  const between = [1 / 16, 1 / 8, 1 / 4, 1 / 2].map((part) => low + (high - low) * part);
  const round = between.map((amount) => {
    const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(amount)))) - 1) * 5;
    return Math.round(amount / unit) * unit;
  });
  return [...new Set([low, ...round.filter((amount) => amount > low && amount < high), high])];
}

export class CallBar extends HTMLElement {
  /** @type {Map<string, () => void>} */
  #letters = new Map();
  /** @type {Map<number, () => void>} */
  #numbers = new Map();
  #reserved = RESERVED;
  #typed = "";
  #timer = 0;
  /** @type {(name: string) => void} */
  choose = () => {};
  /** height that is kept */
  room = 0;
  prompt = make("p", "prompt");
  /** a hint, in place of what is asked: beside the hand, over nothing */
  #hint = make("p", "hint");
  /** the picks that it goes on from */
  #hinted = "";
  #calls = make("div", "call-buttons");
  #clock = make("div", "clock");
  #shown = "";
  /** @type {HTMLInputElement | null} if an amount is typed */
  #field = null;

  connectedCallback() {
    if (this.prompt.isConnected) return;
    this.#clock.hidden = true;
    this.#hint.hidden = true;
    this.#hint.setAttribute("role", "status");
    this.#calls.setAttribute("role", "group");
    this.#calls.setAttribute("aria-label", _("Calls"));
    this.prepend(this.prompt, this.#hint, this.#clock, this.#calls); // what is written in place of calls comes after them
  }

  /**
   * @param {{prompt: string, calls: Choice[], picks: string[], waiting: boolean, ms?: number, takeBack: (() => void) | null,
   *          asked: boolean, finish?: (() => void) | null}} state `asked`: this player must choose; `finish`: plays a decided game to its end
   */
  show(state) {
    this.prompt.textContent = state.prompt;
    this.classList.toggle("asked", state.asked);
    this.classList.toggle("waiting", state.waiting);
    if (state.waiting || state.picks.join("|") !== this.#hinted) this.advise("");
    const key = JSON.stringify([
      state.calls.map((choice) => [choice, inSuits(choice.name)]),
      state.picks,
      Boolean(state.takeBack),
      Boolean(state.finish),
    ]);
    if (key !== this.#shown) this.#build(state);
    if (state.calls.length) this.classList.add("has-calls");
    this.#shown = key;
    for (const one of this.#calls.querySelectorAll("button, input")) /** @type {HTMLButtonElement} */ (one).disabled = state.waiting;
  }

  /** Shows a hint until something is chosen, or none. @param {string} text @param {string[]} [picks] what it goes on from */
  advise(text, picks = []) {
    this.#hint.textContent = text;
    this.#hint.hidden = !text;
    this.#hinted = picks.join("|");
    this.prompt.hidden = Boolean(text);
  }

  /** Whether a hint is shown. */
  get advised() {
    return !this.#hint.hidden;
  }

  /**
   * Measures the room of the largest menu that a game is likely to offer, at this width: it is kept, so that nothing moves when a menu
   * comes or goes.
   * @param {import("./types.js").Hello} hello
   */
  measure({ you, solitaire, game }) {
    this.room = 0;
    this.style.minHeight = "";
    const { calls: labels = {}, moves = {} } = game.look;
    const shown = Object.entries(labels).filter(([pattern]) => !moves[pattern] || moves[pattern].button);
    if (you < 0 || solitaire || !shown.length) return;
    const numbers = shown.flatMap(([name, label]) => {
      const [, low, high] = NUMBERS.exec(name) ?? [];
      return high ? [{ name, kind: "run", label, low: Number(low), high: Math.min(Number(high), Number(low) + NUMBERED - 1), names: ["", ""] }] : [];
    });
    const words = shown.filter(([name]) => !name.includes("{")).map(([name, label]) => ({ name, kind: "call", label }));
    const before = { prompt: this.prompt.textContent ?? "", asked: this.classList.contains("asked"), waiting: this.classList.contains("waiting") };
    const state = { ...before, picks: [], takeBack: null };
    this.show({ ...state, prompt: before.prompt || "?", calls: [...numbers.slice(0, 1), ...words.slice(0, WORDS)] });
    this.room = this.offsetHeight;
    this.show({ ...state, calls: [] });
    this.style.minHeight = `${this.room}px`;
  }

  /** If one plays alone the table keeps more letters. @param {boolean} alone @param {boolean} home whether cards go home on request */
  reserve(alone, home) {
    this.#reserved = !alone ? RESERVED : home ? RESERVED_HOME : RESERVED_ALONE;
  }

  /** Letters that mean something already. @returns {string[]} */
  get letters() {
    return [...this.#reserved, ...this.#letters.keys()];
  }

  /** Shows how long an answer is waited for. @param {number | undefined} ms */
  countDown(ms) {
    this.#clock.hidden = !ms;
    for (const one of this.#clock.getAnimations()) one.cancel();
    if (ms) this.#clock.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: ms, fill: "forwards" });
  }

  /** @param {{calls: Choice[], picks: string[], takeBack: (() => void) | null, finish?: (() => void) | null}} state */
  #build({ calls, picks, takeBack, finish }) {
    this.#letters.clear();
    this.#numbers.clear();
    this.#typed = "";
    const { blocks, single, runs, resign } = sortCalls(calls);
    const letters = accelerators(single.map((choice) => choice.label ?? choice.name), this.#reserved);
    /** @type {HTMLElement[]} */
    const parts = finish ? [this.#finish(finish)] : [];
    parts.push(...blocks.map((block) => this.#block(block)), ...runs.map((run) => this.#run(run)));
    single.forEach((choice, k) => parts.push(this.#button(choice, letters[k])));
    if (picks.length && takeBack) parts.push(button("call quiet", _("Take back"), takeBack, "Escape"));
    if (resign) parts.push(this.#resign(resign));
    this.#calls.classList.toggle("either-or", parts.length === 2 && single.length === 2);
    this.#calls.replaceChildren(...parts);
  }

  /** @param {Choice} choice @param {string} letter */
  #button(choice, letter) {
    const press = () => this.choose(choice.name);
    const label = inSuits(choice.label ?? choice.name);
    const element = button("call", label, press);
    element.dataset.choice = choice.name;
    if (letter) {
      const key = make("kbd", "", letter.toUpperCase());
      key.setAttribute("aria-hidden", "true");
      element.append(key);
      element.setAttribute("aria-keyshortcuts", letter);
      this.#letters.set(letter, press);
    }
    return element;
  }

  /** @param {() => void} press */
  #finish(press) {
    const element = button("call finish", _("Play it to the end"), press, "F");
    const key = make("kbd", "", "F");
    key.setAttribute("aria-hidden", "true");
    element.append(key);
    element.setAttribute("aria-keyshortcuts", "f");
    return element;
  }

  /** @param {NumberBlock} block */
  #block(block) {
    const group = make("span", "numbers");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", block.label);
    if (block.label) group.append(make("span", "numbers-label", block.label));
    for (const { number, choice } of block.choices) {
      const press = () => this.choose(choice.name);
      const element = button("call number", String(number), press);
      element.dataset.choice = choice.name;
      element.setAttribute("aria-label", choice.label ?? choice.name);
      group.append(element);
      if (!this.#numbers.has(number)) this.#numbers.set(number, press);
    }
    return group;
  }

  /** @param {Choice} run */
  #run(run) {
    const { low = 0, high = 0, names = ["", ""] } = run;
    const label = run.label ?? run.name;
    const form = make("form", "run");
    const slider = make("input", "");
    slider.type = "range";
    const field = make("input", "");
    field.type = "number";
    field.inputMode = "numeric";
    const title = filled(label, "").trim();
    const go = make("button", "call", filled(label, low));
    go.type = "submit";
    for (const input of [slider, field]) {
      input.min = String(low);
      input.max = String(high);
      input.value = String(low);
      input.setAttribute("aria-label", _("{title}: {low} to {high}", { title, low, high }));
    }
    const within = (/** @type {HTMLInputElement} */ from) => Math.max(low, Math.min(high, Math.round(Number(from.value) || low)));
    const take = (/** @type {HTMLInputElement} */ from) => {
      const value = within(from);
      if (from !== slider) slider.value = String(value);
      if (from !== field) field.value = String(value);
      go.textContent = filled(label, value);
      return value;
    };
    const amounts = make("span", "amounts");
    amounts.setAttribute("role", "group");
    amounts.setAttribute("aria-label", _("Suggestions"));
    for (const amount of suggestions(low, high)) {
      const pick = button("call amount", String(amount), () => {
        field.value = String(amount);
        take(field);
      });
      amounts.append(pick);
    }
    this.#field = field;
    slider.addEventListener("input", () => take(slider));
    field.addEventListener("input", () => {
      slider.value = String(within(field)); // what is being typed is left alone
      go.textContent = filled(label, within(field));
    });
    field.addEventListener("change", () => take(field));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.choose(`${names[0]}${take(field)}${names[1]}`);
    });
    form.append(amounts, slider, field, go);
    return form;
  }

  /** @param {Choice} choice */
  #resign(choice) {
    const label = choice.label ?? _("Give up");
    const element = button("call quiet resign", label, () => {
      if (element.dataset.sure) this.choose(choice.name);
      element.dataset.sure = "1";
      element.textContent = _("{label}? Press again", { label });
      setTimeout(() => {
        delete element.dataset.sure;
        element.textContent = label;
      }, 4000);
    });
    return element;
  }

  /** A key was pressed. @param {string} key @returns {boolean} whether it meant a call */
  key(key) {
    const press = this.#letters.get(key.toLowerCase());
    if (press) {
      press();
      return true;
    }
    if (!/^\d$/.test(key)) return false;
    return this.#numbers.size > 0 ? this.#digit(key) : this.#amount(key);
  }

  /** Whether digits wait for another one; Enter ends the waiting. @returns {boolean} */
  enter() {
    return this.#typed !== "" && this.#number();
  }

  /** @param {string} digit @returns {boolean} */
  #digit(digit) {
    clearTimeout(this.#timer);
    this.#typed += digit;
    const meant = [...this.#numbers.keys()].filter((number) => String(number).startsWith(this.#typed));
    if (!meant.length) this.#typed = "";
    else if (meant.length === 1 && String(meant[0]) === this.#typed) return this.#number();
    else this.#timer = setTimeout(() => this.#number(), DIGIT_WAIT);
    return true;
  }

  /** A digit begins an amount in the field of a run. @param {string} digit @returns {boolean} */
  #amount(digit) {
    const field = this.#field;
    if (!field?.isConnected) return false;
    field.focus();
    field.value = digit;
    field.dispatchEvent(new Event("input"));
    return true;
  }

  #number() {
    clearTimeout(this.#timer);
    const press = this.#numbers.get(Number(this.#typed));
    this.#typed = "";
    press?.();
    return press !== undefined;
  }
}
customElements.define("call-bar", CallBar);
