"""Delphi in a browser: the oracle writes its rule by text and by form, guessers answer card after card."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from .hands import LARGE, SMALL, at_rest, sit_down, table

if TYPE_CHECKING:
    from playwright.sync_api import Page

COMPILED = True
pytestmark = pytest.mark.browser
WRITER, ANSWER = ".writer:not([hidden])", "call-bar:not(.waiting) .call[data-choice='yes']"
ORACLE_RULE = ".own-plate .badge:has-text('Your rule') b"


def sit_down_as(page: Page, oracle: bool, **house: Any) -> None:
    """Tables are laid until the lot makes this player the oracle, or somebody else."""
    for attempt in count():
        assert attempt < 30
        sit_down(page, "delphi", 3, **house)
        page.wait_for_selector(f"{WRITER}, {ANSWER}", timeout=240_000)
        if (page.locator(WRITER).count() > 0) == oracle:
            return


def told(page: Page, pattern: str) -> str:
    """Wait until the house says this of the rule that is being written, and return it."""
    page.wait_for_function("p => new RegExp(p).test(document.querySelector('.writer-note').textContent)", arg=pattern)
    return page.inner_text(".writer-note")


def read_out(page: Page, text: str) -> None:
    """Wait until the log has this, at the end of the hand."""
    page.wait_for_function("text => document.querySelector('#panel').textContent.includes(text)", arg=text, timeout=120_000)


def in_sight(page: Page) -> bool:
    """Whether nothing sticks out on the sides, and no card out of the board."""
    return bool(
        page.evaluate(
            """() => {
          const board = document.querySelector('.board').getBoundingClientRect();
          const cards = [...document.querySelectorAll('.board .card')].map(card => card.getBoundingClientRect());
          return document.documentElement.scrollWidth <= innerWidth
            && cards.every(card => card.left >= board.left - 2 && card.right <= board.right + 2);
        }"""
        )
    )


@LARGE
def test_the_oracle_writes_a_rule_by_text(visit: Callable[..., Page], size: str) -> None:
    """A text that cannot be read is refused with the place, a rule that is too rare with its rate and bounds; then it counts."""
    page = visit(size)
    sit_down_as(page, oracle=True, cards=6)
    done, text = page.get_by_role("button", name="Done", exact=True), page.get_by_label("Your rule")
    text.fill("and(red")
    assert told(page, "missing") == "at the end: ',' is missing"
    assert done.is_disabled()
    text.fill("same-rank")
    assert told(page, "5.88") == "same-rank accepts 5.88 % of all cards; asked for are at least 20 % and at most 80 %"
    assert done.is_disabled()
    assert page.locator(".writer-note.wrong").count() == 1
    text.fill("if(rising,not(higher),red)")
    assert told(page, "51.47") == "if(rising,not(higher),red) accepts 51.47 % of all cards"
    assert page.locator(".writer-note.wrong").count() == 0
    parts = [one.input_value() for one in page.locator(".writer-parts select").all()]
    assert parts == ["if", "rising", "not", "higher", "plain", "red"]
    assert in_sight(page)
    text.press("Enter")
    page.wait_for_selector(ORACLE_RULE)
    assert page.inner_text(ORACLE_RULE) == "if(rising,not(higher),red)"
    assert page.locator(WRITER).count() == 0
    read_out(page, "The rule was if(rising,not(higher),red)")


@SMALL
def test_the_oracle_chooses_a_rule_part_by_part(visit: Callable[..., Page], size: str) -> None:
    """Only what can still become admissible is in the lists; a part that is changed takes those after it along."""
    page = visit(size)
    sit_down_as(page, oracle=True, cards=6)
    lists = page.locator(".writer-parts select")
    for n, part in enumerate(["clause", "plain"]):
        lists.nth(n).select_option(part)
        page.wait_for_function("n => document.querySelectorAll('.writer-parts select').length === n", arg=n + 2)
    offered = lists.nth(2).locator("option").all_inner_texts()
    assert "higher" in offered
    assert "same-rank" not in offered
    lists.nth(2).select_option("higher")
    assert told(page, "accepts") == "higher accepts 47.06 % of all cards"
    assert page.get_by_label("Your rule").input_value() == "higher"
    lists.nth(0).select_option("or")
    assert told(page, "or") == "or(…,…)"
    assert page.get_by_role("button", name="Done", exact=True).is_disabled()
    for n, part in enumerate(["not", "higher", "plain", "face"], 1):
        lists.nth(n).select_option(part)
        page.wait_for_function(
            "p => [...document.querySelectorAll('.writer-parts select')].at(p[0]).value === p[1]", arg=[n, part]
        )
        page.wait_for_function("n => document.querySelectorAll('.writer-parts select').length >= n", arg=min(n + 2, 5))
    assert told(page, "accepts").startswith("or(not(higher),face) accepts 72.85 %")
    page.get_by_role("button", name="Done", exact=True).click()
    page.wait_for_selector(ORACLE_RULE)
    assert page.inner_text(ORACLE_RULE) == "or(not(higher),face)"


@SMALL
def test_a_guesser_answers_with_two_keys_or_buttons(visit: Callable[..., Page], size: str) -> None:
    """Nothing else has to be pressed: the card is laid into the line or below it, the stock shrinks, no rule is in sight."""
    page = visit(size)
    sit_down_as(page, oracle=False)
    assert page.locator(ORACLE_RULE).count() == 0
    for answered in range(14):
        page.wait_for_selector(ANSWER)
        view = table(page, "cloth.message.view")
        assert view["figures"]["judged"] == answered
        assert len(view["places"]["stock"]["cards"]) == 50 - answered
        assert view["figures"]["rule"].count(None) == 2  # those of the others
        wrong, line = (view["places"].get(name, {"cards": []})["cards"] for name in ("wrong", "line"))
        assert len(wrong) + len(line) == answered + 1
        if size == "phone":
            page.locator(".call", has_text=re.compile("^No" if answered % 2 else "^Yes")).tap()
        else:
            page.keyboard.press("n" if answered % 2 else "y")
        page.wait_for_function("n => document.querySelector('card-table').cloth.message.view.figures.judged > n", arg=answered)
    page.wait_for_selector(ANSWER)
    at_rest(page)
    assert in_sight(page)
    cards = page.locator("[data-pad=line] .card")
    assert cards.count() == 15
    turned, laid = page.locator("[data-pad=turned] .card").bounding_box(), cards.first.bounding_box()
    assert turned is not None
    assert laid is not None
    assert turned["width"] > 1.3 * laid["width"]


def test_an_oracle_who_judges_writes_in_words(visit: Callable[..., Page]) -> None:
    """A text of its own, no lists; then every card waits for its verdict; what is written is read out at the end."""
    page = visit("desktop")
    sit_down_as(page, oracle=True, cards=5, oracle_judges=True)
    assert page.locator(".writer-parts:visible").count() == 0
    text = page.get_by_label("Your rule")
    text.fill("two reds?")
    assert "'?' cannot be written" in told(page, "written")
    text.fill("No two reds")
    told(page, "^no two reds$")
    text.press("Enter")
    page.wait_for_selector(ORACLE_RULE)
    assert page.inner_text(ORACLE_RULE) == "no two reds"
    for n in range(5):
        page.wait_for_selector("call-bar:not(.waiting) .call[data-choice=correct]")
        page.keyboard.press("c" if n % 2 else "i")
        page.wait_for_function("n => document.querySelector('card-table').cloth.message.view.figures.judged > n", arg=n)
    read_out(page, "This was my rule")
