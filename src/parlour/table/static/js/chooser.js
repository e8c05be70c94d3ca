/**
 * What the player may choose and is choosing: the menu, the picks of a chain, the cards about to be moved.
 * It knows no page: it is told what was pressed and says what should be sent and shown.
 */

import { cardName, cardWords } from "./cards.js";
import { _ } from "./messages.js";
import { meant, touchedZones } from "./moves.js";

/** @typedef {import("./types.js").Menu} Menu */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./view.js").Token} Token */
/** @typedef {{name: string, key: number}} Pick a pick of a chain, and the token it was made with (0: a call) */
/** @typedef {{place: string, cards: number}} Source what is about to be moved */
/**
 * @typedef {Extract<import("./types.js").Request, {do: "choose" | "ask"}>} Answerable
 * @typedef {{send: (message: import("./types.js").Request) => boolean, changed: () => void, say: (text: string) => void}} Outside
 */

export class Chooser {
  /** @type {Menu | null} */
  menu = null;
  /** @type {Pick[]} */
  picks = [];
  /** @type {Source | null} */
  source = null;
  /** waiting for the server */
  waiting = false;
  /** what was asked about last, in the player's words */
  asked = "";
  /** @type {import("./types.js").Hello | null} */
  #hello = null;
  /** @type {Pick[]} picks that were sent and not yet confirmed by a menu */
  #tried = [];
  /** @type {{message: Answerable, tried: Pick[]} | null} what was sent and not answered yet */
  #unanswered = null;
  #cut = false;
  #zones = touchedZones(undefined);

  /** @param {Outside} outside */
  constructor(outside) {
    this.outside = outside;
  }

  /** @param {import("./types.js").Hello} hello */
  meet(hello) {
    this.#hello = hello;
    this.#zones = touchedZones(hello.game.handles);
  }

  /** Zones that may be pressed themselves. @returns {Set<string>} */
  get touched() {
    return this.#zones.all;
  }

  /** A choice or a pick was sent. @param {Answerable} message */
  sent(message) {
    this.#unanswered = { message, tried: this.#tried };
    this.#cut = false;
  }

  /** The line was lost: whether what was sent last has arrived is seen from the first menu of the next line. */
  cut() {
    this.#cut = this.#unanswered !== null;
  }

  /** Whether a choice waits for the line to come back. */
  get kept() {
    return this.#cut && this.#unanswered?.message.do === "choose";
  }

