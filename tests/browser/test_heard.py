"""Whole hands played by a player who only hears the page and presses keys, from the lobby to the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import asked, sit_down
from browser.listening import DAILY, Listener, play_by_ear

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.mark.parametrize("game", DAILY)
def test_a_hand_is_played_by_ear(visit: Callable[..., Page], game: str) -> None:
    """A hand, or a match of one, by what the live regions say and with keys alone."""
    play_by_ear(visit("desktop"), game)


def test_keys_ask_and_go_to_cards(visit: Callable[..., Page]) -> None:
    """Each question has a key, Home and End find cards, and letters do nothing in a field or if they are switched off."""
    page = visit("desktop")
    player = Listener(page)
    sit_down(page, "schnapsen")
    player.wait("Your turn")
    answers = {letter: player.ask(f"Shift+{letter}") for letter in "HTLWSIPMA"}
    assert len(set(answers.values())) == 9, answers
    assert answers["H"].startswith("Hand: ")
    assert answers["S"].startswith("Hand 1. Score: You 0")
    assert "your turn" in answers["W"]
    assert answers["L"] == "No trick has been taken yet."
    player.press("Home")
    highest = player.focus()
    player.press("End")
    lowest = player.focus()
    assert "legal" in highest
    assert "legal" in lowest
    held = [card.strip(" .") for card in answers["H"].removeprefix("Hand: ").split(",")]
    suits = {card.split()[-1] for card in held}
    walked = set()
    player.press(*["PageUp"] * 4)
    for _ in range(4):
        walked.add(player.focus().split('"')[1].split(",")[0].split()[-1])
        player.press("PageDown")
    assert walked == suits
    player.press("/")
    player.press("Shift+H")
    assert player.focus_is("Command")
    player.command("K♣? no such")
    assert player.listen() or player.wait("No. ")
    page.evaluate("localStorage.setItem('parlour.letters', 'no')")
    player.press("Escape")
    player.listen()
    player.press("Shift+H", "/")
    assert not player.focus_is("Command")
    assert not [text for text in player.listen() if text.startswith("Hand: ")]


def test_from_the_lobby_through_house_rules_to_a_table(visit: Callable[..., Page]) -> None:
    """By Tab and the names of what has the focus: a game of the lobby, another number of players, a house rule, the table."""
    page = visit("desktop")
    player = Listener(page)
    page.goto("/")
    player.tab_to(lambda name: name == 'link "Cucumber"')
    player.press("Enter")
    page.wait_for_url("**/new/cucumber*")
    player.tab_to(lambda name: name.startswith('combobox "Players"'))
    player.press("ArrowUp")
    player.tab_to(lambda name: "House rules" in name)
    player.press("Enter")
    player.tab_to(lambda name: name.startswith(("combobox", "spinbutton")))
    before = player.state()
    player.press("ArrowDown")
    assert player.state() != before, "the house rule has another value now, and says so"
    player.tab_to(lambda name: name == 'button "Sit down and play"')
    player.press("Enter")
    page.wait_for_url("**/table/*")
    player.arrive()
    player.wait("Your turn")
    assert player.ask("Shift+S").startswith("Hand 1.")


def test_a_letter_is_read_with_the_deck_that_is_seen(visit: Callable[..., Page]) -> None:
    """On Italian cards c is the beginning of coins and cups; with French cards it stays that of clubs."""
    page = visit("desktop")
    page.goto("/")
    for deck, answer in (("", "You may play "), ("italian", "7 batons, 7 coins, 7 cups, 7 swords")):
        page.evaluate("name => localStorage.setItem('parlour.deck.scopa', name)", deck)
        sit_down(page, "scopa")
        page.wait_for_selector(f".deck-sprite[data-deck={deck or 'french'}]", state="attached")
        assert asked(page)
        page.keyboard.press("/")
        page.keyboard.insert_text("? 10c")
        page.keyboard.press("Enter")
        page.get_by_text(answer).first.wait_for(state="attached", timeout=30_000)
