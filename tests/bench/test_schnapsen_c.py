"""The C yardstick plays Schnapsen by the rulebook: a slow referee that shares nothing with it replays its matches.

The referee works with named cards and lists, draws the same random numbers by its own arithmetic, and so knows not only
whether a choice was allowed but which one it had to be."""

import random

import pytest
import schnapsen_c

pytestmark = pytest.mark.skipif(schnapsen_c.compiler() is None, reason="no C compiler here")

WORD = 2**64
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
ORDER = ["J", "Q", "K", "10", "A"]
CALLS = ["exchange", "close", "marry c", "marry d", "marry h", "marry s", "declare", "continue"]


def code(choice):
    if choice in CALLS:
        return 64 + CALLS.index(choice)
    rank, suit = choice
    return 13 * "cdhs".index(suit) + RANKS.index(rank)


def mix(v):
    z = (v + 0x9E3779B97F4A7C15) % WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


class Stream:
    """xoshiro256**, seeded for one hand."""

    def __init__(self, seed, match, hand):
        start = mix(mix(mix(seed) ^ match) ^ hand)
        self.s = [mix((start + i * 0x9E3779B97F4A7C15) % WORD) for i in range(4)]

    def next(self):
        def turned(x, k):
            return (x << k | x >> (64 - k)) % WORD

        a, b, c, d = self.s
        c, d = c ^ a, d ^ b
        self.s = [a ^ d, b ^ c, c ^ (b << 17) % WORD, turned(d, 45)]
        return turned(b * 5 % WORD, 7) * 9 % WORD

    def below(self, n):
        while True:
            product = (self.next() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32


def beats(card, other, trump):
    if card[1] == other[1]:
        return ORDER.index(card[0]) > ORDER.index(other[0])
    return card[1] == trump


def replies(hand, led, trump):
    follow = [card for card in hand if card[1] == led[1]]
    for cards in ([card for card in follow if beats(card, led, trump)], follow, [card for card in hand if card[1] == trump]):
        if cards:
            return cards
    return hand


class Hand:
    """One hand, played out by asking `choose(menu)`; `victory_points` says who gets how many."""

    def __init__(self, stream, dealer, choose):
        pile = sorted(((rank, suit) for rank in ORDER for suit in "cdhs"), key=code)
        for i in range(19, 0, -1):
            j = stream.below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        self.hands = [[], []]
        for seat, cards in ((1 - dealer, 3), (dealer, 3), (None, 1), (1 - dealer, 2), (dealer, 2)):
            for _ in range(cards):
                if seat is None:
                    self.upcard = pile.pop()
                else:
                    self.hands[seat].append(pile.pop())
        self.stock, self.trump = pile, self.upcard[1]
        self.choose, self.leader = choose, 1 - dealer
        self.won, self.tricks = [[], []], [0, 0]
        self.pending, self.credited = [0, 0], [0, 0]
        self.closer, self.at_close = None, None
        self.result = None
        while self.result is None:
            self.trick()

    def open(self):
        return self.upcard is not None and self.closer is None

    def points(self, seat):
        return sum(POINTS[card[0]] for card in self.won[seat]) + self.credited[seat]

    def standing(self, seat):
        return self.tricks[seat], self.points(seat)

    def lead(self):
        hand, seat = self.hands[self.leader], self.leader
        while True:
            couples = [suit for suit in "cdhs" if ("K", suit) in hand and ("Q", suit) in hand]
            menu = hand + [f"marry {suit}" for suit in couples]
            if self.open() and sum(self.tricks):
                menu.append("close")
                if ("J", self.trump) in hand:
                    menu.append("exchange")
            choice = self.choose(menu)
            if choice == "close":
                self.closer, self.at_close = seat, self.standing(1 - seat)
            elif choice == "exchange":
                hand.remove(("J", self.trump))
                hand.append(self.upcard)
                self.upcard = ("J", self.trump)
            elif choice in CALLS:
                suit = choice[-1]
                self.pending[seat] += 40 if suit == self.trump else 20
                return self.choose([("K", suit), ("Q", suit)])
            else:
                return choice

    def trick(self):
        leader, follower = self.leader, 1 - self.leader
        led = self.lead()
        self.hands[leader].remove(led)
        hand = self.hands[follower]
        reply = self.choose(hand if self.open() else replies(hand, led, self.trump))
        hand.remove(reply)
        winner = follower if beats(reply, led, self.trump) else leader
        self.won[winner] += [led, reply]
        self.tricks[winner] += 1
        self.credited[winner] += self.pending[winner]
        self.pending[winner] = 0
        self.leader = winner
        if self.choose(["declare", "continue"]) == "declare":
            self.result = self.declared(winner)
        elif self.open():
            self.hands[winner].append(self.stock.pop())
            self.hands[1 - winner].append(self.stock.pop() if self.stock else self.upcard)
            if len(self.hands[0] + self.hands[1] + self.won[0] + self.won[1]) == 20:
                self.upcard = None
        elif not self.hands[winner]:
            self.result = self.exhausted(winner)

    def declared(self, seat):
        other = 1 - seat
        tricks, points = self.at_close if seat == self.closer else self.standing(other)
        if self.points(seat) < 66:
            winner, self.ending = other, ("false declaration", self.whose_close(seat))
        elif self.closer == other:
            winner, self.ending = seat, ("66", "other", "any")
            tricks = self.at_close[0]
        else:
            winner, self.ending = seat, ("66", self.whose_close(seat), "3" if not tricks else "2" if points <= 32 else "1")
            return winner, int(self.ending[2])
        return winner, 2 if tricks else 3

    def whose_close(self, seat):
        return "nobody" if self.closer is None else "self" if self.closer == seat else "other"

    def exhausted(self, winner):
        self.ending = ("exhausted", self.whose_close(winner))
        if self.closer is None:
            return winner, 1
        return 1 - self.closer, 2 if self.at_close[0] else 3


ENDINGS = {
    *(("66", closer, vp) for closer in ("nobody", "self") for vp in "123"),
    ("66", "other", "any"),
    *((how, closer) for how in ("false declaration", "exhausted") for closer in ("nobody", "self", "other")),
}


def referee(seed, match):
    """The match as it has to be: its choice codes, its hands and its victory points."""
    codes, score, hands = [], [0, 0], []
    dealer = Stream(seed, match, 0).below(2)
    while max(score) < 7:
        stream = Stream(seed, match, len(hands) + 1)

        def choose(menu, stream=stream):
            choice = sorted(menu, key=code)[stream.below(len(menu))]
            codes.append(code(choice))
            return choice

        hands.append(Hand(stream, dealer, choose))
        winner, points = hands[-1].result
        score[winner] += points
        dealer = 1 - dealer
    return codes, score, hands


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_a_slow_referee_replays_every_choice(seed):
    seen = set()
    for match in range(150):
        codes, score, hands = referee(seed, match)
        traced, totals = schnapsen_c.trace(seed, match)
        assert traced == codes, f"seed {seed}, match {match}"
        assert (totals.decisions, totals.hands, totals.victory_points) == (len(codes), len(hands), tuple(score))
        assert totals.wins == (int(score[0] >= 7), int(score[1] >= 7))
        seen.update(codes)
    assert set(range(64, 72)) <= seen  # every call came up


def long_matches(seed, matches):
    """Those with four tricks or more in a row after which nobody declared: at random play most hands end at once."""
    for match in range(matches):
        codes = [code for code in schnapsen_c.trace(seed, match)[0] if code >= 70]
        if "continue " * 4 in "".join("continue " if code == 71 else "declare " for code in codes):
            yield match


def test_every_way_a_hand_can_end_agrees_and_loses_no_card():
    endings = set()
    for match in long_matches(2, 9000):
        codes, _, hands = referee(2, match)
        assert schnapsen_c.trace(2, match)[0] == codes, f"seed 2, match {match}"
        for hand in hands:
            endings.add(hand.ending)
            stock = [*hand.stock, hand.upcard] if hand.upcard else []
            cards = hand.hands[0] + hand.hands[1] + hand.won[0] + hand.won[1] + stock
            assert len(cards) == len(set(cards)) == 20
            assert sum(POINTS[card[0]] for card in cards) == 120
    assert endings == ENDINGS


def test_totals_add_up():
    totals = schnapsen_c.run(seed=3, matches=2000)
    assert sum(totals.wins) == 2000
    for seat in (0, 1):  # a winner ends with 7, 8 or 9 points, a loser with 6 at most
        wins, losses = totals.wins[seat], totals.wins[1 - seat]
        assert 7 * wins <= totals.victory_points[seat] <= 9 * wins + 6 * losses
    assert 3 * 2000 <= totals.hands <= 13 * 2000
    assert totals.decisions >= 3 * totals.hands


def test_no_seat_is_favoured():
    wins, _ = schnapsen_c.run(seed=11, matches=100_000).wins
    assert abs(wins - 50_000) < 5 * 158  # five standard deviations


def test_digest_is_of_these_very_choices():
    totals, digest = schnapsen_c.run_digest(seed=9, matches=50, first=7)
    assert totals == schnapsen_c.run(seed=9, matches=50, first=7)
    expected = 0
    for match in range(7, 57):
        one = 0xCBF29CE484222325 ^ match
        for choice in schnapsen_c.trace(9, match)[0]:
            one = (one ^ choice) * 0x100000001B3 % WORD
        expected = (expected + one) % WORD
    assert digest == expected


def test_runs_can_be_shared_out_and_repeated():
    whole, digest = schnapsen_c.run_digest(seed=4, matches=100)
    cut = random.Random(1).randrange(1, 100)
    parts = [schnapsen_c.run_digest(4, cut), schnapsen_c.run_digest(4, 100 - cut, first=cut)]
    assert sum(part[1] for part in parts) % WORD == digest == schnapsen_c.run_digest(4, 100)[1]
    assert sum(part[0].decisions for part in parts) == whole.decisions
    assert schnapsen_c.run_digest(5, 100)[1] != digest


def test_a_missing_compiler_is_one_clear_line(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(schnapsen_c.CompilerMissing, match=r"^no C compiler: no-such-compiler not found \(set CC to one\)$"):
        schnapsen_c.library.__wrapped__()
