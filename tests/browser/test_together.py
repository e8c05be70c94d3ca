"""Friends who vanish, come back on another device, share a device and take things back: two browsers and more at one table."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import ASKED, COMPILING, LEGAL, choose_any, choose_if_still_asked, sideways, table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
QUESTIONS = {
    "turn": "crazy_eights",
    "window": "i_doubt_it",
    "sealed": "crash",
    "quiet": "toepen",
    "race": "aggravation",
    "chain": "i_doubt_it",
}
SOON = ("turn", "window")
"""The others take longer here, and say nothing that tests/table/test_presence.py does not."""
PATIENCE = 120
TURN = """() => {
  const { queue, cloth } = document.querySelector("card-table");
  return queue.settled && cloth.message?.view.turn >= 0;
}"""


def open_table(page: Page, game: str, seats: int | None = None) -> str:
    """A table with a friend at the second seat and simple bots beyond; the link for the friend."""
    page.goto(f"/new/{game}")
    if seats:
        page.select_option("#seats", str(seats))
    page.fill("#name", "Anna")
    for seat in page.locator("#seat-list select[name]:enabled").all()[2:]:
        seat.select_option("bot:chance")
    page.select_option("#seat-1", "friend")
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_selector(".awaited .invite input", state="attached", timeout=COMPILING)
    return page.input_value(".awaited .invite input")


def hand_of(page: Page) -> list[str]:
    """The names of one's own cards."""
    names: list[str] = page.locator(".hands .card").evaluate_all("all => all.map(card => card.ariaLabel.split(',')[0])")
    return names


def take_seat(page: Page, link: str) -> None:
    page.goto(link)
    page.fill("#name", "Ben")
    page.get_by_role("button", name="Sit down").click(timeout=COMPILING)
    page.wait_for_selector("card-table .board .card", timeout=COMPILING)


