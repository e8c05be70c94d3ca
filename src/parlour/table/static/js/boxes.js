/**
 * The room of pads as it grows, and boxes on the page: whether they overlap or spill.
 */

/** Looks of pads that keep the most room that they have taken. */
const STEADY = new Set(["fan", "row", "stack", "pile", "trick"]);

/** Keeps so much room, and that of a caption, for a pad. @param {import("./board.js").Box} box @param {number} width @param {number} height */
export function reserve(box, width, height) {
  box.width = Math.max(box.width, width);
  box.height = Math.max(box.height, height);
  if (box.pad.caption) box.element.classList.add("was-captioned");
}

/** Whether not all has room, so that the parts above the calls scroll: by keys too. @param {HTMLElement} board @param {boolean} full */
export function scrolls(board, full) {
  board.classList.toggle("full", full);
  for (const part of board.querySelectorAll(":scope > .side, :scope > .centre")) {
    if (full) part.setAttribute("tabindex", "0");
    else part.removeAttribute("tabindex");
  }
}

/** A pad keeps no room any more. @param {import("./board.js").Box} box */
export function release(box) {
  box.width = box.height = 0;
  box.element.classList.remove("was-captioned");
}

/**
 * The shape of a pad in the most room that it has taken so far: its cards lie in the middle of it, at its foot.
 * @param {import("./board.js").Box} box @param {import("./geometry.js").Shape} shape @param {boolean} leaves whether it is one of several hands of one's own: the next one lies in its place
 * @returns {import("./geometry.js").Shape}
 */
export function inRoom(box, shape, leaves) {
  if (!STEADY.has(box.pad.look)) return shape;
  if (shape.spots.length) {
    box.width = Math.max(box.width, shape.width);
    box.height = Math.max(box.height, shape.height);
  }
  if (!box.width || (leaves && !shape.spots.length)) return shape; // nothing has lain here yet
  const left = box.pad.empty === "outline" || box.slot ? 0 : (box.width - shape.width) / 2;
  const down = box.pad.empty === "outline" || box.slot ? 0 : box.height - shape.height;
  const spots = shape.spots.map((spot) => ({ ...spot, x: spot.x + left, y: spot.y + down }));
  return { ...shape, width: box.width, height: box.height, spots };
}

/** Where they are, those that are seen. @param {Element[]} elements */
export function boxesOf(elements) {
  return elements.map((one) => one.getBoundingClientRect()).filter((box) => box.width && box.height);
}

/** Whether any of some boxes lies over any of others. @param {DOMRect[]} some @param {DOMRect[]} others */
export function overlap(some, others) {
  return some.some((a) => others.some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
}

/** Whether what lies in an element is larger than its own box (what is centred spills on both sides). @param {Element} outer @returns {boolean} */
export function spills(outer) {
  const { left, right, top, bottom } = outer.getBoundingClientRect();
  return [...outer.children].some((inner) => {
    const box = inner.getBoundingClientRect();
    return box.width > 0 && (box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1);
  });
}
