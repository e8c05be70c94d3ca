"""The weights learned for a room's choices and positions, in files in its folder.

    policy.json   { "rules": 2, "features": 3904, "weights": { "17": -0.82, "1040": 1.31 } }
    value.json    { "rules": 1, "tells": "points", "weights": { "melds": 0.93, "loose": -0.2 } }
    equity.json   { "rules": 1, "tells": "payoff", "weights": { "lead": 0.4, "bags": -0.1 } }

A missing weight is 0. A file for other rules, or for other features, is not used: all choices of a rollout are then equally
likely, nothing is known about a hand that was not played to its end, and one that was is worth its points.
"""

from __future__ import annotations

import json
import os
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.files import read_json, write_text
from parlour.engine.rooms import Room
from parlour.kit.features import FEATURES

from . import heuristics
from .rollouts import LOSS, NOTHING, PAYOFF, POINTS, Floats

FILE = "policy.json"
VALUE_FILE = "value.json"
EQUITY_FILE = "equity.json"
KINDS = {"points": POINTS, "payoff": PAYOFF, "loss": LOSS}
"""The predictions of positions and scores: the change of score, who wins the match, who loses it."""
LEAST = 0.01
"""A weight closer to 0 is not written."""


def weights_of(room: Room) -> Floats:
    """Return the weights in the room's folder, float64[FEATURES], not to be written on; all 0 if there are none that fit."""
    return _weights_of(room, _written(room, FILE))


@lru_cache(maxsize=128)
def _weights_of(room: Room, written: int) -> Floats:
    """Return what `factors_of` does, read once for each version of the file: every decision of a bot asks."""
    weights = read_weights(room.folder / FILE, room) if written else np.zeros(FEATURES)
    weights.setflags(write=False)
    return weights


def factors_of(room: Room) -> Floats:
    """Return by how much each feature makes a choice likelier by the weights in the room's folder, float64[FEATURES], not to be
    written written written written on."""
    return _factors_of(room, _written(room, FILE))


@lru_cache(maxsize=128)
def _factors_of(room: Room, written: int) -> Floats:
    """Return the same, computed once for each version of the file."""
    return np.exp(_weights_of(room, written))


def _written(room: Room, name: str) -> int:
    """Return when a file in the room's folder was written, 0 if there is none."""
    try:
        return os.stat(_path(room, name)).st_mtime_ns
    except OSError:
        return 0


@cache
def _path(room: Room, name: str) -> str:
    """Return the path of a file of a room as text: every decision of a bot needs it, and a `Path` is slow to make."""
    return str(room.folder / name)


def read_weights(path: Path, room: Room) -> Floats:
    """Return the weights in a file, all 0 if they are for other rules. BadInput if the file is malformed."""
    weights = np.zeros(FEATURES)
    try:
        read = read_json(path)
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
    write_text(path, json.dumps(head, separators=(",", ":")) + "\n")


def value_of(room: Room) -> tuple[int, Floats]:
    """Return what the value learned in the room's folder predicts, and the weights of the features of its positions, not to be
    written on; NOTHING and 0 if there are none that fit."""
    return _value_of(room, VALUE_FILE, heuristics.position_names(room), _written(room, VALUE_FILE))


def equity_of(room: Room) -> tuple[int, Floats]:
    """Return whether what is learned in the room's folder of scores tells who wins or who loses, and the weights of their
    features, not to be written on; NOTHING and 0 if there are none that fit."""
    return _value_of(room, EQUITY_FILE, heuristics.score_names(room), _written(room, EQUITY_FILE))


@lru_cache(maxsize=256)
def _value_of(room: Room, file: str, names: tuple[str, ...], written: int) -> tuple[int, Floats]:
    """Return a learned value, read once for each version of the file."""
    return read_value(room.folder / file, room, names) if written else (NOTHING, np.zeros(len(names)))


def read_value(path: Path, room: Room, names: tuple[str, ...] | None = None) -> tuple[int, Floats]:
    """Return a learned value from a file, NOTHING and 0 if it is for other rules or features. BadInput if the file is
    malformed.

    names: of the features, if they are not those of the room's positions.
    """
    names = heuristics.position_names(room) if names is None else names
    try:
        read = read_json(path)
        kind, weights = KINDS[read["tells"]], {str(name): float(weight) for name, weight in read["weights"].items()}
        if read["rules"] == room.rules_version and tuple(weights) == names:
            return kind, np.array(list(weights.values()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} holds no learned value: {error}") from None
    return NOTHING, np.zeros(len(names))


def policy_by(path: Path, room: Room) -> Floats:
    """Return the weights in a file that was asked for by name. BadInput, too, if they are not for the current room."""
    weights = read_weights(path, room)
    if not weights.any():
        raise BadInput(f"{path} holds no weights for {room.name} as it is now")
    return weights


def value_by(path: Path, room: Room) -> tuple[int, Floats]:
    """Return the learned value in a file that was asked for by name. BadInput, too, if it is not for the current room."""
    kind, weights = read_value(path, room)
    if kind == NOTHING:
        raise BadInput(f"{path} holds no learned value for {room.name} as it is now")
    return kind, weights


def write_value(path: Path, room: Room, kind: int, weights: Floats, names: tuple[str, ...] | None = None) -> None:
    """Write a learned value so that `read_value` finds it. names: see there."""
    named = zip(heuristics.position_names(room) if names is None else names, weights, strict=True)
    kept = {name: float(f"{weight:.4g}") for name, weight in named}
    word = next(word for word, code in KINDS.items() if code == kind)
    head = {"rules": room.rules_version, "tells": word, "weights": kept}
    write_text(path, json.dumps(head, indent=1) + "\n")
