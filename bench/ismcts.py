"""Oh Hell! against OpenSpiel's information-set search, our hands mirrored in its game.

    python bench/ismcts.py [--seats 3 4 5 --thought 10 100 --seconds 300 --more]

Both sit at the table in turn and play every deal in both seatings, with the same processor time for a choice, on average. Hands
of 10, 9 ... 2 cards follow one after another. The measurement stops if both games do not allow the same choices, or score
otherwise in the end. In both a made bid scores 10 and the bid. For a miss theirs takes a point per trick, which our house rules
do not have: ours takes nothing. So the result is given by both scores. OpenSpiel: see `openspiel.py`.

**It must not see what is hidden.** In OpenSpiel 2.0.2 `resample_from_infostate` of Oh Hell! only deals the cards again that the
others really hold, so a search that takes its deals from there knows which cards are in the stub: with few seats and small hands
that is nearly all there is to know. Here their search gets deals of all unseen cards, as ours does. Only its version in Python
takes such deals; it makes as many simulations as the version in C++ does in the time, which is measured at the same choices.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import openspiel
import pages
from outsiders import Player, as_json, cell

import parlour
from parlour import bots
from parlour.bots.arena import note_hand_end, play_whole, seatings
from parlour.bots.base import Thought
from parlour.bots.reasons.words import each
from parlour.engine.redeal import redeal
from parlour.games.oh_hell.rules import BID_0
from parlour.kit import NOBODY

HERE = Path(__file__).resolve().parent
KEPT, PAGE = HERE / "ismcts.json", HERE.parent / "docs" / "strength.md"
BEGIN, END = "<!-- written by bench/ismcts.py -->", "<!-- to here, by bench/ismcts.py -->"
SEATS, THOUGHT, SIZES = (3, 4, 5), (10.0, 100.0), range(10, 1, -1)
EXPLORATION = 20.0
"""Of its upper confidence bound, in points of score: with 400 simulations in C++ and three seats 2 loses 0.94 ± 1.44 points
against it, 7 loses 0.86 ± 1.37, 60 loses 0.07 ± 1.78, 200 loses 1.24 ± 1.27."""
SEED, WARM_UP, LEAST_DEALS = 46, 45, 18
SUITS = (0, 1, 3, 2)
"""Their suits by ours."""
BIDS = 52
"""Their first bid; smaller actions of seats are cards."""


def action_of(code: int) -> int:
    """Return their action for a choice of ours: a bid or a card.

    >>> action_of(12), action_of(13), action_of(26), action_of(BID_0 + 3)
    (48, 1, 3, 55)
    """
    return BIDS + code - BID_0 if code >= BID_0 else 4 * (code % 13) + SUITS[code // 13]


def code_of(action: int) -> int:
    """Return our choice for an action of theirs.

    >>> [code_of(action_of(code)) for code in (0, 25, 51, BID_0)] == [0, 25, 51, BID_0]
    True
    """
    return BID_0 + action - BIDS if action >= BIDS else 13 * SUITS.index(action % 4) + action // 4


ACTIONS = [action_of(card) for card in range(52)]
"""Their cards by ours."""


class Mirrored:
    """A hand of ours and the same hand of theirs."""

    def __init__(self, seats: int, size: int, seed: int, deal: int) -> None:
        house = {**openspiel.HOUSE_RULES["oh_hell"], "start_cards": size, "miss_score": "none"}
        self.match = parlour.game("oh_hell", seats, **house).start(seed=seed, number=deal)
        self.ended = list[list[int]]()
        self.match.watchers.append(lambda step: note_hand_end(step, seats, self.ended))
        row = self.match.row
        hands = [[card for card in range(52) if int(row.hand[p]) >> card & 1] for p in range(seats)]
        turned = int(row.turned).bit_length() - 1
        self.state = openspiel.oh_hell_hand(seats, size).new_initial_state()
        for action in (size, int(row.dealer), *(action_of(hand[k]) for k in range(size) for hand in hands), action_of(turned)):
            self.state.apply_action(action)

    def check(self) -> None:
        """Raise ValueError unless both allow the same seat the same choices."""
        ours, theirs = sorted(map(action_of, self.match.codes())), self.state.legal_actions()
        if ours != theirs or self.match.turn != self.state.current_player():
            raise ValueError(f"ours allows seat {self.match.turn} {ours}, theirs seat {self.state.current_player()} {theirs}")

    def play(self, codes: Sequence[int]) -> None:
        """Make a choice in both."""
        self.state.apply_action(action_of(codes[0]))
        play_whole(self.match, self.match.turn, codes)

    @property
    def over(self) -> bool:
        """Whether the hand is."""
        return bool(self.ended) or self.match.turn == NOBODY

    def scores(self) -> tuple[list[float], list[float]]:
        """Return the scores of the seats at the end, by our rules and by theirs. ValueError: they do not agree."""
        ours = [float(score) for score in (self.ended[0] if self.ended else self.match.score)]
        theirs = list(self.state.returns())
        if ours != [max(score, 0.0) for score in theirs]:
            raise ValueError(f"ours scores {ours}, theirs {theirs}")
        return ours, theirs


class Deals:
    """Deals of a hand of theirs in which all that the seat on turn does not see is dealt again."""

    def __init__(self, hand: Mirrored, seed: int) -> None:
        self.thought = Thought(hand.match.view(hand.match.turn, memory=True), seed)
        self.game, seats = hand.state.get_game(), hand.match.game.seats
        past = hand.state.full_history()
        self.size = past[0].action
        self.first, self.rest = [[step.action for step in past[:2]], [step.action for step in past[2 + self.size * seats :]]]
        """What they write before the cards that are dealt, and after them."""
        self.played = [[step.action for step in past if step.player == p and step.action < BIDS] for p in range(seats)]

    def again(self, _state: Any = None, _seat: int = 0) -> Any:
        """Return the hand as it may be. It is called with the state and the seat, which are always those that it was made for."""
        redeal(self.thought.work.tables, 0, self.thought.deck)
        state, hands = self.game.new_initial_state(), list[list[int]]()
        for played, held in zip(self.played, self.thought.work.tables[0].hand.tolist(), strict=False):
            hands.append([*played, *(ACTIONS[card] for card in each(held))])
        for action in (*self.first, *(hand[k] for k in range(self.size) for hand in hands), *self.rest):
            state.apply_action(action)
        return state


class Evaluator:
    """Their random play to the end of a hand, for their search in Python."""

    def __init__(self, seats: int, seed: int) -> None:
        self.players = [openspiel.pyspiel.make_uniform_random_bot(p, seed + p) for p in range(seats)]
        self.seed = seed

    def evaluate(self, state: Any) -> list[float]:
        """Return the scores of the seats."""
        self.seed += 1
        return list(openspiel.pyspiel.evaluate_bots(state, self.players, self.seed))

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Return every choice as equally likely."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


@dataclass(frozen=True)
class Ismcts:
    """Their search. simulations: for a choice. exploration: of its upper confidence bound, in points of score."""

    simulations: int = 100
    exploration: float = EXPLORATION

    def choose(self, hand: Mirrored) -> list[int]:
        """Return its choice, as a choice of ours. It sees what its seat does (see the module)."""
        from open_spiel.python.algorithms import ismcts as theirs

        seed, seats = seed_of(hand.state), hand.match.game.seats
        bot = theirs.ISMCTSBot(
            hand.state.get_game(),
            Evaluator(seats, seed),
            self.exploration,
            self.simulations,
            random_state=np.random.RandomState(seed),
        )
        bot.set_resampler(Deals(hand, seed).again)
        return [code_of(int(bot.step(hand.state)))]

    def choose_at_full_speed(self, state: Any) -> int:
        """Return the action that its version in C++ chooses, which knows too much: only its time counts."""
        spiel = openspiel.pyspiel
        evaluator, most = spiel.RandomRolloutEvaluator(1, seed_of(state)), spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = spiel.ISMCTSBot(seed_of(state), evaluator, self.exploration, self.simulations, -1, most, False, False)
        return int(bot.step(state))


def seed_of(state: Any) -> int:
    """Return a seed that depends on what the seat on turn sees."""
    return zlib.crc32(state.information_state_string(state.current_player()).encode()) & 0x7FFFFFFF


def choice_of(player: Player, hand: Mirrored) -> list[int]:
    """Return a player's choice at a hand, ours or theirs."""
    match, codes = hand.match, hand.match.codes()
    if not isinstance(player.bot, Ismcts):
        return player.choose(match, match.turn)
    if len(codes) == 1:
        return codes
    player.timed(partial(player.bot.choose_at_full_speed, hand.state), True)
    return player.bot.choose(hand)


