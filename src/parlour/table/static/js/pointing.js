/** What on the cloth a choice is about: the card, what is moved and where to, the pile that is pressed. */

import { meant } from "./moves.js";

/**
 * @param {import("./types.js").Choice} choice @param {import("./board.js").Board} board @param {import("./cloth.js").Cloth} cloth
 * @param {(token: import("./view.js").Token) => boolean} fits whether a card with this name is the one
 * @returns {Element[]}
 */
export function elementsOf(choice, board, cloth, fits) {
  const boxes = [...board.boxes.values()];
  /** @param {string | undefined} named */
  const padFor = (named) => boxes.find(({ pad }) => pad.places.some((place) => meant(named ?? "", place)));
  /** @type {(Element | null | undefined)[]} */
  let found;
  if (choice.kind === "card") {
    const token = cloth.tokens.all().find((one) => one.card === choice.card && fits(one));
    found = [token && cloth.element(token.key)];
  } else if (choice.from !== undefined) {
    const from = padFor(choice.from);
    const tokens = from ? cloth.inPad(from.pad) : [];
    found = [...tokens.slice(-(choice.cards ?? 1)).map((token) => cloth.element(token.key)), padFor(choice.to)?.element];
  } else if (choice.press !== undefined) {
    found = boxes.filter(({ pad }) => pad.places.some((place) => meant(choice.press ?? "", place))).map((box) => box.element);
  } else {
    found = [board.element.querySelector(`[data-choice="${CSS.escape(choice.name)}"]`)];
  }
  return found.flatMap((element) => (element ? [element] : []));
}

/** Lets elements glow for a while. @param {Element[]} elements */
export function glow(elements) {
  for (const element of elements) {
    element.classList.add("hinted");
    setTimeout(() => element.classList.remove("hinted"), 2600);
  }
}
