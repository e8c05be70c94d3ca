"""Words for a learner who has just finished a lesson: a reason for each legal choice, and a question before a mistake.

All of it is made from the learner's own view, by the bot that gives hints. A mistake is judged by the figures of that bot: how
far a choice is behind its best one, measured by what a match is worth (`Option.stake`), if that is more than the interval of 95 %
and if the loss has words (`reasons.cost`). Choices of several picks get no words: what the learner picks next is not known.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from parlour.engine.view import View

from .base import Bot
from .options import Option
from .reasons import Case, blame, praise, short

MISTAKES = (0.05, 0.1, 0.2)
"""The least loss that is asked about in the first, second and third match after a lesson, as a share of a payoff of 1.

A match between two is won or lost by 2 such payoffs, so these are 2.5, 5 and 10 % of the matches; less has no words. If the score
of a hand decides, a payoff counts twice the largest change of a hand, so they are 10, 20 and 40 % of the largest hand. How often
that is asked was measured: see docs/decisions/0495-lessons.md."""
MATCHES = len(MISTAKES)
"""Matches after a lesson in which there are words."""
MOST = 24
"""Choices that are given a reason: more are no help."""


class Mistake(NamedTuple):
    """A choice that is clearly worse than the best. size, ask: as in a `Word`."""

    size: int
    ask: tuple[str, str]


class Word(NamedTuple):
    """Words for a learner about a choice.

    why: a sentence, or "". size: of the mistake, in how many matches after a lesson it is asked about. ask: what it would cost,
    and what would be better, if it is a mistake.
    """

    code: int
    why: str
    size: int = 0
    ask: tuple[str, ...] = ()


def words_for(bot: Bot, view: View) -> list[Word]:
    """Return what to tell a learner about the choices of a view, in the order of the menu, without those that need no words.

    bot: that gives hints. view: as `Bot.consider` takes it, at the first pick of a choice.
    """
    case = Case(view)
    if len(case.menu) < 2:
        return []
    mistakes, reasons = mistakes_in(bot, view), reasons_in(view)
    found = [Word(code, reasons.get(code, ""), *mistakes.get(code, ())) for code in case.menu]
    return [word for word in found if word.why or word.size]


def reasons_in(view: View) -> dict[int, str]:
    """Return a sentence about each choice of a view that the rules have reasons for, by its code: no bot is asked."""
    case = Case(view)
    if len(case.menu) < 2:
        return {}
    whole = [code for code in case.menu if int(case.after([code]).chain) == 0]  # reasons are true of whole choices alone
    codes = whole if len(whole) <= MOST else [code for code in whole if code in case.cards][:MOST]
    reasons = zip(codes, short(case, [[code] for code in codes]), strict=True)
    return {code: why for code, why in reasons if why}


def mistakes_in(bot: Bot, view: View) -> dict[int, Mistake]:
    """Return the choices of a view that are clearly worse than the best, by their codes. Arguments as for `words_for`."""
    case = Case(view)
    codes, options = bot.consider(view) if len(case.menu) > 1 else ([], [])
    found: dict[int, Mistake] = {}
    if len(codes) != 1 or not options or options[0].words:
        return found
    for option in options[1:]:
        if math.isnan(option.error):  # how sure the bot is of it is not known
            continue
        size = size_of(option, options[0])
        lost = blame(case, option, options[0]) if size and not option.then else None
        if lost is not None:
            found[option.code] = Mistake(size, (lost, praise(case, codes)))
    return found


def size_of(option: Option, best: Option) -> int:
    """Return the size of a mistake: 0 for none, up to `MATCHES`. option: the choice. best: the bot's own."""
    if not option.stake > 0.0:
        return 0
    behind = (best.worth - option.worth) / option.stake
    return sum(behind >= least for least in MISTAKES)
