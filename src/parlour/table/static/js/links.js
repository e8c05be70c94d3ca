/** Links of seats: to copy, to hand on, and to hold a phone's camera before; and the house, opened to the local network. */

import { _ } from "./messages.js";
import { button, make } from "./page.js";

/** @typedef {import("./types.js").Hello} Hello */

const OWN_NAMES = /^(localhost|127\.|\[::1\])/;

/** A link as it works elsewhere. @param {Pick<Hello, "home">} hello @param {string} path */
export function absolute(hello, path) {
  return new URL(path, hello.home?.url || location.href).href;
}

/** Whether this page is open under an address that means something on this computer only, and no other is known. @param {Pick<Hello, "home">} hello */
export function onlyHere(hello) {
  return OWN_NAMES.test(location.hostname) && !hello.home?.url;
}

/** Copies what a field holds, and leaves it selected; what to say of it. @param {HTMLInputElement} field */
export async function copied(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return _("Copied");
  } catch {
    // The clipboard needs a secure page, which a house at home is not.
    return document.execCommand("copy") ? _("Copied") : _("Press Ctrl + C");
  }
}

/** The one link of a table: anyone who opens it takes a free seat. @param {Hello} hello */
export function tableLink(hello) {
  const path = `/table/${hello.table}`;
  const line = linkLine(absolute(hello, path), _("the table"), `${path}/qr.svg`);
  const code = line.querySelector("details");
  if (code && matchMedia("(min-width: 44rem) and (min-height: 44rem)").matches) code.open = true;
  return line;
}

/**
 * The link of a seat with what can be done with it.
 * @param {Hello} hello @param {number} seat @param {string} path @param {string} [label] what stands before it
 */
export function seatLink(hello, seat, path, label = "") {
  const picture = onlyHere(hello) ? "" : `/table/${hello.table}/qr/${seat}.svg?of=${encodeURIComponent(path.slice(-6))}`;
  return linkLine(absolute(hello, path), _("seat {n}", { n: seat + 1 }), picture, label);
}

/** Links folded away. @param {string} summary @param {HTMLElement[]} links */
export function folded(summary, links) {
  const box = make("details", "acts-fold");
  box.append(make("summary", "", summary), ...links);
  return box;
}

/** Links that open on this computer only are not offered to be sent. @param {Pick<Hello, "home">} hello @param {HTMLElement} link */
export function asFarAs(hello, link) {
  return onlyHere(hello) ? folded(_("A link for another browser on this computer"), [link]) : link;
}

/**
 * A link, to copy, to hand on and, if there is a picture of it, to hold a phone's camera before.
 * @param {string} url @param {string} whose what it is for, in words @param {string} picture address of a QR code, "" for none
 * @param {string} [label] what stands before it
 */
export function linkLine(url, whose, picture, label = "") {
  const line = make("div", "invite");
  const field = make("input", "");
  field.readOnly = true;
  field.value = url;
  field.setAttribute("aria-label", _("Link for {whose}", { whose }));
  field.addEventListener("focus", () => field.select());
  const copy = button("button primary", _("Copy"), async () => (copy.textContent = await copied(field)));
  if (label) line.append(make("span", "", label));
  line.append(field, copy);
  if (typeof navigator.share === "function") {
    line.append(button("button", _("Share"), () => navigator.share({ url: field.value, title: document.title }).catch(() => {})));
  }
  if (picture) line.append(qr(whose, picture));
  return line;
}

/** The same as a picture for a camera, folded away. @param {string} whose @param {string} source */
function qr(whose, source) {
  const box = make("details", "qr");
  const picture = make("img", "");
  picture.alt = _("QR code of the link for {whose}", { whose });
  picture.width = 220;
  picture.height = 220;
  box.append(make("summary", "", _("For a phone's camera")), picture);
  box.addEventListener("toggle", () => {
    if (box.open && !picture.src) picture.src = source;
  });
  return box;
}

/**
 * What opens the house to the local network and closes it again, where this browser may; a word where it may not.
 * @param {Pick<Hello, "home" | "host">} hello @param {(on: boolean) => void} open @returns {HTMLElement | null}
 */
export function houseDoor(hello, open) {
  const { home } = hello;
  if (!home && !onlyHere(hello)) return null;
  const box = make("div", "house-door");
  if (home?.may && home.url) {
    box.append(make("p", "note", _("Everybody in this network can reach the house at {url} until you close it or the server stops.", { url: home.url })), button("button", _("Close the house again"), () => open(false)));
  } else if (home?.may) {
    box.append(
      make("p", "", _("Only this computer can reach the house, so no link works for anybody else yet. Opened, everybody in the network this computer is in can reach it: fine at home, less so in a café.")),
      button("button primary", _("Open the house to this network"), () => open(true)),
    );
  } else if (onlyHere(hello) && hello.host) {
    const hint = make("p", "note", _("Only this computer can reach the house, so no link works for anybody else. To open it, start the house again with:"));
    hint.append(" ", make("code", "", "parlour serve --host 0.0.0.0"), ".");
    box.append(hint);
  } else return null;
  return box;
}
