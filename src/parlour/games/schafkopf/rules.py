"""Schafkopf: queens, jacks and diamonds are trumps, and one plays against two. Paragraphs R1.. are those of rulebook.md."""

import numpy as np

from parlour.kit import *

PACK = PACK_32
PHASES = phases(
    asks("take", "take", "pass"),
    steps("pick up"),
    asks("lay aside", CARD, veiled=True, unordered=True),
    asks("play", CARD),
    steps("gather", "count", "score", "next"),
)
TAKE, PICK_UP, LAY_ASIDE, PLAY, GATHER, COUNT, SCORE, NEXT = PHASES
TAKE_IT, PASS = PHASES.codes("take", "pass")
OUTCOMES = ("made", "schneider", "schwarz", "failed", "schneidered", "schwarzed", "fewest", "none", "all", "level")
SAY = words("take", "pass", "least", "void", *OUTCOMES)
TRUMP_ORDER = "7♦ 8♦ 9♦ K♦ 10♦ A♦ J♦ J♥ J♠ J♣ Q♦ Q♥ Q♠ Q♣"
TRUMPS = card_set(TRUMP_ORDER)
STRENGTH = np.tile(ranking("7 8 9 K 10 A"), 4)  # by card
for place, name in enumerate(TRUMP_ORDER.split()):
    STRENGTH[read_card(name)] = 7 + place
WORTH = points("A=11 10=10 K=4 Q=3 J=2")


class Table(Layout, seats=3):
    deals = Option(9, range(3, 37, 3), "deals in a game")
    discards_count = Option(True, YES_NO, "the two cards laid aside count for the declarer")
    schwarz_by = Option(
        "points", ("points", "tricks"), "what makes a hand schwarz: all card points or none, or all tricks or none"
    )
    least_widow = Option("dead", ("dead", "last_trick"), "whether the widow of a least hand goes with the last trick")
    all_pass = Option("least", ("least", "dealer_takes", "redeal"), "what happens when no player takes the widow")
    two_way_zero_sum = Option(False, YES_NO, "each defender pays or gets half of what the declarer scores")
    lay_aside_trumps = Option(True, YES_NO, "trumps may be laid aside even with two plain cards in hand")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    widow = Cards(seen=NOBODY)
    aside = Cards(per=SEATS, seen=OWNER)  # the two cards the declarer has laid aside
    trick = Pile(3)
    won = Cards(per=SEATS, seen=NOBODY)
    counted = Cards(per=SEATS)  # the tricks turned up when the hand has ended
    turned = Cards()  # and with them what lay aside, or the widow

    declarer = Seat()
    least = Flag()
    tricks = Number(0, 10, per=SEATS)
    last_trick = Number(0, 10, per=SEATS)  # the number of the latest trick won
    plain_played = Number(0, 10)  # cards the declarer has played that are not trumps
    points = Number(0, 120, per=SEATS)  # of this hand, once it is counted
    leader = Seat()


def unsound(t):
    if t.phase in (DEAL, NEXT):
        return ""
    if t.leader == NOBODY:
        return "leader: nobody leads"
    tricks, points = sum(t.tricks[:3]), sum(t.points[:3])
    held = [size_of(t.hand[p]) for p in range(3)]
    if t.phase == SCORE:
        return against_declarer(t) or (f"points: {points}, and the pack has 120" if points > 120 else "")
    if t.phase < PLAY:
        early = f"tricks: {tricks} are taken" if tricks else f"plain_played: {t.plain_played} cards" if t.plain_played else ""
        return against_auction(t) or (f"{early} before the first card is played" if early else "")
    if tricks + max(held) > 10:
        return f"tricks: {tricks} are taken and {max(held)} cards are held, and 10 are dealt to each"
    if max(t.last_trick[:3]) > tricks:
        return f"last_trick: {max(t.last_trick[:3])}, and {tricks} tricks are taken"
    if t.plain_played + (held[t.declarer] if t.declarer != NOBODY else 10) > 10:
        return f"plain_played: {t.plain_played} plain cards, and the declarer has not played so many"
    return against_declarer(t)


