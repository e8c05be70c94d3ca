"""Phases: one declaration for their numbers, their calls and what others see of them."""

import pickle

import pytest

from parlour.kit import CARD, FIRST_CALL, asks, phases, rule, steps
from parlour.machine import body

PHASES = phases(
    asks("bid", "pass", "bid {1..3}"),
    asks("lay aside", CARD, veiled=True, unordered=True),
    asks("knock", "knock", "pass", window="pass", quiet=True, telling=False),
    steps("gather", "score"),
    asks("tick", "cover {1..2}", "wait", race="wait"),
)


def test_numbers_and_names():
    assert list(PHASES) == [1, 2, 3, 4, 5, 6]
    assert PHASES.names == ("deal", "bid", "lay aside", "knock", "gather", "score", "tick")
    assert len(PHASES) == 6


def test_codes_follow_first_mention():
    assert PHASES.codes("pass", "bid 1", "bid 3", "knock", "cover 1", "wait") == (64, 65, 67, 68, 69, 71)
    assert PHASES.code("pass") == FIRST_CALL
    assert {phase: [p.text for p in patterns] for phase, patterns in PHASES.calls.phases.items()} == {
        1: ["pass", "bid {1..3}"],
        2: [],
        3: ["knock", "pass"],
        6: ["cover {1..2}", "wait"],
    }
    assert PHASES.calls.cards == (2,)


def test_what_others_see():
    assert PHASES.which("veiled") == (2, 6)
    assert PHASES.which("quiet") == (3,)
    assert PHASES.which("unordered") == (2,)
    assert PHASES.which("together") == (6,)
    assert PHASES.which("telling") == (0, 1, 2, 4, 5, 6)
    assert PHASES.passing("window") == {3: 64}
    assert PHASES.passing("race") == {6: 71}


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: asks("bid"), "'bid' asks for nothing"),
        (lambda: asks("knock", "knock", "pass", window="let"), "'knock' does not offer 'let'"),
        (lambda: asks("knock", "knock", "pass", quiet=True), "'knock' names no answer that lets it pass"),
        (lambda: phases(asks("play", CARD), steps("play")), "two phases are called 'play'"),
        (lambda: phases(steps("deal")), "'deal' is the engine's own phase"),
    ],
)
def test_refused(declare, message):
    with pytest.raises(ValueError, match=message):
        declare()


def written_in(module):
    """A function of two arguments as a module of this name writes it."""

    def play(t, choice):
        return 0

    play.__module__ = module
    return play


def test_what_a_room_writes_takes_precedence_over_the_kit():
    bid, _, knock, *_ = phases(*PHASES.declared[1:])
    kits, here, there = (written_in(module) for module in ("parlour.kit.poker", "here.rules", "there.more"))
    for function in (kits, here):
        bid.play(function)
    knock.play(bid.play(there))
    assert [body(bid.written("play", package)) for package in ("here", "there", "elsewhere")] == [here, there, kits]
    assert body(knock.written("play", "there")) is there, "a function can serve two phases"
    assert knock.written("play", "here") is None
    assert bid.written("objection", "here") is None
    with pytest.raises(ValueError, match="the phase 'bid' has two functions for 'play': play and play"):
        bid.play(written_in("here.rules"))


def test_the_paragraph_of_what_is_allowed_is_that_of_the_room():
    _, aside, *_ = phases(*PHASES.declared[1:])
    aside.allowed(paragraph=3)(written_in("here.rules"))
    aside.allowed(written_in("there.rules"))
    assert (aside.paragraph("here"), aside.paragraph("there"), aside.paragraph("elsewhere")) == (3, None, None)


BID, *_, TICK = PHASES


@rule
def after(phase):
    return TICK if phase == BID else BID


def test_a_phase_is_a_number_in_rules_and_in_copies():
    assert (after(1), after(2)) == (6, 1)
    assert f"{TICK}" == "6"
    assert type(pickle.loads(pickle.dumps(TICK))) is int
