/**
 * Where a table's workbench would be. Few games have one, so its module is not part of the table's script: a page that needs it loads
 * `melds-table.js`, which registers it here before the table is made.
 */

import { make } from "../page.js";

/** A table without a workbench: nothing is shown, nothing is covered. */
export class NoBench {
  element = make("section", "");
  covers = false;

  /** @param {import("../table.js").CardTable} _table */
  constructor(_table) {
    this.element.hidden = true;
  }

  /** @param {import("../types.js").Hello} _hello */
  meet(_hello) {}

  show() {}

  /** @param {string[]} _names @returns {boolean} whether it has shown them */
  point(_names) {
    return false;
  }
}

/** @typedef {{element: HTMLElement, covers: boolean, meet: (hello: import("../types.js").Hello) => void, show: () => void, point: (names: string[]) => boolean}} Bench */
/** What tables are given. @type {{bench: new (table: import("../table.js").CardTable) => Bench}} */
export const parts = { bench: NoBench };
