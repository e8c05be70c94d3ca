"""Schnapsen for two: 66 card points first, and the right moment to say so. Paragraphs R1.. are those of rulebook.md."""

import numpy as np

from parlour.kit import *

IN_ORDER = True
PACK = PACK_20
PHASES = phases(
    asks("lead", CARD, "exchange", "close", "marriage {♣,♦,♥,♠}", "declare"),
    asks("reply", CARD),
    asks("after trick", "declare", "continue"),
    steps("gather", "draw", "second draw", "count", "score", "next"),
)
LEAD, REPLY, AFTER, GATHER, DRAW, SECOND_DRAW, COUNT, SCORE, NEXT = PHASES
EXCHANGE, CLOSE, MARRY, DECLARE, CONTINUE = PHASES.codes("exchange", "close", "marriage ♣", "declare", "continue")
SAY = words(
    "exchange", "close", "twenty", "forty", "declare", "last trick", word_row("scores", "won", "schneider", "schwarz"), "nobody"
)
STRENGTH = ranking("J Q K 10 A")
WORTH = points("A=11 10=10 K=4 Q=3 J=2")
COUPLE = 3 << QUEEN  # queen and king of the clubs; 13 * suit further for the others
NONE = -1


class Table(Layout, seats=2):
    target_vp = Option(7, range(3, 22), "victory points that win the game")
    opening_privileges = Option(False, YES_NO, "exchange and close also at the first trick")
    marriage_at_once = Option(False, YES_NO, "a marriage counts at once for a player who has a trick, who may then declare")
    show_points = Option(False, YES_NO, "each player sees the cards they have won and their points")
    last_trick_wins = Option(True, YES_NO, "without a declaration or a close the last trick scores 1")
    min_stock_to_act = Option(2, (2, 4), "stock cards, upcard included, needed to exchange or close")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    shown = Cards(per=SEATS, seen=ALL, plays=True)  # a marriage between its call and the lead
    trick = Pile(2)
    stock = Pile(20, seen=NOBODY)
    upcard = Cards()
    turned = Cards(seen=NOBODY)  # the upcard once the stock is closed
    won = Cards(per=SEATS, seen=by("show_points", OWNER, NOBODY))
    won_after = Cards(per=SEATS, seen=by("show_points", OWNER, NOBODY))  # tricks won after the close
    counted = Cards(per=SEATS)  # both piles, turned up when the hand has ended
    counted_after = Cards(per=SEATS)

    trumps = Number(0, 3)
    tricks = Number(0, 10, per=SEATS)
    tricks_at_close = Number(0, 10, per=SEATS)
    pending = Number(0, 100, per=SEATS)
    credited = Number(0, 100, per=SEATS)
    credited_at_close = Number(0, 100, per=SEATS)
    closer = Seat()
    declarer = Seat()
    leader = Seat()
    married = Number(NONE, 3)
    undecided = Number(0, 5, kept=True)  # hands in a row that scored nothing


def unsound(t):
    for zone, cards in (("upcard", t.upcard), ("turned", t.turned)):
        if size_of(cards) > 1 or cards & CARD_BITS & ~SUITS[t.trumps]:
            return f"trumps: the {zone} is not of the trump suit" if size_of(cards) == 1 else f"{zone}: {size_of(cards)} cards"
    if t.phase in (DEAL, SCORE, NEXT):
        return ""
    if t.leader == NOBODY or (t.phase == AFTER and t.turn != t.leader):
        return f"leader: {'nobody' if t.leader == NOBODY else f'seat {t.leader}'} has not won the last trick"
    if any(t.counted[:2]) or any(t.counted_after[:2]):
        return "counted: cards are turned up before the hand has ended"
    if t.declarer != NOBODY and t.phase != COUNT:
        return f"declarer: seat {t.declarer} has declared, and the hand goes on"
    return against_close(t) or against_marriages(t) or against_stock(t)


