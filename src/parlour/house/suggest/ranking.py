"""Games ranked for a company. Every point has its sentence, so the sentences of a game explain its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput

from .facts import MIDDLE, Facts, all_facts
from .memory import Memory

DEEP = {
    "trick-taking": "Every card that falls tells who may hold what, and it pays to count.",
    "induction": "It is one long puzzle, and a wrong guess teaches as much as a right one.",
    "rummy": "What to keep, what to let go, what the others wait for: a decision every turn.",
    "fishing": "What has gone, and what you leave for the next player: it pays to count.",
    "betting": "You read people as much as cards, and every bet asks whether to go on.",
    "vying": "You read people as much as cards.",
    "solitaire": "Look twice before you move.",
}
"""By family what there is to think about; the first that fits is said."""
LOUD = {
    "children's": "It is loud: the whole table joins in.",
    "reaction": "Quick hands, and an outcry at every pounce.",
    "banking": "Everybody groans and cheers at the turn of a card.",
    "betting": "Chips go back and forth, and everybody watches everybody.",
    "vying": "People bluff, and are caught: who plays counts for more than what was dealt.",
    "stops": "It goes quickly round the table, and everybody is in it.",
}
"""By family what the company gets out of it; the first that fits is said."""
EVEN = 0.04
"""A gain of the best seat, as a share of matches, that nobody would notice."""
NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
TOO_LONG = 1.4
"""A game that takes this much longer than there is time for is left out."""


@dataclass(frozen=True)
class Preferences:
    """Wishes of a company. None: no preference."""

    players: int
    packs: int = 1
    jokers: bool = True
    minutes: int | None = None
    depth: Literal["light", "deep"] | None = None
    luck: Literal["luck", "skill"] | None = None
    partners: bool | None = None
    children: bool = False
    mood: Literal["lively", "quiet"] | None = None
    novelty: Literal["known", "new"] | None = None
    memory: Memory = field(default_factory=Memory)

    def __post_init__(self) -> None:
        if not 1 <= self.players <= 20:
            raise BadInput(f"{counted(self.players, 'player')}: there are games for 1 to 10")
        if not 1 <= self.packs <= 10:
            raise BadInput(f"{counted(self.packs, 'pack')}: say from 1 to 10")
        if self.minutes is not None and not 1 <= self.minutes <= 600:
            raise BadInput(f"{self.minutes} minutes: say from 1 to 600")


@dataclass(frozen=True)
class Suggestion:
    """A game with its points, and why: sentences for it, then against it. Left out if `why_not` says so."""

    facts: Facts
    points: float
    reasons: tuple[str, ...]
    but: tuple[str, ...]
    why_not: str = ""


Verdict = tuple[float, str]
"""Points, and the sentence that says why."""


def suggest(wanted: Preferences) -> tuple[list[Suggestion], list[Suggestion]]:
    """The games that can be played, best first; and those that cannot, with the reason."""
    found = [_weigh(facts, wanted) for facts in all_facts()]
    fit = [one for one in found if not one.why_not]
    return (
        sorted(fit, key=lambda one: (-one.points, one.facts.title)),
        sorted((one for one in found if one.why_not), key=lambda one: one.facts.title),
    )


def _weigh(facts: Facts, wanted: Preferences) -> Suggestion:
    why_not = _impossible(facts, wanted)
    if why_not:
        return Suggestion(facts, 0.0, (), (), why_not)
    verdicts = [verdict for question in QUESTIONS if (verdict := question(facts, wanted)) is not None]
    reasons = sorted((verdict for verdict in verdicts if verdict[0] >= 0), key=lambda verdict: -verdict[0])
    but = sorted((verdict for verdict in verdicts if verdict[0] < 0), key=lambda verdict: verdict[0])
    points = sum(verdict[0] for verdict in verdicts)
    return Suggestion(facts, round(points, 2), tuple(text for _, text in reasons), tuple(text for _, text in but))


def _impossible(facts: Facts, wanted: Preferences) -> str:
    """Return why they cannot play it, "" if it can."""
    if not facts.least <= wanted.players <= facts.most:
        return f"It is for {_range(facts)}."
    packs = facts.packs_for(wanted.players)
    if packs > wanted.packs:
        return f"It needs {number(packs)} packs for {number(wanted.players)}."
    if facts.jokers and not wanted.jokers:
        return "It needs a joker."
    if wanted.minutes is not None and facts.minutes > TOO_LONG * wanted.minutes:
        return f"It takes about {facts.minutes} minutes."
    if wanted.children and facts.for_stakes and "children's" not in facts.families:
        return "It lives on bluff and stakes, which is not for children."
    return ""


def _range(facts: Facts) -> str:
    if facts.least == facts.most:
        return f"{number(facts.least)} only" if facts.most > 1 else "one"
    return f"{number(facts.least)} to {number(facts.most)}"


def number(value: int) -> str:
    """A small number in words."""
    return NUMBERS[value] if value < len(NUMBERS) else str(value)


# one function a question: the points it gives, and the sentence


def _company(facts: Facts, wanted: Preferences) -> Verdict:
    who = f"the {number(wanted.players)} of you can play" if wanted.players > 1 else "you can play it alone"
    if facts.least == facts.most == wanted.players:
        return 1.0, f"It is made for just {number(wanted.players)}." if wanted.players > 1 else "It is for one."
    points = 0.6 if facts.usual == wanted.players else 0.0
    return points, f"It takes {_range(facts)}, so {who}."


def _time(facts: Facts, wanted: Preferences) -> Verdict | None:
    about = f"A match takes about {facts.minutes} minutes"
    if wanted.minutes is None:
        return 0.0, f"{about}."
    if facts.minutes > wanted.minutes:
        return -1.5 * (facts.minutes / wanted.minutes - 1) - 0.3, f"{about}, a little more than you have."
    matches = wanted.minutes // facts.minutes
    if matches > 1:
        return 0.8, f"{about}, so there is time for {'several' if matches > 3 else number(matches)}."
    return 1.2, f"{about}, which is about what you have."


def _packs(facts: Facts, wanted: Preferences) -> Verdict | None:
    packs = facts.packs_for(wanted.players)
    return (0.3, f"It needs {number(packs)} packs, which you have.") if packs > 1 else None


def _depth(facts: Facts, wanted: Preferences) -> Verdict | None:
    if wanted.depth is None:
        return None
    deep = facts.depth - MIDDLE
    if wanted.depth == "deep":
        if deep >= 0:
            return 0.5 + 1.4 * deep, _of_family(DEEP, facts, "There is much to weigh up.")
        return 1.4 * deep, "It does not ask for much thought."
    if deep < 0:
        return (
            0.5 - 1.4 * deep,
            f"It is light: the rules are read out in {facts.reading} minutes, and nobody has to sit and think.",
        )
    return -1.4 * deep - 0.1, "It asks for some thought."


def _of_family(sentences: dict[str, str], facts: Facts, otherwise: str) -> str:
    """Return the value of the first family in the list that a game belongs to."""
    return next((text for family, text in sentences.items() if family in facts.families), otherwise)


def _luck(facts: Facts, wanted: Preferences) -> Verdict | None:
    if wanted.luck is None:
        return None
    lucky = facts.luck - MIDDLE
    if facts.skill is not None:
        reason = f"play decides {facts.skill} of 100 matches and luck the rest, as measured"
    elif facts.hands >= 2:
        reason = f"a match has {'many' if facts.hands > 6 else 'several'} hands, over which luck evens out"
    else:
        reason = "what you do with the cards counts for more than the deal"
    if wanted.luck == "skill":
        if lucky <= 0:
            return 0.5 - 1.4 * lucky, f"Skill tells: {reason}."
        return -1.4 * lucky, "Much of it is luck."
    if lucky >= 0:
        how = reason if facts.skill is not None else "much is in the cards, and losing is nobody's fault"
        return 0.5 + 1.4 * lucky, f"Anybody can win: {how}."
    return 1.4 * lucky - 0.1, "The better player will usually win."


def _partners(facts: Facts, wanted: Preferences) -> Verdict | None:
    with_partners = facts.partners and wanted.players == 4
    if wanted.partners is None:
        return (0.2, "Two play against two.") if facts.always_partners and with_partners else None
    if wanted.partners:
        return (
            (3.0, "Two play against two, partners opposite each other.")
            if with_partners
            else (-3.0, "Nobody has a fixed partner.")
        )
    if facts.always_partners:
        return -3.0, "It is played with a partner."
    return 0.5, "Nobody has a fixed partner."


def _children(facts: Facts, wanted: Preferences) -> Verdict | None:
    if not wanted.children:
        return None
    if "children's" in facts.families:
        return 3.0, "Children have always played it."
    if facts.depth < MIDDLE:
        return 1.0, "Children learn it quickly."
    return -1.0 - (facts.depth - MIDDLE), "Younger children will find it hard."


def _mood(facts: Facts, wanted: Preferences) -> Verdict | None:
    if wanted.mood is None:
        return None
    if wanted.mood == "lively":
        if facts.lively:
            return 2.0, _of_family(LOUD, facts, "The people count for more than the cards.")
        return -1.0, "It is rather quiet."
    return (1.0, "It is quiet: you can talk of something else.") if not facts.lively else (-2.0, "It does not stay quiet.")


def _memory(facts: Facts, wanted: Preferences) -> Verdict | None:
    memory = wanted.memory
    known, liking, last = facts.id in memory.known(), memory.liking(facts.id), memory.last(facts.id)
    when = f" You played it last on {last}." if last else ""
    taste = {1: (1.5, "You liked it"), 0: (0.0, "You know it"), -1: (-4.0, "You did not like it")}[liking]
    if not known:
        if wanted.novelty == "new":
            return 2.0, f"You have not played it yet; its rules are read out in {facts.reading} minutes."
        return (-2.5, f"It would be new to you; its rules are read out in {facts.reading} minutes.") if wanted.novelty else None
    if wanted.novelty == "new":
        return taste[0] - 3.0, f"{taste[1]}, so it would be nothing new.{when}"
    return taste[0] + (2.0 if wanted.novelty else 0.0), f"{taste[1]}.{when}"


def _fair(facts: Facts, wanted: Preferences) -> Verdict | None:
    if facts.seat is None or wanted.players != facts.usual:  # measured at the usual number of players
        return None
    gain, low, high = facts.seat
    if high < EVEN:
        return 0.5, "Every seat has the same chances, as measured."
    if low <= 0:
        return None
    return -5 * gain, f"The best seat wins {facts.seat} in 100 matches more than its share, as measured."


QUESTIONS: tuple[Callable[[Facts, Preferences], Verdict | None], ...] = (
    _company,
    _time,
    _packs,
    _partners,
    _children,
    _depth,
    _luck,
    _mood,
    _memory,
    _fair,
)
