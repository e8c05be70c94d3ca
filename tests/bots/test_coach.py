"""Words for a learner: reasons of choices, and which choices are mistakes, from what the learner sees."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import ClassVar

import pytest

import parlour
from parlour.bots.base import Bot
from parlour.bots.coach import MATCHES, MISTAKES, reasons_in, size_of, words_for
from parlour.bots.options import Option
from parlour.bots.reasons import reasons
from parlour.bots.reasons.case import Case
from parlour.engine.match import Match
from parlour.engine.rooms import named
from parlour.engine.view import View
from parlour.house.lessons import lesson_of
from parlour.house.lessons.dealing import stacked

DEAL = {"hand.0": "A♠ J♥ Q♥ J♣ 10♦", "hand.1": "Q♠ 10♠ A♣ K♦ J♦", "upcard": "K♥", "trumps": 2}


class Oracle(Bot):
    """Says what it was told: the worth of each choice, the first one the best."""

    name: ClassVar[str] = "oracle"
    options: ClassVar[list[Option]] = []
    codes: ClassVar[list[int]] = []

    def choose(self, view: View) -> list[int]:
        return self.codes

    def consider(self, view: View) -> tuple[list[int], list[Option]]:
        return self.codes, self.options


def answering() -> Match:
    """The learner answers the queen of spades at Schnapsen."""
    game = parlour.game("schnapsen")
    match = game.start(1, deal=stacked(game, 1, DEAL))
    match.play("Q♠", seat=1)
    return match


def option(match: Match, name: str, worth: float, error: float = 0.0, stake: float = 1.0) -> Option:
    return Option(match.game.code(name), 100, worth, payoff=worth, error=error, stake=stake)


def said(match: Match, monkeypatch: pytest.MonkeyPatch, *options: Option, codes: list[int] | None = None) -> dict[str, int]:
    """The sizes of mistakes by name."""
    monkeypatch.setattr(Oracle, "options", list(options))
    monkeypatch.setattr(Oracle, "codes", codes or [options[0].code])
    words = words_for(Oracle(), match.view(0, memory=True))
    return {match.game.room.choice_name(word.code): word.size for word in words if word.size}


def test_a_mistake_is_as_large_as_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    match = answering()
    best = option(match, "A♠", 0.5)
    losses = (0.049, *(least + 0.001 for least in MISTAKES))
    others = [option(match, name, 0.5 - lost) for name, lost in zip(("J♥", "Q♥", "J♣", "10♦"), losses, strict=True)]
    assert said(match, monkeypatch, best, *others) == {
        "Q♥": 1,
        "J♣": 2,
        "10♦": 3,
    }


def test_what_may_be_chance_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    match = answering()
    best = option(match, "A♠", 0.5)
    assert said(match, monkeypatch, best, option(match, "J♣", 0.1, error=0.5)) == {}
    assert said(match, monkeypatch, best, option(match, "J♣", 0.1, error=0.2)) == {"J♣": MATCHES}
    assert said(match, monkeypatch, best, option(match, "J♣", 0.1, stake=math.nan)) == {}
    assert said(match, monkeypatch, replace(best, words="good"), option(match, "J♣", 0.1)) == {}, "there its figures only rank"


def test_a_chain_is_not_judged_by_its_first_pick(monkeypatch: pytest.MonkeyPatch) -> None:
    match = answering()
    best, other = option(match, "A♠", 0.5), option(match, "J♣", -0.5)
    assert said(match, monkeypatch, best, other, codes=[best.code, other.code]) == {}
    assert said(match, monkeypatch, best, replace(other, then=(1,))) == {}


def test_a_question_says_what_it_costs_and_what_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    match = answering()
    best, other = option(match, "A♠", 0.9), option(match, "J♣", -0.9)
    monkeypatch.setattr(Oracle, "options", [best, other])
    monkeypatch.setattr(Oracle, "codes", [best.code])
    words = {word.code: word for word in words_for(Oracle(), match.view(0, memory=True))}
    assert words[other.code].ask == ("J♣ would often cost the match.", "A♠ takes the trick with 14 points.")
    assert words[best.code].ask == ()


def test_each_choice_has_the_reason_that_tells_it_from_the_others() -> None:
    view = answering().view(0, memory=True)
    found = reasons_in(view)
    names = {view.game.room.choice_name(code): str(why) for code, why in found.items()}
    assert set(names) == {"A♠", "J♥", "Q♥", "J♣", "10♦"}
    assert names["A♠"] == "A♠ takes the trick with 14 points."
    case = Case(view)
    for code, why in found.items():
        texts = [str(reason.text) for reason in reasons(case, [code])]
        assert any(text.removeprefix(": ") in why for text in texts), "no other claim than the rules make"


def test_no_choice_is_praised_by_what_is_true_of_the_bots_own_alone() -> None:
    lesson = lesson_of(named("delphi"))
    assert lesson
    match = lesson.start()
    while match.choices(match.asked[0]) != ["yes", "no"]:
        match.play(match.choices(match.asked[0])[0])
    assert reasons_in(match.view(match.asked[0])) == {}, "most rules cannot say yes and no"


def test_words_are_made_from_what_the_learner_sees() -> None:
    """Another hand of the opponent and another stock lead to the same reasons."""
    game = parlour.game("schnapsen")
    matches = []
    for hand in ("Q♠ 10♠ A♣ K♦ J♦", "Q♠ K♣ A♦ 10♥ A♥"):
        match = game.start(1, deal=stacked(game, 1, DEAL | {"hand.1": hand}))
        match.play("Q♠", seat=1)
        matches.append(match)
    assert matches[0].position() != matches[1].position()
    said = [{code: str(why) for code, why in reasons_in(match.view(0, memory=True)).items()} for match in matches]
    assert said[0] == said[1]


def test_one_choice_needs_no_words() -> None:
    match = parlour.game("crash", 2).start(1)
    assert match.choices() == ["set"]
    assert words_for(Oracle(), match.view(0, memory=True)) == []


def test_sizes_grow() -> None:
    best = Option(0, 1, 1.0, stake=2.0)
    assert [size_of(replace(best, worth=1.0 - 2.0 * lost), best) for lost in (0.0, 0.03, 0.06, 0.11, 0.21)] == [0, 0, 1, 2, 3]
