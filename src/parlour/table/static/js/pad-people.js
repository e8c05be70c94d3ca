/** Who keeps the score: links to give away, new links for a phone that was lost, and what happened to them, for all to read. */
import { absolute, asFarAs, houseDoor, linkLine, onlyHere } from "./links.js";
import { _, dayOf } from "./messages.js";
import { button, make } from "./page.js";

/** @typedef {import("./pad-types.js").Pad} Pad */
/** @typedef {"renew" | "allow" | "cancel"} Deed */

/**
 * The links to give away, and what lets other phones in.
 * @param {Pad} pad @param {(deed: Deed) => void} turn @param {(on: boolean) => void} open opens the house to phones at home, or closes it
 */
export function people(pad, turn, open) {
  const house = { home: pad.home, host: true };
  const door = pad.you ? houseDoor(house, open) : null;
  const lines = pad.links.map(({ name, url }) => {
    const item = make("li");
    item.append(asFarAs(house, linkLine(absolute(house, url), name, onlyHere(house) ? "" : `${url}/qr.svg`, name)));
    return item;
  });
  const other = pad.people?.find((one) => !one.you);
  if (pad.you && other) lines.push(renewal(other.name, other.here, turn));
  return [...(door ? [door] : []), ...lines, ...happenings(pad)];
}

/** A new link for the other keeper. @param {string} name @param {boolean} here @param {(deed: Deed) => void} turn */
function renewal(name, here, turn) {
  const item = make("li", "pad-renew");
  const how = here ? _("All see it. If the pad is open on the current phone, that phone has to allow it.") : _("The previous link then stops working.");
  item.append(button("button", _("A new link for {name}", { name }), () => turn("renew")), make("span", "note", how));
  return item;
}

/** @param {Pad} pad */
function happenings(pad) {
  if (!pad.log?.length) return []; // what this device kept of an earlier version has none
  const list = make("ul", "pad-log");
  list.append(...pad.log.map(({ at, text }) => {
    const when = dayOf(new Date(at * 1000), { hour: "2-digit", minute: "2-digit" });
    const item = make("li", "", `${text} `);
    item.append(make("span", "note", when));
    return item;
  }));
  const item = make("li");
  item.append(list);
  return [item];
}

/** What this keeper is asked: another phone is to keep the score in their place. @param {Pad} pad @param {(deed: Deed) => void} turn */
export function asked(pad, turn) {
  const me = pad.people?.find((one) => one.you);
  if (!me?.here || !me.invited) return [];
  const by = pad.people.find((one) => !one.you)?.name ?? "";
  const made = _("{by} has made a new link for {name}.", { by, name: me.name });
  const who = me.allowed ? _("The person who uses it keeps the score in your place.") : _("If you allow it or close the pad, the person who uses it keeps the score in your place.");
  const text = `${made} ${who}`;
  const box = make("div", "refusal");
  const row = make("p", "actions");
  row.append(button("primary", _("Cancel it"), () => turn("cancel")));
  if (!me.allowed) row.append(button("button", _("I asked for it"), () => turn("allow")));
  box.append(make("p", "", text), row);
  return [box];
}
