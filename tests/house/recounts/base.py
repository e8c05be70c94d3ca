"""The tools to play and count examples of rulebooks again by the rules, under any house rules.

RECOUNTS has a function for each example, by game and title: it takes the game under its house rules and returns the words that
its example must have then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.house.pad import Scorer

Recount = Callable[[Game], Sequence[str]]
RECOUNTS: dict[tuple[str, str], Recount] = {}


def example(game: str, title: str) -> Callable[[Recount], Recount]:
    """A function counts this example again."""

    def known(function: Recount) -> Recount:
        RECOUNTS[game, title] = function
        return function

    return known


def told(game: Game) -> dict[str, str]:
    """The examples that a rulebook prints under these house rules, by title; by their beginning if they have none."""
    found = re.search(r"^## Examples?\b[^\n]*\n(.*?)(?=^## |\Z)", game.rulebook(), re.MULTILINE | re.DOTALL)
    texts = re.split(r"^- ", found[1], flags=re.MULTILINE) if found else []
    plain = [" ".join(text.split()) for text in texts if text.strip()]
    return {title(text): text for text in plain}


def title(text: str) -> str:
    """The name of an example."""
    named = re.match(r"\*([^*]+)\.\*", text)
    return named[1] if named else " ".join(text.split()[:5])


def only_if(true: bool, words: str) -> str:
    """The words of an example if the rules agree, or what no text has: "not" alone would be found in many."""
    return words if true else f"not true: {words}"


def at(game: Game, **fields: Any) -> Match:
    """A match at a position, written as scenarios write it."""
    return Match(game, game.read_fields(fields), start_position="example")


def menu(match: Match) -> set[str]:
    """The names of the legal choices."""
    return {match.game.room.choice_name(code) for code in match.codes()}


def menu_of(match: Match, hands: Mapping[str, str]) -> list[int]:
    """The cards of the seat on turn that may be played."""
    return [code for code in match.codes() if match.game.room.choice_name(code) in hands.values()]


def gains(game: Game, cells: Mapping[str, Any], dealer: int = 0) -> list[int]:
    """The points of each seat for a hand, entered into the score pad."""
    scorer = Scorer(game, [f"P{p}" for p in range(game.seats)])
    dealt = scorer.deal(scorer.begin(dealer))
    form = scorer.form(dealt)
    values, missing, problems = form.read(cells)
    assert (missing, problems) == ([], [])
    hand = scorer.settle(dealt, form, values)
    return [int(now - was) for now, was in zip(hand.t.score[: game.seats], dealt[0].score[: game.seats], strict=True)]


def by_seat(name: str, values: Sequence[int]) -> dict[str, int]:
    """Cells of a form."""
    return {f"{name}.{p}": value for p, value in enumerate(values)}


def pack_without(cards: str, ranks: str = "2 3 4 5 6 7 8 9 10 J Q K A") -> list[str]:
    """The cards of a pack without some."""
    return [rank + suit for suit in "♦♣♠♥" for rank in ranks.split() if rank + suit not in cards.split()]


def minus(points: int) -> str:
    """Points as examples write them."""
    return f"minus {-points}" if points < 0 else str(points)


def _seats(game: Game, seats: int) -> Game:
    """Return the same house rules for this number of players, or for as many as there are if they do not go together."""
    return Game(game.room, seats, game.house)
