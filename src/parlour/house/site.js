// The search of the site. A plain script beside plain data, so that it also works if a page is opened from a disk.
/* global PARLOUR_RULES, PARLOUR_WORDS */
(function () {
  "use strict";
  const MOST = 40;
  const form = document.querySelector(".search");
  const input = /** @type {HTMLInputElement | null} */ (document.getElementById("words"));
  const found = document.getElementById("found");
  if (!form || !input || !found || typeof PARLOUR_RULES === "undefined") return;

  const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const places = PARLOUR_RULES.map(([game, title, anchor, section, text]) => ({
    game, title, anchor, section, text, heads: plain(`${title} ${section}`), body: plain(text),
  }));
  const starts = (/** @type {string} */ text, /** @type {string} */ word) => (` ${text}`.search(new RegExp(`[^\\p{L}\\p{N}]${word}`, "u")) >= 0);
  const escaped = (/** @type {string} */ word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  /** The places that hold all words, or as many of them as any does; those first that have them in a title. */
  function search(/** @type {string} */ asked) {
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
    return { places: best.map((hit) => hit.place), all: most === words.length };
  }

  /** A text in which what was asked for is marked. */
  function marked(/** @type {string} */ text, /** @type {string} */ asked) {
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

  function show() {
    const asked = input.value.trim();
    found.replaceChildren();
    if (!asked) return;
    const { places: hits, all } = search(asked);
    const count = document.createElement("p");
    const form = hits.length > MOST ? PARLOUR_WORDS.first : PARLOUR_WORDS.found;
    const many = form.replace("{number}", String(hits.length)).replace("{most}", String(MOST));
    count.textContent = !hits.length ? PARLOUR_WORDS.nothing : all ? many : PARLOUR_WORDS.partly.replace("{found}", many);
    const list = document.createElement("ol");
    for (const place of hits.slice(0, MOST)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `${place.game}.html${place.anchor ? `#${place.anchor}` : ""}`;
      link.textContent = `${place.title} ${/^[RFH]\d+$/.test(place.anchor) ? place.anchor : place.section}`.trim();
      item.append(link, ": ", marked(place.text.length > 240 ? `${place.text.slice(0, 240)} …` : place.text, asked));
      list.append(item);
    }
    found.append(count, list);
  }

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
})();
