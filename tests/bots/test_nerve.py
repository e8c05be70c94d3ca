"""Games of nerve: regret minimisation finds what is known, learns the same every time, and sees what its seat sees."""

from __future__ import annotations

import logging
import shutil
from collections import defaultdict
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots import arena
from parlour.bots.base import Thought
from parlour.bots.levels import Fair, Strong
from parlour.bots.nerve import Nerve
from parlour.bots.nerve.exploit import exploit
from parlour.bots.nerve.files import FILE, UNKNOWN, Strategy, read_strategy, strategy_of, write_strategy
from parlour.bots.nerve.infosets import row_of
from parlour.bots.nerve.player import look
from parlour.bots.nerve.rooms import WAYS
from parlour.bots.nerve.training import Course, naive_infosets, train
from parlour.bots.reasons import sentence
from parlour.cli import main
from parlour.engine.game import Game
from parlour.engine.rooms import room

KUHN = str(Path(__file__).parent.parent / "rooms" / "kuhn")
CARDS = (10, 11, 12)  # Q K A


@pytest.fixture(scope="module")
def kuhn() -> Game:
    return parlour.game(KUHN)


@pytest.fixture(scope="module")
def learned(kuhn: Game) -> Strategy:
    return train(kuhn, Course(100, 1000, rows=64))


def bets(strategy: Strategy, card: int, faced: bool, checked: int) -> float:
    """How often it bets or calls with a card."""
    odds = strategy.odds_of((card * 2 + faced) * 2 + checked)
    assert odds is not None
    return float(odds[1])


def worth(first: dict[tuple[int, bool, int], float], second: dict[tuple[int, bool, int], float]) -> float:
    """Return the expectation of the eldest, chips per hand, written out by hand: no product code is used here."""
    total = 0.0
    for mine, theirs in permutations(CARDS, 2):
        won = 1.0 if mine > theirs else -1.0
        called = second[theirs, True, 0]
        bet = called * 2 * won + (1 - called) * 1
        answered = second[theirs, False, 1]
        stays = first[mine, True, 1]
        check = answered * (stays * 2 * won - (1 - stays)) + (1 - answered) * won
        opens = first[mine, False, 0]
        total += opens * bet + (1 - opens) * check
    return total / 6


def test_kuhn_poker_is_worth_what_is_known(learned: Strategy) -> None:
    """-1/18 a hand to the eldest, and no other way of playing gains more than a hundredth on either side."""
    spots = [(card, faced, checked) for card in CARDS for faced in (False, True) for checked in (0, 1)]
    played = {spot: bets(learned, *spot) for spot in spots}
    assert worth(played, played) == pytest.approx(-1 / 18, abs=0.01)
    eldest = [(card, faced, int(faced)) for card in CARDS for faced in (False, True)]
    younger = [(card, faced, int(not faced)) for card in CARDS for faced in (False, True)]
    best, worst = -9.0, 9.0
    for chosen in range(64):
        changed = {spot: float(chosen >> k & 1) for k, spot in enumerate(eldest)}
        best = max(best, worth({**played, **changed}, played))
        changed = {spot: float(chosen >> k & 1) for k, spot in enumerate(younger)}
        worst = min(worst, worth(played, {**played, **changed}))
    assert best - worst < 0.02  # twice the mean exploitability
    assert 0 < bets(learned, 10, False, 1) < 0.5  # it bluffs with the lowest card, one time in three


def test_what_ways_bring_is_what_they_are_worth_against_those_who_come_there(learned: Strategy) -> None:
    """After a check the younger meets only hands that check. Worths are in twice the chips: what one wins, the other loses."""
    for mine in CARDS:
        there = {theirs: 1 - bets(learned, theirs, False, 0) for theirs in CARDS if theirs != mine}
        won = {theirs: 1.0 if mine > theirs else -1.0 for theirs in there}
        called = {theirs: bets(learned, theirs, True, 1) for theirs in there}
        bet = sum(w * (called[c] * 2 * won[c] + (1 - called[c])) for c, w in there.items()) / sum(there.values())
        check = sum(w * won[c] for c, w in there.items()) / sum(there.values())
        assert learned.worths_of((mine * 2 + False) * 2 + 1)[:2] == pytest.approx([2 * check, 2 * bet], abs=0.15)
    assert np.isnan(learned.worths_of(10**6)).all()


def test_what_was_tried_seldom_is_not_known(kuhn: Game) -> None:
    """A strategy learned in a few hands says how often, and not what it brings."""
    assert (train(kuhn, Course(1, 30, rows=64)).worths == UNKNOWN).all()


