/**
 * Racing: every press plays at once, a key for each place, and large words for what nobody in particular says.
 * If a room has it `spot`, nothing on the cloth marks what may be pressed unless the player asked for that help.
 */

import { _ } from "./messages.js";
import { make, recall } from "./page.js";
import { meant, zoneOf } from "./moves.js";
import { parts } from "./parts.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./layout.js").Pad} Pad */

/** Keys of the places of the player's own side, of the other's, and of those that are nobody's. H is a hint's. */
const OWN = "asdfgjkl";
const OTHER = "qwertyuiop";
const MIDDLE = "zxcvbnm";
/** Milliseconds a press that was for nothing is shown. */
const MISS = 300;
/** Milliseconds for which a press counts that came between two views, when nothing was asked: the next tick has it. */
const EARLY = 600;

class Race {
  words = make("div", "call-out");
  active = false;
  #spot = false;
  /** @type {string | null} the first of two places that are named together */
  #first = null;
  /** @type {{again: () => void, at: number} | null} the last press that came when nothing was asked */
  #early = null;

  /** @param {import("./table.js").CardTable} table */
  constructor(table) {
    this.table = table;
    this.words.setAttribute("aria-hidden", "true"); // announced by itself
  }

  /** @param {import("./types.js").Hello} hello */
  meet({ game, you }) {
    this.active = Boolean(game.races?.length);
    this.#spot = this.active && Boolean(game.look.race?.spot);
    this.table.classList.toggle("race", this.active && you >= 0);
  }

  /** Whether there is something to be spotted, which a setting may show. */
  get spots() {
    return this.#spot;
  }

  /** Whether the cloth must not tell what may be pressed. */
  get secret() {
    return this.#spot && recall("race-help", "") !== "yes";
  }

  /** A view is drawn: what was pressed before means nothing any more. */
  rest() {
    this.#first = null;
  }

  /** What a card is to the player. @param {string} place @param {import("./cloth.js").Standing} standing as in any game @returns {import("./cloth.js").Standing} */
  standing(place, standing) {
    if (!this.#spot || !this.table.chooser.touched.has(place.split(".")[0])) return standing;
    const choice = this.secret ? undefined : this.#choices(place)[0];
    const picked = this.#first === place;
    return { button: true, legal: choice !== undefined && !picked, picked, quiet: true, note: picked ? ", touched" : "" };
  }

  /** What a press on a place may mean. @param {string} place @returns {Choice[]} */
  #choices(place) {
    const { chooser } = this.table;
    const here = (/** @type {string | undefined} */ named) => named !== undefined && meant(named, place);
    return chooser.waiting ? [] : chooser.moves.filter((move) => here(move.press) || here(move.from) || here(move.to));
  }

  /** A place was pressed, by finger, mouse or key. @param {string} place @returns {boolean} whether that is for the race to settle */
  press(place) {
    if (!this.active || !this.table.chooser.touched.has(place.split(".")[0])) return false;
    const { chooser } = this.table;
    if (!chooser.menu) this.#keep(() => this.press(place));
    if (!chooser.menu || chooser.waiting) return true;
    const choices = this.#choices(place);
    const alone = choices.find((choice) => choice.press !== undefined);
    const pairs = chooser.moves.some((choice) => choice.from !== undefined);
    if (alone) chooser.choose(alone.name, 0);
    else if (pairs) this.#pair(place, choices);
    else this.#miss(place);
    return true;
  }

