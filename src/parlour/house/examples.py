"""Worked examples for the rulebook, from a room's scenarios: what lies on the table, what may be played and why not the rest,
or what is played and what comes of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.positions import flat
from parlour.engine.rooms import Room
from parlour.engine.rulebook import numbers_of, paragraphs
from parlour.engine.scenarios import Scenario, read_scenarios
from parlour.engine.speech import choice_words, look
from parlour.kit.layout import ALL, OWNER
from parlour.languages import example_title, lettered_card, listed, ngettext
from parlour.languages import gettext as _

MOST = 3
"""Examples a paragraph."""
MOST_CARDS = 40
"""Larger pictures explain nothing."""
MOST_IN_A_ROW = 16
MOST_PLAYS = 8
SUITS = "♣♦♥♠"
_SUITED = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]|[★☆]")
_BY_RANK = re.compile(r"(?<!\S)(?:10|[2-9AKQJ]|[★☆])(?!\S)")
_PARAGRAPH = re.compile(r"[RF]\d+")


@dataclass(frozen=True)
class Shown:
    """A card in a picture: its text, whether it may be played (None if that is not the point), what is written below it."""

    card: str
    may: bool | None = None
    note: str = ""


@dataclass(frozen=True)
class Example:
    """A worked example: its name, rows of cards under a label each, and what is said below them, a sentence an item."""

    name: str
    rows: tuple[tuple[str, tuple[Shown, ...]], ...]
    says: tuple[str, ...]


def examples(game: Game, most: int = MOST, thorough: bool = False) -> dict[str, list[Example]]:
    """The examples by paragraph, at most this many each, of those scenarios that hold under the game's house rules.

    Those of house rules stand before those of the usual ones, what may be played before what comes of a play. thorough:
    scenarios of fewer house rules are tried under these and shown if nothing is different there; this plays them, so the
    game's rules are compiled if they were not.
    """
    path = game.room.folder / "scenarios.toml"
    found: dict[str, list[tuple[tuple[int, int], Example]]] = {}
    if not path.is_file():
        return {}
    numbers = numbers_of(paragraphs(game.room, game.blank()[0])) if (game.room.folder / "rulebook.md").is_file() else {}
    for scenario in read_scenarios(path).scenarios:
        if scenario.shows and _holds(scenario, game, thorough):
            ways = (_choice(scenario, numbers), _play(scenario))
            kind, example = next(((kind, way) for kind, way in enumerate(ways) if way), (0, None))
            if example:
                found.setdefault(scenario.shows[0], []).append(((-len(scenario.house), kind), example))
    ranked = {label: sorted(each, key=lambda one: one[0])[:most] for label, each in found.items()}
    return {label: [example for _, example in each] for label, each in ranked.items()}


def titles(room: Room) -> Iterator[str]:
    """Yield the titles of a room's scenarios that its rulebook may show as examples."""
    path = room.folder / "scenarios.toml"
    if path.is_file():
        for scenario in read_scenarios(path).scenarios:
            if scenario.shows and (_choice(scenario, {}) or _play(scenario)):
                yield scenario.name


def _holds(scenario: Scenario, game: Game, thorough: bool) -> bool:
    """Return whether a scenario is one of these house rules, for any number of players."""
    try:
        own = Game(game.room, scenario.seats, scenario.house)
        here = Game(game.room, scenario.seats, game.house)
        if own.options == here.options:
            return True
        fits = all(own.options[name] == here.options[name] for name in scenario.house)
        return thorough and fits and not replace(scenario, house=game.house).run()
    except BadInput:
        return False


# what may be played


def _choice(scenario: Scenario, numbers: Mapping[str, int]) -> Example | None:
    """Return a picture of the cards that may be played; None if the scenario does not ask. numbers: printed, of paragraphs."""
    given, room, table = scenario.stages[0], scenario.room, flat(scenario.table)
    turn = table.get("turn")
    if given.choices is None or not isinstance(turn, int):
        return None
    own = [name for name, zone in room.Table.zones.items() if zone.plays and zone.per_seat]
    places = [place for place in _places(scenario, turn, own) if place[1]]
    held = {card for name in own for card in _cards(room, table.get(f"{name}.{turn}", ""))}
    may = [name for name in given.choices if name in held]
    if not held or len(may) == len(given.choices) == len(held) or sum(len(cards) for _, cards, _ in places) > MOST_CARDS:
        return None
    why = {name: reason for name, reason in given.why_not.items() if reason}
    # calls alone are not a question to the cards
    asked = bool(may) or any(name in held and _PARAGRAPH.fullmatch(reason) for name, reason in why.items())
    why = {  # a call that these house rules do not have is not worth a word
        name: _("rule {number}", number=numbers[reason]) if reason in numbers else _(reason)
        for name, reason in why.items()
        if reason in numbers or not _PARAGRAPH.fullmatch(reason)
    }
    rows = [
        (label, tuple(Shown(card, card in may, why.get(card, "")) if asked and mine else Shown(card) for card in cards))
        for label, cards, mine in places
    ]
    calls = ", ".join(_label(room, name) for name in given.choices if name not in held)
    refused = ", ".join(f"{_label(room, name)} ({reason})" for name, reason in why.items() if name not in held)
    allowed = _("Also allowed: {choices}.", choices=calls) if may else _("Allowed: {choices}.", choices=calls)
    says = ([allowed] if calls else []) + ([_("Not allowed: {choices}.", choices=refused)] if refused else [])
    return Example(_name(scenario), tuple(rows), tuple(says))


