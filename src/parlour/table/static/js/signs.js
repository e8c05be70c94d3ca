/** What is put up over the table now and then: the result, links for friends, the list of keys. */

import { KEYS } from "./keyboard.js";
import { button, make } from "./page.js";

/** @typedef {import("./types.js").Hello} Hello */

/** How a list of names is read. @param {string[]} names */
function list(names) {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/**
 * How it ended.
 * @param {HTMLElement} sign @param {import("./types.js").Over} over @param {Hello} hello @param {number[][]} sides partners
 * @param {(same: boolean) => void} again
 */
export function showOver(sign, over, hello, sides, again) {
  const { game, you, solitaire } = hello;
  const won = you >= 0 && over.winners.includes(you);
  const others = over.winners.filter((seat) => seat !== you).map((seat) => game.names[seat] ?? "");
  let title = solitaire ? (won ? "Won" : "Not this time") : won ? (others.length ? `You and ${list(others)} win` : "You win") : "";
  if (!title) title = others.length ? `${list(others)} ${others.length > 1 ? "win" : "wins"}` : "Nobody wins";
  const box = make("div", "sign-box");
  const head = make("h2", "", title);
  head.tabIndex = -1;
  box.append(head);
  if (!solitaire && over.score?.length) {
    const table = make("dl", "results");
    const groups = sides.length ? sides : game.names.map((_, seat) => [seat]);
    groups
      .map((seats) => ({ score: over.score[seats[0]], seats, won: over.winners.includes(seats[0]) }))
      .sort((a, b) => Number(b.won) - Number(a.won) || b.score - a.score)
      .forEach(({ score, seats, won }) => {
        const row = make("div", won ? "winner" : "");
        row.append(make("dt", "", seats.map((seat) => game.names[seat] ?? "").join(" & ")), make("dd", "", String(score)));
        table.append(row);
      });
    box.append(table);
  }
  const actions = make("p", "actions");
  if (you >= 0) actions.append(button("primary", solitaire ? "Another deal" : "Play again", () => again(false)));
  if (you >= 0 && hello.deal) actions.append(button("", `Deal ${hello.deal} again`, () => again(true)));
  if (over.record_url) {
    const record = make("a", "button", "Record");
    record.href = over.record_url;
    record.title = "every deal and every choice, as text";
    actions.append(record);
  }
  const home = make("a", "button", "Other games");
  home.href = "/";
  actions.append(home, button("link", "Look at the table", () => (sign.hidden = true)));
  box.append(actions);
  sign.replaceChildren(box);
  sign.hidden = false;
  head.focus({ preventScroll: true });
}

/**
 * Who is awaited before the first deal, and the links that bring them.
 * @param {HTMLElement} sign @param {Hello} hello
 */
export function showInvites(sign, hello) {
  const free = hello.game.kinds.filter((kind) => kind === "open").length;
  const links = Object.entries(hello.invite ?? {});
  sign.hidden = !free;
  if (!free) return;
  const box = make("div", "sign-box");
  box.append(make("h2", "", free === 1 ? "One seat is free" : `${free} seats are free`));
  const wait = links.length ? `Send ${free === 1 ? "this link to a friend" : "a link to each friend"}. The cards are dealt when everybody sits.` : "The cards are dealt when everybody sits.";
  box.append(make("p", "", wait), ...links.map(([seat, path]) => inviteLine(Number(seat), path, links.length > 1)));
  if (links.length && /^(localhost|127\.|\[::1\])/.test(location.hostname)) {
    const hint = make("p", "note", "This address is for this computer alone. For friends elsewhere start the house with ");
    hint.append(make("code", "", "parlour serve --host 0.0.0.0"), " and open it by the name of this computer.");
    box.append(hint);
  }
  sign.replaceChildren(box);
}

/** A link to copy, or to hand on where the device can. @param {number} seat @param {string} path @param {boolean} numbered */
function inviteLine(seat, path, numbered) {
  const line = make("div", "invite");
  const field = make("input", "");
  field.readOnly = true;
  field.value = new URL(path, location.href).href;
  field.setAttribute("aria-label", `Link for seat ${seat + 1}`);
  field.addEventListener("focus", () => field.select());
  const copy = button("button primary", "Copy", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Press Ctrl + C"; // the clipboard needs a secure page; the text is selected
    }
  });
  if (numbered) line.append(make("span", "", `Seat ${seat + 1}`));
  line.append(field, copy);
  if (typeof navigator.share === "function") {
    line.append(button("button", "Share", () => navigator.share({ url: field.value, title: document.title }).catch(() => {})));
  }
  return line;
}

/** The list of keys. @param {string[][]} [more] keys of the moment */
export function showKeys(more = []) {
  document.querySelector("dialog.keys")?.remove();
  const dialog = make("dialog", "keys");
  dialog.setAttribute("aria-label", "Keys");
  const table = make("dl", "");
  for (const [key, does] of [...KEYS, ...more]) {
    const row = make("div", "");
    const name = make("dt", "");
    name.append(make("kbd", "", key));
    row.append(name, make("dd", "", does));
    table.append(row);
  }
  const close = button("primary", "Close", () => dialog.close());
  dialog.append(make("h2", "", "Keys"), table, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
