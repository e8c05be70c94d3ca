"""Hands put in order, and why one beats another, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.kit.cards import JACK, RANK_NAMES, THREE
from parlour.kit.rankings import BRAG_PRIAL, BRAG_RUN, BRAG_RUNNING_FLUSH, FLUSH, NO_PAIR, STRAIGHT, STRAIGHT_FLUSH
from parlour.languages import gettext as _
from parlour.languages import listed, pgettext

from .names import LOW_RUN, PLURALS, WORDS, Standing, figures, standing_of
from .rankings import Ranking, Reading, one_pack, read
from .tally import BADUGI, BRAG, EIGHT_OR_BETTER

_RUNS = (BRAG_RUN, BRAG_RUNNING_FLUSH)


@dataclass(frozen=True)
class Placed:
    """A hand among others."""

    index: int
    """Which of the hands given, from 0."""
    place: int
    """1 for the best; hands that tie share it."""
    reading: Reading


def order(ranking: Ranking, hands: Sequence[int], chosen: Mapping[str, str] | None = None, common: int = 0) -> list[Placed]:
    """Hands from the best down; those that tie in the order given. BadInput as for `read` and `one_pack`."""
    one_pack(hands, common)
    readings = [read(ranking, cards, chosen) for cards in hands]
    ways = sorted(range(len(hands)), key=lambda i: -readings[i].strength)
    return [Placed(i, 1 + sum(one.strength > readings[i].strength for one in readings), readings[i]) for i in ways]


def why(one: Reading, other: Reading) -> str:
    """Return why the first hand beats the second, or that they tie: one sentence."""
    if one.strength < other.strength:
        return why(other, one)
    if one.ranking.kind == EIGHT_OR_BETTER and not other.strength:
        if not one.strength:
            return _("Neither is five different ranks from the eight down: nobody has a low hand.")
        return _("Only this one is five different ranks from the eight down.")
    mine, theirs = standing_of(one), standing_of(other)
    if one.strength == other.strength:
        return _("The same ranks: they tie, since suits do not rank.")
    if mine.category != theirs.category:
        return _by_category(one, mine, theirs)
    if one.ranking.kind == BRAG and (reason := _a_brag_rank(one, mine, theirs)):
        return reason
    return _by_rank(one, mine, theirs)


def _by_category(one: Reading, mine: Standing, theirs: Standing) -> str:
    ours, other = _(mine.kind), _(theirs.kind)
    better = _("{hand} beats {other}.", hand=f"{ours[0].upper()}{ours[1:]}", other=other)
    if one.ranking.kind == BADUGI:
        return f"{better} {_('More cards that share neither rank nor suit win, however high they are.')}"
    if not one.ranking.low:
        return better
    if mine.category != NO_PAIR:
        return f"{better} {_('In a low game the categories rank the other way round.')}"
    if theirs.category in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
        return f"{better} {_('Straights and flushes count against a low hand here.')}"
    return f"{better} {_('Cards of one rank count against a low hand.')}"


def _a_brag_rank(one: Reading, mine: Standing, theirs: Standing) -> str:
    """Places of A-2-3 and 3-3-3 under the house rules of Brag."""
    if mine.category == BRAG_PRIAL and mine.ranks == (THREE,):
        reason = _("Three threes are the best prial, above three {ranks}.", ranks=_(PLURALS[theirs.ranks[0]]))
        return reason if theirs.ranks[0] > THREE else ""
    if mine.category in _RUNS and LOW_RUN in (mine.ranks, theirs.ranks):
        if mine.ranks == LOW_RUN:
            return _("A-2-3 ranks above {ranks} here.", ranks=figures(theirs.ranks))
        return _("A-2-3 ranks below {ranks} here.", ranks=figures(mine.ranks))
    return ""


def _by_rank(one: Reading, mine: Standing, theirs: Standing) -> str:
    pairs = list(zip(mine.ranks, theirs.ranks, strict=True))
    upwards = one.ranking.kind == BADUGI and not one.rules[1]
    if upwards:
        pairs.reverse()
    at = next(i for i, (a, b) in enumerate(pairs) if a != b)
    ranks = {"rank": _named(pairs[at][0]), "other": _named(pairs[at][1])}
    decides = _("The {rank} is lower than the {other}.", **ranks)
    if not one.ranking.low:
        decides = _("The {rank} is higher than the {other}.", **ranks)
    if mine.category in (STRAIGHT, STRAIGHT_FLUSH) and one.ranking.kind not in (BRAG, BADUGI):
        both = _("Both are straights; the top card decides.")
        if mine.category == STRAIGHT_FLUSH:
            both = _("Both are straight flushes; the top card decides.")
        return f"{both} {decides}"
    if at:
        return f"{_('Level on the {ranks}.', ranks=listed(_named(a) for a, _b in pairs[:at]))} {decides}"
    paired = one.ranking.kind != BADUGI and len(mine.ranks) < one.cards.bit_count()
    if upwards:
        return f"{_('The lowest card decides.')} {decides}"
    return f"{_('The rank held most often decides.') if paired else _('The highest card decides.')} {decides}"


def _named(rank: int) -> str:
    return pgettext("rank", WORDS[rank]) if rank >= JACK else RANK_NAMES[rank]
