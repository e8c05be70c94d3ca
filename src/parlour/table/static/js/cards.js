/**
 * Cards as the browser shows and speaks them: names, order, and the `<card-face>` element.
 * A card is its id: suit * 13 + rank, suits ♣ ♦ ♥ ♠, ranks 2..A; 52 ★, 53 ☆; -1 is a card not seen.
 */

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["♣", "♦", "♥", "♠"];
const RANK_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const SUIT_WORDS = { french: ["clubs", "diamonds", "hearts", "spades"], latin: ["batons", "coins", "cups", "swords"] };
const CARD_SIGN = /(10|[2-9JQKA])?([♣♦♥♠])/g;
const CARD_WORD = /\b(queen|clubs|diamonds|hearts|spades)/gi;
/** @type {"french" | "latin"} the suits this viewer looks at; choices have the same names in both */
let suits = "french";
const SVG = "http://www.w3.org/2000/svg";
/** Suits from left to right in a sorted hand: black and red by turns. */
const HAND_ORDER = [1, 0, 2, 3];

/** A card as choices name it. @param {number} card @param {boolean} [suited] @returns {string} */
export function cardName(card, suited = true) {
  if (card >= 52) return card === 52 ? "★" : "☆";
  return RANKS[card % 13] + (suited ? SUITS[Math.floor(card / 13)] : "");
}

/** A card in words. @param {number} card @param {boolean} [suited] @returns {string} */
export function cardWords(card, suited = true) {
  if (card < 0) return "card, face down";
  if (card >= 52) return card === 52 ? "joker" : "second joker";
  return rankWord(card % 13) + (suited ? ` of ${suitWord(Math.floor(card / 13))}` : "");
}

/** A card by its name, -1 for what is none. @param {string} name @returns {number} */
export function cardNamed(name) {
  if (name === "★" || name === "☆") return name === "★" ? 52 : 53;
  const suit = SUITS.indexOf(name.slice(-1));
  const rank = RANKS.indexOf(name.slice(0, -1));
  return suit < 0 || rank < 0 ? -1 : 13 * suit + rank;
}

/** @param {number} suit @returns {string} */
export function suitWord(suit) {
  return SUIT_WORDS[suits][suit] ?? "";
}

/** @param {number} rank @returns {string} */
function rankWord(rank) {
  return suits === "latin" && RANKS[rank] === "Q" ? "cavalier" : RANK_WORDS[rank];
}

/** A text of the table for who looks at Latin suits: "7♦" and the seven of diamonds are the seven of coins. @param {string} text @returns {string} */
export function inSuits(text) {
  if (suits === "french") return text;
  const signs = text.replace(CARD_SIGN, (_, rank, suit) => {
    const word = suitWord(SUITS.indexOf(suit));
    return rank ? `${rankWord(RANKS.indexOf(rank))} of ${word}` : word;
  });
  return signs.replace(CARD_WORD, (/** @type {string} */ old) => {
    const suit = SUIT_WORDS.french.indexOf(old.toLowerCase());
    const word = suit < 0 ? "cavalier" : suitWord(suit);
    return old[0] < "a" ? word[0].toUpperCase() + word.slice(1) : word;
  });
}

/** @param {number} rank @returns {string} */
export function rankName(rank) {
  return RANKS[rank] ?? "";
}

/**
 * How hands are ordered: a comparison of two cards.
 * @param {string | undefined} sort "suit", "rank" or nothing (as they come)
 * @param {string | undefined} ranking ranks from low to high, e.g. "J Q K 10 A"
 * @param {number[]} [trumps] cards that stand before all suits, the highest first
 * @returns {(a: number, b: number) => number}
 */
export function handOrder(sort, ranking, trumps = []) {
  /** @param {number} card */
  const strength = (card) => (card >= 52 ? 100 + card : rankPlace(card, ranking));
  /** @param {number} card */
  const suit = (card) => (card >= 52 ? 9 : HAND_ORDER.indexOf(Math.floor(card / 13)));
  /** @param {number} card */
  const place = (card) => (trumps.includes(card) ? trumps.indexOf(card) : trumps.length);
  if (sort === "rank") return (a, b) => strength(a) - strength(b) || suit(a) - suit(b);
  if (sort === "suit") return (a, b) => place(a) - place(b) || suit(a) - suit(b) || strength(b) - strength(a);
  return (a, b) => a - b;
}


/** Where the rank of a card stands in an order, lowest first; without one in the usual. @param {number} card @param {string} [ranking] */
export function rankPlace(card, ranking) {
  const listed = (ranking ?? "").split(/\s+/).filter(Boolean);
  return listed.length ? listed.indexOf(RANKS[card % 13]) : card % 13;
}

/**
 * Puts the deck's drawings into the page, or others in their place.
 * @param {boolean} fourColours each suit in a colour of its own @param {boolean} latin coins, cups, swords and batons, which have their own
 */
export async function loadDeck(fourColours, latin) {
  suits = latin ? "latin" : "french";
  const answer = await fetch(latin ? "/deck.svg?suits=latin" : fourColours ? "/deck.svg?colours=4" : "/deck.svg");
  if (!answer.ok) throw new Error(`deck: ${answer.status}`);
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sprite.classList.add("deck-sprite");
  document.querySelector(".deck-sprite")?.remove();
  document.body.prepend(document.importNode(sprite, true));
  document.body.classList.toggle("four-colours", fourColours && !latin);
  document.body.classList.toggle("latin-suits", latin);
}

/**
 * @param {string} tag @param {Record<string, string | number>} attributes @param {Element[]} [children]
 * @returns {SVGElement}
 */
function svg(tag, attributes, children = []) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/** A drawing of the deck, as an inline SVG. @param {string} id @param {string} [box] @returns {SVGElement} */
export function drawing(id, box = "0 0 250 350") {
  return svg("svg", { viewBox: box, "aria-hidden": "true", focusable: "false" }, [svg("use", { href: `#${id}` })]);
}

/**
 * The face for a column, where only the upper edge of a card shows: rank and suit side by side at the top.
 * @param {number} card @returns {SVGElement}
 */
function edgeFace(card) {
  const suit = Math.floor(card / 13);
  const paper = svg("rect", { x: 1, y: 1, width: 248, height: 348, rx: 16, class: "paper" });
  const rank = svg("use", { href: `#rank-${card % 13}`, x: 10, y: 8, width: 108, height: 112 });
  const sign = svg("use", { href: `#suit-${suit}`, x: 132, y: 17, width: 96, height: 96 });
  const large = svg("use", { href: `#suit-${suit}`, x: 50, y: 165, width: 150, height: 150 });
  return svg("svg", { viewBox: "0 0 250 350", "aria-hidden": "true", focusable: "false", class: `edge suit-${suit}` }, [paper, rank, sign, large]);
}

/** A card's picture: attributes `card` (an id, -1 the back) and `face` (plain, large, edge). */
export class CardFace extends HTMLElement {
  static observedAttributes = ["card", "face"];

  connectedCallback() {
    this.#draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw();
  }

  #draw() {
    const card = Number(this.getAttribute("card") ?? -1);
    const face = this.getAttribute("face") ?? "plain";
    if (card < 0) this.replaceChildren(drawing("card-back"));
    else if (face === "edge" && card < 52) this.replaceChildren(edgeFace(card));
    else this.replaceChildren(drawing(face === "plain" ? `card-${card}` : `card-${card}-large`));
  }
}
customElements.define("card-face", CardFace);
