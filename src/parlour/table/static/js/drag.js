/**
 * Cards moved by hand: picked up with the pointer (mouse, pen or finger), carried, and put down on a place.
 */

import { carry, lively } from "./motion.js";

/** @typedef {{cards: HTMLElement[], drop: (x: number, y: number, box: DOMRect) => boolean, cancel: () => void}} Load
 *  what is carried; `drop` says whether the cards stay where they were dropped until the next view moves them */

/** Pixels a pointer wanders before it is a drag and no press. */
const SLOP = 7;

/** Puts a card above all others. @param {HTMLElement} card @param {number} k its place among those carried */
function pickUp(card, k) {
  card.classList.add("carried");
  card.style.zIndex = String(900 + k);
}

/** Moves a card back to where it was picked up. @param {HTMLElement} card */
function carryBack(card) {
  const from = `${card.style.getPropertyValue("--dx")} ${card.style.getPropertyValue("--dy")}`;
  carry(card, 0, 0);
  card.style.zIndex = card.dataset.z ?? "";
  if (lively()) card.animate([{ translate: from }, { translate: "0 0" }], { duration: 170, easing: "ease-out", composite: "add" });
}

/**
 * Lets cards be dragged.
 * @param {HTMLElement} root
 * @param {(element: HTMLElement) => Load | null} lift what comes along when this card is picked up; null if it may not be
 */
export function draggable(root, lift) {
  /** @type {{id: number, x: number, y: number, card: HTMLElement, load: Load | null} | null} */
  let held = null;
  let dragged = false;

  root.addEventListener("pointerdown", (event) => {
    const card = /** @type {HTMLElement} */ (event.target).closest?.(".card");
    if (held || event.button !== 0 || !(card instanceof HTMLElement)) return;
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, card, load: null };
    dragged = false;
  });

  root.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (!held.load) {
      if (Math.hypot(dx, dy) < SLOP) return;
      held.load = lift(held.card);
      if (!held.load) {
        held = null;
        return;
      }
      dragged = true;
      root.setPointerCapture(event.pointerId);
      held.load.cards.forEach(pickUp);
    }
    for (const card of held.load.cards) carry(card, dx, dy);
  });

  /** @param {PointerEvent} event @param {boolean} dropped */
  const end = (event, dropped) => {
    if (!held || event.pointerId !== held.id) return;
    const { load, card } = held;
    held = null;
    if (!load) return;
    const stays = dropped && load.drop(event.clientX, event.clientY, card.getBoundingClientRect());
    if (!dropped) load.cancel();
    for (const one of load.cards) {
      one.classList.remove("carried");
      if (!stays) carryBack(one);
    }
  };
  root.addEventListener("pointerup", (event) => end(event, true));
  root.addEventListener("pointercancel", (event) => end(event, false));

  // The press that ends a drag is not a click.
  root.addEventListener(
    "click",
    (event) => {
      if (!dragged) return;
      dragged = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
}
