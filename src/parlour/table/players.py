"""The bots that can be seated, and how they are asked."""

from __future__ import annotations

from functools import cache

from parlour import bots
from parlour.bots import Bot
from parlour.engine.match import View
from parlour.engine.rooms import Room

SECONDS = 0.5
"""What a bot that takes its time thinks about a choice; less than the time in which every bot answers."""
RACE_SECONDS = 0.1
"""In a race, where it acts at a moment of its own: less than nearly all of them."""
SIMPLEST = "chance"
_TEXTS = {
    "search": "A bot that thinks ahead",
    "strategy": "A bot that follows good advice",
    "greedy": "A bot that takes what it can",
    "chance": "A bot that plays at random",
}


def kinds(room: Room) -> dict[str, str]:
    """The bots that can play a game, best first, with what the form calls them: first the one that is asked for a hint."""
    known = bots.names(room)
    first = [adviser(room)] if adviser(room) in known else []
    order = [*first, *(name for name in _TEXTS if name in known), *(name for name in known if name not in _TEXTS)]
    return {name: _TEXTS.get(name, f"A bot: {name}") for name in order}


def adviser(room: Room) -> str:
    """The bot that is asked for a hint."""
    return str(room.look.get("hint", "search"))


@cache
def bot(kind: str, seconds: float = SECONDS) -> Bot:
    """The bot of a kind. BadInput where there is none."""
    timed = kind == "search" or (kind == "greedy" and seconds < SECONDS)
    return bots.make(kind, seconds=seconds) if timed else bots.make(kind)


def choose(kind: str, view: View) -> list[int]:
    """What a bot chooses in a view: the codes of a whole chain. In a race it must be quick."""
    return bot(kind, RACE_SECONDS if view.game.room.races else SECONDS).choose(view)
