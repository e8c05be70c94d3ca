// The search of the site. A plain script beside plain data, so that it also works if a page is opened from a disk.
/* global PARLOUR_RULES, PARLOUR_WORDS */
"use strict";

/** @typedef {{game: string, title: string, anchor: string, section: string, text: string, heads: string, body: string}} Place */

/** Places that are listed at most. */
const MOST = 40;

/** A text as it is searched: without accents, in small letters. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @param {string} word */
const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether a word of the text begins with this. @param {string} text @param {string} word escaped */
const starts = (text, word) => ` ${text}`.search(new RegExp(`[^\\p{L}\\p{N}]${word}`, "u")) >= 0;

/**
 * The places that hold all words, or as many of them as any does; those first that have them in a title.
 * @param {Place[]} places
 * @param {string} asked
 */
function search(places, asked) {
  const words = plain(asked).split(/\s+/).filter(Boolean).map(escaped);
  const hits = [];
  for (const place of places) {
    let score = 0, held = 0;
    for (const word of words) {
      const head = starts(place.heads, word), body = starts(place.body, word);
      score += (head ? 3 : 0) + (body ? 1 : 0);
      held += head || body ? 1 : 0;
    }
    if (held) hits.push({ place, score, held });
  }
  const most = Math.max(0, ...hits.map((hit) => hit.held));
  const best = hits.filter((hit) => hit.held === most).sort((one, other) => other.score - one.score);
  return { hits: best.map((hit) => hit.place), all: most === words.length };
}

/** A text in which what was asked for is marked. @param {string} text @param {string} asked */
function marked(text, asked) {
  const part = document.createElement("span");
  const words = asked.split(/\s+/).filter(Boolean).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "giu");
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    part.append(text.slice(at, match.index));
    const mark = document.createElement("mark");
    mark.textContent = match[0];
    part.append(mark);
    at = match.index + match[0].length;
  }
  part.append(text.slice(at));
  return part;
}

/** The line above the hits. @param {number} hits @param {boolean} all whether they hold all words */
function countLine(hits, all) {
  const line = document.createElement("p");
  const many = (hits > MOST ? PARLOUR_WORDS.first : PARLOUR_WORDS.found)
    .replace("{number}", String(hits)).replace("{most}", String(MOST));
  line.textContent = !hits ? PARLOUR_WORDS.nothing : all ? many : PARLOUR_WORDS.partly.replace("{found}", many);
  return line;
}

/** A link to a place and the words around what was asked for. @param {Place} place @param {string} asked */
function hitLine(place, asked) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `${place.game}.html${place.anchor ? `#${place.anchor}` : ""}`;
  link.textContent = `${place.title} ${/^[RFH]\d+$/.test(place.anchor) ? place.anchor : place.section}`.trim();
  item.append(link, ": ", marked(place.text.length > 240 ? `${place.text.slice(0, 240)} …` : place.text, asked));
  return item;
}

/** Lets a page be searched. @param {HTMLElement} form @param {HTMLInputElement} input @param {HTMLElement} found */
function beginSearch(form, input, found) {
  const places = PARLOUR_RULES.map(([game, title, anchor, section, text]) => ({
    game, title, anchor, section, text, heads: plain(`${title} ${section}`), body: plain(text),
  }));
  const show = () => {
    const asked = input.value.trim();
    found.replaceChildren();
    if (!asked) return;
    const { hits, all } = search(places, asked);
    const list = document.createElement("ol");
    list.append(...hits.slice(0, MOST).map((place) => hitLine(place, asked)));
    found.append(countLine(hits.length, all), list);
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
    found.querySelector("a")?.focus();
  });
  input.addEventListener("input", show);
  const asked = new URLSearchParams(location.search).get("words");
  if (asked) {
    input.value = asked;
    show();
  }
}

const searchForm = /** @type {HTMLElement | null} */ (document.querySelector(".search"));
const searchInput = /** @type {HTMLInputElement | null} */ (document.getElementById("words"));
const searchFound = document.getElementById("found");
if (searchForm && searchInput && searchFound && typeof PARLOUR_RULES !== "undefined") {
  beginSearch(searchForm, searchInput, searchFound);
}
