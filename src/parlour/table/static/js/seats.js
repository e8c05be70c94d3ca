/**
 * The plate of a seat: who sits there, whose turn it is, dealer, and the figures the room wants shown; and the figures of the centre.
 */

import { drawing, inSuits, rankName, suitWord } from "./cards.js";
import { _, mark, ngettext } from "./messages.js";
import { make } from "./page.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").FigureLook} FigureLook */

const COMPARISON = /^\s*([\w.]+)\s*(>=|<=|==|!=|>|<)\s*(-?\d+)\s*$/;

/** @type {Record<string, (a: number, b: number) => boolean>} */
const COMPARE = {
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
};

/** The value of a field for a seat. @param {View} view @param {string} field @param {number} seat @returns {any} */
export function valueOf(view, field, seat) {
  const value = view.figures[field] ?? /** @type {any} */ (view)[field];
  if (!Array.isArray(value)) return value;
  return seat >= 0 ? value[seat] : value.length === 1 ? value[0] : undefined;
}

/**
 * What the centre shows of a field: of one with several parts, those that are not zero (the pots, say).
 * @param {View} view @param {string} field @returns {any}
 */
function inCentre(view, field) {
  const value = valueOf(view, field, -1);
  if (value !== undefined || !Array.isArray(view.figures[field])) return value;
  const parts = view.figures[field].filter((/** @type {any} */ part) => part);
  return parts.length ? parts : undefined;
}

/** Whether `when` holds. @param {string | undefined} when @param {View} view @param {number} seat @returns {boolean} */
export function holds(when, view, seat) {
  const parts = COMPARISON.exec(when ?? "");
  if (!parts) return true;
  const value = valueOf(view, parts[1], seat);
  return value === undefined || value === null ? false : COMPARE[parts[2]](Number(value), Number(parts[3]));
}

/**
 * One figure as a badge, null if it is not shown.
 * @param {FigureLook} figure @param {any} value @param {Game} game @param {number} seat the seat whose plate it is on, -1 the centre
 * @returns {HTMLElement | null}
 */
function badge(figure, value, game, seat) {
  const label = figure.label ?? figure.field.replaceAll("_", " ");
  const show = figure.show ?? "number";
  if (value === undefined || value === null || value === "?" || value === "") return null;
  if (Array.isArray(value)) return pair(label, make("b", "", value.map((part) => partText(part, show, game)).join(" ")));
  if (show === "flag") return value ? make("span", "badge flag", label) : null;
  if (show === "seat") {
    if (value < 0) return null;
    if (seat >= 0) return value === seat ? make("span", "badge flag", label) : null;
    return pair(label, make("b", "", game.names[value] ?? _("seat {n}", { n: value + 1 })));
  }
  if (show === "suit") {
    if (value < 0) return null;
    const sign = make("b", "suit-sign");
    sign.append(drawing(`suit-${value}`, "0 0 100 100"), make("span", "visually-hidden", suitWord(value)));
    return pair(label, sign);
  }
  if (show === "rank") return value < 0 ? null : pair(label, make("b", "", rankName(value)));
  if (Array.isArray(show)) {
    const word = inSuits(show[value] ?? "");
    return !word ? null : label ? pair(label, make("b", "", word)) : make("span", "badge flag", word);
  }
  return pair(label, make("b", "", String(value)));
}

/** One of several parts of a figure, `·` for nothing. @param {any} part @param {string | string[]} show @param {Game} game @returns {string} */
function partText(part, show, game) {
  if (part === null || part === undefined) return "?";
  if (Array.isArray(show)) return inSuits(show[part] ?? "") || "·";
  if (show === "flag") return part ? "✓" : "·";
  if (show === "number") return String(part);
  if (part < 0) return "·";
  return show === "suit" ? suitWord(part) : show === "rank" ? rankName(part) : (game.names[part] ?? "·");
}

/** @param {string} label @param {HTMLElement} value @returns {HTMLElement} */
function pair(label, value) {
  const element = make("span", "badge");
  if (label) element.append(make("span", "badge-label", label));
  element.append(value);
  return element;
}

/**
 * The badges of a seat, of the centre or of the score sheet. A seat's score and the dealer have signs of their own.
 * @param {Game} game @param {View} view @param {number} seat -1 for the others @param {string} [area] @returns {HTMLElement[]}
 */
export function badges(game, view, seat, area = seat < 0 ? "centre" : "seat") {
  if (!view.hand_number) return []; // before the first deal nothing is true yet
  return (game.look.figures ?? [])
    .filter((figure) => (figure.area ?? "seat") === area && holds(figure.when, view, seat))
    .filter((figure) => seat < 0 || (figure.field !== "score" && figure.field !== "dealer"))
    .map((figure) => badge(figure, area === "centre" ? inCentre(view, figure.field) : valueOf(view, figure.field, seat), game, seat))
    .filter((element) => element !== null);
}

