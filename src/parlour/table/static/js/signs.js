/** What is put up over the table now and then: the result, the list of keys. */

import { KEYS } from "./keyboard.js";
import { _, listed, ngettext } from "./messages.js";
import { button, make } from "./page.js";

/** @typedef {import("./types.js").Hello} Hello */

/**
 * Shows how it ended.
 * @param {HTMLElement} sign @param {import("./types.js").Over} over @param {Hello} hello @param {number[][]} sides partners
 * @param {(same: boolean) => void} again @param {HTMLElement[]} more @returns {string} the same in a sentence
 */
export function showOver(sign, over, hello, sides, again, more) {
  const { game, you, solitaire } = hello;
  const won = you >= 0 && over.winners.includes(you);
  const others = over.winners.filter((seat) => seat !== you).map((seat) => game.names[seat] ?? "");
  let title = solitaire ? (won ? _("Won") : _("Not this time")) : won ? (others.length ? _("You and {names} win", { names: listed(others) }) : _("You win")) : "";
  if (!title) title = others.length ? ngettext("{names} wins", "{names} win", others.length, { names: listed(others) }) : _("Nobody wins");
  const box = make("div", "sign-box");
  const head = make("h2", "", title);
  head.tabIndex = -1;
  box.append(head);
  /** @type {string[]} */
  const results = [];
  if (!solitaire && over.score?.length) {
    const table = make("dl", "results");
    const groups = sides.length ? sides : game.names.map((_, seat) => [seat]);
    groups
      .map((seats) => ({ score: over.score[seats[0]], seats, won: over.winners.includes(seats[0]) }))
      .sort((a, b) => Number(b.won) - Number(a.won) || b.score - a.score)
      .forEach(({ score, seats, won }) => {
        const row = make("div", won ? "winner" : "");
        const names = seats.map((seat) => game.names[seat] ?? "").join(" & ");
        results.push(`${names} ${score}`);
        row.append(make("dt", "", names), make("dd", "", String(score)));
        table.append(row);
      });
    box.append(table);
  }
  box.append(...more);
  const actions = make("p", "actions");
  if (you >= 0) actions.append(button("primary", solitaire ? _("Another deal") : _("Play again"), () => again(false)));
  if (you >= 0 && hello.deal) actions.append(button("button", _("Deal {n} again", { n: hello.deal }), () => again(true)));
  const replay = make("a", "button", _("Look at it again"));
  replay.href = `/match/${hello.table}`;
  replay.title = _("step by step, with all cards open, and what the strong player would have done");
  actions.append(replay);
  if (over.record_url) {
    const record = make("a", "button", _("Record"));
    record.href = over.record_url;
    record.title = _("every deal and every choice, as text");
    actions.append(record);
  }
  const home = make("a", "button", _("Other games"));
  home.href = "/";
  actions.append(home, button("link", _("Look at the table"), () => (sign.hidden = true)));
  box.append(actions);
  sign.replaceChildren(box);
  sign.hidden = false;
  head.focus({ preventScroll: true });
  return `${_("The match is over.")} ${[title, ...results].join(". ")}.`;
}

/** The list of keys. @param {string[][]} [more] keys of the moment */
export function showKeys(more = []) {
  document.querySelector("dialog.keys")?.remove();
  const dialog = make("dialog", "keys");
  dialog.setAttribute("aria-label", _("Keys"));
  const table = make("dl", "");
  const general = KEYS.filter(([key]) => !more.some(([own]) => own === key)); // a letter this table does not keep may be a game's
  for (const [key, does] of [...general, ...more]) {
    const row = make("div", "");
    const name = make("dt", "");
    name.append(make("kbd", "", key));
    row.append(name, make("dd", "", does));
    table.append(row);
  }
  const close = button("primary", _("Close"), () => dialog.close());
  dialog.append(make("h2", "", _("Keys")), table, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
