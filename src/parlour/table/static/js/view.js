/**
 * From one view to the next: which card on the cloth is which.
 *
 * A view only says how many cards lie where and which of them are known. A `Token` is one card on the cloth that keeps its
 * identity while it wanders; `Tokens.update` matches the tokens to a new view so that as few as possible move.
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {{key: number, card: number, place: string, index: number, by: number, was: string | null, wasCard: number}} Token
 *  `by`: seat that brought it here (-1 unknown); `was`: place before this view (null: new); `wasCard`: what it showed before */
/** @typedef {{card: number, index: number, token: Token | null}} Slot */

/**
 * The slots of a place, in drawing order: known cards in order, then the unknown ones; piles bottom to top.
 * @param {import("./types.js").Holding | undefined} holding
 * @param {((a: number, b: number) => number) | null} order of an unordered zone
 * @returns {number[]}
 */
export function cardsOf(holding, order) {
  if (!holding) return [];
  const cards = order ? [...holding.cards].sort(order) : [...holding.cards];
  for (let k = 0; k < (holding.unknown ?? 0); k++) cards.push(-1);
  return cards;
}

export class Tokens {
  /** @type {Map<string, Token[]>} tokens by place, in drawing order */
  places = new Map();
  #next = 1;

  /**
   * Matches the tokens to a view.
   * @param {View} view
   * @param {(place: string) => ((a: number, b: number) => number) | null} orderOf order of the cards of a place
   * @param {number} mover seat that made this step, -1 for nobody
   * @param {(place: string) => number} ownerOf the seat a place belongs to, -1 for the centre
   * @returns {Token[]} tokens that are gone
   */
  update(view, orderOf, mover, ownerOf) {
    const before = this.places;
    /** @type {Map<string, Slot[]>} */
    const slots = new Map();
    for (const [place, holding] of Object.entries(view.places)) {
      slots.set(place, cardsOf(holding, orderOf(place)).map((card, index) => ({ card, index, token: null })));
    }
    const free = this.#stay(before, slots);
    this.#travel(free, slots, mover, ownerOf);
    /** @type {Map<string, Token[]>} */
    const after = new Map();
    for (const [place, list] of slots) after.set(place, list.map((slot) => this.#settle(slot, place, mover)));
    this.places = after;
    return [...free.values()].flat();
  }

  /** All tokens on the cloth. @returns {Token[]} */
  all() {
    return [...this.places.values()].flat();
  }

  /**
   * First those that stay where they are: same slot and card, then the same card elsewhere in the place, then unknown ones
   * from the bottom up (cards leave a pile from its top).
   * @param {Map<string, Token[]>} before @param {Map<string, Slot[]>} slots @returns {Map<string, Token[]>} tokens left over
   */
  #stay(before, slots) {
    /** @type {Map<string, Token[]>} */
    const free = new Map();
    for (const [place, tokens] of before) {
      const list = slots.get(place) ?? [];
      const left = new Set(tokens);
      for (const token of tokens) {
        const slot = list[token.index];
        if (slot && !slot.token && slot.card === token.card) take(slot, token, left);
      }
      for (const slot of list) {
        if (slot.token) continue;
        const token = [...left].find((one) => one.card === slot.card);
        if (token) take(slot, token, left);
      }
      if (left.size) free.set(place, [...left]);
    }
    return free;
  }

  /**
   * Then those that moved: a known card is followed by its id; else a hidden card shows itself or a known one is hidden,
   * from the place that has cards to spare, the mover's own first.
   * @param {Map<string, Token[]>} free @param {Map<string, Slot[]>} slots @param {number} mover
   * @param {(place: string) => number} ownerOf
   */
  #travel(free, slots, mover, ownerOf) {
    const open = [...slots].flatMap(([place, list]) => list.filter((slot) => !slot.token).map((slot) => ({ place, slot })));
    /** @param {(token: Token, slot: Slot) => boolean} fits */
    const match = (fits) => {
      for (const { place, slot } of open) {
        if (slot.token) continue;
        const sources = [...free.keys()].sort((a, b) => rank(a, place) - rank(b, place));
        for (const source of sources) {
          const tokens = free.get(source) ?? [];
          const token = [...tokens].reverse().find((one) => fits(one, slot));
          if (!token) continue;
          slot.token = token;
          tokens.splice(tokens.indexOf(token), 1);
          if (!tokens.length) free.delete(source);
          break;
        }
      }
    };
    /** @param {string} source @param {string} target */
    const rank = (source, target) => (source === target ? 0 : ownerOf(source) === mover && mover >= 0 ? 1 : ownerOf(source) < 0 ? 2 : 3);
    match((token, slot) => slot.card >= 0 && token.card === slot.card);
    match((token, slot) => slot.card >= 0 && token.card < 0);
    match((token, slot) => slot.card < 0 && token.card < 0);
    match((token, slot) => slot.card < 0);
  }

  /** @param {Slot} slot @param {string} place @param {number} mover @returns {Token} */
  #settle(slot, place, mover) {
    const { token } = slot;
    if (!token) return { key: this.#next++, card: slot.card, place, index: slot.index, by: mover, was: null, wasCard: slot.card };
    token.was = token.place;
    token.wasCard = token.card;
    if (token.place !== place) token.by = mover;
    token.place = place;
    token.card = slot.card;
    token.index = slot.index;
    return token;
  }
}

/** @param {Slot} slot @param {Token} token @param {Set<Token>} left */
function take(slot, token, left) {
  slot.token = token;
  left.delete(token);
}

/**
 * Cards of a line and those that hang below them, in the order in which they were laid: the first opens the line.
 * @param {Token[]} tokens @param {string} line the place of the line; the others hang @param {number} turns one bit per card after the first, 1 in the line
 * @returns {Token[]}
 */
export function asLaid(tokens, line, turns) {
  const laid = tokens.filter((token) => token.place === line);
  const hanging = tokens.filter((token) => token.place !== line);
  const found = laid.splice(0, 1);
  for (let rest = turns; laid.length || hanging.length; rest = Math.floor(rest / 2)) {
    const next = rest % 2 && laid.length ? laid.shift() : (hanging.shift() ?? laid.shift()); // more than 32 bits: no bitwise operators
    if (next) found.push(next);
  }
  return found;
}
