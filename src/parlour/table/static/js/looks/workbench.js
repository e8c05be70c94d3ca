/**
 * A workbench: the melds of the table laid open for the player on turn, to be taken apart and put together by dragging.
 *
 * How they are grouped here is the player's own affair: what is sent are the cards of the hand that go down, as a chain of picks
 * (`chooser`), and what ends it. A room has one where its table.toml says `[workbench]`: which zone holds the melds, which the hand,
 * and what is a meld ("set", "run").
 */

import { cardName, cardWords, handOrder } from "../cards.js";
import { _, ngettext } from "../messages.js";
import { button, make, recall, remember } from "../page.js";
import { badges, valueOf } from "../seats.js";
import { parts } from "../parts.js";
import { arrangement, asRun, isSet } from "./melds.js";

/** @typedef {{zone: string, hand: string, melds: string[], rule?: string}} Bench what table.toml says */
/** @typedef {{key: number, card: number, own: boolean}} Item a card on the bench; own: it comes from the hand and may go back */
/** @typedef {import("../table.js").CardTable} CardTable */

const SLOP = 6;
/** Pixels a card is wide at most and at least, and the steps between. */
const WIDEST = 104;
const NARROWEST = 44;
const STEP = 4;
/** Milliseconds a hint is lit. */
const LIT = 6000;

export class Workbench {
  element = make("section", "workbench");
  #table;
  /** @type {Bench | undefined} */
  #bench;
  /** @type {Item[][]} */
  #groups = [];
  #view = -1;
  #next = 1;
  /** @type {number | null} the key of the card that was pressed */
  #selected = null;
  /** @type {number} the group a card of the hand was put to: it comes there when the server has agreed */
  #target = -1;
  #open = recall("workbench", "open") === "open";
  /** names of what a hint would choose */
  #hint = /** @type {string[]} */ ([]);
  #unlight = 0;