def against_close(t):
    """Return what contradicts that a player, or no player, has closed the stock."""
    if t.closer != NOBODY:
        if t.upcard:
            return "upcard: it is turned down when the stock is closed"
        if any(t.tricks_at_close[p] > t.tricks[p] for p in range(2)):
            return "tricks_at_close: more than there are now"
        return ""
    for name in ("turned", "won_after", "tricks_at_close", "credited_at_close"):
        if np.any(t[name]):
            return f"{name}: nobody has closed the stock"
    return ""


def against_marriages(t):
    """Return what is wrong with the marriages called and those still to come."""
    worth = sum(t.pending[:2]) + sum(t.credited[:2])
    if t.married != NONE and t.phase not in (LEAD, COUNT):
        return "married: a marriage is called, and neither of its cards is to be led"
    for p in range(2):
        leads = (t.phase == LEAD and t.turn == p) or (t.phase == COUNT and t.declarer == p)  # or declared instead
        if t.shown[p] != (COUPLE << (13 * t.married) if leads and t.married != NONE else 0):
            return f"shown.{p}: a queen and king lie there once a marriage is called, until one of them is led"
        for s in range(4):
            if t.hand[p] & (COUPLE << 13 * s) == COUPLE << 13 * s:
                worth += 40 if s == t.trumps else 20
    if worth > 100 or (sum(t.pending[:2]) + sum(t.credited[:2])) % 20:
        return f"credited: with what is pending and held, marriages of {worth} points"
    return ""


def against_stock(t):
    """Return what is wrong with the hands and the cards to be drawn."""
    held = [size_of(t.hand[p] | t.shown[p]) for p in range(2)]
    draws = 0 if strict(t) else (pile_size(t.stock) + size_of(t.upcard)) // 2
    if sum(t.tricks[:2]) + max(held) + draws > 10:
        cards = f"{max(held)} cards are held and {draws} to be drawn"
        return f"tricks: {sum(t.tricks[:2])} are taken, {cards}, and each player gets 10"
    more = 1 if t.phase == SECOND_DRAW else -1 if t.phase == REPLY else 0
    if t.phase in (REPLY, AFTER, GATHER, DRAW, SECOND_DRAW) and held[t.leader] - held[1 - t.leader] != more:
        return f"hand.{t.leader}: {held[t.leader]} cards, and the other hand has {held[1 - t.leader]}"
    if t.phase in (AFTER, DRAW, SECOND_DRAW) and pile_size(t.trick):
        return f"trick: {pile_size(t.trick)} cards, and the last trick has been taken up"
    if t.phase == GATHER and pile_size(t.trick) != 2:
        return f"trick: {pile_size(t.trick)} cards, and it is taken up"
    if t.phase in (DRAW, SECOND_DRAW) and (strict(t) or pile_size(t.stock) % 2 != 1 - more):
        return f"stock: {pile_size(t.stock)} cards to draw, and {'an' if t.upcard else 'no'} upcard"
    return ""


def unplayable(t):
    if t.phase >= COUNT or t.phase == DEAL or strict(t) or t.phase == SECOND_DRAW:
        return ""
    return "" if pile_size(t.stock) % 2 else f"stock: {pile_size(t.stock)} cards and the upcard cannot be drawn by turns"


@rule
def bound(t):
    hands = 2 * t.target_vp - 1
    return 40 * hands * (1 if t.last_trick_wins else 6)


@rule
def deal(t):
    fill(t.stock, PACK)
    t.married = NONE
    shuffle_and_deal(t, left_of(t, t.dealer))
    t.leader = left_of(t, t.dealer)
    ask(t, t.leader, LEAD)


@rule(inline=True)
def shuffle_and_deal(t, first):
    shuffle(t, t.stock)
    forehand, dealer = draw(t.stock, 3), draw(t.stock, 3)
    upcard = pop(t.stock)
    t.upcard = 1 << upcard
    t.trumps = suit_of(upcard)
    t.hand[first] = forehand | draw(t.stock, 2)
    t.hand[t.dealer] = dealer | draw(t.stock, 2)


@rule
def strict(t):
    """R1: whether play is strict, so that the second player must follow suit."""
    return t.closer != NOBODY or t.upcard == 0


