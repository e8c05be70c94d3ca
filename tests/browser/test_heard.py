"""Whole hands played by a player who only hears the page and presses keys, from the lobby to the result."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser.hands import AT_NIGHT, sit_down
from browser.listening import Listener, play_match
from parlour.engine.rooms import room_names
from parlour.house.commands import as_heard

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]
DAILY = ("cucumber", "schnapsen", "klondike")
MOST = {"klondike": 12, "spider": 40}
"""Choices after which a deal of a patience is given up."""
LONG = 400
NEXT_HAND = "Hand 2"


def plainly(text: str) -> str:
    """A line without the signs that are read as words or pauses."""
    return as_heard(text).replace(",", "")


def log_of(page: Page) -> list[str]:
    """The lines of the log as a sighted player reads them, each as often as it stands there."""
    lines: list[tuple[str, int]] = page.eval_on_selector_all(
        ".log li", "all => all.map(item => [item.dataset.text, Number(item.dataset.times)])"
    )
    return [text for text, times in lines for _ in range(times)]


@pytest.mark.parametrize("game", [game if game in DAILY else pytest.param(game, marks=AT_NIGHT) for game in room_names()])
def test_a_hand_is_played_by_ear(visit: Callable[..., Page], game: str) -> None:
    """A hand, or a match of one, by what the live regions say and with keys alone. The log says the same, and each thing once."""
    page = visit("desktop")
    player = Listener(page)
    sit_down(page, game)
    made = play_match(player, random.Random(game), MOST.get(game, LONG), NEXT_HAND)
    assert made > 0
    log = [plainly(text) for text in log_of(page)]
    told = [text for text in map(plainly, player.told) if text in log]
    first = log.index(told[0])
    assert told == log[first : first + len(told)]


def test_keys_ask_and_go_to_cards(visit: Callable[..., Page]) -> None:
    """Each question has a key, Home and End find cards, and letters do nothing in a field or if they are switched off."""
    page = visit("desktop")
    player = Listener(page)
    sit_down(page, "cucumber")
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
