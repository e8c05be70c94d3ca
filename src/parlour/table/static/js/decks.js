/**
 * The deck that a viewer looks at: which pack, where its indices stand, in whose language, with which back. The browser keeps it;
 * a pack with other suits is kept for the games at home with it, a French one for all.
 */

import { deckAddress, loadDeck, USUAL_DECK } from "./cards.js";
import { _, pgettext } from "./messages.js";
import { make, recall, remember } from "./page.js";

/** @typedef {{deck: Record<string, string>, index: Record<string, string>, language: Record<string, string>, back: Record<string, string>, notes: Record<string, string>, suits: string[]}} Choices */
/** @typedef {import("./panels.js").SidePanel} SidePanel */

export class Decks {
  /** @param {Choices} choices @param {string} game @param {string[]} suits the packs with other suits that the game offers */
  constructor(choices, game, suits) {
    this.choices = choices;
    this.game = game;
    this.suits = suits;
  }

  /** What is chosen; what is not known any more is as usual. @returns {Record<string, string>} */
  get wanted() {
    const other = recall(`deck.${this.game}`, "");
    /** @param {"index" | "language" | "back"} key */
    const kept = (key) => {
      const spoken = key === "language" ? document.documentElement.lang : "";
      return [recall(`deck-${key}`, ""), spoken].find((name) => name in this.choices[key]) ?? Object.keys(this.choices[key])[0];
    };
    const french = recall("deck", "") in this.choices.deck ? recall("deck", "") : "french";
    return { deck: this.suits.includes(other) ? other : french, index: kept("index"), language: kept("language"), back: kept("back") };
  }

  /** Whether nothing but the usual deck has been loaded here. */
  usual = true;

  /** @param {string} name */
  choose(name) {
    const other = this.suits.includes(name);
    remember(`deck.${this.game}`, other ? name : "");
    if (!other) remember("deck", name);
  }

  async load() {
    const { wanted } = this;
    await loadDeck(wanted);
    this.usual &&= deckAddress(wanted) === deckAddress(USUAL_DECK);
  }

  /** The lists in the panel. @param {SidePanel} panel @param {() => void} changed */
  show(panel, changed) {
    const fold = panel.fold(_("Cards"));
    const { deck, index, language, back, notes, suits } = this.choices;
    const offered = Object.entries(deck).filter(([name]) => !suits.includes(name) || this.suits.includes(name));
    const note = make("p", "note");
    const tell = () => {
      note.textContent = notes[this.wanted.deck] ?? "";
      note.hidden = !note.textContent;
    };
    panel.list(_("Deck"), Object.fromEntries(offered), this.wanted.deck, (name) => {
      this.choose(name);
      tell();
      changed();
    }, fold);
    fold.append(note);
    tell();
    /** @type {[string, string, Record<string, string>][]} */
    const others = [[_("Indices"), "index", index], [_("Names"), "language", language], [pgettext("of a card", "Back"), "back", back]];
    for (const [text, key, options] of others) {
      const list = panel.list(text, options, this.wanted[key], (name) => {
        remember(`deck-${key}`, name);
        changed();
      }, fold);
      if (key === "language") for (const one of list.options) one.lang = one.value; // each is called as it calls itself
    }
  }
}
