/** Calls that a player may make before being asked: a button each that stays pressed until the call is made or taken back. */

import { _ } from "./messages.js";
import { make } from "./page.js";

/** @typedef {import("./types.js").Premove} Premove */

export class Premoves {
  element = make("div", "premoves");

  /** @param {(call: string, on: boolean) => void} premove */
  constructor(premove) {
    this.premove = premove;
    this.element.hidden = true;
  }

  /** Hides those that may be made now anyway. @param {import("./types.js").Choice[]} now */
  besides(now) {
    for (const button of this.element.querySelectorAll("button")) button.hidden = now.some((choice) => choice.name === button.dataset.premove);
  }

  /** @param {Premove[]} calls */
  show(calls) {
    this.element.classList.toggle("past", !calls.length); // their room is kept
    if (calls.length) this.element.hidden = false;
    else return;
    this.element.replaceChildren(
      ...calls.map(({ name, label, on }) => {
        const button = make("button", "premove");
        button.type = "button";
        button.dataset.premove = name;
        button.setAttribute("aria-pressed", String(on));
        button.append(make("b", "", label), make("span", "", on ? _("as soon as you may; press to take back") : _("at any time")));
        button.addEventListener("click", () => this.premove(name, !on));
        return button;
      }),
    );
  }
}
