"""The account of a hand of many players, reached by play, on every screen: nothing is cut, no words overlap."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import AT_NIGHT, choose_any, sideways, sit_down, table

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
CHOICES = 60
SCREENS = {"phone": (390, 844), "landscape": (844, 390), "desktop": (1280, 800), "at 200 %": (640, 400)}
ONE_LINE = 32
LEAST_WORDS = 120
"""Pixels that a line of what is counted has, unless all of it fits into less: no word per line."""
TEXTS = """
() => {
  const sheet = document.querySelector(".account");
  const box = ({ left, right, top, bottom, width, height }) => ({ left, right, top, bottom, width, height });
  const seen = (cell) => cell.getClientRects().length && !cell.closest(".visually-hidden");
  const cells = [...sheet.querySelectorAll("th, td")].filter(seen).filter((cell) => cell.textContent.trim());
  return cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const before = getComputedStyle(cell, "::before").content;
    const name = before === "none" || before === "normal" ? "" : cell.dataset.name;
    const [words, around] = [range, cell].map((one) => box(one.getBoundingClientRect()));
    return { text: cell.textContent, name, tag: cell.tagName, scope: cell.scope, words, cell: around };
  });
}
"""
"""All that stands in the table of the account: its words, where they are and where their cell is, and the name before them."""


def account(page: Page) -> None:
    """Play until the first account stands."""
    for _ in range(CHOICES):
        page.wait_for_selector("call-bar.asked:not(.waiting) > .prompt, .account:not([hidden])")
        if page.locator(".account:visible").count():
            return
        n = table(page, "queue.n")
        choose_any(page)
        page.wait_for_function("n => document.querySelector('card-table').queue.n > n", arg=n)
    raise AssertionError("the hand does not end")


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("cucumber", 7),
        pytest.param("brag", 8, marks=AT_NIGHT),
        pytest.param("toepen", 8, marks=AT_NIGHT),
        pytest.param("polignac", 6, marks=AT_NIGHT),
    ],
)
def test_the_account_of_many_players_is_read_on_every_screen(visit: Callable[..., Page], game: str, seats: int) -> None:
    page = visit("phone")
    page.context.add_init_script("try { localStorage.setItem('parlour.account', 'wait'); } catch {}")
    sit_down(page, game, seats=seats)
    account(page)
    names = table(page, "hello.game.names")
    assert len(names) == seats
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
        )
        assert not sideways(page)
        texts = page.evaluate(TEXTS)
        heads = [one["text"] for one in texts if one["scope"] == "col"] or [one["name"] for one in texts if one["tag"] == "TD"][
            -seats:
        ]
        assert [name.replace("\N{NO-BREAK SPACE}", " ") for name in heads] == names
        for one in texts:
            words, cell = one["words"], one["cell"]
            assert words["left"] >= cell["left"] - 1, one
            assert words["right"] <= cell["right"] + 1, one
            assert words["right"] <= width, one
            if one["scope"] == "row":
                assert cell["width"] >= LEAST_WORDS or words["height"] < ONE_LINE, one
            else:
                assert words["height"] < ONE_LINE, one  # no figure and no short name is broken
        for k, one in enumerate(texts):
            for other in texts[k + 1 :]:
                assert not meet(one["words"], other["words"]), (one, other)


def meet(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes lie over each other."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    return across > 1 and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
