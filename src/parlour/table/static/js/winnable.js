/** Whether a deal of a patience could have been won: asked of the solver, and said in words. */

import { _, dayOf, ngettext } from "./messages.js";
import { make } from "./page.js";

/** @typedef {import("./wire.js").Settled} Settled */

/** After all entries of the log, however many there are. */
export const THE_END = 99_999_999;

/** A numbered deal as it is called, and whether it can be won, if that is known. @param {import("./types.js").Hello} hello */
export function dealt(hello) {
  const deal = hello.daily ? _("daily deal of {date}", { date: dayOf(new Date(hello.daily), { timeZone: "UTC" }) }) : _("deal {n}", { n: hello.deal ?? "" });
  if (hello.winnable === "yes") return _("{deal}, can be won", { deal });
  return hello.winnable === "unknown" ? _("{deal}, not known to be winnable", { deal }) : deal;
}

/** The address of the answer. @param {string} match its page @param {number} after so many entries of the log */
export function question(match, after) {
  return `${match}/winnable/${after}.json`;
}

/** The answer in words, and the way to the line if there is one. @param {Settled} found @returns {(string | HTMLElement)[]} */
export function answer({ winnable, moves, seconds, line }) {
  if (winnable === null) return [ngettext("Not settled in {n} second.", "Not settled in {n} seconds.", Math.max(1, Math.round(seconds)))];
  if (!winnable) return [_("No: the solver has tried everything.")];
  const way = make("a", "", _("Show how"));
  way.href = line;
  return [`${ngettext("Yes, in {n} move.", "Yes, in {n} moves.", moves)} `, way];
}
