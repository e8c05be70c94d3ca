"""Sounds in words: a caption for each, if the player wants captions, also with the sounds off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import AT_NIGHT, asked, sit_down, table, wait_to_be_asked

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
CAPTION = """(name) => {
  document.querySelector("card-table").sounds[name]();
  const caption = document.querySelector(".sound-caption");
  return caption && [caption.textContent, caption.getAttribute("aria-hidden"), getComputedStyle(caption).pointerEvents];
}"""
"""Make a sound; what its caption says, whether it is read out, and whether it takes presses."""
HEAR = """
() => {
  const { queue } = document.querySelector("card-table");
  const { draw } = queue;
  const lying = ({ places }) => {
    const counts = Object.entries(places).map(([place, { cards, unknown }]) => [place, cards.length + (unknown ?? 0)]);
    return JSON.stringify(counts.filter(([, count]) => count).sort());
  };
  let before = null;
  window.heard = [];
  queue.draw = (message, live) => {
    document.querySelector(".sound-caption")?.remove();
    const time = draw(message, live);
    const after = lying(message.view);
    const caption = document.querySelector(".sound-caption")?.textContent ?? "";
    if (before && live && message.step?.choice) window.heard.push([message.step.choice, before !== after, caption]);
    before = after;
    return time;
  };
}
"""
"""Note for each choice that is drawn whether another number of cards lies anywhere after it, and the caption it brings."""
BET = "chooser.menu.choices.filter(({ kind }) => kind === 'run').map(({ names, low }) => names.join(String(low))).at(0) ?? 'fold'"
CHOICES = 4


def test_sounds_have_captions(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.add_init_script("localStorage.setItem('parlour.sounds', 'no')")
    sit_down(page, "schnapsen")
    asked(page)
    assert page.evaluate(CAPTION, "card") is None, "nobody asked for captions"
    page.evaluate("localStorage.setItem('parlour.captions', 'yes')")
    for name, text in (("card", "♪ a card is laid down"), ("turn", "♪ two notes: it is your turn")):
        assert page.evaluate(CAPTION, name) == [text, "true", "none"]
    page.wait_for_selector(".sound-caption", state="detached")


@pytest.mark.parametrize("motion", [pytest.param(True, marks=AT_NIGHT), False])
def test_a_choice_that_moves_no_card_sounds_like_none(visit: Callable[..., Page], motion: bool) -> None:
    """At Brag a bet moves no card; a look takes cards up, a fold gives them back. Reduced motion is not reduced sound."""
    page = visit("desktop", motion=motion)
    page.add_init_script("localStorage.setItem('parlour.captions', 'yes')")
    sit_down(page, "brag")
    assert asked(page)
    page.evaluate(HEAR)
    for k in range(CHOICES):
        n = table(page, "queue.n")
        page.evaluate(
            "name => document.querySelector('card-table').chooser.choose(name, 0)",
            "fold" if k == CHOICES - 1 else table(page, BET),
        )
        wait_to_be_asked(page, n)
    heard = page.evaluate("window.heard")
    assert {moved for _, moved, _ in heard} == {True, False}
    for choice, moved, caption in heard:
        assert caption == ("♪ a card is laid down" if moved else ""), choice
