"""Worked examples for the rulebook, from a room's scenarios: what lies on the table, what may be played, why not the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.positions import flat
from parlour.engine.rooms import Room
from parlour.engine.scenarios import Scenario, read_scenarios
from parlour.engine.speech import choice_words
from parlour.kit.layout import ALL, OWNER

MOST = 3
"""Examples a paragraph."""
MOST_CARDS = 40
"""Larger pictures explain nothing."""
SUITS = "♣♦♥♠"
_CARD = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]|[★☆]")
_PARAGRAPH = re.compile(r'(<(p|li) id="([RF]\d+)"[^>]*>.*?</\2>)', re.DOTALL)


def with_examples(html: str, game: Game) -> str:
    """A rulebook's body with examples behind the paragraphs they are of, each folded up."""
    found = examples(game)

    def shown(paragraph: re.Match[str]) -> str:
        pictures = "".join(found.get(paragraph[3], ()))
        if paragraph[2] == "p":
            return paragraph[1] + pictures
        return f"{paragraph[1].removesuffix('</li>')}{pictures}</li>"

    return _PARAGRAPH.sub(shown, html)


def examples(game: Game) -> dict[str, list[str]]:
    """The pictures by paragraph, of those scenarios that hold under the game's house rules."""
    path = game.room.folder / "scenarios.toml"
    found: dict[str, list[str]] = {}
    if not path.is_file():
        return found
    for scenario in read_scenarios(path).scenarios:
        pictures = found.setdefault(scenario.shows[0], []) if scenario.shows else []
        if scenario.shows and len(pictures) < MOST and _holds(scenario, game) and (picture := _picture(scenario)):
            pictures.append(picture)
    return found


def _holds(scenario: Scenario, game: Game) -> bool:
    try:
        other = Game(game.room, scenario.seats, scenario.house)
    except BadInput:
        return False
    return other.options == game.options and (scenario.seats is None or scenario.seats == game.seats)


def _picture(scenario: Scenario) -> str:
    """One example; empty where it does not ask what may be played of a hand."""
    given, room, table = scenario.stages[0], scenario.room, flat(scenario.table)
    turn = table.get("turn")
    if given.choices is None or not isinstance(turn, int):
        return ""
    own = [name for name, zone in room.Table.zones.items() if zone.plays and zone.per_seat]
    places = [(label, cards) for label, cards in _places(scenario, turn, own) if cards]
    held = {card for name in own for card in _CARD.findall(str(table.get(f"{name}.{turn}", "")))}
    may = [name for name in given.choices if name in held]
    if not held or len(may) == len(given.choices) == len(held) or sum(len(cards) for _, cards in places) > MOST_CARDS:
        return ""
    why = {name: reason for name, reason in given.why_not.items() if reason}
    rows = []
    for label, cards in [*places, *_trumps(room, table)]:
        chips = "".join(_card(card, card in may, why.get(card, ""), card in held) for card in cards)
        rows.append(f"<div><dt>{escape(label)}</dt><dd>{chips}</dd></div>")
    calls = [escape(_label(room, name)) for name in given.choices if name not in held]
    refused = [f"{escape(_label(room, name))} ({escape(reason)})" for name, reason in why.items() if name not in held]
    words = ("May also be said: " + ", ".join(calls) + ". " if calls else "") + (
        "Not: " + ", ".join(refused) + "." if refused else ""
    )
    says = f"<p>{words.strip()}</p>" if words else ""
    head = f"<summary>{escape(scenario.name)}</summary>"
    return f'<details class="example">{head}<dl class="spread">{"".join(rows)}</dl>{says}</details>\n'


def _places(scenario: Scenario, turn: int, own: list[str]) -> Iterator[tuple[str, list[str]]]:
    """What the seat on turn sees, its own hand last."""
    room, table = scenario.room, flat(scenario.table)
    looks = room.look.get("zones", {})
    seen = []
    for key, text in table.items():
        name, _, index = key.partition(".")
        zone = room.Table.zones.get(name)
        if zone is None or looks.get(name, {}).get("look") == "hidden" or not isinstance(text, str):
            continue
        mine = index.partition(".")[0] == str(turn)
        if zone.seen == ALL or (zone.seen == OWNER and mine and zone.per_seat):
            label = str(looks.get(name, {}).get("label") or name.replace("_", " "))
            if zone.per_seat:
                label = f"your {label}" if mine else f"{label} of another"
            seen.append((name in own and mine, label[:1].upper() + label[1:], _CARD.findall(text)))
    for _, label, cards in sorted(seen, key=lambda place: place[0]):
        yield label, cards


def _trumps(room: Room, table: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Suits that the table shows as figures."""
    for figure in room.look.get("figures", []):
        value = table.get(figure["field"])
        if figure.get("show") == "suit" and isinstance(value, int) and 0 <= value < 4:
            yield str(figure.get("label", figure["field"])), [SUITS[value]]


def _label(room: Room, name: str) -> str:
    try:
        return choice_words(room, room.read_choice(name))
    except BadInput:
        return name


def _card(card: str, may: bool, reason: str, held: bool) -> str:
    red = " red" if card[-1] in "♥♦" else ""
    if not held:
        return f'<span class="chip{red}">{card}</span>'
    if may:
        return f'<span class="chip may{red}" title="may be played">{card}</span>'
    why = f"<small>{escape(reason)}</small>" if reason else ""
    return f'<span class="chip not{red}" title="may not be played">{card}{why}</span>'
