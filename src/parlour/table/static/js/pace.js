/**
 * How quickly it goes for this viewer: the pace they like, what a press skips, hands in which they have no part any more, the account of
 * a hand that waits to be read, choices that need no thought.
 */

import { AccountSheet } from "./account.js";
import { Answers, forcedBy } from "./forced.js";
import { _ } from "./messages.js";
import { recall } from "./page.js";
import { askedSeats, sidesOf } from "./seats.js";
import { Sounds } from "./sounds.js";

/** @typedef {import("./wire.js").Account} Account */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Menu} Menu */

const TEMPO = { slow: 1.7, normal: 1, quick: 0.4 };
/** Once one's own part in a hand is over the rest runs so much quicker. */
const NO_PART = 0.05;
/** Seconds a window waits for an answer if nothing else was wished for. */
const WINDOW = 8;
/** The account of a hand is there so many milliseconds after its last choice. */
const ACCOUNT = 1500;
/** A bot that has not answered after this is seen to think. */
const THINKS = 500;

/** The cloth that this viewer likes. */
function dress() {
  document.body.dataset.cloth = recall("cloth", "green");
}
dress();

export class Pace {
  sheet = new AccountSheet();
  /** @type {Account[]} accounts that are yet to be read */
  #accounts = [];
  #timer = 0;
  #thinks = 0;
  #answers = new Answers();
  /** when the player was asked what they answer by themselves, 0 if they are not */
  #asked = 0;

  /** @param {import("./table.js").CardTable} table */
  constructor(table) {
    this.table = table;
    this.sheet.read = () => this.#read();
    this.sheet.aside = () => {
      table.see();
      table.cloth.redraw("all"); // all that was turned up fits
    };
    table.queue.factor = (message) => this.#factor(message);
    table.queue.stopped = () => this.#show();
    table.board.element.addEventListener("pointerdown", (event) => {
      if (!(/** @type {HTMLElement} */ (event.target).closest("button, a"))) this.skip();
    });
  }

  /** @param {import("./api.js").Line} line */
  listen(line) {
    line.on("account", (/** @type {Account} */ account) => {
      if (recall("account", "wait") === "no") return;
      this.#accounts.push(account);
      if (this.#accounts.length === 1) this.table.queue.stop(account.n, ACCOUNT);
    });
    line.on("resting", (message) => {
      const names = (message.seats ?? []).filter((seat) => seat !== this.table.hello?.you).map((seat) => this.table.hello?.game.names[seat] ?? "");
      this.sheet.waiting(names);
      if (!message.seats?.length && !this.#accounts.length) this.sheet.hide();
    });
  }

  /** A table has been met. */
  begin() {
    this.#accounts = [];
    this.sheet.hide();
    this.table.queue.go();
    this.tell();
  }

  /** Tells the server what this viewer likes: a new line knows nothing of it. */
  tell() {
    const { hello } = this.table;
    if (!hello || hello.you < 0 || hello.solitaire) return;
    this.table.send({ do: "pace", pace: this.pace });
    this.table.send({ do: "rest", on: recall("account", "wait") !== "no" });
  }

  /** @returns {"slow" | "normal" | "quick"} */
  get pace() {
    const found = recall("pace", "normal");
    return found === "slow" || found === "quick" ? found : "normal";
  }

  /** What is on its way is shown at once, and bots wait no longer. @returns {boolean} */
  skip() {
    const { queue, hello, chooser } = this.table;
    if (this.sheet.open || !hello || chooser.menu) return false;
    if (!queue.settled) queue.skip();
    return !hello.solitaire && hello.you >= 0 && this.table.send({ do: "skip" });
  }

  /** @param {import("./types.js").ViewMessage} message */
  #factor({ view }) {
    return TEMPO[this.pace] * (this.noPart(view) ? NO_PART : 1);
  }

  /** Whether this viewer's part in the hand is over. @param {View} view */
  noPart(view) {
    const { hello } = this.table;
    if (!hello || hello.you < 0) return false;
    return (hello.game.look.done ?? ["folded", "out"]).some((flag) => {
      const flags = view.figures[flag];
      return Array.isArray(flags) && Boolean(flags[hello.you]);
    });
  }

  /** The account of the hand whose last view has been drawn. */
  #show() {
    const { hello, queue, cloth } = this.table;
    const account = this.#accounts[0];
    const view = cloth.message?.view;
    if (!account || !hello || !view) {
      queue.go();
      return;
    }
    const after = Number(recall("account", "wait")) || 0;
    this.table.talk.notices.replaceChildren();
    this.sheet.show(account, hello, sidesOf(view, hello.game, hello.you), after);
    this.table.bench.show(); // the table lies open behind the account
  }

