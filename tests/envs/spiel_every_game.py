"""OpenSpiel's own random simulation test on games by name: `python spiel_every_game.py cucumber klondike`.

It plays a match at random and checks in every state the legal actions, their mask and names, copies, what is written and read
back, observations and information states, and at the end the returns. Run interpreted by `test_openspiel`.
"""

from __future__ import annotations

import sys

from parlour.engine.rooms import room

SHORT = {"hands": 2, "max_hands": 2, "stall": 50, "rounds": 1, "max_rounds": 2, "target": 5}
"""House rules that keep a match short, where a room has them and allows the value."""


def short(name: str) -> dict[str, int]:
    """The house rules of a short match of a game."""
    options = room(name).Table.options
    return {rule: value for rule, value in SHORT.items() if rule in options and value in options[rule].codes}


def check(name: str) -> None:
    """One match at random."""
    import pyspiel

    from parlour.envs import openspiel

    game = openspiel.load(name, **short(name))
    assert str(pyspiel.load_game(str(game))) == str(game)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


if __name__ == "__main__":
    for given in sys.argv[1:]:
        check(given)
        print(given, flush=True)