@LEAD.allowed
def cards_to_lead(t):
    """R3: any card, or after a marriage its king or its queen."""
    return t.hand[t.turn] if t.married == NONE else t.shown[t.turn]


@LEAD.objection
def objection_to_lead(t, choice):
    p = t.turn
    if choice < FIRST_CALL:
        return 0 if holds(cards_to_lead(t), choice) else 2
    if choice == DECLARE:
        return 0 if may_declare_early(t, p) else 8
    if choice < MARRY and not may_touch_stock(t):
        return 2
    if choice == CLOSE:
        return 0
    if choice == EXCHANGE:
        return 0 if holds(t.hand[p], 13 * t.trumps + JACK) else 2
    couple = COUPLE << (13 * (choice - MARRY))
    return 0 if t.married == NONE and t.hand[p] & couple == couple else 2


@rule
def may_declare_early(t, p):
    """R8: whether a marriage has just been shown and counts at once."""
    return t.married != NONE and t.marriage_at_once and t.tricks[p] > 0


@rule
def may_touch_stock(t):
    """R2: the conditions of an exchange and a close."""
    began = t.tricks[0] + t.tricks[1] > 0 or t.opening_privileges
    return began and t.married == NONE and not strict(t) and pile_size(t.stock) + 1 >= t.min_stock_to_act


@LEAD.play
def lead_or_announce(t, choice):
    p = t.turn
    if choice < FIRST_CALL:
        t.hand[p] = (t.hand[p] | t.shown[p]) & ~(1 << choice)
        t.shown[p], t.married = 0, NONE
        push(t.trick, choice)
        ask(t, 1 - p, REPLY)
    elif choice == EXCHANGE:
        jack = 1 << (13 * t.trumps + JACK)
        t.hand[p] = (t.hand[p] & ~jack) | t.upcard
        t.upcard = jack
        say(t, SAY.exchange, 0)
    elif choice == CLOSE:
        close_stock(t, p)
    elif choice == DECLARE:
        declare(t, p)
    else:
        marry(t, p, choice - MARRY)


@rule
def close_stock(t, p):
    t.closer = p
    t.turned, t.upcard = t.upcard, 0
    for q in range(2):
        t.tricks_at_close[q], t.credited_at_close[q] = t.tricks[q], t.credited[q]
    say(t, SAY.close, 0)


@rule
def marry(t, p, suit):
    couple = COUPLE << (13 * suit)
    t.hand[p] &= ~couple
    t.shown[p] = couple
    t.married = suit
    worth = 40 if suit == t.trumps else 20
    t.pending[p] += worth
    if t.marriage_at_once and t.tricks[p] > 0:
        credit(t, p)
    say(t, SAY.forty if suit == t.trumps else SAY.twenty, suit)


@rule
def credit(t, p):
    """R7: pending points count once the player has a trick."""
    t.credited[p] += t.pending[p]
    t.pending[p] = 0


@rule
def declare(t, p):
    t.declarer = p
    say(t, SAY.declare, 66)
    next_step(t, COUNT)


@REPLY.allowed(paragraph=5)
def replies(t):
    """R4: any card. R5: in strict play a higher card of the suit, otherwise the suit, otherwise a trump, otherwise any."""
    hand = t.hand[t.turn]
    if not strict(t):
        return hand
    led = t.trick[1]
    suit = hand & SUITS[suit_of(led)]
    if suit:
        better = heading(suit, led, t.trumps, STRENGTH)
        return better if better else suit
    trumps = hand & SUITS[t.trumps]
    return trumps if trumps else hand


@REPLY.play
def reply(t, choice):
    t.hand[t.turn] &= ~(1 << choice)
    push(t.trick, choice)
    next_step(t, GATHER)


@GATHER.step
def gather_trick(t):
    """R6, R7: the winner takes both cards and is credited with the pending points."""
    second = beats(t.trick[2], t.trick[1], t.trumps, STRENGTH)
    winner = 1 - t.leader if second else t.leader
    cards = draw(t.trick, 2)
    if t.closer == NOBODY:
        t.won[winner] |= cards
    else:
        t.won_after[winner] |= cards
    t.tricks[winner] += 1
    credit(t, winner)
    t.leader = winner
    ask(t, winner, AFTER)


