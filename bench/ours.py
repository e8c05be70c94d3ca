"""python bench/ours.py [GAME ...] [--runs N] [--seed S]: how fast the house's rules play, beside their peers.

Decisions per second at random play, one process, one thread. A room that has a peer is measured in turn with it (ours,
theirs, ours ...), under the house rules that give both the same work; the ratio says how much faster ours is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any

import openspiel
import schnapsen_c
import timing

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room_names

RUN_SECONDS = 0.3
"""What one run takes at least: long enough for the clock, short enough that both of a pair meet the same machine."""


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
    """Decisions per second of a room at random play: the median of `runs` runs of so many matches and their range."""
    return timing.rates(playing(name, matches, house, seats), runs)


def enough_matches(name: str, house: Mapping[str, Any] | None = None, seats: int | None = None) -> int:
    """How many matches take about `RUN_SECONDS`."""
    matches = 1
    while True:
        _, seconds = playing(name, matches, house, seats)()
        if seconds >= RUN_SECONDS / 3:
            return max(1, round(matches * RUN_SECONDS / seconds))
        matches *= 4


def peers(seed: int) -> dict[str, tuple[str, Callable[[], timing.Run], int | None]]:
    """By room: the peer's name, what makes its run, and the seats both play with. Making it may raise that it is missing."""
    return {
        "schnapsen": ("C", lambda: timing.clocked(lambda: schnapsen_c.run(seed, 400_000).decisions), None),
        "oh_hell": ("OpenSpiel", lambda: openspiel.native(openspiel.oh_hell(), 40, seed), openspiel.OH_HELL_SEATS),
        "klondike": ("OpenSpiel", lambda: openspiel.native(openspiel.klondike(), 150, seed), None),
    }


def beside_peer(name: str, runs: int, seed: int) -> tuple[str, timing.Pairs]:
    """A room and its peer in turn: (the peer's name, the measurements). KeyError where the room has none; raises
    `schnapsen_c.CompilerMissing` or `openspiel.OpenSpielMissing`."""
    peer, make, seats = peers(seed)[name]
    theirs = make()
    if name == "schnapsen":
        schnapsen_c.library()
    house = openspiel.HOUSE_RULES.get(name)
    ours = playing(name, enough_matches(name, house, seats), house, seats, seed)
    return peer, timing.alternate(ours, theirs, runs)


def lines(name: str, runs: int, seed: int) -> list[str]:
    """What is printed for a room: its rate, and its peer's and the ratio where it has one."""
    if name in peers(seed):
        try:
            peer, pairs = beside_peer(name, runs, seed)
        except (schnapsen_c.CompilerMissing, openspiel.OpenSpielMissing) as reason:
            missing = [f"{name}: without its peer: {reason}"]
        else:
            rows = ((name, pairs.a), (f"{name}, {peer}", pairs.b), (f"{name}, ours / {peer}", pairs.ratio))
            return [timing.row(*row) for row in rows]
    else:
        missing = []
    return [timing.row(name, decisions_per_second(name, enough_matches(name), runs)), *missing]


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
            print(*lines(name, options.runs, options.seed), sep="\n", flush=True)
        except BadInput as reason:
            parser.error(str(reason))


if __name__ == "__main__":
    main()
