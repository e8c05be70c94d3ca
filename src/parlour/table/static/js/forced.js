/**
 * Choices that need no thought: the only one that is legal, and a question that has one sensible answer by what the player sees.
 * The page makes them itself. Others must not learn from its speed that a player had no choice.
 */

import { holds } from "./seats.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Menu} Menu */
/** @typedef {import("./types.js").View} View */

/** Such a choice waits this long, so that it is seen. */
const SEEN = 450;
/** An answer that took longer than this says nothing of how fast its player is. */
const LONG = 8000;
/** Answers that are remembered, and how many are needed before one of them is imitated. */
const REMEMBERED = 12;
const ENOUGH = 4;
/** Until then: at least so long, and up to so much longer at random. */
const FIRST = 1500;
const SPREAD = 2500;

/**
 * The choice to which a menu leaves no sensible alternative, null if there is one.
 * @param {Menu} menu @param {import("./types.js").Look} look @param {View} view @param {number} you
 * @returns {{choice: Choice, open: boolean} | null} `open`: everybody at the table knows that there is none
 */
export function forcedBy(menu, look, view, you) {
  const [only, more] = menu.choices;
  if (!only || menu.prefix.length) return null;
  if (!more) {
    if (only.kind === "resign" || only.kind === "run") return null;
    const held = (menu.places ?? []).flatMap((place) => view.places[place]?.cards ?? []);
    return { choice: only, open: only.kind === "card" && held.length === 1 };
  }
  const usual = look.answers?.[view.phase]?.find(({ when }) => when.every((condition) => holds(condition, view, you)));
  const choice = menu.choices.find((one) => one.name === usual?.call);
  return choice ? { choice, open: true } : null;
}

/** How fast a player answers, and how long an answer waits that is made for them. */
export class Answers {
  /** @type {number[]} milliseconds of the player's own last answers */
  #times = [];

  /** The player has answered by themselves. @param {number} ms */
  note(ms) {
    if (ms < LONG) this.#times = [...this.#times, ms].slice(-REMEMBERED);
  }

  /**
   * How long a choice waits that is made for the player: if others may learn something from it, as long as one of the player's own.
   * @param {boolean} secret @param {() => number} [chance]
   */
  pause(secret, chance = Math.random) {
    if (!secret) return SEEN;
    if (this.#times.length < ENOUGH) return FIRST + SPREAD * chance();
    return this.#times[Math.floor(this.#times.length * chance())];
  }
}
