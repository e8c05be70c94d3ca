"""The messages between a browser and the server that only a lesson and the matches after it have, as types; docs/wire.md explains
them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Lesson(Struct, tag_field="type", tag="lesson", omit_defaults=True):
    """The step of a lesson that the table stands at.

    step: its number from 1, of: how many there are; a step past the last says that the lesson is over. say: what the learner
    reads, nothing while the step is still played. cards, places, calls: what to look at. task: whether the learner chooses
    something. hint: for the task. wrong: why the learner's last choice is not the one.
    """

    step: int
    of: int
    title: str = ""
    say: list[str] = []
    cards: list[int] = []
    places: list[str] = []
    calls: list[str] = []
    task: bool = False
    hint: str = ""
    wrong: str = ""


class Learn(Struct, tag_field="do", tag="learn"):
    """Go to the next step of the lesson, one step back, or end it here."""

    act: Literal["next", "back", "skip"]


class Word(Struct, omit_defaults=True):
    """The words for a learner about a choice.

    why: what is good about it, in a sentence. size: of the mistake: in how many matches after the lesson it is asked about. ask:
    what it would cost, and what would be better, if it is a mistake.
    """

    name: str
    why: str = ""
    size: int = 0
    ask: list[str] = []


class Words(Struct, tag_field="type", tag="words"):
    """The words for a learner about the choices of a view."""

    n: int
    words: list[Word]


class Coach(Struct, tag_field="do", tag="coach"):
    """What is there to say to a learner about the choices of this view? If nothing can be said in time, nothing is answered."""

    n: int


Message = Lesson | Words
Request = Learn | Coach
