"""The weights of a room's features, as they stand in its `policy.json`.

    { "rules": 2, "features": 3904, "weights": { "17": -0.82, "1040": 1.31 } }

A weight that is not there is 0. A file of other rules, or of another way to count features, is as good as none: all choices
of a rollout are then equally likely.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.rooms import Room
from parlour.kit.features import FEATURES

from .rollouts import Floats

FILE = "policy.json"
LEAST = 0.01
"""A weight closer to 0 is not written."""


def weights_of(room: Room) -> Floats:
    """The weights in the room's folder, float64[FEATURES], not to be written on; all 0 where there are none that fit."""
    path = room.folder / FILE
    return _weights_of(room, path.stat().st_mtime_ns if path.is_file() else 0)


@lru_cache(maxsize=128)
def _weights_of(room: Room, written: int) -> Floats:
    """The same, read once for each version of the file: every decision of a bot asks."""
    weights = read_weights(room.folder / FILE, room) if written else np.zeros(FEATURES)
    weights.setflags(write=False)
    return weights


def read_weights(path: Path, room: Room) -> Floats:
    """The weights in a file, all 0 where they are of other rules. BadInput where it is no such file."""
    weights = np.zeros(FEATURES)
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        if (read["rules"], read["features"]) == (room.rules_version, FEATURES):
            for feature, weight in read["weights"].items():
                weights[int(feature)] = float(weight)
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} holds no weights of a policy: {error}") from None
    return weights


def write_weights(path: Path, room: Room, weights: Floats) -> None:
    """Write weights so that `read_weights` finds them."""
    kept = {str(k): round(float(weight), 2) for k, weight in enumerate(weights) if abs(weight) >= LEAST}
    head = {"rules": room.rules_version, "features": FEATURES, "weights": kept}
    path.write_text(json.dumps(head, separators=(",", ":")) + "\n", encoding="utf-8")
