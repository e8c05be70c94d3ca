/** Calls that a player may wish for before being asked: a button each that stays pressed until the call is made or taken back. */

import { make } from "./page.js";

/** @typedef {import("./types.js").Wished} Wished */

export class Wishes {
  element = make("div", "wishes");

  /** @param {(call: string, on: boolean) => void} wish */
  constructor(wish) {
    this.wish = wish;
    this.element.hidden = true;
  }

  /** Hides those that may be made now anyway. @param {import("./types.js").Choice[]} now */
  besides(now) {
    for (const button of this.element.querySelectorAll("button")) button.hidden = now.some((choice) => choice.name === button.dataset.wish);
  }

  /** @param {Wished[]} calls */
  show(calls) {
    this.element.hidden = !calls.length;
    this.element.replaceChildren(
      ...calls.map(({ name, label, on }) => {
        const button = make("button", "wish");
        button.type = "button";
        button.dataset.wish = name;
        button.setAttribute("aria-pressed", String(on));
        button.append(make("b", "", label), make("span", "", on ? "as soon as you may; press to take back" : "at any time"));
        button.addEventListener("click", () => this.wish(name, !on));
        return button;
      }),
    );
  }
}
