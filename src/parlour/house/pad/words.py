"""Words for the hands of a sheet: entries, contradictions, counts beside the points, targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from parlour.engine import speech
from parlour.kit.layout import NOBODY
from parlour.languages import game_text, in_row, lazy_game_text, lazy_gettext

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


def words_of(form: Form, cells: Mapping[str, Any], game: str) -> list[str]:
    """Return the entries of a hand, one line per field, for readers of any language. game: whose words the fields have."""
    found: list[str] = []
    for field in form.fields:
        entered = [(seat, cells[key]) for key, seat in zip(field.keys, field.asked, strict=True) if key in cells]
        entered = [(seat, value) for seat, value in entered if not field.fault(value) and form.is_asked(field, seat, cells)]
        if not entered or all(value == field.usual for _, value in entered):
            continue
        if field.per == "hand":
            entries = value_in_words(field, entered[0][1], game)
        else:
            whose = form.side_name if field.per == "side" else form.names.__getitem__
            if field.kind == "flag":
                parts = [whose(seat) for seat, value in entered if value]
            else:
                parts = [in_row(" ", [whose(seat), value_in_words(field, value, game)]) for seat, value in entered]
            entries = in_row(", ", parts)
        found.append(lazy_gettext("{player}: {what}", player=lazy_game_text(game, field.text), what=entries))
    return found


def value_in_words(field: Field, value: Any, game: str) -> str:
    """Return a value as `Field.in_words` does, for readers of any language."""
    if field.kind == "flag":
        return lazy_gettext("yes") if value else lazy_gettext("no")
    if field.kind == "course":
        return in_row("; ", [_item_in_words(field, entry, game) for entry in value]) if value else lazy_gettext("nothing")
    words = field.in_words(value)
    return words if field.kind == "seat" and value != NOBODY else lazy_game_text(game, words)


def _item_in_words(field: Field, entry: Sequence[Any], game: str) -> str:
    item = next(item for item in field.items if item.what == entry[0])
    seat = dict(field.values).get(entry[1], "") if len(entry) > 1 else ""
    value = dict(item.values).get(entry[2], "") if len(entry) > 2 else ""
    return lazy_game_text(game, item.text, seat=seat, value=lazy_game_text(game, value))


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
            lazy_gettext("To {figure}: {away} to go", figure=figure, away=", ".join(away))
            if away
            else lazy_gettext("{figure} is reached; one player must be ahead", figure=figure)
        )
    elif what == "ends":
        nearest = max(int(t.score[p]) for p in form.sides)
        away_still = max(figure - nearest, 0)
        lines.append(lazy_gettext("The match ends when a player has {figure}: {n} to go", figure=figure, n=away_still))
    elif what:
        lines.append(lazy_game_text(scorer.room.name, what, n=figure))
    if hands > 1:
        form_of = lazy_gettext("Hand {n} of at most {hands}", n=int(t.hand_number), hands=hands)
        lines.append(
            form_of if what in ("reach", "ends") else lazy_gettext("Hand {n} of {hands}", n=int(t.hand_number), hands=hands)
        )
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
