"""The bot of Delphi: its answers against a posterior counted by hand, and the rules its oracle thinks of."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

import parlour
from engine import delphi
from parlour import bots
from parlour.bots import Bot
from parlour.games.delphi import bot as room_bot
from parlour.games.delphi import grammar


def words(text: str) -> int:
    """The length of a rule: names, and the figures behind them; `prev.` is a name of its own."""
    return sum(1 + (":" in name) + name.startswith("prev.") for name in text.replace("(", ",").replace(")", "").split(","))


def weight(number: int) -> float:
    """Return the weight that the bot gives to a rule."""
    form, first, second = (int(part(number)) for part in (grammar.form_of, grammar.first_of, grammar.second_of))
    both = room_bot.CLAUSE_WEIGHT[first] * (1.0 if form == grammar.CLAUSE else room_bot.CLAUSE_WEIGHT[second])
    return float(room_bot.FORM_WEIGHT[form] * both)


def test_a_rule_of_one_word_less_is_twice_as_likely() -> None:
    """Every form and every name."""
    chooser = random.Random(1)
    for text in [*delphi.CLAUSES, *chooser.sample(list(delphi.texts()), 500)]:
        assert weight(grammar.read_rule(text)) == 2.0 ** -words(text), text


@pytest.mark.parametrize("advice", ["", "-short"])
def test_answers_are_those_of_the_rules_that_are_left(advice: str) -> None:
    """Card after card the answer is yes if the rules that agree with all verdicts, weighed by length, rather accept it,
    and hints say by how much, and how many they are."""
    game = parlour.game("delphi", seats=3, fair_min=40, fair_max=60)
    fair = [text for text in delphi.texts() if 40 <= round(delphi.rate(text), 9) <= 60]
    match = game.start(seed=8)
    assert match.memory
    match.play(*delphi.picks("if(prev.red,higher,same-parity)"))
    line, left, clear = [int(match.row.line[1])], fair, 0
    guesser = bots.make(f"strategy:{advice}{',' if advice else ''}seed=3")
    for _ in range(12):
        card, seat = int(match.row.turned[1]), match.asked[0]
        yes = sum((2.0 ** -words(text) if not advice else 1.0) * (1 if delphi.accepts(text, line, card) else -1) for text in left)
        codes, options = guesser.consider(match.view(seat, memory=True))
        answer = game.room.choice_name(codes[0])
        if not math.isclose(yes, 0.0, abs_tol=1e-9):
            assert answer == ("yes" if yes > 0 else "no")
            part = 50 + 50 * abs(yes) / sum(2.0 ** -words(text) if not advice else 1.0 for text in left)
            assert math.isclose(100 * options[0].worth, part)
            assert options[0].words == f"right in {round(part)} of 100, rules that still fit: {len(left)}"
            assert options[1].words == f"right in {round(100 - part)} of 100"
            clear += 1
        correct = delphi.accepts("if(prev.red,higher,same-parity)", line, card)
        left = [text for text in left if delphi.accepts(text, line, card) == correct]
        line += [card] if correct else []
        for asked in match.asked:
            match.play(answer, seat=asked)
    assert clear > 8


def test_an_oracle_thinks_of_many_rules_of_middle_difficulty() -> None:
    """Admissible by the house's bounds, hardly ever the same, of every form, and without a look at the stock."""
    game = parlour.game("delphi", fair_min=30, fair_max=70)
    match = game.start(seed=1)
    view = match.view(match.turn, memory=True)
    assert -1 in view.tables[0].stock  # the bot is given this view, in which the stock is face down
    found = []
    for seed in range(40):
        chain = [game.room.choice_name(code) for code in bots.make("strategy", seed=seed).choose(view)]
        twin = game.start(seed=1)
        twin.play(*chain)
        found.append(chain)
    assert len({tuple(chain) for chain in found}) > 35
    assert len(Counter(chain[0] for chain in found)) >= 4


