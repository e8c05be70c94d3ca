/**
 * What is said at the table: speech bubbles at the seats, short notices, the paragraph that forbids a choice;
 * and the transcript for those who listen instead of looking.
 */

import { _ } from "./messages.js";
import { button, make } from "./page.js";
import { Transcript } from "./transcript.js";

const NOTICE = 4200;
const BUBBLE = 2400;
const REFUSAL = 9000;

export class Talk {
  notices = make("div", "notices");
  transcript = new Transcript();
  why = make("div", "why");
  #timer = 0;

  /** @param {(paragraph: string) => void} openRule */
  constructor(openRule) {
    this.openRule = openRule;
    this.why.setAttribute("role", "alert");
    this.why.hidden = true;
  }

  /** A short notice, which is heard too. @param {string} text @param {"error" | "note"} [kind] */
  notice(text, kind = "note") {
    this.transcript.say(text);
    this.show(text, kind);
  }

  /** A short notice of what is in the log, and so is heard from there. @param {string} text @param {"error" | "note"} [kind] */
  show(text, kind = "note") {
    const line = make("p", `notice ${kind}`, text);
    this.notices.append(line);
    while (this.notices.childElementCount > 3) this.notices.firstElementChild?.remove();
    setTimeout(() => line.remove(), NOTICE);
  }

  /** Somebody at a seat says something: below the plate; one's own words beside it, if there is room. @param {HTMLElement | undefined} seat @param {string} text */
  bubble(seat, text) {
    const plate = seat?.querySelector(".plate");
    if (!plate || !text) return;
    plate.querySelector(".bubble")?.remove();
    const bubble = make("span", "bubble", text);
    bubble.setAttribute("aria-hidden", "true"); // announced by itself
    plate.append(bubble);
    const around = plate.getBoundingClientRect();
    const cloth = (plate.closest(".board") ?? document.documentElement).getBoundingClientRect();
    const width = bubble.offsetWidth; // not its box, which is still growing
    const beside = around.left - cloth.left > width + 20;
    bubble.classList.toggle("beside", beside);
    if (!beside && plate.classList.contains("own-plate")) {
      bubble.remove(); // on the plate it would hide one's own figures
      return;
    }
    const left = around.left + around.width / 2 - width / 2;
    const kept = Math.max(cloth.left + 6, Math.min(left, cloth.right - width - 6));
    bubble.style.setProperty("--nudge", `${kept - left}px`); // off the edges of the cloth
    setTimeout(() => bubble.remove(), BUBBLE + 40 * text.length);
  }

  /**
   * Shows what forbids a choice. `html` is a paragraph of the rulebook as the server made it.
   * @param {string} choice @param {string | null} paragraph @param {string} html @param {string} [about] the same in a sentence @param {number} [above] pixels from below, where it covers neither hand nor prompt
   */
  explain(choice, paragraph, html, about = "", above = 0) {
    clearTimeout(this.#timer);
    const text = make("div", "why-text");
    text.innerHTML = html;
    for (const one of text.querySelectorAll("[id]")) one.removeAttribute("id"); // the rulebook's own stays the only one
    const head = make("p", "why-head");
    head.append(make("strong", "", _("Not {choice}", { choice })), make("span", "why-about", about));
    if (above) this.why.style.bottom = `${above}px`;
    const close = button("why-close", "×", () => this.hush());
    close.setAttribute("aria-label", _("Close"));
    head.append(close);
    const rule = paragraph ? [button("link", _("In the rulebook"), () => this.openRule(paragraph))] : [];
    if (about) {
      const behind = make("details", "");
      behind.append(make("summary", "", _("The rule")), text, ...rule);
      behind.addEventListener("toggle", () => clearTimeout(this.#timer)); // who reads the rule closes it
      this.why.replaceChildren(head, behind);
    } else this.why.replaceChildren(head, text, ...rule);
    this.why.hidden = false;
    this.#timer = setTimeout(() => this.hush(), REFUSAL);
  }

  /** @returns {boolean} whether something was shown */
  hush() {
    clearTimeout(this.#timer);
    const shown = !this.why.hidden;
    this.why.hidden = true;
    return shown;
  }
}
