/** The table with a workbench, for games whose table.toml has one. */

import "./looks/workbench.js";
import "./table.js";

export {};
