/** The table with the parts that few have: for games with a workbench or with texts to write, and for lessons. */

import "./lesson.js";
import "./looks/workbench.js";
import "./table.js";
import "./writer.js";

export {};