def play_until(page: Page, found: Callable[[], bool]) -> None:
    """Choose among the offered choices until something is true."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found():
            return
        if page.locator(ASKED).count() and page.locator(f"{LEGAL}, .call:not(.quiet)").count():
            choose_if_still_asked(page)
        page.wait_for_timeout(150)
    raise AssertionError("it never came about")


@pytest.mark.parametrize(
    "question", [*SOON, *(pytest.param(one, marks=pytest.mark.soak) for one in QUESTIONS if one not in SOON)]
)
def test_a_friend_who_vanishes_is_stood_in_for_and_comes_back_by_link(visit: Callable[..., Page], question: str) -> None:
    host, friend = visit("desktop", dropped_lines=True), visit("phone", dropped_lines=True)
    take_seat(friend, open_table(host, QUESTIONS[question], 3 if question in ("window", "quiet", "chain") else None))
    own = table(friend, "hello.link")
    if question == "turn":
        play_until(host, lambda: friend.locator("call-bar.asked:not(.waiting)").count() > 0)
    if question == "chain":  # half made
        play_until(host, lambda: friend.locator(f"card-table:has(call-bar.asked:not(.waiting)) {LEGAL}").count() > 0)
        choose_any(friend)
        friend.wait_for_function("() => document.querySelector('card-table').chooser.picks.length === 1")
    friend.context.close()  # the phone dies
    plate = host.locator(".plate", has_text="Ben")
    n = int(table(host, "queue.n"))
    play_until(host, lambda: "bot plays" in plate.inner_text())
    play_until(host, lambda: int(table(host, "queue.n")) > n + 2 or host.locator(".sign:not([hidden])").count() > 0)
    back = visit("desktop", dropped_lines=True)
    back.goto(own)
    assert "Welcome back, Ben" in back.inner_text("h1")
    back.get_by_role("button", name="Go on playing here").click()
    back.wait_for_selector("card-table .board .card", timeout=COMPILING)
    assert int(table(back, "hello.you")) == 1
    host.wait_for_function("() => document.querySelector('card-table').together.presence.seats[1].state === 'here'")
    assert not table(host, "together.presence.seats[1].bot ?? ''")
    hand = [card for card in table(back, "cloth.message.view.places['hand.1']?.cards ?? []") if card >= 0]
    if question in ("turn", "window", "chain"):
        assert hand
        assert -1 not in table(host, "cloth.message.view.places['hand.0'].cards")
        assert not [card for card in table(host, "cloth.message.view.places['hand.1']?.cards ?? []") if card >= 0]


def test_one_device_is_covered_until_the_next_has_it(visit: Callable[..., Page]) -> None:
    page = visit("phone")
    page.goto("/new/crazy_eights")
    page.select_option("#seats", "2")
    page.fill("#name", "Anna")
    page.select_option("#seat-1", "here")
    page.fill("[name='name.1']", "Ben")
    assert not sideways(page)
    page.get_by_role("button", name="Sit down and play").click()
    for _ in range(6):
        page.wait_for_selector("dialog.cover", timeout=COMPILING)
        page.keyboard.press("Escape")
        assert page.evaluate("document.elementFromPoint(195, 700).closest('dialog.cover') !== null"), "no card shows through"
        page.locator("dialog.cover .primary").last.click()
        page.wait_for_selector(f"call-bar.asked:not(.waiting) > .prompt, dialog.cover, {LEGAL}", timeout=COMPILING)
        if page.locator("dialog.cover").count():
            continue
        you = int(table(page, "hello.you"))
        hands = [card for card in table(page, f"cloth.message.view.places['hand.{1 - you}'].cards") if card >= 0]
        assert not hands, "nothing of the other's hand has ever been sent"
        while not page.locator("dialog.cover").count() and not page.locator(".sign:not([hidden])").count():
            if page.locator("call-bar.asked:not(.waiting)").count():
                choose_any(page)
            page.wait_for_timeout(100)


def test_taken_back_by_consent(visit: Callable[..., Page]) -> None:
    host, friend = visit("desktop"), visit("phone")
    take_seat(friend, open_table(host, "crazy_eights", 2))
    people = [host, friend]
    host.wait_for_function("() => document.querySelector('card-table').cloth.message?.view.turn >= 0")
    turn = int(table(host, "cloth.message.view.turn"))
    mover, other = people[turn], people[1 - turn]
    mover.wait_for_selector("call-bar.asked:not(.waiting) > .prompt")
    hand = f"cloth.message.view.places['hand.{turn}'].cards.length"
    before = int(table(mover, hand))
    mover.get_by_role("button", name="Draw a card", exact=True).click()
    mover.wait_for_function(f"() => document.querySelector('card-table').{hand} === {before + 1}")
    mover.get_by_role("button", name="Take back").click()
    other.get_by_role("button", name="Agree").click()
    mover.wait_for_function(f"() => document.querySelector('card-table').{hand} === {before}")
    assert "Waiting for" not in mover.inner_text(".middle")
    mover.wait_for_selector("call-bar.asked:not(.waiting) > .prompt")
    if mover.locator(LEGAL).count():
        choose_any(mover)
        mover.wait_for_function(f"() => document.querySelector('card-table').{hand} === {before - 1}")
        if int(table(mover, "cloth.message.view.turn")) != turn:  # it has not if an eight waits for its suit
            mover.get_by_role("button", name="Take back").click()
            other.get_by_role("button", name="Agree").click()
            mover.wait_for_function(f"() => document.querySelector('card-table').{hand} === {before}")
    other.get_by_role("button", name="Talk").click()
    other.get_by_role("button", name="Well played").click()
    mover.wait_for_selector(".bubble:has-text('Well played')")


NAMES = ("Anna", "Ben", "Cleo", "Dora")
SETTLED = """() => {
  const { queue, cloth } = document.querySelector("card-table");
  return queue.settled && (cloth.message.view.over || cloth.message.view.turn >= 0);
}"""


def four_phones(visit: Callable[..., Page], address: str) -> list[Page]:
    """Set a table for the host and three friends, and seat them all."""
    host = visit("phone", dropped_lines=True)
    host.goto(address)
    host.fill("#name", NAMES[0])
    for seat in (1, 2, 3):
        host.select_option(f"#seat-{seat}", "friend")
    host.get_by_role("button", name="Sit down and play").click()
    host.wait_for_selector(".awaited .invite input", state="attached", timeout=COMPILING)
    links = host.locator(".awaited .invite input").evaluate_all("all => all.map(field => field.value)")
    people = [host]
    for name, link in zip(NAMES[1:], links, strict=True):
        friend = visit("phone", dropped_lines=True)
        friend.goto(link)
        friend.fill("#name", name)
        friend.get_by_role("button", name="Sit down").click(timeout=COMPILING)
        friend.wait_for_selector("card-table .board", timeout=COMPILING)
        people.append(friend)
    return people


def choose_in_turn(people: list[Page], times: int) -> None:
    """Make a number of choices for the players who are asked."""
    for _ in range(times):
        people[0].wait_for_function(TURN, timeout=COMPILING)
        mover = people[int(table(people[0], "cloth.message.view.turn"))]
        mover.wait_for_selector("call-bar.asked:not(.waiting) > .prompt", timeout=COMPILING)
        n = int(table(mover, "queue.n"))
        choose_any(mover)
        mover.wait_for_function("n => document.querySelector('card-table').queue.n > n", arg=n, timeout=COMPILING)


def restart(server: Server, people: list[Page]) -> None:
    """Stop the server and start it again. All players come back and hold the cards they held."""
    hands = [set(hand_of(page)) for page in people]
    server.stop()
    for page in people:
        page.wait_for_selector(".status-line.lost")
    server.start()
    for page in people:
        page.wait_for_selector(".status-line.lost", state="hidden", timeout=COMPILING)
    people[0].wait_for_function(
        "() => document.querySelector('card-table').together.presence?.seats.every(one => one.state === 'here')"
    )
    assert [set(hand_of(page)) for page in people] == hands, "everybody holds what they held"


def change_device(visit: Callable[..., Page], people: list[Page], seat: int) -> None:
    """A phone dies, a bot plays for its owner, and the owner comes back by the seat's link on another device."""
    host, own, held = people[0], table(people[seat], "hello.link"), set(hand_of(people[seat]))
    people[seat].context.close()
    plate = host.locator(".plate", has_text=NAMES[seat])
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and "bot plays" not in plate.inner_text():  # until it is their turn, and a bot has it
        if table(host, "cloth.message.view.turn") != seat:
            choose_in_turn(people, 1)
        host.wait_for_timeout(150)
    assert "bot plays" in plate.inner_text()
    people[seat] = back = visit("desktop", dropped_lines=True)
    back.goto(own)
    back.get_by_role("button", name="Go on playing here").click()
    back.wait_for_selector("card-table .board .card", timeout=COMPILING)
    host.wait_for_function(f"() => document.querySelector('card-table').together.presence.seats[{seat}].state === 'here'")
    assert set(hand_of(back)) <= held, "what the bot has not played is still there"


