"""parlour suggest: what shall we play?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.engine.errors import BadInput
from parlour.languages import gettext as _
from parlour.languages import ngettext

from .arguments import Commands, add_json, command, print_json, refuse_with, refuse_without, tell_skipped, whole

if TYPE_CHECKING:
    from parlour.house.suggest import Suggestion

FIRST = 5
MEMORIES = ("played", "liked", "disliked")
OF_AN_EVENING = ("packs", "no-jokers", "minutes", "depth", "luck", "partners", "children", "mood", "novelty", "all")
"""Options about the game that is wanted."""


def add(commands: Commands) -> None:
    made = command(commands, "suggest", run, _("say what to play, for these people, this time and these cards, and why"))
    made.add_argument("--players", type=whole(1, 20), metavar="N", help=_("how many play (default: 4)"))
    made.add_argument("--packs", type=whole(1, 10), default=2, metavar="N", help=_("packs of cards at hand (default: 2)"))
    made.add_argument("--no-jokers", action="store_true", help=_("there are no jokers with them"))
    made.add_argument("--minutes", type=whole(1, 600), metavar="N", help=_("how long you have"))
    made.add_argument("--depth", choices=("light", "deep"), help=_("something light, or something to think about"))
    made.add_argument(
        "--luck", choices=("luck", "skill"), help=_("a game that anybody can win, or one that the better play wins")
    )
    made.add_argument("--partners", choices=("yes", "no"), help=_("two against two, or everybody for themselves"))
    made.add_argument("--children", action="store_true", help=_("children play too"))
    made.add_argument("--mood", choices=("lively", "quiet"), help=_("with talk and laughter, or in peace"))
    made.add_argument("--novelty", choices=("known", "new"), help=_("something you know, or something new"))
    helps = {
        "played": _("a game you have played; can be repeated"),
        "liked": _("a game you have liked; can be repeated"),
        "disliked": _("a game you have disliked; can be repeated"),
    }
    for word, text in helps.items():
        made.add_argument(f"--{word}", action="append", default=[], metavar="GAME", help=text)
    made.add_argument("--group", metavar="FILE", help=_("a file in which what was played and liked is remembered"))
    made.add_argument("--all", action="store_true", help=_("every game, and why the others cannot be played"))
    add_json(made)


def run(arguments: argparse.Namespace) -> int:
    from parlour.engine import speech
    from parlour.engine.rooms import named, room
    from parlour.house.suggest import Memory, Preferences, suggest

    if arguments.json:
        refuse_with(arguments, "--json", "all")
    file = Path(arguments.group) if arguments.group else None
    only_remember = (
        file and arguments.players is None and not arguments.json and any(getattr(arguments, word) for word in MEMORIES)
    )
    if only_remember:
        refuse_without(arguments, "--players", *OF_AN_EVENING)
    skipped: list[str] = []
    memory = Memory.read(file, skipped) if file else Memory()
    status = tell_skipped(skipped)
    before = len(memory.entries)
    for word in MEMORIES:
        memory.add([room(game).name for game in getattr(arguments, word)], word)
    if file and len(memory.entries) > before:
        memory.write(file)
        if only_remember:
            print(_("{file} remembers it", file=file))
            return status
    wanted = Preferences(
        players=arguments.players or 4,
        packs=arguments.packs,
        jokers=not arguments.no_jokers,
        minutes=arguments.minutes,
        depth=arguments.depth,
        luck=arguments.luck,
        partners=None if arguments.partners is None else arguments.partners == "yes",
        children=arguments.children,
        mood=arguments.mood,
        novelty=arguments.novelty,
        memory=memory,
    )
    fit, out = suggest(wanted)
    if arguments.json:
        print_json({"games": [_as_json(one) for one in fit], "left_out": [_as_json(one) for one in out]})
        return status
    if not fit:
        raise BadInput(
            ngettext(
                "no game here is for {n} player with {packs} in that time",
                "no game here is for {n} players with {packs} in that time",
                wanted.players,
                packs=ngettext("{n} pack", "{n} packs", wanted.packs),
            )
        )
    print("\n\n".join(_as_text(place, one) for place, one in enumerate(fit if arguments.all else fit[:FIRST], 1)))
    if arguments.all and out:
        print(f"\n{_('Not tonight:')}")
        print("\n".join(f"  {speech.title(named(one.facts.id))}: {one.why_not}" for one in out))
    return status


def _as_text(place: int, one: Suggestion) -> str:
    from parlour.engine import speech
    from parlour.engine.rooms import named

    room = named(one.facts.id)
    lines = [f"{place}. {speech.title(room)}: {speech.look(room).get('summary', '')}", f"   {' '.join(one.reasons)}"]
    return "\n".join([*lines, f"   {_('But:')} {' '.join(one.but)}"] if one.but else lines)


def _as_json(one: Suggestion) -> dict[str, Any]:
    found = {
        "id": one.facts.id,
        "name": one.facts.title,
        "points": one.points,
        "reasons": list(one.reasons),
        "but": list(one.but),
    }
    return found | ({"why_not": one.why_not} if one.why_not else {})
