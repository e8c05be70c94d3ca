"""Questions and commands of a player at a live table, answered in the words of the terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from parlour.engine.errors import BadInput
from parlour.engine.picks import pick
from parlour.engine.rulebook import asked_for
from parlour.engine.speech import look
from parlour.house.commands import ACTS, help_text, parts, read_choice, read_command
from parlour.house.questions import Questions, Sight
from parlour.languages import gettext as _
from parlour.languages import lazy_gettext

from .live import LiveMatch
from .views import masked
from .wire import Answer, Command


def answer(live: LiveMatch, seat: int, question: str, prefix: Sequence[str]) -> Answer:
    """Answer a question of a seat after these picks of a chain."""
    feed = live.feeds[seat]
    codes, row = _menu(live, seat, prefix)
    sight = Sight(row, _asked(live, seat), codes, feed.lines)
    return Answer(Questions(live.game, feed.names, seat).answer(question, sight))


def command(live: LiveMatch, seat: int, asked: Command) -> Answer:
    """Do what a line of a player says, as far as it needs no more than an answer. BadInput if it means nothing here."""
    read, prefix = read_command(asked.text), asked.prefix
    if read.act == "question":
        return answer(live, seat, read.text, prefix)
    if read.act == "help":
        return Answer(" ".join(help_text().split()))
    if read.act == "rule":
        row = live.match.view(seat).tables[0]
        found = asked_for(live.room, row, read.text)
        if found is None:
            return Answer(_("The rulebook has no {rule}.", rule=read.text))
        return Answer(_("Rule {number}: {text}", number=found.number, text=found.text))
    if read.act in ACTS.values():
        return Answer(act=read.act)  # type: ignore[arg-type]
    names = _read(live, seat, read.text, prefix, asked)
    if read.act == "choose":
        pick(live.game, live.table_for(seat), [*prefix, *names])
        return Answer(names=names)
    _name, label, why = live.why(seat, names[0], prefix)
    return Answer(live.about(seat, names[0], prefix) or why if label or why else _("That is allowed."))


def _read(live: LiveMatch, seat: int, text: str, prefix: Sequence[str], asked: Command) -> list[str]:
    """The names of choices with commas between them. Each is read by the menu after those before it. Where a room lets choices be
    written, the whole text is read so. asked: says which cards the player sees.
    """
    if not prefix and live.is_written(seat):
        with contextlib.suppress(BadInput):
            return live.read(seat, text)
    names: list[str] = []
    screen = Questions(live.game, live.feeds[seat].names, seat).screen

    def read(part: str) -> str:
        tables = live.table_for(seat)
        if pick(live.game, tables, [*prefix, *names])[1]:
            raise BadInput(lazy_gettext("{choice}: the choice was complete before it", choice=part))
        seen = masked(tables, seat)
        codes = screen.sorted([code for run in live.game.entries(seen) for code in run])
        return live.room.choice_name(read_choice(live.game, screen, codes, seen[0], part, asked.cards, asked.suits))

    for part in parts(text, read):
        name = read(part)  # by the menu after the names before it
        names.append(name)
    return names


def _menu(live: LiveMatch, seat: int, prefix: Sequence[str]) -> tuple[list[int], Any]:
    """The choices of a seat after these picks and the table as it then looks. Picks that do not fit any more do not count;
    there are no choices if the seat is not asked.
    """
    row = live.match.view(seat).tables[0]
    if seat not in live.asked():
        return [], row
    tables = live.table_for(seat)
    try:
        complete = pick(live.game, tables, prefix)[1]
    except BadInput:
        return _menu(live, seat, []) if prefix else ([], row)
    seen = masked(tables, seat)
    return ([], row) if complete else ([code for run in live.game.entries(seen) for code in run], seen[0])


def _asked(live: LiveMatch, seat: int) -> list[int]:
    """The seats that are waited for, as far as this seat may know: none in a window that passes by itself."""
    view = live.feeds[seat].view
    if view.over or view.phase in look(live.room).get("standing", {}):
        return []
    return view.asked or ([view.turn] if view.turn >= 0 else [])
