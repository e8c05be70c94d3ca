"""Deals to be settled: numbered ones, positions, and deals in the one-line notation of solvers.

    9D/4CAS/QDTDJC/...|TS6C3HTH...

The piles from left to right, each from the bottom and with its last card face up, then the stock in the order it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Game, split_position
from parlour.engine.spreadsheet import read_rows
from parlour.engine.steps import begin_row, step_row

NOTATION = re.compile(r"([A2-9TJQK][CDHS])*")
PILES = {"klondike": (1, 2, 3, 4, 5, 6, 7), "spider": (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)}
"""By game the cards of the piles of a deal; the others lie in the stock."""
CARDS = {"klondike": 52, "spider": 104}


@dataclass(frozen=True)
class Deal:
    """A deal to settle: what it goes by, its table, and whether it is known that it can be won (None: it is not)."""

    name: str
    tables: Any
    known: bool | None = None


class Numbered(Sequence[Deal]):
    """Deals by their numbers, which the web table and `parlour play --deal` know them by; dealt when they are asked for."""

    def __init__(self, game: Game, first: int, count: int) -> None:
        self._game, self._numbers = game, range(first, first + count)

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, k: Any) -> Any:
        number = self._numbers[k]
        tables = self._game.blank()
        begin_row(tables, 0, number, 0)
        step_row(tables, 0, number, 0)
        return Deal(str(number), tables)


def from_position(game: Game, text: str) -> Deal:
    """The table of a position without unknown cards. BadInput if it is none of the game."""
    _, fields = split_position(text, game.room.name)
    if any(isinstance(value, str) and "?" in value for value in fields.values()):
        raise BadInput("the position has unknown cards; the solver is for those who see them all")
    match = game.position(text)
    if match.over:
        raise BadInput("in this position the match is over")
    return Deal("position", match.tables)


def from_notation(game: Game, name: str, text: str, known: bool | None = None) -> Deal:
    """A deal in one line. BadInput says what is wrong with it."""
    sizes = PILES[game.room.name]
    piles, bar, stock = text.strip().partition("|")
    parts = [*piles.split("/"), stock]
    if not bar or len(parts) != len(sizes) + 1:
        raise BadInput(f"deal {name}: it is written as {counted(len(sizes), 'pile')} between /, then | and the stock")
    for part in parts:
        if not NOTATION.fullmatch(part):
            raise BadInput(f"deal {name}: {shown(part)} is not a row of cards like AC TD 9H without spaces")
    cards = [[part[i + 1] + part[i] for i in range(0, len(part), 2)] for part in parts]
    for k, (pile, size) in enumerate(zip(cards, sizes, strict=False)):
        if len(pile) != size:
            raise BadInput(f"deal {name}: pile {k + 1} has {counted(len(pile), 'card')}, not {size}")
    if sum(map(len, cards)) != CARDS[game.room.name]:
        raise BadInput(f"deal {name}: it has {counted(sum(map(len, cards)), 'card')}, not {CARDS[game.room.name]}")
    fields: dict[str, Any] = {"phase": "play", "turn": 0, "stock": _written(cards[-1][::-1])}
    if game.room.name == "klondike":
        fields["pass_number"] = 1
    for k, pile in enumerate(cards[:-1]):
        fields[f"down.{k}"], fields[f"up.{k}"] = _written(pile[:-1]), _written(pile[-1:])
    try:
        return Deal(name, game.read_fields({key: value for key, value in fields.items() if value != ""}), known)
    except BadInput as error:
        raise BadInput(f"deal {name}: {error}") from None


def _written(cards: list[str]) -> str:
    return " ".join(f"{card[1].replace('T', '10')}{'♣♦♥♠'['CDHS'.index(card[0])]}" for card in cards)


def from_csv(game: Game, text: str, skipped: list[str] | None = None) -> list[Deal]:
    """The deals of a file with the columns id and deal; known verdicts are in draw1 and draw3 or suits1, suits2 and suits4.

    skipped: if it is given, a deal that cannot be read is noted there and the others are read, if there are any.
    """
    rule = "draw" if game.room.name == "klondike" else "suits"
    column = f"{rule}{game.options[rule]}"
    deals, refused = [], []
    for row in read_rows(text, ("id", "deal")):
        known = {"1": True, "0": False}.get(row[column])
        try:
            deals.append(from_notation(game, row["id"] or f"in line {row.line}", row["deal"], known))
        except BadInput as error:
            refused.append(f"line {row.line}: {error}")
    if refused and (skipped is None or not deals):
        raise BadInput(refused[0])
    if not deals:
        raise BadInput("the file has no deals")
    if skipped is not None:
        skipped += refused
    return deals


def house_of_position(text: str) -> Mapping[str, Any]:
    """The house rules that a position names."""
    head, _ = split_position(text)
    house = head.get("house", {})
    if not isinstance(house, dict):
        raise BadInput("house is not a table of house rules")
    return house