def test_whoever_only_meets_whims_learns_to_answer_them(kuhn: Game) -> None:
    """Where the others play at random alone, half of them fold to a bet: so the lowest card bets, and only it folds to one."""
    whims = train(kuhn, Course(60, 1000, rows=64), tremble=1.0)
    assert bets(whims, 10, False, 1) > 0.95
    assert bets(whims, 10, True, 1) < 0.05
    assert bets(whims, 11, True, 1) > 0.95


def test_among_naive_players_nobody_bluffs_and_the_middle_card_calls(kuhn: Game) -> None:
    """A player who takes the other for a random player bets the lowest card and calls with the middle one. If the other does so
    in half of the hands it pays to call and not to bluff; among players like oneself the lowest card bluffs one time in
    three, and the middle one calls about one time in two."""
    course = Course(60, 1000, rows=64, naive=1.0)
    naive = naive_infosets(kuhn, course)
    assert naive is not None
    for card, faced in ((10, False), (11, True)):
        row = row_of(naive, (card * 2 + faced) * 2 + 1, False)
        assert naive.regrets[row, 1] > 0.0 >= naive.regrets[row, 0]
    among = train(kuhn, course)
    assert bets(among, 10, False, 1) < 0.05
    assert bets(among, 11, True, 1) > 0.95
    # only naive ones bluff: of three bets at the middle card one is a bluff, and twice the chips, for the other loses them
    assert among.worths_of((11 * 2 + True) * 2 + 1)[:2] == pytest.approx([-2.0, 2 * (2 - 4) / 3], abs=0.15)


@pytest.mark.parametrize("seed", [None, 4])
def test_whoever_is_asked_the_same_again_in_a_hand_answers_the_same(seed: int | None) -> None:
    """At Brag bets come round again; in other hands the answer may be another."""
    bot, strategy = Nerve(seed, iterations=20), strategy_of(room("brag"))
    assert strategy is not None
    gone: dict[tuple[int, int, int, int, bytes], set[int]] = defaultdict(set)
    asked = 0
    for number in range(3):
        match = parlour.game("brag", deals=6).start(seed=number)
        while not match.over:
            view = match.view(match.turn, memory=True)
            thought, codes = Thought(view, 1), np.empty(WAYS, np.int64)
            key = int(look(thought.deck, thought.work, thought.picks, codes))
            chosen = bot.choose(view)
            if strategy.odds_of(key) is not None:  # else the search plays
                asked += 1
                hand, there = int(view.tables[0].hand_number), (codes >= 0).tobytes()
                gone[number, hand, match.turn, key, there].add(int(np.argmax(codes == chosen[0])))
            match.play(*chosen)
    assert all(len(ways) == 1 for ways in gone.values())
    assert asked > len(gone)
    answers = defaultdict[int, set[int]](set)
    for (_, _, _, key, _), ways in gone.items():
        answers[key] |= ways
    assert max(map(len, answers.values())) > 1


def test_equal_arguments_learn_the_same(kuhn: Game) -> None:
    once, again = (train(kuhn, Course(4, 300, seed=7, rows=64)) for _ in range(2))
    assert (once.odds == again.odds).all()
    assert (once.keys == again.keys).all()
    assert not (once.odds == train(kuhn, Course(4, 300, seed=8, rows=64)).odds).all()


def test_other_house_rules_are_learned_besides(kuhn: Game) -> None:
    """Every other batch is played under them."""
    once, both = (train(kuhn, Course(4, 300, seed=7, rows=64, under=under)) for under in ({}, {"hands": 1}))
    assert once.house == both.house
    assert once.odds.tolist() != both.odds.tolist()


