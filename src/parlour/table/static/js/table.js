/**
 * The table: `<card-table>` brings the line, the cloth, the choices and the panels together.
 */

import { Line } from "./api.js";
import { Board } from "./board.js";
import { CallBar } from "./calls.js";
import { inSuits, lettersOfCards, spare, suitsOfCards } from "./cards.js";
import { Chooser } from "./chooser.js";
import { Cloth } from "./cloth.js";
import { CommandBox } from "./command.js";
import { Decks } from "./decks.js";
import { Hands } from "./hands.js";
import { showTrick } from "./log.js";
import { _ } from "./messages.js";
import { lively, Queue, showsCount } from "./motion.js";
import { Pace } from "./pace.js";
import { button, make, recall, remember, tool } from "./page.js";
import { SidePanel } from "./panels.js";
import { parts } from "./parts.js";
import { askedSeats, badges, sidesOf } from "./seats.js";
import { showOver } from "./signs.js";
import { Sounds } from "./sounds.js";
import { Talk } from "./talk.js";
import { Together } from "./together.js";
import { VERBOSITY } from "./transcript.js";
import { Premoves } from "./premoves.js";
import { dealt } from "./winnable.js";

/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").Menu} Menu */
/** @typedef {import("./types.js").ViewMessage} ViewMessage */