  /** @param {CardTable} table */
  constructor(table) {
    this.#table = table;
    this.element.hidden = true;
    this.element.setAttribute("aria-label", _("Workbench"));
    this.element.addEventListener("pointerdown", (event) => this.#press(event));
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  /** @param {import("../types.js").Hello} hello */
  meet(hello) {
    /** @type {Bench | undefined} */
    const bench = /** @type {any} */ (hello.game.look).workbench;
    const off = bench?.rule && hello.game.house.some((rule) => rule.name === bench.rule && rule.value === false);
    this.#bench = off ? undefined : bench;
    this.#view = -1;
  }

  /** The view or the menu has changed. */
  show() {
    const { chooser, cloth, hello, pace } = this.#table;
    const message = cloth.message;
    const asked = this.#bench && hello && message && chooser.menu && !message.view.over && !pace.sheet.open;
    this.element.hidden = !asked;
    if (!asked) return;
    if (message.n !== this.#view) this.#lay(message.view, message.n);
    this.#follow();
    this.#draw();
  }

  /** Whether it lies over the table. */
  get covers() {
    return !this.element.hidden && this.#open;
  }

  /** The table as the house has grouped it. @param {import("../types.js").View} view @param {number} n */
  #lay(view, n) {
    this.#view = n;
    this.#selected = null;
    this.#hint = [];
    this.#groups = Object.entries(view.places)
      .filter(([name, holding]) => name.split(".")[0] === this.#bench?.zone && holding.cards.length)
      .map(([, holding]) => holding.cards.map((card) => ({ key: this.#next++, card, own: false })));
  }

  /** The cards of the hand on the bench are those picked, no more and no less. */
  #follow() {
    const { chooser, hello } = this.#table;
    const suited = hello?.game.suited ?? true;
    const picked = chooser.picks.map((pick) => pick.name);
    for (const group of this.#groups) {
      for (const item of [...group]) {
        if (!item.own) continue;
        const at = picked.indexOf(cardName(item.card, suited));
        if (at >= 0) picked.splice(at, 1);
        else group.splice(group.indexOf(item), 1);
      }
    }
    for (const name of picked) {
      const card = [...Array(54).keys()].find((one) => cardName(one, suited) === name);
      if (card === undefined) continue;
      const group = this.#groups[this.#target] ?? this.#groups[this.#groups.push([]) - 1];
      group.push({ key: this.#next++, card, own: true });
      this.#target = -1;
    }
    this.#groups = this.#groups.filter((group) => group.length);
  }

  /** @param {Item[]} group @returns {boolean} whether it is a meld; a run is put in order */
  #valid(group) {
    const kinds = this.#bench?.melds ?? [];
    const cards = group.map((item) => item.card);
    if (kinds.includes("set") && isSet(cards)) return true;
    const run = kinds.includes("run") ? asRun(cards) : null;
    if (run) group.sort((a, b) => run.indexOf(a.card) - run.indexOf(b.card));
    return run !== null;
  }

  /** Draws it again; the focus stays on its card, or goes to the next of the hand. */
  #draw() {
    const had = this.element.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    const id = had?.dataset.id ?? had?.textContent ?? "";
    this.#redraw();
    if (!had) return;
    const buttons = [...this.element.querySelectorAll("button")];
    const again = buttons.find((one) => !one.disabled && (one.dataset.id ?? one.textContent) === id);
    (again ?? buttons.find((one) => one.matches(".bench-hand .bench-card:not(.barred)")) ?? buttons.find((one) => one.matches(".bench-card")))?.focus();
  }

  #redraw() {
    const { chooser } = this.#table;
    const head = make("header", "bench-head");
    const open = button("call quiet", this.#open ? _("See the table") : _("Arrange the melds"), () => {
      this.#open = !this.#open;
      remember("workbench", this.#open ? "open" : "closed");
      this.show();
    });
    open.setAttribute("aria-expanded", String(this.#open));
    this.element.classList.toggle("closed", !this.#open);
    if (!this.#open) {
      this.element.replaceChildren(open);
      return;
    }
    const wrong = this.#groups.filter((group) => !this.#valid(group)).length;
    const own = this.#groups.flat().filter((item) => item.own).length;
    const light = make("p", wrong ? "light wrong" : "light", this.#verdict(wrong, own));
    light.setAttribute("role", "status");
    head.append(light, open);
    const area = make("div", "bench-groups");
    this.#groups.forEach((group, k) => area.append(this.#group(group, k)));
    const fresh = button("bench-group fresh", _("a new meld"), () => {});
    fresh.dataset.group = "new";
    fresh.addEventListener("click", (event) => {
      if (event.detail === 0 && this.#selected !== null) this.#put(`item ${this.#selected}`, "new"); // by key
    });
    area.append(fresh);
    const hand = make("div", "bench-hand");
    hand.dataset.group = "hand";
    for (const token of this.#left()) {
      const legal = chooser.menu?.choices.some((choice) => choice.kind === "card" && choice.card === token.card) ?? false;
      hand.append(this.#card(token.card, `hand ${token.key}`, legal ? "own" : "own barred"));
    }
    const below = make("div", "bench-below");
    below.append(hand, this.#calls());
    this.element.replaceChildren(head, this.#others(), area, below);
    this.#light();
    this.#fit();
  }

  /** Who holds how many cards, and what lies in the centre: the bench hides the table they are seen on. */
  #others() {
    const { hello, cloth } = this.#table;
    const row = make("div", "bench-others");
    const view = cloth.message?.view;
    if (!hello || !view) return row;
    const { game, you } = hello;
    const lying = (/** @type {string} */ place) => (view.places[place]?.cards.length ?? 0) + (view.places[place]?.unknown ?? 0);
    const addRow = (/** @type {string} */ name, /** @type {number} */ n, /** @type {string[]} */ ...more) => {
      const element = make("span", "bench-seat");
      element.append(make("span", "", name), make("b", "", [ngettext("{n} card", "{n} cards", n), ...more].join(" · ")));
      row.append(element);
    };
    for (let k = 1; k < game.seats; k++) {
      const seat = (you + k) % game.seats;
      const score = valueOf(view, "score", seat);
      addRow(game.names[seat] ?? _("Seat {n}", { n: seat + 1 }), lying(`${this.#bench?.hand}.${seat}`), ...(score ? [ngettext("{n} point", "{n} points", score)] : []));
    }
    for (const [zone, look] of Object.entries(game.look.zones ?? {})) {
      if (look.area === "centre" && look.look === "stack") addRow(look.label ?? zone, lying(zone));
    }
    row.append(...badges(game, view, -1));
    return row;
  }

  /** The largest cards with which all groups are in sight; what is still too much is scrolled to. */
  #fit() {
    const area = this.element.querySelector(".bench-groups");
    if (!area || this.element.hidden || !this.#open) return;
    const fits = (/** @type {number} */ steps) => {
      this.element.style.setProperty("--bw", `${NARROWEST + steps * STEP}px`);
      return area.scrollHeight <= area.clientHeight + 1 && this.element.scrollHeight <= this.element.clientHeight + 1;
    };
    let low = 0;
    let high = (WIDEST - NARROWEST) / STEP;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(middle)) low = middle;
      else high = middle - 1;
    }
    fits(low);
  }

  /** A hint: its cards are lit one after the other, then what ends the turn. @param {string[]} names @returns {boolean} whether it is shown here */
  point(names) {
    if (!this.covers) return false;
    clearTimeout(this.#unlight);
    this.#hint = names;
    this.#unlight = window.setTimeout(() => {
      this.#hint = [];
      this.#light();
    }, LIT * names.length);
    return this.#light();
  }

  /** Lights what a hint would do next. @returns {boolean} whether there is anything */
  #light() {
    const left = [...this.#hint];
    for (const pick of this.#table.chooser.picks) {
      const at = left.indexOf(pick.name);
      if (at >= 0) left.splice(at, 1);
    }
    const suited = this.#table.hello?.game.suited ?? true;
    const cards = [...this.element.querySelectorAll(".bench-hand .bench-card")];
    const calls = [...this.element.querySelectorAll(".bench-calls [data-choice]")];
    const found = left.flatMap((name) => {
      const at = cards.findIndex((one) => one instanceof HTMLElement && cardName(Number(one.dataset.card), suited) === name);
      return at >= 0 ? cards.splice(at, 1) : [];
    });
    if (!found.length) found.push(...calls.filter((one) => one instanceof HTMLElement && left.includes(one.dataset.choice ?? "")));
    for (const one of this.element.querySelectorAll(".hinted")) one.classList.remove("hinted");
    for (const one of found) one.classList.add("hinted");
    return found.length > 0;
  }

  /** @param {number} wrong @param {number} own */
  #verdict(wrong, own) {
    if (this.#table.chooser.waiting) return _("One moment …");
    if (!wrong) return own ? ngettext("{n} of your cards, and every group is a meld", "{n} of your cards, and every group is a meld", own) : _("Every group is a meld. Add at least one card from your hand.");
    const groups = ngettext("One group is not a meld yet.", "{n} groups are not melds yet.", wrong);
    return own && this.#ready ? `${groups} ${_("But these cards can be arranged: laid down, the house will do it.")}` : groups;
  }

  /** Whether the cards on the bench are known to make melds: if a turn can be given up, it cannot be ended otherwise. */
  get #ready() {
    const { calls } = this.#table.chooser;
    return calls.some((choice) => choice.name === "done") && calls.some((choice) => choice.kind === "resign");
  }

  /** Shows one way to arrange the cards: groups that are melds stay if they can. */
  #arrange() {
    const kinds = this.#bench?.melds ?? [];
    const keep = this.#groups.filter((group) => this.#valid(group));
    const loose = this.#groups.filter((group) => !keep.includes(group)).flat();
    const cardsOf = (/** @type {Item[]} */ items) => items.map((item) => item.card);
    const added = arrangement(cardsOf(loose), kinds);
    const melds = added ?? arrangement(cardsOf(this.#groups.flat()), kinds);
    if (!melds) {
      this.#table.talk.notice(_("No arrangement was found"));
      return;
    }
    const items = added ? loose : this.#groups.flat();
    const groups = melds.map((meld) => meld.map((card) => items.splice(items.findIndex((item) => item.card === card), 1)[0]));
    this.#groups = added ? [...keep, ...groups] : groups;
    this.#selected = null;
    this.#draw();
  }

  /** Cards still in the hand, the picked ones left out. */
  #left() {
    const { chooser, cloth, hello } = this.#table;
    const place = `${this.#bench?.hand}.${hello?.you}`;
    const picked = new Set(chooser.picks.map((pick) => pick.key));
    const order = handOrder("suit", hello?.game.look.ranking);
    const tokens = (cloth.tokens.places.get(place) ?? []).filter((token) => token.card >= 0 && !picked.has(token.key));
    return [...tokens].sort((a, b) => order(a.card, b.card));
  }

  /** @param {Item[]} group @param {number} k */
  #group(group, k) {
    const element = make("div", this.#valid(group) ? "bench-group" : "bench-group wrong");
    element.dataset.group = String(k);
    for (const item of group) element.append(this.#card(item.card, `item ${item.key}`, item.own ? "own" : ""));
    element.title = this.#valid(group) ? _("a meld") : _("no meld yet");
    return element;
  }

  /** @param {number} card @param {string} id @param {string} look */
  #card(card, id, look) {
    const element = button(`bench-card ${look}`, "", () => {});
    const face = document.createElement("card-face");
    face.setAttribute("card", String(card));
    face.setAttribute("face", this.#table.board.narrow || this.#table.board.short ? "large" : "plain");
    element.append(face);
    element.dataset.id = id;
    element.dataset.card = String(card);
    element.setAttribute("aria-label", cardWords(card));
    element.setAttribute("aria-pressed", String(id === `item ${this.#selected}`));
    element.addEventListener("click", (event) => {
      if (event.detail === 0) this.#pressed(element); // by key; the pointer's presses end in #press
    });
    return element;
  }

  /** What ends the turn, and starting again. */
  #calls() {
    const { chooser } = this.#table;
    const row = make("div", "bench-calls");
    for (const choice of chooser.calls) {
      const label = choice.label ?? choice.name;
      const element = button(choice.kind === "resign" ? "call quiet" : "call", label, () => {
        if (choice.kind !== "resign" || element.dataset.sure) chooser.choose(choice.name, 0);
        element.dataset.sure = "1";
        if (choice.kind === "resign") element.textContent = _("{label}? Press again", { label });
      });
      element.dataset.choice = choice.name;
      element.disabled = chooser.waiting;
      row.append(element);
    }
    if (this.#ready && this.#groups.some((group) => !this.#valid(group))) row.append(button("call quiet", _("Show an arrangement"), () => this.#arrange()));
    const again = button("call quiet", _("Take all back"), () => {
      this.#view = -1;
      if (chooser.picks.length) chooser.clear();
      else this.show();
    });
    row.append(again);
    return row;
  }

  // what the player's hands do

  /** @param {PointerEvent} event */
  #press(event) {
    const card = /** @type {HTMLElement} */ (event.target).closest(".bench-card");
    if (event.button !== 0) return;
    if (!(card instanceof HTMLElement)) {
      const group = /** @type {HTMLElement} */ (event.target).closest("[data-group]");
      if (group instanceof HTMLElement && this.#selected !== null) this.#put(`item ${this.#selected}`, group.dataset.group ?? "");
      return;
    }
    event.preventDefault();
    const { clientX: x, clientY: y, pointerId } = event;
    let dragged = false;
    card.setPointerCapture(pointerId);
    /** @param {PointerEvent} moved */
    const move = (moved) => {
      dragged ||= Math.hypot(moved.clientX - x, moved.clientY - y) > SLOP;
      if (!dragged) return;
      card.classList.add("carried");
      card.style.translate = `${moved.clientX - x}px ${moved.clientY - y}px`;
    };
    /** @param {PointerEvent} ended */
    const end = (ended) => {
      card.removeEventListener("pointermove", move);
      card.removeEventListener("pointerup", end);
      card.removeEventListener("pointercancel", end);
      card.classList.remove("carried");
      card.style.translate = "";
      if (!dragged) this.#pressed(card);
      else if (ended.type === "pointerup") this.#put(card.dataset.id ?? "", this.#groupAt(ended.clientX, ended.clientY, card));
    };
    card.addEventListener("pointermove", move);
    card.addEventListener("pointerup", end);
    card.addEventListener("pointercancel", end);
  }

  /** @param {number} x @param {number} y @param {HTMLElement} card */
  #groupAt(x, y, card) {
    card.style.pointerEvents = "none";
    const group = document.elementFromPoint(x, y)?.closest("[data-group]");
    card.style.pointerEvents = "";
    return group instanceof HTMLElement ? (group.dataset.group ?? "") : "";
  }

  /** A card was pressed: it is taken up, the one taken up is put to its group, or a card of the hand goes to a new meld. @param {HTMLElement} card */
  #pressed(card) {
    const [from, key] = (card.dataset.id ?? "").split(" ");
    const group = /** @type {HTMLElement | null} */ (card.closest("[data-group]"))?.dataset.group ?? "";
    if (from === "hand") this.#put(card.dataset.id ?? "", "new");
    else if (this.#selected === Number(key)) this.#select(null);
    else if (this.#selected !== null && !this.#groups[Number(group)]?.some((item) => item.key === this.#selected)) this.#put(`item ${this.#selected}`, group);
    else this.#select(Number(key));
  }

  /** @param {number | null} key */
  #select(key) {
    this.#selected = key;
    this.#draw();
  }

  /** A card goes to a group. @param {string} id @param {string} group its number, "new" or "hand" */
  #put(id, group) {
    const { chooser } = this.#table;
    const [from, key] = id.split(" ");
    this.#selected = null;
    if (from === "hand") {
      const token = this.#left().find((one) => one.key === Number(key));
      if (!token || group === "hand" || !group) return;
      this.#target = group === "new" ? -1 : Number(group);
      const choice = chooser.menu?.choices.find((one) => one.kind === "card" && one.card === token.card);
      if (choice) chooser.choose(choice.name, token.key);
      else chooser.why(cardName(token.card, this.#table.hello?.game.suited ?? true), `the ${cardWords(token.card)}`);
      return;
    }
    const home = this.#groups.find((one) => one.some((item) => item.key === Number(key)));
    const item = home?.find((one) => one.key === Number(key));
    if (home && item && group === "hand") {
      const name = cardName(item.card, this.#table.hello?.game.suited ?? true);
      const at = chooser.picks.findIndex((pick) => pick.name === name);
      if (item.own && at >= 0) chooser.takeBack(at);
      else this.#table.talk.notice(_("Cards of the table stay on the table"));
    } else if (home && item && group) {
      const target = group === "new" ? this.#groups[this.#groups.push([]) - 1] : this.#groups[Number(group)];
      home.splice(home.indexOf(item), 1);
      target?.push(item);
      this.#groups = this.#groups.filter((one) => one.length);
    }
    this.#draw();
  }
}

parts.bench = Workbench;