def _name(scenario: Scenario) -> str:
    """What it is called; for another number of players than usual, that too."""
    title = example_title(scenario.room.name, scenario.name)
    if scenario.seats in (None, scenario.room.Table.default_seats):
        return title
    return ngettext("{title} ({n} player)", "{title} ({n} players)", scenario.seats or 0, title=title)


def _cards(room: Room, text: object) -> list[str]:
    """The cards in the text of a zone."""
    return (_SUITED if room.Table.suited else _BY_RANK).findall(str(text))


def _places(scenario: Scenario, turn: int, own: list[str]) -> Iterator[tuple[str, list[str], bool]]:
    """Return the zones that the seat on turn sees, its own hand last: label, cards, whether it is the hand."""
    room, table = scenario.room, flat(scenario.table)
    looks = look(room).get("zones", {})
    seen = []
    for key, text in table.items():
        name, index = _key(key)
        zone = room.Table.zones.get(name)
        if zone is None or looks.get(name, {}).get("look") == "hidden" or not isinstance(text, str):
            continue
        mine = index.partition(".")[0] == str(turn)
        if zone.seen == ALL or (zone.seen == OWNER and mine and zone.per_seat):
            label = _zone_label(room, name)
            if zone.per_seat:
                # TRANSLATORS: a place with cards; "You: {zone}" if the word for "your" depends on it
                label = _("Your {zone}", zone=label) if mine else _("{zone} of another", zone=label)
            seen.append((label[:1].upper() + label[1:], _cards(room, text), name in own and index == str(turn)))
    yield from (place for place in seen if not place[2])
    yield from ((label, cards, False) for label, cards in _trumps(room, table))
    yield from (place for place in seen if place[2])


def _key(key: str) -> tuple[str, str]:
    """A key of a table, split into the field and what is behind its point."""
    name, index = f"{key}.".split(".", 1)
    return name, index.removesuffix(".")


def _zone_label(room: Room, name: str) -> str:
    return str(look(room).get("zones", {}).get(name, {}).get("label") or name.replace("_", " "))