def test_a_strategy_is_written_and_read(learned: Strategy, kuhn: Game, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The same again, byte for byte; what is not a strategy is refused in a line."""
    path = tmp_path / FILE
    write_strategy(path, learned)
    once = path.read_bytes()
    found = read_strategy(path)
    assert (found.digest, found.house) == (learned.digest, learned.house)
    assert (found.keys == learned.keys).all()
    assert (found.odds == learned.odds).all()
    assert (found.worths == learned.worths).all()
    write_strategy(path, found)
    assert path.read_bytes() == once
    path.write_text("nothing")
    with pytest.raises(parlour.BadInput, match="holds no strategy"):
        read_strategy(path)


def test_the_bot_plays_what_was_learned(learned: Strategy, kuhn: Game, tmp_path: Path) -> None:
    """As often as it says, and it says so; chance has nothing to win from it."""
    path = tmp_path / FILE
    write_strategy(path, learned)
    bot = bots.make(f"nerve:strategy={path},seed=3")
    match = kuhn.start(seed=5)
    view = match.view(match.turn, memory=True)
    codes, options = bot.consider(view)
    assert codes == bot.consider(view)[0]
    assert options[0].code == codes[0]
    assert sum(option.share for option in options) == pytest.approx(1)
    assert bot.advise(view)[1].endswith(".")
    found = arena.compare(KUHN, [f"nerve:strategy={path},seed=1", "chance:seed=1"], 150, hands=True, seed=1)
    assert found.players[0].mean > found.players[0].margin


def test_a_way_is_told_as_a_whole() -> None:
    """The cards that are thrown at Triple Draw, of the other ways too; a call that only ends the chain is left out."""
    game = parlour.game("triple_draw", 2)
    bot, told = bots.make("nerve:iterations=20,seed=1"), 0
    for seed in range(40):
        match = game.start(seed=seed)
        while match.row.hand_number == 1 and not match.over:
            view = match.view(match.turn, memory=True)
            codes, options = bot.consider(view)
            assert codes == bot.choose(view)
            if len(codes) > 2:
                told += 1
                assert (options[0].code, *options[0].then) == tuple(codes)
                said = sentence(view, codes, options)
                assert all(game.room.choice_name(code) in said for code in codes[:-1] if code < 52)
                for option in options:
                    assert match.check(match.turn, [option.code, *option.then]) is not None
            match.play(*codes)
    assert told > 10


def test_ways_that_come_to_the_same_are_one_option() -> None:
    """At I Doubt It a way is from what odds on one doubts: most of them let a likely truth go."""
    match, several = parlour.game("i_doubt_it").start(seed=4), 0
    bot = bots.make("nerve:iterations=20,seed=1")
    while not match.over:
        codes, options = bot.consider(match.view(match.turn, memory=True))
        assert len({option.code for option in options}) == len(options)
        shares = [option.share for option in options if option.share]
        assert not shares or sum(shares) == pytest.approx(1)
        several += len(shares) > 1
        match.play(*codes)
    assert several


def test_a_room_with_a_strategy_plays_by_it(learned: Strategy, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """`strong` and `fair` do, and the search plays if the file is stale, which the log says once."""
    fresh, stale = tmp_path / "fresh", tmp_path / "stale"
    for folder in (fresh, stale):
        shutil.copytree(KUHN, folder, ignore=shutil.ignore_patterns("__pycache__"))
        write_strategy(folder / FILE, learned)
    rules = (stale / "rules.py").read_text()
    (stale / "rules.py").write_text(rules.replace("class Table", "RULES_VERSION = 2\n\n\nclass Table"))
    assert str(Strong(seed=1).player(room(str(fresh)))) == "nerve:seed=1"
    assert str(Fair(seed=1).player(room(str(fresh)))) == "nerve:seed=1,iterations=50"
    with caplog.at_level(logging.WARNING, "parlour.bots"):
        assert str(Strong(seed=1).player(room(str(stale)))) == "search:seed=1"
        assert str(Strong(seed=1).player(room(str(stale)))) == "search:seed=1"
    assert [record.message.partition(" is for other rules")[2][:10] for record in caplog.records] == [" (parlour "]
    assert strategy_of(room("schnapsen")) is None


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Writes where it is told; a room that does not say what a player distinguishes is refused in a line."""
    path = tmp_path / "learned.npz"
    assert main(["train", KUHN, "--nerve", "-n", "2", "--seed", "1", "-o", str(path)]) == 0
    assert capsys.readouterr().out.strip() == str(path)
    assert len(read_strategy(path).keys) == 12
    assert main(["train", "schnapsen", "--nerve", "-n", "2"]) == 2
    assert "does not say what a player distinguishes" in capsys.readouterr().err


def test_what_can_be_won_against_a_strategy(learned: Strategy, kuhn: Game) -> None:
    """Against a player who never bets nor calls an answer takes every pot; against the learned strategy, almost nothing."""
    timid = replace(learned, odds=np.array([[255, 0, 0, 0, 0, 0]] * len(learned.keys), np.uint8))
    mean, half = exploit(kuhn, timid, Course(20, 200, seed=2), 2000)
    assert mean - half > 1.8  # one chip per hand, which is two against the other, who loses it
    mean, half = exploit(kuhn, learned, Course(20, 1000, seed=2), 4000)
    assert mean - half < 0.04
