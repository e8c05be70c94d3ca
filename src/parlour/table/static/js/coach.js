/**
 * Words for a learner in the first three matches after a lesson: in the first the reason of each choice, at the card or button and in a list,
 * and in all three a question before a mistake, in each match only before larger ones. What there is to say comes with the menu; if it does not
 * come before the learner chooses, nothing is said and nothing waits. This script is fetched by the table of a learner alone.
 * It comes beside the table's script, so it imports no module that may be there only once, such as the one that draws cards.
 */

import { matchAfter, WORDS } from "./learner.js";
import { _ } from "./messages.js";
import { button, make, remember, tool } from "./page.js";

/** @typedef {import("./wire.js").Word} Word */

/** Pixels between a card and its words. */
const GAP = 6;
/** Where the question may stand: at the top, just above the hand, or at a side. */
const SPOTS = ["top", "hand", "left", "right"];

export class Coach {
  #question = make("div", "question coach");
  #tip = make("div", "coach-tip");
  /** @type {Map<string, Word>} by the name of the choice */
  #words = new Map();
  #asked = -1;
  /** @type {HTMLElement | null} what had the focus before the question */
  #before = null;
  #match = 0;

  /** @param {import("./table.js").CardTable} table @param {(text: string) => string} inSuits a text with the cards as the viewer's deck has them */
  constructor(table, inSuits) {
    this.table = table;
    this.inSuits = inSuits;
    this.#question.hidden = true;
    this.#question.setAttribute("role", "alertdialog");
    this.#question.setAttribute("aria-label", _("Are you sure?"));
    this.#question.addEventListener("keydown", (event) => {
      event.stopPropagation(); // letters and digits are keys of the table
      if (event.key === "Escape") this.#takeAnother();
    });
    this.#tip.hidden = true;
    this.#tip.setAttribute("aria-hidden", "true"); // it is heard as well
    const sheet = make("link", "");
    sheet.rel = "stylesheet";
    sheet.href = import.meta.url.replace(/whole\/.*/, "css/table/coach.css");
    document.head.append(sheet);
    table.panel.choice(_("Words after a lesson"), WORDS, "yes", { yes: _("on"), no: _("off") }, () => table.learn());
    table.querySelector("main")?.append(this.#question, this.#tip);
    const { board } = table;
    board.element.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#point(event.target, false));
    board.element.addEventListener("focusin", (event) => this.#point(event.target, true));
    for (const gone of ["pointerout", "focusout"]) board.element.addEventListener(gone, () => (this.#tip.hidden = true));
  }

  /** The table of this match is there, or the lesson at it is over, or there are to be words or none. */
  meet() {
    const { hello, lesson, chooser } = this.table;
    this.#match = hello && !lesson.active ? matchAfter(hello.game.id, hello.table, Boolean(hello.agreed?.lesson)) : 0;
    if (!this.#match) this.rest();
    else if (chooser.menu) this.offered(chooser.menu);
  }

  /** Buttons for the head of the table. */
  tools() {
    return this.#match === 1 ? [tool("talk", _("My choices"), () => this.list(), _("Reasons for each choice"))] : [];
  }

  /** A menu is offered. @param {import("./types.js").Menu} menu */
  offered(menu) {
    if (!this.#match || menu.prefix.length || menu.n === this.#asked || this.table.lesson.active || this.table.race.active) return;
    this.rest();
    this.#asked = menu.n;
    this.table.send({ do: "coach", n: menu.n });
  }

  /** What there is to say has come. @param {import("./wire.js").Words} message */
  hear(message) {
    if (message.n !== this.#asked || !this.#match) return;
    this.#words = new Map(message.words.map((word) => [word.name, word]));
  }

  /** A view is drawn: a question about an earlier one is over. @param {number} n its number */
  drawn(n) {
    if (n !== this.#asked) this.rest();
  }

  /** Another player sits before the page: what was said to the one before is not for them. */
  forget() {
    this.#asked = -1;
    this.rest();
  }

  /** The table has gone on, or there are to be no words. */
  rest() {
    this.#words.clear();
    this.#question.hidden = true;
    this.#tip.hidden = true;
    document.querySelector("dialog.coach-list")?.remove();
  }

  /** Whether the learner is asked about a choice before it is sent. @param {string[]} names all its picks */
  asks(names) {
    const word = names.length === 1 ? this.#words.get(names[0]) : undefined;
    if (this.table.chooser.menu?.n !== this.#asked || !word?.ask?.length || !this.#match || (word.size ?? 0) < this.#match) return false;
    const [lost, better] = word.ask;
    const sure = _("Are you sure?");
    const again = button("button primary", _("Take another"), () => this.#takeAnother());
    const anyway = button("button", _("Play it anyway"), () => {
      this.#words.delete(word.name); // it was asked once
      this.#close();
      const { chooser } = this.table;
      if (chooser.menu?.n === this.#asked) chooser.choose(word.name, 0); // otherwise the table has gone on meanwhile
    });
    const never = button("button", _("No more questions"), () => this.#never());
    const texts = [`${sure} ${lost}`, _("Better: {choice}", { choice: better })];
    if (this.#question.hidden) this.#before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    this.#question.replaceChildren(...texts.map((text) => make("p", "", this.inSuits(text))), again, anyway, never);
    this.#tip.hidden = true;
    this.#question.hidden = false;
    this.#makeRoom();
    this.table.cloth.release();
    this.table.talk.transcript.answer(texts.join(" "));
    again.focus({ preventScroll: true });
    return true;
  }

  /** The question stands where it hides least of the cards that lie open: they are what it is about. */
  #makeRoom() {
    const { chooser, cloth } = this.table;
    const open = cloth.tokens.all().filter(({ card }) => card >= 0);
    const boxes = open.flatMap(({ key }) => cloth.element(key)?.getBoundingClientRect() ?? []);
    const own = open.filter(({ place }) => chooser.menu?.places?.includes(place));
    const hand = own.flatMap(({ key }) => cloth.element(key)?.getBoundingClientRect().top ?? []);
    const within = /** @type {HTMLElement} */ (this.#question.parentElement).getBoundingClientRect();
    this.#question.style.setProperty("--coach-bottom", `${within.bottom - Math.min(within.bottom, ...hand) + GAP}px`);
    const hides = SPOTS.map((spot) => {
      this.#question.dataset.spot = spot;
      const box = this.#question.getBoundingClientRect();
      if (box.top < within.top || box.bottom > within.bottom) return Infinity;
      return boxes.reduce((sum, card) => sum + shared(box.left, box.right, card.left, card.right) * shared(box.top, box.bottom, card.top, card.bottom), 0);
    });
    this.#question.dataset.spot = SPOTS[Math.max(0, hides.indexOf(Math.min(...hides)))];
  }

  #close() {
    this.#question.hidden = true;
    if (this.#before?.isConnected) this.#before.focus({ preventScroll: true });
  }

  #takeAnother() {
    this.#close();
    this.table.talk.transcript.answer(this.table.chooser.menu?.prompt ?? "");
  }

  /** There are no words any more, at no table. */
  #never() {
    this.#close();
    remember(WORDS, "no");
    this.table.learn();
    this.table.talk.notice(_("There are no more questions before a mistake. The settings have them again."));
  }

  /** Shows what speaks for each choice. */
  list() {
    const choices = this.table.chooser.menu?.choices ?? [];
    const words = choices.flatMap((choice) => this.#words.get(choice.name)?.why ?? []);
    if (!words.length) {
      this.table.talk.notice(_("There is nothing to say about your choices now."));
      return;
    }
    const dialog = make("dialog", "trick-again coach-list");
    dialog.setAttribute("aria-label", _("My choices"));
    const list = make("ul", "");
    list.append(...words.map((why) => make("li", "", this.inSuits(why))));
    const close = button("primary", _("Close"), () => dialog.close());
    dialog.append(list, close);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Shows what speaks for what is pointed at. @param {EventTarget | null} target @param {boolean} aloud */
  #point(target, aloud) {
    const { element: board } = this.table.board;
    const element = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-choice], .card")) : null;
    const why = element && board.contains(element) && this.#match === 1 ? this.#why(element) : "";
    this.#tip.hidden = !why;
    if (!why || !element) return;
    this.#tip.textContent = this.inSuits(why);
    if (aloud) this.table.talk.transcript.say(why);
    const card = element.getBoundingClientRect();
    const within = /** @type {HTMLElement} */ (this.#tip.parentElement).getBoundingClientRect();
    const left = card.left + card.width / 2 - this.#tip.offsetWidth / 2;
    this.#tip.style.left = `${Math.max(GAP, Math.min(left, within.right - this.#tip.offsetWidth - GAP) - within.left)}px`;
    this.#tip.style.top = `${Math.max(GAP, card.top - within.top - this.#tip.offsetHeight - GAP)}px`;
  }

  /** @param {HTMLElement} element of a card or a call */
  #why(element) {
    const { chooser, cloth } = this.table;
    if (!chooser.menu || chooser.picks.length) return "";
    const token = cloth.tokens.all().find((one) => cloth.element(one.key) === element);
    const card = token && chooser.menu.places?.includes(token.place) ? chooser.menu.choices.find((one) => one.kind === "card" && one.card === token.card) : undefined;
    const name = card?.name ?? (token ? chooser.press(token.place)?.name : element.dataset.choice);
    return this.#words.get(name ?? "")?.why ?? "";
  }
}

/** How much two stretches have in common. @param {number} a @param {number} b @param {number} c @param {number} d */
function shared(a, b, c, d) {
  return Math.max(0, Math.min(b, d) - Math.max(a, c));
}
