"""The review of a match: it finds what was given away, counts what each choice cost and not how the cards lay."""

from __future__ import annotations

import math
from functools import cache, partial

import pytest

import parlour
from parlour import bots
from parlour.bots import review
from parlour.bots.nerve import Nerve
from parlour.bots.nerve.files import strategy_of
from parlour.bots.options import Option
from parlour.bots.review import MATCH, Weighed, _option
from parlour.engine.match import Match
from parlour.engine.rooms import room_names
from parlour.languages import in_language, language, speaking

SEATS = 3


@cache
def reviewed(kind: str) -> review.Review:
    """A match of Cucumber in which a kind of bot sits at the first seat, and the review of that seat."""
    game = parlour.game("cucumber", SEATS)
    match, players = game.start(seed=3), [bots.make(kind, seed=1), *(bots.make("chance", seed=k) for k in range(1, SEATS))]
    while not match.over and int(match.row.hand_number) <= 9:
        match.play(*players[match.turn].choose(match.view(match.turn, memory=True)))
    judge, peer = bots.make("search:iterations=400", seed=5), bots.make("fair", seed=6)
    entries, _step = review.entries_of(match.log, 0)
    looks = (review.weighed(lambda: game.fresh(0), match.log, entry, judge, peer) for entry in entries)
    return review.summary(game.room, [one for one in looks if one])


def test_chance_is_worse_than_fair_and_search_is_not() -> None:
    worse, better = reviewed("chance"), reviewed("search:iterations=400,seed=1")
    assert worse.rating < 0.0 < worse.error
    assert better.rating > worse.rating
    assert better.rating > -2 * better.error
    assert len(worse.costly) == review.MOST
    for one in worse.costly:
        assert one.behind > one.error > 0
        assert one.taken != one.best
        assert one.why


def weighed(behind: float, ahead: float, hand: int = 1, points: bool = True, level: bool = False) -> Weighed:
    return Weighed(0, hand, "7♦", "8♦", points, behind, 0.5, level, points, behind, ahead, "because")


def test_what_cost_most_comes_first_and_level_choices_are_none() -> None:
    room = parlour.game("cucumber", SEATS).room
    found = [
        weighed(1, 0),
        weighed(4, -1),
        weighed(9, 0, level=True),
        weighed(2, 0.0),
        weighed(3, 0),
        weighed(0.2, 0, points=False),
    ]
    whole = review.summary(room, found)
    assert [one.behind for one in whole.costly] == [4, 3, 2]
    assert whole.weighed == len(found)
    assert whole.unit == "point"


def test_the_rating_is_a_mean_over_hands() -> None:
    room = parlour.game("cucumber", SEATS).room
    few = review.summary(room, [weighed(0, 1.0, hand) for hand in (1, 1, 2)] + [weighed(0, math.nan, 3)])
    assert few.hands == 2
    assert math.isnan(few.rating)
    found = [weighed(0, ahead, hand) for hand, ahead in enumerate((1.0, 3.0, 1.0, 3.0))]
    many = review.summary(room, found)
    assert many.rating == 2.0
    assert many.error == pytest.approx(3.18 * math.sqrt(4 / 3) / 2)
    assert review.summary(room, found, step=3).rating == 6.0
    assert review.summary(room, [weighed(0, 0.1, points=False)]).unit == MATCH


@pytest.mark.parametrize("unit", [*review.UNITS, MATCH])
def test_a_rating_is_said_in_any_unit(unit: str) -> None:
    said = review.verdict(review.Review(30, [], 12, 0.3, 0.04, unit))
    assert "0.3 ± 0.0" in said or "30.0% ± 4.0%" in said
    assert review.figure(1.96, 0.5, "point") == "2.0 ± 0.5 points"
    with speaking(language("fr")):
        assert in_language(review.figure(1.96, 0.5, "point")).endswith("points")
        assert in_language(review.figure(1.91, 0.5, "point")).endswith("point")


def test_nothing_to_weigh_is_said() -> None:
    whole = review.summary(parlour.game("cucumber", SEATS).room, [])
    assert math.isnan(whole.rating)
    assert review.verdict(whole) == "The choices that could be weighed are too few for a rating."


def test_a_very_long_match_is_looked_at_evenly() -> None:
    game = parlour.game("cucumber", SEATS)
    match: Match = game.start(seed=1)
    chance = bots.make("chance", seed=1)
    while not match.over:
        match.play(*chance.choose(match.view(match.turn)))
    own, step = review.entries_of(match.log, 0)
    assert step == 1
    log = list(match.log) * 40
    some, step = review.entries_of(log, 0)
    assert len(some) <= review.MOST_WEIGHED < 40 * len(own) <= step * review.MOST_WEIGHED


def test_the_seat_must_choose_and_the_player_must_weigh() -> None:
    names = [name for name in room_names() if review.can_be_reviewed(parlour.game(name))]
    assert {"schnapsen", "spades", "scopa", "cucumber", "brag", "badugi", "chicago", "toepen"} <= set(names)
    assert not {"klondike", "pirate", "machiavelli", "crash", "i_doubt_it"} & set(names)
    assert not review.can_be_reviewed(parlour.game("brag", ante=2)), "its strategy was learned under another rule"