  /** A press came between two views, a moment before anything is asked. @param {() => void} again */
  #keep(again) {
    this.#early = { again, at: performance.now() };
  }

  /** A tick has opened: what was pressed a moment before counts. */
  offered() {
    const early = this.#early;
    this.#early = null;
    if (early && performance.now() - early.at < EARLY) early.again();
  }

  /** One of two places that are named together. @param {string} place @param {Choice[]} choices */
  #pair(place, choices) {
    const first = this.#first;
    this.#first = null;
    if (first === null) this.#first = place;
    else if (first !== place) {
      const both = choices.find((choice) => [choice.from, choice.to].some((named) => named !== undefined && meant(named, first)));
      if (both) this.table.chooser.choose(both.name, 0);
      else this.#miss(place);
    }
    this.table.cloth.mark();
  }

  /** @param {string} place */
  #miss(place) {
    const element = this.table.board.byPlace.get(place)?.element;
    element?.classList.add("missed");
    setTimeout(() => element?.classList.remove("missed"), MISS);
  }

  /** The space bar: what is obvious, where it need not be spotted. @returns {boolean} */
  space() {
    if (!this.active) return false;
    const { chooser } = this.table;
    const choice = chooser.menu?.choices[0];
    if (!chooser.menu) this.#keep(() => this.space());
    if (choice && !this.secret && !chooser.waiting) chooser.choose(choice.name, 0);
    return true;
  }

  /** A key that stands for a place. @param {string} key @returns {boolean} */
  key(key) {
    if (!this.active) return false;
    for (const [place, letter] of this.#letters()) if (letter === key.toLowerCase()) return this.press(place);
    return false;
  }

  /** Whether a press on a place can ever mean anything. @param {string} place */
  #useful(place) {
    const { from = [], to = [], presses = [] } = this.table.hello?.game.handles ?? {};
    return [...from, ...to].includes(zoneOf(place)) || presses.includes(place);
  }

  /** The keys of the places that may be pressed at some time, in the order in which they lie. @returns {Map<string, string>} */
  #letters() {
    const { board, chooser } = this.table;
    const sides = { own: [...OWN], other: [...OTHER], middle: [...MIDDLE] };
    /** @type {Map<string, string>} */
    const found = new Map();
    if (!this.active || board.you < 0) return found;
    for (const { pad, element } of board.boxes.values()) {
      const gone = pad.empty === "gone" && element.classList.contains("is-empty");
      if (gone || !chooser.touched.has(pad.zone) || !this.#useful(pad.places.at(-1) ?? "")) continue;
      const side = pad.seat === board.you ? sides.own : pad.seat < 0 ? sides.middle : sides.other;
      const letter = side.shift();
      if (letter) found.set(pad.places.at(-1) ?? "", letter);
    }
    return found;
  }

  /** Writes the keys on the places. */
  label() {
    if (!this.active) return;
    const letters = this.#letters();
    for (const { pad, element } of this.table.board.boxes.values()) {
      const letter = letters.get(pad.places.at(-1) ?? "");
      const shown = element.querySelector(".place-key");
      if (!letter) shown?.remove();
      else if (shown) shown.textContent = letter.toUpperCase();
      else {
        const mark = make("kbd", "place-key", letter.toUpperCase());
        mark.setAttribute("aria-hidden", "true");
        element.append(mark);
      }
    }
  }

  /** The keys for the list of keys. @returns {string[][]} */
  help() {
    if (!this.active) return [];
    const space = this.secret ? [] : [[_("Space"), _("do the first possible thing")]];
    const keys = [...this.#letters().values()].join(" ").toUpperCase();
    return [...space, ...(keys ? [[keys, _("press the place that shows this key")]] : [])];
  }

  /**
   * Words that nobody in particular says stand large in the middle, one after the other, as long as the view does.
   * @param {string} text @param {number} ms
   */
  callOut(text, ms) {
    const names = text.split(/,\s*/);
    const each = ms / names.length;
    this.words.replaceChildren(
      ...names.map((part, k) => {
        const word = make("span", "", part);
        word.animate(
          [
            { opacity: 0, transform: "scale(1.6)" },
            { opacity: 1, transform: "scale(1)", offset: 0.2 },
            { opacity: 1, transform: "scale(1)", offset: 0.8 },
            { opacity: 0, transform: "scale(0.9)" },
          ],
          { duration: each, delay: k * each, fill: "both", easing: "ease-out" },
        );
        return word;
      }),
    );
    const mine = this.words.lastElementChild;
    setTimeout(() => mine?.parentElement === this.words && this.words.replaceChildren(), ms + 100);
  }
}

parts.race = Race;
