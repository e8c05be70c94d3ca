"""Players of games of nerve by the thresholds that people advise, for strategies to be measured against.

    parlour arena brag --bots nerve,bench/nerve_baselines.py:BragByTheHand -n 200 --hands --seed 1
    parlour arena toepen --bots nerve,bench/nerve_baselines.py:ToepenByTheHand -n 200 --hands --seed 1
    parlour arena triple_draw --bots nerve,bench/nerve_baselines.py:LowballByTheTable -n 200 --hands --seed 1
    parlour arena badugi --bots nerve,bench/nerve_baselines.py:BadugiByTheTable -n 200 --hands --seed 1
    parlour arena baduci --bots nerve,bench/nerve_baselines.py:BaduciByTheTable -n 200 --hands --seed 1
    parlour arena i_doubt_it --bots strong:iterations=100,bench/nerve_baselines.py:DoubtByTheHand -n 150 --seed 1

They play by fixed rules, with no lot drawn: what beginners' guides to these games say, in our words.
"""

from __future__ import annotations

from typing import Any

from parlour.engine.view import View
from parlour.games.i_doubt_it.rules import DONE
from parlour.kit import KING, QUEEN, bag_size, gather, highest, rank_of
from parlour.kit.rankings import BRAG_HIGH_CARD, BRAG_PAIR, BRAG_RUN, badugi_cards, brag, category_of


def _named(view: View) -> dict[str, int]:
    """The calls that may be made, by their name; of bets, which have numbers, the least and the most."""
    found: dict[str, int] = {}
    for code in view.codes():
        name = view.game.room.choice_name(code)
        if name.startswith("bet "):
            found.setdefault("least", code)
            found["most"] = code
        else:
            found[name] = code
    return found


class BragByTheHand:
    """Blind for the first turn while it is cheap, then look. Fold below queen high, or below king high after a raise;
    stay with a high card; with a pair bet, and see if the price has grown; with a run or better bet the most."""

    def choose(self, view: View) -> list[int]:
        row, calls = view.tables[0], _named(view)
        if "look" in calls:
            cheap = row.high <= 2 * row.min_open and row.paid[view.seat] <= row.ante
            return [calls["least"]] if cheap and "least" in calls else [calls["look"]]
        hand = brag(gather(row.hand[view.seat]), row.a23, row.prial_threes)
        category, top = category_of(hand), highest((hand >> 13) & 0x1FFF)
        raised = row.high > row.max_open
        if category == BRAG_HIGH_CARD and top < (KING if raised else QUEEN):
            return [calls["fold"]]
        if category >= BRAG_RUN:
            wish = ("most", "see", "cover")
        elif category >= BRAG_PAIR:
            wish = ("see", "least", "cover") if raised else ("most", "see", "cover")
        else:
            wish = ("see", "least", "cover")
        return [next((calls[name] for name in wish if name in calls), calls["fold"])]


