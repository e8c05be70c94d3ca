/**
 * Where each card of a pad lies: pure figures, in pixels, from the pad's upper left corner.
 */

import { cardName } from "./cards.js";

/**
 * @typedef {{x: number, y: number, angle: number, shown: boolean, covered: boolean}} Spot
 *  `covered`: another card lies on it so that only an edge is seen
 * @typedef {{width: number, height: number, spots: Spot[]}} Shape
 * @typedef {{card: number, ways?: {x: number, y: number}, at?: number, own?: boolean, hangs?: boolean}} Item a card of the pad; `ways`: direction of
 *  the seat that played it; `at`: its place in a lane, from the left; `own`: laid by the player who looks; `hangs`: below the card of
 *  a sequence that comes before it
 * @typedef {{cw: number, ch: number, width: number, height: number, touch: number, own: boolean, last: number, arc: boolean,
 *            seats: number, large: boolean, group?: string | string[], packets: number}} Room
 *  `packets`: cards that make a layer of a stack;
 *  `large`: with large faces, which need more of a card to be seen;
 *  `cw`, `ch`: size of a card; `width`, `height`: most room there is; `touch`: least width to hit a card by
 */

/** Places of a lane. */
const RANKS = 13;
/** So many cards in a hand have to lie closer than fingers like. */
const MANY = 26;

/** @param {number} x @param {number} y @returns {Spot} */
function spot(x, y) {
  return { x, y, angle: 0, shown: true, covered: false };
}

/**
 * How many cards lie in each of two lines that leave every suit together, as even as can be; null if that cannot be.
 * @param {Item[]} items @param {number} most in a line @returns {number[] | null}
 */
function bySuits(items, most) {
  const n = items.length;
  const breaks = items.map((_, k) => k).filter((k) => k > 0 && Math.floor(items[k].card / 13) !== Math.floor(items[k - 1].card / 13));
  const [best] = breaks.filter((k) => k <= most && n - k <= most).sort((a, b) => Math.abs(a - n / 2) - Math.abs(b - n / 2));
  return best ? [best, n - best] : null;
}

/**
 * Lines of overlapping cards: as few lines as leave every card `touch` wide.
 * @param {Item[]} items @param {Room} room @param {number} ideal step between cards if there is room @param {number} drop step between lines
 * @returns {Shape}
 */
function lines(items, room, ideal, drop) {
  const n = items.length;
  const { cw, ch } = room;
  const least = Math.min(ideal, n > MANY ? room.touch * 0.75 : room.touch);
  const inLine = Math.max(1, Math.floor((room.width - cw) / least + 1.0001));
  const count = Math.max(1, Math.ceil(n / inLine));
  const each = Math.max(1, Math.ceil(n / count));
  const even = Array.from({ length: count }, (_, line) => Math.min(each, n - line * each));
  const parts = (room.own && count === 2 && bySuits(items, inLine)) || even;
  const longest = Math.max(...parts);
  const step = longest > 1 ? Math.min(ideal, (room.width - cw) / (longest - 1)) : ideal;
  const spots = parts.flatMap((part, line) =>
    Array.from({ length: part }, (_, k) => ({
      ...spot((k + (longest - part) / 2) * step, line * drop),
      covered: k < part - 1 && step < cw * 0.95,
    })),
  );
  return { width: n ? (longest - 1) * step + cw : cw, height: (count - 1) * drop + ch, spots };
}

/** @param {Item[]} items @param {Room} room @returns {Shape} */
function fan(items, room) {
  const n = items.length;
  const shape = lines(items, room, room.cw * (room.own ? 0.76 : 0.3), room.ch * (room.large ? 0.66 : 0.5));
  const single = n > 1 && shape.height <= room.ch + 1;
  if (single && room.arc) {
    const turn = Math.min(2.2, 16 / n);
    shape.spots.forEach((one, k) => {
      const off = k - (n - 1) / 2;
      one.angle = off * turn;
      one.y = (1 - Math.cos((off * turn * Math.PI) / 180)) * room.cw * 5.5;
    });
  }
  return shape;
}

/** @param {Item[]} items @param {Room} room @returns {Shape} */
function row(items, room) {
  return lines(items, room, room.cw * 1.07, room.ch * 1.05);
}

