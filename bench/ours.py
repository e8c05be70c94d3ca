"""python bench/ours.py [GAME ...] [--runs N] [--seed S]: how fast the house's rules play, beside their peers.

Decisions per second at random play, one process, one thread. A room that has a peer is measured in turn with it (ours,
theirs, ours ...), under the house rules that give both the same work; the ratio says how much faster ours is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import openspiel
import pokerkit_hands
import schnapsen_c
import timing

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room_names

RUN_SECONDS = 0.3
"""Least seconds of one run: long enough for the clock, short enough that both of a pair meet the same machine."""


HOUSE_RULES = openspiel.HOUSE_RULES | dict.fromkeys(pokerkit_hands.SEATS, pokerkit_hands.HOUSE_RULES)
MISSING = (schnapsen_c.CompilerMissing, openspiel.OpenSpielMissing, pokerkit_hands.PokerKitMissing)


def playing(
    name: str, matches: int, house: Mapping[str, Any] | None = None, seats: int | None = None, seed: int = 1
) -> timing.Run:
    """Random matches of a room, compiled before the clock starts. Raises BadInput for an unknown room or house rule."""
    game = Game(name, seats, house)
    game.playouts(1, seed, threads=1)
    return timing.clocked(lambda: game.playouts(matches, seed, threads=1).decisions)


def decisions_per_second(
    name: str, matches: int, runs: int = 5, house: Mapping[str, Any] | None = None, seats: int | None = None
) -> timing.Spread:
    """Decisions per second of a room at random play: the median of `runs` runs of a given number of matches, and their range."""
    return timing.rates(playing(name, matches, house, seats), runs)


def enough_matches(name: str, house: Mapping[str, Any] | None = None, seats: int | None = None) -> int:
    """Return how many matches take about `RUN_SECONDS`."""
    matches = 1
    while True:
        _, seconds = playing(name, matches, house, seats)()
        if seconds >= RUN_SECONDS / 3:
            return max(1, round(matches * RUN_SECONDS / seconds))
        matches *= 4


@dataclass(frozen=True)
class Peer:
    """A program that plays the same game: its name, what makes its run, and the seats both play with."""

    name: str
    make: Callable[[], timing.Run]
    seats: int | None = None


def peers(seed: int) -> dict[str, list[Peer]]:
    """The peers of each room that has any. Making a run may raise that the peer is missing."""
    cards, columns = openspiel.oh_hell, openspiel.klondike
    return {
        "schnapsen": [Peer("C", lambda: c_run(seed))],
        "oh_hell": [
            Peer("OpenSpiel in C++", lambda: openspiel.native(cards(), 40, seed), openspiel.OH_HELL_SEATS),
            Peer("OpenSpiel, Python loop", lambda: openspiel.loop(cards(), 4, seed), openspiel.OH_HELL_SEATS),
        ],
        "klondike": [
            Peer("OpenSpiel in C++", lambda: openspiel.native(columns(), 150, seed)),
            Peer("OpenSpiel, Python loop", lambda: openspiel.loop(columns(), 40, seed)),
        ],
        "triple_draw": [Peer("PokerKit", lambda: pokerkit_hands.hands("triple_draw", seed), pokerkit_hands.SEATS["triple_draw"])],
        "badugi": [Peer("PokerKit", lambda: pokerkit_hands.hands("badugi", seed), pokerkit_hands.SEATS["badugi"])],
    }


def c_run(seed: int) -> timing.Run:
    """Schnapsen in C, compiled before the clock starts. Raises `schnapsen_c.CompilerMissing`."""
    schnapsen_c.library()
    return timing.clocked(lambda: schnapsen_c.run(seed, 400_000).decisions)


def beside(name: str, peer: Peer, runs: int, seed: int) -> timing.Pairs:
    """A room and a peer in turn, under the house rules that give both the same work.

    Raises one of `MISSING`.
    """
    theirs = peer.make()
    house = HOUSE_RULES.get(name)
    ours = playing(name, enough_matches(name, house, peer.seats), house, peer.seats, seed)
    return timing.alternate(ours, theirs, runs)


def measured(name: str, runs: int, seed: int) -> Iterator[tuple[str, timing.Spread] | str]:
    """Rows of a room, (what, figure): its rate, then its rate under a peer's settings, the peer's and the ratio for each peer.

    A line of text instead says that a peer is missing.
    """
    yield name, decisions_per_second(name, enough_matches(name), runs)
    for peer in peers(seed).get(name, []):
        try:
            pairs = beside(name, peer, runs, seed)
        except MISSING as reason:
            yield f"{name}: without {peer.name}: {reason}"
        else:
            yield f"{name}, as beside {peer.name}", pairs.a
            yield f"{name}, {peer.name}", pairs.b
            yield f"{name}, ours / {peer.name}", pairs.ratio


def line(row: tuple[str, timing.Spread] | str) -> str:
    """A row as it is printed."""
    return row if isinstance(row, str) else timing.row(*row)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="How fast the house's rules play, beside their peers.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these rooms (default: all)")
    parser.add_argument("--runs", type=int, default=5, help="runs a figure is the median of (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default 1)")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error(f"--runs {options.runs}: at least 1 run is needed")
    print("decisions/s at random play, one thread")
    for name in options.games or room_names():
        try:
            for row in measured(name, options.runs, options.seed):
                print(line(row), flush=True)
        except BadInput as reason:
            parser.error(str(reason))


if __name__ == "__main__":
    main()
