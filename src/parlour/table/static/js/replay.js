/**
 * A match that is over: `<match-replay>` draws it on the cloth of the table, step by step or by itself, with the log beside it.
 */

import { Board } from "./board.js";
import { inSuits } from "./cards.js";
import { Cloth } from "./cloth.js";
import { Decks } from "./decks.js";
import { Log, showTrick } from "./log.js";
import { _, pgettext } from "./messages.js";
import { button, make, recall, typesInto } from "./page.js";
import { elementsOf } from "./pointing.js";
import { Track } from "./track.js";
import { VerdictBox } from "./verdict.js";
import { THE_END, question } from "./winnable.js";

/** @typedef {import("./wire.js").Replay} Replay */
/** @typedef {import("./wire.js").ReplayStep} Step */

const TEMPO = { slow: 1.7, normal: 1, quick: 0.4 };
/** The least time a step stands while it plays by itself. */
const LEAST = 380;
const WIDE = matchMedia("(min-width: 1100px)");
const KEYS = _("← → a step, Page Up and Page Down a hand, Home and End, space plays, W what the strong player would do, O all cards open, M which move lost a patience, R a review of your choices");
/** The line of the solver that is to be shown: after how many entries of the log it begins; empty for the match itself. */
const LINE = new URLSearchParams(location.search).get("line") ?? "";
/** Whether the choice that lost the match is to be looked for at once. */
const SOUGHT = new URLSearchParams(location.search).has("lost");
const LOST = _("✗ This move lost the deal.");

class MatchReplay extends HTMLElement {
  board = new Board(make("div", "call-bar"));
  cloth = new Cloth(this.board);
  track = new Track();
  verdict = new VerdictBox();
  #record = new Log();
  #hand = make("span", "hand-number");
  #caption = make("p", "replay-said");
  #slider = make("input", "replay-slider");
  #hands = make("select", "");
  #eyes = make("select", "");
  #play = button("play", "▶", () => this.#toggle(), _("Play (space)"));
  #ask = button("ask", "", () => this.ask(), _("What would the strong player do? (W)"));
  #settle = button("ask", "", () => this.settle(), _("All cards known (Y)"));
  #review = button("ask", "", () => this.review(), _("Your choices that cost most, and how good all of them were (R)"));
  #seek = button("ask", "", () => this.seek(), _("Which move lost it? All cards known (M)"));
  /** the choice that lost a patience, by its number in the log; -1: not known */
  #lost = -1;
  #panel = make("aside", "panel replay-panel");
  #status = make("div", "status-line");
  /** @type {Replay | null} */
  #match = null;
  /** @type {Map<number, Step[]>} steps by the index of their hand */
  #steps = new Map();
  /** @type {Map<number, Promise<Step[]>>} */
  #coming = new Map();
  #at = -1;
  #wanted = 0;
  #timer = 0;
  #playing = false;
  #width = 0;

