"""OpenSpiel's own checks on games by name: `python spiel_every_game.py simulate cucumber klondike`.

Run interpreted by `test_openspiel`.

simulate: the random simulation test. It plays a match at random and checks in every state the legal actions, their mask and
names, copies, what is written and read back, observations and information states, and at the end the returns.
record FOLDER, replay FOLDER: the playthrough test. A random match is written down with all that OpenSpiel can ask of a state;
from the game's name and the actions in that file another process must make the same file, line by line.
api: the part of the API test that is for games too large to be gone through. whole: the rest, state by state, and how many
there are.
"""

from __future__ import annotations

import sys
import unittest
from itertools import zip_longest
from pathlib import Path
from typing import Any

from parlour.engine.rooms import room
from parlour.kit.layout import OWNER, By, Number, Zone

SHORT = {"hands": 2, "max_hands": 2, "stall": 50, "rounds": 1, "max_rounds": 2, "target": 5, "max_ticks": 200}
"""House rules that keep a match short, if a room has them and allows the value."""
WHOLE = {"kuhn": ((1 + 2, 48, 60), 24), "leduc": ((1 + 2 + 2 * 30 * 5, 2 * 3780, 2 * 5520), 2 * 936)}
"""Rooms that are traversed: nodes of chance, nodes at which a seat chooses, and ends; then information states. OpenSpiel's own
Kuhn poker has 24 and 30 of the last two and 12 states, its Leduc 3,780 and 5,520 and 936; ours draw lots for the first dealer
before, and deal both hands in one step."""
SEED = 7


def loaded(name: str) -> Any:
    """A short match of a game; of the rooms that are small enough one hand with all deals listed."""
    from parlour.envs import openspiel

    if Path(name).name in WHOLE:
        return openspiel.load(name, chance="listed", returns="margin", hands=1)
    options = room(name).Table.options
    house = {rule: value for rule, value in SHORT.items() if rule in options and value in options[rule].codes}
    return openspiel.load(name, **house)


def simulate(name: str) -> None:
    """One match at random."""
    import pyspiel

    game = loaded(name)
    assert str(pyspiel.load_game(str(game))) == str(game)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def record(name: str, folder: Path) -> None:
    """A random match as a playthrough, in a file named after the game."""
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(str(loaded(name)), None, seed=SEED)
    (folder / f"{Path(name).name}.txt").write_text(text, encoding="utf-8")


def replay(name: str, folder: Path) -> None:
    """The playthrough in the file, made again from its first line and its actions."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    from parlour.envs import openspiel

    flags.FLAGS.mark_as_parsed()  # it asks for one of its own
    openspiel.register(name)
    texts = generate_playthrough.replay(folder / f"{Path(name).name}.txt")
    lines = zip_longest(*(text.split("\n") for text in texts))
    for number, (written, made) in enumerate(lines, 1):
        assert written == made, f"{name}, line {number}: written {written}, made again {made}"


def private(game: Any) -> bool:
    """Whether a seat sees what others do not, early in a hand. At Brag nobody looks at the hand before there has been betting."""
    shown = [one.seen for one in game.room.Table.fields.values() if isinstance(one, Zone | Number)]
    return game.seats > 1 and game.room.name != "brag" and any(seen == OWNER or isinstance(seen, By) for seen in shown)


def api(name: str, base: str = "EnforceAPIOnPartialTreeBase") -> None:
    """OpenSpiel's own test case with this game."""
    from open_spiel.integration_tests import api_test

    known = Path(name).name
    if known in WHOLE:
        api_test.TOTAL_NUM_STATES[known], api_test.PERFECT_RECALL_NUM_STATES[known] = WHOLE[known]
    game = loaded(name)
    about = {"game": game, "game_name": known}
    if not private(game.game):
        about["test_private_information_contents"] = lambda self: None
    case = type(known, (getattr(api_test, base),), about)
    result = unittest.TextTestRunner(stream=sys.stderr).run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    assert result.testsRun
    assert result.wasSuccessful()


def whole(name: str) -> None:
    """The same for all states."""
    api(name, "EnforceAPIOnFullTreeBase")


def main() -> None:
    """Do the check of the first argument for every game, and print each that has passed it."""
    kind, *given = sys.argv[1:]
    more = [Path(given.pop(0))] if kind in ("record", "replay") else []
    check = {"simulate": simulate, "record": record, "replay": replay, "api": api, "whole": whole}[kind]
    for name in given:
        check(name, *more)
        print(name, flush=True)


if __name__ == "__main__":
    main()
