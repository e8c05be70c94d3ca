"""The end of a deal of Brag: showing, the current pot and the covered ones. R9.. stand in rulebook.md."""

from parlour.kit import ACE, THREE, TWO, gather, highest, lay, pile_size, rule, say
from parlour.kit.rankings import (
    BRAG_HIGH_CARD,
    BRAG_PAIR,
    BRAG_PRIAL,
    BRAG_RUN,
    BRAG_RUNNING_FLUSH,
    brag,
    category_of,
    ranks_held,
)

from .stakes import opponent
from .words import AWARD, COMPARE, SAY, SETTLE, SHOW, SWEEP, UNCOVER

ACE_TWO_THREE = 1 << ACE | 1 << TWO | 1 << THREE


@rule
def strength(t, packet):
    return brag(gather(packet), t.a23, t.prial_threes)


@rule
def unshown(t, p):
    """The strength of the hand that a player holds, looked at or not."""
    return strength(t, t.blind[p] if pile_size(t.blind[p]) else t.hand[p])


@SHOW.step
def show_seen(t):
    """R9: the player who was seen shows."""
    turn_up(t, opponent(t, t.seer))
    t.phase = COMPARE


@rule
def turn_up(t, p):
    """A player shows; the hand is named."""
    lay(t.blind[p], t.shown[p])
    lay(t.hand[p], t.shown[p])
    name_hand(t, p)


@rule
def name_hand(t, p):
    t.prial |= category_of(strength(t, t.shown[p])) == BRAG_PRIAL
    word, figure = named(t, gather(t.shown[p]))
    say(t, word, figure)


@COMPARE.step
def compare_seer(t):
    """R9: only a better hand is shown."""
    p, seen = t.seer, opponent(t, t.seer)
    mine = unshown(t, p)
    if mine > strength(t, t.shown[seen]):
        t.champion = p
        turn_up(t, p)
    else:
        t.champion = seen
        say(t, SAY.no_better, p)
    t.phase = AWARD


@AWARD.step
def award(t):
    """R12, R13: the champion takes the current pot; then comes the newest of the closed ones."""
    t.score[t.champion] += t.pots[t.closed]
    t.pots[t.closed] = 0
    say(t, SAY.wins if pile_size(t.shown[t.champion]) else SAY.takes, t.champion)
    t.phase = UNCOVER if t.closed else SWEEP


@UNCOVER.step
def show_covering(t):
    """R13: the champion shows, if that has not been done, and then the hand that lies on the pot."""
    if pile_size(t.shown[t.champion]) == 0:
        turn_up(t, t.champion)
        return
    p = last_to_cover(t)
    lay(t.cover[t.closed - 1], t.shown[p])
    name_hand(t, p)
    t.phase = SETTLE


@rule
def last_to_cover(t):
    """The player whose hand lies on the newest of the closed pots."""
    for p in range(t.seats):
        if t.covers[p] == t.closed:
            return p
    return 0


@SETTLE.step
def settle_covered(t):
    """R13: the better hand takes the pot and is the champion; equal hands divide it."""
    k = t.closed - 1
    p, chips = last_to_cover(t), t.pots[k]
    mine, best = strength(t, t.shown[p]), strength(t, t.shown[t.champion])
    if mine > best:
        t.champion = p
    share = chips // 2 if mine == best else 0
    t.score[p] += share
    t.score[t.champion] += chips - share
    t.pots[k] = 0
    say(t, SAY.shares if mine == best else SAY.wins, t.champion)
    t.covers[p], t.closed = 0, k
    t.phase = UNCOVER if k else SWEEP


@rule
def named(t, cards):
    """R2: the name of a hand, and its rank."""
    found = brag(cards, t.a23, t.prial_threes)
    category, ranks = category_of(found), ranks_held(cards)
    decisive = ranks[2] if category == BRAG_PRIAL else ranks[1] if category == BRAG_PAIR else ranks[0]
    if category in (BRAG_RUN, BRAG_RUNNING_FLUSH) and decisive == ACE_TWO_THREE:
        decisive = 1 << THREE  # in every order of runs the ace is its low card
    return SAY.category[category - BRAG_HIGH_CARD], highest(decisive)
