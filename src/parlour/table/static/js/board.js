/**
 * The cloth: seats around, zones in the middle, one's own hand below; how large a card may be so that all of it fits.
 */

import { boxesOf, inRoom, overlap, release, reserve, scrolls, spills } from "./boxes.js";
import { drawing, rankPlace } from "./cards.js";
import { shapeOf } from "./geometry.js";
import { centreRows, columnsOf, direction, padsAt, padsOf, seating } from "./layout.js";
import { _, ngettext } from "./messages.js";
import { make } from "./page.js";
import { badges, Plate, sideScores } from "./seats.js";

/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./layout.js").Pad} Pad */
/** @typedef {import("./view.js").Token} Token */
/** @typedef {{pad: Pad, element: HTMLElement, caption: HTMLElement, slot: HTMLButtonElement | null, width: number, height: number}} Box
 *  `width` and `height`: the most that it has taken, which is kept for it */

const RATIO = 1.4; // of a card's height to its width
const TWO_LINES = 34; // of a caption
const SMALLEST = 40;
const LARGEST = 118;
/** On a large screen they grow with its height. */
const LARGEST_SHARE = 0.135;
/** A board lower than this has the hand beside one's plate: a phone held sideways. */
const SHORT = 400;
const SMALLEST_SHORT = 26;
const LARGEST_NARROW = 80;
const NARROW = 700;
/** As wide as this for its height it has room at the sides, however narrow it is. */
const WIDE = 1.3;
/** Least width to hit a card by. */
const TOUCH = 45;
const COLUMN_GAP = 4;
/** More columns than this stand closer together on a phone. */
const MANY_COLUMNS = 8;
/** What the hand has of the width there, beside one's plate. */
const HAND_SHORT = 0.74;
/** The hand never gets smaller: then the table scrolls. */
const SMALLEST_HAND = 58;
const SMALLEST_HAND_SHORT = 46;
/** Looks that take all the room there is. */
const GROWING = new Set(["fan", "row", "grid", "sequence"]);
/** Looks of pads that take little height. */
const IN_LINES = new Set(["fan", "row", "stack", "pile"]);
/** What keeps its height once it had it, and what its width too; not more than so much of the board's height. */
const HELD = ".side .pads, .own-head, .beside, .plate, .centre-figures, .hands";
const HELD_WIDE = ".side .pads, .beside, .plate, .centre-figures";
const [MOST_HELD, MOST_HELD_SHORT] = [0.2, 0.4];
/** Part of the height that nothing takes when cards are dealt: what seats get during the hand comes there. */
const FREE = 0.08;
/** Room between the parts of the table, and around them. */
const BETWEEN = 32;
/** Height of one row of calls and what is asked. */
const [CALLS_ROW, CALLS_ROW_SHORT] = [79, 48];
/** What others have before them lies in so many rows on a phone, and so far from each other; beside the plates of several it has so much of a seat. */
const [ROWS_OF_A_SEAT, SEAT_GAP, OF_A_SEAT] = [2, 8, 0.4];
/** With so many places or more before a seat, some are filled during the hand: on a phone two rows are kept for them. */
const MANY_PADS = 4;
/** So many rows of the centre lie side by side if it is wide, and two of lines alone if it is wide and low; one that grows has so much of the width. */
const [MANY_ROWS, OF_A_ROW] = [3, 0.5];
/** What all places beside one's plate have of the width, and what lies between them. */
const [BESIDE, GAP] = [0.68, 20];
/** Width of the cards before a seat at the side. */
const [SIDE, SIDE_MANY] = [150, 192];
/** Part of a card lying open that is seen if another lies on it. */
const READABLE = 0.45;
/** How much larger the large cards of the centre are. */
const LARGER = 1.5;

export class Board {
  /** @type {Map<string, Box>} pads by key */
  boxes = new Map();
  /** @type {Map<string, Box>} pads by the places they draw */
  byPlace = new Map();
  /** @type {Plate[]} */
  plates = [];
  /** @type {Map<number, HTMLElement>} */
  seats = new Map();
  cw = 90;
  narrow = false;
  short = false;
  #hand = -1;
  /** whether cards have shrunk since they were dealt: at the next deal the largest are looked for */
  #shrunk = false;
  /** how many cards a pad has, by its key @type {Map<string, number>} */
  #counts = new Map();
  /** whether there is not room for everything even with the smallest cards: then the table scrolls below one's own seat */
  #full = false;
  /** the height that was lacking at the size of cards that was tried last, Infinity if parts of the table met */
  #lacks = 0;
  /** whether that is so only while nobody is asked, or for one choice: then other cards may be looked for */
  #brief = false;
  /** @type {{width: number, height: number} | null} the board's own, read once for all pads that are drawn together */
  #measured = null;

