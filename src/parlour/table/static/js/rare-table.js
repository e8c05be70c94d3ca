/** The table with the parts that few have: for games with a workbench, with texts to write or with a score board, for games for one, for races and for lessons. */

import "./bookmarks.js";
import "./lesson.js";
import "./looks/workbench.js";
import "./race.js";
import "./track.js";
import "./writer.js";
// Last: a table is made as soon as this module is there.
import "./table.js";

export {};
