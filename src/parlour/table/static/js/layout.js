/**
 * What lies where: from a room's look and its places to pads, the boxes of the cloth that cards are drawn in.
 * Pure: no page is touched here.
 */

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").ZoneLook} ZoneLook */
/**
 * @typedef {{key: string, zone: string, look: string, label: string, owner: number, places: string[], order: number, row: number,
 *            sort: string | undefined, group: string | string[] | undefined, marked: string, empty: string, last: number, count: number, aside: boolean, tagged: boolean,
 *            packets: number, packet: string, caption: boolean, room: number, byCount: string[] | undefined, large: boolean, left: string,
 *            seat: number, facing: boolean, turns: string}} Pad
 *  `aside`: in a row around a trick, where it keeps smaller; `tagged`: it has a label of its own among those of its zone;
 *  `packets`: cards that a stack is counted by, `packet`: what they are called; `caption`: whether its name and count stand below it;
 *  `room`: cards that it has room for from the deal on;
 *  `byCount`: what stands there instead, by the number of its cards; `large`: at a seat with cards as large as in the centre, there with larger ones;
 *  `left`: the figure that says who lays from the left end of a lane;
 *  `seat`: whose place it is, wherever it lies (-1 for nobody's); `facing`: each seat has a row of its own in the centre;
 *  `turns`: the figure that says, one bit per card, which cards of a sequence came into its line and which hang below it;
 *  `places`: what is drawn in it, the lowest first; `owner` -1 for the centre; `count`: pads of this zone
 */

const LOOKS = new Set(["fan", "row", "stack", "pile", "trick", "columns", "grid", "lane", "sequence", "hidden"]);
const SPACE = new Set(["row", "trick", "grid", "fan", "sequence"]);
/** Cards of a pile that stay visible. */
const LAST = 3;

/** @param {Place} place @returns {number} the seat it belongs to, -1 for nobody's */
export function ownerOf(place) {
  return place.owner ?? -1;
}

/** What follows the zone in a place's name: "up.3" -> ".3". @param {Place} place */
function indices(place) {
  return place.name.slice(place.zone.length);
}

/** @param {Pad | {zone: string}} pad @param {string} text */
function words(pad, text) {
  return text || pad.zone.replaceAll("_", " ");
}

/**
 * The pads of a game. Zones drawn on top of another (`over`) take its places into their own pads.
 * @param {Game} game @param {number} [you] who looks, whose row of those that face each other is the lower one @returns {Pad[]}
 */
export function padsOf(game, you = 0) {
  const zones = game.look.zones ?? {};
  const under = new Map(Object.entries(zones).flatMap(([zone, look]) => (look.over ? [[look.over, zone]] : [])));
  const known = new Map(game.places.map((place) => [place.name, place]));
  /** @type {Pad[]} */
  const pads = [];
  for (const place of game.places) {
    const look = zones[place.zone] ?? { look: "hidden" };
    if (under.has(place.zone) || (look.look ?? "row") === "hidden") continue;
    if (look.places && Number(place.name.split(".").at(-1)) >= Number(game.house.find((rule) => rule.name === look.places)?.value)) continue;
    const below = look.over ? look.over + indices(place) : "";
    const shape = LOOKS.has(look.look ?? "") ? String(look.look) : "row";
    const index = Number(place.name.split(".").at(-1));
    const lane = shape === "lane" ? pads.find((pad) => pad.key === `${place.zone}.${index}`) : undefined;
    if (lane) {
      lane.places.push(place.name); // both seats lay in one line
      continue;
    }
    const centre = (look.area ?? (ownerOf(place) < 0 ? "centre" : "seat")) !== "seat" || ownerOf(place) < 0;
    pads.push({
      key: shape === "lane" ? `${place.zone}.${index}` : place.name,
      zone: place.zone,
      look: shape,
      label: words(place, look.labels?.[index] ?? look.label ?? ""),
      tagged: look.labels !== undefined,
      byCount: look.by_count,
      owner: centre ? -1 : ownerOf(place),
      places: known.has(below) ? [below, place.name] : [place.name],
      order: look.order ?? 0,
      group: look.group,
      marked: look.marked_as ?? "counts",
      row: (look.row ?? 1) + (shape === "lane" ? index : 0) + (look.facing && ownerOf(place) === Math.max(you, 0) ? 1 : 0),
      sort: look.sort,
      empty: look.empty ?? (!centre ? "gone" : SPACE.has(shape) ? "space" : "outline"),
      last: look.last ?? LAST,
      count: 1,
      aside: false,
      packets: look.packets ?? 1,
      packet: look.packet ?? "",
      caption: look.caption ?? true,
      room: look.room ?? 0,
      large: look.size === "large",
      left: look.left ?? "",
      seat: ownerOf(place),
      facing: look.facing ?? false,
      turns: look.turns ?? "",
    });
  }
  const around = new Set(pads.filter((pad) => pad.owner < 0 && pad.look === "trick").map((pad) => pad.row));
  for (const pad of pads) pad.aside = pad.owner < 0 && pad.look !== "trick" && around.has(pad.row);
  for (const pad of pads) pad.count = pads.filter((other) => other.zone === pad.zone && other.owner === pad.owner).length;
  return pads;
}

/** Pads of a seat (-1: the centre) in their order. @param {Pad[]} pads @param {number} owner @returns {Pad[]} */
export function padsAt(pads, owner) {
  return pads
    .map((pad, index) => ({ pad, index }))
    .filter(({ pad }) => pad.owner === owner)
    .sort((a, b) => a.pad.row - b.pad.row || a.pad.order - b.pad.order || a.index - b.index)
    .map(({ pad }) => pad);
}

/** Rows of the centre, the upper first. @param {Pad[]} pads @returns {Pad[][]} */
export function centreRows(pads) {
  const centre = padsAt(pads, -1);
  return [...new Set(centre.map((pad) => pad.row))].map((row) => centre.filter((pad) => pad.row === row));
}

/** Most columns of the centre side by side, at least 1. @param {Pad[]} pads */
export function columnsOf(pads) {
  return Math.max(1, ...centreRows(pads).map((row) => row.filter((pad) => pad.look === "columns").length));
}

/**
 * Where the others sit: seats in order of play from the left round to the right, for the seat `you` (an onlooker looks from seat 0).
 * @param {number} seats @param {number} you @param {boolean} narrow all of them on top
 * @returns {{left: number[], top: number[], right: number[]}} left is listed from the bottom up, the others as one reads them
 */
export function seating(seats, you, narrow) {
  const others = Array.from({ length: seats - 1 }, (_, k) => (Math.max(you, 0) + 1 + k) % seats);
  const side = narrow || others.length < 3 ? 0 : others.length < 6 ? 1 : 2;
  return { left: others.slice(0, side), top: others.slice(side, others.length - side), right: others.slice(others.length - side) };
}

/**
 * The direction in which a seat sits, from the middle of the cloth: x to the right, y downwards, each -1..1.
 * @param {number} seat @param {number} seats @param {number} you @returns {{x: number, y: number}}
 */
export function direction(seat, seats, you) {
  const turn = ((seat - Math.max(you, 0) + seats) % seats) / seats;
  const angle = Math.PI / 2 + turn * 2 * Math.PI; // own seat at the bottom, then clockwise
  return { x: Math.cos(angle), y: Math.sin(angle) };
}
