"""The table of Brag: its house rules, cards and figures."""

from parlour.kit import NOBODY, OWNER, SEATS, YES_NO, Flag, Layout, Number, Option, Pile, Seat
from parlour.kit.betting import Betting

from .words import MOST


class Table(Betting, Layout, seats=(4, 8), default_seats=5):
    stack = Option(100, range(20, 10_001), "chips each player starts with")
    ante = Option(1, range(1, 101), "chips each player pays before a deal")
    min_open = Option(2, range(1, 1001), "lowest opening bet, in sighted money")
    max_open = Option(10, range(1, 1001), "highest opening bet, in sighted money")
    max_raise = Option(10, range(1001), "most that a bet may add to the stake")
    limit = Option("fixed", ("fixed", "pot"), "largest bets: fixed numbers, or as much as lies in the pots")
    blind_play = Option(True, YES_NO, "cards lie unseen until their player looks at them")
    a23 = Option("highest", ("highest", "second", "lowest", "not_a_run"), "what A 2 3 is among the runs")
    prial_threes = Option(True, YES_NO, "three threes are the best prial")
    shuffle = Option("after_prial", ("after_prial", "every_deal"), "when the pack is shuffled")
    duel_limit = Option(0, range(51), "bets of each of the last two before one must see, fold or cover; 0: any number")
    deals = Option(20, range(1, 501), "deals in a match")

    blind = Pile(3, per=SEATS, seen=NOBODY)  # not looked at; in the order dealt, as the other hands
    hand = Pile(3, per=SEATS, seen=OWNER)
    cover = Pile(3, per=7, seen=NOBODY)  # by closed pot: what lies face down on it
    shown = Pile(3, per=SEATS)
    stock = Pile(52, seen=NOBODY, kept=True)

    out = Flag(per=SEATS)  # cannot pay the ante
    sight = Number(0, 2, per=SEATS)  # BLIND or SIGHTED while active
    half = Number(0, MOST)  # the stake for a blind player
    closed = Number(0, 7)  # covered pots; the pot after them is the current one
    covers = Number(0, 7, per=SEATS)  # 1 the main pot, 2 the first side pot ..; 0 none
    duels = Number(0, 50, per=SEATS)  # bets since only two are active, if they are limited
    seer = Seat()
    champion = Seat()  # who wins the pots until a covering hand is better
    prial = Flag(kept=True)  # one was shown in this deal
