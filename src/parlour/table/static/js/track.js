/**
 * The score as pegs on a board, as Cribbage players keep it: a street of holes for each side, with a peg where its score stands and
 * another where it stood before. A room has one where its table.toml says `[track]` and which score the last hole is.
 */

import { _ } from "./messages.js";
import { make, recallHere, rememberHere } from "./page.js";
import { parts } from "./parts.js";
import { sideName, sidesOf, valueOf } from "./seats.js";

/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").View} View */
/** @typedef {{front: number, back: number}} Pegs */

const SVG = "http://www.w3.org/2000/svg";
const NARROW = 700;
/** Holes from one end of the board to the other: they turn round there. */
const LONG = 60;
const SHORT = 30;
const STEP = 10;
const GAP = 4;
const ROW = 11;

/**
 * Where a hole is: to the right along the first row, back along the second, and so on, with a gap after every fifth.
 * The last hole stands by itself at the end of its row.
 * @param {number} hole 0 the start, then 1 to `target` @param {number} target @param {number} wide holes in a row
 * @returns {{x: number, y: number}}
 */
export function holeAt(hole, target, wide) {
  const last = hole >= target;
  const before = last ? Math.max(target - 1, 1) : Math.max(hole, 1);
  const row = Math.floor((before - 1) / wide);
  const place = ((before - 1) % wide) + (last ? 1 : 0) - (hole < 1 ? 1 : 0);
  const along = STEP * (1.6 + place) + GAP * Math.max(0, Math.floor(place / 5)) + (last ? STEP / 2 : 0);
  return { x: row % 2 ? width(wide) - along : along, y: ROW * (row + 0.5) };
}

/** @param {number} wide @returns {number} */
function width(wide) {
  return STEP * (wide + 2.6) + GAP * Math.ceil(wide / 5);
}

/** Pegs after a score: a score that changes leaves the back peg where it was. @param {Pegs | undefined} pegs @param {number} score @returns {Pegs} */
export function moved(pegs, score) {
  if (!pegs) return { front: score, back: -1 };
  return pegs.front === score ? pegs : { front: score, back: pegs.front };
}

export class Track {
  element = make("section", "score-track");
  /** @type {Hello | null} */
  #hello = null;
  #target = 0;
  /** @type {Map<string, Pegs>} by the seats of a side */
  #pegs = new Map();
  /** @type {View | null} */
  #view = null;
  #wide = 0;

  constructor() {
    this.element.hidden = true;
    this.element.setAttribute("aria-label", _("Score board"));
    new ResizeObserver(() => {
      if (this.#view && this.#wide !== this.#holes()) this.draw(this.#view);
    }).observe(this.element);
  }

  /** @param {Hello} hello */
  meet(hello) {
    this.#hello = hello;
    const { target = 0 } = hello.game.look.track ?? {};
    const value = typeof target === "number" ? target : hello.game.house.find((rule) => rule.name === target)?.value;
    this.#target = Number(value ?? 0);
    this.element.hidden = !this.#target;
    this.#pegs = new Map(JSON.parse(recallHere(this.#name(), "[]")));
  }

  #name() {
    return `track.${this.#hello?.table ?? ""}`;
  }

  #holes() {
    return this.element.clientWidth && this.element.clientWidth < NARROW ? SHORT : LONG;
  }

  /** @param {View} view */
  draw(view) {
    const hello = this.#hello;
    if (!hello || !this.#target) return;
    this.#view = view;
    this.#wide = this.#holes();
    const { game, you } = hello;
    const first = Math.max(you, 0);
    const sides = sidesOf(view, game, you);
    const lanes = sides.length ? sides : game.names.map((_, k) => [(first + k) % game.seats]);
    this.element.replaceChildren(
      ...lanes.map((seats, k) => {
        const name = sides.length ? sideName(seats, k, sides.length, game, you) : (game.names[seats[0]] ?? "");
        const pegs = moved(this.#pegs.get(String(seats)), Number(valueOf(view, "score", seats[0]) ?? 0));
        this.#pegs.set(String(seats), pegs);
        return this.#lane(name, pegs, k);
      }),
    );
    rememberHere(this.#name(), JSON.stringify([...this.#pegs]));
  }

  /** @param {string} name @param {Pegs} pegs @param {number} k @returns {HTMLElement} */
  #lane(name, { front, back }, k) {
    const lane = make("div", `lane lane-${k}`);
    lane.setAttribute("role", "img");
    lane.setAttribute("aria-label", back < 0 ? _("{name}: {front} of {target}", { name, front, target: this.#target }) : _("{name}: {front} of {target}, before that {back}", { name, front, target: this.#target, back }));
    const title = make("span", "lane-name", name);
    title.append(make("b", "", String(front)));
    lane.append(title, this.#holesOf(front, back));
    return lane;
  }

  /** @param {number} front @param {number} back @returns {SVGElement} */
  #holesOf(front, back) {
    const wide = Math.min(this.#wide, this.#target - 1);
    const rows = Math.ceil((this.#target - 1) / wide);
    const drawing = part("svg", { viewBox: `0 0 ${width(wide)} ${ROW * rows}`, "aria-hidden": "true" });
    for (let hole = 1; hole <= this.#target; hole++) drawing.append(this.#dot(hole, hole === this.#target ? "hole last" : "hole", hole === this.#target ? 3.2 : 2));
    if (back >= 0 && back !== front) drawing.append(this.#dot(back, "peg back", 4));
    drawing.append(this.#dot(front, "peg front", 4.6));
    return drawing;
  }

  /** @param {number} hole @param {string} look @param {number} r */
  #dot(hole, look, r) {
    const within = Math.max(0, Math.min(hole, this.#target));
    const { x, y } = holeAt(within, this.#target, Math.min(this.#wide, this.#target - 1));
    return part("circle", { cx: x, cy: y, r, class: look });
  }
}

/** @param {string} tag @param {Record<string, string | number>} attributes @returns {SVGElement} */
function part(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return /** @type {SVGElement} */ (element);
}

parts.track = Track;