  connectedCallback() {
    if (this.#match) return;
    document.body.dataset.cloth = recall("cloth", "green");
    this.#frame();
    document.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#resized()).observe(this.board.element);
    const step = location.hash ? Number(location.hash.slice(1)) || 0 : null;
    this.#open(new URLSearchParams(location.search).get("eye") ?? "", LINE ? step : (step ?? 0));
  }

  #frame() {
    const header = make("header", "table-head");
    const home = make("a", "home", "Parlour");
    home.href = "/";
    const name = make("h1", "");
    name.append(make("span", "title", this.dataset.title ?? ""), this.#hand);
    const tools = make("div", "tools");
    const log = button("tool", _("Log"), () => this.#showPanel(this.#panel.hidden), _("The log, and actions for the match"));
    log.setAttribute("aria-controls", "replay-panel");
    tools.append(log);
    header.append(home, name, tools);
    const middle = make("main", "middle");
    this.#status.hidden = true;
    this.#status.setAttribute("role", "status");
    this.#caption.setAttribute("aria-live", "polite");
    this.verdict.found = (found) => this.#point(found);
    this.verdict.closed = () => this.#unpoint();
    middle.append(this.#status, this.track.element, this.board.element, this.verdict.element, this.#controls());
    this.#panel.id = "replay-panel";
    this.#panel.setAttribute("aria-label", _("Log of the match"));
    this.#record.look = (line) => showTrick(line, this.#match?.hello.game.names ?? []);
    const doors = make("div", "replay-doors");
    const template = document.querySelector("#match-doors");
    if (template instanceof HTMLTemplateElement) doors.append(template.content.cloneNode(true));
    const close = button("close", "×", () => this.#showPanel(false), _("Close"));
    close.setAttribute("aria-label", _("Close"));
    const head = make("div", "tabs");
    head.append(make("h2", "", _("Log")), close);
    this.#panel.append(head, make("div", "panel-body"), doors);
    this.#showPanel(WIDE.matches);
    this.replaceChildren(header, middle, this.#panel);
  }

  #controls() {
    const bar = make("div", "replay-controls");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", _("Replay"));
    bar.title = KEYS;
    this.#slider.type = "range";
    this.#slider.min = "0";
    this.#slider.setAttribute("aria-label", _("Step"));
    this.#slider.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.#slider.value));
    });
    /** @type {[string, string, () => void][]} */
    const moves = [
      ["«", _("The previous hand (Page Up)"), () => this.hand(-1)],
      ["‹", _("A step back (←)"), () => this.step(-1)],
      ["›", _("A step forward (→)"), () => this.step(1)],
      ["»", _("The next hand (Page Down)"), () => this.hand(1)],
    ];
    const buttons = moves.map(([sign, title, act]) => {
      const one = button("", sign, () => {
        this.pause();
        act();
      }, title);
      one.setAttribute("aria-label", title.replace(/ \(.*/, ""));
      return one;
    });
    const group = make("div", "replay-buttons");
    this.#play.setAttribute("aria-label", pgettext("replay", "Play"));
    group.append(buttons[0], buttons[1], this.#play, buttons[2], buttons[3]);
    this.#hands.setAttribute("aria-label", _("Hand"));
    this.#hands.addEventListener("change", () => {
      this.pause();
      this.go(this.#match?.hands[Number(this.#hands.value)]?.first ?? 0);
    });
    this.#eyes.setAttribute("aria-label", _("Whose view"));
    this.#eyes.addEventListener("change", () => this.#open(this.#eyes.value, null));
    this.#ask.append(make("span", "long", _("What would the strong player do?")), make("span", "short", _("Strong player?")));
    this.#settle.append(make("span", "long", _("Was it winnable from here?")), make("span", "short", _("Winnable?")));
    this.#seek.append(make("span", "long", _("Which move lost it?")), make("span", "short", _("Lost by?")));
    this.#review.append(make("span", "long", _("Review my choices")), make("span", "short", _("Review")));
    this.#ask.hidden = this.#settle.hidden = this.#seek.hidden = this.#review.hidden = true;
    bar.append(this.#caption, this.#slider, group, this.#hands, this.#eyes, this.#settle, this.#seek, this.#ask, this.#review);
    return bar;
  }

  /** Opens the match with other eyes. @param {string} eye @param {number | null} step the step to begin with; null: where it stands */
  async #open(eye, step) {
    this.pause();
    this.verdict.hide();
    const found = await this.#fetch(`${this.dataset.match}/replay.json?${this.#asked(eye)}`);
    if (!found) return;
    const before = this.#place();
    const first = this.#match === null;
    this.#match = /** @type {Replay} */ (found);
    this.#steps.clear();
    this.#coming.clear();
    this.#at = -1;
    const { hello, hands, eyes } = this.#match;
    if (first) await this.#deck();
    this.board.lay(hello, new Set());
    this.cloth.clear(hello);
    this.track.meet(hello);
    this.#eyes.replaceChildren(...eyes.map((one) => new Option(one.text, one.name, false, one.name === this.#match?.eye)));
    this.#eyes.hidden = eyes.length < 2;
    this.#hands.replaceChildren(...hands.map((_, k) => new Option(this.#handText(k), String(k))));
    this.#hands.hidden = hands.length < 2;
    this.#compare();
    this.#tellLine();
    this.#slider.max = String(Math.max(0, this.#length - 1));
    await this.go(step ?? (first && LINE ? this.#match.line : this.#sameAs(before)));
    this.#toHand();
    if (first && SOUGHT) this.seek();
  }

  /** What is asked for: with whose eyes, and the solver's line. @param {string} eye */
  #asked(eye) {
    return new URLSearchParams({ ...(eye ? { eye } : {}), ...(LINE ? { line: LINE } : {}) });
  }

  /** If it is a line of the solver that is shown, it says so. */
  #tellLine() {
    this.querySelector(".line-note")?.remove();
    const line = this.#match?.line ?? -1;
    if (line < 0) return;
    const note = make("p", "line-note", _("What the solver found, all cards known."));
    const back = make("a", "", _("Back to the match"));
    back.href = `${this.dataset.match}${line ? `#${line}` : ""}`;
    note.append(button("link", _("Where it begins"), () => this.go(line)), back);
    this.track.element.before(note);
  }

  /** The same deals played again: both results side by side. */
  #compare() {
    this.querySelector(".rematches")?.remove();
    const { before, again } = this.#match ?? { before: null, again: [] };
    const matches = before ? [before] : (again ?? []);
    if (!matches.length) return;
    const box = make("section", "rematches");
    for (const match of matches) {
      const table = make("table", "");
      const caption = make("caption", "", _("Your points with the same deals:"));
      const link = make("a", "", before ? _("the first match") : _("the match played again"));
      link.href = match.url;
      caption.append(link);
      const head = make("tr", "");
      head.append(...[_("Hand"), _("Then"), _("Now")].map((text) => make("th", "", text)));
      const body = make("tbody", "");
      const signed = (/** @type {number | null} */ one) => (one === null ? "–" : (one > 0 ? "+" : "") + String(one).replace("-", "−"));
      for (const { hand, then, now } of match.hands) {
        const row = make("tr", "");
        row.append(make("th", "", String(hand)), make("td", "", signed(then)), make("td", "", signed(now)));
        body.append(row);
      }
      const foot = make("tr", "total");
      foot.append(make("th", "", _("Total")), ...[match.then, match.now].map((one) => make("td", "", String(one).replace("-", "−"))));
      const [top, end] = [make("thead", ""), make("tfoot", "")];
      top.append(head);
      end.append(foot);
      table.append(caption, top, body, end);
      box.append(table);
    }
    this.#panel.querySelector(".replay-doors")?.prepend(box);
  }

  async #deck() {
    const { id, look } = this.#match?.hello.game ?? { id: "", look: {} };
    try {
      await new Decks(JSON.parse(this.dataset.cards ?? "{}"), id, look.suits ?? []).load();
    } catch {
      this.#tell(_("The drawings of the cards could not be fetched."));
    }
  }

  /** @param {string} url @returns {Promise<any>} null if nothing came; then the page says so */
  async #fetch(url) {
    try {
      const answer = await fetch(url);
      const found = await answer.json();
      if (!answer.ok) throw new Error(found.error);
      this.#tell("");
      return found;
    } catch (error) {
      const reason = error instanceof SyntaxError || !(error instanceof Error) ? "" : error.message;
      this.#tell(reason || _("The match could not be fetched; try again."));
      return null;
    }
  }

