"""Sentences say what figures say, and no more."""

from __future__ import annotations

from dataclasses import replace

import parlour
from parlour.lab import sentences
from parlour.lab.measures import Setting
from parlour.lab.question import ask
from parlour.lab.rounds import Study
from parlour.lab.screen import Effect, Played
from parlour.lab.statistics import Figure


def study() -> Study:
    asked = ask(parlour.game("polignac"), ("chance", "easy", "fair"))
    figures = {
        "places": {str(k): Figure(gain, gain - 0.01, gain + 0.01, 900) for k, gain in enumerate((-0.05, 0.031, 0.001, 0.02))},
        "skill": {"fair against easy": Figure(0.21, 0.18, 0.24, 400)},
        "wins": {
            "fair against easy": Figure(0.41, 0.38, 0.44, 400),
            "fair against easy, by lot": Figure(0.25, 0.25, 0.25, 400),
        },
        "lead": {"fair against easy": Figure(40.0, 30.0, 60.0, 400)},
        "minutes": {"": Figure(15.0, 14.0, 16.0, 900)},
        "halftime": {"": Figure(0.704, 0.694, 0.714, 900)},
    }
    return Study(asked, "Polignac", Setting("polignac", 4), [], figures)


def test_seats() -> None:
    assert sentences.seats(study()) == [
        "The dealer wins 5.0 ± 1.0 % less often than a fair share.",
        "The player left of the dealer wins 3.1 ± 1.0 % more often than a fair share.",
        "The player two to the dealer's left wins as often as a fair share, as far as can be told (+0.1 ± 1.0 %).",
        "The player right of the dealer wins 2.0 ± 1.0 % more often than a fair share.",
    ]


def test_by_heading() -> None:
    told = sentences.everything(study())
    assert told["Luck and skill"] == [
        (
            "Between `fair` and `easy` play decides 21.0 ± 3.0 % of matches: one `fair` among `easy` wins 41.0 ± 3.0 %, a "
            "seat drawn by lot 25.00 ± 0.00 %. After 40 (30 to 60) matches (10.0 (7.5 to 15.0) hours) the better player "
            "is ahead with 95 % certainty."
        )
    ]
    assert told["The course of a match"] == ["The player who leads at half-time wins 70.4 ± 1.0 % of matches."]
    assert "House rules" not in told
    not_better = replace(study(), figures=study().figures | {"skill": {"fair against chance": Figure(0.1, -0.1, 0.3, 40)}})
    assert sentences.luck(not_better) == [
        "In the matches played so far `fair` is not shown to play better than `chance`, so they say nothing about skill."
    ]


def test_house_rules() -> None:
    change = Figure(-0.05, -0.06, -0.04, 900)
    effect = Effect("target", 5, 10, "leaders at half-time who win", "share", 0.7, 0.65, change, -0.1, 0.001)
    assert sentences.rule(effect) == (
        "With target = 5 instead of 10: leaders at half-time who win 65 instead of 70, 5.0 ± 1.0 percentage points less."
    )
    even = Figure(0.01, -0.02, 0.04, 50)
    length = Figure(-12.0, -14.0, -10.0, 50)
    usual, other = Figure(0.6, 0.57, 0.63, 50), Figure(0.61, 0.58, 0.64, 50)
    one = Played("target", 5, 10, ("easy", "fair"), even, usual, other, length, length)
    assert sentences.played(one) == (
        "With target = 5 instead of 10, play decides 61.0 ± 3.0 % of matches between `fair` and `easy` instead of 60.0 ± 3.0 %; "
        "no difference in skill can be told from chance (1.0 ± 3.0 %). A match takes 12.0 ± 2.0 decisions fewer."
    )


def test_cards() -> None:
    figures = {"A♠": Figure(2.0, 1.5, 2.5, 90), "7♣": Figure(-1.0, -1.5, -0.5, 90), "8♣": Figure(-0.1, -0.6, 0.4, 90)}
    (told,) = sentences.cards(figures, {"A♠": 0.001, "7♣": 0.01, "8♣": 1.0})
    assert told.startswith("The best cards to be dealt are A♠ (2.0 ± 0.5), the worst 7♣ (-1.0 ± 0.5): points of the first hand")
    assert sentences.cards(figures, {}) == []
