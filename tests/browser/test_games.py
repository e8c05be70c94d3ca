"""Games played in a real browser against the real server: by mouse, finger and keyboard, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import (
    COMPILING,
    LARGE,
    LEGAL,
    MODULES,
    SMALL,
    asked,
    at_rest,
    choose_any,
    choose_by_keys,
    play_any,
    press,
    sideways,
    sit_down,
    table,
    wait_for_view,
    wait_to_be_asked,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import Server

COMPILED = True
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
MOST = 60


def own_hand(page: Page) -> list[str]:
    """Names of the cards of one's own hand, without what may be done with them."""
    return [str(name).split(",")[0] for name in page.locator(".hands .card").evaluate_all("all => all.map(c => c.ariaLabel)")]


@SMALL
def test_a_hand_of_schnapsen_by_pointer(visit: Callable[..., Page], size: str) -> None:
    page = visit(size, motion=True)
    sit_down(page, "schnapsen")
    for turn in range(MOST):
        if not asked(page) or page.locator(".score-sheet tbody tr").count():
            break
        assert not sideways(page)
        if turn == 1:
            before = own_hand(page)
            page.reload()
            assert asked(page)
            assert own_hand(page) == before, "after a reload the same cards are there"
        play_any(page)
    assert page.locator(".score-sheet tbody tr").count() >= 1


def test_a_hand_of_schnapsen_by_keyboard(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "schnapsen")
    page.keyboard.press("?")
    assert page.locator("dialog.keys").is_visible()
    page.keyboard.press("Escape")
    page.locator("dialog.keys").wait_for(state="detached")
    for _ in range(MOST):
        if not asked(page) or page.locator(".score-sheet tbody tr").count():
            break
        n = table(page, "queue.n")
        choose_by_keys(page)
        wait_for_view(page, n)
    assert page.locator(".score-sheet tbody tr").count() >= 1


def moves(page: Page) -> list[list[str | int]]:
    """Moves of cards that are offered: name, from, cards, to."""
    return list(table(page, "chooser.moves.filter(m => m.from).map(m => [m.name, m.from, m.cards, m.to])"))


def draw_until_a_move(page: Page) -> list[str | int]:
    for _ in range(30):
        page.wait_for_function("() => document.querySelector('card-table').chooser.menu !== null", timeout=COMPILING)
        if moves(page):
            return moves(page)[0]
        n = table(page, "queue.n")
        page.locator("[data-pad=stock] .slot").click()
        wait_to_be_asked(page, n)
    raise AssertionError("a whole stock without a move")


def lying(page: Page) -> str:
    """Where every card lies, as a text."""
    return str(table(page, "cloth.message && JSON.stringify(document.querySelector('card-table').cloth.message.view.places)"))


@LARGE
def test_a_deal_of_klondike(visit: Callable[..., Page], size: str) -> None:
    page = visit(size, motion=True)
    sit_down(page, "klondike")
    assert not sideways(page)
    columns = page.locator(".look-columns").evaluate_all("all => all.map(c => c.getBoundingClientRect().width)")
    assert len(columns) == 7
    assert min(columns) >= 44
    page.wait_for_function("() => document.querySelector('card-table').chooser.menu !== null", timeout=COMPILING)
    n, start = table(page, "queue.n"), lying(page)
    press(page, page.locator("[data-pad=stock] .slot"))
    wait_for_view(page, n)
    drawn = lying(page)
    assert drawn != start
    page.keyboard.press("Control+z")
    wait_for_view(page, n + 1)
    assert lying(page) == start, "undo brings the table back"
    page.keyboard.press("Control+y")
    wait_for_view(page, n + 2)
    assert lying(page) == drawn, "redo makes the same move"

    _, source, cards, target = draw_until_a_move(page)
    n, before = table(page, "queue.n"), lying(page)
    drag(page, str(source), int(cards), str(target))
    wait_to_be_asked(page, n)  # a card that is turned up is a view of its own
    moved = lying(page)
    assert moved != before
    page.reload()
    page.wait_for_selector(".board .card", timeout=COMPILING)
    page.wait_for_function("() => document.querySelector('card-table').chooser.menu !== null")
    assert lying(page) == moved, "after a reload everything lies where it lay"


def drag(page: Page, source: str, cards: int, target: str) -> None:
    at_rest(page)
    held = page.locator(f'[data-pad="{source}"] button.card')
    start = held.nth(held.count() - cards).bounding_box()
    goal = page.locator(f'[data-pad="{target}"], [data-pad^="{target}."]').first.bounding_box()
    assert start is not None
    assert goal is not None
    page.mouse.move(start["x"] + 12, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 40, steps=4)
    assert page.locator(".card.carried").count() == cards
    page.mouse.move(goal["x"] + 20, goal["y"] + 25, steps=6)
    page.mouse.up()


