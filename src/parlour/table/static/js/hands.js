/**
 * The player's hands: presses, double presses, drags and keys on the cloth, told to the chooser.
 */

import { accelerators } from "./calls.js";
import { draggable } from "./drag.js";
import { listen } from "./keyboard.js";
import { _ } from "./messages.js";
import { meant } from "./moves.js";
import { recall } from "./page.js";
import { elementsOf, glow } from "./pointing.js";
import { showKeys } from "./signs.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./view.js").Token} Token */

/** Two presses on the same card within this time, in milliseconds, are a double press. */
const DOUBLE = 380;

export class Hands {
  #last = { key: -1, at: 0 };
  /** place in the hand where the focus was when its card left */
  #lost = -1;

  /** @param {import("./table.js").CardTable} table */
  constructor(table) {
    this.table = table;
    table.hands = this;
    const board = table.board.element;
    board.addEventListener("click", (event) => this.#press(/** @type {HTMLElement} */ (event.target), event.detail > 0));
    board.addEventListener("focusin", (event) => this.#note(/** @type {HTMLElement} */ (event.target)));
    draggable(board, (card) => this.#lift(card));
    listen(table, {
      focusable: () => this.#focusable(),
      first: () => this.#first(),
      call: (key) => table.race.key(key) || (!table.chooser.waiting && (table.calls.key(key) || this.#pressByKey(key))),
      space: () => table.race.space() || table.lesson.next() || table.pace.skip(),
      enter: () => table.calls.enter(),
      away: (element) => this.#away(element),
      escape: () => this.#escape(),
      help: () => this.help(),
      hint: () => table.hint(),
      lastTrick: () => table.lastTrick(),
      undo: () => table.undo(),
      redo: () => table.redo(),
      bookmarks: (set) => table.bookmarks(set),
      finish: () => table.finish(),
      drop: () => table.drop(),
      ask: (what) => table.ask(what),
      jump: (key) => this.#jump(key),
      command: () => table.command.open(),
      letters: () => recall("letters", "yes") === "yes",
    });
  }

  /** A letter that stands for a place that may be pressed: the first one free of what the press does. @param {string} key @returns {boolean} */
  #pressByKey(key) {
    const pressed = this.#pressKeys().find(({ letter }) => letter === key.toLowerCase());
    return pressed !== undefined && this.table.chooser.choose(pressed.choice.name, 0);
  }

  /** The letters of what may be pressed now. @returns {{letter: string, choice: Choice}[]} */
  #pressKeys() {
    const { chooser, calls } = this.table;
    const { presses } = chooser;
    const letters = accelerators(presses.map((one) => one.label ?? one.name), calls.letters);
    return presses.map((choice, k) => ({ choice, letter: letters[k] })).filter(({ letter }) => letter);
  }

  /** The list of keys, with those of the moment. */
  help() {
    const { race } = this.table;
    showKeys(race.active ? race.help() : this.#pressKeys().map(({ letter, choice }) => [letter.toUpperCase(), choice.label ?? choice.name]));
  }

  /** @param {Token} token @returns {Token[]} */
  #place(token) {
    return this.table.cloth.tokens.places.get(token.place) ?? [];
  }

  /** @param {HTMLElement} target @param {boolean} pointed by mouse or finger; a key's press is never double */
  #press(target, pointed) {
    const { chooser, cloth } = this.table;
    const card = target.closest(".card");
    const token = cloth.tokenOf(card);
    const place = token?.place ?? /** @type {HTMLElement | null} */ (target.closest(".slot"))?.dataset.place;
    if (place && this.table.race.press(place)) return;
    if (card && token) {
      const now = Date.now();
      const twice = pointed && this.#last.key === token.key && now - this.#last.at < DOUBLE;
      this.#last = { key: token.key, at: now };
      if (twice && chooser.touched.size && this.#away(card)) return;
      chooser.pressCard(token, this.#place(token));
      return;
    }
    const slot = /** @type {HTMLElement | null} */ (target.closest(".slot"));
    if (slot?.dataset.place) chooser.pressPlace(slot.dataset.place, cloth.tokens.places.get(slot.dataset.place) ?? []);
  }

  /** Sends a card where it goes best. @param {Element} element @returns {boolean} */
  #away(element) {
    const { chooser, cloth } = this.table;
    const token = cloth.tokenOf(element);
    if (!token) return false;
    const place = this.#place(token);
    return chooser.moveAway({ place: token.place, cards: place.length - token.index }, token, cloth.tokens.places);
  }

  /** @returns {boolean} */
  #escape() {
    const { talk, chooser, panel } = this.table;
    if (talk.hush() || chooser.escape()) return true;
    if (panel.open && panel.contains(document.activeElement)) {
      panel.toggle(false);
      return true;
    }
    return false;
  }

  /** @param {HTMLElement} card */
  #lift(card) {
    const { chooser, cloth } = this.table;
    const token = cloth.tokenOf(card);
    if (!token || !chooser.menu || chooser.waiting || this.table.race.active) return null;
    const place = this.#place(token);
    const source = { place: token.place, cards: place.length - token.index };
    if (chooser.touched.size && token.card >= 0 && chooser.mayLift(source)) {
      chooser.source = source;
      this.targets();
      const tokens = place.slice(token.index);
      const cards = tokens.map((one) => cloth.element(one.key)).filter((one) => one !== undefined);
      return { cards, drop: (/** @type {number} */ x, /** @type {number} */ y, /** @type {DOMRect} */ box) => this.#drop(tokens, x, y, box), cancel: () => this.#putDown() };
    }
    if (!cloth.standing(token).legal) return null;
    return { cards: [card], drop: (/** @type {number} */ x, /** @type {number} */ y, /** @type {DOMRect} */ box) => this.#lay(token, y, box), cancel: () => false };
  }

  #putDown() {
    this.table.chooser.source = null;
    this.table.cloth.redraw();
    this.targets();
  }

  /** Cards were dropped: on the place below the pointer, or the one they cover most. @param {Token[]} tokens @param {number} x @param {number} y @param {DOMRect} box @returns {boolean} */
  #drop(tokens, x, y, box) {
    const { chooser, board } = this.table;
    let best = null;
    let most = 0;
    for (const { pad, element } of board.boxes.values()) {
      const place = pad.places.at(-1) ?? "";
      if (place === chooser.source?.place) continue;
      const other = element.getBoundingClientRect();
      const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      const inside = x >= other.left && x <= other.right && y >= other.top && y <= other.bottom;
      const legal = chooser.targets().some((move) => move.to !== undefined && meant(move.to, place));
      const area = wide > 0 && high > 0 ? wide * high * (legal ? 2 : 1) + (inside ? 1e4 : 0) : inside ? 1e4 : 0;
      if (area > most && chooser.touched.has(pad.zone)) {
        most = area;
        best = place;
      }
    }
    if (best !== null && chooser.moveTo(best)) {
      this.#glideFrom(tokens, box);
      return true;
    }
    this.#putDown();
    return false;
  }

  /** A card of the hand was dropped: above the hand it is played. @param {Token} token @param {number} y @param {DOMRect} box @returns {boolean} */
  #lay(token, y, box) {
    const { board, chooser } = this.table;
    const top = board.calls.getBoundingClientRect().top;
    if (y > top) return false;
    chooser.pressCard(token, this.#place(token));
    this.#glideFrom([token], box);
    return true;
  }

  /** Lets cards glide from where they were dropped. @param {Token[]} tokens @param {DOMRect} box of the first */
  #glideFrom(tokens, box) {
    const { cloth, board } = this.table;
    const corner = board.element.getBoundingClientRect();
    const first = cloth.position(tokens[0]);
    if (!first) return;
    const dx = box.left - corner.left + board.element.scrollLeft - first.x;
    const dy = box.top - corner.top + board.element.scrollTop - first.y;
    cloth.dropped = new Map(
      tokens.flatMap((token) => {
        const at = cloth.position(token);
        return at ? [[token.key, { ...at, x: at.x + dx, y: at.y + dy }]] : [];
      }),
    );
  }

