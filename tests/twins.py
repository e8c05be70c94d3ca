"""Worlds that look the same to one seat: a match, and the same match with two hidden cards exchanged in its deal.

Both are real matches with a log of their own. The seat has seen exactly the same at every step of both; the cards that it has not
seen, the random state and the seed differ. So anything that depends on the difference is something that the seat cannot know.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Chance, Chosen, Match, Step
from parlour.engine.positions import fields_of
from parlour.engine.steps import mask_row
from parlour.engine.view import View
from parlour.kit import FIRST_CALL, card_name
from parlour.kit.layout import copy_of

TRIES = 40
"""Exchanges tried for one twin."""


@dataclass(frozen=True)
class Twins:
    """A position of a seat that is asked, in both worlds."""

    seat: int
    choices: int
    worlds: tuple[Match, Match]

    def views(self) -> tuple[View, View]:
        """Return the views of the seat in each. The token of its memory is random, so that of the twin is made the same."""
        first, second = self.worlds
        second.memory._tokens = first.memory._tokens
        return first.view(self.seat, memory=True), second.view(self.seat, memory=True)


def twins(game: Game, pauses: Sequence[int], seed: int = 1, tries: int = TRIES) -> Iterator[Twins]:
    """Return a random match, and a twin of it for the seat asked after a number of choices, if one is found."""
    match, lots = game.start(seed=seed), random.Random(seed)
    for choices in range(max(pauses) + 1):
        if match.over:
            return
        if choices in pauses and (twin := twin_of(match, match.turn, lots, tries)):
            yield Twins(match.turn, choices, (match, twin))
        play_by_chance(match, lots)


def play_by_chance(match: Match, lots: random.Random) -> None:
    """Make one whole choice. Nobody gives up."""
    seat = match.turn
    while not match.over and match.turn == seat:
        match.play(lots.choice([code for code in match.codes() if code != match.game.room.resign]))
        if not match.picks(seat):
            return


def twin_of(match: Match, seat: int, lots: random.Random, tries: int = TRIES) -> Match | None:
    """A match that has looked the same to the seat from the first step on, with other hidden cards. None if none was found."""
    sights = list[bytes]()
    match.retrace(lambda step: sights.append(sight(step, seat)))
    chances = [entry for entry in match.log if isinstance(entry, Chance)]
    deal = max(k for k, entry in enumerate(chances) if "hand_number" in entry.fields)
    seen = set(" ".join(map(str, fields_of(match.game.room, match.view(seat).tables[0]).values())).split())
    spots = [spot for spot in spots_of(match.game, chances[deal]) if spot[2] not in seen]
    pairs = [(a, b) for a in spots for b in spots if a[2] < b[2]]
    for a, b in lots.sample(pairs, min(tries, len(pairs))):
        script = [*chances[:deal], exchanged(chances[deal], a, b), *(renamed(later, a[2], b[2]) for later in chances[deal + 1 :])]
        codes = {code_of(match.game, a[2]): code_of(match.game, b[2]), code_of(match.game, b[2]): code_of(match.game, a[2])}
        twin = followed(match, seat, sights, script, codes)
        if twin is not None:
            return twin
    return None


Spot = tuple[str, int, str]
"""A card of a deal: its field, which of the cards there it is, and its name."""


def spots_of(game: Game, deal: Chance) -> list[Spot]:
    """The cards of a deal."""
    zones = game.room.Table.zones
    found = ((key, str(value).split()) for key, value in deal.fields.items() if key.partition(".")[0] in zones)
    return [(key, n, name) for key, names in found for n, name in enumerate(names)]


def exchanged(deal: Chance, a: Spot, b: Spot) -> Chance:
    """The deal with two cards exchanged."""
    fields = dict(deal.fields)
    for (key, n, _), name in ((a, b[2]), (b, a[2])):
        names = fields[key].split()
        names[n] = name
        fields[key] = " ".join(names)
    return Chance(fields)


def renamed(entry: Chance, a: str, b: str) -> Chance:
    """Return what chance set later in the hand, with one card for the other."""
    other = {a: b, b: a}
    return Chance(
        {
            key: " ".join(other.get(name, name) for name in value.split(" ")) if isinstance(value, str) else value
            for key, value in entry.fields.items()
        }
    )


def code_of(game: Game, name: str) -> int:
    """The kind of a card of this name."""
    return next(kind for kind in range(54) if card_name(kind, game.room.Table.suited) == name)


def followed(match: Match, seat: int, sights: list[bytes], script: list[Chance], codes: dict[int, int]) -> Match | None:
    """The match played again with other chance. codes: the choices made by others instead if their own card is the other now.

    None as soon as the seat would see anything else.
    """
    twin = match.game.fresh(seed=match.seed + 1)
    before = iter(sights)
    differs = list[bool]()

    def watch(step: Step) -> None:
        differs.append(sight(step, seat) != next(before, b""))

    twin.watchers.append(watch)
    try:
        with twin.following(script):
            twin.begin()
            for entry in match.log:
                if isinstance(entry, Chosen):
                    for code in entry.codes:
                        own = entry.seat == seat or code in twin.codes(entry.seat)
                        twin.play(code if own else codes.get(code, code), seat=entry.seat)
                    if any(differs):
                        return None
    except BadInput:  # not allowed with the other cards, or no cards that can be dealt
        return None
    twin.watchers.clear()
    same = not any(differs) and next(before, None) is None and not script and bytes_seen(twin, seat) == bytes_seen(match, seat)
    return twin if same and hidden_differs(twin, match) else None


def bytes_seen(match: Match, seat: int) -> tuple[Any, ...]:
    """The seat's view as it stands, and whether it is asked."""
    return match.view(seat).tables.tobytes(), match.asked, match.codes(seat) if seat in match.asked else None


def hidden_differs(one: Match, other: Match) -> bool:
    """Whether the cards lie otherwise."""
    return fields_of(one.game.room, one.row) != fields_of(other.game.room, other.row)


def sight(step: Step, seat: int) -> bytes:
    """Return what a seat sees of a step: the table after it, its own choices, and whether chance was in it."""
    tables = copy_of(step.after)
    mask_row(tables, 0, seat)
    own = step.choice if step.seat == seat else FIRST_CALL - 1
    return bytes(tables.tobytes()) + f" {own} {step.shuffled}".encode()
