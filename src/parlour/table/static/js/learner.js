/** The matches after a lesson, kept in this browser: the table of each, by game. There a learner gets words from `coach.js`. */

import { recall, remember } from "./page.js";

/** Matches after a lesson in which there are words; parlour.bots.coach says at which mistakes. */
const MATCHES = 3;

/** A lesson has led to free play: the first match begins. @param {string} game @param {string} table */
export function finished(game, table) {
  remember(`learner.${game}`, table);
}

/** Whether there are words at all. */
export const WORDS = "coach";

/**
 * Which match after the lesson is played at a table, from 1; 0 if there are no words there.
 * @param {string} game @param {string} table @param {boolean} lesson whether it is the table of a lesson, which counts once that is over
 */
export function matchAfter(game, table, lesson) {
  const tables = recall(`learner.${game}`, "").split(" ").filter(Boolean);
  if (!tables.length || recall(WORDS, "yes") === "no") return 0;
  if (!tables.includes(table)) {
    if (lesson || tables.length >= MATCHES) return 0;
    tables.push(table);
    remember(`learner.${game}`, tables.join(" "));
  }
  return tables.indexOf(table) + 1;
}