def seats_seen(page: Page) -> set[int]:
    """The seats of whose hand this browser has been sent a card."""
    places = table(page, "cloth.message.view.places")
    return {seat for seat in range(4) if any(card >= 0 for card in places.get(f"hand.{seat}", {}).get("cards", ()))}


@pytest.mark.soak
def test_an_evening_of_spades_with_four_phones_and_a_restart(visit: Callable[..., Page], server: Server) -> None:
    """A short match to its end. In its first hand the server stops and comes again, in its second a phone dies. Nothing is
    lost, and no player sees another's cards."""
    people = four_phones(visit, "/new/spades?max_hands=2&target=100")
    host = people[0]
    choose_in_turn(people, 14)  # four bids, two tricks and a half
    restart(server, people)
    choose_in_turn(people, 42)
    host.wait_for_function("() => document.querySelector('card-table').cloth.message.view.hand_number === 2", timeout=COMPILING)
    scores = table(host, "cloth.message.view.figures.score")
    choose_in_turn(people, 6)
    change_device(visit, people, 1)
    while not table(host, "cloth.message.view.over"):
        for seat, page in enumerate(people):
            assert seats_seen(page) <= {seat}
        choose_in_turn(people, 1)
        host.wait_for_function(SETTLED, timeout=COMPILING)
    for page in people:
        page.wait_for_selector(".sign:not([hidden]) .sign-box", timeout=COMPILING)
    totals = [table(page, "cloth.message.view.figures.score") for page in people]
    assert all(total == totals[0] for total in totals)
    assert totals[0] != scores
