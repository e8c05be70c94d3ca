"""The ways to use a card in Cassino: capture, build, trail; how picks go on. Paragraphs R1.. are those of rulebook.md."""

import numpy as np

from parlour.kit import NOBODY, RANKS, count, holds, lowest, pack_of, points, rank_of, ranks_in, rule, total
from parlour.kit.captures import can_split, catching, in_splits, in_sums, pairing, sums

from .table import Table
from .words import BUILD, BUILD_PAIRS, PLAY, RAISE, TRAIL

FACES = pack_of("J Q K")
NUMBERS = "A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 10=10"
WORTHS = np.array([points(NUMBERS), points(NUMBERS + " J=11 Q=12 K=13")])  # usual, royal


@rule(inline=True)
def worths(t):
    """The number of each rank, 0 for a face card."""
    return WORTHS[t.royal]


@rule
def capturing(t, hand):
    """R2, R3: the cards of a hand that can capture something."""
    able = catching(hand, t.loose, worths(t))
    for rank in range(13):
        if t.pair_builds[rank] | t.sum_builds[rank]:
            able |= hand & RANKS[rank]
    return able


@rule
def building(t, card, hand):
    """R5, R6: the builds that a card can make, one bit per call from TRAIL on. hand: the cards that stay in the hand."""
    rank = rank_of(card)
    worth, held, found = worths(t)[rank], ranks_in(hand), 0
    built = t.sum_builds[rank] if is_mixed(t, rank) else t.pair_builds[rank]
    if (held >> rank) & 1 and (pairing(t.loose, card) | built) and (t.face_builds or not holds(FACES, card)):
        found |= 1 << (BUILD_PAIRS - TRAIL)
    if worth == 0:
        return found
    amounts = sums(t.loose, worths(t))
    for value in range(worth + 1, limit(t) + 1):  # the rank of a value is two less
        if (held >> (value - 2)) & (amounts >> (value - worth)) & 1:
            found |= 1 << (BUILD + value - TRAIL)
    for value in range(2, limit(t) + 1 - worth if t.raising else 0):
        if (held >> (value + worth - 2)) & 1 and t.sum_builds[value - 2] and not t.fixed[value - 2]:
            found |= 1 << (RAISE + value - TRAIL)
    return found


@rule(inline=True)
def limit(t):
    """The highest number of a build."""
    return 13 if t.royal else 10


@rule(inline=True)
def is_mixed(t, rank):
    """Whether pairs of this rank lie in the build of their number."""
    return t.mixed_builds and worths(t)[rank] > 0


@rule
def trailing(t, hand):
    """R9: the cards of a hand that may be trailed."""
    able = capturing(t, hand)
    is_bound = t.build_obligation == Table.build_obligation.no_trail and owns_build(t, t.turn)
    if t.must_capture != Table.must_capture.hand and not is_bound:
        return hand & ~able
    if able:
        return 0
    left = hand if is_bound else 0
    while left:
        card = lowest(left)
        left &= left - 1
        if building(t, card, hand & ~(1 << card)):
            return 0
    return hand


@rule
def owns_build(t, seat):
    """R7: whether a seat owns a build."""
    for rank in range(13):
        if t.pair_owner[rank] == seat or t.sum_owner[rank] == seat:
            return True
    return False


@PLAY.allowed(paragraph=9)
def may_play(t):
    """The cards of the hand that can be played in any way."""
    hand = t.hand[t.turn]
    able = capturing(t, hand) | trailing(t, hand)
    left = hand & ~able
    while left:
        card = lowest(left)
        left &= left - 1
        if building(t, card, hand & ~(1 << card)):
            able |= 1 << card
    return able


@rule
def may_call(t, card):
    """The calls that the card played can make instead of a capture, one bit per call from TRAIL on."""
    hand = t.hand[t.turn]
    return building(t, card, hand) | holds(trailing(t, hand | t.played), card)


@rule
def may_take(t, card):
    """The cards of the table that may be added to a capture. Any card of a pair or build stands for all of it."""
    rank = rank_of(card)
    worth, others = worths(t)[rank], t.loose & ~RANKS[rank]
    cards = t.pair_builds[rank] | t.sum_builds[rank] | (0 if t.paired else pairing(t.loose, card))
    if worth and t.picked:
        return cards | in_splits(t.picked, others, worth, worths(t))
    return cards | (in_sums(others, worth, worths(t)) if worth else 0)


@rule
def is_one_way(t, cards, more, amount):
    """Whether these cards form groups of the amount only together with all the cards that may join them."""
    left = more
    while left:
        if can_split(cards, more & ~(left & -left), amount, worths(t)):
            return False
        left &= left - 1
    return more != 0


@rule
def is_one_capture(t, card, cards):
    """Whether a card may capture just one pair, one build or one sum."""
    rank = rank_of(card)
    pairs, pair_build, sum_build = pairing(t.loose, card), t.pair_builds[rank], t.sum_builds[rank]
    if pairs | pair_build | sum_build == 0:
        return total(cards, worths(t)) == worths(t)[rank]
    return (cards == pairs and not (takes_one(t, card) and count(pairs) == 2)) or cards == pair_build or cards == sum_build


@rule(inline=True)
def takes_one(t, card):
    return t.face_capture == Table.face_capture.one and holds(FACES, card)


@rule
def on_table(t):
    """All cards that lie on the table, loose or built."""
    cards = t.loose
    for rank in range(13):
        cards |= t.pair_builds[rank] | t.sum_builds[rank]
    return cards


@rule
def clear_table(t):
    """Take all the cards from the table: their set."""
    cards = on_table(t)
    t.loose = 0
    for rank in range(13):
        t.pair_builds[rank] = t.sum_builds[rank] = 0
        t.pair_owner[rank] = t.sum_owner[rank] = NOBODY
        t.fixed[rank] = 0
    return cards