def test_without_a_seed_the_oracle_cannot_be_foreseen() -> None:
    """The same view, other rules."""
    match = parlour.game("delphi").start(seed=1)
    view = match.view(match.turn, memory=True)
    assert len({tuple(bots.make("strategy:-middle").choose(view)) for _ in range(10)}) > 5


@pytest.mark.parametrize("house", [{"oracle_judges": True, "cards": 12}, {"reveal_answers": False, "cards": 12}])
def test_bots_play_a_match_and_beat_chance(house: dict[str, object]) -> None:
    """Whole matches among the bot and chance; an oracle that writes in words judges by what it has written."""
    game = parlour.game("delphi", seats=3, **house)
    match = game.start(seed=5)
    seated: list[Bot] = [bots.make("strategy", seed=1), bots.make("chance", seed=2), bots.make("strategy", seed=3)]
    assert match.memory
    while not match.over:
        seat = match.asked[0]
        match.play(*seated[seat].choose(match.view(seat, memory=True)), seat=seat)
        if match.phase == "judge" and match.turn != 1:
            word = next(
                w
                for w, t in zip(room_bot.SPELT, room_bot.SPELT.values(), strict=True)
                if room_bot._spelt(w) == int(match.row.text[match.turn][0])
            )
            line, card = [int(c) for c in match.row.line[1 : int(match.row.line[0]) + 1]], int(match.row.turned[1])
            verdict = seated[match.turn].choose(match.view(match.turn, memory=True))
            assert game.room.choice_name(verdict[0]) == (
                "correct" if delphi.accepts(room_bot.SPELT[word], line, card) else "incorrect"
            )
    assert min(match.score[0], match.score[2]) > match.score[1]


SIMPLE = ("red", "even", "face", "higher", "lower", "same-colour", "same-suit", "same-parity", "same-kind")
LEARNT = [*SIMPLE, *(f"not({rule})" for rule in SIMPLE)]


def lead_of_a_learner(seed: int, chooser: random.Random) -> int:
    """Play a hand against easy bots, and return the points of a guesser who does what the lesson says: it keeps the simple rules
    that agree with all verdicts, and answers as most of them do."""
    match = parlour.game("delphi", seats=3).start(seed=seed)
    players = [bots.make("easy", seed=3 * seed + seat) for seat in range(3)]
    learner = (int(match.row.dealer) + 1) % 3
    left, says_yes = list(LEARNT), list[bool]()
    while not match.over and match.row.hand_number == 1:
        seat = match.asked[0]
        if seat != learner:
            match.play(*players[seat].choose(match.view(seat, memory=True)), seat=seat)
            continue
        if judged := int(match.row.judged):
            correct = bool(int(match.row.verdicts) >> (judged - 1) & 1)
            left = [text for text, one in zip(left, says_yes, strict=True) if one == correct]
        line, card = [int(one) for one in match.row.line[1 : 1 + int(match.row.line[0])]], int(match.row.turned[1])
        says_yes = [delphi.accepts(text, line, card) for text in left]
        more = 2 * sum(says_yes) - len(left)
        match.play("yes" if more > 0 or (more == 0 and chooser.random() < 0.5) else "no", seat=seat)
    return int(match.score[learner])


def test_a_learner_can_win_against_easy_bots() -> None:
    """A player who keeps some simple rules in mind is ahead in nearly every hand of 51 cards."""
    chooser = random.Random(1)
    leads = [lead_of_a_learner(seed, chooser) for seed in range(8)]
    assert sum(lead > 0 for lead in leads) >= 7, leads


def test_an_easy_oracle_thinks_of_simple_rules() -> None:
    """One clause without a figure, and not always the same."""
    match = parlour.game("delphi").start(seed=1)
    view = match.view(match.turn, memory=True)
    chosen = [[match.game.room.choice_name(code) for code in bots.make("easy", seed=seed).choose(view)] for seed in range(20)]
    assert {chain[0] for chain in chosen} == {"clause"}
    assert not [chain for chain in chosen if ":" in chain[-1]]
    assert len({tuple(chain) for chain in chosen}) > 8
