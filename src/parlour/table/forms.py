"""The form of a new table: what it offers, and what was posted."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from parlour import solve
from parlour.engine import house_words, speech
from parlour.engine.errors import BadInput, shown
from parlour.engine.families import family
from parlour.engine.files import is_file
from parlour.engine.game import Game
from parlour.engine.reading import whole_number
from parlour.engine.rooms import Room
from parlour.house.lessons import FILE as LESSON
from parlour.house.suggest.facts import difficulty_of
from parlour.kit.cards import read_card
from parlour.kit.layout import AUTO, Option
from parlour.languages import counted_as, listed, mark, mark_in, ngettext, pgettext
from parlour.languages import gettext as _
from parlour.languages import number as in_figures
from parlour.solve.verdicts import WORDS

from . import players
from .settings import AWAY_SECONDS, Settings

MOST_NAME = 24
TALK: tuple[Literal["free", "phrases", "off"], ...] = ("free", "phrases", "off")
AWAY_TEXTS = {
    0: mark("only when the host says so"),
    15: mark("after a quarter of a minute"),
    40: mark("after 40 seconds"),
    120: mark("after two minutes"),
    600: mark("after ten minutes"),
}
CLOCKS = {
    "": (mark_in("clock", "none"), 0, 0),
    "quick": (mark("3 minutes each, and 5 seconds per choice"), 180, 5),
    "usual": (mark("10 minutes each, and 10 seconds per choice"), 600, 10),
    "slow": (mark("30 minutes each, and 20 seconds per choice"), 1800, 20),
    "each": (mark("30 seconds per choice"), 0, 30),
}
"""Clocks that a table may have, by the value posted: in words, the bank and the increment in seconds."""
COMPANY = {"away": str(Settings().away), "talk": "free", "clock": "", "open_after": ""}
"""The fields of the form that are about the company, as they usually stand."""
WINDOW_SECONDS, LONGEST_WINDOW = 8, 60
"""Seconds that a window waits if several people sit at the table; a person alone with bots has no limit."""
PACES = {mark("slow reactions"): "900 300", mark("normal reactions"): "550 350", mark("quick reactions"): "350 150"}
"""How quickly a bot reacts in a race: median and spread in milliseconds, as house rules of its seat."""
MOST_DEALS, USUAL_DEALS = 999_999_999, 1_000_000
"""Deals of a game for one have numbers from 1 on; one that nobody asks for is among the first million, to be told to a friend."""


@dataclass
class Seated:
    """A new table as asked for."""

    game: Game
    seats: list[str]
    """By seat: `you`, `friend`, `here` (somebody at the same device) or `bot:NAME`."""
    names: list[str]
    """By seat the name of a player at the same device, or of you."""
    watch: bool
    window_ms: int
    deal: int
    """The number of the deal in a game for one; 0 if a winnable deal is still to be found, and in other games."""
    settings: Settings


def fresh_deal() -> int:
    """The number of a deal that nobody asked for."""
    return 1 + secrets.randbelow(USUAL_DEALS)


def players_text(room: Room) -> str:
    """Return how many can play: `2`, `3–7`."""
    low, high = room.Table.seats_range
    return f"{low}" if low == high else f"{low}–{high}"


def players_in_words(room: Room) -> list[str]:
    """Return how many can play, as people look for it: `2 players`, `two players` for each number; `alone` for one."""
    low, high = room.Table.seats_range
    # TRANSLATORS: the numbers from one on, in one row, as before the word for players: "two players"
    names = _("one two three four five six seven eight nine ten").split()
    found = [_("alone")] if low == 1 else []
    for n in range(low, high + 1):
        text = ngettext("one player", "{n} players", n)
        found += [text, *([text.replace(str(n), names[n - 1])] if 1 < n <= len(names) else [])]
    return found


def offers(room: Room) -> list[dict[str, Any]]:
    """The forms of a game that the lobby offers by name, each with the fields of the form that make it; none for most games."""
    found = []
    for offer in speech.look(room).get("offers", ()):
        fields = {f"option.{name}": str(value).lower() for name, value in offer["house"].items()}  # as identifiers and figures
        found.append({"title": offer["title"], "fields": fields})
    return found


def usual_rules(room: Room) -> str:
    """Return the usual length of a match in words: "until 11 points"."""
    options = room.Table.options
    found = next((option for name, option in options.items() if name.startswith("target")), None)
    points = found.write(found.default) if found is not None and "point" in found.text else None
    if isinstance(points, int) and points > 0:
        return ngettext("until {n} point", "until {n} points", points)
    deals = next((options[name] for name in ("deals", "hands") if name in options), None)
    number = None if deals is None else deals.write(deals.default)
    return ngettext("{n} deal", "{n} deals", number) if isinstance(number, int) and number > 0 else ""


def game_context(room: Room) -> dict[str, Any]:
    """Return the data about a game that the pages show."""
    look = speech.look(room)
    return {
        "id": room.name,
        "title": speech.title(room),
        "summary": look.get("summary", ""),
        "families": look.get("families", []),
        "players": players_text(room),
        "deck": look.get("deck", ""),
        "minutes": look.get("minutes", 15),
        "difficulty": _(difficulty_of(room.name)),
        "names": look.get("names", []),
        "offers": offers(room),
        "picture": [-1 if card == "??" else read_card(card) for card in look.get("picture", "A♠ K♥ ??").split()],
        "start": look.get("start", False),
        "sought": [*look.get("related", []), *players_in_words(room)],
        "kinds": [family(name).one for name in look.get("families", [])],
        "usual": usual_rules(room),
        "solver": room.name in solve.GAMES,
        "lesson": is_file(room.folder / LESSON),
    }


def best_bot(room: Room) -> str:
    """The best bot of a game, as the form of a new table names it."""
    return f"bot:{next(iter(players.kinds(room)), players.SIMPLEST)}"


def form_context(room: Room, posted: Mapping[str, str], refusal: str = "") -> dict[str, Any]:
    """Return the data for `new.html`: the form empty, or as posted."""
    low, high = room.Table.seats_range
    chosen = whole_number(posted.get("seats", ""), range(low, high + 1))
    seats = room.Table.default_seats if chosen is None else chosen
    kinds = players.kinds(room)
    usual = best_bot(room)
    seated = [posted.get(f"seat.{i}", "you" if i == 0 else usual) for i in range(high)]
    return {
        "game": game_context(room),
        "seats": {"min": low, "max": high, "default": room.Table.default_seats, "chosen": seats},
        "bots": [{"name": name, "text": _(text)} for name, text in kinds.items()],
        "seated": seated,
        "options": [_option(room, name, posted) for name in room.Table.options],
        "folded": not any(name.startswith("option.") for name in posted),
        "windows": bool(room.windows),
        "window": posted.get("window", ""),
        "paces": [{"text": _(text), "figures": figures} for text, figures in PACES.items()] if room.races else [],
        "watch": posted.get("watch", "") == "true",
        "deals": MOST_DEALS if high == 1 else 0,
        "deal": posted.get("deal", ""),
        "winnable": posted.get("winnable", "") == "true",
        "difficulties": WORDS if room.name in solve.GAMES else (),
        "difficulty": posted.get("difficulty", ""),
        "shared": shareable(room),
        "guests": [posted.get(f"name.{i}", "") for i in range(high)],
        "away": [{"value": str(s), "text": _(AWAY_TEXTS[s])} for s in AWAY_SECONDS],
        "clocks": [{"value": value, "text": pgettext("clock", clock[0])} for value, clock in CLOCKS.items()],
        "company": {name: posted.get(name, usual) for name, usual in COMPANY.items()},
        "refusal": refusal,
    }


def _option(room: Room, name: str, posted: Mapping[str, str]) -> dict[str, Any]:
    """A house rule as a field of the form: its values are posted as identifiers and shown in words."""
    option = room.Table.options[name]
    text = house_words.about(room, name)
    default = option.write(option.default)
    chosen: Any = posted.get(f"option.{name}", default)
    reaction = name.startswith(("median_", "spread_"))  # set by a word at the seat
    if "millisecond" in option.text and option.plain_range and not reaction:
        return _moments(name, option, text, chosen)
    named = {code: words for code, words in house_words.named(room, name).items() if code in option.codes}
    if option.plain_range and not option.auto:
        values: Any = {"low": option.codes[0], "high": option.codes[-1], "hidden": reaction, "named": named}
        return {"name": name, "text": text, "kind": "range", "values": values, "default": default, "chosen": chosen}
    figures = [code for code in option.codes if code not in option.words]
    values = [{"value": option.write(code), "text": house_words.words(room, name, code)} for code in option.codes]
    if option.boolean:
        kind, chosen = "bool", chosen is True or chosen == "true"
    elif option.auto:
        kind = "auto"
    elif not option.words and not named and len(figures) > 2 and figures == list(range(figures[0], figures[-1] + 1)):
        kind, values = "range", {"low": figures[0], "high": figures[-1], "hidden": False, "named": {}}
    else:
        kind = "choice"
    if kind in ("auto", "choice"):  # posted values are text, and the page compares
        chosen = next((v["value"] for v in values if str(v["value"]) == str(chosen)), chosen)
    auto = house_words.value_words(room, name, "auto")
    return {"name": name, "text": text, "kind": kind, "values": values, "default": default, "chosen": chosen, "auto": auto}


def _moments(name: str, option: Option, text: str, chosen: Any) -> dict[str, Any]:
    """Return the form field of a house rule in milliseconds, as times that people can distinguish."""
    codes = sorted(
        {max(option.codes[0], min(option.codes[-1], round(option.default * share))) for share in (0.5, 0.75, 1, 1.5, 2, 3)}
    )
    if str(chosen).isdigit() and int(chosen) not in codes:
        codes = sorted({*codes, int(chosen)})
    values = [{"value": code, "text": _seconds(code / 1000)} for code in codes]
    text = text.replace(" in milliseconds", "").replace("milliseconds ", "time ")
    shown = next((one["value"] for one in values if str(one["value"]) == str(chosen)), option.default)
    return {"name": name, "text": text, "kind": "choice", "values": values, "default": option.default, "chosen": shown}


def _seconds(value: float) -> str:
    return ngettext("{n} second", "{n} seconds", counted_as(value), n=in_figures(value))


def for_others(room: Room, text: str) -> str:
    """Return the sentence that refuses a number of players, as it was given."""
    return ngettext(
        "{title} is for {range} player, not {text}",
        "{title} is for {range} players, not {text}",
        room.Table.seats_range[1],
        title=speech.title(room),
        range=players_text(room),
        text=shown(text),
    )


def read_form(room: Room, posted: Mapping[str, str]) -> Seated:
    """The table that was asked for. BadInput says what is wrong with the form."""
    low, high = room.Table.seats_range
    text = posted.get("seats", str(room.Table.default_seats))
    number = whole_number(text, range(low, high + 1))
    if number is None:
        raise BadInput(for_others(room, text))
    game = Game(room, number, read_house(room, posted))
    others = {"bots": best_bot(room), "friends": "friend"}.get(posted.get("others", ""), f"bot:{players.SIMPLEST}")
    seats = [posted.get(f"seat.{i}", "you" if i == 0 else "") or others for i in range(game.seats)]
    bots = {f"bot:{name}" for name in players.kinds(room)}
    for number, who in enumerate(seats):
        if who not in bots and who not in ("you", "friend", "here"):
            raise BadInput(_("seat {number}: {who} is not a player who can sit there", number=number + 1, who=shown(who)))
    if seats.count("you") > 1:
        raise BadInput(_("you can sit at one seat only"))
    if "here" in seats and not shareable(room):
        raise BadInput(
            _(
                "{title}: some choose in secret or at the same time, so everyone needs a device of their own",
                title=speech.title(room),
            )
        )
    if "here" in seats and "you" not in seats:
        raise BadInput(_("a player who shares this device sits beside you: take a seat yourself"))
    names = [read_name(posted.get("name" if who == "you" else f"name.{i}", "")) for i, who in enumerate(seats)]
    settings = _settings(posted, seats)
    word = _difficulty(posted) if high == 1 else ""
    if high == 1 and (word or posted.get("winnable") == "true"):
        deal, settings = _winnable(game, posted), msgspec.structs.replace(settings, winnable="wanted", difficulty=word)
    else:
        deal = _deal(posted) if high == 1 else 0
    return Seated(game, seats, names, posted.get("watch") == "true", _window_ms(posted, seats), deal, settings)


def _difficulty(posted: Mapping[str, str]) -> str:
    """Return how hard the deal is to be, "" for no matter. BadInput if there is no such word."""
    word = posted.get("difficulty", "")
    if word and word not in WORDS:
        raise BadInput(_("difficulty: {word} is not one of {choices}", word=shown(word), choices=listed(WORDS)))
    return word


def _winnable(game: Game, posted: Mapping[str, str]) -> int:
    """Return the number of a deal still to be found. Raise BadInput if none can be found, or another was asked for."""
    if posted.get("deal", "").strip():
        raise BadInput(_("choose a numbered deal, or one that can be won or is as hard as you like, not both"))
    solve.check(game)
    return 0


def read_house(room: Room, posted: Mapping[str, str]) -> dict[str, int | bool | str]:
    """The house rules that differ from the usual ones. BadInput says which cannot be so."""
    house: dict[str, int | bool | str] = {}
    for name, option in room.Table.options.items():
        value = posted.get(f"option.{name}")
        if value is None:
            continue
        try:
            code = option.read(value)
        except ValueError as error:
            raise BadInput(f"{house_words.about(room, name)}: {error}") from None
        if code != option.default:
            house[name] = "auto" if code == AUTO and option.auto else option.write(code)
    return house


def shareable(room: Room) -> bool:
    """Whether people may share a device: not if some are asked in secret, or race."""
    return not room.quiet and not room.races and room.Table.seats_range[1] > 1


def _settings(posted: Mapping[str, str], seats: list[str]) -> Settings:
    """Read the settings beside the rules. BadInput names an entry that is not a setting."""
    away = whole_number(posted.get("away") or str(Settings().away), range(max(AWAY_SECONDS) + 1))
    if away not in AWAY_SECONDS:
        raise BadInput(
            _(
                "the time a player may be away: {text} is not one of {choices}",
                text=shown(posted["away"]),
                choices=listed(map(str, AWAY_SECONDS)),
            )
        )
    talk = next((one for one in TALK if one == (posted.get("talk") or TALK[0])), None)
    if talk is None:
        raise BadInput(_("talk: {text} is not one of {choices}", text=shown(posted["talk"]), choices=listed(TALK)))
    clock = CLOCKS.get(posted.get("clock", ""))
    if clock is None:
        raise BadInput(_("clocks: {text} is not one of those on the list", text=shown(posted["clock"])))
    host = seats.index("you") if "you" in seats else -1
    return Settings(away, talk, *clock[1:], open_after=posted.get("open_after") == "true", host=host)


def from_address(room: Room, query: Mapping[str, str]) -> dict[str, str]:
    """The form as an address fills it in (`?deal=7&suits=1`): a deal, house rules, players; what is senseless is left out.

    Without a deal and house rules it begins with the first form of the game that the lobby offers, if it offers any.
    """
    limits = {"deal": range(1, MOST_DEALS + 1), "seats": range(room.Table.seats_range[1] + 1)}
    found = {name: query[name] for name, limit in limits.items() if whole_number(query.get(name, ""), limit) is not None}
    found |= {"winnable": "true"} if query.get("winnable") in ("true", "yes") else {}
    found |= {"difficulty": query["difficulty"]} if query.get("difficulty") in WORDS else {}
    for name, option in room.Table.options.items():
        try:
            found[f"option.{name}"] = str(option.write(option.read(query[name]))).lower()
        except (KeyError, ValueError):
            continue
    asked = "deal" in found or any(name.startswith("option.") for name in found)
    return found if asked else found | next((offer["fields"] for offer in offers(room)), {})


def _deal(posted: Mapping[str, str]) -> int:
    text = posted.get("deal", "").strip()
    if not text:
        return fresh_deal()
    number = whole_number(text, range(1, MOST_DEALS + 1))
    if number is None:
        raise BadInput(_("deals are numbered from 1 to {most}; there is no deal {text}", most=MOST_DEALS, text=shown(text)))
    return number


def read_name(text: str) -> str:
    """A player's name: one line, no control signs, not too long. BadInput if it is "You" in any language."""
    return speech.no_you(" ".join("".join(c if c.isprintable() else " " for c in text).split())[:MOST_NAME].rstrip())


def _window_ms(posted: Mapping[str, str], seats: list[str]) -> int:
    text = posted.get("window", "")
    if not text:
        several = sum(not who.startswith("bot:") for who in seats) > 1
        return 1000 * WINDOW_SECONDS if several and "here" not in seats else 0
    seconds = whole_number(text, range(LONGEST_WINDOW + 1))
    if seconds is None:
        raise BadInput(_("seconds to answer: {text} is not one of 0..{most}", text=shown(text), most=LONGEST_WINDOW))
    return 1000 * seconds