def test_klondike_by_keyboard_and_why_not(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "klondike")
    _, source, cards, target = draw_until_a_move(page)
    n = table(page, "queue.n")
    held = page.locator(f'[data-pad="{source}"] button.card')
    held.nth(held.count() - int(cards)).focus()
    page.keyboard.press("Enter")
    assert page.locator(".pad.target").count() >= 1
    page.keyboard.press("Escape")
    assert page.locator(".pad.target").count() == 0
    page.keyboard.press("Enter")
    there = f'[data-pad="{target}"].target, [data-pad^="{target}."].target'
    page.locator(f"{there.replace('.target', '.target .slot')}").first.focus()
    page.keyboard.press("Enter")
    wait_to_be_asked(page, n)

    # A king cannot go home first, nor can anything but an ace: one of these is always refused.
    legal = {str(move[1]) for move in moves(page) if str(move[3]).startswith("foundations")}
    sources = {str(move[1]) for move in moves(page)} - legal
    sources = {place for place in sources if not place.startswith("foundations")}  # what may be taken back may be laid back
    if not sources:
        return
    held = page.locator(f'[data-pad="{sorted(sources)[0]}"] button.card.legal').last
    held.focus()
    page.keyboard.press("Enter")
    page.locator('[data-pad^="foundations."].is-empty .slot').first.focus()  # an ace may have gone home first
    page.keyboard.press("Enter")
    page.wait_for_selector(".why:not([hidden])")
    assert page.inner_text(".why .number") == "4"