@AFTER.play
def declare_or_continue(t, choice):
    """R9: the winner draws first and leads. R12: if no cards are left, the hand ends without a declaration."""
    if choice == DECLARE:
        declare(t, t.turn)
    elif t.hand[t.leader] == 0:
        next_step(t, COUNT)
    elif strict(t):
        ask(t, t.leader, LEAD)
    else:
        next_step(t, DRAW)


@DRAW.step
def first_draw(t):
    t.hand[t.leader] |= 1 << pop(t.stock)
    t.phase = SECOND_DRAW


@SECOND_DRAW.step
def second_draw(t):
    """R9: the upcard is drawn last."""
    if pile_size(t.stock):
        t.hand[1 - t.leader] |= 1 << pop(t.stock)
    else:
        t.hand[1 - t.leader] |= t.upcard
        t.upcard = 0
    ask(t, t.leader, LEAD)


@COUNT.step
def turn_up_piles(t):
    for p in range(2):
        t.counted[p], t.counted_after[p] = t.won[p], t.won_after[p]
        t.won[p] = t.won_after[p] = 0
    t.phase = SCORE


@rule
def hand_points(t, p):
    """R10: return the points that a player has in this hand: cards and marriages."""
    return total(t.counted[p] | t.counted_after[p], WORTH) + t.credited[p]


@rule
def points_in_sight(t, p):
    """R10, as far as it is known: -1 while the cards that p has won are hidden."""
    if unknown_count(t.won[p]) + unknown_count(t.won_after[p]):
        return -1
    return total(t.won[p] | t.won_after[p], WORTH) + hand_points(t, p)


@rule
def points_at_close(t, p):
    """R11: the points that p had when the stock was closed."""
    return t.credited_at_close[p] + total(t.counted[p], WORTH)


@SCORE.step
def score_hand(t):
    """R11, R12: score a hand that was declared, or one that nobody declared."""
    p = t.declarer
    if p == NOBODY:
        score_undeclared(t)
    else:
        score_declaration(t, p, 1 - p)
    t.phase = NEXT


@rule(inline=True)
def score_declaration(t, p, q):
    """R11: p has declared, q is the opponent."""
    if t.closer == NOBODY:
        if hand_points(t, p) >= 66:
            award(t, p, full_worth(t.tricks[q], hand_points(t, q)))
        else:
            award(t, q, 2 if t.tricks[q] else 3)
    elif t.closer == p:
        if hand_points(t, p) >= 66:
            award(t, p, full_worth(t.tricks_at_close[q], points_at_close(t, q)))
        else:
            award(t, q, 2 if t.tricks_at_close[q] else 3)
    elif hand_points(t, p) >= 66:
        award(t, p, 2 if t.tricks_at_close[p] else 3)
    else:
        award(t, q, 2 if t.tricks[q] else 3)


@rule
def full_worth(tricks, hand):
    """R11: the victory points for 66 against an opponent with this many tricks and points."""
    if tricks == 0:
        return 3
    return 2 if hand <= 32 else 1


@rule
def score_undeclared(t):
    """R12: score a hand that nobody declared: against the player who closed, or for the last trick."""
    if t.closer != NOBODY:
        q = 1 - t.closer
        award(t, q, 2 if t.tricks_at_close[q] else 3)
    elif t.last_trick_wins or t.undecided == 5:
        award(t, t.leader, 1)
        say(t, SAY.last_trick, t.leader)
    else:
        t.undecided += 1
        say(t, SAY.nobody, 0)


@rule
def award(t, p, victory_points):
    t.score[p] += victory_points
    t.undecided = 0
    say(t, SAY.scores[victory_points - 1], p)


@NEXT.step
def end_hand(t):
    """R13: end the match if a player has enough, or deal again."""
    if t.score[0] >= t.target_vp or t.score[1] >= t.target_vp:
        share_win(t, False)
    else:
        next_hand(t)
