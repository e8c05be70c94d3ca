/** The score as it stands: totals, what is counted beside them, the hands, differences between two accounts, statistics. */
import { _ } from "./messages.js";
import { inWords, isAsked, keyOf, whose } from "./pad-form.js";
import { button, make } from "./page.js";
import { pictures, street } from "./pad-pictures.js";

/** @typedef {import("./pad-types.js").State} State */
/** @typedef {import("./pad-types.js").Pad} Pad */
/** @typedef {import("./pad-types.js").Hand} Hand */
/** @typedef {import("./pad-types.js").Form} Form */
/** @typedef {import("./pad-types.js").Claim} Claim */
/** @typedef {import("./pad-types.js").Difference} Difference */
/** @typedef {import("./pad-types.js").PadEvent} PadEvent */
/** @typedef {{event: PadEvent, why: string}} Kept what is kept here and is not (or not yet) at the server's */
/** @typedef {{open: (hand: Hand) => void, settle: (hand: Hand, difference: Difference, claim: Claim) => void}} Actions */

/** @param {number} value */
export const figure = (value) => (value < 0 ? `−${-value}` : String(value));
/** @param {number} value */
const signed = (value) => (value > 0 ? `+${value}` : figure(value));

/** Who is ahead, by column; nobody before the first hand. @param {State} state @returns {boolean[]} */
function ahead({ pad, sheet }) {
  const best = pad.low ? Math.min(...sheet.totals) : Math.max(...sheet.totals);
  const even = sheet.totals.every((total) => total === best);
  return sheet.totals.map((total) => pad.scored && !even && total === best);
}

/** The totals, large, with what is counted beside them. @param {State} state @returns {HTMLElement} */
export function totals(state) {
  const { pad, sheet } = state;
  const n = pad.columns.length;
  const list = make("ul", `pad-totals by-${n <= 4 ? n : n <= 6 ? 3 : 4}`);
  const leads = ahead(state);
  const last = sheet.hands.filter((hand) => hand.state === "scored").at(-1);
  for (const [k, column] of pad.columns.entries()) {
    const item = make("li", leads[k] ? "leads" : "");
    item.append(make("span", "pad-name", column.name));
    const total = sheet.totals[k] ?? 0;
    if (pad.scored) item.append(make("strong", "", figure(total)));
    if (pad.track) item.append(street(total, total - (last?.change[k] ?? 0), pad.track));
    for (const counter of sheet.counters) {
      const count = counter.values[k];
      if (count === null || count === undefined) continue;
      const line = make("span", "pad-count");
      line.title = counter.title;
      const drawn = counter.picture !== "";
      line.append(make("span", drawn ? "visually-hidden" : "", `${counter.title} `), pictures(counter.picture, count));
      if (!counter.flag) line.append(make("span", drawn && count === 0 ? "visually-hidden" : "", figure(count)));
      item.append(line);
    }
    list.append(item);
  }
  return list;
}

/** What stands under the number of a hand. @param {Pad} pad @param {Hand} hand @returns {string} */
function stateOf(pad, hand) {
  if (hand.state === "differs") return _("two accounts");
  if (hand.state === "open") return _("values missing");
  if (hand.state === "refused") return _("cannot be");
  if (hand.state === "waiting") return _("waits for a hand before");
  if (hand.state === "kept") return _("not yet sent");
  if (hand.state === "after the end") return _("after the end");
  return pad.keepers.length > 1 && hand.by.length === 1 ? _("only {name}", { name: hand.by[0] }) : "";
}

/**
 * All hands as a table, at its end what waits on this device.
 * @param {State} state @param {Hand[]} here @param {string[]} takenBack @param {Actions} actions
 */
export function history({ pad, sheet }, here, takenBack, actions) {
  const table = make("table", "pad-hands");
  const head = table.createTHead().insertRow();
  for (const text of [_("Hand"), ...pad.columns.map((column) => column.name)]) head.append(heading(text, "col"));
  const body = table.createTBody();
  let match = 1;
  for (const hand of sheet.hands) {
    if (hand.match !== match && pad.names.length > 1) {
      match = hand.match;
      const cell = heading(_("Match {match}", { match }), "colgroup");
      cell.colSpan = pad.columns.length + 1;
      body.insertRow().append(cell);
    }
    handRows(body, pad, hand, actions);
  }
  for (const hand of here) handRows(body, pad, hand, actions);
  for (const text of takenBack) {
    const place = make("td", "", text);
    place.colSpan = pad.columns.length + 1;
    const row = body.insertRow();
    row.className = "pad-words is-kept";
    row.append(place);
  }
  return scrolling(table, _("All hands"));
}