/**
 * The seats that are to choose, as far as one may know. In a window that passes by itself nobody is waited for.
 * @param {View} view @param {Game} game @returns {number[]}
 */
export function askedSeats(view, game) {
  if (view.over || game.look.standing?.[view.phase]) return [];
  return view.asked.length ? view.asked : view.turn >= 0 ? [view.turn] : [];
}

/**
 * Partners who share their score: the seats of each side, one's own side first; empty if every player plays alone.
 * @param {View} view @param {Game} game @param {number} you @returns {number[][]}
 */
export function sidesOf(view, game, you) {
  const side = view.figures.side;
  if (!Array.isArray(side) || !view.hand_number || !(game.look.families ?? []).includes("partnership")) return [];
  const sides = [...new Set(side)].map((one) => side.flatMap((other, seat) => (other === one ? [seat] : [])));
  const shared = sides.every((seats) => seats.every((seat) => valueOf(view, "score", seat) === valueOf(view, "score", seats[0])));
  if (!shared || sides.every((seats) => seats.length < 2)) return [];
  return sides.sort((a, b) => Number(b.includes(you)) - Number(a.includes(you)) || a[0] - b[0]);
}

/** What a side is called by a player at the table. @param {number[]} seats @param {number} k @param {number} of @param {Game} game @param {number} you */
export function sideName(seats, k, of, game, you) {
  if (you >= 0 && of === 2) return k === 0 ? _("We") : _("They");
  return seats.map((seat) => game.names[seat] ?? "").join(" & ");
}

/** The score of each side. @param {View} view @param {Game} game @param {number} you @returns {HTMLElement[]} */
export function sideScores(view, game, you) {
  const sides = sidesOf(view, game, you);
  return sides.map((seats, k) => {
    const element = make("span", `side-score side-${k}`);
    element.title = seats.map((seat) => game.names[seat] ?? "").join(" & ");
    element.append(make("span", "", sideName(seats, k, sides.length, game, you)), make("b", "", String(valueOf(view, "score", seats[0]))));
    return element;
  });
}

/** @type {Record<string, string>} bots by their levels, as plates name them */
const BOTS = {
  strong: mark("bot · strong"),
  fair: mark("bot · fair"),
  easy: mark("bot · easy"),
  chance: mark("bot · plays at random"),
};

/** What a bot is called. @param {string} kind its level, or how it was asked for @returns {string} */
export function botText(kind) {
  return kind in BOTS ? _(BOTS[kind]) : _("bot · {kind}", { kind });
}

/** What a kind of player is called. @param {string} kind @returns {string} */
function kindText(kind) {
  return kind === "human" || !kind ? "" : kind === "open" ? _("free seat") : botText(kind);
}

/** A seat's plate, redrawn with every view. */
export class Plate {
  /** @param {Game} game @param {number} seat @param {boolean} own @param {boolean} alone the only seat of the game */
  constructor(game, seat, own, alone) {
    this.game = game;
    this.seat = seat;
    this.alone = alone;
    this.own = own;
    this.element = make("div", "plate");
    this.element.classList.toggle("own-plate", own);
    this.turn = make("span", "turn-mark");
    this.answered = make("span", "answered-mark");
    this.answered.title = _("has answered");
    this.answered.append(make("span", "visually-hidden", _("has answered:")));
    this.answered.hidden = true;
    this.name = make("strong", "name", game.names[seat] ?? _("Seat {n}", { n: seat + 1 }));
    this.kind = make("span", "kind", kindText(game.kinds[seat] ?? ""));
    const dealer = game.look.dealer ?? "";
    this.dealer = make("span", dealer ? "badge flag" : "dealer", dealer);
    this.dealer.title = dealer || _("dealer");
    this.dealer.hidden = true;
    if (!dealer) {
      const letter = make("span", "", _("D"));
      letter.setAttribute("aria-hidden", "true");
      this.dealer.append(letter, make("span", "visually-hidden", _("dealer")));
    }
    this.score = make("span", "score");
    this.presence = make("span", "presence");
    this.clock = make("span", "time-left");
    this.badges = make("span", "badges");
    this.partner = make("span", "partner-mark", _("partner"));
    this.partner.hidden = true;
    this.thought = make("span", "thought");
    this.thought.append(make("i", ""), make("i", ""), make("i", ""), make("span", "visually-hidden", _("is thinking")));
    this.thought.title = _("is thinking");
    this.thought.hidden = true;
    const head = make("span", "plate-head");
    head.append(this.turn, this.answered, this.name, this.partner, this.dealer, this.kind, this.presence, this.clock, this.score);
    this.element.append(head, this.badges, this.thought);
  }

