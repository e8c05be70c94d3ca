/**
 * Calls made by hand: which zones and places they touch. The server says it (`handles` of the game); nothing is parsed here.
 */

/** @typedef {import("./wire.js").Handles} Handles */

/** The zone of a place: "up.3" -> "up". @param {string} place */
export function zoneOf(place) {
  return place.split(".")[0];
}

/** Zones that moves start from, and all zones that are taken hold of. @param {Handles | undefined} handles */
export function touchedZones(handles) {
  const { from = [], to = [], presses = [] } = handles ?? {};
  return { from: new Set(from), all: new Set([...from, ...to, ...presses.map(zoneOf)]) };
}

/** Whether a place is meant by what a move says: the same place, or any place of a zone. @param {string} named @param {string} place */
export function meant(named, place) {
  return named === place || named === zoneOf(place);
}
