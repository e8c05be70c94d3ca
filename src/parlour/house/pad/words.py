"""Words for the hands of a sheet: entries, contradictions, counts beside the points, targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from parlour.engine import speech
from parlour.kit.layout import NOBODY
from parlour.languages import game_text

from .form import Field, Form
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
    found = []
    for field in form.fields:
        entered = [(seat, cells[key]) for key, seat in zip(field.keys, field.asked, strict=True) if key in cells]
        entered = [(seat, value) for seat, value in entered if not field.fault(value) and form.is_asked(field, seat, cells)]
        if not entered or all(value == field.usual for _, value in entered):
            continue
        if field.per == "hand":
            found.append(f"{field.text}: {field.in_words(entered[0][1])}")
        else:
            whose = form.side_name if field.per == "side" else form.names.__getitem__
            if field.kind == "flag":
                parts = [whose(seat) for seat, value in entered if value]
            else:
                parts = [f"{whose(seat)} {field.in_words(value)}" for seat, value in entered]
            found.append(f"{field.text}: {', '.join(parts)}")
    return found


def counters(scorer: Scorer, tables: Tables) -> list[Counter]:
    """The figures besides the score that outlast a hand, as the look names them."""
    room, t = scorer.room, tables[0]
    found: list[Counter] = []
    for figure in speech.look(room).get("figures", ()):
        field = room.Table.fields.get(figure["field"])
        if field is None or not field.kept or not field.per_seat or field.own_shape or len(field.per) > 1:
            continue
        if figure.get("label") and all(counter.field != field.name for counter in found):
            values = [int(x) for x in t[field.name][: scorer.game.seats]]
            found.append(Counter(field.name, str(figure["label"]), values))
    return found


def left(scorer: Scorer, tables: Tables, match: MatchOfPad) -> list[str]:
    """Return the distance to the target of each side in words, and which hand may be the last."""
    if match.over or match.ended:
        return []
    t, lines = tables[0], []
    goal = getattr(scorer.pad, "goal", None)
    if goal is None:
        return []
    what, figure, hands = goal(t)
    form = Form(t, scorer.names, scorer.game)
    if what == "reach":
        away = [f"{form.side_name(p)} {figure - int(t.score[p])}" for p in form.sides if t.score[p] < figure]
        lines.append(f"To {figure}: {', '.join(away)} to go" if away else f"{figure} is reached; somebody must be ahead")
    elif what == "ends":
        nearest = max(int(t.score[p]) for p in form.sides)
        lines.append(f"The match ends when somebody has {figure}: {max(figure - nearest, 0)} to go")
    elif what:
        lines.append(what.replace("{n}", str(figure)))
    if hands > 1:
        lines.append(f"Hand {int(t.hand_number)} of {'at most ' if what in ('reach', 'ends') else ''}{hands}")
    return lines


def in_language(field: Field, game: str) -> Field:
    """A field with its words as the reader's language has them. The names of players among its values stay."""

    def translated(text: str) -> str:
        return game_text(game, text)

    values = (
        field.values if field.kind in ("seat", "course") else tuple((value, translated(text)) for value, text in field.values)
    )
    if field.kind == "seat":
        values = tuple((value, translated(text) if value == NOBODY else text) for value, text in field.values)
    items = tuple(
        msgspec.structs.replace(
            one, text=translated(one.text), values=tuple((value, translated(text)) for value, text in one.values)
        )
        for one in field.items
    )
    words = {"text": translated(field.text), "sum_text": translated(field.sum_text), "note": translated(field.note)}
    return msgspec.structs.replace(field, values=values, items=items, **words)
