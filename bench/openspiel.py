"""How fast OpenSpiel plays the two games it shares with the house: Oh Hell! and Klondike (`solitaire` there).

Written against open_spiel 2.0.2 (`pip install open-spiel`, the extra `bench`). Everything runs in one process and one thread.

**Three ways of playing at random**, each a `timing.Run`:

- `loop`: the loop its users write: `legal_actions`, `apply_action`, chance nodes sampled with `random.choices` (NumPy's
  `choice`, which its examples use, is slower still).
- `native`: whole games inside its C++, `pyspiel.evaluate_bots` over `make_uniform_random_bot`. Python is entered once a game.
- `native_dealt`: the same from states dealt before the clock starts. OpenSpiel deals one card per chance node and lists
  all outcomes at each, which is about half of the time of an Oh Hell! game; this leaves it out.

**What is counted**: decisions, that is actions of a player, forced ones included; chance nodes are not. `native` cannot count
while it plays, so the states are kept and their histories counted when the clock has stopped.

**Oh Hell!** A game there is one hand, and its size a parameter. One match of ours at four players is the hands of 10, 9 ... 2,
1, 2 ... 10 cards; so a match of theirs is one game of each of these 19 sizes: 512 decisions on either side, always.

| theirs | ours | |
| --- | --- | --- |
| `players=4`, `num_tricks_fixed` 10 .. 1 .. 10 | 4 seats, `start_cards=10`, `sequence=down_up` | the same |
| dealer's bid must not make the bids add up to the tricks | `dealer_rule=not_equal` | the same |
| `off_bid_penalty=True`: a made bid scores 10 + bid | `made_score=ten_plus_bid` | the same |
| `points_per_trick=1`: a miss loses 1 a trick | -10 a trick | not to be matched; no effect on play |
| trumps from the turned card; left of the dealer bids and leads first; follow suit | default | the same |
| no tie-break | `tie_break=share` | the same |
| the dealer is drawn for each hand | the deal passes left | differs, no effect on cost |

**Klondike** is another game there, and only the rates compare, not the lengths of games or the scores:

- No drawing: every third card of the waste can be moved at once, as if a player had leafed through it. So their decisions are
  moves of cards only. Ours has `draw` and `recycle`; the fair rate of ours counts card moves per second as well as all choices.
- Cards may return from a foundation: ours needs `foundation_return=True`. Moves of part of a column, kings only into spaces,
  unlimited passes: the same as ours (`draw=3`, `passes=0`, `partial_units=True`, `empty_column=kings`).
- A move back to a position seen since the last irreversible move is illegal there, found out by playing each such move on a
  copy and hashing the copy's text; ours has no such rule, and no such cost.
- `depth_limit` ends a game after that many actions, the 31 cards turned at the start and every later turning included; the
  default is 150, about 106 decisions. Ours ends after `stall` idle actions. Ours should be run with a small one (`stall=50`), so
  that games are of a like length and are dealt as often.
- One entry for all spaces together; ours has one for each; a game without moves is ended by one more (counted) action.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import timing
from timing import Measured, Run

try:
    import pyspiel
except ImportError:  # an extra: see available()
    pyspiel = None

State = Any
Game = Any

OH_HELL_SEATS = 4
OH_HELL_SIZES = (*range(10, 0, -1), *range(2, 11))

# The house rules under which our rooms do the work that is measured here.
HOUSE_RULES: Mapping[str, Mapping[str, str | int | bool]] = {
    "oh_hell": {
        "start_cards": 10,
        "sequence": "down_up",
        "dealer_rule": "not_equal",
        "made_score": "ten_plus_bid",
        "tie_break": "share",
    },
    "klondike": {"draw": 3, "passes": 0, "foundation_return": True, "partial_units": True, "empty_column": "kings", "stall": 50},
}


class OpenSpielMissing(RuntimeError):
    """OpenSpiel is not installed; the message says how to get it."""


def available() -> bool:
    """Whether OpenSpiel is installed."""
    return pyspiel is not None


def _load(name: str, parameters: Mapping[str, Any]) -> Game:
    if pyspiel is None:
        raise OpenSpielMissing("OpenSpiel is not installed: pip install open-spiel")
    return pyspiel.load_game(name, dict(parameters))


def oh_hell() -> list[Game]:
    """One match of ours as games of theirs: 19 hands. Raises `OpenSpielMissing`."""
    by_size = {size: oh_hell_hand(OH_HELL_SEATS, size) for size in set(OH_HELL_SIZES)}
    return [by_size[size] for size in OH_HELL_SIZES]


def oh_hell_hand(seats: int, size: int) -> Game:
    """One hand of this many cards per player. Raises `OpenSpielMissing`."""
    return _load("oh_hell", {"players": seats, "off_bid_penalty": True, "points_per_trick": 1, "num_tricks_fixed": size})


def klondike(depth_limit: int = 150) -> list[Game]:
    """Their Klondike, ended after `depth_limit` actions. Raises `OpenSpielMissing`."""
    return [_load("solitaire", {"players": 1, "is_colored": False, "depth_limit": depth_limit})]


def _turn_up(state: State, rng: random.Random) -> None:
    """Samples one chance node."""
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, probabilities)[0])


def loop(games: Sequence[Game], rounds: int, seed: int = 1) -> Run:
    """Plays `rounds` times through `games` by the usual Python loop."""
    rng = random.Random(seed)

    def run() -> Measured:
        decisions = 0
        start = timing.now()
        for _ in range(rounds):
            for game in games:
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        _turn_up(state, rng)
                    else:
                        state.apply_action(rng.choice(state.legal_actions()))
                        decisions += 1
        return decisions, timing.now() - start

    return run


def decisions_of(state: State) -> int:
    """The players' actions in a state's history (chance has a negative number)."""
    return sum(action.player >= 0 for action in state.full_history())


def _native(prepared: Iterable[State], bots: Sequence[Any], seeds: Iterable[int]) -> Measured:
    """Plays the states to their ends in C++; making them is timed too if `prepared` makes them on the way."""
    start = timing.now()
    ended = []
    for state, seed in zip(prepared, seeds, strict=False):
        pyspiel.evaluate_bots(state, bots, seed)
        ended.append(state)
    seconds = timing.now() - start
    return sum(map(decisions_of, ended)), seconds


def _bots(games: Sequence[Game], seed: int) -> list[Any]:
    return [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(games[0].num_players())]


def native(games: Sequence[Game], rounds: int, seed: int = 1) -> Run:
    """Plays `rounds` times through `games`, each game wholly in C++."""
    bots, seeds = _bots(games, seed), itertools.count(seed)
    return lambda: _native((game.new_initial_state() for _ in range(rounds) for game in games), bots, seeds)


def native_dealt(games: Sequence[Game], rounds: int, seed: int = 1) -> Run:
    """Play as `native`, from states whose first chance nodes (the deal) were sampled before the clock started."""
    bots, seeds, rng = _bots(games, seed), itertools.count(seed), random.Random(seed)

    def dealt(game: Game) -> State:
        state = game.new_initial_state()
        while state.is_chance_node():
            _turn_up(state, rng)
        return state

    return lambda: _native([dealt(game) for _ in range(rounds) for game in games], bots, seeds)
