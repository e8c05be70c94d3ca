"""The form of a new table: what it offers, and what was posted."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Game
from parlour.engine.reading import whole_number
from parlour.engine.rooms import Room
from parlour.kit.layout import AUTO, Option

from . import players

MOST_NAME = 24
WINDOW_SECONDS, LONGEST_WINDOW = 8, 60
"""How long a window waits where several people sit; one alone with bots has all the time in the world."""
PACES = {"slow reactions": "900 300", "normal reactions": "550 350", "quick reactions": "350 150"}
"""How quickly a bot reacts in a race: median and spread in milliseconds, as house rules of its seat."""
MOST_DEALS, USUAL_DEALS = 999_999_999, 1_000_000
"""Deals of a game for one have numbers from 1 on; one that nobody asks for is among the first million, to be told to a friend."""


@dataclass
class Seated:
    """A new table as asked for."""

    game: Game
    seats: list[str]
    """By seat: `you`, `friend` or `bot:NAME`."""
    name: str
    watch: bool
    window_ms: int
    deal: int
    """The number of the deal in a game for one, otherwise 0."""


def fresh_deal() -> int:
    """The number of a deal that nobody asked for."""
    return 1 + secrets.randbelow(USUAL_DEALS)


def players_text(room: Room) -> str:
    """How many can play: `2`, `3–7`."""
    low, high = room.Table.seats_range
    return f"{low}" if low == high else f"{low}–{high}"


def game_context(room: Room) -> dict[str, Any]:
    """What the pages show of a game."""
    look = room.look
    return {
        "id": room.name,
        "title": room.title,
        "summary": look.get("summary", ""),
        "families": look.get("families", []),
        "players": players_text(room),
        "deck": look.get("deck", ""),
        "minutes": look.get("minutes", 15),
    }


def form_context(room: Room, posted: Mapping[str, str], refusal: str = "") -> dict[str, Any]:
    """What `new.html` is given: the form empty, or as posted."""
    low, high = room.Table.seats_range
    chosen = whole_number(posted.get("seats", ""), range(low, high + 1))
    seats = room.Table.default_seats if chosen is None else chosen
    kinds = players.kinds(room)
    usual = f"bot:{next(iter(kinds))}"
    seated = [posted.get(f"seat.{i}", "you" if i == 0 else usual) for i in range(high)]
    return {
        "game": game_context(room),
        "seats": {"min": low, "max": high, "default": room.Table.default_seats, "chosen": seats},
        "bots": [{"name": name, "text": text} for name, text in kinds.items()],
        "seated": seated,
        "options": [_option(name, option, posted) for name, option in room.Table.options.items()],
        "windows": bool(room.windows),
        "window": posted.get("window", ""),
        "paces": [{"text": text, "figures": figures} for text, figures in PACES.items()] if room.races else [],
        "watch": posted.get("watch", "") == "true",
        "deals": MOST_DEALS if high == 1 else 0,
        "deal": posted.get("deal", ""),
        "refusal": refusal,
    }


def _option(name: str, option: Option, posted: Mapping[str, str]) -> dict[str, Any]:
    default = option.write(option.default)
    chosen: Any = posted.get(f"option.{name}", default)
    if option.plain_range and not option.auto:
        values: Any = {"low": option.codes[0], "high": option.codes[-1]}
        return {"name": name, "text": option.text, "kind": "range", "values": values, "default": default, "chosen": chosen}
    figures = [code for code in option.codes if code not in option.words]
    values = [{"value": option.write(code), "text": in_words(option.write(code))} for code in option.codes]
    if option.boolean:
        kind, chosen = "bool", chosen is True or chosen == "true"
    elif option.auto:
        kind = "auto"
    elif not option.words and len(figures) > 2 and figures == list(range(figures[0], figures[-1] + 1)):
        kind, values = "range", {"low": figures[0], "high": figures[-1]}
    else:
        kind = "choice"
    if kind in ("auto", "choice"):  # posted values are text, and the page compares
        chosen = next((v["value"] for v in values if str(v["value"]) == str(chosen)), chosen)
    return {"name": name, "text": option.text, "kind": kind, "values": values, "default": default, "chosen": chosen}


def in_words(value: int | bool | str) -> str:
    """A value of a house rule as the pages write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")


def read_form(room: Room, posted: Mapping[str, str]) -> Seated:
    """The table that was asked for. BadInput says what is wrong with the form."""
    low, high = room.Table.seats_range
    text = posted.get("seats", str(room.Table.default_seats))
    number = whole_number(text, range(low, high + 1))
    if number is None:
        raise BadInput(f"{room.title} is for {players_text(room)} players, not {shown(text)}")
    house = {}
    for name, option in room.Table.options.items():
        value = posted.get(f"option.{name}")
        if value is None:
            continue
        try:
            code = option.read(value)
        except ValueError as error:
            raise BadInput(f"{option.text}: {error}") from None
        if code != option.default:
            house[name] = "auto" if code == AUTO and option.auto else option.write(code)
    game = Game(room, number, house)
    seats = [posted.get(f"seat.{i}", "you" if i == 0 else "") or f"bot:{players.SIMPLEST}" for i in range(game.seats)]
    bots = {f"bot:{name}" for name in players.kinds(room)}
    for number, who in enumerate(seats):
        if who not in bots and who not in ("you", "friend"):
            raise BadInput(f"seat {number + 1}: {shown(who)} is nobody who can sit there")
    if seats.count("you") > 1:
        raise BadInput("you can sit at one seat only")
    name, deal = read_name(posted.get("name", "")), _deal(posted) if high == 1 else 0
    return Seated(game, seats, name, posted.get("watch") == "true", _window_ms(posted, seats), deal)


def from_address(room: Room, query: Mapping[str, str]) -> dict[str, str]:
    """The form as an address fills it in (`?deal=7&suits=1`): a deal, house rules, players; what is senseless is left out."""
    limits = {"deal": range(1, MOST_DEALS + 1), "seats": range(room.Table.seats_range[1] + 1)}
    found = {name: query[name] for name, limit in limits.items() if whole_number(query.get(name, ""), limit) is not None}
    for name, option in room.Table.options.items():
        try:
            found[f"option.{name}"] = str(option.write(option.read(query[name]))).lower()
        except (KeyError, ValueError):
            continue
    return found


def _deal(posted: Mapping[str, str]) -> int:
    text = posted.get("deal", "").strip()
    if not text:
        return fresh_deal()
    number = whole_number(text, range(1, MOST_DEALS + 1))
    if number is None:
        raise BadInput(f"deals are numbered from 1 to {MOST_DEALS}; there is no deal {shown(text)}")
    return number


def read_name(text: str) -> str:
    """A player's name: one line, no control signs, not too long."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:MOST_NAME]


def _window_ms(posted: Mapping[str, str], seats: list[str]) -> int:
    text = posted.get("window", "")
    if not text:
        return 1000 * WINDOW_SECONDS if sum(not who.startswith("bot:") for who in seats) > 1 else 0
    seconds = whole_number(text, range(LONGEST_WINDOW + 1))
    if seconds is None:
        raise BadInput(f"seconds to answer: {shown(text)} is not one of 0..{LONGEST_WINDOW}")
    return 1000 * seconds
