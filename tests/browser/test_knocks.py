"""A room made for tests (`tests/rooms/knocks`): a call that may be made before one is asked, an amount to name, and partners."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import LARGE, SMALL, asked, play_any, press, sideways, sit_down, table, wait_for_view

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


def until_stake(page: Page) -> None:
    """Play on until this player names the stake: the eldest hand goes round."""
    for _ in range(80):
        assert asked(page), "the match ended before a stake of ours"
        if page.locator(".run").count():
            return
        play_any(page)
    raise AssertionError("never asked for a stake")


@LARGE
def test_an_amount_by_suggestion_slider_and_keys(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    sit_down(page, "knocks", seats=2, hands=5)
    until_stake(page)
    assert not sideways(page)
    amounts = [int(text) for text in page.locator(".amount").all_inner_texts()]
    assert amounts == sorted(set(amounts))
    assert (amounts[0], amounts[-1]) == (1, 5000)
    go = page.locator(".run button[type=submit]")
    press(page, page.locator(".amount").nth(2))
    assert go.inner_text() == f"Stake {amounts[2]}"
    assert page.input_value(".run input[type=range]") == str(amounts[2])
    page.locator(".run input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    assert go.inner_text() == f"Stake {amounts[2] + 1}"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type("123")
    assert go.inner_text() == "Stake 123"
    n = table(page, "queue.n")
    if size == "desktop":
        page.keyboard.press("Enter")
    else:
        press(page, go)
    wait_for_view(page, n)
    assert "Stake 123" in str(page.locator(".log").text_content())


@SMALL
def test_a_premove_stands_until_it_is_made_or_taken_back(visit: Callable[..., Page], size: str) -> None:
    """Before every card of theirs it is made, unless they knock before: then it is taken back."""
    page = visit(size)
    sit_down(page, "knocks", seats=2, hands=5)
    premove, before, ends = page.locator(".premove"), (0, 0), set()
    stands = False
    for _ in range(80):
        if not asked(page) or "made" in ends:
            break
        if not stands and premove.is_visible():
            for pressed in ("true", "false", "true"):
                press(page, premove)
                page.wait_for_selector(f".premove[aria-pressed={pressed}]", state="attached")
            stands, before = True, knocks(page)
            if not asked(page):  # meanwhile a window may have passed by itself, and with it the question
                break
        play_any(page)
        if stands and asked(page) and premove.get_attribute("aria-pressed") == "false":
            mine, theirs = knocks(page)
            assert mine > before[0] or theirs > before[1], "it was neither made nor taken back"
            ends.add("made" if mine > before[0] else "taken back")
            stands = False
    assert ends, "it never came to an end"
    page.wait_for_selector(".premove[aria-pressed=false]", state="attached")
    assert "Pass" not in str(page.locator(".log").text_content()), "windows that pass by themselves say nothing"


def knocks(page: Page) -> tuple[int, int]:
    """Return how often we have knocked, and they."""
    text = str(page.locator(".log").text_content())
    mine = text.count("You: “Knock! For ")
    return mine, text.count("“Knock! For ") - mine


@LARGE
def test_partners_share_a_sign_and_a_score(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    sit_down(page, "knocks", seats=4, partners=True, hands=2)
    partner = page.locator(".side .plate.side-0")
    assert partner.count() == 1
    assert "partner" in partner.inner_text()
    assert page.locator(".side .plate.side-1").count() == 2
    mine, theirs = (page.locator(f".side-score.side-{k}") for k in (0, 1))
    assert (mine.inner_text().split(), theirs.inner_text().split()) == (["We", "0"], ["They", "0"])
    if size == "desktop":  # the partner sits across
        box, board = (page.locator(which).first.bounding_box() for which in (".plate.side-0 .partner-mark:visible", ".board"))
        assert box is not None
        assert board is not None
        assert abs(box["x"] - board["x"] - board["width"] / 2) < board["width"] / 5
        assert box["y"] < board["y"] + board["height"] / 4
    for _ in range(60):
        if not asked(page) or page.locator(".score-sheet tbody tr").count():
            break
        play_any(page)
    assert page.locator(".score-sheet thead th").count() == 3, "one column for each side"
    won = [int(score.inner_text().split()[1]) for score in (mine, theirs)]
    assert sorted(map(bool, won)) == [False, True]
    assert page.locator(".own .plate .score").is_hidden()
