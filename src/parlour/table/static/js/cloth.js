/**
 * Cards on the board: one element for each token in sight, in its pad, at its spot; and how it got there.
 */

import { cardNamed, cardWords, handOrder, rankPlace } from "./cards.js";
import { lively, appear, carry, glide, stayBelow, turnOver } from "./motion.js";
import { ownerOf } from "./layout.js";
import { arrange, make } from "./page.js";
import { asLaid, Tokens } from "./view.js";

/** @typedef {import("./types.js").ViewMessage} ViewMessage */
/** @typedef {import("./view.js").Token} Token */
/** @typedef {import("./motion.js").Position} Position */
/** @typedef {{button: boolean, legal: boolean, picked: boolean, quiet: boolean, note: string, mark?: string}} Standing
 *  what a card is to the player now; `quiet`: nothing is asked, so being illegal means nothing */

export class Cloth {
  tokens = new Tokens();
  /** @type {Map<number, HTMLElement>} */
  #elements = new Map();
  /** @type {Map<number, Position>} where each token lay when drawn last */
  #positions = new Map();
  /** @type {Map<string, (a: number, b: number) => number>} */
  #orders = new Map();
  /** @type {Map<string, number>} */
  #owners = new Map();
  /** @type {import("./types.js").Game | null} */
  #game = null;
  #trumps = "";
  /** @type {ViewMessage | null} */
  message = null;
  /** whether cards left a place or came to one in the view drawn last */
  moved = false;
  large = false;
  /** @type {Map<number, Position>} where cards lie that the player dropped, until the next view */
  dropped = new Map();
  /** @type {(token: Token) => Standing} */
  standing = () => ({ button: false, legal: false, picked: false, quiet: true, note: "" });

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
  }

  /** A fresh cloth. @param {import("./types.js").Hello} hello */
  clear({ game }) {
    this.#elements.clear();
    this.#positions.clear();
    this.#owners.clear();
    this.#game = game;
    for (const place of game.places) this.#owners.set(place.name, ownerOf(place));
    this.#sort("");
  }

  /** How the cards of each place are ordered. @param {string} trumps cards that stand before all suits, the highest first */
  #sort(trumps) {
    const game = this.#game;
    if (!game) return;
    this.#trumps = trumps;
    this.#orders.clear();
    const cards = trumps.split(" ").map(cardNamed).filter((card) => card >= 0);
    for (const place of game.places) {
      const look = game.look.zones?.[place.zone];
      const piled = (place.kind ?? "").toLowerCase() === "pile";
      if (!piled && look?.look !== "hidden")
        this.#orders.set(place.name, handOrder(look?.sort, look?.ranking ?? game.look.ranking, cards));
    }
  }

  /** How high a card is: trumps that the room lists stand above all others. @param {number} card @returns {number} */
  height(card) {
    const trumps = this.#trumps.split(" ").map(cardNamed);
    const at = trumps.indexOf(card);
    return at >= 0 ? 1000 - at : rankPlace(card, this.#game?.look.ranking);
  }

  /** The trumps of the moment as the room lists them, fixed or by a figure. @param {import("./types.js").View} view */
  #trumpsOf(view) {
    const listed = this.#game?.look.trumps;
    if (!listed) return "";
    return listed.field ? (listed.cards[view.figures[listed.field]] ?? "") : String(listed.cards);
  }

  /** @param {number} key @returns {HTMLElement | undefined} */
  element(key) {
    return this.#elements.get(key);
  }

  /** The token of a card's element. @param {Element | null} element @returns {Token | undefined} */
  tokenOf(element) {
    const key = Number(/** @type {HTMLElement | null} */ (element)?.dataset.key ?? -1);
    return this.tokens.all().find((token) => token.key === key);
  }

  /** Tokens of a pad, the lowest first, in a lane from the left, in a sequence as they were laid. @param {import("./layout.js").Pad} pad @returns {Token[]} */
  inPad(pad) {
    const tokens = pad.places.flatMap((place) => this.tokens.places.get(place) ?? []);
    if (pad.look === "sequence") return asLaid(tokens, pad.places.at(-1) ?? "", Number(this.message?.view.figures[pad.turns] ?? 0));
    if (pad.look !== "lane") return tokens;
    const ranking = this.#game?.look.ranking;
    return tokens.sort((a, b) => rankPlace(a.card, ranking) - rankPlace(b.card, ranking));
  }

  /** @param {Token} token @returns {Position | undefined} */
  position(token) {
    return this.#positions.get(token.key);
  }

  /**
   * Draws a view.
   * @param {ViewMessage} message @param {boolean} animate @returns {number} milliseconds until everything lies still
   */
  draw(message, animate) {
    this.message = message;
    const trumps = this.#trumpsOf(message.view);
    if (trumps !== this.#trumps) this.#sort(trumps);
    const mover = message.step?.seat ?? -1;
    const order = (/** @type {string} */ place) => this.#orders.get(place) ?? null;
    const gone = this.tokens.update(message.view, order, mover, (place) => this.#owners.get(place) ?? -1);
    for (const token of gone) this.#remove(token.key);
    this.moved = gone.length > 0 || this.tokens.all().some((token) => token.was !== token.place); // `was` is null for one that is new
    this.board.drawFigures(message.view);
    this.board.fit(message.view, () => this.#size(), "");
    this.board.abridge();
    const time = this.#show(animate);
    this.board.hold();
    this.release();
    return time;
  }

  /** Cards that were dropped lie where they belong. */
  release() {
    for (const key of this.dropped.keys()) {
      const element = this.#elements.get(key);
      if (element) carry(element, 0, 0);
    }
    this.dropped.clear();
  }

  /** Draws the same view again: the window or what may be chosen has changed. @param {"" | "calls" | "all"} [refit] why the size of cards is looked for again, if it is */
  redraw(refit = "") {
    const { message } = this;
    if (!message) return;
    if (refit) {
      this.board.drawFigures(message.view);
      this.board.fit(message.view, () => this.#size(), refit);
      this.board.abridge();
    }
    for (const token of this.tokens.all()) {
      token.was = token.place;
      token.wasCard = token.card;
    }
    this.#show(false);
  }

  /** Marks what may be chosen; moves nothing. */
  mark() {
    const had = document.activeElement;
    const key = had?.closest(".card") ? this.tokenOf(had)?.key : undefined;
    this.redraw();
    if (key !== undefined && had && !had.isConnected) this.#elements.get(key)?.focus();
  }

  /** Sizes the pads only. */
  #size() {
    const view = this.message?.view;
    if (view) for (const box of this.board.boxes.values()) this.board.shape(box, this.inPad(box.pad), view);
  }

  /** @param {number} key */
  #remove(key) {
    this.#elements.get(key)?.remove();
    this.#elements.delete(key);
    this.#positions.delete(key);
  }

  /** @param {boolean} animate @returns {number} */
  #show(animate) {
    const { board, message } = this;
    if (!message) return 0;
    const shaped = [...board.boxes.values()].map((box) => ({ box, tokens: this.inPad(box.pad) })).map((one) => ({ ...one, ...board.shape(one.box, one.tokens, message.view) }));
    const corner = board.element.getBoundingClientRect();
    const dx = board.element.scrollLeft - corner.left;
    const dy = board.element.scrollTop - corner.top;
    const origins = shaped.map(({ box }) => box.element.getBoundingClientRect());
    const under = new Map([...this.#elements].map(([key, element]) => [key, element.parentElement]));
    const moved = this.tokens.all().filter((token) => token.was !== null && token.was !== token.place);
    const drawn = new Set();
    let longest = 0;
    shaped.forEach(({ box, tokens, shape, room }, index) => {
      const origin = origins[index];
      /** @type {HTMLElement[]} */
      const children = [];
      tokens.forEach((token, k) => {
        const spot = shape.spots[k];
        const to = { x: origin.left + dx + spot.x, y: origin.top + dy + spot.y, width: room.cw, angle: spot.angle };
        const from = this.dropped.get(token.key) ?? this.#positions.get(token.key);
        this.#positions.set(token.key, to);
        const far = token.was !== null && token.was !== token.place;
        if (!spot.shown && !(animate && far && from)) return;
        drawn.add(token.key);
        const element = this.#element(token, box, spot, k);
        element.dataset.under = spot.shown ? "" : "1";
        children.push(element);
        if (!animate || !lively()) return;
        if (!from) {
          appear(element);
          return;
        }
        longest = Math.max(longest, glide(element, from, to, { far, order: far ? moved.indexOf(token) : 0, of: moved.length }));
      });
      const holder = /** @type {HTMLElement} */ (box.element.querySelector(".cards"));
      arrange(holder, children);
      this.#turn(children, tokens, animate);
    });
    for (const [key, element] of this.#elements) {
      if (drawn.has(key)) continue;
      const holder = under.get(key);
      element.remove();
      this.#elements.delete(key);
      if (animate && lively() && holder?.childElementCount) stayBelow(element, holder);
    }
    for (const token of this.tokens.all()) if (!board.byPlace.has(token.place)) this.#positions.delete(token.key);
    return longest;
  }

  /** Shows each card's face, turning over those that changed. @param {HTMLElement[]} elements @param {Token[]} tokens @param {boolean} animate */
  #turn(elements, tokens, animate) {
    for (const element of elements) {
      const token = tokens.find((one) => String(one.key) === element.dataset.key);
      const face = /** @type {HTMLElement} */ (element.firstElementChild);
      if (!token || face.getAttribute("card") === String(token.card)) continue;
      const show = () => face.setAttribute("card", String(token.card));
      const known = face.getAttribute("card") !== null && token.was !== null;
      if (animate && known && lively()) turnOver(face, 0, show);
      else show();
    }
  }

  /**
   * @param {Token} token @param {import("./board.js").Box} box @param {import("./geometry.js").Spot} spot @param {number} k
   * @returns {HTMLElement}
   */
  #element(token, box, spot, k) {
    const standing = this.standing(token);
    const tag = standing.button ? "BUTTON" : "SPAN";
    let element = this.#elements.get(token.key);
    if (!element || element.tagName !== tag) {
      const fresh = make(standing.button ? "button" : "span", "card");
      if (fresh instanceof HTMLButtonElement) fresh.type = "button";
      else fresh.setAttribute("role", "img");
      fresh.dataset.key = String(token.key);
      const face = element?.firstElementChild ?? document.createElement("card-face");
      if (!element) face.setAttribute("card", String(token.was === null ? token.card : token.wasCard));
      fresh.append(face);
      element?.remove();
      element = fresh;
      this.#elements.set(token.key, element);
    }
    const face = this.board.face(box.pad, this.large);
    const shown = element.firstElementChild;
    if (shown?.getAttribute("face") !== face) shown?.setAttribute("face", face);
    element.style.setProperty("--x", `${spot.x}px`); // by translation: a card that closes up with others does not shift the page
    element.style.setProperty("--y", `${spot.y}px`);
    element.style.rotate = spot.angle ? `${spot.angle}deg` : "";
    element.dataset.z = String(k + 1);
    if (!element.classList.contains("in-flight")) element.style.zIndex = element.dataset.z;
    element.classList.toggle("legal", standing.legal);
    element.classList.toggle("picked", standing.picked);
    if (standing.mark) element.dataset.mark = standing.mark;
    else delete element.dataset.mark;
    element.classList.toggle("barred", standing.button && !standing.legal && !standing.picked && !standing.quiet);
    element.classList.toggle("covered", spot.covered);
    const counts = this.message?.view.places[token.place]?.marked?.includes(token.card) ?? false;
    element.classList.toggle("counts", counts);
    element.setAttribute("aria-label", [cardWords(token.card, this.board.hello?.game.suited ?? true), counts ? box.pad.marked : "", standing.note].filter(Boolean).join(", "));
    element.ariaHidden = token.card < 0 ? "true" : null; // the place says how many lie face down
    if (standing.button) element.setAttribute("aria-pressed", String(standing.picked));
    return element;
  }
}
