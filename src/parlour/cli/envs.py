"""parlour envs: what the columns of an observation mean, and the actions."""

from __future__ import annotations

import argparse
import re

from parlour.engine.counting import counted
from parlour.languages import gettext as _

from .arguments import Commands, add_game, add_json, command, game_of, print_json


def add(commands: Commands) -> None:
    made = command(commands, "envs", run, _("what a learner sees of a game and may do, column by column"))
    add_game(made)
    made.add_argument("--memory", action="store_true", help="also what a seat remembers")
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.envs import Actions, Tensors

    game = game_of(arguments)
    tensors, actions = Tensors(game, arguments.memory), Actions(game)
    if arguments.json:
        parts = [
            {
                "name": part.name,
                "start": part.start,
                "shape": part.shape,
                "axes": part.axes,
                "low": part.low,
                "high": part.high,
                "meaning": part.meaning,
            }
            for part in tensors.parts
        ]
        data = {"game": game.room.name, "seats": game.seats, "columns": tensors.width, "parts": parts}
        print_json(data | {"actions": actions.names, "exact": actions.exact})
        return 0
    print(
        f"{game.room.title}, {counted(game.seats, 'player')}: {counted(tensors.width, 'column')}, {counted(actions.n, 'action')}"
    )
    for part in tensors.parts:
        shape = " x ".join(map(str, part.shape))
        print(f"{part.start:>6}  {part.name:<18} {shape:<12} {part.meaning}")
    for first, last in _runs(actions.names):
        name = actions.names[first] if first == last else f"{actions.names[first]} ... {actions.names[last]}"
        print(f"{first if first == last else f'{first}-{last}':>12}  {name}")
    return 0


def _runs(names: list[str]) -> list[tuple[int, int]]:
    """Actions that differ only in figures and cards, put together: first and last of each run."""
    kinds = [re.sub(r"(?<!\S)[^\s\d♣♦♥♠★☆]*+[\d♣♦♥♠★☆]\S*+|\b[AJQK]\b", "#", name) for name in names]
    runs: list[tuple[int, int]] = []
    for at, kind in enumerate(kinds):
        if runs and kinds[runs[-1][0]] == kind and "#" in kind:
            runs[-1] = runs[-1][0], at
        else:
            runs.append((at, at))
    return runs
