"""The table of Toepen: house rules, cards and the state of a hand."""

from parlour.kit import NOBODY, OWNER, SEATS, YES_NO, Cards, Flag, Layout, Number, Option, Pile, Seat

from .signals import NOTHING, STANDS

UNASKED, HUSHED, BLUFFS = range(3)  # bluff
HAND = 4


class Table(Layout, seats=(3, 8), default_seats=4):
    tokens = Option(10, range(3, 26), "tokens each player starts with")
    ending = Option(
        "first_out", ("first_out", "last_left"), "whether the first without tokens loses or the last with tokens wins"
    )
    knock_timing = Option(
        "any_time", ("any_time", "on_turn"), "when a player may knock: before any card, or only on their own turn"
    )
    no_double_knock = Option(False, YES_NO, "the player who knocked last may not knock again until another player has")
    max_discards = Option(7, range(8), "hands that one player may discard")
    signals = Option(True, YES_NO, "three or four tens are whistled or stood up for")
    poverty = Option(False, YES_NO, "a player with one token makes the hand begin at 2")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)  # a player who folds keeps them, face down
    trick = Pile(8)
    played = Pile(4, per=SEATS)  # the tricks before, each card before its player
    packet = Cards(per=SEATS, seen=OWNER)  # a hand discarded and not yet accepted
    aside = Cards(per=SEATS, seen=OWNER)  # those that nobody challenged
    exposed = Cards(per=SEATS)  # those that were challenged
    stock = Pile(24, seen=NOBODY)

    value = Number(0, 26)  # of the hand: V of the rulebook
    folded = Flag(per=SEATS)  # or not dealt in
    out = Flag(per=SEATS)
    signalled = Number(NOTHING, STANDS, per=SEATS)
    bluff = Number(UNASKED, BLUFFS, seen=NOBODY)  # what the holder of the jacks answered
    discards = Number(0, 7, per=SEATS)
    discarder = Seat()
    payer = Seat()  # of a challenge: its author, then the player who was wrong
    knocker = Seat()  # who knocked last in this hand
    leader = Seat()
    player = Seat()  # who plays the next card
    winner = Seat()  # of the hand, once it is over
    cards_left = Number(0, HAND)  # that a hand holds before it plays to this trick
