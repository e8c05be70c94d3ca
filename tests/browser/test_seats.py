"""A seat on another device, and a seat that is taken in the midst of a hand, as people see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import COMPILING, SMALL, sideways, table
from browser.test_together import open_table, take_seat

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


def test_the_device_that_plays_is_asked_before_the_seat_moves(visit: Callable[..., Page]) -> None:
    host, phone, other = visit("desktop"), visit("phone"), visit("desktop", dropped_lines=True)
    take_seat(phone, open_table(host, "crazy_eights", 2))
    other.goto(table(phone, "hello.link"))
    other.get_by_role("button", name="Go on playing here").click()
    assert other.inner_text("h1") == "One moment"
    phone.wait_for_selector(".question:not([hidden])")
    assert not sideways(phone)
    phone.get_by_role("button", name="No, stay here").click()
    other.get_by_text("has refused").wait_for()
    other.goto(table(phone, "hello.link"))
    other.get_by_role("button", name="Go on playing here").click()
    phone.get_by_role("button", name="Play there").click()
    other.wait_for_selector("card-table .board .card", timeout=COMPILING)
    host.get_by_text("Ben plays on another device now").first.wait_for()
    assert int(table(other, "hello.you")) == 1


@SMALL
def test_who_comes_within_a_hand_is_told_when_they_get_cards(visit: Callable[..., Page], size: str) -> None:
    host, friend, late = visit("desktop"), visit("phone", dropped_lines=True), visit(size)
    take_seat(friend, open_table(host, "crazy_eights", 2))
    host.wait_for_function("() => document.querySelector('card-table').cloth.message?.view.turn >= 0")
    host.evaluate("() => document.querySelector('card-table').send({do: 'seat', seat: 1, who: 'friend'})")
    host.wait_for_function("() => document.querySelector('card-table').hello.invite?.[1]")
    late.goto(table(host, "hello.invite[1]"))
    assert "You get cards with the next deal" in late.inner_text("main")
    assert not sideways(late)
    take_seat(late, late.url)
    late.get_by_text(
        "Your cards come with the next deal, or with the next match if this hand is the last. Until then a bot plays your seat."
    ).first.wait_for()
    assert not sideways(late)
    places = table(late, "cloth.message.view.places")
    assert not [card for card in places["hand.1"]["cards"] if card >= 0]
