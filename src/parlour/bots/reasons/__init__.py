"""Why a choice is good, in a card player's words: one sentence about the game, made from what a seat sees and remembers.

A sentence has two parts. *Why* comes from the rules: which trick a card takes, what cannot beat it any more, what it keeps. Each
such reason is true of every deal that fits what the seat knows: a test compares them with true tables. *What else* comes from
the bot that was asked: what the best alternative would cost in the game's own unit if the difference is larger than its interval
of 95 %, otherwise that the two are about as good.

A room says why in a module `reasons.py` beside its rules, in plain Python that is never compiled:

    def reasons(case, codes):          the reasons for a whole choice, the most telling first, as pairs (claim, text)
                                       (claim "taken": true only of the choice that the bot takes)
    def named(case, codes):            how a sentence names the choice ("a bet of 5"), or "" if its usual name will do
    def is_spare(case, code):          in a patience, whether a choice brings home a card that is not needed any more

`case` is a `Case`; `case.tricks(...)` has the reasons of all trick games. A text is a predicate of the choice, such as "takes the
trick", or after a colon a sentence of its own, written `case.phrase("keeps {cards}", cards=...)`, names `case.label(...)`: then
translators find it. A room without the module has the words of its rules alone.
"""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType

from parlour.bots.heuristics import score_names
from parlour.bots.options import WORTH_A_WORD, Option, unit_of, whole
from parlour.engine.rooms import Room
from parlour.engine.speech import CARDS
from parlour.engine.view import View
from parlour.languages import Text, begun, in_series, lazy_gettext, with_english

from .case import Case
from .words import Phrase, Reason, phrase

MOST = 2
"""Reasons in a sentence."""
SMALL = 0.05
"""A difference of this much of the unit, or of the match, is none that a player would notice."""
OFTEN = 0.15
"""A choice drawn so often instead of another is about as good."""
WORSE = phrase("is a little worse")
CHANCES = (
    (0.3, phrase("would often cost the match")),
    (0.1, phrase("would cost the match now and then")),
    (0.0, WORSE),
)
ALONE = (
    (0.3, phrase("would lose many more deals")),
    (0.1, phrase("would lose more deals")),
    (0.0, phrase("would lose a few more deals")),
)
"""Words for a choice that is behind the best by this much of a payoff, for several players and for one."""
COSTS: dict[str, tuple[Phrase, Phrase, Callable[[int], Phrase]]] = {
    "point": (
        phrase("would cost a small part of a point"),
        phrase("would cost about half a point"),
        lambda n: phrase("would cost about one point", "would cost about {n} points", n, n=n),
    ),
    "chip": (
        phrase("would cost a small part of a chip"),
        phrase("would cost about half a chip"),
        lambda n: phrase("would cost about one chip", "would cost about {n} chips", n, n=n),
    ),
    "token": (
        phrase("would cost a small part of a token"),
        phrase("would cost about half a token"),
        lambda n: phrase("would cost about one token", "would cost about {n} tokens", n, n=n),
    ),
}
"""The cost of a choice in words, by what the score counts: very little, about a half, or a number."""
LEVEL = phrase("is about as good")
BEST = phrase("is best in the deals that fit what you have seen")
OF_SEVERAL: dict[str, Phrase] = {
    LEVEL: phrase("are about as good"),
    WORSE: phrase("are a little worse"),
    BEST: phrase("are best in the deals that fit what you have seen"),
}
"""Texts of all games, and the form that fits a choice named by several cards: "K♦ and 9♦ are about as good"."""
LISTED = re.compile(r"[^ ]+(?:, [^ ]+)* and [^ ]+")
"""The name of a choice in English that is a list of cards."""
TAKEN = "taken"
"""The claim of a reason that is true only of the choice a bot takes, not of each choice by itself."""

__all__ = [
    "BEST",
    "LEVEL",
    "WORSE",
    "Case",
    "Reason",
    "against",
    "agreeing",
    "blame",
    "is_level",
    "is_spare",
    "named",
    "praise",
    "reasons",
    "sentence",
    "short",
    "subject",
]


@cache
def _module(room: Room) -> ModuleType | None:
    """Return the room's reasons.py as a module; None if it has none."""
    if not (room.folder / "reasons.py").is_file():
        return None
    return importlib.import_module(f"{room.module.__name__.removesuffix('.rules')}.reasons")


