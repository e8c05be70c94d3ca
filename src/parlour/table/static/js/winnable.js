/** Whether a deal of a patience could have been won: asked of the solver, and said in words. */

import { make } from "./page.js";

/** @typedef {import("./wire.js").Settled} Settled */

/** After all entries of the log, however many there are. */
export const THE_END = 99_999_999;

const KNOWN = { wanted: "", yes: ", can be won", unknown: ", not known to be winnable" };

/** A numbered deal as it is called, and whether it can be won, if that is known. @param {import("./types.js").Hello} hello */
export function dealt(hello) {
  const day = hello.daily ? `daily deal of ${new Date(hello.daily).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" })}` : "";
  return `${day || `deal ${hello.deal}`}${hello.winnable ? KNOWN[hello.winnable] : ""}`;
}

/** The address of the answer. @param {string} match its page @param {number} after so many entries of the log */
export function question(match, after) {
  return `${match}/winnable/${after}.json`;
}

/** The answer in words, and the way to the line if there is one. @param {Settled} found @returns {(string | HTMLElement)[]} */
export function answer({ winnable, moves, seconds, line }) {
  if (winnable === null) return [`Not settled in ${Math.max(1, Math.round(seconds))} seconds.`];
  if (!winnable) return ["No: the solver has tried everything."];
  const way = make("a", "", "Show how");
  way.href = line;
  return [`Yes, in ${moves} ${moves === 1 ? "move" : "moves"}. `, way];
}
