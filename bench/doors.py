"""One match from Python: decisions per second through each door, chosen at random, beside OpenSpiel's own Oh Hell!.

    python bench/doors.py                      # eight games and the pair with OpenSpiel
    python bench/doors.py schnapsen -n 2000    # some games; decisions per run

`state` is `Game.new_state`: `legal` and `apply`. `match` is `Match.choices` and `Match.play`, by name. `arena` is what
`parlour arena --bots chance,chance` does, by whole choices. `openspiel` is our door to OpenSpiel, in the loop that its users
write: four chance nodes of 128 outcomes are sampled for each deal, which is timed and not counted. `child` is one step on a copy
there. `pettingzoo` is our AEC environment in its usual loop, with observations and masks. New matches begin when old ones end,
which is timed. Seconds are those of the processor; medians of some runs, with their range.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from importlib.util import find_spec

import openspiel
import peers
import timing

import parlour
from parlour.bots.arena import compare
from parlour.engine.game import Game

GAMES = ("schnapsen", "oh_hell", "cucumber", "spades", "klondike", "scopa", "toepen", "triple_draw")
RUNS = 5
LEAST = 1000
"""Decisions of a run through OpenSpiel, about: a match of a short game ends before a clock tells anything."""
BOTS = ("chance", "chance")


def by_state(game: Game, decisions: int) -> timing.Run:
    """Random play through `Game.new_state`."""
    seeds = iter(range(10**9))

    def work() -> int:
        chance, made = random.Random(1).random, 0
        while made < decisions:
            state = game.new_state(next(seeds))
            while not state.over:
                codes = state.legal()
                state.apply(codes[int(chance() * len(codes))])
                made += 1
        return made

    return timing.clocked(work)


def by_match(game: Game, decisions: int) -> timing.Run:
    """Random play through `Game.start`."""
    seeds = iter(range(10**9))

    def work() -> int:
        chance, made = random.Random(1), 0
        while True:
            match = game.start(next(seeds))
            while not match.over:
                match.play(chance.choice(match.choices()))
                made += 1
                if made == decisions:
                    return made

    return timing.clocked(work)


def by_arena(game: Game, decisions: int) -> timing.Run:
    """`parlour arena --bots chance,chance`, as many deals as make about this many decisions."""
    deals = max(decisions // compare(game.room, BOTS, 1, seed=1).players[0].moves, 1)
    return timing.clocked(lambda: compare(game.room, BOTS, deals, seed=1).players[0].moves)


def by_openspiel(game: Game) -> timing.Run:
    """Matches at random through `parlour.envs.openspiel`: two, or as many as make a run of some length."""
    from parlour.envs import openspiel as door

    spiel = door.load(game.room.name)
    return openspiel.loop([spiel], max(2, LEAST // openspiel.loop([spiel], 1)()[0]))


def by_pettingzoo(game: Game) -> timing.Run:
    """Random play through `parlour.envs.pettingzoo`."""
    return peers.aec_of_ours(game.room.name)


def child(game: Game) -> Callable[[], object]:
    """One step on a copy of an OpenSpiel state at the first choice."""
    from parlour.envs import openspiel as door

    state = door.load(game.room.name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(1)
    action = state.legal_actions()[0]
    return lambda: state.child(action)


def microseconds(work: Callable[[], object], times: int) -> float:
    """Processor time of one call."""
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) / times * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("-n", type=int, default=50_000, help="decisions per run of `state`; a fiftieth of it by `match`")
    given = parser.parse_args()
    theirs = ["openspiel, decisions/s"] if openspiel.available() else []
    columns = ["game", "bytes", "state, decisions/s", "match, decisions/s", "arena, choices/s", *theirs, "clone, µs"]
    columns += ["child, µs"] if theirs else []
    zoo = find_spec("pettingzoo") is not None
    columns[5:5] = ["pettingzoo, decisions/s"] if zoo else []
    print(f"| {' | '.join(columns)} |\n|{' --- |' * len(columns)}")
    with timing.by_processor_time():
        for name in given.games:
            game = parlour.game(name)
            doors = [by_state(game, given.n), by_match(game, max(given.n // 50, 1)), by_arena(game, given.n)]
            doors += [by_pettingzoo(game)] if zoo else []
            doors += [by_openspiel(game)] if theirs else []
            for door in doors:
                door()
            spreads = [timing.Spread.of([timing.rate(door) for _ in range(RUNS)]) for door in doors]
            clone = microseconds(game.new_state(1).clone, 20_000)
            rates = " | ".join(f"{one.median:,.0f} ({one.low:,.0f} .. {one.high:,.0f})" for one in spreads)
            copies = f"{clone:.2f} | {microseconds(child(game), 5_000):.1f}" if theirs else f"{clone:.2f}"
            print(f"| {name} | {game.blank().itemsize} | {rates} | {copies} |", flush=True)
        if openspiel.available() and "oh_hell" in given.games:
            theirs = openspiel.loop(openspiel.oh_hell(), 3)
            ours = by_state(parlour.game("oh_hell", made_score="ten_plus_bid"), given.n)
            pairs = [(timing.rate(ours), timing.rate(theirs)) for _ in range(RUNS)]
            ratio = timing.Spread.of([a / b for a, b in pairs])
            print(f"\nOh Hell!, `state` against OpenSpiel, both in a Python loop: {ratio.median:.2f} ", end="")
            print(f"({ratio.low:.2f} .. {ratio.high:.2f}) times as many decisions")


if __name__ == "__main__":
    main()