def test_choices_of_nerve_are_weighed_by_what_they_bring_on_average() -> None:
    """A bot of the strategy itself makes no mistake, bluffs included; a choice that is further behind than the noise is one."""
    game, bot, number, own, worst = parlour.game("badugi"), Nerve(seed=1), 0, list[Weighed](), None
    while worst is None:
        match, number = game.start(seed=6, number=number), number + 1
        while not match.over and len(match.log) < 60 and worst is None:
            view = match.view(match.turn, memory=True)
            best, *others = bot.opinions(view, view.codes()[0]) or [Option(0, 0, 0.0)]
            worst = next((one for one in others if best.worth - one.worth > one.error and not one.then), None)
            match.play(*([worst.code] if worst else bot.choose(view)))
            if one := review.weighed(partial(game.fresh, number - 1), match.log, len(match.log) - 1, bot, bot):
                own.append(one)
        assert number < 20
    *before, mistake = own
    assert len(before) >= 3
    assert all(one.level for one in before)
    assert not mistake.level
    assert mistake.behind == pytest.approx(best.worth - worst.worth)
    assert mistake.error == worst.error > 0.0
    assert mistake.why


def test_a_situation_of_nerve_has_level_choices_where_the_strategy_draws() -> None:
    """What it takes often has no end of an error, and the best is one of these."""
    game, drawn, known = parlour.game("badugi"), 0, 0
    strategy = strategy_of(game.room)
    assert strategy is not None
    for number in range(12):
        match = game.start(seed=4, number=number)
        view = match.view(match.turn, memory=True)
        options = Nerve(seed=1).opinions(view, view.codes()[0])
        assert options is not None
        known += len(options) > 0
        drawn += sum(math.isinf(option.error) for option in options) > 1
        for option in options[1:]:
            assert option.worth <= options[0].worth or not math.isinf(option.error)
            assert math.isinf(option.error) or option.error == strategy.noise
        assert not options or math.isinf(options[0].error)
    assert known >= 6
    assert drawn


def test_of_house_rules_that_a_strategy_was_not_learned_under_nothing_is_said() -> None:
    other = parlour.game("badugi", aces="high").start(seed=1)
    assert Nerve(seed=1).opinions(other.view(other.turn, memory=True), 0) == []
    cards = parlour.game("schnapsen").start(seed=1)  # a game without one
    assert Nerve(seed=1).opinions(cards.view(cards.turn, memory=True), 0) is None


@pytest.mark.parametrize("name", [name for name in room_names() if Nerve.weighs(parlour.game(name))])
def test_every_choice_of_nerve_can_be_weighed(name: str) -> None:
    """Each opinion is of a choice that is there, and no choice of a player stops the review."""
    game, judge, weighs = parlour.game(name), Nerve(seed=1, iterations=64), 0
    match, players = game.start(seed=3), bots.make("chance", seed=5)
    for turn in range(24):
        if match.over:
            break
        view = match.view(match.turn, memory=True)
        for code in view.codes() if turn % 3 == 0 else ():
            opinions = judge.opinions(view, code)
            assert {option.code for option in opinions or ()} <= set(view.codes())
            weighs += any(option.code == code for option in opinions or ())
        at = len(match.log)
        match.play(*players.choose(view))
        review.weighed(partial(game.fresh, 0), match.log, at, judge, judge)
    assert weighs


def test_a_card_at_toepen_is_weighed_among_cards() -> None:
    """The strategy names the knock alone; the cards stand against each other, and none of them against a bet."""
    game, judge = parlour.game("toepen", 3), Nerve(seed=1, iterations=64)
    knock, seen = game.code("knock"), 0
    for number in range(6):
        match, player = game.start(seed=3, number=number), bots.make("chance", seed=5)
        while not match.over and len(match.log) < 40:
            view = match.view(match.turn, memory=True)
            cards = [code for code in view.codes() if code not in (knock, game.room.resign)]
            if knock in view.codes() and len(cards) > 1:
                of_card, of_knock = ({one.code for one in judge.opinions(view, code) or ()} for code in (cards[0], knock))
                assert of_card <= set(cards)
                assert of_knock <= {knock, *cards}
                seen += cards[0] in of_card
            match.play(*player.choose(view))
    assert seen


def test_a_set_is_the_same_in_any_order_and_another_chain_is_not_judged_in_its_place() -> None:
    options = [Option(7, 9, 1.0, then=(9,)), Option(5, 9, 0.5)]
    assert _option(options, [9, 7], unordered=True) is options[0]
    assert _option(options, [9, 7], unordered=False) is None
    assert _option(options, [7], unordered=False) is None
    assert _option(options, [5], unordered=False) is options[1]
    assert _option(options, [5, 6], unordered=False) is None
