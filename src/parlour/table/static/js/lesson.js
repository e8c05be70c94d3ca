/**
 * A lesson: what the learner reads stands beside the cards and covers none of them, with the buttons to go on, to try again, to go back
 * and to leave it. What it is about is marked on the cloth. A screen reader hears each step once.
 */

import { inSuits } from "./cards.js";
import { finished } from "./learner.js";
import { _ } from "./messages.js";
import { button, make } from "./page.js";
import { parts } from "./parts.js";
import { elementsOf } from "./pointing.js";

/** @typedef {import("./wire.js").Lesson} Step */

class LessonBox {
  element = make("section", "lesson");
  #head = make("p", "lesson-head");
  #text = make("div", "lesson-text");
  #go = button("button primary", _("Continue"), () => this.next());
  #again = button("button primary", _("Try again"), () => this.#tryAgain());
  #hint = button("button", _("Hint"), () => this.hint());
  #back = button("button", _("Back"), () => this.back());
  #skip = button("button", _("Skip"), () => this.table.send({ do: "learn", act: "skip" }), _("Skip the rest of the lesson"));
  /** @type {Step | null} what is shown */
  step = null;
  /** @type {Step | null} what came and is not shown yet */
  #coming = null;
  #read = "";

  /** @param {import("./table.js").CardTable} table */
  constructor(table) {
    this.table = table;
    const buttons = make("div", "lesson-buttons");
    buttons.append(this.#go, this.#again, this.#hint, this.#back, this.#skip, this.#head);
    this.element.setAttribute("aria-label", _("Lesson"));
    this.#skip.setAttribute("aria-label", this.#skip.title);
    this.element.append(this.#text, buttons);
    this.element.hidden = true;
    new ResizeObserver(() => this.#makeRoom()).observe(this.element);
  }

  /** What lies over the cloth, such as a workbench, begins below the lesson, or beside it. */
  #makeRoom() {
    const { offsetWidth, offsetHeight, offsetTop, parentElement } = this.element;
    const beside = getComputedStyle(this.element).position === "absolute";
    parentElement?.style.setProperty("--lesson-left", `${beside ? offsetWidth : 0}px`);
    parentElement?.style.setProperty("--lesson-top", `${beside ? 0 : offsetTop + offsetHeight}px`);
  }

  /** @param {import("./api.js").Line} line */
  listen(line) {
    line.on("lesson", (message) => {
      this.#coming = message;
      if (this.table.queue.settled) this.settled();
    });
  }

  /** Whether a lesson goes on. */
  get active() {
    return this.step !== null;
  }

  /** Whether the learner only has to go on. */
  get #waits() {
    return this.step !== null && !this.step.task && Boolean(this.step.say?.length);
  }

  /** All that came has been drawn: the step it belongs to is shown. */
  settled() {
    const step = this.#coming;
    if (!step) return;
    this.#coming = null;
    if (step.step > step.of) this.#end();
    else this.#show(step);
  }

  /** @param {Step} step */
  #show(step) {
    const { talk } = this.table;
    const wasOpen = !this.element.hidden;
    this.step = step;
    const say = step.say ?? [];
    this.element.hidden = false;
    this.#head.textContent = _("Step {n} of {all}", { n: step.step, all: step.of });
    this.element.classList.toggle("wrong", Boolean(step.wrong));
    if (step.wrong) this.#write([step.wrong]);
    else if (say.length) this.#write(say);
    this.element.classList.toggle("watching", !say.length); // what was read last stays where it is
    this.#buttons(Boolean(step.wrong));
    const text = JSON.stringify([step.step, say, step.wrong ?? ""]);
    if (step.wrong) talk.transcript.answer(_("Not this time. {why}", { why: step.wrong }));
    else if (say.length && text !== this.#read) talk.transcript.say(`${this.#head.textContent}. ${say.join(" ")}`);
    this.#read = text;
    this.point();
    if (!wasOpen) this.table.cloth.redraw("all");
    if (say.length) this.#focus();
  }

  /** @param {boolean} wrong */
  #buttons(wrong) {
    const step = /** @type {Step} */ (this.step);
    this.#go.hidden = !this.#waits;
    this.#again.hidden = !wrong;
    this.#hint.hidden = !step.task || wrong;
    this.#back.hidden = step.step <= 1;
    this.#back.disabled = this.element.classList.contains("watching");
  }

  /** @param {string[]} paragraphs */
  #write(paragraphs) {
    this.#text.replaceChildren(...paragraphs.map((text) => make("p", "", inSuits(text))));
    this.#text.scrollTop = 0;
  }

  /** The keys go where the learner has something to do, unless they write or read elsewhere. */
  #focus() {
    const { activeElement } = document;
    const free = !activeElement || activeElement === document.body || this.element.contains(activeElement) || this.table.board.element.contains(activeElement);
    if (free && this.#waits) this.#go.focus({ preventScroll: true });
    else if (this.element.contains(activeElement)) /** @type {HTMLElement} */ (activeElement).blur();
  }

  #tryAgain() {
    const { step } = this;
    if (!step) return;
    this.step = { ...step, wrong: "" };
    this.element.classList.remove("wrong");
    this.#write(step.say ?? []);
    this.#buttons(false);
  }

  /** Says the hint of a task. @returns {boolean} whether there is a lesson to ask */
  hint() {
    const { step } = this;
    if (!step) return false;
    if (step.task && step.hint) {
      this.#write([...(step.say ?? []), step.hint]);
      this.#text.lastElementChild?.classList.add("lesson-hint");
      this.#text.scrollTop = this.#text.scrollHeight;
      this.element.classList.remove("wrong");
      this.#again.hidden = true;
      this.#hint.hidden = true;
      this.table.talk.transcript.answer(step.hint);
    }
    return true;
  }

  /** Goes on, if the step only waits for that. @returns {boolean} */
  next() {
    return this.#waits && !this.#coming && this.table.send({ do: "learn", act: "next" });
  }

  /** One step back. @returns {boolean} whether there is a lesson */
  back() {
    if (!this.step) return false;
    if (this.step.step > 1) this.table.send({ do: "learn", act: "back" });
    return true;
  }

  /** Marks what the step is about. */
  point() {
    const { board, cloth } = this.table;
    for (const one of board.element.querySelectorAll(".pointed")) one.classList.remove("pointed");
    const { step } = this;
    if (!step?.say?.length) return;
    const choices = [
      ...(step.cards ?? []).map((card) => ({ name: "", kind: "card", card })),
      ...(step.calls ?? []).map((name) => ({ name, kind: "call" })),
    ];
    const found = choices.flatMap((choice) => elementsOf(choice, board, cloth, () => true));
    for (const place of step.places ?? []) {
      const boxes = [...board.boxes.values()].filter(({ pad }) => pad.places.some((one) => one === place || one.split(".")[0] === place));
      found.push(...boxes.map(({ element }) => element));
    }
    for (const element of found) element.classList.add("pointed");
  }

  #end() {
    const was = this.step !== null;
    this.step = null;
    this.element.hidden = true;
    this.point();
    if (!was) return;
    this.table.cloth.redraw("all");
    const { hello } = this.table;
    if (hello) finished(hello.game.id, hello.table);
    this.table.learn();
    this.table.talk.notice(_("The lesson is over. Play on: Hint says what a strong player would do."));
  }
}

parts.lesson = LessonBox;
