/**
 * What the strong player would have done: asked of the server, one question at a time, and told in a box below the cloth; and of a
 * patience whether it could have been won.
 */

import { inSuits } from "./cards.js";
import { _ } from "./messages.js";
import { button, make } from "./page.js";
import { answer } from "./winnable.js";

/** @typedef {import("./wire.js").Verdict} Verdict */
/** @typedef {import("./wire.js").Settled} Settled */

/** What was chosen, in a sentence. @param {string} who "" for oneself @param {string} choice @param {boolean} same as the strong player would have @returns {string} */
function chose(who, choice, same) {
  if (same && !who) return _("You chose {choice}, and so would the strong player.", { choice });
  if (same) return _("{name} chose {choice}, and so would the strong player.", { name: who, choice });
  return who ? _("{name} chose {choice}.", { name: who, choice }) : _("You chose {choice}.", { choice });
}

export class VerdictBox {
  element = make("section", "verdict");
  /** @type {AbortController | null} */
  #asking = null;
  /** told what was found, to be pointed at @type {(verdict: Verdict) => void} */
  found = () => {};
  /** told when it is closed */
  closed = () => {};

  constructor() {
    this.element.hidden = true;
    this.element.setAttribute("aria-live", "polite");
    this.element.setAttribute("aria-label", _("What the strong player would have done"));
  }

  /** What the strong player would have chosen. @param {string} url @param {string} who the name of who chose, "You" for oneself */
  ask(url, who) {
    return this.#wait(url, _("The strong player is thinking …"), _("nothing comes to mind"), (found) => {
      this.#show(found, who);
      this.found(found);
    });
  }

  /** Whether it could have been won. @param {string} url */
  settle(url) {
    return this.#wait(url, _("The solver is at it …"), _("the solver cannot be reached"), (/** @type {Settled} */ found) => {
      const head = make("p", "verdict-head");
      const text = make("span", "settled");
      text.append(...answer(found));
      head.append(make("strong", "", _("Was it winnable from here?")), text);
      this.element.replaceChildren(head, this.#close());
    });
  }

  /** Which choice lost a patience. @param {string} url @param {(lost: import("./wire.js").Lost) => Promise<void>} found shows it first */
  lost(url, found) {
    return this.#wait(url, _("The solver is at it: this may take a minute …"), _("the solver cannot be reached"), async (/** @type {import("./wire.js").Lost} */ lost) => {
      await found(lost);
      const text = make("p", "", inSuits(lost.text));
      if (lost.line) {
        const way = make("a", "", _("Show how it could be won"));
        way.href = lost.line;
        text.append(" ", way);
      }
      this.element.hidden = false; // a step that was shown has closed it
      this.element.replaceChildren(text, this.#close());
    });
  }

  /** The player's own choices that cost most. @param {string} url @param {(entry: number) => Promise<void>} go shows where a choice was made */
  review(url, go) {
    return this.#wait(url, _("The strong player is looking at your choices: this may take a minute …"), _("nothing comes to mind"), (/** @type {import("./wire.js").Reviewed} */ found) => {
      const head = make("p", "verdict-head");
      head.append(make("strong", "", _("Review")), make("span", "", found.text));
      const list = make("ol", "judged costly");
      for (const one of found.costly) {
        const item = make("li", "");
        const values = { hand: String(one.hand), taken: inSuits(one.taken), best: inSuits(one.best) };
        const there = button("link", _("Hand {hand}: {taken}, better {best}", values), async () => {
          await go(one.entry);
          this.element.hidden = false; // a step that was shown has closed it
          this.element.replaceChildren(head, this.#close(), list);
        });
        item.append(there, make("span", "", inSuits(one.figure)), make("p", "verdict-why", inSuits(one.why)));
        list.append(item);
      }
      const none = make("p", "verdict-why", _("None of your choices was clearly worse than the best one."));
      this.element.replaceChildren(head, this.#close(), found.costly.length ? list : none);
    });
  }

  /** @param {string} url @param {string} meanwhile @param {string} silence why nothing came, if no reason is given @param {(found: any) => void} show */
  async #wait(url, meanwhile, silence, show) {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.element.hidden = false;
    this.element.replaceChildren(make("p", "thinking", meanwhile), button("link", _("Never mind"), () => this.hide()));
    try {
      const answer = await fetch(url, { signal: asking.signal });
      const found = await answer.json();
      if (asking.signal.aborted) return;
      if (!answer.ok) throw new Error(found.error ?? "");
      show(found);
    } catch (error) {
      if (asking.signal.aborted) return;
      const reason = error instanceof Error && error.message ? error.message : silence;
      this.element.replaceChildren(make("p", "", _("No answer: {reason}.", { reason })), button("link", _("Close"), () => this.hide()));
    }
  }

  /** Nothing is asked any more. */
  hide() {
    this.#asking?.abort();
    this.#asking = null;
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.element.replaceChildren();
    this.closed();
  }

  #close() {
    const close = button("close", "×", () => this.hide(), _("Close"));
    close.setAttribute("aria-label", _("Close"));
    return close;
  }

  /** @param {Verdict} verdict @param {string} who */
  #show(verdict, who) {
    const head = make("p", "verdict-head");
    const mine = who === "You";
    const taking = inSuits(verdict.taken.join(", "));
    const would = verdict.advised.join(", ");
    const taken = verdict.options.find((option) => option.taken);
    const equal = !verdict.same && taken !== undefined && taken.level;
    head.append(
      make("strong", "", verdict.same ? _("The same") : equal ? _("Just as good as {choice}", { choice: inSuits(would) }) : _("The strong player: {choice}", { choice: inSuits(would) })),
      make("span", "", chose(mine ? "" : who, taking, verdict.same)),
    );
    const list = make("ol", "judged");
    for (const option of verdict.options) {
      const item = make("li", option.taken ? "taken" : "");
      item.append(make("b", "", inSuits(option.words)), make("span", "", inSuits(option.expected)));
      if (option.taken) item.append(make("i", "", mine ? _("your choice") : _("{name}’s choice", { name: who })));
      list.append(item);
    }
    const untried = taken === undefined && verdict.options.length > 0;
    const note = make("p", "note", untried ? _("What was chosen, {choice}, it did not look at for long.", { choice: inSuits(verdict.taken[0]) }) : "");
    const why = make("p", "verdict-why", inSuits(verdict.text));
    this.element.replaceChildren(head, this.#close(), why, ...(verdict.options.length > 1 ? [list] : []), ...(untried ? [note] : []));
  }
}