/** @param {Item[]} items @param {Room} room @returns {Shape} */
function stack(items, room) {
  if (room.packets > 1) return packets(items, room);
  const depth = Math.min(4, Math.ceil(items.length / 4));
  const spots = items.map((_, k) => {
    const lift = Math.min(depth, items.length - 1 - k);
    return { ...spot((depth - lift) * 0.8, -(depth - lift) * 1.2), shown: lift < Math.max(depth, 1), covered: lift > 0 };
  });
  return { width: room.cw, height: room.ch, spots };
}

/** A stack of packets, each of which leaves an edge of the one below in sight. @param {Item[]} items @param {Room} room @returns {Shape} */
function packets(items, room) {
  const step = Math.max(2, room.cw * 0.07);
  const last = Math.floor((items.length - 1) / room.packets);
  const spots = items.map((_, k) => {
    const layer = Math.floor(k / room.packets);
    const topmost = k === items.length - 1 || (k + 1) % room.packets === 0;
    return { ...spot((last - layer) * step, 0), shown: topmost, covered: layer < last };
  });
  return { width: room.cw, height: room.ch, spots };
}

/** @param {Item[]} items @param {Room} room @returns {Shape} */
function pile(items, room) {
  const step = room.cw * 0.4;
  const first = Math.max(0, items.length - room.last);
  const spots = items.map((_, k) => ({ ...spot(Math.max(0, k - first) * step, 0), shown: k >= first - 1, covered: k < items.length - 1 }));
  return { width: room.cw + step * (room.last - 1), height: room.ch, spots };
}

/** @param {Item[]} items @param {Room} room @returns {Shape} */
function trick(items, room) {
  const { cw, ch } = room;
  const few = room.seats <= 2;
  const [rx, ry] = few ? [cw * 0.34, ch * 0.2] : room.seats <= 4 ? [cw * 0.8, ch * 0.4] : [cw * (room.large ? 1.05 : 1.4), ch * 0.5];
  const width = few ? cw + 2 * rx : Math.min(room.width, 2 * rx + cw);
  const height = 2 * ry + ch;
  const spots = items.map((item) => {
    const { x, y } = item.ways ?? { x: 0, y: 0 };
    const across = few ? -y : x; // two players: one beside the other, not on top
    return spot((width - cw) / 2 + across * Math.min(rx, (width - cw) / 2), (height - ch) / 2 + y * ry);
  });
  return { width, height, spots };
}

/** @param {Item[]} items @param {Room} room @returns {Shape} */
function columns(items, room) {
  const { cw, ch } = room;
  const small = room.cw < 70;
  const hidden = items.slice(0, -1).filter((item) => item.card < 0).length;
  const shown = Math.max(0, items.length - 1 - hidden);
  let down = ch * (small ? 0.12 : 0.11);
  let up = ch * (small ? 0.4 : 0.3);
  const left = room.height - ch; // the face-down cards give way first: nobody reads them
  if (hidden && hidden * down + shown * up > left) down = Math.max(Math.min(3, down), (left - shown * up) / hidden);
  if (shown && hidden * down + shown * up > left) up = Math.max(up * 0.25, (left - hidden * down) / shown);
  let y = 0;
  const spots = items.map((_, k) => {
    if (k) y += items[k - 1].card < 0 ? down : up;
    return { ...spot(0, y), covered: k < items.length - 1 };
  });
  return { width: cw, height: y + ch, spots };
}

/**
 * Rows of small groups: cards that belong together (a run of a suit, equal ranks, or what the room says) overlap, groups stand apart.
 * @param {Item[]} items @param {Room} room @returns {Shape}
 */
function grid(items, room) {
  const { cw, ch } = room;
  const step = cw * (room.large ? 0.5 : 0.36);
  const gap = cw * 0.22;
  const groups = grouped(items.map((item) => item.card), room.group);
  /** @type {Spot[]} */
  const spots = [];
  let x = 0;
  let y = 0;
  let width = cw;
  for (const size of groups) {
    const wide = cw + step * (size - 1);
    if (x > 0 && x + wide > room.width) {
      x = 0;
      y += ch * 1.08;
    }
    for (let k = 0; k < size; k++) spots.push({ ...spot(x + k * step, y), covered: k < size - 1 });
    width = Math.max(width, x + wide);
    x += wide + gap;
  }
  return { width: Math.min(width, Math.max(room.width, cw)), height: y + ch, spots };
}

/** Most cards in a group, that it stays small. */
const GROUP = 7;

/**
 * Returns the step from one card of a group to the next, null if another group begins: 0 the same rank, 1 or -1 along the suit.
 * @param {number} before @param {number} card @param {string | string[] | undefined} by
 */