  /** @param {string} text */
  #tell(text) {
    this.#status.textContent = text;
    this.#status.hidden = !text;
  }

  get #length() {
    const last = this.#match?.hands.at(-1);
    return last ? last.first + last.steps : 0;
  }

  /** The hand of a step, by index. @param {number} step */
  #handOf(step) {
    const begun = this.#match?.hands.filter((hand) => hand.first <= step).length ?? 0;
    return Math.max(0, begun - 1);
  }

  /** Where it stands, as it can be found with other eyes, which may see other steps. */
  #place() {
    const index = this.#handOf(this.#at);
    const hand = this.#match?.hands[index];
    return { index, share: hand?.steps ? (this.#at - hand.first) / hand.steps : 0, steps: hand?.steps ?? 0, k: this.#at - (hand?.first ?? 0) };
  }

  /** @param {{index: number, share: number, steps: number, k: number}} place */
  #sameAs({ index, share, steps, k }) {
    const hand = this.#match?.hands[index];
    if (!hand) return 0;
    return hand.first + (hand.steps === steps ? Math.max(0, k) : Math.min(hand.steps - 1, Math.round(share * hand.steps)));
  }

  /** @param {number} index */
  #handText(index) {
    const match = this.#match;
    const hand = match?.hands[index];
    if (!match || !hand) return "";
    if (!hand.scores.length) return match.hello.solitaire ? _("The deal") : _("Hand {n}", { n: hand.hand });
    const scores = hand.scores.map((score) => (score > 0 ? `+${score}` : `${score}`.replace("-", "−")));
    return _("Hand {n}: {scores}", { n: hand.hand, scores: scores.join(" · ") });
  }

  /** The steps of a hand, fetched once. @param {number} index @returns {Promise<Step[] | null>} */
  async #load(index) {
    const kept = this.#steps.get(index);
    if (kept) return kept;
    const match = this.#match;
    if (!this.#coming.has(index)) this.#coming.set(index, this.#fetch(`${this.dataset.match}/hands/${index}.json?${this.#asked(match?.eye ?? "")}`));
    const found = /** @type {any} */ (await this.#coming.get(index));
    this.#coming.delete(index);
    if (!found || match !== this.#match) return null;
    this.#steps.set(index, found.steps);
    this.#markLost(found.steps);
    return found.steps;
  }

  /** Shows a step. @param {number} step @returns {Promise<number>} milliseconds until all lies still */
  async go(step) {
    const match = this.#match;
    if (!match || !this.#length) return 0;
    step = Math.max(0, Math.min(this.#length - 1, step));
    this.#wanted = step;
    const index = this.#handOf(step);
    const steps = await this.#load(index);
    if (!steps || this.#wanted !== step || match !== this.#match) return 0;
    const k = step - match.hands[index].first;
    const animate = step === this.#at + 1;
    const here = steps[k];
    this.verdict.hide();
    this.#tellLog(steps, k, animate && k > 0);
    this.#at = step;
    const view = here.view;
    if (!animate) this.#leadUp(steps, k);
    const time = this.#draw(here, animate);
    this.track.draw(view);
    this.#slider.value = String(step);
    this.#slider.setAttribute("aria-valuetext", _("{n} of {all}", { n: step + 1, all: this.#length }));
    this.#hands.value = String(index);
    this.#hand.textContent = match.hello.deal ? _("deal {n}", { n: match.hello.deal }) : match.hello.solitaire ? "" : _("hand {n}", { n: match.hands[index].hand });
    this.#caption.textContent = inSuits((here.lines ?? []).map((line) => line.text).join(" · ") || this.#words(here));
    history.replaceState(null, "", step ? `#${step}` : location.pathname + location.search);
    await this.#offer();
    return time;
  }

  /** @param {Step} step @param {boolean} animate @returns {number} */
  #draw({ n, view, step = null, pause }, animate) {
    return this.cloth.draw({ type: "view", n, view, step, pause }, animate);
  }

  /** What led to a step, drawn unseen: who played which card of a trick is known only to who saw it played. @param {Step[]} steps @param {number} k */
  #leadUp(steps, k) {
    const round = 2 * (this.#match?.hello.game.seats ?? 1) + 4;
    for (const step of steps.slice(Math.max(0, k - round), k)) this.#draw(step, false);
  }

  /** @param {Step} step */
  #words(step) {
    const { seat, words, said } = step.step ?? { seat: null, words: "", said: "" };
    const who = seat === null ? "" : `${this.#match?.hello.game.names[seat] ?? ""}: `;
    return words || said ? who + [words, said].filter(Boolean).join(", ") : "";
  }

  /** The log up to a step of a hand. @param {Step[]} steps @param {number} k @param {boolean} next whether it follows the one that is shown */
  #tellLog(steps, k, next) {
    const body = this.#panel.querySelector(".panel-body");
    if (!body) return;
    if (next) this.#record.add(steps[k].lines ?? []);
    else {
      this.#record = new Log();
      this.#record.look = (line) => showTrick(line, this.#match?.hello.game.names ?? []);
      this.#record.add(steps.slice(0, k + 1).flatMap((step) => step.lines ?? []));
      body.replaceChildren(this.#record.element);
    }
    body.scrollTop = body.scrollHeight;
  }

  /** The choice that comes next, with the step it leads to; null if nobody chooses, or it may not be asked about. */
  async #next() {
    const match = this.#match;
    if (!match?.may.ask || this.#at + 1 >= this.#length) return null;
    const index = this.#handOf(this.#at + 1);
    const steps = await this.#load(index);
    const step = steps?.[this.#at + 1 - match.hands[index].first];
    return step && (step.entry ?? -1) >= 0 ? step : null;
  }

  async #offer() {
    const at = this.#at;
    const next = await this.#next();
    if (at !== this.#at) return;
    this.#ask.hidden = !this.#match?.may.ask || LINE !== "";
    this.#ask.disabled = !next;
    this.#settle.hidden = !this.#match?.may.ask || !this.#match.hello.solver || LINE !== "";
    this.#seek.hidden = this.#settle.hidden || Boolean(this.#match?.winners.length);
    this.#review.hidden = !this.#match?.may.review || this.#match.eye === "public" || LINE !== ""; // whose steps say which choice they are
  }

  /** The player's own choices that cost most, each with a way to it. */
  review() {
    if (this.#review.hidden) return;
    this.pause();
    this.verdict.review(`${this.dataset.match}/review.json`, (entry) => this.#goBefore(entry));
  }

  /** Goes to where a choice was made. @param {number} entry its number in the log */
  async #goBefore(entry) {
    for (const [k, { first }] of (this.#match?.hands ?? []).entries()) {
      const at = ((await this.#load(k)) ?? []).findIndex((step) => step.entry === entry);
      if (at < 0) continue;
      await this.go(Math.max(0, first + at - 1));
      return;
    }
  }

  /** Which choice lost a patience: it is marked in the log and shown. */
  seek() {
    const match = this.#match;
    if (!match || this.#seek.hidden) return;
    this.pause();
    this.verdict.lost(`${this.dataset.match}/lost.json`, async (found) => {
      this.#lost = found.entry;
      for (const [k, { first }] of found.entry < 0 ? [] : match.hands.entries()) {
        const steps = (await this.#load(k)) ?? [];
        this.#markLost(steps);
        const at = steps.findIndex((step) => step.entry === found.entry);
        if (at >= 0) await this.go(first + at);
      }
    });
  }

  /** Marks the choice that lost a patience, if it is among these steps. @param {Step[]} steps */
  #markLost(steps) {
    const step = this.#lost < 0 ? undefined : steps.find((one) => one.entry === this.#lost);
    if (step && !step.lines?.some((line) => line.text === LOST)) step.lines = [...(step.lines ?? []), { n: step.n, text: LOST }];
  }

  /** Whether a patience could have been won from here, were all cards known. */
  settle() {
    const match = this.#match;
    if (!match || this.#settle.hidden) return;
    this.pause();
    const hand = this.#handOf(this.#at);
    const steps = (this.#steps.get(hand) ?? []).slice(0, this.#at - match.hands[hand].first + 1);
    const after = this.#at + 1 >= this.#length ? THE_END : Math.max(...steps.map((step) => step.entry ?? -1)) + 1;
    this.verdict.settle(question(this.dataset.match ?? "", after));
  }

  /** What the strong player would have chosen here. */
  async ask() {
    const next = await this.#next();
    const match = this.#match;
    if (!next || !match || LINE) return;
    this.pause();
    const who = match.hello.game.names[next.step?.seat ?? -1] ?? "";
    this.verdict.ask(`${this.dataset.match}/choices/${next.entry}.json`, who);
  }

  /** Shows on the cloth what is best and what was chosen. @param {import("./wire.js").Verdict} found */
  #point(found) {
    const game = this.#match?.hello.game;
    const mine = (/** @type {string} */ name) => {
      const place = game?.places.find((one) => one.name === name);
      return place?.owner === found.seat || (place?.owner ?? -1) < 0;
    };
    found.options.forEach((option, k) => {
      const elements = elementsOf(option.entry, this.board, this.cloth, (token) => mine(token.place));
      if (k === 0) elements.forEach((element) => element.classList.add("advised"));
      if (option.taken) elements.forEach((element) => element.classList.add("was-taken"));
    });
  }

  #unpoint() {
    for (const element of this.board.element.querySelectorAll(".advised, .was-taken")) element.classList.remove("advised", "was-taken");
  }

  /** @param {number} by */
  step(by) {
    return this.go(this.#wanted + by);
  }

  /** @param {number} by */
  hand(by) {
    const hands = this.#match?.hands ?? [];
    const index = this.#handOf(this.#wanted);
    const back = by < 0 && this.#wanted > (hands[index]?.first ?? 0);
    const to = hands[back ? index : index + by];
    return this.go(to ? to.first : by > 0 ? this.#length - 1 : 0);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#playing = false;
    this.#play.textContent = "▶";
    this.#play.setAttribute("aria-label", pgettext("replay", "Play"));
  }

  #toggle() {
    if (this.#playing) {
      this.pause();
      return;
    }
    this.#playing = true;
    this.#play.textContent = "❚❚";
    this.#play.setAttribute("aria-label", _("Pause"));
    if (this.#at >= this.#length - 1) this.go(0).then(() => this.#goOn());
    else this.#goOn();
  }

  async #goOn() {
    if (!this.#playing) return;
    if (this.#at >= this.#length - 1) {
      this.pause();
      return;
    }
    const moving = await this.step(1);
    if (!this.#playing) return;
    const index = this.#handOf(this.#at);
    const pause = this.#steps.get(index)?.[this.#at - (this.#match?.hands[index].first ?? 0)]?.pause ?? 0;
    const factor = TEMPO[/** @type {keyof typeof TEMPO} */ (recall("pace", "normal"))] ?? 1;
    this.#timer = setTimeout(() => this.#goOn(), Math.max(moving, factor * Math.max(pause, LEAST)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || typesInto(target, "select, input:not(.replay-slider)")) return;
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      PageUp: () => this.hand(-1),
      PageDown: () => this.hand(1),
      Home: () => this.go(0),
      End: () => this.go(this.#length - 1),
    };
    const move = keys[event.key];
    if (move) {
      this.pause();
      move();
    } else if (event.key === " " && !target.closest("button, a")) this.#toggle();
    else if (event.key.toLowerCase() === "w") this.ask();
    else if (event.key.toLowerCase() === "y") this.settle();
    else if (event.key.toLowerCase() === "m") this.seek();
    else if (event.key.toLowerCase() === "r") this.review();
    else if (event.key.toLowerCase() === "o") this.#openCards();
    else return;
    event.preventDefault();
  }

  /** All cards open, or as it was. */
  #openCards() {
    const names = [...this.#eyes.options].map((option) => option.value);
    if (!names.includes("open")) return;
    this.#open(this.#match?.eye === "open" ? names[0] : "open", null);
  }

  /** @param {boolean} shown */
  #showPanel(shown) {
    this.#panel.hidden = !shown;
    document.body.classList.toggle("panel-open", shown);
  }

  #resized() {
    const width = this.board.element.clientWidth;
    const match = this.#match;
    if (!match || !width) return;
    const turned = (this.board.isNarrow !== this.board.narrow || this.board.isShort !== this.board.short) && this.#width > 0;
    this.#width = width;
    if (turned) {
      this.board.lay(match.hello, new Set());
      this.cloth.clear(match.hello);
    }
    this.cloth.redraw("all");
    this.#toHand();
  }

  /** If not all of the table can be in sight, the trick and the hand are. */
  #toHand() {
    requestAnimationFrame(() => (this.board.element.scrollTop = this.board.element.scrollHeight));
  }
}
customElements.define("match-replay", MatchReplay);
