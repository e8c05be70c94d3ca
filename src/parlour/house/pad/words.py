"""Words for the hands of a sheet: entries, contradictions, counts beside the points, targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.engine import house_words, speech
from parlour.languages import Text, in_row, lazy_gettext
from parlour.languages import gettext as _

from .events import Pad
from .form import Form, pad_text
from .scoring import Scorer, Tables
from .sheet import Claim, Counter, Difference, MatchOfPad


def difference_of(match: int, hand: int, key: str, claims: list[Claim], form: Form) -> Difference:
    """A value that was entered differently, with each claim in words."""
    field = form.field(key)
    label = key
    if field is not None:
        seat = field.asked[field.keys.index(key)]
        label = form.label(field, seat)
        for claim in claims:
            claim.text = field.in_words(claim.value) if not field.fault(claim.value) else str(claim.value)
    return Difference(match, hand, key, label, claims)


def words_of(form: Form, cells: Mapping[str, Any]) -> list[str]:
    """Return the entries of a hand, one line per field."""
    found: list[str] = []
    for field in form.fields:
        entered = [(seat, cells[key]) for key, seat in zip(field.keys, field.asked, strict=True) if key in cells]
        entered = [(seat, value) for seat, value in entered if not field.fault(value) and form.is_asked(field, seat, cells)]
        if not entered or all(value == field.usual for _, value in entered):
            continue
        if field.per == "hand":
            value: Text = field.in_words(entered[0][1])
        else:
            whose = form.side_name if field.per == "side" else form.names.__getitem__
            if field.kind == "flag":
                value = in_row(", ", (whose(seat) for seat, value in entered if value))
            else:
                value = in_row(", ", (in_row(" ", [whose(seat), field.in_words(value)]) for seat, value in entered))
        found.append(lazy_gettext("{entry}: {value}", entry=field.text, value=value))
    return found


def counters(scorer: Scorer, tables: Tables) -> list[Counter]:
    """The figures besides the score that outlast a hand, as the look names them."""
    room, t = scorer.room, tables[0]
    found: list[Counter] = []
    for figure in speech.english(room).get("figures", ()):
        field = room.Table.fields.get(figure["field"])
        if field is None or not field.kept or not field.per_seat or field.own_shape or len(field.per) > 1:
            continue
        if figure.get("label") and all(counter.field != field.name for counter in found):
            values = [int(x) for x in t[field.name][: scorer.game.seats]]
            found.append(Counter(field.name, pad_text(room.name, str(figure["label"])), values))
    return found


def left(scorer: Scorer, tables: Tables, match: MatchOfPad) -> list[str]:
    """Return the distance to the target of each side in words, and which hand may be the last."""
    if match.over or match.ended:
        return []
    t = tables[0]
    lines: list[str] = []
    goal = getattr(scorer.pad, "goal", None)
    if goal is None:
        return []
    what, figure, hands = goal(t)
    form = Form(t, scorer.names, scorer.game)
    if what == "reach":
        away = [f"{form.side_name(p)} {figure - int(t.score[p])}" for p in form.sides if t.score[p] < figure]
        lines.append(
            lazy_gettext("To {n}: {sides} to go", n=figure, sides=in_row(", ", away))
            if away
            else lazy_gettext("{n} is reached, and the match goes on until one side is ahead", n=figure)
        )
    elif what == "ends":
        nearest = max(int(t.score[p]) for p in form.sides)
        lines.append(lazy_gettext("The match ends when a player has {n}: {left} to go", n=figure, left=max(figure - nearest, 0)))
    elif what:
        lines.append(pad_text(scorer.room.name, what, n=figure))
    if hands > 1:
        values = {"n": int(t.hand_number), "hands": hands}
        at_most = what in ("reach", "ends")
        lines.append(
            lazy_gettext("Hand {n} of at most {hands}", **values) if at_most else lazy_gettext("Hand {n} of {hands}", **values)
        )
    return lines


def house_of(pad: Pad) -> list[str]:
    """Return the house rules of a pad that are not the usual ones, in the reader's language."""
    room, options = pad.game.room, pad.game.options
    return [
        _("{what}: {value}", what=house_words.about(room, name), value=house_words.value_words(room, name, options[name]))
        for name in options
        if name in pad.game.house
    ]
