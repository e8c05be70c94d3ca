/**
 * Parts that few tables have: a workbench, a lesson, a race, a text to write, a score board with pegs, bookmarks. Their modules are not part of the table's script: a page that
 * needs one loads `rare-table.js`, in which they register themselves here before the table is made.
 */

import { make } from "./page.js";

/** A table without a workbench: nothing is shown, nothing is covered. */
class NoBench {
  element = make("section", "");
  covers = false;

  /** @param {import("./table.js").CardTable} _table */
  constructor(_table) {
    this.element.hidden = true;
  }

  /** @param {import("./types.js").Hello} _hello */
  meet(_hello) {}

  show() {}

  /** @param {string[]} _names @returns {boolean} whether it has shown them */
  point(_names) {
    return false;
  }
}

/** A table without a lesson: keys and buttons do what they do at every table. */
class NoLesson {
  element = make("section", "");
  active = false;

  /** @param {import("./table.js").CardTable} _table */
  constructor(_table) {
    this.element.hidden = true;
  }

  /** @param {import("./api.js").Line} _line */
  listen(_line) {}

  settled() {}

  point() {}

  /** @returns {boolean} whether there is a lesson to ask */
  hint() {
    return false;
  }

  /** @returns {boolean} whether it goes on */
  next() {
    return false;
  }

  /** @returns {boolean} whether there is a lesson */
  back() {
    return false;
  }
}

/** A table at which nobody races. */
class NoRace {
  words = make("div", "");
  active = false;
  spots = false;
  secret = false;

  /** @param {import("./table.js").CardTable} _table */
  constructor(_table) {
    this.words.hidden = true;
  }

  /** @param {import("./types.js").Hello} _hello */
  meet(_hello) {}

  rest() {}

  offered() {}

  label() {}

  /** @param {string} _place @param {import("./cloth.js").Standing} standing @returns {import("./cloth.js").Standing} */
  standing(_place, standing) {
    return standing;
  }

  /** @param {string} _place @returns {boolean} whether that is for the race to settle */
  press(_place) {
    return false;
  }

  /** @param {string} _key @returns {boolean} whether it stands for a place */
  key(_key) {
    return false;
  }

  /** @returns {boolean} whether it does something */
  space() {
    return false;
  }

  /** @returns {string[][]} */
  help() {
    return [];
  }

  /** @param {string} _text @param {number} _ms */
  callOut(_text, _ms) {}
}

/** A table at which nothing is written. */
class NoWriter {
  element = make("form", "");

  /** @param {(message: import("./types.js").Request) => boolean} _send */
  constructor(_send) {
    this.element.hidden = true;
  }

  /** @param {import("./types.js").Menu | null} _menu @param {{label: string, example: string, form?: boolean}} [_look] @returns {boolean} whether something may be written */
  show(_menu, _look) {
    return false;
  }

  /** @param {string} _text @param {string} _reason */
  refuse(_text, _reason) {}

  /** @param {string[]} _names @returns {boolean} whether they are written */
  take(_names) {
    return false;
  }
}

/** A table without a score board. */
class NoTrack {
  element = make("section", "");

  constructor() {
    this.element.hidden = true;
  }

  /** @param {import("./types.js").Hello} _hello */
  meet(_hello) {}

  /** @param {import("./types.js").View} _view */
  draw(_view) {}
}

/** A table that is not for one: nobody comes back to a bookmark. */
class NoBookmarks {
  /** @param {(message: import("./types.js").Request) => boolean} _send */
  constructor(_send) {}

  /** @param {import("./types.js").Mark[]} _marks */
  show(_marks) {}

  open() {}
}

/** @typedef {{element: HTMLElement, covers: boolean, meet: (hello: import("./types.js").Hello) => void, show: () => void, point: (names: string[]) => boolean}} Bench */
/** @typedef {{element: HTMLElement, active: boolean, listen: (line: import("./api.js").Line) => void, settled: () => void, point: () => void, hint: () => boolean, next: () => boolean, back: () => boolean}} Lesson */
/** @typedef {{element: HTMLFormElement, show: (menu: import("./types.js").Menu | null, look?: {label: string, example: string, form?: boolean}) => boolean, refuse: (text: string, reason: string) => void, take: (names: string[]) => boolean}} Writer */
/** @typedef {InstanceType<typeof NoRace>} Race */
/** @typedef {{element: HTMLElement, meet: (hello: import("./types.js").Hello) => void, draw: (view: import("./types.js").View) => void}} Track */
/** @typedef {{show: (marks: import("./types.js").Mark[]) => void, open: () => void}} Marks */
/** What tables are given. @type {{bench: new (table: import("./table.js").CardTable) => Bench, race: new (table: import("./table.js").CardTable) => Race, lesson: new (table: import("./table.js").CardTable) => Lesson, writer: new (send: (message: import("./types.js").Request) => boolean) => Writer, track: new () => Track, marks: new (send: (message: import("./types.js").Request) => boolean) => Marks}} */
export const parts = { bench: NoBench, lesson: NoLesson, race: NoRace, writer: NoWriter, track: NoTrack, marks: NoBookmarks };