/** @param {HTMLTableSectionElement} body @param {Pad} pad @param {Hand} hand @param {Actions} actions */
function handRows(body, pad, hand, actions) {
  const row = body.insertRow();
  row.className = `is-${hand.state}`;
  const cell = heading("", "row");
  const number = pad.names.length > 1 ? hand.number : hand.match; // every deal of a patience is a match of its own
  cell.append(button("pad-open", String(number), () => actions.open(hand), _("Hand {number}: look at it, correct it", { number })));
  const text = stateOf(pad, hand);
  if (text) cell.append(make("small", "pad-state", text));
  row.append(cell);
  for (const k of pad.columns.keys()) {
    const place = row.insertCell();
    if (pad.scored && hand.totals.length) place.append(make("b", "", figure(hand.totals[k])), make("small", "", signed(hand.change[k])));
  }
  if (!hand.words.length && !hand.why) return;
  const words = body.insertRow();
  words.className = "pad-words";
  const place = words.insertCell();
  place.colSpan = pad.columns.length + 1;
  if (hand.why) place.textContent = hand.why;
  else place.append(...hand.words.map(lineOf));
}

/** A line of what was entered or scored. @param {import("./pad-types.js").Line} line */
export function lineOf({ text, picture }) {
  const line = make("span", "pad-line");
  line.append(pictures(picture, 1), text);
  return line;
}

/** @param {string} text @param {string} scope */
function heading(text, scope) {
  return Object.assign(make("th", "", text), { scope });
}

/** @param {HTMLElement} table @param {string} name */
function scrolling(table, name) {
  const box = make("div", "scroll");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", name);
  box.append(table);
  return box;
}

/** What was entered for a hand, a line for each value. @param {Pad} pad @param {Hand} hand */
export function entered(pad, { form, cells }) {
  const table = make("table", "pad-entered");
  const body = table.createTBody();
  for (const field of form.fields) {
    for (const seat of field.asked) {
      const value = cells[keyOf(field, seat)] ?? field.usual;
      if (value === null || !isAsked(form, field, seat, cells) || (field.kind === "flag" && !value)) continue;
      const who = whose(pad, field, seat);
      body.insertRow().append(heading(who ? `${field.text}, ${who}` : field.text, "row"), make("td", "", inWords(field, value)));
    }
  }
  return table;
}

/** Two accounts of a hand side by side, until they are one. @param {State} state @param {Actions} actions @returns {HTMLElement[]} */
export function differences({ pad, sheet }, actions) {
  return sheet.hands.filter((hand) => hand.differences.length).map((hand) => {
    const box = make("section", "pad-differs");
    box.append(make("h2", "", _("Hand {number}: two accounts", { number: hand.number })));
    for (const difference of hand.differences) {
      const field = hand.form.fields.find((one) => one.asked.some((seat) => keyOf(one, seat) === difference.key));
      const row = make("div", "pad-difference");
      row.append(make("span", "pad-label", difference.text));
      for (const claim of difference.claims) {
        const value = field ? inWords(field, claim.value) : String(claim.value);
        const chip = button("pad-claim", "", () => actions.settle(hand, difference, claim));
        chip.append(make("small", "", claim.keeper === pad.you ? _("You say") : _("{keeper} says", { keeper: claim.keeper })), make("b", "", value));
        chip.setAttribute("aria-label", _("{text}: {keeper} says {value}. It is so", { text: difference.text, keeper: claim.keeper, value }));
        chip.disabled = !pad.you;
        row.append(chip);
      }
      box.append(row);
    }
    box.append(make("p", "note", pad.you ? _("Press what is right. Nothing after it is scored until then.") : _("Nothing after it is scored until they agree.")));
    return box;
  });
}

/** @param {State} state @returns {HTMLElement} */
export function statistics({ pad, sheet }) {
  const table = make("table", "pad-statistics");
  table.createTHead().insertRow().append(make("td"), ...pad.columns.map((column) => heading(column.name, "col")));
  const body = table.createTBody();
  for (const line of sheet.statistics) {
    body.insertRow().append(heading(line.title, "row"), ...line.values.map((value) => make("td", "", value)));
  }
  return scrolling(table, _("Statistics"));
}