class ToepenByTheHand:
    """Keep a hand with a ten, or with two cards from the nine up; otherwise discard, if it holds no seven to ten. Knock with two
    of the nines and tens, or when the last trick is one's own; fold without a nine or ten. Play low, and the best card last."""

    def choose(self, view: View) -> list[int]:
        row, calls = view.tables[0], _named(view)
        power = [0] * 13
        for strength, rank in enumerate((9, 10, 11, 12, 5, 6, 7, 8)):  # J Q K A 7 8 9 10
            power[rank] = strength
        hand = [card for card in range(52) if int(row.hand[view.seat]) >> card & 1]
        powers = sorted((power[rank_of(card)] for card in hand), reverse=True)
        high = sum(p >= 6 for p in powers)
        if "discard" in calls:
            return [calls["discard"] if not high and (not powers or powers[0] < 4) else calls["keep"]]
        if "accept" in calls:
            return [calls["accept"]]
        good = high >= 1 or (not hand and self._heads(view, power))
        if "fold" in calls:
            return [calls["stay"] if good else calls["fold"]]
        sure = high >= 2 or (len(hand) <= 1 and self._heads(view, power))
        if "knock" in calls and sure and row.value < 3:
            return [calls["knock"]]
        if quiet := calls.get("pass", calls.get("silent")):
            return [quiet]
        cards = [code for code in view.codes() if code < 52]
        return [min(cards, key=lambda card: power[rank_of(card)])]

    @staticmethod
    def _heads(view: View, power: list[int]) -> bool:
        """Whether the trick, with all cards seen, is headed by a nine or ten of the suit led: one's own, it is hoped."""
        row = view.tables[0]
        cards = [int(row.trick[n]) for n in range(1, int(row.trick[0]) + 1)]
        return bool(cards) and max(power[rank_of(c)] for c in cards if c // 13 == cards[0] // 13) >= 6 and row.leader == view.seat


class _ByTheTable:
    """A draw game at fixed limit by a table: raise what is strong for the round, call what is fair, fold the rest."""

    def worth(self, view: View) -> int:
        """2 for a hand to raise with, 1 to call with, 0 to fold."""
        raise NotImplementedError

    def thrown(self, view: View) -> list[int]:
        """The cards to discard."""
        raise NotImplementedError

    def choose(self, view: View) -> list[int]:
        calls = _named(view)
        if "done" in calls:
            codes = sorted(self.thrown(view))
            return codes if len(codes) == view.tables[0].hand_size else [*codes, calls["done"]]
        wish = (("fold", "check"), ("call", "check"), ("raise", "bet", "call", "check"))[self.worth(view)]
        if not self.worth(view):
            wish = ("check", "fold")
        return [next(calls[name] for name in wish if name in calls)]


class LowballByTheTable(_ByTheTable):
    """Deuce to seven: draw to different cards up to the eight, stand on a ten. Raise with a made nine, or with four low cards
    while there are draws; call with a ten, or with three low cards, before the last draw with a deuce among them; call the last
    bet with a ten."""

    @staticmethod
    def _low(view: View) -> tuple[list[int], bool]:
        """One card of each rank up to the eight, and whether the hand is five cards of different ranks up to the ten."""
        hand = [card for card in range(52) if int(view.tables[0].hand[view.seat]) >> card & 1]
        ranks = {rank_of(card): card for card in hand}
        straight = len(ranks) == 5 and max(ranks) - min(ranks) == 4
        flush = len({card // 13 for card in hand}) == 1
        return [card for rank, card in ranks.items() if rank <= 6], len(ranks) == 5 and max(ranks) <= 8 and not straight | flush

    def worth(self, view: View) -> int:
        low, pat = self._low(view)
        hand = int(view.tables[0].hand[view.seat])
        nine = pat and not any(hand >> (13 * suit + 8) & 1 for suit in range(4))
        left = view.tables[0].draws + 1 - int(view.tables[0].street)
        if left == 0:
            return 2 if nine else 1 if pat else 0
        deuce = any(rank_of(card) == 0 for card in low)
        if nine or len(low) >= 4:
            return 2
        return 1 if pat or (len(low) == 3 and (deuce or left > 1)) else 0

    def thrown(self, view: View) -> list[int]:
        low, pat = self._low(view)
        hand = [card for card in range(52) if int(view.tables[0].hand[view.seat]) >> card & 1]
        return [] if pat else [card for card in hand if card not in low[:4]]


class BadugiByTheTable(_ByTheTable):
    """Stand on any badugi; otherwise keep the lowest cards of different ranks and suits, up to the eight. Raise with a badugi
    and, while there are draws, with three cards up to the seven; call with three up to the nine; after the last draw call with
    three up to the six."""

    @staticmethod
    def _kept(view: View) -> list[int]:
        hand = [card for card in range(52) if int(view.tables[0].hand[view.seat]) >> card & 1]
        kept: list[int] = []
        for card in sorted(hand, key=lambda card: (rank_of(card) + 1) % 13):
            if all(rank_of(card) != rank_of(k) and card // 13 != k // 13 for k in kept):
                kept.append(card)
        return kept

    def worth(self, view: View) -> int:
        kept = self._kept(view)
        top = max((rank_of(card) + 1) % 13 for card in kept)
        left = view.tables[0].draws + 1 - int(view.tables[0].street)
        if len(kept) == 4:
            return 2 if top <= 9 or left else 1
        if len(kept) == 3 and left:
            return 2 if top <= 6 else 1 if top <= 8 else 0
        if left == 0:
            return 1 if len(kept) == 3 and top <= 5 else 0
        return 1 if len(kept) == 2 and top <= 3 and left == 3 else 0

    def thrown(self, view: View) -> list[int]:
        kept = self._kept(view)
        if len(kept) < 4:
            kept = [card for card in kept if (rank_of(card) + 1) % 13 <= 7]
        return [card for card in range(52) if int(view.tables[0].hand[view.seat]) >> card & 1 and card not in kept]


class BaduciByTheTable(_ByTheTable):
    """Go for both halves at once: keep the lowest cards of different ranks and suits up to the eight, and one of every other
    rank up to it; stand on a nine low or better, and on a badugi with no more than a jack in the hand. Raise with one half made
    and a draw to the other, or while there are draws with three cards to a badugi and four to a low hand; call with one of
    them. After the last draw raise with a badugi and a ten low or better, or an eight low and three cards with the deuce; call
    with a badugi, a nine low, or three cards from the deuce and the three on."""

    @staticmethod
    def _hand(view: View) -> tuple[list[int], list[int], int]:
        """Return the badugi, one card of each rank up to the eight, and the rank of the low hand (12 if there is none)."""
        hand = [card for card in range(52) if int(view.tables[0].hand[view.seat]) >> card & 1]
        found = badugi_cards(int(view.tables[0].hand[view.seat]), False)
        kept = [card for card in hand if int(found) >> card & 1]
        low = {rank_of(card): card for card in [*hand, *kept] if rank_of(card) <= 6}
        ranks = {rank_of(card) for card in hand}
        straight = max(ranks) - min(ranks) == 4
        made = len(ranks) == 5 and not straight and len({card // 13 for card in hand}) > 1
        return kept, list(low.values()), max(ranks) if made else 12

    def worth(self, view: View) -> int:
        kept, low, top = self._hand(view)
        ranks = sorted(rank_of(card) for card in kept)
        if int(view.tables[0].street) > view.tables[0].draws:
            if (len(kept) == 4 and top <= 8) or (top <= 6 and len(kept) == 3 and ranks[0] == 0):
                return 2
            return 1 if len(kept) == 4 or top <= 7 or (len(kept) == 3 and ranks[:2] == [0, 1]) else 0
        three = len([rank for rank in ranks if rank <= 6]) >= 3
        if (len(kept) == 4 and len(low) >= 3) or (top <= 7 and three) or (three and len(low) >= 4):
            return 2
        return 1 if three or len(kept) == 4 or len(low) >= 4 else 0

    def thrown(self, view: View) -> list[int]:
        kept, low, top = self._hand(view)
        hand = [card for card in range(52) if int(view.tables[0].hand[view.seat]) >> card & 1]
        if top <= 7 or (len(kept) == 4 and top <= 9):
            return []
        spare = sorted((card for card in low if card not in kept), key=rank_of)
        return [card for card in hand if card not in low or (len(low) == 5 and card == spare[-1])]


class DoubtByTheHand:
    """I Doubt It: lay all that is true; otherwise one card, the one whose rank comes round last in one's own turns. Never doubt
    early: only what one's own cards prove a lie, somebody who is down to his last two cards, and three or more by somebody
    while one holds two of them oneself."""

    LAST_CARDS = 2

    def choose(self, view: View) -> list[int]:
        row, calls = view.tables[0], _named(view)
        first, second = (int(plane) for plane in row.hand[view.seat])
        hand = [card for plane in (first, second) for card in range(52) if plane >> card & 1]
        if "doubt" in calls:
            held = sum(rank_of(card) == row.rank for card in hand)
            claimed = bag_size(row.last)
            proved = held + claimed > 4 * row.decks
            late = bag_size(row.hand[row.player]) <= self.LAST_CARDS
            return [calls["doubt" if proved or late or (claimed >= 3 and held >= 2) else "let"]]
        laid = sorted(card for card in hand if rank_of(card) == row.rank)
        if not laid:
            laid = [max(hand, key=lambda card: self._turns(row, rank_of(card)))]
        most = row.max_cards or len(hand)
        return laid[:most] if len(laid) >= min(most, len(hand)) else [*laid, DONE]

    @staticmethod
    def _turns(row: Any, rank: int) -> int:
        """Return in how many of one's own turns a rank is to be claimed; in 13 of them all ranks come."""
        step = -row.seats if row.rank_order else row.seats
        return next(turns for turns in range(13) if (row.rank + turns * step - rank) % 13 == 0)
