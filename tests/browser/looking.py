"""Find faults in the look of a page in a language: words that are cut or lie on others, English that is left, small targets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from parlour.languages import rank_letters
from parlour.languages.catalogue import CATALOGUES, PSEUDO, read_catalogue

if TYPE_CHECKING:
    from playwright.sync_api import Page

LANGUAGES = ("de", "fr", "it", "nl", "es", PSEUDO)
SCREENS = {"phone": (390, 844), "desktop": (1280, 800), "landscape": (844, 390), "200 %": (640, 400), "400 %": (320, 640)}
FINGERS = 44
"""Pixels that a target for fingers has in both directions."""
NAMES = frozenset(["parlour", "ann", "bob", "cleo", "dan", "bot", "and"])
"""Names of people, languages and keys, and the word that CLDR puts into lists, which has no pseudo-language."""
_PLACES = re.compile(r"\{[^{}]*\}|%\(\w+\)\w|<[^<>]*>|&\w+;")
_WORD = re.compile(r"[^\W\d_]{3,}")
_CARD = re.compile(r"(?<!\w)([A-Z])[♣♦♥♠]")
_NAMED_CARD = re.compile(r"(?:\w+ of )?(?:clubs|diamonds|hearts|spades)|joker")

CUT = """() => {
  const found = [];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth + 1) found.push(`the page is ${scrollWidth} wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const spots = [];
  for (let node; (node = walker.nextNode());) {
    const one = node.parentElement;
    const text = node.data.trim();
    if (!text || !one || one.closest(".visually-hidden, svg, option, .home, card-face") || !seen(one)) continue;
    if (getComputedStyle(one).clipPath !== "none") continue; // heard, not seen
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    const wider = (box, of) => box.right > of.right + 2 || box.left < of.left - 2;
    const out = (box, of) => wider(box, of) || box.bottom > of.bottom + 3 || box.top < of.top - 3;
    for (let above = one; above && above !== document.body; above = above.parentElement) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(above);
      if (overflowX === "auto" || overflowY === "auto" || clipPath !== "none") break;
      const cuts = [overflowX, overflowY].some((way) => way === "hidden" || way === "clip");
      if (cuts && boxes.some((box) => out(box, above.getBoundingClientRect()))) {
        found.push(`${above.tagName}.${above.className} cuts "${text.slice(0, 60)}"`);
        break;
      }
      if (position === "fixed") break;
    }
    const frame = one.closest("button, .button, .tab, .tool, summary, th, .badge, .call");
    const framed = frame && !["inline", "contents"].includes(getComputedStyle(frame).display);
    if (framed && boxes.some((box) => out(box, frame.getBoundingClientRect())))
      found.push(`"${text.slice(0, 60)}" is larger than its ${frame.tagName}.${frame.className}`);
    for (const box of boxes) spots.push({ one, box, text });
  }
  const above = "dialog, .panel, .bubble, .notice, .why, .sign-box, [popover], .masthead, .lesson, .workbench, .sign";
  const layer = (one) => one.closest(above);
  spots.forEach(({ one, box, text }, k) => {
    for (const other of spots.slice(k + 1)) {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide < 3 || high < 5 || other.one === one || one.contains(other.one) || other.one.contains(one)) continue;
      const [x, y] = [Math.max(box.left, other.box.left) + wide / 2, Math.max(box.top, other.box.top) + high / 2];
      const top = document.elementFromPoint(x, y);
      const both = [one, other.one].every((part) => top && (part.contains(top) || top.contains(part)));
      if (both && layer(one) === layer(other.one)) found.push(`"${text.slice(0, 40)}" lies on "${other.text.slice(0, 40)}"`);
    }
  });
  return [...new Set(found)];
}"""
"""Words that are cut by a box, larger than their button, or on top of others; and a page that has to be scrolled sideways."""

SMALL = """(fingers) => {
  const found = [];
  const box = (one) => {
    const own = one.getBoundingClientRect();
    if (!one.matches("[type=checkbox], [type=radio]")) return own;
    const label = one.closest("label") ?? document.querySelector(`label[for="${one.id}"]`);
    return label ? label.getBoundingClientRect() : own;
  };
  for (const one of document.querySelectorAll("button, a[href], input, select, summary, textarea")) {
    // cards are as large as the table lets them
    const other = one.closest(".visually-hidden, .command-box, .rulebook, .log, .board .pad");
    if (!one.checkVisibility({ visibilityProperty: true }) || other) continue;
    if (one.matches("a") && getComputedStyle(one).display === "inline" && one.closest("p, .note, dd")) continue;
    const { width, height } = box(one);
    const size = `${Math.round(width)} by ${Math.round(height)}`;
    const name = `${one.tagName}.${one.className}#${one.id}`;
    const text = one.textContent.trim().slice(0, 30);
    if (width > 3 && Math.min(width, height) < fingers - 0.5) found.push(`${name} is ${size}: ${text}`);
  }
  return found;
}"""
"""Targets that are too small for a finger. Links within a sentence are none: WCAG leaves them out, too."""

TEXTS = """() => {
  const { lang } = document.documentElement;
  const own = (one) => (one.closest("[lang]")?.getAttribute("lang") ?? lang) === lang && !one.closest("[data-names]");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set([document.title]);
  for (let node; (node = walker.nextNode());) {
    const one = node.parentElement;
    const none = "script, style, noscript, template, code, metadata, textarea";
    if (one && own(one) && !one.closest(none)) found.add(node.data.trim());
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const one of document.querySelectorAll(`[${name}]`)) if (own(one)) found.add(one.getAttribute(name).trim());
  return [...found].map((text) => text.replace(/\\s+/g, " ")).filter(Boolean);
}"""
"""All that a page says, seen or heard, in the language of the page."""


def words(text: str) -> Iterator[str]:
    """Yield the words of a text of the catalogues, without its places and HTML."""
    yield from (word.casefold() for word in _WORD.findall(_PLACES.sub(" ", text)))


@cache
def english_alone(code: str) -> frozenset[str]:
    """Return the words that English texts have and no translation into this language has: where one stands, a text is English."""
    english, own = set[str](), set[str]()
    for name in CATALOGUES:
        for message in read_catalogue(code, name):
            for into, forms in ((english, message.id), (own, message.string)):
                for form in forms if isinstance(forms, tuple | list) else (forms,):
                    into.update(words(str(form or "")))
    return frozenset(english - own)


@cache
def translated(code: str) -> frozenset[str]:
    """Return the English texts that read otherwise in this language, and that nothing is called there."""
    messages = [message for name in CATALOGUES for message in read_catalogue(code, name) if isinstance(message.id, str)]
    return frozenset({message.id for message in messages if message.string} - {message.string for message in messages})


def left_in_english(texts: Iterable[str], code: str) -> list[str]:
    """Return the texts that are English, as far as a catalogue can tell.

    In the pseudo-language every translated letter has an accent. In another language, a text is English that is one of the
    catalogues and reads otherwise there, or that has two words that no translation has; one may be a name.
    """
    if code == PSEUDO:
        plain = (text for text in texts if "[" not in text and not _NAMED_CARD.search(text))
        return [text for text in plain if {word for word in words(text) if word.isascii()} - NAMES]
    alone, known = english_alone(code), translated(code)
    return [text for text in texts if len(set(words(text)) & alone) > 1 or (text in known and any(words(text)))]


def foreign_letters(texts: Iterable[str], code: str) -> list[str]:
    """Return the texts with a card that has a letter of other cards than the reader's."""
    own = rank_letters("en" if code == PSEUDO else code)
    return [text for text in texts if any(letter not in own for letter in _CARD.findall(text))]


def looks_wrong(page: Page, code: str, touch: bool) -> list[str]:
    """Return what is wrong with a page as it is now."""
    found: list[str] = page.evaluate(CUT)
    if touch:
        found += page.evaluate(SMALL, FINGERS)
    texts = page.evaluate(TEXTS)
    found += [f"English: {text[:100]}" for text in left_in_english(texts, code)]
    return found + [f"letters of other cards: {text[:100]}" for text in foreign_letters(texts, code)]
