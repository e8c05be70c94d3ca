/**
 * Several people share this device: a player who has chosen passes it on, and the screen is covered until the next is there.
 */

import { _ } from "./messages.js";
import { button, make } from "./page.js";

/** How long to wait before looking again whether all is drawn, in milliseconds. */
const LOOK = 120;

export class Cover {
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  #met = false;
  #timer = 0;

  /** @param {import("./table.js").CardTable} table */
  constructor(table) {
    this.table = table;
  }

  /** Somebody opens the page of a shared device: who is it? */
  meet() {
    const { hello } = this.table;
    clearTimeout(this.#timer);
    if (hello?.shared?.length && !this.#met) this.#show(hello.shared, _("Who has the device?"));
    this.#met = true;
  }

  /** The next is asked: covered as soon as all is drawn that the one before may see. @param {number} seat */
  pass(seat) {
    clearTimeout(this.#timer);
    if (this.#dialog) return;
    if (!this.table.queue.settled) this.#timer = setTimeout(() => this.pass(seat), LOOK);
    else this.#show([seat], _("Pass the device to {seat}", { seat: this.#name(seat) }));
  }

  /** @param {number} seat */
  #name(seat) {
    return this.table.hello?.people?.[seat] || this.table.hello?.game.names[seat] || `seat ${seat + 1}`;
  }

  /** @param {number[]} seats @param {string} title */
  #show(seats, title) {
    this.#dialog?.close();
    const { hello } = this.table;
    const dialog = make("dialog", "cover");
    const acts = make("p", "cover-acts");
    for (const seat of seats) {
      acts.append(
        button("primary", _("I am {seat}", { seat: this.#name(seat) }), () => {
          if (this.table.send({ do: "pass", seat })) dialog.close();
        }),
      );
    }
    const you = hello?.you ?? -1;
    if (you >= 0 && !seats.includes(you)) acts.append(button("link", _("Not yet: still {you}", { you: this.#name(you) }), () => dialog.close()));
    dialog.append(make("h2", "", title), acts);
    dialog.addEventListener("cancel", (event) => event.preventDefault()); // Escape would uncover it
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (this.#dialog === dialog) this.#dialog = null;
    });
    this.#dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
  }
}
