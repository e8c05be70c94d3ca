"""Measures on made-up results whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.lab.measures import BY_NAME, MEASURES, Setting, cards, columns_of
from parlour.lab.measures.base import Column

SEATS = 4
TABLE = Setting("made_up", SEATS, ("chance", "fair"), seed=1)


def playouts(n: int, winners: Column, dealer: Column | None = None, **more: Column) -> dict[str, Column]:
    dealer = np.zeros(n, np.int64) if dealer is None else dealer
    return {"match": np.arange(n), "winners": winners, "dealer": dealer, **more}


def test_a_seat_with_a_known_advantage() -> None:
    """The player left of the dealer wins 40 % of matches for four, the others 20 % each."""
    n, draw = 20_000, np.random.default_rng(1)
    dealer = draw.integers(0, SEATS, n)
    place = np.where(draw.random(n) < 0.4, 1, draw.choice([0, 2, 3], n))
    rows = playouts(n, 1 << ((dealer + place) % SEATS), dealer, first_seat=(dealer + 1) % SEATS, last_seat=dealer)
    places = BY_NAME["places"](rows, TABLE)
    assert [round(places[str(k)].value, 1) for k in range(SEATS)] == [-0.2, 0.6, -0.2, -0.2]
    assert all(figure.low < truth < figure.high for figure, truth in zip(places.values(), (-0.2, 0.6, -0.2, -0.2), strict=True))
    turns = BY_NAME["turns"](rows, TABLE)
    assert turns["first"] == places["1"]
    assert turns["dealer"] == places["0"]
    assert "last" not in turns  # the winner of a match often chooses last, from any seat
    assert BY_NAME["seat"](rows, TABLE)[""].value == pytest.approx(0.6, abs=0.03)
    assert BY_NAME["evenness"](rows, TABLE)[""].value == pytest.approx(
        0.8, abs=0.01
    )  # 15 % of wins too many of the 75 there could be


def test_equal_seats_have_no_best_one() -> None:
    """The best of four is picked where it is not measured, so nothing is made of noise."""
    found = []
    for seed in range(60):
        draw = np.random.default_rng(seed)
        rows = playouts(200, 1 << draw.integers(0, SEATS, 200), draw.integers(0, SEATS, 200))
        found.append(BY_NAME["seat"](rows, TABLE)[""])
    assert abs(np.mean([figure.value for figure in found])) < 0.05
    assert np.mean([figure.low > 0 for figure in found]) <= 0.1


@pytest.mark.parametrize("matches", [40, 400])
@pytest.mark.parametrize("best", [0.25, 0.3, 0.5])
def test_intervals_of_the_best_seat_and_of_fairness_hold_the_truth(best: float, matches: int) -> None:
    """Few matches do not show which seat is the best; the interval is of the best one all the same."""
    chances = np.array([(1 - best) / 3, best, (1 - best) / 3, (1 - best) / 3])
    seat, evenness = 4 * best - 1, 1 - float(np.abs(chances - 0.25).sum()) * 4 / 6
    draw, held = np.random.default_rng(5), []
    for _ in range(30):
        place, dealer = draw.choice(4, matches, p=chances), draw.integers(0, SEATS, matches)
        rows = playouts(matches, 1 << ((dealer + place) % SEATS), dealer)
        figures = BY_NAME["seat"](rows, TABLE)[""], BY_NAME["evenness"](rows, TABLE)[""]
        held.append([figure.low <= truth <= figure.high for figure, truth in zip(figures, (seat, evenness), strict=True)])
    assert (np.mean(held, axis=0) >= 0.85).all(), np.mean(held, axis=0)


def test_what_nobody_wins_is_nobodys_advantage() -> None:
    """Half of the matches are won by nobody, the others by the two seats in turn: no seat is better off, and none worse."""
    number = np.arange(4000)
    winners = np.where(number % 2 == 0, 0, 1 + (number // 2) % 2)
    rows = {"winners": winners, "dealer": np.full(4000, -1), "first_seat": np.zeros(4000, np.int64)}
    two = Setting("made up", 2)
    assert BY_NAME["evenness"](rows, two)[""].value == pytest.approx(1.0)
    assert [gain.value for gain in BY_NAME["places"](rows, two).values()] == pytest.approx([0.0, 0.0])
    assert BY_NAME["turns"](rows, two)["first"].value == pytest.approx(0.0)


def test_partners_share_a_win_and_do_not_tie() -> None:
    sides = np.tile([0, 1, 0, 1], (3, 1))
    rows = playouts(3, np.array([0b0101, 0b1010, 0b1111]), sides=sides)
    assert BY_NAME["ties"](rows, TABLE)[""].value == pytest.approx(1 / 3)
    assert BY_NAME["places"](rows, TABLE)["0"].value == pytest.approx(0.5 / 3 * 4 + 0.25 / 3 * 4 - 1)


def test_the_course_of_a_match() -> None:
    rows = {
        "match": np.arange(2),
        "decisions": np.array([10, 30]),
        "hands": np.array([1, 3]),
        "forced": np.array([4, 10]),
        "choices_sum": np.array([40, 60]),
        "choices_log": np.array([10.0, 10.0]),
        "choices_by_tenth": np.tile(np.arange(10), (2, 1)),
        "count_by_tenth": np.ones((2, 10)),
        "winners": np.array([1, 4]),
        "halftime_leaders": np.array([-1, 0b0101]),
        "lead_changes": np.array([0, 2]),
    }
    assert BY_NAME["decisions"](rows, TABLE)[""].value == 20
    assert BY_NAME["choices"](rows, TABLE)["mean"].value == pytest.approx(2.5)
    assert BY_NAME["choices"](rows, TABLE)["geometric"].value == pytest.approx(np.exp(0.5))
    assert BY_NAME["forced"](rows, TABLE)[""].value == pytest.approx(0.35)
    assert BY_NAME["minutes"](rows, TABLE)[""].value == pytest.approx((6 * 5 + 4 * 2 + 30 + 20 * 5 + 10 * 2 + 90) / 120)
    assert BY_NAME["choices_by_tenth"](rows, TABLE)["4"].value == 3
    halftime = BY_NAME["halftime"](rows, TABLE)
    assert halftime[""].value == pytest.approx(0.5)  # one of the two who led together
    assert halftime["at random"].value == pytest.approx(0.25)  # one of four wins
    assert BY_NAME["lead_changes"](rows, TABLE)[""].value == 2


def test_drama_and_when_it_is_settled() -> None:
    """One match is led by its winner throughout, one turned after two of four hands, one where low scores win."""
    scores = [
        [[5, 0], [9, 5], [15, 6], [20, 8]],
        [[0, 5], [2, 6], [9, 6], [15, 6]],
        [[4, 0], [5, 8], [6, 9], [7, 15]],
    ]
    hands = np.empty(3, object)
    hands[:] = scores
    rows = {"match": np.arange(3), "winners": np.array([1, 1, 1]), "scores_by_hand": hands}
    two = Setting("made_up", 2)
    assert BY_NAME["settled"](rows, two)[""].value == pytest.approx((0 + 0.5 + 0.25) / 3)
    assert BY_NAME["drama"](rows, two)[""].value == pytest.approx((0 + (2 / 3) ** 0.5 + (1 / 3) ** 0.5) / 3)


def duplicate(n: int, strength: float, luck: float, seed: int = 3) -> dict[str, Column]:
    """Deals for two in both seatings; a side's total is its cards, its player's strength and noise."""
    draw = np.random.default_rng(seed)
    players, payoff = [], []
    cards_worth = luck * draw.normal(0, 1, n)
    for deal in range(n):
        for seating in ((0, 1), (1, 0)):
            edge = cards_worth[deal] + strength * (seating[0] - seating[1]) + draw.normal(0, 0.3)
            players.append(seating)
            payoff.append((np.sign(edge), -np.sign(edge)))
    winners = [1 if one[0] > 0 else 2 for one in payoff]
    return {
        "match": np.repeat(np.arange(n), 2),
        "seating": np.tile([0, 1], n),
        "players": np.array(players),
        "payoff": np.array(payoff),
        "winners": np.array(winners),
    }


def test_luck_and_skill() -> None:
    two = Setting("made_up", 2, ("chance", "fair"), seed=1)
    lucky, skilled = duplicate(400, 0.05, 2.0), duplicate(400, 2.0, 0.5)
    for rows, least, most in ((lucky, 0, 60), (skilled, 500, 1500)):
        assert least < BY_NAME["elo_spread"](rows, two)[""].value < most
    assert BY_NAME["both_sides"](skilled, two)["fair against chance"].value > 0.95
    assert BY_NAME["both_sides"](lucky, two)["fair against chance"].value < 0.15
    assert BY_NAME["skill"](lucky, two)["fair against chance"].low < 0.1
    assert BY_NAME["variance"](lucky, two)["player"].high < 0.1
    assert BY_NAME["variance"](skilled, two)["player"].low > 0.9


def test_a_deal_not_played_in_all_seatings_does_not_count() -> None:
    two = Setting("made_up", 2, ("chance", "fair"), seed=1)
    rows = {name: column[:-1] for name, column in duplicate(20, 1.0, 1.0).items()}
    assert BY_NAME["skill"](rows, two)["fair against chance"].n == 19


def test_patiences_are_compared_deal_by_deal() -> None:
    one = Setting("made_up", 1, ("chance", "fair"), seed=1)
    rows = {
        "match": np.array([0, 0, 1, 1, 2, 2]),
        "seating": np.tile([0, 1], 3),
        "players": np.tile([[0], [1]], (3, 1)),
        "payoff": np.array([[-1.0], [1.0], [-1.0], [-1.0], [1.0], [1.0]]),
        "winners": np.array([0, 1, 0, 0, 1, 1]),
    }
    assert BY_NAME["skill"](rows, one)["fair against chance"].value == pytest.approx(1 / 3)
    assert BY_NAME["wins"](rows, one)["fair against chance"].value == pytest.approx(2 / 3)
    assert BY_NAME["variance"](rows, one) == {}


def test_decisions_that_matter() -> None:
    """A third of the decisions gains 1 and the rest nothing; looks are off by 0.2. Forced decisions never matter."""
    n, draw = 3000, np.random.default_rng(1)
    gain = np.where(np.arange(n) % 3 == 0, 1.0, 0.0)
    looks = [draw.normal(0, 0.2, (n, 2)) for _ in range(2)]
    best, second = gain + looks[0][:, 0], looks[0][:, 1]
    swapped = best < second  # the first look names the better one of the two it saw
    again = np.where(swapped, looks[1][:, 1], gain + looks[1][:, 0]), np.where(swapped, gain + looks[1][:, 0], looks[1][:, 1])
    rows = {
        "match": np.arange(n) // 30,
        "index": np.arange(n) % 30,
        "of": np.full(n, 30),
        "menu": np.where(np.arange(n) % 30 == 0, 1, 4),
        "best": np.maximum(best, second),
        "second": np.minimum(best, second),
        "best_again": again[0],
        "second_again": again[1],
    }
    found = BY_NAME["matters"](rows, TABLE)
    assert found["free"].value == pytest.approx(9 / 29 * 0.945 + 20 / 29 * 0.025, abs=0.02)  # a gain of 1 is seen at 0.55
    assert found["all"].value == pytest.approx(found["free"].value * 29 / 30)
    assert found["all"].n == 100
    assert set(BY_NAME["matters_by_tenth"](rows, TABLE)) == {str(k) for k in range(1, 11)}
    assert BY_NAME["matters"](rows | {"second_again": np.full(n, np.nan)}, TABLE) == {}


def test_what_cards_are_worth() -> None:
    """Deals are had again as they were; a made-up score of 3 for the queen of spades and 1 a heart is found in it."""
    game = parlour.game("polignac")
    hands = cards.dealt(game, 5, np.arange(120))
    for number in (0, 7):
        match = game.start(seed=5, number=number)
        for seat in range(SEATS):
            assert hands[number, seat].sum() == 8
            held = {cards.card_name(int(card)) for card in np.flatnonzero(hands[number, seat])}
            assert held == set(match.choices()) or seat != match.turn
    draw = np.random.default_rng(1)
    hands = np.zeros((3000, SEATS, cards.CARDS), np.int64)
    for deal in range(3000):
        hands[deal].reshape(-1)[draw.permutation(52).reshape(SEATS, 13) + np.arange(SEATS)[:, None] * cards.CARDS] = 1
    score = 3 * hands[:, :, 3 * 13 + 10] + hands[:, :, 26:39].sum(axis=2) + draw.normal(0, 2, (3000, SEATS))
    rows = {"first_hand_score": score, "payoff": score}
    figures, corrected = cards.worth(rows, TABLE, hands, low=False)
    mean_card = (3 + 13) / 52
    assert figures["Q♠"].value * 3 / 4 == pytest.approx(3 - mean_card, abs=0.3)
    assert figures["9♥"].low < (1 - mean_card) * 4 / 3 < figures["9♥"].high
    assert corrected["Q♠"] < 0.001
    assert cards.worth(rows, TABLE, np.ones_like(hands), low=False) == ({}, {})  # nothing varies


def test_every_measure_says_what_it_means() -> None:
    assert len(BY_NAME) == len(MEASURES)
    for measure in MEASURES:
        assert measure.says.endswith(".")
        assert measure.source
        assert measure.rows in ("playouts", "matches", "decisions")
        assert measure({"match": np.zeros(0)}, TABLE) == {}


def test_columns_are_read_from_arrow() -> None:
    arrow = pytest.importorskip("pyarrow")
    ragged = [[[1, 2]], [[1, 2], [3, 4]]]
    table = arrow.table({"match": [0, 1], "payoff": [[1.0, -1.0], [0.0, 0.0]], "scores_by_hand": ragged})
    found = columns_of([table, table.slice(0, 1)])
    assert found["match"].tolist() == [0, 1, 0]
    assert found["payoff"].shape == (3, 2)
    assert [len(match) for match in found["scores_by_hand"]] == [1, 2, 1]
