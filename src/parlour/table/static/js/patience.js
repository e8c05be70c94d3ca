/**
 * What a patience has beside its rules: the time, money carried from deal to deal, cards that go home by themselves, and questions
 * after the end. A page of a game for one loads it before the table's own script, whose events it hears.
 */

import { afterwards } from "./ending.js";
import { _ } from "./messages.js";
import { make, recall } from "./page.js";

/** @typedef {import("./table.js").CardTable} CardTable */
/** @typedef {import("./wire.js").Time} Time */

/** @param {number} seconds @returns {string} 4:07, 1:02:33 */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, "0"));
  return hours === "00" ? `${Number(minutes)}:${rest}` : `${Number(hours)}:${minutes}:${rest}`;
}

/** @param {number} score */
function signed(score) {
  return String(score).replace("-", "−");
}

/** @param {number} money */
export function dollars(money) {
  return `${money < 0 ? "−" : ""}$${Math.abs(money)}`;
}

/** A figure beside those of the rules. @param {string} label */
function figure(label) {
  const element = make("span", "badge");
  const value = make("b", "");
  element.append(make("span", "badge-label", label), value);
  return { element, value };
}

/** How hard the deal of a table is, in a word; "" if the server says nothing now. @param {string} table @returns {Promise<string>} */
async function rating(table) {
  const answer = await fetch(`/table/${table}/difficulty.json`).catch(() => null);
  return answer?.ok ? _((await answer.json()).difficulty) : "";
}

class Patience {
  #time = figure(_("Time"));
  #bank = figure(_("All deals"));
  /** @type {Time | null} as the server sent it last, and when */
  #sent = null;
  #since = 0;
  #result = make("dl", "results");
  /** how hard the deal is, once it was asked for @type {Promise<string> | null} */
  #rating = null;
  #difficulty = "";
  #score = 0;

  /** @param {CardTable} table @param {import("./api.js").Line} line */
  constructor(table, line) {
    this.table = table;
    this.#time.element.classList.add("time");
    this.#time.value.setAttribute("role", "timer"); // read on demand, not every second
    table.ending = (over, hello) => this.#ending(over, hello);
    table.addEventListener("hello", (event) => this.#meet(/** @type {CustomEvent} */ (event).detail));
    line.on("time", (message) => this.#tell(message));
    document.addEventListener("visibilitychange", () => this.#look());
    setInterval(() => this.#draw(), 250);
  }

  /** @param {boolean} first */
  #meet(first) {
    const { hello, panel } = this.table;
    if (!hello || hello.you < 0) return;
    if (first) {
      if (hello.solver) {
        const when = { shown: _("shown"), end: _("after the end"), never: _("never shown") };
        panel.choice(_("Difficulty of the deal"), "difficulty", "end", when, () => this.#rate());
      }
      panel.choice(_("Time"), "time", "shown", { shown: _("shown"), hidden: _("hidden") }, () => this.#show());
      if (hello.game.look.home) {
        const ways = { "": _("never"), safe: _("if they are not needed any more"), always: _("whenever they can") };
        panel.choice(_("Cards go home by themselves"), "home", "", ways, () => this.#drop());
      }
    }
    this.#drop();
    this.#show();
    this.#look();
    this.#rate();
  }

  /** Says how hard the deal is when the player likes to know. Of a daily deal, and of one chosen by it, it is known from the start. */
  async #rate(over = this.table.cloth.message?.view.over ?? false) {
    const { hello } = this.table;
    const when = recall("difficulty", "end");
    const wanted = when === "shown" || (when === "end" && (over || hello?.daily || hello?.difficulty));
    if (wanted && hello?.solver && hello.deal) this.#difficulty = await (this.#rating ??= rating(hello.table));
    this.table.difficulty = wanted ? this.#difficulty : "";
    this.#count();
  }

  /** Which cards go home after a choice. */
  #drop() {
    const way = recall("home", "");
    this.table.besides = way === "safe" || way === "always" ? { drop: way } : {};
  }

  /** Tells the server whether the table is looked at: only then the time goes on. */
  #look() {
    if (this.table.hello && this.table.hello.you >= 0) this.table.send({ do: "seen", on: !document.hidden });
  }

  /** @param {Time} time */
  #tell(time) {
    this.#sent = time;
    this.#since = performance.now();
    this.#show();
    this.#draw();
    this.#count();
  }

  get #seconds() {
    return (this.#sent?.seconds ?? 0) + (this.#sent?.runs ? (performance.now() - this.#since) / 1000 : 0);
  }

  /** What stands beside the figures now. */
  #show() {
    const { board, cloth } = this.table;
    const bank = this.#sent?.bank ?? null;
    board.besides = [...(recall("time", "shown") === "shown" ? [this.#time.element] : []), ...(bank === null ? [] : [this.#bank.element])];
    if (cloth.message) board.drawFigures(cloth.message.view);
  }

  #draw() {
    const text = clock(this.#seconds);
    if (this.#time.value.textContent !== text) this.#time.value.textContent = text;
    const score = this.table.cloth.message?.view.figures.score?.[0];
    const bank = this.#sent?.bank ?? null;
    if (bank !== null && score !== undefined) this.#bank.value.textContent = dollars(bank + (this.#sent?.counted ? 0 : score));
  }

  /** What is said below how it ended. @param {import("./types.js").Over} over @param {import("./types.js").Hello} hello */
  #ending(over, hello) {
    this.#score = over.score[0];
    this.#count();
    this.#rate(true);
    const lost = hello.you >= 0 && !over.winners.includes(hello.you);
    return [this.#result, ...(lost && hello.solver ? [afterwards(`/match/${hello.table}`, (after) => this.table.send({ do: "rewind", after }))] : [])];
  }

  /** What the deal came to: drawn again when the last time has come. */
  #count() {
    const timed = recall("time", "shown") === "shown";
    const bonus = timed ? (this.#sent?.bonus ?? 0) : 0;
    const bank = this.#sent?.bank ?? null;
    /** @type {[string, string][]} */
    const lines = [
      ...(this.#difficulty && recall("difficulty", "end") !== "never" ? /** @type {[string, string][]} */ ([[_("Difficulty"), this.#difficulty]]) : []),
      [_("Score"), signed(this.#score)],
      ...(bonus ? /** @type {[string, string][]} */ ([[_("For the time"), `+${bonus}`], [_("Together"), signed(this.#score + bonus)]]) : []),
      ...(timed ? /** @type {[string, string][]} */ ([[_("Time"), clock(this.#seconds)]]) : []),
      ...(bank === null ? [] : /** @type {[string, string][]} */ ([[_("All deals together"), dollars(bank + (this.#sent?.counted ? 0 : this.#score))]])),
      ...(this.#sent?.counted ? /** @type {[string, string][]} */ ([[_("In your statistics"), _("its first end")]]) : []),
    ];
    const rows = lines.map(([what, much]) => {
      const row = make("div", "");
      row.append(make("dt", "", what), make("dd", "", much));
      return row;
    });
    this.#result.replaceChildren(...rows);
  }
}

const table = /** @type {CardTable | null} */ (document.querySelector("card-table"));
table?.addEventListener("line", (event) => new Patience(table, /** @type {CustomEvent} */ (event).detail));