def reasons(case: Case, codes: Sequence[int]) -> list[Reason]:
    """Return why this whole choice is good, the most telling first; none if the room has nothing to say."""
    module = _module(case.room)
    found = [] if module is None else [Reason(*reason) for reason in module.reasons(case, list(codes))]
    for reason in found:
        if isinstance(reason.text, Phrase):  # what all trick games say, a game may have in its own words
            reason.text.context = reason.text.context or case.room.name
    return found


def named(case: Case, codes: Sequence[int]) -> str:
    """Return how a sentence names a choice, as in the middle of it: with a small letter, except for names and cards."""
    own = getattr(_module(case.room), "named", None)
    if own is not None and (name := own(case, list(codes))):
        return str(name)
    return _usual(case, codes)


def subject(case: Case, codes: Sequence[int]) -> str:
    """Return the subject of a sentence about a choice: how the room names it, and in quotes what its button says.

    >>> from parlour import game
    >>> case = Case(game("schnapsen").start(seed=1).view(1))
    >>> subject(case, [case.code("Q♠")]), subject(case, [case.code("declare")])
    ('Q♠', '“I have sixty-six”')
    """
    own, usual = getattr(_module(case.room), "named", None), _usual(case, codes)
    if own is not None and (name := own(case, list(codes))):
        return str(name)
    return usual if len(codes) > 1 or codes[0] < CARDS else lazy_gettext("“{said}”", said=usual)


def agreeing(name: str, text: str) -> str:
    """Return a text about a choice in the form that fits its name: of one card, or of several."""
    return OF_SEVERAL.get(text, text) if LISTED.fullmatch(name) else text


def is_spare(case: Case, code: int) -> bool:
    """Whether a choice brings home a card on which nothing can be put any more; False if the room does not say."""
    own = getattr(_module(case.room), "is_spare", None)
    return own is not None and bool(own(case, code))


def _usual(case: Case, codes: Sequence[int]) -> str:
    """The name of a choice as its card or its button has it."""
    return whole(case.game, Option(codes[0], 0, 0.0, then=tuple(codes[1:])), int(case.row.phase))


def sentence(view: View, codes: Sequence[int], options: Sequence[Option], compared: Sequence[Option] = ()) -> str:
    """Say in one sentence why a bot would choose these codes, and what the best alternative would cost.

    options: the one taken first, as `Bot.consider` gives them. compared: if there are none, those of `Bot.compare`.
    """
    case = Case(view)
    if len(case.menu) == 1:
        only = phrase("is your only legal card") if codes[0] < CARDS else phrase("is your only choice")
        return _ended(subject(case, codes), [only], None)
    other = _rival(options or compared, weighed=bool(options))
    chosen = reasons(case, codes) or [Reason("expected", plainly(option.words)) for option in options[:1] if option.words]
    shared = {reason.claim for reason in reasons(case, (other.code, *other.then))} if other else set()
    telling = [reason for reason in chosen if reason.claim not in shared] or chosen[:1]
    texts = [reason.text for reason in telling[:MOST]] or [BEST]
    if not other:
        return _ended(subject(case, codes), texts, None)
    objection = against(case, other, (options or compared)[0])
    return _ended(subject(case, codes), texts, (subject(case, (other.code, *other.then)), objection))


def short(case: Case, choices: Sequence[Sequence[int]]) -> list[str]:
    """Return for each whole choice one sentence with the reason that distinguishes it best; "" if the room has nothing to say.

    No bot has chosen: reasons that are true only of its choice are left out.
    """
    found = [[reason for reason in reasons(case, codes) if reason.claim != TAKEN] for codes in choices]
    common = set.intersection(*({reason.claim for reason in some} for some in found)) if len(found) > 1 else set()
    sentences = []
    for codes, some in zip(choices, found, strict=True):
        first = next((reason for reason in some if reason.claim not in common), some[0] if some else None)
        sentences.append(_ended(subject(case, codes), [first.text], None) if first else "")
    return sentences


def praise(case: Case, codes: Sequence[int]) -> Text:
    """Return one sentence with the first reasons for a whole choice."""
    texts = [reason.text for reason in reasons(case, codes)[:MOST]]
    return _ended(subject(case, codes), texts or [BEST], None)


def blame(case: Case, option: Option, best: Option) -> Text | None:
    """Return what a choice would cost, in one sentence; None if it is about as good as the best, or if nobody would notice."""
    lost = _lost(case, option, best)
    return _ended(subject(case, (option.code, *option.then)), [lost], None) if lost else None