  /** Marks where the picked up cards may go, and what a press does. */
  targets() {
    const { board, chooser } = this.table;
    const targets = chooser.targets();
    for (const { pad, element, slot } of board.boxes.values()) {
      const place = pad.places.at(-1) ?? "";
      const pressed = chooser.press(place);
      const action = this.table.race.secret ? undefined : pressed;
      const put = pressed !== undefined && chooser.picks.length > 0; // a card was picked and goes to one of these places
      const target = put || targets.some((move) => move.to !== undefined && meant(move.to, place));
      element.classList.toggle("target", target);
      element.classList.toggle("pressable", action !== undefined);
      if (!slot) continue;
      const top = this.table.cloth.tokens.places.get(place)?.at(-1);
      slot.classList.toggle("under", pad.look !== "columns" && top !== undefined && this.table.cloth.element(top.key)?.tagName === "BUTTON");
      const label = slot.dataset.label ?? "";
      const pressing = action ? _("{place}: {choice}", { place: label, choice: action.label ?? action.name }) : label;
      slot.setAttribute("aria-label", target && !put ? _("{place}, put here", { place: label }) : pressing);
    }
  }

  /** What the arrows go among. @returns {HTMLElement[]} */
  #focusable() {
    const { bench, board, chooser } = this.table;
    if (bench.covers) return [...bench.element.querySelectorAll("button")].filter((one) => !one.disabled);
    const all = /** @type {HTMLElement[]} */ ([...board.element.querySelectorAll("button.card, .slot, .call, .run input, .premove")]);
    const held = chooser.source;
    return all.filter((element) => {
      if (!element.offsetParent || /** @type {HTMLButtonElement} */ (element).disabled) return false;
      if (!element.classList.contains("slot")) return true;
      const place = element.dataset.place ?? "";
      const cards = this.table.cloth.tokens.places.get(place) ?? [];
      // A place with a card to press on needs no stop of its own, unless it is where something may be put.
      const top = cards.at(-1);
      const covered = top && this.table.cloth.element(top.key)?.tagName === "BUTTON";
      return !covered || (held !== null && held.place !== place && element.closest(".target") !== null);
    });
  }

  /** Goes to the highest or lowest of one's cards, or to another suit. @param {string} key @returns {boolean} */
  #jump(key) {
    const { bench, chooser, cloth, hello } = this.table;
    if (bench.covers) return false;
    const own = this.#focusable().flatMap((element) => {
      const token = cloth.tokenOf(element);
      return token && token.card >= 0 && hello?.game.handles.cards.includes(token.place) ? [{ element, card: token.card }] : [];
    });
    const legal = chooser.menu ? own.filter(({ element }) => element.classList.contains("legal")) : [];
    const suit = (/** @type {number} */ card) => (hello?.game.suited ? Math.floor(card / 13) : card % 13);
    const at = own.findIndex(({ element }) => element === document.activeElement);
    const heights = (legal.length ? legal : own).sort((a, b) => cloth.height(b.card) - cloth.height(a.card));
    const others = own.filter(({ card }, k) => at < 0 || ((key === "PageDown") === k > at && suit(card) !== suit(own[at].card)));
    const before = others.filter(({ card }) => suit(card) === suit(others.at(-1)?.card ?? 0));
    const found = { Home: heights[0], End: heights.at(-1), PageUp: before[0], PageDown: others[0] }[key];
    found?.element.focus();
    return found !== undefined;
  }

  /** Gives the focus to where the arrows begin. */
  focus() {
    this.#first()?.focus();
  }

  /** Where the arrows begin. @returns {HTMLElement | null} */
  #first() {
    const all = this.#focusable();
    return all.find((element) => element.matches(".card.legal, .bench-hand .bench-card:not(.barred)")) ?? all.find((element) => element.matches(".call")) ?? all[0] ?? null;
  }

  /** Remembers which of the cards has the focus. @param {HTMLElement} target */
  #note(target) {
    this.#lost = this.#focusable().indexOf(target);
  }

  /** Gives the focus back when the card that had it is gone. */
  regain() {
    const active = document.activeElement;
    if (this.#lost < 0 || (active && active !== document.body)) return;
    const all = this.#focusable();
    (all[Math.min(this.#lost, all.length - 1)] ?? null)?.focus({ preventScroll: true });
  }

  /**
   * Points at what a hint names. @param {Choice} choice @returns {boolean} whether it is in sight
   */
  point(choice) {
    const { board, cloth, chooser } = this.table;
    const found = elementsOf(choice, board, cloth, (token) => cloth.standing(token).legal);
    glow(found);
    return chooser.menu !== null && found.length > 0;
  }
}