def play_hand(seats: int, pair: Sequence[Player], seating: Sequence[int], seed: int, deal: int) -> list[float]:
    """Play a hand; return by how much more the first of the pair scored per seat than the second, by our scores and by theirs."""
    hand = Mirrored(seats, SIZES[deal % len(SIZES)], seed, deal)
    while not hand.over:
        hand.check()
        hand.play(choice_of(pair[seating[hand.match.turn]], hand))
    return [
        statistics.fmean(score for score, player in zip(scores, seating, strict=True) if player == 0)
        - statistics.fmean(score for score, player in zip(scores, seating, strict=True) if player == 1)
        for scores in hand.scores()
    ]


@dataclass
class Found:
    """The results with some seats and a thought: of each deal by how much more a seat of ours scored, by our scores and by
    theirs; by player the milliseconds of the processor for all choices, how many these were, and iterations or simulations."""

    ours: list[float]
    theirs: list[float]
    spent: list[list[float]]


def measure(seats: int, milliseconds: float, past: Found | None) -> Iterator[Found]:
    """Play deals in both seatings, without end; yield the results after each. past: those to go on from."""
    goal = milliseconds / 1000
    pair = (
        Player(bots.make("search:seed=1,iterations=500"), "iterations", goal),
        Player(Ismcts(), "simulations", goal),
    )
    pair[0].bot.prepare(parlour.game("oh_hell", seats))
    found = past or Found([], [], [[0.0, 0, 0], [0.0, 0, 0]])
    for deal in (0, 0, 1):
        for player in pair:
            player.forget()  # the first hand compiles what is not compiled yet
        play_hand(seats, pair, [p % 2 for p in range(seats)], WARM_UP, deal)
        for player in pair:
            player.keep_pace()
    for player in pair:
        player.forget()
    while True:
        before = [player.taken() for player in pair]
        results = [play_hand(seats, pair, seating, SEED, len(found.ours)) for seating in seatings(2, seats)]
        found.ours.append(round(statistics.fmean(result[0] for result in results), 4))
        found.theirs.append(round(statistics.fmean(result[1] for result in results), 4))
        for k, player in enumerate(pair):
            more = zip(found.spent[k], player.taken(), before[k], strict=True)
            found.spent[k] = [round(spent + now - then, 3) for spent, now, then in more]
            player.keep_pace()
        yield found