@LARGE
def test_a_challenge_in_i_doubt_it(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    sit_down(page, "i_doubt_it", seats=3)
    played = doubted = False
    for _ in range(MOST):
        assert asked(page)
        assert not sideways(page)
        n = table(page, "queue.n")
        if page.locator(".call[data-choice=doubt]").count():
            button = page.locator(".call[data-choice=doubt]")
            if size == "desktop":
                page.keyboard.press(button.locator("kbd").inner_text().lower())
            else:
                press(page, button)
            doubted = True
        else:
            lay_cards(page)
            played = True
        wait_for_view(page, n)
        if played and doubted:
            break
    assert played
    assert doubted
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('doubt')")


def lay_cards(page: Page) -> None:
    """Pick two cards, take one back, pick another, lay them."""
    press(page, page.locator(LEGAL).nth(0))
    page.wait_for_selector(".call[data-choice=done]")
    press(page, page.locator(LEGAL).nth(1))
    page.wait_for_function(
        "() => document.querySelectorAll('.card.picked').length === 2 && !document.querySelector('call-bar.waiting')"
    )
    page.keyboard.press("Escape")
    page.wait_for_function(
        "() => document.querySelectorAll('.card.picked').length === 1 && !document.querySelector('call-bar.waiting')"
    )
    press(page, page.locator(".call[data-choice=done]"))


@SMALL
def test_tricks_for_five_and_a_card_that_is_not_allowed(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    sit_down(page, "oh_hell", seats=5)
    assert page.locator(".seat:not(.own)").count() == 4
    explained = False
    for _ in range(MOST):
        assert asked(page)
        assert not sideways(page)
        n = table(page, "queue.n")
        if page.locator(".call.number").count():
            bid(page, size)
        else:
            if size == "phone":
                assert_reachable(page)
            if page.locator(".hands .card.barred").count():
                ask_why(page, size)
                explained = True
            choose_any(page)
        wait_for_view(page, n)
        if explained:
            break
    assert explained, "with ten cards somebody must follow suit before long"
    assert page.locator(".plate .dealer:not([hidden])").count() == 1


def bid(page: Page, size: str) -> None:
    button = page.locator(".call.number").nth(1)
    if size == "phone":
        press(page, button)
        return
    page.keyboard.press(button.inner_text())
    page.keyboard.press("Enter")


def ask_why(page: Page, size: str) -> None:
    """Press a card that may not be played: the paragraph is shown, and found in the rulebook."""
    n = table(page, "queue.n")
    press(page, page.locator(".hands .card.barred").first)
    page.wait_for_selector(".why:not([hidden])")
    assert page.inner_text(".why-head").startswith("Not the")
    if page.locator(".why summary").count():
        page.locator(".why summary").click()
    assert page.inner_text(".why .number") == "5"  # in print; R4 by its identifier
    page.get_by_role("button", name="in the rulebook").click()
    page.wait_for_selector(".rulebook #R4.marked")
    assert table(page, "queue.n") == n, "nothing was played"
    if size == "phone":
        page.locator(".panel .close").click()
    page.keyboard.press("Escape")
    assert page.locator(".why").is_hidden()


def assert_reachable(page: Page) -> None:
    """Every card of the hand can be hit on a strip 44 pixels wide (or as wide as the card)."""
    at_rest(page)
    narrow = page.locator(".hands .card").evaluate_all(
        """cards => cards.filter(card => {
            const box = card.getBoundingClientRect();
            const hit = x => card.contains(document.elementFromPoint(box.left + x, box.top + 12));
            return !(hit(6) && hit(40));
        }).map(card => card.ariaLabel)"""
    )
    assert narrow == []


def test_the_line_comes_back(visit: Callable[..., Page], server: Server) -> None:
    page = visit("desktop", dropped_lines=True)
    sit_down(page, "schnapsen")
    assert asked(page)
    before = own_hand(page)
    server.stop()
    page.wait_for_selector(".status-line.lost:not([hidden])")
    assert "connection is lost" in page.inner_text(".status-line")
    server.start()
    page.wait_for_selector(".status-line.lost", state="hidden", timeout=60_000)
    assert asked(page)
    assert own_hand(page) == before
    play_any(page)


def test_decks_and_names_of_cards(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "schnapsen")
    asked(page)
    page.locator(".settings summary", has_text="Cards").click()
    for kept in ("four-colour", "german"):
        page.get_by_label("Deck", exact=True).select_option(kept)
        page.wait_for_selector(f".deck-sprite[data-deck={kept}]", state="attached")
        assert page.locator(".settings .note").is_visible() == (kept == "four-colour"), "it says what its colours were chosen by"
    page.get_by_label("Names", exact=True).select_option("de")
    spoken = "() => [...document.querySelectorAll('.board .card')].map(card => card.ariaLabel).join(' ')"
    page.wait_for_function(f"() => /(Eichel|Schellen|Herz|Laub)-(Unter|Ober|König|Daus|Zehn)/.test(({spoken})())")
    told = f"async text => {MODULES}['cards.js'].inSuits(text)"
    said = page.evaluate(told, "Jack: Q♥, the jack of spades, kings and hearts")
    assert said == "Jack: Herz-Ober, the Laub-Unter, Könige and Herz"
    page.reload()
    page.wait_for_selector(".deck-sprite[data-deck=german]", state="attached")
    sit_down(page, "spades")
    page.wait_for_selector(".deck-sprite[data-deck=four-colour]", state="attached")  # where the German one is not at home
    assert page.evaluate(told, "10♥ and Q♠") == "10♥ and D♠"


def test_several_cards_by_keyboard(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    sit_down(page, "i_doubt_it", seats=3)
    for _ in range(MOST):
        assert asked(page)
        if page.locator(LEGAL).count():
            break
        n = table(page, "queue.n")
        page.keyboard.press(page.locator(".call[data-choice=let] kbd").inner_text().lower())
        wait_for_view(page, n)
    picked = "n => document.querySelectorAll('.card.picked').length === n && !document.querySelector('call-bar.waiting')"
    page.evaluate("document.activeElement?.blur()")
    for count in (1, 2):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_function(picked, arg=count)
    page.keyboard.press("Escape")
    page.wait_for_function(picked, arg=1)
    n = table(page, "queue.n")
    page.keyboard.press(page.locator(".call[data-choice=done] kbd").inner_text().lower())
    wait_for_view(page, n)
    page.wait_for_function("() => /You: [^\\n]*/.test(document.querySelector('.log').textContent)")


@LARGE
def test_cards_picked_for_hands_of_three_are_numbered(visit: Callable[..., Page], size: str) -> None:
    """In Crash a person sees which cards make which hand before all is sent."""
    page = visit(size)
    sit_down(page, "crash")
    assert asked(page)
    press(page, page.get_by_role("button", name="Set my hands"))
    page.wait_for_selector(LEGAL, timeout=COMPILING)  # when the bots have answered too
    for picks in range(1, 5):
        press(page, page.locator(LEGAL).last)
        page.wait_for_function("n => document.querySelectorAll('.card.picked').length === n", arg=picks, timeout=COMPILING)
    marks = page.locator(".card.picked").evaluate_all("all => all.map(card => card.dataset.mark)")
    assert sorted(marks) == ["1", "1", "1", "2"]
    shown = page.locator(".card.picked").evaluate_all("all => all.map(c => getComputedStyle(c, '::after').content)")
    assert set(shown) == {'"1"', '"2"'}
    for _ in range(12):
        page.wait_for_selector(f"{LEGAL}, .call:not(.quiet)", timeout=COMPILING)
        if not page.locator(LEGAL).count():
            press(page, page.get_by_role("button", name="Done"))
            break
        picks = page.locator(".card.picked").count()
        press(page, page.locator(LEGAL).last)
        page.wait_for_function("n => document.querySelectorAll('.card.picked').length !== n", arg=picks, timeout=COMPILING)
        if not page.locator(".card.picked").count():
            break  # four hands are all
    page.wait_for_selector(".score-sheet tbody tr", state="attached", timeout=COMPILING)  # though all bots pick at once