export class CardTable extends HTMLElement {
  calls = new CallBar();
  premoves = new Premoves((call, on) => this.send({ do: "premove", call, on }));
  board = new Board(this.calls);
  cloth = new Cloth(this.board);
  panel = new SidePanel();
  track = new parts.track();
  talk = new Talk((paragraph) => this.panel.rule(paragraph, true));
  queue = new Queue((message, live) => this.#draw(message, live), () => this.#settled());
  chooser = new Chooser({
    send: (message) => this.send(message),
    changed: () => this.#mark(),
    say: (text) => this.talk.notice(text),
  });
  sounds = new Sounds();
  pace = new Pace(this);
  bench = new parts.bench(this);
  race = new parts.race(this);
  writer = new parts.writer((message) => this.send(message));
  marks = new parts.marks((message) => this.send(message));
  together = new Together(this);
  lesson = new parts.lesson(this);
  command = new CommandBox(
    (text) => this.send({ do: "command", n: this.chooser.menu?.n ?? this.queue.n, text, prefix: this.#begun().map((pick) => pick.name), cards: lettersOfCards(), suits: suitsOfCards() }),
    () => this.hands?.focus(),
  );
  /** words for a learner, in the matches after a lesson @type {import("./coach.js").Coach | null} */
  coach = null;
  /** what is sent with every choice @type {{drop?: "" | "safe" | "always"}} */
  besides = {};
  /** what a script beside this one has to say when it has ended @type {(over: import("./types.js").Over, hello: Hello) => HTMLElement[]} */
  ending = () => [];
  /** the languages to choose from, as the page has them @type {HTMLTemplateElement | null} */
  #languages = null;
  #title = make("span", "title");
  #hand = make("span", "hand-number");
  #status = make("div", "status-line");
  #tools = make("div", "tools");
  #sign = make("div", "sign");
  /** @type {Hello | null} */
  hello = null;
  /** @type {Menu | null} a menu for a view not drawn yet */
  #coming = null;
  /** @type {import("./types.js").Over | null} */
  #over = null;
  /** @type {import("./wire.js").LogLine[]} lines of the log that are not shown yet */
  #lines = [];
  /** @type {Map<number, string>} what the log says of each view that came of late */
  #lineOf = new Map();
  /** @type {ViewMessage | null} what nobody chose, and the account of a hand tells: not drawn until the player looks at the table */
  #unseen = null;
  #difficulty = "";
  #width = 0;
  #height = 0;
  #callsHeight = 0;
  #line = /** @type {Line | null} */ (null);
  /** whether the line was opened again: the settings of this browser are sent again */
  #reopened = false;

  connectedCallback() {
    if (this.#line) return;
    this.#frame();
    this.#line = new Line(this.dataset.socket ?? "", (state, again, reason) => this.#lineChanged(state, again, reason));
    this.#listen(this.#line);
    this.dispatchEvent(new CustomEvent("line", { detail: this.#line }));
    new Hands(this);
    new ResizeObserver(() => this.#resized()).observe(this.board.element);
    this.#line.open();
  }

  /** @param {import("./types.js").Request} message @returns {boolean} */
  send(message) {
    if (message.do === "choose" && this.coach?.asks(message.choices)) return false;
    if (message.do === "choose") message = { ...message, ...this.besides };
    const sent = this.#line?.send(message) ?? false;
    if (sent && (message.do === "choose" || message.do === "ask")) this.chooser.sent(message);
    if (sent && message.do === "choose") this.pace.chose();
    if (!sent) this.talk.notice(_("No connection yet"), "error");
    return sent;
  }

  #frame() {
    this.#languages = this.querySelector("template");
    const header = make("header", "table-head");
    const home = make("a", "home", "Parlour");
    home.href = "/";
    this.#title.textContent = this.dataset.title ?? "";
    const name = make("h1", "");
    name.append(this.#title, this.#hand);
    header.append(home, name, this.#tools);
    const middle = make("main", "middle");
    this.#status.setAttribute("role", "status");
    this.#sign.hidden = true;
    middle.append(this.#status, this.track.element, this.lesson.element, this.board.element, this.bench.element, this.race.words, this.together.invites, this.together.question, this.together.conversation.element, this.#sign, this.together.sign, this.pace.sheet.element, this.talk.why, this.talk.notices, this.command.element);
    this.calls.prompt.textContent = "";
    this.calls.append(this.premoves.element, this.writer.element);
    this.replaceChildren(header, middle, this.panel, this.talk.transcript.element);
    this.#status.hidden = true;
    this.calls.choose = (name) => this.chooser.choose(name, 0);
    this.cloth.large = recall("large", "") === "yes";
    this.cloth.standing = (token) => this.race.standing(token.place, this.chooser.standing(token, this.cloth.tokens.places.get(token.place) ?? []));
  }

  /** The deck this viewer wants, and what the cards are called with it. */
  async #fetchDeck() {
    try {
      await this.decks?.load();
    } catch {
      this.talk.notice(_("The drawings of the cards could not be fetched"), "error");
    }
    this.talk.transcript.ready();
    this.panel.retell();
    if (this.cloth.message) this.cloth.redraw(this.decks?.usual ? "" : "all"); // with the usual words all has the size that it had before
    this.#mark();
  }

  /** What a viewer may set, kept in the browser. */
  #settings() {
    this.panel.languages(this.#languages);
    this.pace.settings(this.panel);
    this.panel.choice(_("Screen readers hear"), "speech", "full", VERBOSITY, () => {});
    const letters = () => document.body.classList.toggle("no-letters", recall("letters", "yes") === "no");
    this.panel.choice(_("Keys of a single letter or sign"), "letters", "yes", { yes: _("on"), no: _("off") }, letters);
    letters();
    if (this.hello) {
      const { id, look } = this.hello.game;
      this.decks = new Decks(JSON.parse(this.dataset.cards ?? "{}"), id, look.suits ?? []);
      this.decks.show(this.panel, () => this.#fetchDeck());
    }
    if (this.race.spots) this.panel.setting(_("Show which places may be pressed"), "race-help", () => this.#mark());
  }

  /** Who has taken the lesson of this game gets words, from a script of their own. */
  async learn() {
    const { hello } = this;
    if (!hello || hello.you < 0 || !recall(`learner.${hello.game.id}`, "")) return;
    if (!this.coach) {
      const { modules } = /** @type {any} */ (await import("./coach.js")); // beside this script, put together as it is
      this.coach ??= new modules["coach.js"].Coach(this, inSuits);
    }
    this.coach?.meet();
    this.#buildTools();
  }

  #buildTools() {
    const items = [];
    const { hello } = this;
    if (hello?.solitaire) {
      items.push(tool("undo", _("Undo"), () => this.undo(), "Ctrl + Z"), tool("redo", _("Redo"), () => this.redo(), "Ctrl + Y"));
      if (hello.you >= 0 && hello.game.look.home) items.push(tool("finish", _("Cards home"), () => this.drop(), _("D: all cards that can go")));
      if (hello.you >= 0) items.push(tool("mark", _("Bookmarks"), () => this.bookmarks(false), "B"));
    }
    if (hello && hello.you >= 0 && !hello.waits && !this.race.active) items.push(tool("hint", _("Hint"), () => this.hint(), "H"), ...(this.coach?.tools() ?? []));
    const large = button("tool wide-only", _("Large faces"), () => {
      this.cloth.large = !this.cloth.large;
      large.setAttribute("aria-pressed", String(this.cloth.large));
      remember("large", this.cloth.large ? "yes" : "");
      this.cloth.redraw();
    });
    large.setAttribute("aria-pressed", String(this.cloth.large));
    if (this.panel.record.trick) items.unshift(tool("trick", _("Last trick"), () => this.lastTrick(), "L"));
    const keys = button("tool wide-only", _("Keys"), () => this.hands?.help(), "?");
    const panel = tool("book", _("Log & rules"), () => this.panel.toggle(), _("Log, score and rules"));
    panel.setAttribute("aria-controls", "panel");
    this.panel.id = "panel";
    items.push(...this.together.tools(), large, keys, panel);
    this.panel.record.look = (line) => showTrick(line, hello?.game.names ?? []);
    this.panel.record.found = () => this.#tools.querySelector(".of-trick") ?? this.#buildTools();
    this.calls.reserve(hello?.solitaire ?? false, Boolean(hello?.game.look.home));
    this.#tools.replaceChildren(...items);
  }

  /** @param {Line} line */
  #listen(line) {
    line.on("hello", (/** @type {Hello} */ hello) => this.#meet(hello));
    line.on("view", (/** @type {ViewMessage} */ message) => this.queue.add(message));
    line.on("menu", (/** @type {Menu} */ menu) => {
      this.#coming = menu;
      if (this.queue.settled) this.#settled();
    });
    line.on("why", (/** @type {import("./types.js").Why} */ why) => {
      this.talk.explain(this.chooser.asked || inSuits(why.choice), why.paragraph, why.text, inSuits(why.about ?? ""), this.#aboveCalls());
      if (why.paragraph) this.panel.rule(why.paragraph, false);
    });
    line.on("log", (message) => {
      this.#lines.push(...(message.lines ?? []));
      for (const line of message.lines ?? []) this.#lineOf.set(line.n, line.text);
      this.#log();
    });
    line.on("sheet", (sheet) => {
      const view = this.queue.latest ?? this.cloth.message?.view;
      this.panel.sheet(sheet, view && this.hello ? sidesOf(view, this.hello.game, this.hello.you) : []);
    });
    line.on("answer", (message) => this.#answered(message));
    line.on("status", (message) => this.#say(message.text ?? "", ""));
    line.on("answered", (message) => this.board.mark(message.seats ?? []));
    line.on("unread", (message) => this.writer.refuse(message.text ?? "", message.reason ?? ""));
    line.on("error", (message) => {
      this.talk.notice(message.text ?? _("The message was refused"), "error");
      this.cloth.release();
      this.chooser.refused();
    });
    line.on("hint", (message) => this.#hint(message.choices ?? [message.name ?? ""], message.why ?? "", message.prefix ?? []));
    line.on("words", (message) => this.coach?.hear(message));
    line.on("marks", (message) => this.marks.show(message.marks ?? []));
    line.on("premoves", (message) => {
      this.premoves.show(message.calls ?? []);
      if (message.gone) this.talk.notice(inSuits(message.gone));
      this.#showCalls();
    });
    line.on("over", (over) => {
      this.#over = over;
      if (this.queue.settled) this.#settled();
    });
    this.together.listen(line);
    this.pace.listen(line);
    this.lesson.listen(line);
    line.on("ping", (message) => line.send({ do: "pong", id: message.id }));
    line.on("go", (message) => location.assign(message.url));
  }

  /** @param {Hello} hello */
  #meet(hello) {
    if (this.hello?.waits && !hello.waits) {
      location.reload(); // the cards are dealt: from here on the table is told as this seat sees it
      return;
    }
    const first = this.hello === null;
    if (this.hello?.you !== hello.you) this.coach?.forget();
    const again = this.hello !== null && JSON.stringify(this.hello.game.places) === JSON.stringify(hello.game.places) && this.hello.you === hello.you;
    this.hello = hello;
    spare(hello.game.names);
    document.title = `${hello.game.title} · Parlour`;
    this.#title.textContent = hello.game.title;
    this.race.meet(hello);
    if (first) {
      this.#settings();
      this.#fetchDeck();
    }
    this.chooser.meet(hello);
    this.bench.meet(hello);
    this.#lay(hello);
    if (!again) this.queue.n = -1;
    this.cloth.clear(hello);
    this.#buildTools();
    this.panel.meet(hello);
    this.track.meet(hello);
    this.together.meet();
    this.dispatchEvent(new CustomEvent("hello", { detail: first }));
    if (first) this.learn();
    if (!again || first) this.pace.begin();
    else if (this.#reopened) this.pace.tell();
    this.#reopened = false;
    if (this.cloth.message) this.cloth.redraw("all");
    this.#mark();
  }

  /** @param {Hello} hello */
  #lay(hello) {
    this.board.lay(hello, this.chooser.touched);
    this.calls.measure(hello);
  }

  /** @param {ViewMessage} message @param {boolean} live whether its step is seen and heard @returns {number} */
  #draw(message, live) {
    if (!this.hello) return 0;
    this.#unseen = this.queue.closing && message.step?.seat === null ? message : null;
    if (this.#unseen) {
      this.cloth.message = message;
      this.board.drawFigures(message.view);
      this.#log(message.n);
      return 0;
    }
    const { view, step } = message;
    if (this.#status.classList.contains("past") && view.hand_number !== this.cloth.message?.view.hand_number) {
      this.#status.classList.remove("past");
      this.#status.hidden = true;
    }
    this.chooser.rest();
    this.coach?.drawn(message.n);
    this.#turn(false);
    this.together.asked(false);
    this.pace.rest();
    this.race.rest();
    if (!view.over) this.#sign.hidden = true;
    this.talk.hush();
    this.calls.countDown(undefined);
    this.#name(this.hello, view.hand_number);
    const time = this.cloth.draw(message, live && lively());
    if (live && step?.choice && this.cloth.moved) this.sounds.card(); // a bid or a pass moves none; if nothing glides it is heard all the same
    this.panel.figures(badges(this.hello.game, view, -1, "sheet"));
    this.track.draw(view);
    this.race.label();
    this.#log(message.n);
    this.#showCalls();
    if (step) this.#tell(step, message.pause, this.#lineOf.get(message.n) ?? "");
    for (const n of this.#lineOf.keys()) if (n <= message.n) this.#lineOf.delete(n);
    return this.race.active ? 0 : time; // a race waits for no card to arrive
  }

  /** Says which deal or hand it is. @param {Hello} hello @param {number | undefined} hand */
  #name(hello, hand) {
    const deal = hello.deal ? [dealt(hello), this.#difficulty].filter(Boolean).join(", ") : hello.solitaire || !hand ? "" : _("hand {n}", { n: hand });
    const looking = hello.you >= 0 ? "" : hello.open_after ? _("looking on, a hand later") : _("looking on");
    this.#hand.textContent = [deal, looking].filter(Boolean).join(" · ");
  }

  /** How hard the deal is, in a word; "" for not to say. @param {string} word */
  set difficulty(word) {
    this.#difficulty = word;
    if (this.hello && this.cloth.message) this.#name(this.hello, this.cloth.message.view.hand_number);
  }

  /** Draws what the account of a hand has told: cards that were turned up and counted. */
  see() {
    const message = this.#unseen;
    this.#unseen = null;
    if (!message) return;
    this.cloth.draw(message, false);
    this.panel.figures(badges(/** @type {Hello} */ (this.hello).game, message.view, -1, "sheet"));
    this.track.draw(message.view);
  }

  /** Whether it is one's turn: the tab says so, and it is heard. @param {boolean} own */
  #turn(own) {
    const { hello } = this;
    if (!hello || hello.solitaire) return;
    document.title = `${own ? `● ${_("Your turn")} · ` : ""}${hello.game.title} · Parlour`;
    if (own && !this.race.active) this.sounds.turn();
  }

  /** What the log has to say. In a race not before it is seen on the cloth: there it would be told too soon. @param {number} [n] the view drawn last */
  #log(n = this.queue.n) {
    const fresh = this.#lines.filter((line) => !this.race.active || line.n <= n);
    this.#lines = this.#lines.filter((line) => !fresh.includes(line));
    if (fresh.length) this.talk.transcript.tell(this.panel.log(fresh), this.hello?.you ?? -1);
  }

  /** Shows what is said in a step. @param {import("./types.js").Step} step @param {number} pause @param {string} line what the log says of it: who, and how much */
  #tell(step, pause, line) {
    if (!step.said) return;
    const names = this.hello?.game.names ?? [];
    const by = step.seat ?? -1;
    const speaker = step.said_by ?? by;
    const words = inSuits(step.said);
    const about = by < 0 && speaker >= 0; // cards that have come to light, below which it stands if there is room
    if (about && (!this.board.crowded || speaker === this.hello?.you)) return;
    if (about) this.talk.show(_("{what}: {value}", { what: names[speaker] ?? "", value: words }));
    else if (this.race.active && speaker < 0 && pause > 0) this.race.callOut(words, pause);
    else if (this.hello?.solitaire || speaker < 0) this.talk.show(line.includes(step.said) ? inSuits(line) : words);
    else this.talk.bubble(this.board.seats.get(speaker), words);
  }

  /** Nothing waits to be drawn: what is asked, or how it ended. */
  #settled() {
    this.pace.settled();
    this.lesson.settled();
    const menu = this.#coming;
    if (menu && menu.n >= this.queue.n) {
      if (menu.n > this.queue.n) return;
      this.#coming = null;
      const first = !menu.prefix.length;
      this.cloth.release();
      if (first) this.calls.advise("");
      else this.talk.transcript.pick(this.#labelled(menu.prefix.at(-1) ?? ""), menu.prompt);
      this.chooser.offer(menu);
      this.pace.offered(menu);
      this.coach?.offered(menu);
      if (first) {
        this.talk.transcript.ask(menu.prompt);
        this.#turn(true);
        this.calls.countDown(menu.ms);
        this.together.asked(true);
        this.hands?.regain();
        this.race.offered();
      }
    }
    if (this.#over && this.hello && this.cloth.message?.view.over) {
      this.talk.notices.replaceChildren();
      const sides = sidesOf(this.cloth.message.view, this.hello.game, this.hello.you);
      const text = showOver(this.#sign, this.#over, this.hello, sides, (same) => this.send({ do: "again", same }), this.ending(this.#over, this.hello));
      this.talk.transcript.say(text);
      this.#over = null;
    }
  }

  /** What a choice is called in the menu it was made from. @param {string} name */
  #labelled(name) {
    return this.chooser.menu?.choices.find((one) => one.name === name)?.label ?? name;
  }

  /** How far from below the hand and the prompt end. */
  #aboveCalls() {
    const middle = this.talk.why.parentElement?.getBoundingClientRect();
    const calls = (this.calls.hidden ? this.board.element.querySelector(".seat.own .hands") : this.calls)?.getBoundingClientRect();
    return middle && calls ? Math.max(8, middle.bottom - calls.top + 6) : 0;
  }

  /** Whether a card is asked for and none may be played. */
  get #nothing() {
    const menu = this.chooser.menu;
    return Boolean(menu?.places?.length) && !menu?.prefix.length && !menu?.choices.some((one) => one.kind === "card");
  }

  #mark() {
    this.board.element.classList.toggle("nothing-to-play", this.#nothing);
    this.cloth.mark();
    this.bench.show();
    this.hands?.targets();
    this.#showCalls();
  }

  #showCalls() {
    const { chooser } = this;
    const view = this.cloth.message?.view;
    const picks = chooser.picks.map((pick) => pick.name);
    const writing = this.writer.show(chooser.menu, this.hello?.game.look.writing?.[view?.phase ?? ""]);
    this.calls.show({
      prompt: chooser.menu ? (this.#nothing ? _("No card of yours can be played") : inSuits(chooser.menu.prompt)) : this.#waitingFor(view),
      calls: writing ? [] : chooser.calls,
      picks,
      waiting: chooser.waiting,
      takeBack: picks.length && !writing ? () => chooser.escape() : null,
      asked: chooser.menu !== null && !this.hello?.solitaire,
      finish: chooser.menu?.finish ? () => this.finish() : null,
    });
    this.premoves.besides(chooser.calls);
    const idle = !chooser.calls.length && !this.calls.advised && this.calls.prompt.textContent === "" && !this.calls.classList.contains("has-calls");
    this.calls.hidden = Boolean(this.hello?.solitaire) && idle; // once it was there its room is kept, or columns would be drawn into it
    this.lesson.point();
    this.#makeRoom();
  }

  /** Calls in more lines than before leave less room for the cards. */
  #makeRoom() {
    const { board, calls, cloth } = this;
    const height = calls.offsetHeight;
    if (height > this.#callsHeight && cloth.message && !board.keepsCalls()) cloth.redraw("calls");
    if (height < this.#callsHeight) board.hasFewerCalls();
    this.#callsHeight = height;
  }

  /** @param {import("./types.js").View | undefined} view */
  #waitingFor(view) {
    const { hello } = this;
    if (!view || !hello || view.over || hello.solitaire) return "";
    if (hello.waits) return _("Your cards come with the next deal, or with the next match if this hand is the last. Until then a bot plays your seat.");
    if (this.race.active) return "";
    if (showsCount(this.cloth.message)) return hello.you < 0 ? "" : _("Press the table or Space to skip");
    const names = askedSeats(view, hello.game).filter((seat) => seat !== hello.you).map((seat) => hello.game.names[seat] ?? "");
    return names.length ? _("{names} to play", { names: names.join(", ") }) : "";
  }

  undo() {
    if (this.lesson.back()) return;
    if (this.hello?.solitaire) this.send({ do: "undo" });
    else if (this.hello && this.hello.you >= 0 && !this.race.active) this.together.takeBack();
  }

  redo() {
    if (this.hello?.solitaire) this.send({ do: "redo" });
  }

  /** The bookmarks, or one set at once. @param {boolean} set @returns {boolean} */
  bookmarks(set) {
    if (!this.hello?.solitaire || this.hello.you < 0) return false;
    if (set) this.send({ do: "mark" });
    else this.marks.open();
    return true;
  }

  /** Plays a decided game to its end. @returns {boolean} */
  finish() {
    return Boolean(this.chooser.menu?.finish) && this.send({ do: "finish" });
  }

  /** The trick taken last. @returns {boolean} */
  lastTrick() {
    const line = this.panel.record.trick;
    if (line) showTrick(line, this.hello?.game.names ?? []);
    return line !== null;
  }

  /** Sends all cards home that can go. @returns {boolean} */
  drop() {
    return Boolean(this.hello?.solitaire && this.hello.game.look.home && this.chooser.menu) && this.send({ do: "drop" });
  }

  hint() {
    if (this.lesson.hint()) return;
    if (this.chooser.menu && !this.race.active) this.send({ do: "hint", prefix: this.#picked() });
  }

  /** Asks about the table: a word of QUESTIONS. @param {string} what */
  ask(what) {
    this.send({ do: "question", what: /** @type {import("./wire.js").Question["what"]} */ (what), prefix: this.#begun().map((pick) => pick.name) });
  }

  /** What is answered to a question or a command. @param {Partial<import("./wire.js").Answer>} answer */
  #answered({ text = "", names = [], act = "" }) {
    this.talk.transcript.answer(text);
    this.command.show(inSuits(text));
    const picks = names.map((name) => ({ name, key: 0 }));
    const { chooser } = this;
    if (names.length && !chooser.chain(picks, this.#begun())) this.talk.transcript.answer(_("Nothing is asked now."));
    const acts = { hint: () => this.hint(), back: () => this.chooser.clear(), undo: () => this.undo(), redo: () => this.redo(), rules: () => this.panel.read(), leave: () => location.assign("/") };
    if (act) acts[act]();
  }

  /** The picks that questions and commands go on from: a choice that was written to its end is begun again. */
  #begun() {
    const { chooser, writer } = this;
    return writer.element.hidden || !chooser.menu?.complete ? chooser.picks : [];
  }

  /** The picks that a hint goes on from: the written text is written again. */
  #picked() {
    return this.writer.element.hidden ? this.chooser.picks.map((pick) => pick.name) : [];
  }

  /**
   * @param {string[]} names the rest of the chain @param {string} why a sentence about the game
   * @param {string[]} prefix the picks it goes on from
   */
  #hint(names, why, prefix) {
    if (prefix.join("|") !== this.#picked().join("|")) return; // other cards are picked now
    if (this.writer.take(names)) return;
    const choices = names.map((name) => this.chooser.menu?.choices.find((one) => one.name === name) ?? { name, kind: "call" });
    if (!this.bench.point([...prefix, ...names])) for (const choice of choices) this.hands?.point(choice);
    const text = _("Hint: {choices}", { choices: choices.map((choice) => inSuits(choice.label ?? choice.name)).join(", ") });
    this.talk.transcript.answer(why ? `${text}. ${why}` : text);
    this.calls.advise(why ? inSuits(why) : text, prefix);
    this.#showCalls();
  }

  #resized() {
    const { clientWidth: width, clientHeight: height } = this.board.element;
    const lower = width === this.#width && height <= this.#height; // a line about bots that load, say
    this.#height = height;
    if (!this.hello || !width) return;
    const turned = (this.board.isNarrow !== this.board.narrow || this.board.isShort !== this.board.short) && this.#width > 0;
    const before = this.#width;
    this.#width = width;
    if (turned) {
      this.#lay(this.hello);
      this.cloth.clear(this.hello);
    } else if (width !== before) this.calls.measure(this.hello); // a keyboard on the screen changes the height alone
    this.cloth.redraw(lower && !turned && !this.board.crowds() ? "" : "all");
    this.#mark();
  }

  /** @param {import("./api.js").LineState} state @param {number} again @param {string} [reason] */
  #lineChanged(state, again, reason) {
    if (state === "lost") this.chooser.cut();
    if (state === "open") this.#reopened = this.hello !== null;
    const kept = this.chooser.kept ? ` ${_("Your choice is kept and counts once.")}` : "";
    if (state === "refused") this.#say(_("You cannot play here: {reason}. Start a new table from the lobby.", { reason: reason || _("there is no seat for you at this table") }), "lost");
    else if (state === "open") this.#say("", "lost");
    else if (state === "lost") this.#say(_("The connection is lost. Trying again in {n} s …", { n: Math.max(1, Math.round(again / 1000)) }) + kept, "lost");
    else if (state === "silent") this.#say(_("The server does not answer. Checking the connection …"), "lost");
    else if (!this.hello) this.#say(_("Taking a seat …"), "lost");
  }

  /** @param {string} text @param {string} kind */
  #say(text, kind) {
    if (!text && kind !== this.#status.dataset.kind && !this.#status.hidden && kind === "lost") return;
    const keeps = !text && !kind && !this.#status.hidden && this.cloth.message !== null && !this.hello?.solitaire;
    this.#status.classList.toggle("past", keeps); // nothing moves in the middle of a hand
    if (keeps) return;
    this.#status.textContent = text;
    this.#status.hidden = !text;
    this.#status.dataset.kind = kind;
    this.#status.classList.toggle("lost", kind === "lost");
  }

  /** @type {Hands | null} what the player's hands do: set by itself */
  hands = null;
}
customElements.define("card-table", CardTable);