def keep(kept: dict[str, dict[str, Found]]) -> None:
    """Write down what was measured, and the table into the page."""
    plain = {seats: {thought: asdict(found) for thought, found in by_thought.items()} for seats, by_thought in kept.items()}
    KEPT.write_text(as_json(plain), encoding="utf-8")
    rows = [["seats", "ms asked for", "deals", "`search` is ahead", "by their scores", "ms taken", "iterations : simulations"]]
    for seats, by_thought in sorted(kept.items()):
        for thought, found in sorted(by_thought.items(), key=lambda each: float(each[0])):
            taken, rates = zip(*((ms / n, amount / n) for ms, n, amount in found.spent), strict=True)
            both = [cell(found.ours, bold=True), cell(found.theirs, bold=True)]
            taken_text = " and ".join(f"{ms:.3g}" for ms in taken)
            rows.append([seats, thought, str(len(found.ours)), *both, taken_text, f"{rates[0]:.0f} : {rates[1]:.0f}"])
    pages.put(PAGE, BEGIN, END, pages.as_table(rows))


def run(seats: int, milliseconds: float, seconds: float, more: bool) -> None:
    """Measure for some seconds and write it down now and then. more: go on with further deals if there is a result."""
    thought = f"{milliseconds:g}"
    past = pages.read_kept(KEPT, Found).get(str(seats), {}).get(thought)
    if past and not more:
        return
    began = math.inf
    for found in measure(seats, milliseconds, past):
        began = min(began, time.perf_counter())  # the time after the first deal: before it all is compiled
        last = len(found.ours) % len(SIZES) == 0 and time.perf_counter() - began > seconds
        if len(found.ours) % len(SIZES) == 0 and len(found.ours) >= LEAST_DEALS:
            kept = pages.read_kept(KEPT, Found)
            kept.setdefault(str(seats), {})[thought] = found
            keep(kept)
            if last:
                print(f"{seats} seats {thought} ms: {cell(found.ours)}, by theirs {cell(found.theirs)}, {len(found.ours)} deals")
                return


def main() -> None:
    """Measure what is not measured yet."""
    parser = argparse.ArgumentParser(description="Oh Hell! against OpenSpiel's information-set search.")
    parser.add_argument("--seats", nargs="+", default=SEATS, type=int, help="(3 4 5)")
    parser.add_argument(
        "--thought", nargs="+", default=THOUGHT, type=float, metavar="MS", help="milliseconds for a choice (10 100)"
    )
    parser.add_argument("--seconds", type=float, default=300.0, help="for some seats and a thought (300)")
    parser.add_argument("--more", action="store_true", help="go on with further deals if there is a result")
    given = parser.parse_args()
    if not openspiel.available():
        parser.error("OpenSpiel is not installed: pip install open-spiel")
    for milliseconds in given.thought:
        for seats in given.seats:
            run(seats, milliseconds, given.seconds, given.more)


if __name__ == "__main__":
    main()
