"""The table of Cassino: its house rules, cards and figures."""

from parlour.kit import NOBODY, OWNER, SEATS, YES_NO, Cards, Flag, Layout, Number, Option, Pile, Seat

from .words import ACT, CAPTURE, GROUP, PLAY

EXTRA_HANDS = 5


class Table(Layout, seats=2):
    target = Option(21, (11, 21), "points that win the game")
    must_capture = Option(
        "card", ("card", "hand"), "what may not be trailed: a card that can capture, or any card of a hand that can"
    )
    build_obligation = Option(
        "no_trail", ("no_trail", "free"), "whether the owner of a build may trail while anything else can be done"
    )
    raising = Option(True, YES_NO, "a build of one group may be raised to a higher number")
    mixed_builds = Option(False, YES_NO, "pairs and sums of one number are one build")
    gather_on_build = Option(False, YES_NO, "a build may gather several groups at once")
    face_builds = Option(True, YES_NO, "jacks, queens and kings may be built as pairs")
    face_capture = Option("all", ("all", "one"), "whether a face card captures all cards of its rank or one")
    sweeps = Option(True, YES_NO, "sweeps score")
    royal = Option(False, YES_NO, "jack, queen and king count 11, 12 and 13")
    spade_cassino = Option(False, YES_NO, "every spade scores 1 and the jack of spades 1 more, instead of the most spades")
    count_out = Option(False, YES_NO, "points are counted one by one, and the first to reach the target wins")

    hand = Cards(per=SEATS, seen=OWNER, plays=(PLAY,))
    loose = Cards(plays=(ACT, CAPTURE, GROUP))
    pair_builds = Cards(per=13, plays=(ACT, CAPTURE))
    sum_builds = Cards(per=13, plays=(ACT, CAPTURE))
    played = Cards()  # the card of the hand, while its turn goes on
    taken = Cards()  # pairs and builds it captures
    picked = Cards()  # loose cards picked for a sum
    stock = Pile(52, seen=NOBODY)
    pile = Cards(per=SEATS, seen=NOBODY)
    swept = Cards(per=SEATS)  # cards that swept the table, face up in the pile
    counted = Cards(per=SEATS)  # the pile turned up at the end of a hand

    pair_owner = Seat(per=13)
    sum_owner = Seat(per=13)
    fixed = Flag(per=13)  # a sum build of several groups, which cannot be raised
    declared = Number(0, 13)  # the total of the group being picked
    paired = Flag()  # a face card has captured the only card it may
    promised = Flag(per=(SEATS, 13))  # ranks the seat must still hold, by the builds it has made
    lacking = Flag(per=(SEATS, 13))  # ranks it cannot hold, because it trailed
    capturer = Seat()  # who captured last
    swept_by = Seat(per=24)  # who made the sweeps of this hand, in order
    entry = Number(0, 6)  # of the score, the last one counted
    cards = Number(0, 52, per=SEATS)
    spades = Number(0, 13, per=SEATS)
    extra = Number(0, EXTRA_HANDS, kept=True)  # hands played because of a tie
