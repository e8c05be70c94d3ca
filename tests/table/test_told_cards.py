"""Cards that a player gets to see are told: those that a deal leaves open, those that come to the hand, those that are shown."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from parlour.engine.game import Game
from parlour.engine.rooms import named, room_names
from parlour.engine.speech import card_sign, look
from parlour.kit.layout import ALL, DEAL, NOBODY
from parlour.table.live import LiveMatch
from parlour.table.wire import TableView

DAILY = ("backhand", "bura", "crazy_eights", "oh_hell", "porrazo", "schnapsen", "toepen", "triple_draw")
NIGHT = [name for name in room_names() if name not in DAILY]
BOTS = ["You", *(f"Bot {n}" for n in range(1, 9))]


def new_match(name: str, seed: int) -> LiveMatch:
    game = Game(named(name), None, {})
    return LiveMatch(game.fresh(seed), BOTS[: game.seats])


def go_on(live: LiveMatch, rng: random.Random) -> None:
    """Make one choice at random, or let time pass."""
    if not live.asked():
        live.close()
        return
    seat, names = live.asked()[0], list[str]()
    while not (menu := live.menu(seat, names)).complete:
        entries = [entry for entry in menu.choices if entry.kind != "resign"]
        if not entries:  # this seat has pressed already
            live.close()
            return
        entry = rng.choice(entries)
        names.append(entry.name if entry.kind != "run" else str(entry.low).join(entry.names or ()))
    live.choose(seat, names)


def known(live: LiveMatch, view: TableView, own: bool) -> Counter[int]:
    """The cards that the first player sees: all, or those that lie in their own places and are seen by nobody else."""
    zones = live.room.Table.zones
    owners = live.feeds[0].teller.owners
    return Counter(
        card
        for name, place in view.places.items()
        if not own or (owners.get(name) == 0 and zones[name.partition(".")[0]].seen != ALL)
        for card in place.cards
        if card >= 0
    )


def check_cards_told(name: str, choices: int) -> int:
    """Play, and return how many cards came to the first player's hand. Each was told, at the latest with the next choice."""
    live, rng = new_match(name, choices), random.Random(choices)
    live.begin()
    feed, untold, drawn = live.feeds[0], list[int](), 0
    for _ in range(choices):
        if live.match.over:
            break
        before, lines, hand = feed.view, len(feed.lines), feed.view.hand_number
        go_on(live, rng)
        told = " ".join(line.text for line in feed.lines[lines:])
        assert not [card for card in untold if card_sign(live.room, card) not in told], (name, told)
        untold = []
        if feed.view.hand_number == hand and live.room.phases[DEAL] != feed.view.phase:
            new = known(live, feed.view, True) - known(live, before, False)
            drawn += new.total()
            untold = [card for card in new if card_sign(live.room, card) not in told]
    return drawn


@pytest.mark.parametrize("name", DAILY)
def test_cards_that_come_to_the_hand_are_told(name: str) -> None:
    drawn = sum(check_cards_told(name, choices) for choices in (30, 41))
    assert drawn or name in ("backhand", "oh_hell"), "in other games hands grow"


@pytest.mark.soak
@pytest.mark.parametrize("name", NIGHT)
def test_cards_that_come_to_the_hand_are_told_in_all_games(name: str) -> None:
    for choices in (30, 60, 90):
        check_cards_told(name, choices)


@pytest.mark.parametrize("name", [*DAILY, *(pytest.param(name, marks=pytest.mark.soak) for name in NIGHT)])
def test_what_a_deal_leaves_open_is_told(name: str) -> None:
    """Before the first choice: the card turned up, the cards in the middle, the open cards of others."""
    live = new_match(name, 5)
    live.begin()
    feed, look_of = live.feeds[NOBODY], look(live.room).get("zones", {})
    told = " ".join(line.text for line in feed.lines)
    for place, cards in feed.view.places.items():
        zone = place.partition(".")[0]
        if live.room.Table.zones[zone].seen != ALL or look_of.get(zone, {}).get("look") == "hidden":
            continue
        assert not [card for card in cards.cards if card >= 0 and card_sign(live.room, card) not in told], (place, told)


def test_a_name_with_a_figure_hides_no_points() -> None:
    """The 1 of "Bot 1" is not the point that Bot 1 has scored."""
    live, rng = new_match("scopa", 3), random.Random(3)
    live.begin()
    while live.feeds[0].view.hand_number < 4:
        go_on(live, rng)
    scored = [line.text for line in live.feeds[0].lines if line.text.startswith(("Most cards: Bot 1", "Primiera: Bot 1"))]
    assert scored
    assert all(text.endswith("(+1)") for text in scored), scored


def test_cards_that_are_shown_are_told() -> None:
    """Crash: the hands of all, as they are compared."""
    live, rng = new_match("crash", 4), random.Random(4)
    live.begin()
    while live.feeds[0].view.hand_number < 4:
        go_on(live, rng)
    shown = [line.text for line in live.feeds[0].lines if " shows " in line.text]
    assert shown


def test_somebody_who_is_called_you_is_not_you() -> None:
    """A player is told what comes to the own hand, also if another has taken this for a name."""
    game = Game(named("bura"), None, {})
    live, rng = LiveMatch(game.fresh(30), BOTS[: game.seats]), random.Random(30)
    live.begin()
    for _ in range(30):
        if not live.match.over:
            go_on(live, rng)
    for seat in range(game.seats):
        told = [line.text for line in live.feeds[seat].lines]
        assert [text for text in told if "New in your hand: " in text], seat
    assert not [line.text for line in live.feeds[NOBODY].lines if "your hand" in line.text]
