"""Whether a choice is taken back without asking depends on nothing that is hidden, and never on luck."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import parlour
from interpreted import interpreted
from parlour.engine import steps
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.memory import Memory
from parlour.engine.positions import fields_of
from parlour.engine.redeal import redealt
from parlour.kit.layout import NOBODY
from parlour.table import wire
from parlour.table.live import LiveMatch
from parlour.table.takebacks import by_right
from parlour.table.views import known_cards, masked, table_view

SEVERAL = [name for name in parlour.game_names() if Game(name).seats > 1]
MOST = 8
"""Choices of a random match."""
CHOICES = {"delphi": 2, "chicago": 6}
"""The same in games that need fewer or more. A look at a table of Delphi takes a second if nothing is compiled."""
HOUSE = {"backhand": {"mode": "betting"}}
"""House rules of the random matches. At Backhand only the stock is hidden, and every choice turns up a card of it, so that no
twin looks the same; except bets, which are made before a card is dealt.
"""
MOMENTS = 1000
"""Of Spite and Malice, after the opponent has drawn."""


def live_at(game: Game, tables: Any) -> LiveMatch:
    """A live match that stands at a table."""
    match = game.match_from(fields_of(game.room, tables[0]))
    live = LiveMatch(match, [f"P{seat}" for seat in range(game.seats)])
    live.begun = True
    return live


def any_choice(match: Match, seat: int, chance: random.Random) -> list[str]:
    """A whole random chain."""
    room, tables, names = match.game.room, match.table_for(seat), []
    while not names or tables[0].chain:
        codes = [code for code in match.game.menu(tables) if code != room.resign]
        code = chance.choice(codes or match.game.menu(tables))
        steps.act_row(tables, 0, code)
        names.append(room.choice_name(code))
    return names


def worlds(name: str) -> Iterator[tuple[Game, Any, int, list[str]]]:
    """Moments of a random match: the game, the table, who chooses and what."""
    chance = random.Random(name)
    match = Game(name, house=HOUSE.get(name)).start(seed=7)
    for _ in range(CHOICES.get(name, MOST)):
        if match.over:
            break
        seat = chance.choice(match.asked)
        names = any_choice(match, seat, chance)
        yield match.game, match.tables.copy(), seat, names
        match.play(*names, seat=seat)


def twins(game: Game, tables: Any) -> Iterator[Any]:
    """Return the same table for a player, with the cards that they do not see dealt again."""
    for viewer in range(game.seats):
        seen = masked(tables, viewer)
        try:
            yield redealt(seen, Memory.fresh(seen, game.room).of(viewer), 5)
        except BadInput:  # in the midst of a chain, say
            continue


def answered(live: LiveMatch, seat: int, names: list[str]) -> tuple[list[bytes], str] | None:
    """Return what an onlooker is told of a choice, and whether it may be taken back; None if this world has no such choice."""
    try:
        change = live.choose(seat, names)
    except BadInput:
        return None
    if change is None:  # with other cards the chain goes on
        return None
    told = [wire.write(message) for beat in change.beats for message in beat.messages.get(NOBODY, ())]
    try:
        live.must_take_back(seat)
    except BadInput as refused:
        return told, str(refused)
    return told, "free" if by_right(live, seat) else "asks"


def compare(name: str) -> dict[str, int]:
    """The answers of twin worlds, counted; they are alike, and what is free has taught nobody anything."""
    found: Counter[str] = Counter()
    for game, tables, seat, names in worlds(name):
        live = live_at(game, tables)
        first = answered(live, seat, names)
        assert first is not None
        if first[1] == "free":
            learned_nothing(live, seat, tables)
        for twin in twins(game, tables):
            try:
                second = answered(live_at(game, twin), seat, names)
            except BadInput:  # no such world can be: at Pirate each player has a pack
                continue
            if second is not None and second[0] == first[0]:
                assert second[1] == first[1], f"{name}: {names} at {live.match.position()}"
                found["twins"] += twin[0].tobytes() != tables[0].tobytes()
                found[first[1] if first[1] in ("free", "asks") else "never"] += 1
    return dict(found)


def learned_nothing(live: LiveMatch, seat: int, before: Any) -> None:
    """The player has seen no card by a choice that is free, the others only cards of the player's."""
    own = known_cards(live.game, masked(before, seat)[0])
    for viewer in range(NOBODY, live.game.seats):
        old, new = [known_cards(live.game, masked(tables, viewer)[0]) for tables in (before, live.match.tables)]
        assert not (new - old) - (Counter() if viewer == seat else own), live.room.name


def test_the_answer_is_the_same_in_twin_worlds() -> None:
    """All games for several, with rules as they are written."""
    call = f"from test_takebacks import *; print(json.dumps({{name: compare(name) for name in {SEVERAL}}}))"
    found = json.loads(interpreted("-c", call, folder=Path(__file__).parent))
    assert list(found) == SEVERAL
    none = [name for name, counts in found.items() if not counts.get("twins")]
    assert none == ["pirate"], "games without a twin that looks the same: a memory that begins in mid-match mixes Pirate's packs"
    assert sum("free" in counts for counts in found.values()) >= 3, "otherwise nothing is ever forgiven"


def drawn_since(name: str, moments: int) -> tuple[int, int]:
    """Moments after an opponent has drawn since a choice, and how many of these are free."""
    chance, seen, free, number = random.Random(name), 0, 0, 0
    while seen < moments:
        game = Game(name)
        live = LiveMatch(game.fresh(11, number), ["A", "B"][: game.seats])
        live.match.watchers.clear()  # nobody has to be told
        live.begin()
        number += 1
        while seen < moments and not live.match.over:
            seat = live.asked()[0]
            before = [len(hand_of(live, other)) for other in range(game.seats)]
            live.choose(seat, any_choice(live.match, seat, chance))
            after = [len(hand_of(live, other)) for other in range(game.seats)]
            if any(after[other] > before[other] for other in range(game.seats) if other != seat):
                seen += 1
                free += by_right(live, seat)
    return seen, free


def hand_of(live: LiveMatch, seat: int) -> list[int]:
    """The cards in a hand."""
    place = table_view(live.game, masked(live.match.tables, seat)).places.get(f"held.{seat}")
    return place.cards if place else []


def test_nothing_is_free_after_the_opponent_has_drawn() -> None:
    """Spite and Malice: the hand is filled when the turn comes."""
    call = f"from test_takebacks import *; print(drawn_since('spite_and_malice', {MOMENTS}))"
    assert interpreted("-c", call, folder=Path(__file__).parent).strip() == f"({MOMENTS}, 0)"
