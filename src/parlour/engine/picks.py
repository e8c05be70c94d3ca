"""Making the picks of a chain on a table, or saying which paragraph of the rulebook forbids one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.languages import lazy_gettext

from . import steps
from .errors import BadInput, IllegalChoice
from .rulebook import explained
from .speech import short_name
from .view import Tables, plain

if TYPE_CHECKING:
    from .game import Game


def pick(game: Game, tables: Tables, choices: Sequence[str | int]) -> tuple[list[int], bool]:
    """Make picks of a chain in place, for the seat on turn: their codes, and whether they complete it.

    IllegalChoice says which paragraph forbids one, BadInput which is not a choice or comes after the last.
    """
    picks: list[int] = []
    whole = False
    for choice in choices:
        code = game.code(choice)
        name = short_name(game.room, code)
        if whole:
            raise BadInput(lazy_gettext("{choice}: the choice was complete before it", choice=name))
        reason = int(steps.verdict_row(tables, 0, code))
        if reason:
            raise IllegalChoice(
                lazy_gettext("{choice}: {why}", choice=name, why=explained(game.room, tables[0], reason, 240)), reason
            )
        steps.act_row(tables, 0, code)
        picks.append(code)
        whole = int(plain(tables)["chain"]) == 0
    return picks, whole