function bond(before, card, by) {
  if (before < 0 || card < 0) return null;
  if (before % 13 === card % 13) return 0;
  if (Array.isArray(by)) return by.some((ranks) => [before, card].every((one) => ranks.split(" ").includes(cardName(one % 13, false)))) ? 0 : null;
  if (by === "run") return (before + 1) % 13 === card % 13 ? 0 : null;
  if (by === "rank") return null;
  return Math.floor(before / 13) === Math.floor(card / 13) && Math.abs(card - before) === 1 ? card - before : null;
}

/**
 * How many cards stand in each group, from the first on: a run upwards or downwards in a suit, or cards of one rank.
 * @param {number[]} cards @param {string | string[]} [by] "rank": only cards of one rank; "run": the same rank and the next, in any
 *   suits; ["A J Q K"]: cards of one rank, and of these together
 * @returns {number[]}
 */
export function grouped(cards, by) {
  /** @type {number[]} */
  const sizes = [];
  /** @type {number | null} */
  let way = null;
  cards.forEach((card, k) => {
    const next = bond(cards[k - 1] ?? -1, card, by);
    const last = sizes.length - 1;
    if (last >= 0 && next !== null && (way === null || way === next) && (sizes[last] < GROUP || by !== undefined)) {
      sizes[last] += 1;
      way = next;
    } else {
      sizes.push(1);
      way = null;
    }
  });
  return sizes;
}

/**
 * A line in which every card has a place of its own, by its rank: the own cards a little lower than those of the others.
 * @param {Item[]} items @param {Room} room @returns {Shape}
 */
function lane(items, room) {
  const { cw, ch } = room;
  const step = Math.min(cw * 1.05, (room.width - cw) / (RANKS - 1));
  const lift = Math.round(ch * 0.1);
  const spots = items.map((item, k) => {
    const at = item.at ?? 0;
    const covered = step < cw * 0.95 && items[k + 1]?.at === at + 1;
    return { ...spot(at * step, item.own ? lift : 0), covered };
  });
  return { width: step * (RANKS - 1) + cw, height: ch + lift, spots };
}

/** So many cards hang below one another; more of them begin beside them. */
const DEEP = 4;

/**
 * A line of cards with others hanging below theirs: side by side if there is room, else closer and in several lines. A card
 * with others below keeps more room, or its suit would be covered from both sides.
 * @param {Item[]} items in the order in which they were laid @param {Room} room @returns {Shape}
 */
function sequence(items, room) {
  const { cw, ch } = room;
  const up = ch * 0.32; // rank and suit are seen at the upper edge
  /** @type {number[]} cards that hang below each card of the line */
  const hanging = [];
  for (const item of items) {
    if (item.hangs) hanging[hanging.length - 1] += 1;
    else hanging.push(0);
  }
  const across = hanging.map((n) => Math.max(1, Math.ceil(n / DEEP)));
  const roomy = across.reduce((sum, n) => sum + n, 0) * cw * 1.06 - cw * 0.06 <= room.width;
  /** @type {Spot[]} */
  const spots = [];
  let [x, y, depth, width] = [0, 0, 0, cw];
  hanging.forEach((n, k) => {
    const step = roomy ? cw * 1.06 : n ? cw * 0.92 : cw * 0.62;
    if (x > 0 && x + (across[k] - 1) * step + cw > room.width + 0.5) {
      y += ch + depth * up + ch * 0.08;
      [x, depth] = [0, 0];
    }
    spots.push({ ...spot(x, y), covered: n > 0 || !roomy });
    for (let h = 0; h < n; h++) spots.push({ ...spot(x + Math.floor(h / DEEP) * step, y + (1 + (h % DEEP)) * up), covered: h < n - 1 });
    width = Math.max(width, x + (across[k] - 1) * step + cw);
    depth = Math.max(depth, Math.min(n, DEEP));
    x += across[k] * step;
  });
  return { width, height: y + ch + depth * up, spots };
}

/** @type {Record<string, (items: Item[], room: Room) => Shape>} */
const SHAPES = { fan, row, stack, pile, trick, columns, grid, lane, sequence };

/** How the cards of a pad lie. @param {string} look @param {Item[]} items @param {Room} room @returns {Shape} */
export function shapeOf(look, items, room) {
  return (SHAPES[look] ?? row)(items, room);
}
