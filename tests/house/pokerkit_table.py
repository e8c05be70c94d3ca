"""One hand at two tables: ours and PokerKit's, with the same cards, asked the same questions at every decision."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pokerkit

import parlour
from parlour.engine import steps
from parlour.kit import DEAL, NOBODY
from parlour.kit.cards import cards_in

OURS = ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING", "HAND_KILLING")
AUTOMATIONS = tuple(a for a in pokerkit.Automation if a.name not in OURS)
VARIANTS = {
    "triple_draw": pokerkit.FixedLimitDeuceToSevenLowballTripleDraw,
    "badugi": pokerkit.FixedLimitBadugi,
}
FOLD, CHECK, CALL, BET, RAISE, DONE = range(64, 70)


def pokerkit_card(card: int) -> str:
    """`Td` for the ten of diamonds."""
    return "23456789TJQKA"[card % 13] + "cdhs"[card // 13]


def pokerkit_cards(cards: int) -> str:
    """A set of cards as PokerKit writes it."""
    return "".join(pokerkit_card(card) for card in cards_in(cards))


class TwoTables:
    """A hand of random stacks, antes and limits. Every choice is made at both tables."""

    def __init__(self, name: str, seats: int, rng: random.Random) -> None:
        small_bet = rng.choice((2, 2, 3, 10))
        blinds = rng.choice(((0, 0), (0, 2), (1, 2), (1, 2))) if small_bet < 10 else (5, 10)
        most = 8 * small_bet if rng.random() < 0.7 else 60 * small_bet
        self.stacks = [rng.randint(1, most) for _ in range(seats)]
        # Antes up to whole stacks; but if no player can post a blind PokerKit lets another seat open than the one after the big
        # blind (decision 0130), so one of those who post (always the first two seats here) keeps a chip.
        dearest = max(self.stacks[:2]) - 1 if blinds[0] else 0
        ante = rng.choice((0, min(1, dearest), rng.randint(0, dearest))) if blinds[1] else rng.randint(1, max(self.stacks))
        self.bets = (small_bet, 2 * small_bet)
        house = {"ante": ante, "small_blind": blinds[0], "big_blind": blinds[1], "small_bet": small_bet, "big_bet": 2 * small_bet}
        self.game = parlour.Game(name, seats, house | {"draw_style": "batch", "burn": True, "hands": 2})
        self.tables = self.game.blank()
        row = self.row = self.tables[0]
        seed = rng.getrandbits(60)
        steps.begin_row(self.tables, 0, seed, 0)
        row.dealer, row.turn, row.phase, row.hand_number = seats - 1, NOBODY, DEAL, 1
        row.score[:seats] = self.stacks
        steps.step_row(self.tables, 0, seed, 0)
        assert row.hand_number == 2
        assert row.score[:seats].tolist() == self.stacks
        self.seed, self.seats = seed, seats
        self.menu = self.game.room.menu_size
        self.state: Any = VARIANTS[name].create_state(AUTOMATIONS, True, ante, blinds, *self.bets, self.stacks, seats)
        for p in range(seats):
            self.state.deal_hole(pokerkit_cards(int(row.hand[p])), p)

    def settle(self) -> None:
        """Our steps that nobody chooses; what they serve is dealt over there."""
        row = self.row
        phases = self.game.room.phases
        while row.turn == NOBODY and not row.over and phases[row.phase] != "next":
            phase = phases[row.phase]
            before = row.hand.copy()
            player = int(row.player)
            steps.step_row(self.tables, 0, self.seed, 0)
            if phase == "serve":
                if self.state.can_burn_card("??"):
                    self.state.burn_card("??")
                self.state.deal_hole(pokerkit_cards(int(row.hand[player]) & ~int(before[player])), player)
        if self.state.can_burn_card("??"):
            self.state.burn_card("??")  # nobody drew a card

    def legal(self) -> tuple[Any, ...]:
        """(seat, may fold, what a call costs, what a raise comes to or None) at our table."""
        row = self.row
        menu = self.game.menu(self.tables)
        seat = int(row.turn)
        owed = min(int(row.high - row.bet[seat]), int(row.score[seat]))
        assert (CALL in menu) == (owed > 0) != (CHECK in menu)
        to = min(int(row.high + row.limit), int(row.bet[seat] + row.score[seat]))
        raises = [code for code in menu if code in (BET, RAISE)]
        assert raises in ([], [BET if row.high == 0 else RAISE])
        return seat, FOLD in menu, owed, to if raises else None

    def legal_there(self) -> tuple[Any, ...]:
        """The same at PokerKit's; it can raise to one amount only."""
        state = self.state
        to = state.min_completion_betting_or_raising_to_amount if state.can_complete_bet_or_raise_to() else None
        assert to is None or to == state.max_completion_betting_or_raising_to_amount
        return state.actor_index, state.can_fold(), state.checking_or_calling_amount, to

    def choose(self, code: int) -> None:
        """Make a choice at both tables."""
        row, state = self.row, self.state
        p, picked = int(row.turn), 0
        drawing = self.game.room.phases[row.phase] == "discard"
        if drawing and (code == DONE or int(row.hand[p]) == 1 << code):
            picked = int(row.picked[p]) | (0 if code == DONE else 1 << code)
            assert state.stand_patter_or_discarder_index == p
            state.stand_pat_or_discard(pokerkit_cards(picked))
        elif not drawing:
            {FOLD: state.fold, CHECK: state.check_or_call, CALL: state.check_or_call}.get(code, state.complete_bet_or_raise_to)()
        steps.act_row(self.tables, 0, code)

    def play(self, rng: random.Random) -> int:
        """The whole hand at random; how many decisions were compared. Bold hands raise, timid ones fold."""
        decisions = 0
        boldness = rng.random()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PokerKit's about cards that come back from the discards
            self.settle()
            while self.row.turn != NOBODY:
                menu = self.game.menu(self.tables)
                if self.game.room.phases[self.row.phase] == "discard":
                    code = DONE if rng.random() < 0.4 else rng.choice(menu)
                else:
                    decisions += 1
                    assert self.legal() == self.legal_there()
                    code = menu[-1] if rng.random() < boldness else rng.choice(menu)
                self.choose(code)
                self.settle()
            self.show_down()
        return decisions

    def show_down(self) -> None:
        """Hands that win nothing are thrown away over there, which pays out.

        PokerKit divides the rest of the pots then: pots that differ only in losers have become one, with one odd chip.
        Here every pot is divided as it lay (F14), so `due` is what PokerKit's pots and hands give when none are joined.
        """
        state = self.state
        pots = list(state.pots)  # none if all but one folded: it is paid out already
        hands = {p: state.get_hand(p, 0, 0) for pot in pots for p in pot.player_indices}
        self.due: list[int] = list(state.stacks)
        for pot in pots:
            best = max(hands[p] for p in pot.player_indices)
            winners = [p for p in pot.player_indices if hands[p] == best]
            share, odd = divmod(pot.amount, len(winners))
            for p in winners:
                self.due[p] += share + (odd if p == winners[0] else 0)
        while state.can_kill_hand():
            state.kill_hand()
        joined = len(pots) - len({op.pot_index for op in state.operations if isinstance(op, pokerkit.ChipsPushing)})
        assert not state.status
        assert joined or self.due == list(state.stacks)
