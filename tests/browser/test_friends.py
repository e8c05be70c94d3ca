"""A friend invited by a link, and somebody looking on: three browsers at one table, each seeing only what its seat may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import COMPILING, LARGE, LEGAL, choose_any, sideways, table

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
FACE_DOWN = "card"
OTHER = {"desktop": "phone", "phone": "desktop"}


def open_table(page: Page, name: str) -> None:
    """A table of Schnapsen with a seat for a friend, which anybody may look on."""
    page.goto("/new/schnapsen")
    page.fill("#name", name)
    page.select_option("#seat-1", "friend")
    page.check("#watch")
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_selector(".awaited .invite input", state="attached", timeout=COMPILING)


def faces(page: Page) -> list[str]:
    """The names of all cards on the cloth that show their face."""
    names = page.locator(".board .card").evaluate_all("all => all.map(card => card.ariaLabel.split(',')[0])")
    return [name for name in names if name != FACE_DOWN]


def hand_of(page: Page) -> set[str]:
    return set(page.locator(".hands .card").evaluate_all("all => all.map(card => card.ariaLabel.split(',')[0])"))


def settled(page: Page, n: int) -> None:
    """Wait until this view or a later one is drawn."""
    page.wait_for_function(
        "n => { const t = document.querySelector('card-table'); return t.queue.n >= n && t.queue.settled; }",
        arg=n,
        timeout=COMPILING,
    )


@LARGE
def test_a_friend_by_a_link_and_somebody_looking_on(visit: Callable[..., Page], size: str) -> None:
    host = visit(size)
    open_table(host, "Anna")
    assert host.locator(".plate .badge, .plate .score b:visible").count() == 0, "nothing is counted before the first deal"
    assert not sideways(host)
    link = host.input_value(".awaited .invite input")
    host.click(".awaited summary")  # it opens on this computer only
    host.get_by_role("button", name="Copy").click()
    host.wait_for_function("() => /Copied|Ctrl/.test(document.querySelector('.invite button').textContent)")
    host.evaluate("() => { const { together } = document.querySelector('card-table'); together.show(together.presence); }")
    assert host.inner_text(".invite button") in ("Copied", "Press Ctrl + C"), "news that change nothing leave it standing"

    friend = visit(OTHER[size])
    friend.goto(link)
    assert "Anna invites you to Schnapsen" in friend.inner_text("h1")
    assert not sideways(friend)
    assert host.locator(".awaited .invite").count() == 1, "a link that is only looked at takes no seat"
    friend.fill("#name", "Ben")
    friend.get_by_role("button", name="Sit down").click()
    friend.wait_for_selector("card-table .board .card", timeout=COMPILING)
    host.wait_for_selector(".awaited", state="hidden")
    assert host.locator(".side .plate .name").inner_text() == "Ben"
    assert friend.locator(".side .plate .name").inner_text() == "Anna"

    onlooker = visit(size)
    onlooker.goto(host.url)
    assert "Every seat is taken" in onlooker.inner_text("main")
    onlooker.get_by_role("link", name="Look on").click()
    onlooker.wait_for_selector("card-table .board .card", timeout=COMPILING)
    assert "looking on" in onlooker.inner_text(".hand-number")

    people = {0: host, 1: friend}
    for _ in range(4):
        host.wait_for_function("() => document.querySelector('card-table').queue.settled")
        turn = int(table(host, "cloth.message.view.turn"))
        mover, other = people[turn], people[1 - turn]
        mover.wait_for_selector("call-bar.asked:not(.waiting) > .prompt", timeout=COMPILING)
        n = {page: int(table(page, "queue.n")) for page in (mover, other, onlooker)}
        choose_any(mover)
        for page in (mover, other, onlooker):
            settled(page, n[page] + 1)
        host.wait_for_function(
            "() => { const t = document.querySelector('card-table'); return t.queue.settled && t.cloth.message.view.turn >= 0; }"
        )
        settled(friend, int(table(host, "queue.n")))
        hands = [hand_of(page) for page in (host, friend)]
        assert FACE_DOWN not in hands[0] | hands[1]
        assert not hands[0] & set(faces(friend)), "the friend sees no card of the host's hand"
        assert not hands[1] & set(faces(host)), "and the host none of the friend's"
        assert not (hands[0] | hands[1]) & set(faces(onlooker)), "who looks on sees nobody's hand"
    assert onlooker.locator(LEGAL).count() == 0
    for page in (host, friend, onlooker):
        assert not sideways(page)
    assert "Ben" in host.inner_text(".log") or host.locator(".log").is_hidden()