def _trumps(room: Room, table: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Suits that the table shows as figures."""
    for figure in look(room).get("figures", []):
        value = table.get(figure["field"])
        if figure.get("show") == "suit" and isinstance(value, int) and 0 <= value < 4:
            yield str(figure.get("label", figure["field"])), [SUITS[value]]


def _label(room: Room, name: str) -> str:
    """A choice in words; a card by its sign. Of a chain each part, one after the other."""
    if "," in name:
        return ", ".join(_label(room, part.strip()) for part in name.split(","))
    try:
        code = room.read_choice(name)
    except BadInput:
        return name
    return lettered_card(name) if code < 54 else choice_words(room, code)


# what comes of a play


def _play(scenario: Scenario) -> Example | None:
    """Return the choices and their results; None if neither can be shown."""
    room = scenario.room
    at = next((k for k, stage in enumerate(scenario.stages) if stage.play), None)
    if at != 1:
        return None
    stage = scenario.stages[1]
    seats = Game(room, scenario.seats, scenario.house).seats
    if (
        len(stage.play) > MOST_PLAYS
        or not (after := _after(room, _outcome(scenario, at), seats))
        or all(_waits(room, text) for text in stage.play)
    ):
        return None
    rows = [(label, tuple(map(Shown, cards))) for label, cards in _open_places(scenario, seats)]
    played = [_choice_of(text) for text in stage.play if not _waits(room, text)]
    cards_alone = all(len(names) == 1 and _cards(room, names[0]) == names for seat, names in played)
    if len(played) == 1 or not cards_alone:
        rows += [(label, tuple(map(Shown, cards))) for label, cards in _hands(scenario, seats, [seat for seat, names in played])]
    if cards_alone:
        rows.append((_("Played"), tuple(Shown(names[0], None, player(seat, seats, short=True)) for seat, names in played)))
        says: tuple[str, ...] = ()
    else:
        says = tuple(_sentence(player(seat, seats), _label(room, ",".join(names))) for seat, names in played)
    if any(len(cards) > MOST_IN_A_ROW for _, cards in rows) or sum(len(cards) for _, cards in rows) > MOST_CARDS:
        return None
    return Example(_name(scenario), tuple(rows), (*says, *after))


def player(seat: int, seats: int, short: bool = False) -> str:
    """Return the name of a seat in an example: its place from the first on, or "you" if one player plays alone."""
    if seats == 1:
        return _("you") if short else _("You")
    return _("P{number}", number=seat + 1) if short else _("Player {number}", number=seat + 1)


def _choice_of(text: str) -> tuple[int, list[str]]:
    """A choice of a scenario: the seat, and the names of what it chooses, the parts of a chain one after the other."""
    seat, names = text.split(":", 1)
    return int(seat), [name.strip() for name in names.partition("@")[0].split(",")]


def _waits(room: Room, text: str) -> bool:
    """Whether a choice is to do nothing in a race, if both are always asked."""
    name = text.partition(":")[2].partition("@")[0].strip()
    return name in {room.choice_name(code) for code in room.races.values()}


def _open_places(scenario: Scenario, seats: int) -> Iterator[tuple[str, list[str]]]:
    """Return the open zones."""
    room, table = scenario.room, flat(scenario.table)
    for key, text in table.items():
        name, index = _key(key)
        zone = room.Table.zones.get(name)
        if zone is None or zone.seen != ALL or look(room).get("zones", {}).get(name, {}).get("look") == "hidden":
            continue
        if cards := _cards(room, text):
            yield _place_label(room, name, index, seats), cards
    yield from _trumps(room, table)


def _hands(scenario: Scenario, seats: int, acting: Sequence[int]) -> Iterator[tuple[str, list[str]]]:
    """Return the hands of the players who choose, if the scenario gives more of them than the chosen cards."""
    room, table = scenario.room, flat(scenario.table)
    for seat in dict.fromkeys(acting):
        for name, zone in room.Table.zones.items():
            cards = _cards(room, table.get(f"{name}.{seat}", ""))
            if zone.plays and zone.per_seat and zone.seen != ALL and len(cards) > 1:
                yield _place_label(room, name, str(seat), seats), cards


def _place_label(room: Room, name: str, index: str, seats: int) -> str:
    label, zone = _zone_label(room, name), room.Table.zones[name]
    if index and zone.per_seat and seats > 1:
        label = _("{what}: {value}", what=player(int(index.partition(".")[0]), seats), value=label)
    elif index and not zone.per_seat:
        label = f"{label} {int(index.partition('.')[0]) + 1}"
    return label[:1].upper() + label[1:]


def _outcome(scenario: Scenario, at: int) -> dict[str, Any]:
    """The fields as they are in the end, before somebody chooses again or the next hand is dealt."""
    fields: dict[str, Any] = {}
    for number, stage in enumerate(scenario.stages[at:]):
        if number and (stage.play or {"dealer", "hand_number"} & stage.fields.keys()):
            break
        fields |= stage.fields
    return fields


def _after(room: Room, fields: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Return the expected figures and open zones of a scenario as sentences."""
    found = []
    for name, value in _whole_fields(fields):
        if name in room.Table.zones:
            continue
        figure = next((each for each in look(room).get("figures", []) if each["field"] == name), None)
        found += [_figure(room, figure, name, value, seats)]
    for key, text in flat(fields).items():
        name, index = _key(key)
        zone = room.Table.zones.get(name)
        hidden = look(room).get("zones", {}).get(name, {}).get("look") == "hidden"
        if zone is not None and zone.seen == ALL and not hidden and 0 < len(_cards(room, text)) <= MOST_IN_A_ROW:
            found.append(_sentence(_place_label(room, name, index, seats), " ".join(map(lettered_card, _cards(room, text)))))
    return tuple(text for text in found if text)


def _sentence(what: str, value: str) -> str:
    """A sentence: of whom or what, and what there is to say."""
    if value[-1] in ".!?":
        return _("{what}: {value}", what=what, value=value)
    return _("{what}: {value}.", what=what, value=value)


def _whole_fields(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in fields.items():
        if not isinstance(value, dict):
            yield name, value


def _figure(room: Room, figure: Mapping[str, Any] | None, name: str, value: Any, seats: int) -> str:
    """A figure as a sentence; nothing if people do not see it."""
    if name == "winners" and isinstance(value, list) and value and seats > 1:
        return _("The match is won by {players}.", players=listed(player(seat, seats) for seat in value))
    if figure is None or figure.get("area") == "sheet":
        return ""
    label, show = str(figure.get("label") or ""), figure.get("show", "number")
    if show == "number" and label:
        if isinstance(value, list) and len(value) == seats > 1 and all(type(each) is int for each in value):
            shown = [(seat, one) for seat, one in enumerate(value) if _is_shown(figure, one)]
            each = ", ".join(f"{player(seat, seats, short=True)} {_signed(one)}" for seat, one in shown)
            return _sentence(label, each) if shown else ""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        return _sentence(label, _signed(value)) if type(value) is int else ""
    if show == "seat" and type(value) is int and 0 <= value < seats and seats > 1 and label:
        return _sentence(label[:1].upper() + label[1:], player(value, seats))
    return ""


def _is_shown(figure: Mapping[str, Any], value: int) -> bool:
    """Whether a figure is one that the table shows: not if it is below what its `when` asks for."""
    least = re.fullmatch(rf"{figure['field']} (>=|>) (-?\d+)", str(figure.get("when", "")))
    return least is None or value >= int(least[2]) + (least[1] == ">")


def _signed(figure: int) -> str:
    return str(figure).replace("-", "−")
