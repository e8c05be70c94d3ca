/**
 * The people at the table: who is here, whose link is whose, what the host may do; and what stands over the table while it waits.
 */

import { Conversation } from "./conversation.js";
import { Cover } from "./cover.js";
import { asFarAs, folded, houseDoor, onlyHere, seatLink, tableLink } from "./links.js";
import { _, ngettext } from "./messages.js";
import { button, make, recall, stale, tool } from "./page.js";
import { botText } from "./seats.js";

/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").Presence} Presence */
/** @typedef {import("./types.js").SeatPresence} SeatPresence */
/** @typedef {import("./types.js").Request} Request */

/** Seconds of absence that nobody need be told of: a page that is loaded again. */
const BRIEF = 4;
/** How often the words about times are written again, in milliseconds. */
const AGAIN = 5_000;
/** How long one may think before the page says that others wait. */
const PATIENCE = 45_000;

/** @type {[string, string][]} */
const AWAY = [
  ["0", _("only when you say so")],
  ["15", _("after 15 seconds")],
  ["40", _("after 40 seconds")],
  ["120", _("after two minutes")],
  ["600", _("after ten minutes")],
];
/** @type {[string, string][]} */
const TALK = [
  ["free", _("phrases and free text")],
  ["phrases", _("ready phrases only")],
  ["off", "none"],
];

/** A choice of few. @param {string} text @param {[string, string][]} values value and words @param {string} now */
function choice(text, values, now) {
  const label = make("label", "agreed");
  const select = make("select", "");
  for (const [value, words] of values) select.append(new Option(words, value, false, value === now));
  label.append(make("span", "", text), select);
  return label;
}

/** How long somebody is away. @param {number} seconds */
function ago(seconds) {
  return seconds < 90 ? _("{n} s", { n: Math.round(seconds) }) : seconds < 5400 ? _("{n} min", { n: Math.round(seconds / 60) }) : _("{n} h", { n: Math.round(seconds / 3600) });
}

/** What a plate says of who is there; nothing of somebody who is. @param {SeatPresence} one @param {number} seconds away by now */
export function presenceText(one, seconds) {
  if (one.state === "bot") return "";
  const bot = one.bot ? _("bot plays") : "";
  if (one.state === "here") return bot;
  if (one.state === "free") return bot ? _("free · bot plays") : _("free");
  return bot ? _("away {time} · bot plays", { time: ago(seconds) }) : seconds < BRIEF ? "" : _("away {time}", { time: ago(seconds) });
}

export class Together {
  /** over the table: a pause, an end, seats that are awaited */
  sign = make("div", "sign company-sign");
  invites = make("div", "sign awaited");
  /** a question of another player's, with its answers */
  question = make("div", "question");
  conversation;
  /** @type {Presence | null} */
  presence = null;
  /** @type {import("./types.js").ClocksMessage | null} */
  #clocks = null;
  #ticked = 0;
  #patience = 0;
  #receivedAt = 0;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  #body = make("div", "company");