  /** Which side the player is of: its colour, and a word at one's partner. @param {number[][]} sides @param {number} you */
  #ally(sides, you) {
    const side = sides.findIndex((seats) => seats.includes(this.seat));
    this.element.classList.remove("side-0", "side-1", "side-2", "side-3");
    this.element.classList.toggle("of-side", side >= 0);
    if (side >= 0) this.element.classList.add(`side-${Math.min(side, 3)}`);
    this.partner.hidden = !(side === 0 && you >= 0 && this.seat !== you);
  }

  /** Whether its player is there, in words; empty if there is nothing to say. @param {string} text */
  company(text) {
    this.presence.textContent = text;
    if (text) this.kind.textContent = "";
  }

  /** The player's clock. @param {number | null} ms what is left, null for no clock @param {boolean} running */
  time(ms, running) {
    const seconds = ms === null ? 0 : Math.ceil(ms / 1000);
    this.clock.textContent = ms === null ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.clock.classList.toggle("running", running);
    this.clock.classList.toggle("short", running && ms !== null && ms < 10_000);
  }

  /** A marker lies face down before those who have answered while others still think. @param {boolean} has */
  mark(has) {
    this.answered.hidden = !has;
    this.turn.hidden = has;
    if (has) this.think(false);
  }

  /** A bot takes a while. @param {boolean} does */
  think(does) {
    this.thought.hidden = !does || !this.answered.hidden;
  }

  /** Shows all that comes during a hand, but one flag at a time, two at one's own: the height of that is kept. @returns {() => void} shows again what was there */
  fill() {
    if (this.alone) return () => {};
    const figures = (this.game.look.figures ?? []).filter(({ area = "seat", field }) => area === "seat" && field !== "score");
    const numbers = figures.filter(({ show = "number" }) => show === "number");
    const flags = figures.filter(({ show }) => show === "flag" || show === "seat").map(({ label = "" }) => label);
    const most = this.own ? 2 : 1;
    const samples = [...numbers.map((figure) => badge(figure, 0, this.game, this.seat)), ...flags.sort((a, b) => b.length - a.length).slice(0, most).map((label) => make("span", "badge flag", label))];
    const shown = [...this.badges.childNodes];
    const { hidden } = this.dealer;
    const counted = (this.game.look.figures ?? []).find(({ field }) => field === "score");
    const { hidden: unscored } = this.score;
    if (this.own && unscored && counted) this.#count(0, counted);
    this.badges.replaceChildren(...samples.filter((element) => element !== null));
    this.dealer.hidden = false;
    return () => {
      this.badges.replaceChildren(...shown);
      this.dealer.hidden = hidden;
      this.score.hidden = unscored;
    };
  }

  /** Says the score. @param {number} score @param {import("./types.js").FigureLook | undefined} figure */
  #count(score, figure) {
    this.score.hidden = false;
    this.score.replaceChildren(make("b", "", String(score)), make("span", "score-label", figure?.label ?? ngettext("point", "points", score)));
  }

  /** @param {View} view @param {number} you */
  draw(view, you) {
    const sides = sidesOf(view, this.game, you);
    this.#ally(sides, you);
    const asked = askedSeats(view, this.game).includes(this.seat);
    this.element.classList.toggle("on-turn", asked && !this.alone);
    this.turn.textContent = asked && !this.alone ? "▶" : "";
    this.turn.title = asked ? _("to play") : "";
    this.turn.setAttribute("aria-label", asked && !this.alone ? _("to play:") : "");
    this.turn.setAttribute("role", asked && !this.alone ? "img" : "none");
    this.dealer.hidden = this.alone || !view.hand_number || view.dealer !== this.seat;
    const score = valueOf(view, "score", this.seat);
    const figure = (this.game.look.figures ?? []).find((one) => one.field === "score");
    // A room that does not name the score may not use it: then it is shown once there is one.
    const used = figure ? (figure.area ?? "seat") === "seat" : !this.alone && [view.figures.score].flat().some((one) => one);
    const shown = !sides.length && view.hand_number > 0 && score !== undefined && score !== null && used && holds(figure?.when, view, this.seat);
    this.score.hidden = !shown;
    if (shown) this.#count(Number(score), figure);
    this.badges.replaceChildren(...badges(this.game, view, this.seat));
    this.element.hidden = this.alone && !this.badges.childElementCount && !shown;
  }
}