  /** @param {HTMLElement & {room?: number}} calls the bar of calls, which lies above the plate and grows upwards, and the height that it keeps */
  constructor(calls) {
    this.calls = calls;
    this.element = make("div", "board");
    this.element.setAttribute("role", "application"); // a screen reader leaves its keys to the table
    this.element.setAttribute("aria-label", _("Card table. Press ? for the keys."));
    this.centreFigures = make("div", "centre-figures badges");
    /** what stands beside the figures of the centre and is none of the rules @type {HTMLElement[]} */
    this.besides = [];
    /** @type {Hello | null} */
    this.hello = null;
    /** @type {Pad[]} */
    this.pads = [];
  }

  /** Whether the seats of the others stand so close that what their cards make cannot be written below them. */
  get crowded() {
    return this.narrow && (this.hello?.game.seats ?? 1) > 4;
  }

  /** Whether it is wide and low: a phone held sideways, or a page that is zoomed. */
  get isShort() {
    const { clientWidth, clientHeight } = this.element;
    return clientHeight < SHORT && (clientWidth >= NARROW || clientWidth > clientHeight * WIDE);
  }

  /** Whether there is no room beside the cards. */
  get isNarrow() {
    return this.element.clientWidth < NARROW && !this.isShort;
  }

  /** Height of one row of calls and what is asked: above each other, or beside each other. */
  get #callsRow() {
    return this.short ? CALLS_ROW_SHORT : CALLS_ROW;
  }

  get you() {
    return this.hello?.you ?? -1;
  }

  /**
   * Lays the cloth for a game.
   * @param {Hello} hello @param {Set<string>} touched zones that may be pressed themselves
   */
  lay(hello, touched) {
    this.hello = hello;
    const { game, you } = hello;
    this.narrow = this.isNarrow;
    this.short = this.isShort;
    this.element.classList.toggle("short", this.short);
    this.pads = padsOf(game, you);
    this.boxes.clear();
    this.#counts.clear();
    this.byPlace.clear();
    this.seats.clear();
    this.plates = game.names.map((_, seat) => new Plate(game, seat, seat === you, game.seats === 1));
    const round = seating(game.seats, you, this.narrow);
    const own = this.#ownSeat(Math.max(you, 0), touched);
    this.element.classList.toggle("narrow", this.narrow);
    this.element.classList.toggle("solitaire", game.seats === 1);
    this.element.style.setProperty("--columns", String(columnsOf(this.pads)));
    this.element.style.setProperty("--column-gap", `${this.#columnGap()}px`);
    this.element.dataset.seats = String(game.seats);
    this.element.replaceChildren(
      this.#side("top", round.top, touched),
      this.#side("left", [...round.left].reverse(), touched),
      this.#centre(touched),
      this.#side("right", round.right, touched),
      own,
    );
    this.#hand = -1;
    const restore = this.plates.map((plate) => plate.fill());
    const heights = this.plates.map(({ alone, element }) => (alone ? 0 : element.offsetHeight)); // all at once: the page is laid out once for them
    this.plates.forEach(({ element }, k) => {
      restore[k]();
      element.style.setProperty("--room", `${heights[k]}px`);
    });
  }

  /** @param {string} name @param {number[]} seats @param {Set<string>} touched */
  #side(name, seats, touched) {
    const side = make("div", `side ${name}`);
    for (const seat of seats) {
      const section = make("section", "seat");
      section.setAttribute("aria-label", this.hello?.game.names[seat] ?? "");
      const pads = make("div", "pads");
      pads.append(...padsAt(this.pads, seat).map((pad) => this.#box(pad, touched)));
      pads.classList.toggle("of-many", pads.childElementCount >= MANY_PADS);
      section.append(this.plates[seat].element, pads);
      this.seats.set(seat, section);
      side.append(section);
    }
    return side;
  }

  /** @param {number} seat @param {Set<string>} touched */
  #ownSeat(seat, touched) {
    const section = make("section", "seat own");
    section.setAttribute("aria-label", this.you < 0 ? (this.hello?.game.names[seat] ?? "") : _("Your seat"));
    const pads = padsAt(this.pads, seat);
    const beside = make("div", "pads beside");
    beside.append(...pads.filter((pad) => pad.look !== "fan").map((pad) => this.#box(pad, touched)));
    beside.classList.toggle("of-many", beside.childElementCount > 1);
    const head = make("div", "own-head");
    head.append(this.plates[seat].element, beside);
    head.classList.toggle("of-few", pads.filter((pad) => pad.look === "row").length < 2);
    const hands = make("div", "pads hands");
    hands.append(...pads.filter((pad) => pad.look === "fan").map((pad) => this.#box(pad, touched)));
    section.append(this.calls, head, hands);
    this.seats.set(seat, section);
    return section;
  }

  /** @param {Set<string>} touched */
  #centre(touched) {
    const centre = make("div", "centre");
    const columns = columnsOf(this.pads) > 1;
    const rows = centreRows(this.pads);
    const inLines = (/** @type {Pad} */ pad) => IN_LINES.has(pad.look) || (pad.look === "grid" && pad.row === rows[0][0].row); // the first row has the most width
    const lines = rows.length > 1 && rows.flat().every(inLines);
    centre.classList.toggle("of-rows", rows.length >= MANY_ROWS || (this.short && lines));
    centre.style.setProperty("--rows", String(rows.length));
    for (const row of rows) {
      const line = make("div", "centre-row");
      if (columns && this.hello?.solitaire) line.classList.add("over-columns");
      if (row.some((pad) => pad.look === "columns")) line.classList.add("of-columns");
      const trick = row.findIndex((pad) => pad.look === "trick");
      if (trick < 0) line.append(...row.map((pad) => this.#box(pad, touched)));
      else line.append(...this.#around(row, trick, touched));
      const last = row.findIndex((pad) => pad.zone === row.at(-1)?.zone);
      if (last > 0) line.children[last]?.classList.add("last-zone");
      centre.append(line);
    }
    centre.append(this.centreFigures);
    return centre;
  }

  /** A row with the trick in its middle and the others at its sides. @param {Pad[]} row @param {number} trick @param {Set<string>} touched */
  #around(row, trick, touched) {
    const sides = [row.slice(0, trick), row.slice(trick + 1)].map((pads) => {
      const side = make("div", "aside");
      side.append(...pads.map((pad) => this.#box(pad, touched)));
      return side;
    });
    return [sides[0], this.#box(row[trick], touched), sides[1]];
  }

  /** @param {Pad} pad @param {Set<string>} touched @returns {HTMLElement} */
  #box(pad, touched) {
    const element = make("div", `pad look-${pad.look} empty-${pad.empty}`);
    element.dataset.pad = pad.key;
    element.setAttribute("role", "group");
    if (pad.empty === "outline") {
      const outline = make("span", "outline");
      outline.append(drawing("card-empty"));
      element.append(outline);
    }
    /** @type {HTMLButtonElement | null} */
    let slot = null;
    if (pad.look === "lane") element.append(make("span", "line-end left"), make("span", "line-name", pad.label), make("span", "line-end right"));
    if (touched.has(pad.zone)) {
      slot = make("button", "slot");
      slot.type = "button";
      slot.dataset.place = pad.places.at(-1);
      element.append(slot);
    }
    const cards = make("div", "cards");
    const caption = make("span", "caption");
    element.append(cards, caption);
    const box = { pad, element, caption, slot, width: 0, height: 0 };
    this.boxes.set(pad.key, box);
    for (const place of pad.places) this.byPlace.set(place, box);
    return element;
  }

  /** Size of the cards of a pad. @param {Pad} pad @returns {number} */
  cardWidth(pad) {
    if (pad.owner < 0 && pad.large) return Math.round(this.cw * LARGER);
    if (pad.owner < 0) return pad.aside ? Math.round(this.cw * (this.narrow ? 0.66 : 0.74)) : this.cw;
    if (pad.large) return pad.owner === Math.max(this.you, 0) || this.narrow ? this.cw : Math.round(this.cw * 0.85);
    if (pad.owner === Math.max(this.you, 0)) return pad.look === "fan" ? Math.max(this.cw, this.short ? SMALLEST_HAND_SHORT : SMALLEST_HAND) : Math.round(this.cw * (this.narrow ? 0.6 : 0.55));
    return this.narrow ? ((this.hello?.game.seats ?? 1) > 4 ? 22 : 28) : Math.round(Math.min(60, this.cw * 0.52));
  }

  /** Which of the deck's faces a pad shows. @param {Pad} pad @param {boolean} large @returns {string} */
  face(pad, large) {
    const width = this.cardWidth(pad);
    if (pad.look === "sequence" || (pad.look === "columns" && width < 76)) return "edge";
    return large || this.narrow || width < 76 ? "large" : "plain";
  }

  /** The size of the board; if each pad measured it, the page would be laid out for each. */
  #measure() {
    if (!this.#measured) {
      this.#measured = { width: this.element.clientWidth, height: this.element.clientHeight };
      queueMicrotask(() => (this.#measured = null));
    }
    return this.#measured;
  }

  /** Most room a pad may take. @param {Pad} pad @returns {{width: number, height: number}} */
  #roomFor(pad) {
    const measured = this.#measure();
    const width = measured.width - (this.narrow ? 12 : 32);
    const { height } = measured;
    if (pad.owner < 0) {
      const sides = this.element.querySelectorAll(".side.left .seat").length && !this.narrow ? 2 * (this.#atSides + 22) : 0;
      const share = this.short && this.element.querySelector(".centre.of-rows") ? OF_A_ROW : 1;
      const left = pad.aside ? (width - sides) / 4 : (width - sides) * share - this.#besides(pad);
      return { width: Math.max(left, this.cw), height: pad.look === "columns" ? this.#columnsHeight(pad) : height };
    }
    const others = (this.hello?.game.seats ?? 1) - 1;
    if (pad.owner === Math.max(this.you, 0)) return { width: pad.look !== "fan" ? this.#ownShare(pad, width) : this.short ? Math.min(width * HAND_SHORT, width - 150) : width, height };
    if (this.narrow) return { width: this.#share(pad, others > 3 ? 58 : Math.max(60, width / others - 16)), height };
    const top = this.element.querySelectorAll(".side.top .seat").length;
    const side = this.boxes.get(pad.key)?.element.closest(".side.left, .side.right");
    return { width: side ? this.#atSides : Math.min(300, (width / Math.max(1, top) - 24) * (this.short && top > 1 ? OF_A_SEAT : 1)), height };
  }

  /** What a place beside one's plate has of the width: if there are many of its kind, all of them have room in one line. @param {Pad} pad @param {number} width */
  #ownShare({ count }, width) {
    return count < MANY_PADS || this.narrow || this.short ? width * 0.5 : Math.min(width * 0.5, width * BESIDE / count - GAP);
  }

  /** Room for cards at the sides: on a phone held sideways more if there are many places, for lines of them one below the other have no height. */
  get #atSides() {
    return this.short && this.element.querySelector(".side.left .of-many") ? SIDE_MANY : SIDE;
  }

  /** What a pad of another seat has of the seat's width on a phone: a third row would take the room of the centre. @param {Pad} pad @param {number} all */
  #share(pad, all) {
    const there = this.pads.filter((one) => one === pad || (one.owner === pad.owner && (one.look === "stack" || this.#counts.get(one.key))));
    const inRow = Math.max(2, Math.ceil(there.length / ROWS_OF_A_SEAT));
    const each = Math.floor((all - (inRow - 1) * SEAT_GAP) / inRow);
    const cw = this.cardWidth(pad);
    const least = cw * (pad.look === "fan" ? 1 : 1 + READABLE * ((this.#counts.get(pad.key) ?? 1) - 1));
    return there.length > 1 && each >= cw ? Math.min(all, Math.max(each, least)) : all;
  }

  /** The room that the others of its row take from a pad of the centre. @param {Pad} pad */
  #besides(pad) {
    if (!GROWING.has(pad.look) || pad.aside) return 0;
    const gap = this.narrow ? 13 : 26;
    return this.pads
      .filter((other) => other !== pad && other.owner < 0 && other.row === pad.row)
      .filter((other) => other.empty !== "gone" || !this.boxes.get(other.key)?.element.classList.contains("is-empty"))
      .reduce((sum, other) => sum + gap + this.cw * (other.look === "pile" ? 0.6 + 0.4 * other.last : other.look === "trick" ? 2 : 1), 0);
  }

  /** What is left for columns below everything else. @param {Pad} pad */
  #columnsHeight(pad) {
    const row = this.boxes.get(pad.key)?.element.parentElement;
    return Math.max(row?.clientHeight ?? 0, this.cw * RATIO * 1.8);
  }

  /** @param {Pad} pad @returns {import("./geometry.js").Room} */
  room(pad) {
    const cw = this.cardWidth(pad);
    const own = pad.owner === Math.max(this.you, 0);
    const { width, height } = this.#roomFor(pad);
    const large = this.face(pad, false) === "large";
    const touch = own && pad.look === "fan" ? Math.min(TOUCH, cw) : pad.owner < 0 ? Math.min(30, cw) : this.narrow && pad.look === "fan" ? 1 : Math.max(3, cw * 0.1);
    const seats = this.hello?.game.seats ?? 1;
    const { group, last, packets } = pad;
    return { cw, ch: cw * RATIO, width, height, touch, own, large, group, last, packets, arc: own && !this.narrow, seats };
  }

  /**
   * The shape of a pad with these cards; sets the size of its box.
   * @param {Box} box @param {Token[]} tokens @param {View} view
   */
  shape(box, tokens, view) {
    const { pad, element } = box;
    this.#counts.set(pad.key, tokens.length);
    const room = this.room(pad);
    const seats = this.hello?.game.seats ?? 1;
    const items = tokens.map((token, k) => {
      const by = token.by >= 0 ? token.by : this.#playedBy(view, tokens.length, k);
      const own = Number(token.place.split(".")[1]) === Math.max(this.you, 0);
      return { card: token.card, ways: direction(by, seats, this.you), at: rankPlace(token.card, this.hello?.game.look.ranking), own, hangs: token.place !== pad.places.at(-1) };
    });
    if (pad.look === "stack" && pad.owner >= 0) reserve(box, room.cw, room.cw * RATIO); // what a seat wins comes there sooner or later
    if (this.#hasRoom(pad)) this.#makeReady(box, room);
    const shape = inRoom(box, shapeOf(pad.look, items, room), room.own && pad.look === "fan" && !this.#comesBack(pad));
    const empty = !tokens.length;
    element.classList.toggle("is-empty", empty);
    element.classList.toggle("held", empty && (box.width > 0 || (room.own && pad.look === "fan")) && this.#comesBack(pad));
    element.classList.toggle("kept", empty && pad.facing && this.#faced(pad, view));
    element.style.width = `${shape.width}px`;
    if (pad.look !== "columns") element.style.height = `${shape.height}px`;
    element.style.setProperty("--cw", `${room.cw}px`);
    this.#describe(box, tokens, view);
    if (pad.look === "lane") this.#nameEnds(box, view);
    return { shape, room };
  }

  /** Whether a pad has the room that the game names for it: in the centre, before one's own seat on a phone, and for the first of a seat where all lie in one line. @param {Pad} pad */
  #hasRoom({ room, owner, key }) {
    return room > 0 && (owner < 0 || (this.narrow ? owner === Math.max(this.you, 0) : !this.short && key.endsWith(".0")));
  }

  /** Keeps the room that the game names for a pad; if there are several of its kind in the centre, one is enough for their row. @param {Box} box @param {import("./geometry.js").Room} room */
  #makeReady(box, room) {
    const { pad, element } = box;
    if (pad.owner < 0 && pad.count > 1) {
      element.parentElement?.style.setProperty("min-height", `calc(${room.ch}px + 1.2rem)`);
      return;
    }
    const { width, height } = shapeOf(pad.look, Array.from({ length: pad.room }, () => ({ card: -1 })), room);
    reserve(box, width, height);
  }

  /** Whether a place that is empty keeps its room. On small screens those of a seat share theirs, which is kept as a whole. @param {Pad} pad */
  #comesBack(pad) {
    const { owner, look } = pad;
    if (this.#hasRoom(pad)) return true;
    const own = Math.max(this.you, 0);
    if (owner === own && look === "fan") return this.pads.filter((one) => one.owner === own && one.look === "fan").length === 1; // else the next hand lies in its place
    return owner < 0 || look === "stack" || !(this.narrow || this.short);
  }

  /** Whether a place of the other row that faces this one has cards. @param {Pad} pad @param {View} view */
  #faced(pad, view) {
    const [zone, seat, column] = pad.key.split(".");
    return view.places[`${zone}.${1 - Number(seat)}.${column}`] !== undefined;
  }

  /** Who played the k-th of n cards, if nobody saw it: the seats before the one on turn. @param {View} view @param {number} n @param {number} k */
  #playedBy(view, n, k) {
    const seats = this.hello?.game.seats ?? 1;
    const next = view.turn >= 0 ? view.turn : n % seats;
    return (((next - n + k) % seats) + seats) % seats;
  }

  /** Who lays from which end of a lane. @param {Box} box @param {View} view */
  #nameEnds({ pad, element }, view) {
    const seat = /** @type {number} */ (view.figures[pad.left]?.[Number(pad.key.split(".").at(-1))] ?? -1);
    const ranks = (this.hello?.game.look.ranking ?? "").split(" ");
    const ends = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(".line-end")]);
    element.classList.toggle("closed", seat < 0);
    [seat, 1 - seat].forEach((owner, k) => {
      const name = owner === this.you ? _("you") : (this.hello?.game.names[owner] ?? "");
      ends[k].replaceChildren(make("b", "", ranks.at(-k) ?? ""), make("span", "", name));
      ends[k].classList.toggle("own", owner === Math.max(this.you, 0));
    });
  }

  /** @param {Box} box @param {Token[]} tokens @param {View} view */
  #describe({ pad, element, caption, slot }, tokens, view) {
    const n = tokens.length;
    const count = ngettext("{n} card", "{n} cards", n);
    const index = pad.count > 1 && !pad.tagged ? ` ${Number(pad.key.split(".").at(-1)) + 1}` : "";
    const others = pad.owner >= 0 && pad.owner !== this.you;
    const crowded = others && (this.short || (this.narrow && (this.hello?.game.seats ?? 1) > 3));
    const makes = pad.places.flatMap((place) => view.places[place]?.read ?? []);
    const read = makes.join(others ? "\n" : " · ");
    const down = tokens.filter((token) => token.card < 0).length;
    const hidden = !down ? "" : down === n ? _("face down") : _("{down} of them face down", { down });
    const state = [n ? count : _("empty"), hidden, pad.byCount?.[n] ?? "", ...makes].filter(Boolean).join(", ");
    element.setAttribute("aria-label", _("{what}: {value}", { what: `${pad.label}${index}`, value: state }));
    if (slot) slot.dataset.label = `${pad.label}${index}, ${state}`;
    const named = pad.tagged || pad.look === "stack" || (pad.owner >= 0 && pad.look !== "fan") || (pad.look === "row" && pad.count === 1);
    const counted = pad.byCount?.[Math.min(n, pad.byCount.length - 1)];
    const layered = pad.caption && pad.look === "stack" && (pad.packets > 1 ? n : n > 1);
    const name = crowded ? (layered || this.narrow ? " " : "") : pad.packet || pad.label;
    const usual = !pad.caption ? "" : others && pad.look === "fan" ? (n ? String(n) : "") : named && n ? name : "";
    const text = counted ?? ((!(others && this.crowded) && read) || usual);
    caption.classList.toggle("read", text === read && read !== "");
    element.classList.toggle("of-lines", text === read && read.includes("\n"));
    caption.replaceChildren(...(text ? [make("span", "", text)] : []));
    const layers = Math.ceil(n / pad.packets);
    if (text === usual && layered) caption.append(make("b", "", ` ${layers}`));
    element.classList.toggle("captioned", text !== "");
    if (text) element.classList.add("was-captioned");
  }

  /**
   * Captions that touch others or a plate, leave the board, or have more than two lines give their count alone: what lies there is
   * drawn, and the label of the pile says it.
   */
  abridge() {
    const captions = [...this.element.querySelectorAll(":is(.pads, .centre) .pad > .caption:not(.read):not(:empty)")];
    for (const one of captions) one.classList.remove("brief");
    const boxes = captions.map((one) => one.getBoundingClientRect());
    const others = boxesOf([...this.element.querySelectorAll(".plate, .centre-figures")]);
    const { left, right } = this.element.getBoundingClientRect();
    const tight = boxes.map((box, k) => {
      if (!box.width) return false;
      const near = [...others, ...boxes.filter((_box, m) => m !== k)];
      return box.left < left || box.right > right || box.height > TWO_LINES || overlap([box], near);
    });
    captions.forEach((one, k) => one.classList.toggle("brief", tight[k]));
  }

  /** Who has answered while others still think. @param {number[]} seats */
  mark(seats) {
    for (const plate of this.plates) plate.mark(seats.includes(plate.seat));
  }

  /** Bots that take a while. @param {number[]} seats */
  think(seats) {
    for (const plate of this.plates) plate.think(seats.includes(plate.seat));
  }

  /** @param {View} view */
  drawFigures(view) {
    const { hello } = this;
    if (!hello) return;
    this.element.classList.toggle("undealt", !view.hand_number);
    for (const plate of this.plates) plate.draw(view, hello.you);
    this.centreFigures.replaceChildren(...sideScores(view, hello.game, hello.you), ...badges(hello.game, view, -1), ...this.besides);
  }

  /**
   * Finds the largest cards that leave everything in sight. `fill` draws the pads at the size that is set. In the middle of a hand
   * cards never get larger, or a place that is free for one choice would move everything twice.
   * @param {View} view @param {() => void} fill @param {"" | "calls" | "all"} again what has changed besides the view: calls that have no room, or the board itself
   */
  fit(view, fill, again) {
    if (!view.hand_number && !this.#alone) return fill(); // nothing is dealt yet: sizes are looked for once, when it is
    const fits = (/** @type {number} */ least) => {
      fill();
      this.#lacks = this.#frame() ? least * this.element.clientHeight - this.#free() : Infinity;
      return this.#lacks <= 0;
    };
    const set = (/** @type {number} */ cw) => {
      if (cw !== this.cw) this.#loosen();
      if (cw < this.cw && !grows) this.#shrunk = true;
      this.cw = cw;
      this.element.style.setProperty("--cw", `${cw}px`);
      this.element.style.setProperty("--ch", `${cw * RATIO}px`);
    };
    const largest = this.narrow ? LARGEST_NARROW : Math.max(LARGEST, Math.round(this.element.clientHeight * LARGEST_SHARE));
    const dealt = (view.turn >= 0 || view.asked.length > 0) && view.hand_number !== this.#hand;
    const grows = dealt || this.#alone || again === "all";
    const high = Math.min(largest, this.#widest(), grows ? Infinity : this.cw);
    if (dealt) this.#hand = view.hand_number;
    if (!again) {
      fill();
      if (!dealt && this.#stands(this.#rests(view))) return;
      this.#setFull(false);
      if (!dealt && this.#makesDo()) return;
      if (dealt) this.#keepCalls(this.#rooms()[0]);
      if (!(dealt && this.#shrunk) && this.#stays(high, set, fits, dealt || this.#alone)) {
        if (dealt) this.#keepMore();
        return;
      }
    }
    this.#setFull(false);
    if (grows) this.#shrunk = false;
    for (const kept of this.#rooms()) {
      this.#keepCalls(kept);
      if (!this.#sheds(fits, !grows) && !this.#largest(high, set, fits, grows ? this.#spare : FREE)) continue;
      if (kept) this.#keepMore();
      return;
    }
    this.#keepCalls(this.#rooms()[0]);
    this.#setFull(true);
  }

  /** Whether all stays as it lies: it fits, nobody is asked, or there is not room for everything anyway. @param {boolean} rests */
  #stands(rests) {
    if (this.#brief && !rests && this.calls.offsetHeight <= this.#callsRow) this.#setFull(false);
    if (this.#full) return this.#staysFull();
    if (!this.crowds()) return true;
    if (!rests) return false;
    this.#staysFull();
    this.#brief = this.#full;
    return true;
  }

  /** Part of the height that nothing takes when cards are dealt: none if room is kept for what the game says. */
  get #spare() {
    return this.pads.some((pad) => this.#hasRoom(pad)) ? 0 : FREE;
  }

  /** Sets the largest cards that fit; false if none do. @param {number} high @param {(cw: number) => void} set @param {(least: number) => boolean} fits @param {number} spare part of the height that nothing takes */
  #largest(high, set, fits, spare) {
    let low = Math.min(this.short ? SMALLEST_SHORT : SMALLEST, high);
    let fitting = 0;
    set(high);
    if (fits(spare)) return true;
    let likely = high - Math.max(2, Math.ceil(this.#lacks / (2 * RATIO))); // at least the hand and one row of the centre get lower
    while (high - low > 2) {
      const middle = likely > low ? likely : Math.floor((low + high) / 2);
      likely = 0;
      set(middle);
      if (fits(spare)) fitting = low = middle;
      else high = middle;
    }
    if (fitting === this.cw) return true;
    set(low);
    return fits(0);
  }

  /** Heights that the calls may keep while none are offered, the best first: one row, none. */
  #rooms() {
    return this.calls.room ? [Math.min(this.calls.room, this.#callsRow), 0] : [0];
  }

  /** Keeps the room of the largest menu too, if nothing gets smaller for it. */
  #keepMore() {
    const { room = 0 } = this.calls;
    if (room <= this.#callsRow) return;
    this.#keepCalls(room);
    this.#frameAs("");
    if (!this.crowds()) return;
    this.#keepCalls(this.#callsRow);
    this.#frame();
  }

  /** Keeps the room of the calls while none are offered. @param {number} room */
  #keepCalls(room) {
    this.calls.style.minHeight = room ? `${room}px` : "";
  }

  /** Whether cards of the same size fit without the room that is kept: without that of the table, without that of one's own hand and plates too. @param {(least: number) => boolean} fits @param {boolean} stays whether they should have the same size */
  #sheds(fits, stays) {
    return (stays ? [false, true] : [true]).some((all) => {
      this.#loosen(all);
      return stays && fits(0);
    });
  }

  /** Whether it is enough that the least moves: what lies above the centre gets more, or calls that are not there keep one row only. */
  #makesDo() {
    const kept = Number.parseFloat(this.calls.style.minHeight) || 0;
    for (const room of [kept, ...this.#rooms().filter((one) => one && one < kept)]) {
      this.#keepCalls(room);
      if (room < kept && !this.crowds()) return true;
      this.#frameAs("", ["--above"]);
      if (!this.crowds()) return true;
    }
    return false;
  }

  /** Divides the room again where not all has any; true, for no other cards are looked for in the middle of a hand. */
  #staysFull() {
    const brief = this.#brief;
    this.#setFull(false);
    if (this.#frame()) return true;
    this.#setFull(true);
    this.#brief = brief;
    return true;
  }

  /** @param {boolean} full */
  #setFull(full) {
    this.#full = full;
    if (!full) this.#brief = false;
    scrolls(this.element, full);
    if (full) this.#frameFull();
  }

  /**
   * Whether the size of the cards stays: they fit, and could not be much larger where they may grow, which is not in the middle of a hand.
   * @param {number} high @param {(cw: number) => void} set @param {(least: number) => boolean} fits @param {boolean} may
   */
  #stays(high, set, fits, may) {
    const { cw } = this;
    if (cw > high) return false;
    if (may && Math.min(high, Math.round(cw * 1.2)) > cw * 1.1) {
      set(Math.min(high, Math.round(cw * 1.2)));
      if (fits(this.#spare)) return false;
      set(cw);
    }
    return fits(0);
  }

  /** Calls have come, or other ones: their room is kept from now on. False if there is none, and another size of cards is to be looked for. */
  keepsCalls() {
    if (this.#alone) return !this.crowds();
    const { offsetHeight } = this.calls;
    this.#keepCalls(this.#full ? Math.min(offsetHeight, this.#callsRow) : offsetHeight);
    if (this.#full) return this.#staysFull();
    if (!this.crowds() || this.#frame()) return true;
    if (!(this.short || this.narrow) || offsetHeight <= this.#callsRow) return false;
    this.#keepCalls(this.#callsRow); // many calls, for one choice: the cards keep their size, and what lies above scrolls
    this.#setFull(true);
    this.#brief = true;
    return true;
  }

  /** Calls are gone, or fewer: what had no room beside them may have it again. */
  hasFewerCalls() {
    if (this.#full && !this.#alone) this.#staysFull();
  }

  /** Whether nobody is asked, as at the end of a hand: the cards keep their size, and if not all has room one's own seat does. @param {View} view */
  #rests(view) {
    return !this.#alone && this.#hand >= 0 && view.turn < 0 && !view.asked.length;
  }

  get #alone() {
    return this.hello?.game.seats === 1;
  }

  /** Height of the centre and of the seats beside it that nothing takes; columns take what there is. */
  #free() {
    if (this.#alone || columnsOf(this.pads) > 1) return Infinity;
    const seen = [".centre", ".side.left", ".side.right"].filter((part) => this.#taken(part) > 0);
    return Math.min(...seen.map((part) => this.#part(part) - this.#taken(part)));
  }

  /** The height of a part of the table. @param {string} part */
  #part(part) {
    return /** @type {HTMLElement | null} */ (this.element.querySelector(part))?.offsetHeight ?? 0;
  }

  /** The height that what lies in a part takes. @param {string} part */
  #taken(part) {
    const boxes = boxesOf([...this.element.querySelectorAll(`${part} > *`)]);
    return boxes.length ? Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top)) : 0;
  }

  /** Whether something is cut off, or parts of the table meet. Cards that still lie, or fly, as before do not count. */
  crowds() {
    const { element } = this;
    element.classList.add("measured");
    const outside = element.scrollHeight > element.clientHeight + 1;
    const crowds = outside || this.#meet() || [...element.querySelectorAll(".centre, .centre-row, .aside, .hands")].some(spills);
    element.classList.remove("measured");
    return crowds;
  }

  /** Whether what lies above the centre, or below it, has grown into another part of the table. Places without cards take no room. */
  #meet() {
    const boxes = (/** @type {string} */ those) => boxesOf([...this.element.querySelectorAll(those)]);
    const above = boxes(".side.top > .seat > *");
    const below = boxes(".own-head, call-bar, .hands");
    const middle = boxes(".centre .pad:not(.is-empty), .centre .outline, .centre .caption:not(:empty), .centre-figures, .side.left > .seat > *, .side.right > .seat > *");
    const { top } = this.element.getBoundingClientRect();
    return overlap(above, middle) || overlap(below, middle) || overlap(above, below) || [...above, ...below].some((box) => box.top < top);
  }

  /**
   * Gives what lies above the centre and below it the height that it needs: then none moves when another gets more. More calls than
   * one row may lie over the centre while nothing lies there. Returns whether all has room so.
   */
  #frame() {
    if (this.#alone) return !this.crowds();
    this.#frameAs(`${this.#callsRow}px`);
    if (!this.crowds()) return true;
    this.#frameAs("");
    return !this.crowds();
  }

  /** One's own seat has what it needs at any time, and the centre what it needs now: of what lies above the rest is in sight. */
  #frameFull() {
    for (const name of ["--above", "--below"]) this.element.style.removeProperty(name);
    this.element.classList.remove("framed");
    const own = this.#part(".seat.own");
    const above = this.element.clientHeight - own - this.#taken(".centre") - BETWEEN;
    this.element.style.setProperty("--below", `${own}px`);
    this.element.classList.add("framed");
    this.element.style.setProperty("--above", `${Math.max(0, Math.min(above, this.#part(".side.top")))}px`);
  }

  /** @param {string} most height that the calls count for at most, "" for all that is kept for them @param {string[]} which of them, if not both */
  #frameAs(most, which = ["--above", "--below"]) {
    const { element, calls } = this;
    const { minHeight } = calls.style;
    for (const name of which) element.style.removeProperty(name);
    element.classList.toggle("framed", !which.includes("--below"));
    if (most) [calls.style.minHeight, calls.style.maxHeight] = [minHeight && `min(${minHeight}, ${most})`, most];
    const heights = which.map((name) => this.#part(name === "--above" ? ".side.top" : ".seat.own"));
    [calls.style.minHeight, calls.style.maxHeight] = [minHeight, ""];
    which.forEach((name, k) => element.style.setProperty(name, `${heights[k]}px`));
    element.classList.add("framed");
  }

  /** What has once been there keeps its room, so that nothing else moves when it comes and goes. Called when a view has been drawn. */
  hold() {
    if (this.calls.room !== undefined) this.calls.room = Math.max(this.calls.room, this.calls.offsetHeight);
    const all = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll(HELD)]);
    const most = Math.round(this.element.clientHeight * (this.short ? MOST_HELD_SHORT : MOST_HELD));
    const sizes = all.map((one) => [one.offsetWidth, one.offsetHeight]);
    all.forEach((one, k) => {
      const [width, height] = sizes[k];
      if (height <= most || one.matches(".hands")) one.style.minHeight = `${height}px`;
      if (one.matches(HELD_WIDE) && !(this.short && one.matches(".side.top .plate"))) one.style.minWidth = `${width}px`;
    });
  }

  /** Nothing keeps its room any more: cards of another size are looked for. @param {boolean} [all] one's own hand and the plates, too */
  #loosen(all = true) {
    for (const box of this.boxes.values()) if (all || box.pad.look !== "fan" || box.pad.owner !== Math.max(this.you, 0)) release(box);
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(HELD))) if (all || !one.matches(".hands, .plate")) one.style.minHeight = one.style.minWidth = "";
  }

  /** The widest a card may be so that columns fit side by side. */
  #widest() {
    const columns = columnsOf(this.pads);
    const width = this.element.clientWidth - (this.narrow ? 12 : 48);
    return Math.floor((width - this.#columnGap() * (columns - 1)) / columns);
  }

  #columnGap() {
    if (!this.narrow) return COLUMN_GAP * 3;
    return columnsOf(this.pads) > MANY_COLUMNS ? COLUMN_GAP / 2 : COLUMN_GAP;
  }
}
