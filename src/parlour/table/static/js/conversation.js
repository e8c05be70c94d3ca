/**
 * What people say at the table: a small sheet of phrases, with a line to write where they are among themselves, and speech at
 * the seats. Whom one does not want to hear one mutes in this browser.
 */

import { _ } from "./messages.js";
import { button, make, recallHere, rememberHere, tool } from "./page.js";

/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").TalkMessage} TalkMessage */

const LONGEST = 200;
/** Lines that are kept in sight. */
const KEPT = 40;

export class Conversation {
  element = make("section", "conversation");
  #lines = make("ol", "said");
  #phrases = make("div", "phrases");
  #form = make("form", "say-form");
  #field = make("input", "");
  #button = tool("talk", _("Talk"), () => this.toggle(), _("Say something"));
  #unread = make("span", "unread");
  /** @type {Set<string>} names of those who are not heard here */
  #muted = new Set();

  /** @param {import("./table.js").CardTable} table */
  constructor(table) {
    this.table = table;
    this.element.hidden = true;
    this.element.setAttribute("aria-label", _("Talk"));
    this.#lines.setAttribute("role", "log");
    this.#field.maxLength = LONGEST;
    this.#field.placeholder = _("Say something");
    this.#field.setAttribute("aria-label", _("Say something"));
    this.#field.autocomplete = "off";
    const say = make("button", "primary", _("Say"));
    say.type = "submit";
    this.#form.append(this.#field, say);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#field.value.trim() && this.#say(this.#field.value)) this.#field.value = "";
    });
    this.element.addEventListener("keydown", (event) => {
      event.stopPropagation(); // letters that are written are not calls
      if (event.key === "Escape") this.toggle(false);
    });
    this.#unread.hidden = true;
    this.#button.append(this.#unread);
    this.element.append(this.#lines, this.#phrases, this.#form);
  }

  /** @param {import("./api.js").Line} line */
  listen(line) {
    line.on("talk", (message) => this.hear(message));
  }

  /** @param {Hello} hello */
  meet(hello) {
    const { talk } = hello;
    if (!talk) this.toggle(false);
    this.#form.hidden = !talk?.free;
    this.#muted = new Set(JSON.parse(recallHere(`muted.${hello.table}`, "[]")));
    this.#phrases.replaceChildren(
      ...(hello.you < 0 ? [] : (talk?.phrases ?? [])).map((text) =>
        button("phrase", text, () => {
          this.#say(text);
          this.toggle(false);
        }),
      ),
    );
    this.#lines.replaceChildren(); // what was said before comes again
  }

  /** @param {Hello | null} hello @returns {HTMLElement[]} */
  tools(hello) {
    return hello?.talk ? [this.#button] : [];
  }

  /** @param {string} text */
  #say(text) {
    return this.table.send({ do: "say", text });
  }

  toggle(open = this.element.hidden) {
    this.element.hidden = !open;
    this.#button.setAttribute("aria-pressed", String(open));
    if (!open) return;
    this.#unread.hidden = true;
    this.#lines.scrollTop = this.#lines.scrollHeight;
    if (!this.#form.hidden && matchMedia("(hover: hover)").matches) this.#field.focus(); // no keyboard over a phone's cards unasked
  }

  /** @param {TalkMessage} message */
  hear(message) {
    const { hello } = this.table;
    if (!hello || this.#muted.has(message.name)) return;
    const own = message.seat === hello.you;
    const line = make("li", own ? "own" : "");
    line.append(make("strong", "", own ? _("You") : message.name), make("span", "", ` ${message.text}`));
    if (!own) line.append(this.#mute(hello, message.name));
    this.#lines.append(line);
    while (this.#lines.childElementCount > KEPT) this.#lines.firstElementChild?.remove();
    this.#lines.scrollTop = this.#lines.scrollHeight;
    if (message.past) return;
    this.table.talk.bubble(this.table.board.seats.get(message.seat), message.text);
    if (own) return;
    this.table.talk.transcript.say(_("{what}: {value}", { what: message.name, value: message.text }));
    if (this.element.hidden) this.#unread.hidden = false;
  }

  /** @param {Hello} hello @param {string} name */
  #mute(hello, name) {
    const mute = button("mute", _("Mute"), () => {
      this.#muted.add(name);
      rememberHere(`muted.${hello.table}`, JSON.stringify([...this.#muted]));
      this.table.talk.notice(_("{name} is muted here until this page is closed", { name }));
      for (const line of [...this.#lines.children]) if (line.querySelector("strong")?.textContent === name) line.remove();
    });
    mute.setAttribute("aria-label", _("Mute {name}", { name }));
    return mute;
  }
}
