/** The pads that this device has opened, latest first: also with no line. */
import { dayOf, ngettext } from "./messages.js";
import { make } from "./page.js";

/** @param {import("./pad-keep.js").Keep} keep @param {HTMLElement} box shown if there are any */
export async function yourPads(keep, box) {
  /** @type {{key: string, at: number, state: import("./pad-types.js").State}[]} */
  const found = (await keep.all("pad:")).sort((a, b) => b.at - a.at);
  const items = found.map(({ key, at, state: { pad, sheet } }) => {
    const link = make("a", `open-table${sheet.over ? " is-over" : ""}`);
    link.href = `/score/pad/${key}`;
    const when = dayOf(new Date(at));
    const hands = ngettext("{n} hand", "{n} hands", sheet.hands.length);
    link.append(make("strong", "", pad.title), make("span", "with", pad.names.join(", ")), make("span", "state", `${sheet.result || hands}, ${when}`));
    const item = make("li");
    item.append(link);
    return item;
  });
  box.querySelector("ul")?.replaceChildren(...items);
  box.hidden = !items.length;
}
