/** The table with the parts that few have: for games with a workbench or with texts to write, for races and for lessons. */

import "./lesson.js";
import "./looks/workbench.js";
import "./race.js";
import "./writer.js";
// Last: a table is made as soon as this module is there.
import "./table.js";

export {};
