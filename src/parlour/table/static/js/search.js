/** Games that fit what somebody looks for, the best first. Pure: no page is touched. */

/**
 * A game as it is searched. kinds: what its families and games like it are called, and for how many it is. text: its description.
 * @typedef {{title: string, names: string[], kinds: string[], text: string}} Sought
 */

/** How well something fits, the best first: what was typed begins the title, a word of it, is within it, in another name, a family, the text. */
const TITLE = 0;
const WORD = 1;
const WITHIN = 2;
const NAME = 3;
const KIND = 4;
const TEXT = 5;
const NOT = Infinity;

/** Letters without their accents, and nothing but letters and digits between single spaces. @param {string} text */
export function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/['’.]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** Whether a text, or a word in it, begins so. @param {string} text @param {string} start */
const begins = (text, start) => ` ${text}`.includes(` ${start}`);

/** @param {Sought} game @param {string} part plain, one word or all of them */
function place(game, part) {
  const title = plain(game.title);
  if (title.startsWith(part)) return TITLE;
  if (begins(title, part)) return WORD;
  if (title.includes(part)) return WITHIN;
  if (game.names.some((name) => begins(plain(name), part))) return NAME;
  if (game.kinds.some((kind) => begins(plain(kind), part))) return KIND;
  return plain(game.text).includes(part) ? TEXT : NOT;
}

/**
 * How well a game fits, 0 the best, Infinity not at all: as what was typed fits as a whole, or else as its worst word does.
 * @param {Sought} game @param {string} typed
 */
export function fit(game, typed) {
  const whole = plain(typed);
  if (!whole) return TITLE;
  const best = place(game, whole);
  const words = whole.split(" ");
  return best === NOT && words.length > 1 ? Math.max(...words.map((word) => place(game, word))) : best;
}

/**
 * The games that fit, the best first; those that fit equally well stay in their order.
 * @template {Sought} T
 * @param {T[]} games @param {string} typed @returns {T[]}
 */
export function ranked(games, typed) {
  const fits = games.map((game) => ({ game, at: fit(game, typed) })).filter(({ at }) => at < NOT);
  return fits.sort((one, other) => one.at - other.at).map(({ game }) => game);
}

/** Whether a game was found by another of its names only. @param {Sought} game @param {string} typed */
export function byOtherName(game, typed) {
  return plain(typed) !== "" && fit(game, typed) === NAME;
}