  /** @param {import("./table.js").CardTable} table */
  constructor(table) {
    this.table = table;
    this.conversation = new Conversation(table);
    this.cover = new Cover(table);
    this.sign.hidden = true;
    this.question.hidden = true;
    this.question.setAttribute("role", "alert");
    this.invites.hidden = true;
    setInterval(() => this.#plates(), AGAIN);
    setInterval(() => this.#clockFaces(), 500);
  }

  /** @returns {Hello | null} */
  get hello() {
    return this.table.hello;
  }

  /** @param {Request} message */
  send(message) {
    return this.table.send(message);
  }

  /** Whether anybody but this player can be here. */
  get #shared() {
    return this.hello !== null && !this.hello.solitaire;
  }

  /** @param {import("./api.js").Line} line */
  listen(line) {
    line.on("presence", (message) => this.show(message));
    line.on("asking", (message) => this.#ask(message));
    line.on("clocks", (message) => {
      this.#clocks = message;
      this.#ticked = Date.now();
      this.#clockFaces();
    });
    line.on("moving", (message) => this.#moving(message.seat));
    line.on("nudge", (message) => this.#nudged(_("{name} is waiting for you", { name: message.name })));
    line.on("pass", (message) => this.cover.pass(message.seat));
    this.conversation.listen(line);
  }

  /** A game has been met, or who sits there has changed. */
  meet() {
    if (this.hello) this.conversation.meet(this.hello);
    this.cover.meet();
    this.#showInvites();
    this.#plates();
    this.#fill();
  }

  /** @returns {HTMLElement[]} */
  tools() {
    if (!this.#shared) return [];
    const people = tool("people", _("People"), () => this.open(), _("Who is here, links, pause"));
    const items = [people, ...this.conversation.tools(this.hello)];
    if ((this.hello?.you ?? -1) >= 0 && !this.hello?.waits && !this.table.race.spots) items.unshift(tool("undo", _("Take back"), () => this.takeBack(), _("Take back your last choice (Ctrl + Z)")));
    return items;
  }

  /** @param {Presence} message */
  show(message) {
    this.presence = message;
    this.#receivedAt = Date.now();
    if (message.news) {
      if (!message.paused && !message.ended) this.table.talk.show(message.news); // a sign says those
      this.table.talk.transcript.say(message.news);
    }
    this.#plates();
    this.#showSign();
    this.#showInvites();
    this.#fill();
  }

  /** @param {SeatPresence} one */
  #seconds(one) {
    return (one.seconds ?? 0) + (Date.now() - this.#receivedAt) / 1000;
  }

  #plates() {
    for (const plate of this.table.board.plates) {
      const one = this.presence?.seats[plate.seat];
      if (one) plate.company(presenceText(one, this.#seconds(one)));
    }
  }

  // taking back, clocks, nudges

  takeBack() {
    this.send({ do: "takeback" });
  }

  /** @param {import("./types.js").Asking} asking */
  #ask(asking) {
    const { hello } = this;
    const { news } = asking;
    if (news) this.table.talk.notice(news);
    this.question.hidden = !hello || asking.seat < 0;
    if (this.question.hidden || !hello) return;
    const names = asking.of.map((seat) => hello.game.names[seat] ?? "").join(", ");
    if (asking.seat === hello.you) this.question.replaceChildren(make("p", "", _("Waiting for {names} to let you take it back …", { names })));
    else if (!asking.of.includes(hello.you)) this.question.hidden = true;
    else {
      const name = hello.game.names[asking.seat] ?? "";
      this.question.replaceChildren(
        make("p", "", _("{name} would like to take back a choice.", { name })),
        button("primary", _("Agree"), () => this.send({ do: "agree", yes: true })),
        button("button", _("Rather not"), () => this.send({ do: "agree", yes: false })),
      );
    }
  }

  /** Another device wants this seat. @param {number} seat -1: it does no more */
  #moving(seat) {
    this.question.hidden = seat < 0;
    if (seat < 0) return;
    this.question.replaceChildren(
      make("p", "", _("Another device has the link of your seat. Is that you, and do you want to play there?")),
      button("primary", _("Play there"), () => this.send({ do: "move", yes: true })),
      button("button", _("No, stay here"), () => this.send({ do: "move", yes: false })),
    );
  }

  #clockFaces() {
    const clocks = this.#clocks;
    for (const plate of clocks ? this.table.board.plates : []) {
      const running = clocks?.running.includes(plate.seat) ?? false;
      const left = (clocks?.left[plate.seat] ?? 0) - (running ? Date.now() - this.#ticked : 0);
      plate.time(this.presence?.seats[plate.seat]?.state === "bot" ? null : Math.max(0, left), running);
    }
  }

  /** Somebody is waited for: first a sign, never a command. @param {string} text */
  #nudged(text) {
    this.table.talk.notice(text);
    if (recall("vibrate", "") === "yes") navigator.vibrate?.(120);
    const { prompt } = this.table.calls;
    prompt.classList.remove("nudged");
    void prompt.offsetWidth; // begins again
    prompt.classList.add("nudged");
  }

  /** A menu has come, or gone: after a while without an answer the page itself reminds. @param {boolean} asked */
  asked(asked) {
    clearTimeout(this.#patience);
    const others = this.presence?.seats.some((one, seat) => one.state === "here" && seat !== this.hello?.you);
    if (asked && others && !this.#clocks) this.#patience = setTimeout(() => this.#nudged(_("The others are waiting for you")), PATIENCE);
  }

  /** Those who are seen to be awaited, for a nudge. @param {number} seat */
  nudge(seat) {
    this.send({ do: "nudge", seat });
  }

  // over the table

  #showSign() {
    const { presence, hello } = this;
    const stopped = Boolean(presence?.paused || presence?.ended);
    this.sign.hidden = !stopped;
    if (!stopped || !presence || !hello || !stale(this.sign, [hello, presence.paused, presence.ended])) return;
    const box = make("div", "sign-box");
    const actions = make("p", "actions");
    if (presence.ended) {
      box.append(make("h2", "", _("{name} ended the match", { name: this.#who(presence.ended) })));
      if (hello.you >= 0) actions.append(button("primary", _("Play again"), () => this.send({ do: "again" })));
      const record = make("a", "button", _("Record"));
      record.href = `/table/${hello.table}/record`;
      const replay = make("a", "button", _("Look at it again"));
      replay.href = `/match/${hello.table}`;
      const home = make("a", "button", _("Other games"));
      home.href = "/";
      actions.append(replay, record, home);
    } else {
      box.append(make("h2", "", _("A pause")), make("p", "", _("{name} paused the table.", { name: this.#who(presence.paused ?? "") })));
      if (hello.you >= 0 || hello.host) actions.append(button("primary", _("Go on"), () => this.send({ do: "pause", on: false })));
    }
    box.append(actions);
    this.sign.replaceChildren(box);
  }

  /** @param {string} name */
  #who(name) {
    const { hello } = this;
    return hello && hello.you >= 0 && hello.game.names[hello.you] === name ? _("You") : name;
  }

  /** Before the first deal: who is awaited, and the links that bring them. */
  #showInvites() {
    const { hello } = this;
    const free = hello?.game.kinds.filter((kind) => kind === "open").length ?? 0;
    const begun = (this.table.queue.latest ?? this.table.cloth.message?.view)?.hand_number;
    this.invites.hidden = !free || Boolean(begun);
    if (!hello || this.invites.hidden || !stale(this.invites, hello)) return;
    const links = Object.entries(hello.invite ?? {}).filter(([seat]) => hello.game.kinds[Number(seat)] === "open");
    const box = make("div", "sign-box");
    box.append(make("h2", "", ngettext("One seat is free", "{n} seats are free", free)));
    const dealt = _("The cards are dealt once everyone is seated.");
    const singles = links.map(([seat, path]) => seatLink(hello, Number(seat), path, links.length > 1 ? _("Seat {n}", { n: Number(seat) + 1 }) : ""));
    const door = houseDoor(hello, (on) => this.send({ do: "home", on }));
    if (!links.length) box.append(make("p", "", dealt));
    else if (onlyHere(hello)) box.append(make("p", "", dealt), ...(door ? [door] : []), folded(_("Links for other browsers on this computer"), singles));
    else box.append(make("p", "", `${_("Anyone who opens this link takes a free seat.")} ${dealt}`), tableLink(hello), folded(free === 1 ? _("A link for this seat alone") : _("A link for each seat"), singles), ...(door ? [door] : []));
    if (hello.host) box.append(button("link", free === 1 ? _("Start now; a bot plays the free seat") : _("Start now; bots play the free seats"), () => this.send({ do: "begin" })));
    this.invites.replaceChildren(box);
  }

  // the list of people

  open() {
    if (this.#dialog || !this.hello) return;
    const dialog = make("dialog", "keys people");
    dialog.setAttribute("aria-label", _("People at the table"));
    this.#body = make("div", "company");
    dialog.append(make("h2", "", _("At the table")), this.#body, button("primary", _("Close"), () => dialog.close()));
    dialog.addEventListener("close", () => {
      dialog.remove();
      this.#dialog = null;
    });
    document.body.append(dialog);
    this.#dialog = dialog;
    this.#fill();
    dialog.showModal();
  }

  #fill() {
    const { hello, presence } = this;
    if (!this.#dialog || !hello || !presence) return;
    const seats = presence.seats.map((seat) => ({ ...seat, seconds: 0, choices: 0 }));
    if (!stale(this.#body, [hello, { ...presence, news: "", seats }])) return;
    const list = make("ul", "people-list");
    list.append(...presence.seats.map((one, seat) => this.#person(hello, one, seat)));
    this.#body.replaceChildren(list, ...this.#others(presence), ...this.#house(hello), this.#table(hello, presence));
  }

  /** @param {Hello} hello @param {SeatPresence} one @param {number} seat */
  #person(hello, one, seat) {
    const you = seat === hello.you;
    const line = make("li", you ? "you" : "");
    const kind = hello.game.kinds[seat] ?? "";
    const state = one.state === "bot" ? botText(kind) : presenceText(one, this.#seconds(one)) || _("here");
    const head = make("div", "person-head");
    head.append(make("strong", "", hello.game.names[seat] ?? _("Seat {n}", { n: seat + 1 })), make("span", `note state-${one.state}`, state));
    line.append(head);
    const link = hello.invite?.[seat] ?? (you ? hello.link : "");
    const acts = make("div", "person-acts");
    if (you && one.bot) acts.append(button("button", _("I play again"), () => this.send({ do: "back" })));
    else if (one.state !== "bot" && one.state !== "free" && !one.bot && (you || hello.host)) acts.append(button("button", you ? _("Let a bot play for me") : _("Let a bot play"), () => this.send({ do: "stand_in", seat })));
    if (!you && hello.shared?.includes(seat)) {
      acts.append(
        button("button", _("Pass the device"), () => {
          this.#dialog?.close();
          this.cover.pass(seat);
        }),
      );
    }
    if (hello.host && !you) {
      if (one.state !== "free") acts.append(button("button", one.state === "bot" ? _("Give it to a friend") : _("Free the seat"), () => this.send({ do: "seat", seat, who: "friend" })));
      if (hello.you >= 0 && (one.state === "free" || one.state === "bot") && hello.shareable) acts.append(button("button", _("A player at this device"), () => this.send({ do: "seat", seat, who: "here" })));
      if (one.state !== "bot") acts.append(button("button", _("Seat a bot"), () => this.send({ do: "seat", seat, who: "bot" })));
    }
    if ((you || hello.host) && one.state !== "bot") acts.append(button("button", _("New link"), () => this.send({ do: "link", seat }), _("The old link then stops working")));
    if (!you && one.state === "here" && !one.bot && hello.you >= 0) acts.append(button("button", _("Nudge"), () => this.nudge(seat), _("Remind them, gently")));
    if (acts.childElementCount) line.append(this.#folded(acts, you));
    if (link) line.append(asFarAs(hello, seatLink(hello, seat, link, you ? _("Your seat on another device (works once):") : "")));
    return line;
  }

  /** What may be done about a person: at once for oneself, folded for others. @param {HTMLElement} acts @param {boolean} open */
  #folded(acts, open) {
    return open ? acts : folded(_("Change"), [acts]);
  }

  /** @param {Presence} presence */
  #others(presence) {
    const names = presence.onlookers ?? [];
    const found = [];
    if (names.length) found.push(make("p", "onlookers", _("Looking on: {names}", { names: names.join(", ") })));
    if (this.hello?.open_after) found.push(make("p", "note", _("Spectators see all cards of a hand once it is over.")));
    if ((this.hello?.you ?? 0) < 0) found.push(this.#nameForm());
    return found;
  }

  /** Somebody who looks on may say who they are. */
  #nameForm() {
    const form = make("form", "say-form");
    const field = make("input", "");
    field.maxLength = 24;
    field.placeholder = _("Your name");
    field.setAttribute("autocomplete", "nickname");
    field.setAttribute("aria-label", _("Your name"));
    const set = make("button", "button", _("That is me"));
    set.type = "submit";
    form.append(field, set);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) this.send({ do: "name", name: field.value });
    });
    return form;
  }

  /** @param {Hello} hello */
  #house(hello) {
    const door = houseDoor(hello, (on) => this.send({ do: "home", on }));
    return door && hello.host ? [door] : [];
  }

  /** What the host may change of what was agreed on. @param {Hello} hello */
  #agreed(hello) {
    const away = choice(_("A bot plays for anyone who is away"), AWAY, String(hello.agreed?.away ?? 40));
    const talk = choice(_("Talk"), TALK, hello.agreed?.talk ?? "free");
    for (const field of [away, talk]) {
      field.addEventListener("change", () => {
        const [seconds, how] = [away, talk].map((one) => one.querySelector("select")?.value ?? "");
        this.send({ do: "agreed", away: Number(seconds), talk: /** @type {"free"} */ (how) });
      });
    }
    return [away, talk];
  }

  /** @param {Hello} hello @param {Presence} presence */
  #table(hello, presence) {
    const acts = make("div", "table-acts");
    if (!hello.host || presence.ended) return acts;
    acts.append(...this.#agreed(hello));
    if (!presence.paused) {
      acts.append(
        button("button", _("Pause"), () => {
          this.#dialog?.close();
          this.send({ do: "pause", on: true });
        }),
      );
    }
    const end = button("button", _("End the match …"), () => {
      if (end.dataset.sure) {
        this.#dialog?.close();
        this.send({ do: "end" });
      } else {
        end.dataset.sure = "yes";
        end.textContent = _("End it for everybody?");
        end.classList.add("danger");
      }
    });
    acts.append(end);
    return acts;
  }
}