def against_auction(t):
    """Return what is wrong while the widow is offered, picked up and two cards laid aside."""
    if t.dealer == NOBODY or t.leader != left_of(t, t.dealer):
        return f"leader: seat {t.leader} does not sit left of the dealer"
    if t.least or (t.declarer == NOBODY) != (t.phase == TAKE):
        return "least: the widow can still be taken" if t.least else "declarer: a player takes the widow, or is still to take it"
    lies_aside = sum(size_of(t.aside[p]) for p in range(3))
    if size_of(t.widow) != 2 * (t.phase != LAY_ASIDE) or (lies_aside and t.phase != LAY_ASIDE):
        return f"widow: {size_of(t.widow)} cards, and {lies_aside} lie aside"
    if t.phase == LAY_ASIDE and t.turn != t.declarer:
        return f"turn: seat {t.turn} is not the declarer"
    if t.phase == LAY_ASIDE and t.chain != lies_aside:
        return f"chain: {t.chain} cards were chosen, and {lies_aside} lie aside"
    return ""


def unplayable(t):
    """Return what is wrong with the hands before play, and with cards that lie open too early."""
    if t.phase == DEAL or t.phase >= SCORE:
        return ""
    if any(t.counted[:3]) or t.turned:
        return "turned: cards are turned up before the hand has ended"
    for p in range(3):
        held, due = size_of(t.hand[p]), 12 - size_of(t.aside[p]) if t.phase == LAY_ASIDE and p == t.declarer else 10
        if t.phase < PLAY and held != due:
            return f"hand.{p}: {held} cards, and {due} are due"
    return ""


def against_declarer(t):
    """Return what is wrong with the declarer, once there can be one."""
    if (t.declarer == NOBODY) != t.least:
        return "declarer: nobody is, and it is not a least hand" if t.declarer == NOBODY else "least: there is a declarer"
    for p in range(3):
        if t.aside[p] and p != t.declarer:
            return f"aside.{p}: seat {p} is not the declarer, and lays nothing aside"
    if t.least and t.all_pass != Table.all_pass.least:
        return "least: with this house rule there is no least hand"
    return "widow: the declarer took it" if t.widow and not t.least else ""


@rule
def bound(t):
    return t.deals * (3 + 2 + 30)


@rule
def deal(t):
    """Ten cards each; the packets in which they come are the same as any other shuffle."""
    t.widow = deal_hands(t, PACK, 10)
    lead(t, left_of(t, t.dealer), TAKE)


@rule
def must_take(t):
    """F102: the dealer is the last to be asked and may not pass."""
    return t.all_pass == Table.all_pass.dealer_takes and t.turn == t.dealer


@TAKE.objection
def dealer_takes(t, choice):
    return 102 if choice == PASS and must_take(t) else 0


@TAKE.play
def take_or_pass(t, choice):
    """R1, F102: take the widow, or leave it to the next player; what follows if all pass is the house's."""
    if choice == TAKE_IT:
        say(t, SAY.take, 0)
        t.declarer = t.turn
        next_step(t, PICK_UP)
    elif t.turn != t.dealer:
        say(t, SAY.pass_, 0)
        ask(t, left_of(t, t.turn), TAKE)
    elif t.all_pass == Table.all_pass.redeal:
        say(t, SAY.void, 0)
        next_step(t, NEXT)
    else:
        say(t, SAY.least, 0)
        t.least = 1
        ask(t, t.leader, PLAY)


@PICK_UP.step
def pick_up_widow(t):
    t.hand[t.declarer] |= t.widow
    t.widow = 0
    ask(t, t.declarer, LAY_ASIDE)


@LAY_ASIDE.allowed(paragraph=101)
def for_aside(t):
    """R2, F101: the cards the declarer may lay aside. Both are judged by the twelve held before the first."""
    hand = t.hand[t.turn]
    if t.lay_aside_trumps or count((hand | t.aside[t.turn]) & ~TRUMPS) < 2:
        return hand
    return hand & ~TRUMPS


