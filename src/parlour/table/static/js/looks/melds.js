/**
 * Sets and runs of two packs, as a workbench shows them: what is one, and how cards can be divided into them. Pure: no page is touched.
 */

const ACE = 12;
/** Runs of six and more fall into shorter ones. */
const LONGEST = 5;
/** Steps after which a search gives up; tables of a whole pack need a few hundred. */
const MOST_STEPS = 20000;

/** Three or four of a rank in different suits. @param {number[]} cards */
export function isSet(cards) {
  return cards.length >= 3 && cards.every((card) => card % 13 === cards[0] % 13) && new Set(cards).size === cards.length;
}

/** Returns the cards of a run from its low end, an ace low or high; null if they are not a run. @param {number[]} cards @returns {number[] | null} */
export function asRun(cards) {
  const suit = Math.floor(cards[0] / 13);
  if (cards.length < 3 || new Set(cards).size < cards.length || cards.some((card) => Math.floor(card / 13) !== suit)) return null;
  for (const shift of [0, 1]) {
    const places = cards.map((card) => ({ card, at: (card + shift) % 13 })).sort((a, b) => a.at - b.at);
    if (places.every((one, k) => one.at === places[0].at + k)) return places.map((one) => one.card);
  }
  return null;
}

/**
 * The melds of at most five cards that a card can be in with those there are.
 * @param {number} card @param {number[]} held how many of each card @param {string[]} kinds @returns {number[][]}
 */
function meldsWith(card, held, kinds) {
  const rank = card % 13;
  const first = card - rank;
  /** @type {number[][]} */
  const found = [];
  if (kinds.includes("set")) {
    const others = [0, 13, 26, 39].map((suit) => suit + rank).filter((other) => other !== card && held[other]);
    if (others.length >= 2) found.push(...others.map((_, k) => [card, ...others.filter((_, j) => others.length === 2 || j !== k)]).slice(0, others.length === 2 ? 1 : 3));
    if (others.length === 3) found.push([card, ...others]);
  }
  if (!kinds.includes("run")) return found;
  for (const place of rank === ACE ? [0, 13] : [rank + 1]) {
    for (let low = Math.max(0, place - LONGEST + 1); low <= place; low++) {
      /** @type {number[]} */
      const run = [];
      for (let at = low; at < low + LONGEST && at <= 13 && held[first + ((at + ACE) % 13)]; at++) {
        run.push(first + ((at + ACE) % 13));
        if (run.length >= 3 && at >= place) found.push([...run]);
      }
    }
  }
  return found;
}

/**
 * Divides all of the cards into melds; null if that is not possible (or takes too long to see).
 * The card that can be in the fewest melds comes first; what has failed once is not tried again.
 * @param {number[]} cards @param {string[]} kinds "set", "run" @returns {number[][] | null}
 */
export function arrangement(cards, kinds) {
  const held = Array(52).fill(0);
  for (const card of cards) held[card] += 1;
  /** @type {Set<string>} */
  const failed = new Set();
  let steps = 0;
  /** @returns {number[][] | null} */
  const divide = () => {
    const key = held.join("");
    if (failed.has(key) || ++steps > MOST_STEPS) return null;
    /** @type {number[][] | null} */
    let fewest = null;
    for (let card = 0; card < 52; card++) {
      if (!held[card]) continue;
      const melds = meldsWith(card, held, kinds);
      if (!fewest || melds.length < fewest.length) fewest = melds;
      if (fewest.length < 2) break;
    }
    if (!fewest) return [];
    for (const meld of fewest) {
      for (const card of meld) held[card] -= 1;
      const rest = divide();
      for (const card of meld) held[card] += 1;
      if (rest) return [meld, ...rest];
    }
    failed.add(key);
    return null;
  };
  return divide();
}
