"""Games ranked for a company. Every point has its sentence, so the sentences of a game explain its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from parlour.engine.errors import BadInput
from parlour.languages import day, mark, ngettext
from parlour.languages import gettext as _

from .facts import MIDDLE, Facts, all_facts
from .memory import Memory

DEEP = {
    "trick-taking": mark("Every card that falls tells who may hold what, and it pays to count."),
    "induction": mark("It is one long puzzle, and a wrong guess teaches as much as a right one."),
    "rummy": mark("What to keep, what to let go, what the others wait for: a decision every turn."),
    "fishing": mark("What has gone, and what you leave for the next player: it pays to count."),
    "betting": mark("You read people as much as cards, and every bet asks whether to go on."),
    "vying": mark("You read people as much as cards."),
    "solitaire": mark("Look twice before you move."),
}
"""By family what there is to think about; the first that fits is said."""
LOUD = {
    "children's": mark("It is loud: the whole table joins in."),
    "reaction": mark("Quick hands, and an outcry at every pounce."),
    "banking": mark("Everybody groans and cheers at the turn of a card."),
    "betting": mark("Chips go back and forth, and everybody watches everybody."),
    "vying": mark("People bluff, and are caught: who plays counts for more than what was dealt."),
    "stops": mark("It goes quickly round the table, and everybody is in it."),
}
"""By family what the company gets out of it; the first that fits is said."""
EVEN = 0.04
"""A gain of the best seat, as a share of matches, that nobody would notice."""
NUMBERS = [
    "",
    mark("one"),
    mark("two"),
    mark("three"),
    mark("four"),
    mark("five"),
    mark("six"),
    mark("seven"),
    mark("eight"),
    mark("nine"),
    mark("ten"),
]
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
            raise BadInput(
                ngettext("{n} player: there are games for 1 to 10", "{n} players: there are games for 1 to 10", self.players)
            )
        if not 1 <= self.packs <= 10:
            raise BadInput(ngettext("{n} pack: say from 1 to 10", "{n} packs: say from 1 to 10", self.packs))
        if self.minutes is not None and not 1 <= self.minutes <= 600:
            raise BadInput(ngettext("{n} minute: say from 1 to 600", "{n} minutes: say from 1 to 600", self.minutes))


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
        return _only_for(facts)
    packs = facts.packs_for(wanted.players)
    if packs > wanted.packs:
        needed = {"packs": number(packs), "players": number(wanted.players)}
        return ngettext("It needs {packs} pack for {players}.", "It needs {packs} packs for {players}.", packs, **needed)
    if facts.jokers and not wanted.jokers:
        return _("It needs a joker.")
    if wanted.minutes is not None and facts.minutes > TOO_LONG * wanted.minutes:
        return ngettext("It takes about {n} minute.", "It takes about {n} minutes.", facts.minutes)
    if wanted.children and facts.for_stakes and "children's" not in facts.families:
        return _("It lives on bluff and stakes, which is not for children.")
    return ""


def _only_for(facts: Facts) -> str:
    if facts.most == 1:
        return _("It is for one.")
    if facts.least == facts.most:
        return _("It is for {number} only.", number=number(facts.least))
    return _("It is for {least} to {most}.", least=number(facts.least), most=number(facts.most))


def number(value: int) -> str:
    """A small number in words."""
    return _(NUMBERS[value]) if 0 < value < len(NUMBERS) else str(value)


# one function a question: the points it gives, and the sentence


def _company(facts: Facts, wanted: Preferences) -> Verdict:
    players = number(wanted.players)
    if facts.least == facts.most == wanted.players:
        return 1.0, _("It is made for just {number}.", number=players) if wanted.players > 1 else _("It is for one.")
    points = 0.6 if facts.usual == wanted.players else 0.0
    least, most = number(facts.least), number(facts.most)
    if wanted.players == 1:
        return points, _("It takes {least} to {most}, so you can play it alone.", least=least, most=most)
    return points, _("It takes {least} to {most}, so the {number} of you can play.", least=least, most=most, number=players)


def _time(facts: Facts, wanted: Preferences) -> Verdict | None:
    takes = facts.minutes
    if wanted.minutes is None:
        return 0.0, ngettext("A match takes about {n} minute.", "A match takes about {n} minutes.", takes)
    if takes > wanted.minutes:
        return -1.5 * (takes / wanted.minutes - 1) - 0.3, ngettext(
            "A match takes about {n} minute, a little more than you have.",
            "A match takes about {n} minutes, a little more than you have.",
            takes,
        )
    matches = wanted.minutes // takes
    if matches > 3:
        return 0.8, ngettext(
            "A match takes about {n} minute, so there is time for several.",
            "A match takes about {n} minutes, so there is time for several.",
            takes,
        )
    if matches > 1:
        return 0.8, ngettext(
            "A match takes about {n} minute, so there is time for {matches}.",
            "A match takes about {n} minutes, so there is time for {matches}.",
            takes,
            matches=number(matches),
        )
    return 1.2, ngettext(
        "A match takes about {n} minute, which is about what you have.",
        "A match takes about {n} minutes, which is about what you have.",
        takes,
    )


def _packs(facts: Facts, wanted: Preferences) -> Verdict | None:
    packs = facts.packs_for(wanted.players)
    return (0.3, _("It needs {number} packs, which you have.", number=number(packs))) if packs > 1 else None


def _depth(facts: Facts, wanted: Preferences) -> Verdict | None:
    if wanted.depth is None:
        return None
    deep = facts.depth - MIDDLE
    if wanted.depth == "deep":
        if deep >= 0:
            return 0.5 + 1.4 * deep, _of_family(DEEP, facts, _("There is much to weigh up."))
        return 1.4 * deep, _("It does not ask for much thought.")
    if deep < 0:
        return 0.5 - 1.4 * deep, ngettext(
            "It is light: the rules are read out in {n} minute, and nobody has to sit and think.",
            "It is light: the rules are read out in {n} minutes, and nobody has to sit and think.",
            facts.reading,
        )
    return -1.4 * deep - 0.1, _("It asks for some thought.")


def _of_family(sentences: dict[str, str], facts: Facts, otherwise: str) -> str:
    """Return the value of the first family in the list that a game belongs to."""
    return next((_(text) for family, text in sentences.items() if family in facts.families), otherwise)


def _luck(facts: Facts, wanted: Preferences) -> Verdict | None:
    if wanted.luck is None:
        return None
    lucky = facts.luck - MIDDLE
    if wanted.luck == "skill":
        return (0.5 - 1.4 * lucky, _skill(facts)) if lucky <= 0 else (-1.4 * lucky, _("Much of it is luck."))
    if lucky < 0:
        return 1.4 * lucky - 0.1, _("The better player will usually win.")
    if facts.skill is None:
        return 0.5 + 1.4 * lucky, _("Anybody can win: much is in the cards, and losing is nobody's fault.")
    share = str(facts.skill)
    return 0.5 + 1.4 * lucky, _(
        "Anybody can win: play decides {share} of 100 matches and luck the rest, as measured.", share=share
    )


def _skill(facts: Facts) -> str:
    """Return why skill tells."""
    if facts.skill is not None:
        return _("Skill tells: play decides {share} of 100 matches and luck the rest, as measured.", share=str(facts.skill))
    if facts.hands > 6:
        return _("Skill tells: a match has many hands, over which luck evens out.")
    if facts.hands >= 2:
        return _("Skill tells: a match has several hands, over which luck evens out.")
    return _("Skill tells: what you do with the cards counts for more than the deal.")


def _partners(facts: Facts, wanted: Preferences) -> Verdict | None:
    with_partners = facts.partners and wanted.players == 4
    if wanted.partners is None:
        return (0.2, _("Two play against two.")) if facts.always_partners and with_partners else None
    if wanted.partners:
        return (
            (3.0, _("Two play against two, partners opposite each other."))
            if with_partners
            else (-3.0, _("Nobody has a fixed partner."))
        )
    if facts.always_partners:
        return -3.0, _("It is played with a partner.")
    return 0.5, _("Nobody has a fixed partner.")


def _children(facts: Facts, wanted: Preferences) -> Verdict | None:
    if not wanted.children:
        return None
    if "children's" in facts.families:
        return 3.0, _("Children have always played it.")
    if facts.depth < MIDDLE:
        return 1.0, _("Children learn it quickly.")
    return -1.0 - (facts.depth - MIDDLE), _("Younger children will find it hard.")


def _mood(facts: Facts, wanted: Preferences) -> Verdict | None:
    if wanted.mood is None:
        return None
    if wanted.mood == "lively":
        if facts.lively:
            return 2.0, _of_family(LOUD, facts, _("The people count for more than the cards."))
        return -1.0, _("It is rather quiet.")
    return (1.0, _("It is quiet: you can talk of something else.")) if not facts.lively else (-2.0, _("It does not stay quiet."))


def _memory(facts: Facts, wanted: Preferences) -> Verdict | None:
    memory = wanted.memory
    known, liking, last = facts.id in memory.known(), memory.liking(facts.id), memory.last(facts.id)
    if not known and wanted.novelty == "new":
        return 2.0, ngettext(
            "You have not played it yet; its rules are read out in {n} minute.",
            "You have not played it yet; its rules are read out in {n} minutes.",
            facts.reading,
        )
    if not known:
        new = ngettext(
            "It would be new to you; its rules are read out in {n} minute.",
            "It would be new to you; its rules are read out in {n} minutes.",
            facts.reading,
        )
        return (-2.5, new) if wanted.novelty else None
    points = {1: 1.5, 0: 0.0, -1: -4.0}[liking]
    if wanted.novelty == "new":
        points -= 3.0
        view = {
            1: _("You liked it, so it would be nothing new."),
            0: _("You know it, so it would be nothing new."),
            -1: _("You did not like it, so it would be nothing new."),
        }[liking]
    else:
        points += 2.0 if wanted.novelty else 0.0
        view = {1: _("You liked it."), 0: _("You know it."), -1: _("You did not like it.")}[liking]
    played = _("You played it last on {date}.", date=day(date.fromisoformat(last))) if last else ""
    return points, f"{view} {played}".strip()


def _fair(facts: Facts, wanted: Preferences) -> Verdict | None:
    if facts.seat is None or wanted.players != facts.usual:  # measured at the usual number of players
        return None
    gain, low, high = facts.seat
    if high < EVEN:
        return 0.5, _("Every seat has the same chances, as measured.")
    if low <= 0:
        return None
    return -5 * gain, _("The best seat wins {share} in 100 matches more than its share, as measured.", share=str(facts.seat))


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
