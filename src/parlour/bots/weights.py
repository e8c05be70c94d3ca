"""The weights learned for a room's choices and positions, in files in its folder.

    policy.json   { "rules": 2, "features": 3904, "weights": { "17": -0.82, "1040": 1.31 },
                    "under": [{ "house": { "capot": "bid" }, "weights": { "17": -0.4 } }] }
    value.json    { "rules": 1, "tells": "points", "weights": { "melds": 0.93, "loose": -0.2 } }
    equity.json   { "rules": 1, "tells": "payoff", "weights": { "lead": 0.4, "bags": -0.1 } }

The policy of a game is the one learned under its house rules: of those in `under` whose `house` holds, the one that names most
rules, the first of equals. If none of them holds, it is the one learned under the usual rules.

A missing weight is 0. A file for other rules, or for other features, is not used: all choices of a rollout are then equally
likely, nothing is known about a hand that was not played to its end, and one that was is worth its points.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.files import read_json, write_text
from parlour.engine.game import Game
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


@dataclass(frozen=True)
class Policy:
    """The policy of a room. usual: weights by feature, float64[FEATURES]. under: house rules by name, and the weights learned
    under them."""

    usual: Floats
    under: tuple[tuple[dict[str, Any], Floats], ...] = ()

    def of(self, game: Game) -> Floats:
        """Return the weights learned under the house rules of a game, or else the usual ones."""
        options = game.options if self.under else {}
        fitting = [(house, weights) for house, weights in self.under if house.items() <= options.items()]
        return max(fitting, key=lambda part: len(part[0]))[1] if fitting else self.usual


def weights_of(game: Game) -> Floats:
    """Return the weights in the room's folder for a game, float64[FEATURES], not to be written on; all 0 if there are none that
    fit."""
    return _weights_of(game, _written(game.room, FILE))


@lru_cache(maxsize=256)
def _weights_of(game: Game, written: int) -> Floats:
    """Return what `weights_of` does, read once for each game and version of the file: every decision of a bot asks."""
    weights = read_policy(game.room.folder / FILE, game.room).of(game) if written else np.zeros(FEATURES)
    weights.setflags(write=False)
    return weights


def factors_of(game: Game) -> Floats:
    """Return by how much each feature makes a choice likelier by the weights in the room's folder, float64[FEATURES], not to be
    written on."""
    return _factors_of(game, _written(game.room, FILE))


@lru_cache(maxsize=256)
def _factors_of(game: Game, written: int) -> Floats:
    """Return the same, computed once for each game and version of the file."""
    return np.exp(_weights_of(game, written))


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


def read_policy(path: Path, room: Room) -> Policy:
    """Return the policy in a file, all 0 if it is for other rules. BadInput if the file is malformed."""
    try:
        read = read_json(path)
        if (read["rules"], read["features"]) != (room.rules_version, FEATURES):
            return Policy(np.zeros(FEATURES))
        under = ((dict(part["house"]), _weights_in(part["weights"])) for part in read.get("under", []))
        return Policy(_weights_in(read["weights"]), tuple(under))
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} holds no weights of a policy: {error}") from None


def _weights_in(written: Mapping[str, float]) -> Floats:
    """Return weights by feature, of which those that are not 0 are written."""
    weights = np.zeros(FEATURES)
    for feature, weight in written.items():
        weights[int(feature)] = float(weight)
    return weights


def write_policy(path: Path, room: Room, policy: Policy) -> None:
    """Write a policy so that `read_policy` finds it."""
    head = {"rules": room.rules_version, "features": FEATURES, "weights": _kept(policy.usual)}
    under = [{"house": house, "weights": _kept(weights)} for house, weights in policy.under]
    write_text(path, json.dumps(head | ({"under": under} if under else {}), separators=(",", ":")) + "\n")


def _kept(weights: Floats) -> dict[str, float]:
    """Return the weights that are written."""
    return {str(k): round(float(weight), 2) for k, weight in enumerate(weights) if abs(weight) >= LEAST}


def policy_with(path: Path, game: Game, weights: Floats) -> Policy:
    """Return the policy in a file with weights that were learned at a game: under its house rules if it has any, otherwise in
    place of the usual ones. A file for other rules or features is left out."""
    room, house = game.room, {name: game.options[name] for name in sorted(game.house)}
    before = read_policy(path, room) if path.is_file() else Policy(np.zeros(FEATURES))
    if not house:
        return Policy(weights, before.under)
    others = (part for part in before.under if part[0] != house)
    return Policy(before.usual, (*others, (house, weights)))


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


def policy_by(path: Path, game: Game) -> Floats:
    """Return the weights for a game in a file that was asked for by name. BadInput, too, if they are not for the current room."""
    weights = read_policy(path, game.room).of(game)
    if not weights.any():
        raise BadInput(f"{path} holds no weights for {game.room.name} as it is now")
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
