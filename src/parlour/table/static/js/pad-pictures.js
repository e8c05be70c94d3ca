/** Small pictures of what is counted beside the points: cucumbers, bags, counters, a san benito; and pegs on a board. Drawn here, coloured by the style sheet. */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, {path: string, tone: string}>} */
const PICTURES = {
  cucumber: { tone: "green", path: "M4 15c-2-4 2-6 5-7s7-5 10-4 3 6 0 9-5 3-8 5-5 1-7-3zM8 12l1 1M12 9l1 1M15 12l1 1M11 14l1 1" },
  bag: { tone: "brass", path: "M9 7c-5 4-6 8-5 12 2 2 14 2 16 0 1-4 0-8-5-12zM8 4h8l-1 3H9z" },
  token: { tone: "brass", path: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z" },
  star: { tone: "brass", path: "M12 3l2.700 6 6.300.600-4.800 4.200 1.500 6.200L12 16.700 6.300 20l1.500-6.200L3 9.600 9.300 9z" },
};

const MOST = 6;
const HOLES = 20; // in a row of the board
const STEP = 6;

/**
 * As many pictures as are counted, up to so many; beyond that one. What a screen reader says stands beside it.
 * @param {string} name @param {number} count
 */
export function pictures(name, count) {
  const box = document.createElement("span");
  box.className = "pad-pictures";
  box.setAttribute("aria-hidden", "true");
  const picture = PICTURES[name];
  if (picture) for (let n = 0; n < (count > MOST ? 1 : count); n++) box.append(drawn(picture));
  return box;
}

/**
 * A score as pegs on a board: one where it stands, one where it stood before. To and fro in rows, the last hole by itself.
 * @param {number} front @param {number} back @param {number} target
 */
export function street(front, back, target) {
  const rows = Math.ceil((target - 1) / HOLES);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "pad-street");
  svg.setAttribute("viewBox", `0 0 ${STEP * (HOLES + 1)} ${STEP * (rows + 1)}`);
  svg.setAttribute("aria-hidden", "true");
  for (let hole = 1; hole <= target; hole++) {
    const row = hole === target ? rows : Math.floor((hole - 1) / HOLES);
    const along = hole === target ? HOLES / 2 : ((hole - 1) % HOLES) + 0.5;
    const dot = document.createElementNS(SVG, "circle");
    const here = hole === Math.min(front, target);
    const before = hole === back && back !== front;
    dot.setAttribute("cx", String(STEP * (row % 2 && hole < target ? HOLES - along : along) + STEP / 2));
    dot.setAttribute("cy", String(STEP * (row + 0.5)));
    dot.setAttribute("r", here ? "2.900" : before ? "2.300" : "1.100");
    dot.setAttribute("class", here ? "front" : before ? "back" : hole % 5 ? "" : "fifth");
    svg.append(dot);
  }
  return svg;
}

/** @param {{path: string, tone: string}} picture */
function drawn(picture) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `of-${picture.tone}`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", picture.path);
  svg.append(path);
  return svg;
}
