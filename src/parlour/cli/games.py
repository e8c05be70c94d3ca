"""parlour games: the index of the house."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING, Any

from parlour.engine.errors import BadInput
from parlour.languages import current, listed, ngettext
from parlour.languages import gettext as _

from .arguments import Commands, add_json, command, print_json, refuse_with, whole

if TYPE_CHECKING:
    from parlour.engine.rooms import Room
    from parlour.kit.layout import Option

MANY = 1000
"""Options with more figures than this are told by their range."""


def add(commands: Commands) -> None:
    made = command(commands, "games", run, _("list the games of the house by family"))
    made.add_argument("--family", metavar="F", help=_("only games of this family"))
    made.add_argument("--options", metavar="GAME", help=_("the house rules of a game: their names for --set, and what they mean"))
    made.add_argument("--players", type=whole(1, 63), metavar="N", help=_("only games for this many players"))
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.engine import speech
    from parlour.engine.families import family
    from parlour.engine.rooms import named, room, room_names

    if arguments.options is not None:
        refuse_with(arguments, "--options", "family", "players")
        chosen = named(arguments.options)
        if arguments.json:
            print_json(describe(chosen)["options"])
        else:
            print("\n".join(_options(chosen)) or _("{game} has no house rules", game=speech.title(chosen)))
        return 0
    rooms = [room(name) for name in room_names()]
    families = sorted({family for each in rooms for family in _families(each)})
    if arguments.family is not None:
        titles = {family(name).title.casefold(): name for name in families}
        arguments.family = titles.get(arguments.family.casefold(), arguments.family)
        if arguments.family not in families:
            known = families if current().is_english else [family(name).title for name in families]
            raise BadInput(
                _(
                    "there is no family {family}; the families are {families}",
                    family=repr(arguments.family),
                    families=listed(known),
                )
            )
        rooms = [each for each in rooms if arguments.family in _families(each)]
        families = [arguments.family]
    if arguments.players is not None:
        rooms = [each for each in rooms if each.Table.seats_range[0] <= arguments.players <= each.Table.seats_range[1]]
    if arguments.json:
        print_json([describe(each) for each in rooms])
    elif not rooms:
        print(ngettext("no game here is for {n} player", "no game here is for {n} players", arguments.players))
    else:
        print("\n\n".join(filter(None, (_section(name, rooms) for name in families))))
    return 0


def _families(each: Room) -> list[str]:
    return list(each.look.get("families", ()))


def describe(each: Room) -> dict[str, Any]:
    """A game as the index gives it to machines."""
    from parlour.engine import house_words

    low, high = each.Table.seats_range
    options = [
        {
            "name": name,
            "text": option.text,
            "default": option.write(option.default),
            "values": _values(option),
            "words": house_words.spelled(each, name),
        }
        for name, option in each.Table.options.items()
    ]
    return {
        "id": each.name,
        "name": each.title,
        "families": _families(each),
        "seats": {"min": low, "max": high, "default": each.Table.default_seats},
        "deck": str(each.look.get("deck", "")),
        "options": options,
    }


def _options(each: Room) -> list[str]:
    """The house rules of a game: what each is about, its name, and its values as --set takes them, with their words."""
    from parlour.engine import house_words

    lines = []
    for name, option in each.Table.options.items():
        usual = house_words.words(each, name, option.default)
        lines.append(_("{name}: {about} (usually {usual})", name=name, about=house_words.about(each, name), usual=usual))
        words = house_words.spelled(each, name)
        lines += [f"    {option.range_text()}"] if option.plain_range or option.boolean or not words else []
        lines += [f"    {value}: {text}" for value, text in words.items()]
    return lines


def _values(option: Option) -> list[Any] | dict[str, int]:
    """The values an option can have, one by one or, if they are many figures, the least and the most."""
    if option.plain_range and len(option.codes) > MANY:
        return {"min": option.codes[0], "max": option.codes[-1]}
    return [option.write(code) for code in option.codes]


def _section(name: str, rooms: list[Room]) -> str:
    """A family's heading and its games, nothing if it has none of these."""
    from parlour.engine import speech
    from parlour.engine.families import family

    lines, words = [], family(name)
    for each in rooms:
        if name in _families(each):
            low, high = each.Table.seats_range
            look = speech.look(each)
            words_of_game = ngettext(
                "{title} ({name}): {players} player, {deck}",
                "{title} ({name}): {players} players, {deck}",
                high,
                title=speech.title(each),
                name=each.name,
                players=f"{low}" if low == high else _("{low} to {high}", low=low, high=high),
                deck=look.get("deck", ""),
            )
            lines += [f"  {words_of_game}"]
            lines += [f"      {look['summary']}"] if "summary" in look else []
    about = f": {words.about}" if words.about else ""
    return "\n".join([f"{words.title} (--family {shlex.quote(name)}){about}", *lines]) if lines else ""