  /** Sends what was lost with the line once more, if the table still stands as it did. @param {Menu} menu @returns {boolean} */
  #sendAgain(menu) {
    const lost = this.#cut && !menu.prefix.length && this.#unanswered?.message.n === menu.n ? this.#unanswered : null;
    this.#unanswered = null;
    this.#cut = false;
    if (!lost) return false;
    this.menu = menu;
    this.#tried = lost.tried;
    this.waiting = this.outside.send(lost.message);
    this.outside.changed();
    return this.waiting;
  }

  /** A menu has come. @param {Menu} menu */
  offer(menu) {
    if (this.#sendAgain(menu)) return;
    this.menu = menu;
    this.waiting = false;
    this.source = null;
    this.picks = menu.prefix.map((name, k) => this.#tried.find((pick, j) => j === k && pick.name === name) ?? { name, key: 0 });
    this.outside.changed();
  }

  /** Nothing is asked now: a view has come. */
  rest() {
    if (!this.#cut) this.#unanswered = null;
    this.menu = null;
    this.picks = [];
    this.#tried = [];
    this.source = null;
    this.waiting = false;
  }

  /** The server refused: everything as before. */
  refused() {
    if (!this.#cut) this.#unanswered = null;
    this.waiting = false;
    this.#tried = [...this.picks];
    this.outside.changed();
  }

  /** The choice that a card is: of its kind, if cards are chosen from now. @param {Token} token @returns {Choice | undefined} */
  #cardChoice(token) {
    if (!this.menu?.places?.includes(token.place)) return undefined;
    return this.menu.choices.find((choice) => choice.kind === "card" && choice.card === token.card);
  }


  /** Choices that are made by moving. @returns {Choice[]} */
  get moves() {
    return this.menu?.choices.filter((choice) => choice.from !== undefined || choice.press !== undefined) ?? [];
  }

  /** Choices that are buttons. @returns {Choice[]} */
  get calls() {
    const moves = this.#hello?.game.look.moves ?? {};
    /** @param {Choice} choice */
    const byHand = (choice) => (choice.from !== undefined || choice.press !== undefined) && !moves[choice.pattern ?? ""]?.button;
    return this.menu?.choices.filter((choice) => choice.kind !== "card" && !byHand(choice)) ?? [];
  }

  /** How many cards lie on a token in its place, itself included. @param {Token} token @param {Token[]} place */
  static depth(token, place) {
    return place.length - token.index;
  }

  /**
   * What a card is to the player now.
   * @param {Token} token @param {Token[]} place all tokens of its place
   * @returns {import("./cloth.js").Standing}
   */
  standing(token, place) {
    const hello = this.#hello;
    if (!hello || token.card < 0 || hello.you < 0) return { button: false, legal: false, picked: false, quiet: true, note: "" };
    const zone = hello.game.places.find((one) => one.name === token.place);
    const open = this.menu !== null && !this.waiting;
    if (zone && this.#zones.from.has(zone.zone)) return this.#movable(token, place, zone.zone, open);
    const choice = this.#cardChoice(token) ?? (Chooser.depth(token, place) === 1 ? this.press(token.place) : undefined);
    const mine = zone?.owner === hello.you && hello.game.handles.cards.includes(token.place);
    const at = this.picks.findIndex((pick) => pick.key === token.key);
    const picked = at >= 0;
    const mark = picked && hello.game.look.picks ? String(Math.floor(at / hello.game.look.picks) + 1) : "";
    const cards = this.menu?.choices.some((one) => one.kind === "card") ?? false;
    const legal = open && choice !== undefined && !picked;
    const quiet = !open || !cards;
    const note = picked ? (mark ? _("picked for {mark}", { mark }) : _("picked")) : quiet ? "" : legal ? _("legal") : this.menu?.places?.includes(token.place) ? _("not allowed") : "";
    return { button: mine || legal || picked, legal, picked, quiet, note, mark };
  }


  /** @param {Token} token @param {Token[]} place @param {string} zone @param {boolean} open */
  #movable(token, place, zone, open) {
    const cards = Chooser.depth(token, place);
    const columns = this.#hello?.game.look.zones?.[zone]?.look === "columns";
    const legal = open && this.moves.some((move) => move.from !== undefined && meant(move.from, token.place) && (move.cards ?? 1) === cards);
    const picked = this.source?.place === token.place && cards <= this.source.cards;
    return { button: columns || cards === 1, legal, picked, quiet: true, note: picked ? _("picked up") : legal ? _("may be moved") : "" };
  }

  /** Whether cards may be picked up here, be it to hear why they cannot move. @param {Source} source */
  mayLift(source) {
    const zone = this.#hello?.game.places.find((one) => one.name === source.place)?.zone ?? "";
    if (!this.menu || this.waiting || !this.#zones.from.has(zone)) return false;
    return source.cards === 1 || this.#hello?.game.look.zones?.[zone]?.look === "columns";
  }

  /** Whether any card may be moved from here. @param {Source} source */
  mayLeave(source) {
    return this.moves.some((move) => move.from !== undefined && meant(move.from, source.place) && (move.cards ?? 1) === source.cards);
  }

  /** Where the picked up cards may go. @param {Source} [source] @returns {Choice[]} */
  targets(source = this.source ?? undefined) {
    if (!source) return [];
    return this.moves.filter((move) => move.from !== undefined && meant(move.from, source.place) && (move.cards ?? 1) === source.cards);
  }

  /** The choice a press on a place makes. @param {string} place @returns {Choice | undefined} */
  press(place) {
    return this.moves.find((move) => move.press !== undefined && meant(move.press, place));
  }

  /** Choices made by pressing a place that are not buttons. @returns {Choice[]} */
  get presses() {
    return this.menu?.choices.filter((choice) => choice.press !== undefined) ?? [];
  }

  /** A card was pressed. @param {Token} token @param {Token[]} place */
  pressCard(token, place) {
    const zone = this.#hello?.game.places.find((one) => one.name === token.place)?.zone ?? "";
    if (this.#zones.from.has(zone)) {
      this.#pressSource({ place: token.place, cards: Chooser.depth(token, place) });
      return;
    }
    if (!this.menu || this.waiting) return;
    const at = this.picks.findIndex((pick) => pick.key === token.key);
    const choice = this.press(token.place) ?? this.#cardChoice(token);
    if (at >= 0) this.takeBack(at);
    else if (choice) this.choose(choice.name, token.key);
    else if (this.#whyPress(token.place)) return;
    else if (this.menu.choices.some((choice) => choice.kind === "card") || !this.moves.length) this.#whyCard(token.card);
  }

  /** Asks what forbids the press on a place, if such a press can be a choice. @param {string} place @returns {boolean} */
  #whyPress(place) {
    const known = this.#hello?.game.handles.presses.includes(place) ?? false;
    if (known) this.#whyNot({ hand: { press: place } }, _("that"));
    return known;
  }

  /** @param {number} card */
  #whyCard(card) {
    const suited = this.#hello?.game.suited ?? true;
    this.why(cardName(card, suited), _("the {card}", { card: cardWords(card, suited) }));
  }

  /** A place itself was pressed: an empty column, a foundation, the stock. @param {string} place @param {Token[]} tokens what lies there */
  pressPlace(place, tokens) {
    if (!this.menu || this.waiting) return;
    const pressed = this.press(place);
    if (this.source) this.moveTo(place);
    else if (pressed) this.choose(pressed.name, 0);
    else if (tokens.length) this.#pressSource({ place, cards: 1 });
  }

  /** @param {Source} source */
  #pressSource(source) {
    if (!this.menu || this.waiting) return;
    const { source: held } = this;
    if (held && held.place === source.place) {
      this.source = held.cards === source.cards ? null : this.mayLeave(source) ? source : null;
    } else if (held && this.targets().some((move) => move.to !== undefined && meant(move.to, source.place))) {
      this.moveTo(source.place);
      return;
    } else if (this.mayLeave(source)) {
      this.source = source;
    } else if (held) {
      this.moveTo(source.place);
      return;
    } else {
      this.outside.say(_("No move from here"));
    }
    this.outside.changed();
  }

  /** The picked up cards go here, or the rulebook says why not. @param {string} place @returns {boolean} whether the move was sent */
  moveTo(place) {
    const { source } = this;
    if (!source || !this.menu || this.waiting) return false;
    const move = this.targets().find((one) => one.to !== undefined && meant(one.to, place));
    if (move) return this.choose(move.name, 0);
    this.source = null;
    if (place !== source.place) this.#whyNot({ hand: { from: source.place, cards: source.cards, to: place } }, _("that move"));
    this.outside.changed();
    return false;
  }

  /**
   * The best move offered from here: out of the columns; else onto a card of the same suit, onto another, into a space.
   * @param {Source} source @param {Token} token the first card of those that move @param {Map<string, Token[]>} places @returns {boolean}
   */
  moveAway(source, token, places) {
    const zones = this.#hello?.game.look.zones ?? {};
    const rating = (/** @type {Choice} */ { to = "" }) => {
      const last = places.get(to)?.at(-1);
      if (zones[to.split(".")[0]]?.look !== "columns") return 3;
      return last ? (Math.floor(last.card / 13) === Math.floor(token.card / 13) ? 2 : 1) : 0;
    };
    const [best] = this.targets(source).sort((a, b) => rating(b) - rating(a));
    return best ? this.choose(best.name, 0) : false;
  }

  /**
   * Makes a choice: sent at once, unless a chain is being made, which is asked for link by link and sent whole.
   * @param {string} name @param {number} key the token it was made with, 0 for a call @returns {boolean}
   */
  choose(name, key) {
    return this.chain([{ name, key }]);
  }

  /** Makes several choices of a chain. @param {Pick[]} next @param {Pick[]} [picks] what it goes on from @returns {boolean} */
  chain(next, picks = this.picks) {
    const { menu } = this;
    if (!menu || this.waiting) return false;
    this.#tried = [...picks, ...next];
    this.waiting = true;
    const sent = this.outside.send({ do: "choose", n: menu.n, choices: this.#tried.map((pick) => pick.name) });
    if (!sent) this.refused();
    else this.outside.changed();
    return sent;
  }

  /** Takes back a pick of the chain: of a set only this one, else all from it on. @param {number} at */
  takeBack(at) {
    if (!this.menu || this.waiting || at < 0) return;
    this.#tried = this.menu.unordered ? this.picks.filter((_, k) => k !== at) : this.picks.slice(0, at);
    this.waiting = this.outside.send({ do: "ask", n: this.menu.n, prefix: this.#tried.map((pick) => pick.name) });
    this.outside.changed();
  }

  /** Takes back all picks. */
  clear() {
    if (!this.menu || this.waiting || !this.picks.length) return;
    this.#tried = [];
    this.waiting = this.outside.send({ do: "ask", n: this.menu.n, prefix: [] });
    this.outside.changed();
  }

  /** Takes back the last pick, or puts down what was picked up. @returns {boolean} whether there was anything */
  escape() {
    if (this.source) {
      this.source = null;
      this.outside.changed();
      return true;
    }
    if (!this.picks.length) return false;
    this.takeBack(this.picks.length - 1);
    return true;
  }

  /** Asks what forbids a choice. @param {string} name @param {string} label what the player would call it */
  why(name, label) {
    this.#whyNot({ choice: name }, label);
  }

  /**
   * Asks what forbids a choice, named or as the hand made it.
   * @param {{choice: string} | {hand: import("./wire.js").Move}} what @param {string} label what the player would call it
   */
  #whyNot(what, label) {
    this.asked = label;
    if (this.menu) this.outside.send({ do: "why", n: this.menu.n, ...what, prefix: this.picks.map((pick) => pick.name) });
  }
}
