/**
 * Calls made by moving cards: which zones they touch, and the name of a move nobody offered (to ask why not).
 */

/** @typedef {import("./types.js").MoveLook} MoveLook */

const BRACES = /\{([^{}]*)\}/g;
const USE = /\{(\d+)(?:([+-])(\d+))?\}/g;
/** A pattern with more names than this is not searched. */
const MOST = 20_000;

/** The zone of a place: "up.3" -> "up". @param {string} place */
export function zoneOf(place) {
  return place.split(".")[0];
}

/** Zones that moves start from, end at, or that are pressed. @param {Record<string, MoveLook> | undefined} moves */
export function touchedZones(moves) {
  const from = new Set();
  const all = new Set();
  for (const move of Object.values(moves ?? {})) {
    if (move.from) from.add(zoneOf(move.from));
    for (const place of [move.from, move.to, move.press]) if (place) all.add(zoneOf(place));
  }
  return { from, all };
}

/** @param {string} brace @returns {string[]} */
function wordsOf(brace) {
  const span = /^(-?\d+)\.\.(-?\d+)$/.exec(brace);
  if (!span) return brace.split(",").map((word) => word.trim());
  return Array.from({ length: Math.max(0, Number(span[2]) - Number(span[1]) + 1) }, (_, k) => String(Number(span[1]) + k));
}

/** @param {string | undefined} text @param {string[]} words */
function fill(text, words) {
  return (text ?? "").replace(USE, (_, at, sign, by) => {
    const word = words[Number(at)] ?? "";
    return sign ? String(Number(word) + Number(sign + by)) : word;
  });
}

/** Whether a place is meant by what a move says: the same place, or any place of a zone. @param {string} said @param {string} place */
export function meant(said, place) {
  return said === place || said === zoneOf(place);
}

/**
 * Names of the moves of so many cards from one place to another, as table.toml writes them.
 * @param {Record<string, MoveLook> | undefined} moves @param {string} from @param {number} cards @param {string} to
 * @returns {string | null}
 */
export function moveName(moves, from, cards, to) {
  for (const [pattern, move] of Object.entries(moves ?? {})) {
    if (!move.from || !move.to || zoneOf(move.from) !== zoneOf(from) || zoneOf(move.to) !== zoneOf(to)) continue;
    const lists = [...pattern.matchAll(BRACES)].map((brace) => wordsOf(brace[1]));
    if (lists.reduce((product, list) => product * list.length, 1) > MOST) continue;
    for (const words of combinations(lists)) {
      const fits = meant(fill(move.from, words), from) && meant(fill(move.to, words), to) && fill(move.cards ?? "1", words) === String(cards);
      if (!fits) continue;
      let k = 0;
      return pattern.replace(BRACES, () => words[k++]);
    }
  }
  return null;
}

/**
 * Names of the calls that are made by pressing a place, offered or not.
 * @param {Record<string, MoveLook> | undefined} moves @param {string} place @param {number} you @returns {string[]}
 */
export function pressNames(moves, place, you) {
  const found = [];
  for (const [pattern, move] of Object.entries(moves ?? {})) {
    if (!move.press || zoneOf(move.press) !== zoneOf(place)) continue;
    const said = move.press.replace("{me}", String(you)).replace("{other}", String(1 - you));
    for (const words of combinations([...pattern.matchAll(BRACES)].map((brace) => wordsOf(brace[1])))) {
      let k = 0;
      if (meant(fill(said, words), place)) found.push(pattern.replace(BRACES, () => words[k++]));
    }
  }
  return found;
}

/** @param {string[][]} lists @returns {Generator<string[]>} */
function* combinations(lists) {
  if (!lists.length) {
    yield [];
    return;
  }
  for (const word of lists[0]) for (const rest of combinations(lists.slice(1))) yield [word, ...rest];
}
