"""Newgame: follow suit, no trumps, a point for every trick. Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import *

PHASES = phases(asks("play", CARD), steps("gather", "next"))
PLAY, GATHER, NEXT = PHASES
SAY = words("trick")
PACK = PACK_52
STRENGTH = ranking("2 3 4 5 6 7 8 9 10 J Q K A")


class Table(Layout, seats=(2, 6), default_seats=4):
    cards = Option(5, range(3, 9), "cards dealt to each player")
    target = Option(10, range(5, 31), "points that win the match")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    trick = Pile(6)
    won = Cards(per=SEATS, seen=NOBODY)
    stock = Cards(seen=NOBODY)
    leader = Seat()


@rule
def bound(t):
    """Every hand brings a point for each of its tricks, so at the latest the next hand after these ends the match."""
    hands = t.seats * (t.target - 1) // t.cards + 1
    return hands * t.cards * t.seats


@rule
def deal(t):
    """R1: deal the hands; the dealer's left leads."""
    t.stock = deal_hands(t, PACK, t.cards)
    lead(t, left_of(t, t.dealer), PLAY)


@PLAY.allowed(paragraph=2)
def following_suit(t):
    """R2: return the cards that follow suit, or all if there are none."""
    return playable(t)


@PLAY.play
def play_card(t, choice):
    lay_card(t, choice)
    pass_on(t, GATHER)


@GATHER.step
def gather_trick(t):
    """R3: the winner takes the trick, a point, and the lead."""
    winner = trick_winner(t, NO_TRUMPS, STRENGTH)
    t.won[winner] |= take_trick(t)
    t.score[winner] += 1
    say(t, SAY.trick, winner)
    lead_or_end(t, winner, PLAY, NEXT)


@NEXT.step
def end_hand(t):
    """R4: end the match if a player has enough points, or deal again."""
    win_or_deal(t, top_score(t) >= t.target, False)
