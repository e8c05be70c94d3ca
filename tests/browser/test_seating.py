"""Partners, seats and what to play in a real browser: a draw on a phone, ratings by name, an evening, an answer that is liked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from parlour.house.seating.asking import Asked, settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_draw_is_held_card_by_card_on_a_phone(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.goto("/seating")
    page.fill("#players", "Ann\nBob\nCleo\nDan")
    page.click("text=Seat us")
    page.wait_for_selector("#lots button")
    assert "seed=" in page.url
    assert not page.is_visible("#outcome")
    assert page.locator("#lots button").count() == 4
    seed = int(page.url.partition("seed=")[2].partition("#")[0])
    draw = settle(Asked(("Ann", "Bob", "Cleo", "Dan"), seed=seed)).draw
    assert draw is not None
    for lot in draw.lots:
        assert page.inner_text("#prompt").endswith(f"{lot.player}, take a card.")
        page.locator("#lots button").last.click()
        page.wait_for_selector(f"#lots li:has-text('{lot.player}'):has-text('{lot.name}')")
    page.wait_for_selector("#outcome:visible")
    page.wait_for_selector("#lots svg use")
    assert fits(page)
    page.reload()
    assert page.is_visible("#outcome"), "what was drawn is not drawn again"
    page.click("text=Draw again")
    page.click("#all")
    page.wait_for_selector("#outcome:visible")
    page.select_option("form.open-tables select[name=game]", "spades")
    page.select_option("form.open-tables select[name=you]", "Bob")
    page.click("text=Open a table here")
    page.wait_for_url("**/table/*")


def test_ratings_are_given_by_name_and_an_evening_fits(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.goto("/seating")
    page.fill("#players", "Ann\nBob\nCleo\nDan")
    page.check("[value=strength]")
    for name, figure in (("Ann", "9"), ("Bob", "8"), ("Cleo", "2"), ("Dan", "1")):
        page.fill(f".rates label:has-text('{name}') input", figure)
    page.click("text=Seat us")
    page.wait_for_selector(".draws")
    assert page.inner_text(".teams") in {
        f"{a} and {b} play against {c} and {d}."
        for one, two in ((("Ann", "Dan"), ("Bob", "Cleo")), (("Bob", "Cleo"), ("Ann", "Dan")))
        for a, b in (one, one[::-1])
        for c, d in (two, two[::-1])
    }
    assert page.input_value(".rates label:has-text('Ann') input") == "9"
    assert fits(page)
    page.goto("/seating?players=10&how=rotation&rounds=4&seed=2")
    assert fits(page)
    page.click(".meetings summary")
    assert fits(page)


def test_what_to_play_is_asked_and_answered_on_a_phone(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.goto("/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="What to play").click()
    for field, value in (("players", "4"), ("partners", "yes"), ("minutes", "60")):
        page.check(f"[name={field}][value='{value}']", force=True)
    page.click("text=What fits?")
    first = page.locator(".answer").first
    first.locator("card-face svg use").first.wait_for()
    assert fits(page)
    liked = page.locator(".answer").nth(1)
    title = liked.locator("h3").inner_text()
    liked.locator("text=We like it").click()
    page.wait_for_selector(".remembered")
    order = page.locator(".answer h3").all_inner_texts()
    assert order.index(title) == 0, "what is liked comes sooner"
    again = page.locator(".answer").nth(order.index(title))
    assert "You liked it." in again.inner_text()
    again.locator("text=Play here").click()
    page.wait_for_url("**/new/*?seats=4")
    assert page.input_value("[name=seats]") == "4"
