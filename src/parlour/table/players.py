"""The bots that can be seated, and how they are asked."""

from __future__ import annotations

from functools import cache

from parlour import bots
from parlour.bots import Bot
from parlour.bots.coach import Word, words_for
from parlour.bots.cores import MACHINE
from parlour.engine.rooms import Room
from parlour.engine.view import View
from parlour.languages import mark

SECONDS = 0.5
"""Seconds that a slow bot thinks about a choice; less than the time in which every bot answers."""
HINT_SECONDS = 1.0
"""Seconds that it thinks about a hint: nobody else waits for it, and it should be the same when asked again."""
WORDS_SECONDS = 0.25
"""Seconds that it thinks about the words for a learner, which are there before the learner chooses, or not at all."""
RACE_SECONDS = 0.1
"""In a race, where it acts at a moment of its own: less than nearly all of them."""
SIMPLEST = "chance"
_TEXTS = {
    "strong": mark("A bot · strong"),
    "fair": mark("A bot · fair"),
    "easy": mark("A bot · easy"),
    "chance": mark("A bot · plays at random"),
}
_SEVERAL = {
    "strong": mark("bots · strong"),
    "fair": mark("bots · fair"),
    "easy": mark("bots · easy"),
    "chance": mark("bots · play at random"),
}


def kinds(room: Room) -> dict[str, str]:
    """The bots that the form offers for a game, best first, with what it calls them."""
    return {name: text for name, text in _TEXTS.items() if name in bots.names(room)}


def opponents(room: Room) -> dict[str, str]:
    """Return the bots of `kinds` with what they are called as the opponents of a player."""
    return {name: _SEVERAL[name] for name in kinds(room)}


def adviser(room: Room) -> str:
    """The bot that is asked for a hint."""
    return next(iter(kinds(room)))


@cache
def bot(kind: str, seconds: float = SECONDS) -> Bot:
    """Return the bot of a kind, which uses the cores that are free. Raise BadInput if there is none."""
    if kind in ("strong", "search"):
        return bots.make(kind, seconds=seconds, threads=MACHINE.number)
    return bots.make(kind, seconds=seconds) if kind == "greedy" and seconds < SECONDS else bots.make(kind)


def choose(kind: str, view: View, briefly: bool = False) -> list[int]:
    """Return a bot's choice in a view: the codes of a whole chain. In a race, and when only bots play on, it must be quick."""
    return bot(kind, RACE_SECONDS if briefly or view.game.room.races else SECONDS).choose(view)


def words(kind: str, view: View) -> list[Word]:
    """Return what a learner is told about the choices of a view."""
    return words_for(bot(kind, WORDS_SECONDS), view)


def advise(kind: str, view: View) -> tuple[list[int], str]:
    """Return a hint, with longer thought than a bot's choice, and why, in a sentence."""
    return bot(kind, HINT_SECONDS).advise(view)