  #read() {
    const { hello, queue, cloth } = this.table;
    this.#accounts.shift();
    this.table.see();
    const over = cloth.message?.view.over ?? false;
    if (hello && hello.you >= 0 && !over) this.table.send({ do: "continue" });
    this.sheet.hide();
    this.table.bench.show();
    if (this.#accounts.length) queue.go(this.#accounts[0].n, ACCOUNT);
    else queue.go();
  }

  /** A menu is offered: what has one answer plays itself where the viewer likes that, and a window passes. @param {Menu} menu */
  offered(menu) {
    clearTimeout(this.#timer);
    const { hello, chooser, calls, race, cloth, lesson } = this.table;
    const view = cloth.message?.view;
    if (!hello || !view || hello.solitaire || race.active || lesson.active || menu.prefix.length) return; // in a race it would spot for the player
    const forced = recall("only", "yes") === "yes" ? forcedBy(menu, hello.game.look, view, hello.you) : null;
    if (forced) {
      const pause = this.#answers.pause(this.#watched && !forced.open);
      this.#timer = window.setTimeout(() => chooser.menu === menu && chooser.choose(forced.choice.name, 0), pause);
      return;
    }
    this.#asked = performance.now();
    const lets = menu.lets;
    if (!lets || menu.ms !== undefined || recall("windows", "") === "yes") return;
    calls.countDown(1000 * WINDOW);
    this.#timer = window.setTimeout(() => chooser.menu === menu && chooser.choose(lets, 0), 1000 * WINDOW);
  }

  /** Whether other people are there who may notice how fast the player answers. */
  get #watched() {
    const { hello, together } = this.table;
    const people = hello?.game.kinds.filter((kind, seat) => seat !== hello.you && (kind === "human" || kind === "open")) ?? [];
    return people.length > 0 || Boolean(together.presence?.onlookers?.length);
  }

  /** A choice has been sent. */
  chose() {
    if (this.#asked) this.#answers.note(performance.now() - this.#asked);
    this.#asked = 0;
  }

  /** All that came has been drawn: the player asked now may be a bot that takes its time. */
  settled() {
    const { hello, cloth, together, board, race } = this.table;
    const view = cloth.message?.view;
    clearTimeout(this.#thinks);
    const { presence } = together;
    if (!hello || !view || race.active || presence?.paused || presence?.ended) return;
    const seats = askedSeats(view, hello.game).filter((seat) => presence?.seats[seat]?.bot);
    if (seats.length) this.#thinks = window.setTimeout(() => board.think(seats), THINKS);
  }

  /** Nothing is offered any more. */
  rest() {
    this.#asked = 0;
    clearTimeout(this.#timer);
    clearTimeout(this.#thinks);
    this.table.board.think([]);
  }

  /** The settings of these things. @param {import("./panels.js").SidePanel} panel */
  settings(panel) {
    panel.choice(_("Pace"), "pace", "normal", { slow: _("slow"), normal: _("normal"), quick: _("quick") }, () => this.begin());
    panel.choice(_("Cloth"), "cloth", "green", { green: _("green"), blue: _("blue"), red: _("red"), grey: _("grey") }, dress);
    panel.choice(_("Light or dark"), "scheme", "", { "": _("as the system"), light: _("light"), dark: _("dark") }, () => window.dispatchEvent(new Event("scheme")));
    panel.choice(_("Sounds"), "sounds", Sounds.usual, { yes: _("on"), no: _("off") }, () => {});
    panel.setting(_("Captions of sounds"), "captions", () => {});
    if (typeof navigator.vibrate === "function") panel.setting(_("Vibrate on my turn"), "vibrate", () => {});
    if (this.table.hello?.solitaire) return;
    panel.choice(_("After a hand"), "account", "wait", { wait: _("wait for me"), 8: _("go on after 8 seconds"), no: _("go on at once") }, () => this.begin());
    panel.choice(_("Play forced moves for me"), "only", "yes", { yes: _("yes"), no: _("no") }, () => {});
    panel.setting(_("Windows wait for me"), "windows", () => {});
  }
}