@LAY_ASIDE.play
def lay_aside(t, card):
    """R2: two cards, face down."""
    t.hand[t.turn] &= ~(1 << card)
    t.aside[t.turn] |= 1 << card
    t.chain += 1
    if t.chain == 2:
        ask(t, t.leader, PLAY)


@PLAY.allowed(paragraph=3)
def follow_suit(t):
    """R3: return the cards that follow suit or trumps, or all if there are none."""
    return playable_with(t, TRUMPS)


@PLAY.play
def play_card(t, choice):
    lay_card(t, choice)
    t.plain_played += t.turn == t.declarer and not holds(TRUMPS, choice)
    pass_on(t, GATHER)


@GATHER.step
def gather_trick(t):
    """R4: the winner takes the cards and leads."""
    seat = trick_winner_with(t, TRUMPS, STRENGTH)
    t.won[seat] |= take_trick(t)
    t.tricks[seat] += 1
    t.last_trick[seat] = t.tricks[0] + t.tricks[1] + t.tricks[2]
    lead_or_end(t, seat, PLAY, COUNT)


@COUNT.step
def turn_up(t):
    """R5, R8: everything face down is turned up to be counted."""
    t.turned, t.widow = t.widow, 0
    for p in range(3):
        t.turned |= t.aside[p]
        t.counted[p] = t.won[p]
        t.points[p] = total(t.won[p], WORTH)
        t.aside[p] = t.won[p] = 0
    if t.least and t.least_widow == Table.least_widow.last_trick:
        t.points[t.leader] += total(t.turned, WORTH)
    elif not t.least and t.discards_count:
        t.points[t.declarer] += total(t.turned, WORTH)
    t.phase = SCORE


@SCORE.step
def score_hand(t):
    if t.least:
        score_least(t)
    else:
        score_declarer(t)
    t.phase = NEXT


@rule
def score_declarer(t):
    """R6, F103: score the declarer by points, with schneider and schwarz."""
    p = t.declarer
    amount = t.points[p]
    by_tricks = t.schwarz_by == Table.schwarz_by.tricks
    if t.tricks[p] == 10 if by_tricks else amount == 120:
        word, vp = SAY.schwarz, 6
    elif t.tricks[p] == 0 if by_tricks else amount == 0:
        word, vp = SAY.schwarzed, -6
    elif amount >= 91:
        word, vp = SAY.schneider, 4
    elif amount >= 61:
        word, vp = SAY.made, 2
    elif amount >= 31:
        word, vp = SAY.failed, -2
    else:
        word, vp = SAY.schneidered, -4
    say(t, word, p)
    for q in range(3):
        if q == p:
            t.score[q] += vp
        elif t.two_way_zero_sum:
            t.score[q] -= vp // 2


@rule
def score_least(t):
    """R9 to R11: the player with the fewest points, or of two who are level the one who took a trick less recently."""
    fewest, seats, best = t.points[0], 0, 0
    for p in range(3):
        fewest = min(fewest, t.points[p])
    for p in range(3):
        if t.points[p] == fewest:
            best = p if not seats or t.last_trick[p] < t.last_trick[best] else best
            seats |= 1 << p
    if seats == 0b111:
        say(t, SAY.level, t.dealer)
        t.score[t.dealer] += 2
    elif fewest == 0 and count(seats) == 2:
        loser = lowest(0b111 & ~seats)
        say(t, SAY.all, loser)
        t.score[loser] -= 4
    else:
        say(t, SAY.fewest if fewest else SAY.none, best)
        t.score[best] += 2 if fewest else 4


@NEXT.step
def next_hand_or_end(t):
    """R7, R12: deal again, or end the match after the last deal."""
    if t.hand_number < t.deals:
        next_hand(t)
    else:
        share_win(t, False)


@rule
def contradictions(t, seat):
    """F101: trumps lie aside only if fewer than two of the twelve cards were plain."""
    p = t.declarer
    if p == NOBODY or p == seat or t.lay_aside_trumps:
        return 0
    plain = count((t.aside[p] | t.hand[p]) & ~TRUMPS) + t.plain_played
    return count(t.aside[p] & TRUMPS) if plain >= 2 else 0
