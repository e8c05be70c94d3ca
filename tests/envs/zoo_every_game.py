"""PettingZoo's own checks on games by name: `python zoo_every_game.py CYCLES cucumber klondike`.

Run interpreted by `test_pettingzoo`.
"""

from __future__ import annotations

import contextlib
import io
import sys
import warnings

EXPECTED = (
    "Observation is not a NumPy array",  # it is a dict, as in every environment with a mask
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # of who is not on turn
)


def check(name: str, cycles: int) -> None:
    """All three checks of a game."""
    from pettingzoo.test import api_test, parallel_api_test, seed_test
    from pettingzoo.utils import turn_based_aec_to_parallel

    from parlour.envs import pettingzoo

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for expected in EXPECTED:
            warnings.filterwarnings("ignore", expected)
        api_test(pettingzoo.env(name), num_cycles=cycles)
        seed_test(lambda: pettingzoo.env(name, memory=True), num_cycles=cycles // 8)
        parallel_api_test(turn_based_aec_to_parallel(pettingzoo.env(name)), num_cycles=cycles)


if __name__ == "__main__":
    for given in sys.argv[2:]:
        check(given, int(sys.argv[1]))
        print(given, flush=True)
