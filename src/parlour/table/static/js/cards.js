/**
 * Cards as the browser shows and speaks them: names, order, and the `<card-face>` element.
 * A card is its id: suit * 13 + rank, suits ♣ ♦ ♥ ♠, ranks 2..A; 52 ★, 53 ☆; -1 is a card not seen.
 */
import { _ } from "./messages.js";
import { recall } from "./page.js";


const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["♣", "♦", "♥", "♠"];
const SPOKEN_RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const SPOKEN_SUITS = ["clubs", "diamonds", "hearts", "spades"];
const SPOKEN_CARD = new RegExp(`\\b(${SPOKEN_RANKS.join("|")}) of (${SPOKEN_SUITS.join("|")})\\b`, "gi");
const CARD_SIGN = /(10|[2-9JQKA])?([♣♦♥♠])/g;
const SPOKEN_SUIT = new RegExp(`\\b(${SPOKEN_SUITS.join("|")})\\b`, "gi");
const SPOKEN_COURT = /\b(jack|queen|king|ace)(s?)\b/g; // in small letters only: Jack may sit at the table
/**
 * What the cards of a deck are called in a language: as the deck's drawings tell it (docs/wire.md).
 * @typedef {{system: string, language: string, colours: string[], suits: string[], ranks: string[], plurals: string[], indices: string[], cards: string[]}} Called
 */
/** @type {Called} what this viewer calls the cards; choices have the same names for everybody */
let called = {
  system: "french",
  language: "en",
  colours: ["#1a171c", "#c4161f", "#c4161f", "#1a171c"],
  suits: SPOKEN_SUITS,
  ranks: SPOKEN_RANKS,
  plurals: ["jacks", "queens", "kings", "aces"],
  indices: RANKS,
  cards: [...SPOKEN_SUITS.flatMap((suit) => SPOKEN_RANKS.map((rank) => `${rank} of ${suit}`)), "joker", "second joker"],
};
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
  if (card < 0) return _("card, face down");
  return (suited || card >= 52 ? called.cards[card] : called.ranks[card % 13]) ?? "";
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
  return called.suits[suit] ?? "";
}

/** A word with the first letter as large as another word's. @param {string} word @param {string} like */
function alike(word, like) {
  return like[0] < "a" ? word[0].toUpperCase() + word.slice(1) : word;
}

/** Names of people: the deck's names for cards are not put into them. @type {RegExp | null} */
let people = null;

/** Who sits at the table, so that somebody called Hearts stays so. @param {string[]} names */
export function spare(names) {
  const patterns = names.filter(Boolean).map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  people = patterns.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${patterns.join("|")})(?![\\p{L}\\p{N}])`, "u") : null;
}

/**
 * A text of the table in the names of this viewer's deck: "7♦" and the seven of diamonds are the seven of coins, "Q♥" is "D♥" in German.
 * @param {string} text @returns {string}
 */
export function inSuits(text) {
  const french = called.system === "french";
  if (french && called.language === "en") return text;
  if (people) return text.split(people).map((part, k) => (k % 2 ? part : inDeck(part, french))).join("");
  return inDeck(text, french);
}

const NAMED_CARD = /((?:10|[2-9JQKA])[♣♦♥♠]|[★☆])( (?=(?:10|[2-9JQKA])?[♣♦♥♠★☆]))?/g;

/** A text as it is heard: cards and suits by their names, a comma between cards in a row. @param {string} text @returns {string} */
export function spoken(text) {
  const cards = text.replace(NAMED_CARD, (_, name, next) => cardWords(cardNamed(name)) + (next ? ", " : ""));
  return inSuits(cards).replace(/[♣♦♥♠]/g, (sign) => suitWord(SUITS.indexOf(sign)));
}

/** @param {string} text without names of people @param {boolean} french */
function inDeck(text, french) {
  /** @param {string} rank @param {string} suit */
  const whole = (rank, suit) => called.cards[13 * SPOKEN_SUITS.indexOf(suit.toLowerCase()) + SPOKEN_RANKS.indexOf(rank.toLowerCase())];
  return text
    .split(/((?:10|[2-9JQKA])?[♣♦♥♠])/)
    .map((part, k) => (k % 2 ? inSigns(part, french) : part
      .replace(SPOKEN_CARD, (old, rank, suit) => `\u0000${alike(whole(rank, suit), old)}\u0000`)
      .split("\u0000")
      .map((piece, n) => (n % 2 ? piece : inWords(piece)))
      .join("")))
    .join("");
}

/** @param {string} text @param {boolean} french */
function inSigns(text, french) {
  return text.replace(CARD_SIGN, (_, rank, sign) => {
    const suit = SUITS.indexOf(sign);
    if (!rank) return french ? sign : suitWord(suit);
    const at = RANKS.indexOf(rank);
    return french ? called.indices[at] + sign : called.cards[13 * suit + at];
  });
}

/** @param {string} text */
function inWords(text) {
  const suited = text.replace(SPOKEN_SUIT, (old) => alike(suitWord(SPOKEN_SUITS.indexOf(old.toLowerCase())), old));
  return suited.replace(SPOKEN_COURT, (_, court, many) => {
    const at = SPOKEN_RANKS.indexOf(court);
    return many ? called.plurals[at - 9] : called.ranks[at];
  });
}

/** @param {number} rank @returns {string} */
export function rankName(rank) {
  return called.indices[rank] ?? "";
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

/** The usual deck, which has the shortest address: every page that shows cards names the same one, so it is fetched once. */
export const USUAL_DECK = { deck: "french", index: "standard", language: "en", back: "lattice" };

/** The address of a deck's drawings. @param {Record<string, string>} wanted @returns {string} */
export function deckAddress(wanted) {
  const usual = new Map(Object.entries(USUAL_DECK));
  const asked = new URLSearchParams(Object.entries(wanted).filter(([key, name]) => usual.get(key) !== name)).toString();
  return asked ? `/deck.svg?${asked}` : "/deck.svg";
}

/**
 * Puts a deck's drawings into the page, or others in their place, and goes by its names from then on.
 * @param {Record<string, string>} wanted deck, index, language and back, each by its name
 */
export async function loadDeck(wanted) {
  const answer = await fetch(deckAddress(wanted));
  if (!answer.ok) throw new Error(`deck: ${answer.status}`);
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  called = JSON.parse(sprite.querySelector("metadata")?.textContent ?? "");
  sprite.classList.add("deck-sprite");
  sprite.dataset.deck = wanted.deck;
  document.querySelector(".deck-sprite")?.remove();
  document.body.prepend(document.adoptNode(sprite));
}

/** The language of the letters on the cards, if another than the page's was chosen. */
export function lettersOfCards() {
  return recall("deck-language", "");
}

/** The suit system of the cards, "" if it is French. */
export function suitsOfCards() {
  return called.system === "french" ? "" : called.system;
}

/** The deck that this browser keeps, with letters and names in the language of the page unless others were chosen; the usual deck if there is none such. */
export async function loadKept() {
  const { lang } = document.documentElement;
  const kept = { deck: recall("deck", ""), language: lettersOfCards() || (lang === "qps" ? "" : lang), back: recall("deck-back", "") };
  const known = Object.fromEntries(Object.entries(kept).filter(([, name]) => name));
  await loadDeck(known).catch(() => loadDeck({})).catch(() => {}); // without pictures cards are told in words
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
  return svg("svg", { viewBox: "0 0 250 350", "aria-hidden": "true", focusable: "false", class: "edge", color: called.colours[suit] ?? "" }, [paper, rank, sign, large]);
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