def _ended(name: str, texts: Sequence[str], other: tuple[str, str] | None) -> Text:
    """The sentence: a choice with why, and how another compares with it.

    In English the choice is named once and its reasons are joined. Other languages get them as whole sentences in a row.
    """
    first, *more = sorted((agreeing(name, text) for text in texts), key=_place)
    other = other and (other[0], agreeing(*other))
    english = ", and ".join([f"{name}{'' if first.startswith(':') else ' '}{first}", *(text.removeprefix(": ") for text in more)])
    parts = [_whole(name, first, True), *(_whole(name, text) for text in more)]
    if other:
        parts.append(_whole(*other))
        english += f"; {other[0]} {other[1]}"
    return begun(with_english(f"{english}.", lazy_gettext("{sentences}.", sentences=in_series(parts))))


def _place(text: str) -> int:
    """Return the place of a reason in a sentence: after a predicate, others go on with "and"; after a colon they cannot."""
    return 2 if text.startswith(":") else 1 if ": " in text else 0


def _whole(name: str, text: str, begins: bool = False) -> str:
    """A reason as a sentence. begins: the choice is named for any kind of reason."""
    if not isinstance(text, Phrase):
        return f"{name}{'' if text.startswith(':') else ' '}{text}"
    sentence = text.whole(name)
    return lazy_gettext("{choice}: {why}", choice=name, why=sentence) if begins and text.is_clause else sentence


def plainly(words: str) -> str:
    """Words of a bot as a reason: a sentence of its own."""
    return phrase(": {why}", why=words)


def _rival(options: Sequence[Option], weighed: bool) -> Option | None:
    """The best alternative that a sentence can compare with; None if there is none.

    weighed: whether the first was chosen by these figures. Otherwise it was advice, and what seems better is not spoken of.
    """
    if len(options) < 2:
        return None
    best, *others = options
    least = WORTH_A_WORD * sum(option.visits for option in options)
    others = [option for option in others if option.visits >= least and not option.words]
    if best.share:
        lots = [option for option in others if option.share >= OFTEN or option.known]
        return max(lots, key=lambda option: (option.share >= OFTEN, option.share, option.worth), default=None)
    if not weighed:
        others = [option for option in others if best.worth - option.worth > _doubt(option)]
    return max(others, key=lambda option: option.worth, default=None)


def _doubt(option: Option) -> float:
    """Half of the interval of how far an option is behind the best; 0 if it is not known."""
    return 0.0 if math.isnan(option.error) else option.error


def is_level(other: Option, best: Option) -> bool:
    """Whether another choice is as good as the best one, as far as the bot can tell."""
    return bool(other.share >= OFTEN if best.share else best.worth - other.worth <= _doubt(other))


def against(case: Case, other: Option, best: Option) -> str:
    """Say how another choice compares with the best one."""
    return _lost(case, other, best) or LEVEL


def _lost(case: Case, other: Option, best: Option) -> str:
    """Return the cost of another choice in words; nothing if it is about as good."""
    behind = best.worth - other.worth
    return "" if is_level(other, best) else cost(case, best.points - other.points, best.payoff - other.payoff, behind)


def cost(case: Case, points: float, payoff: float, behind: float) -> str:
    """Say what a choice would cost; nothing if it is too little for words.

    points, payoff: how much less of each it brings. behind: both together, in the figure that choices are compared by.
    """
    if abs(points) >= abs(behind - points):  # the score of the hand decides, not the end of the match
        return amount(points, unit_of(case.room))
    value = amount(points, unit_of(case.room)) if payoff < CHANCES[1][0] and score_names(case.room) else ""
    if value:  # the match decides, but little of it
        return value
    if payoff < SMALL:
        return ""
    return next(words for least, words in (ALONE if case.seats == 1 else CHANCES) if payoff >= least)


def amount(points: float, unit: str) -> str:
    """Return the cost of a number of points, chips or tokens in words; nothing if it is next to none.

    >>> amount(0.4, "point"), amount(1.2, "chip"), amount(3.4, "token"), amount(47, "point"), amount(0.01, "point")
    ('would cost about half a point', 'would cost about one chip', 'would cost about 3 tokens', 'would cost about 45 points', '')
    """
    if points < SMALL:
        return ""
    little, half, several = COSTS[unit]
    if points < 0.75:
        return little if points < 0.25 else half
    return several(round(points) if points < 20 else 5 * round(points / 5))
