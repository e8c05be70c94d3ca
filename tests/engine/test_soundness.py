"""Tables that cannot be are refused when they are read, and what plays on by itself gives up if there is no end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots import make
from parlour.engine import positions
from parlour.engine.match import Match

LEAD: dict[str, Any] = {
    "hand_number": 1,
    "dealer": 0,
    "turn": 1,
    "phase": "lead",
    "hand.0": "10♣ Q♣ J♦ K♦ Q♥",
    "hand.1": "K♣ A♣ A♦ A♥ Q♠",
    "stock": "K♠ K♥ J♠ J♥ Q♦ A♠ 10♥ J♣ 10♠",
    "upcard": "10♦",
    "trumps": 1,
    "leader": 1,
    "married": -1,
}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"turn": -1}, 'turn: nobody is on turn, and the phase "lead" asks somebody'),
        ({"phase": "gather"}, 'seat 1 has nothing to choose in this position (phase "gather")'),
        ({"phase": "deal"}, 'seat 1 has nothing to choose in this position (phase "deal")'),
        ({"asked": 4}, "asked: 4 is not a set of the seats 0..1"),
        ({"asked": 1}, "asked: 1 leaves out seat 1, who is on turn"),
        ({"turn": -1, "asked": 1, "phase": "gather"}, "asked: 1, but nobody is on turn"),
        ({"turn": -1, "chain": 1, "phase": "gather"}, "chain: 1, but nobody is on turn"),
        ({"over": 1}, "over: the match is over, and seat 1 is on turn"),
        ({"winners": [1]}, "winners: the match is not over"),
        ({"score": [0, 2_000_000_000]}, "score: 2000000000, and no seat has more than 1000000000 points"),
        ({"side": [0, 7]}, "side: 7 is not a seat"),
        ({"trumps": 2}, "the upcard is not of the trump suit"),
    ],
)
def test_a_table_that_cannot_be(fields: dict[str, Any], message: str) -> None:
    game = parlour.game("schnapsen")
    game.match_from(LEAD)
    with pytest.raises(parlour.BadInput) as caught:
        game.match_from(LEAD | fields)
    assert message in str(caught.value)


def test_a_deal_that_cannot_be() -> None:
    """A deal is refused if it contradicts the trumps, or has cards where the game deals none: the hand would never end."""
    schnapsen, scopa = parlour.game("schnapsen"), parlour.game("scopa")
    cards = {key: value for key, value in LEAD.items() if key[:4] in ("hand", "stoc", "upca")} | {"hand_number": 1}
    with pytest.raises(parlour.BadInput, match="the upcard is not of the trump suit"):
        schnapsen.start(seed=1, deal=cards | {"trumps": 3})
    assert schnapsen.start(seed=1, deal=cards | {"trumps": 1}).row.trumps == 1
    dealt = scopa.start(seed=1)
    hand, *rest = next(line for line in dealt.position().splitlines() if line.startswith("hand.0")).split('"')[1].split()
    stock = next(line for line in dealt.position().splitlines() if line.startswith("stock")).split('"')[1]
    with pytest.raises(parlour.BadInput, match=r"hand\.0: 2 cards, and 3 are dealt there"):
        scopa.start(seed=1, deal={"hand.0": " ".join(rest), "stock": f"{stock} {hand}"})


BOTIFARRA: dict[str, Any] = {
    "dealer": 3,
    "hand_number": 1,
    "phase": "play",
    "turn": 0,
    "leader": 0,
    "trumps": 0,
    "declarer": 0,
    "multiplier": 1,
    "hand.0": "2♣ 3♣",
    "hand.1": "4♣ 5♣",
    "hand.2": "6♣ 7♣",
    "hand.3": "8♣ 9♣",
    "tricks": [5, 5, 5, 5],
    "rest": "won.0",
}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"leader": -1}, "leader: nobody cannot have led to the trick"),
        ({"leader": 2}, "turn: seat 0, but seat 2 plays to the trick of 0 cards that seat 2 led"),
        ({"turn": 1, "trick": "2♣", "hand.0": "3♣", "hand.1": "4♣"}, "hand.1: 1 card before this trick, and the others had 2"),
        ({"hand.1": ""}, "hand.1: 0 cards before this trick, and the others had 2"),
        ({f"hand.{p}": "" for p in range(4)}, "hand.0: it is empty, and seat 0 is asked for a card"),
    ],
)
def test_a_trick_that_cannot_be(fields: dict[str, Any], message: str) -> None:
    game = parlour.game("botifarra")
    assert game.match_from(BOTIFARRA).turn == 0
    with pytest.raises(parlour.BadInput) as caught:
        game.match_from(BOTIFARRA | fields)
    assert str(caught.value) == message


def test_chips_add_up() -> None:
    """80 chips in the pots of which 60 were paid: 20 were lost without a word when the bets were gathered."""
    game = parlour.game("triple_draw", seats=4)
    match = game.start(seed=1)
    for choice in ("call", "call", "call", "check"):
        match.play(choice)
    fields = positions.fields_of(game.room, match.row)
    assert fields["paid"] == [2, 2, 2, 2]
    game.match_from(fields)
    for name, value in (("pots", [80, 0, 0, 0]), ("paid", [2, 2, 2, 1]), ("pots", [0, 0, 0, 0])):
        with pytest.raises(parlour.BadInput, match=r"paid: \d+ chips, and \d+ in pots and bet"):
            game.match_from(fields | {name: value})


def test_a_refusal_blames_the_position_and_names_the_choice() -> None:
    """The choice is legal; what cannot be is the position it was made in, which shows only after it."""
    game = parlour.game("botifarra")
    fields = positions.fields_of(game.room, game.start(seed=1).row)
    card, *others = fields["hand.1"].split()
    spoilt = fields | {"hand.1": " ".join(others), "hand.2": f"{fields['hand.2']} {card}"}
    with pytest.raises(parlour.BadInput, match=r"hand\.1: 11 cards, and 12 are due$"):
        game.match_from(spoilt)
    # a scenario may leave out what its few choices do not need, and is told when they do
    match = Match(game, game.read_fields(spoilt), start_position="scenario")
    with pytest.raises(parlour.BadInput, match=r"^after \S+ the position cannot be played on, so the one before cannot exist: "):
        play_on(match)


def play_on(match: parlour.Match) -> None:
    """The first choice there is, until the match is over."""
    match.settle()
    while not match.over:
        match.play(next(code for code in match.codes() if code != match.game.room.resign))


TOEPEN = {"phase": "play", "turn": 0, "player": 0, "leader": 0, "cards_left": 4, "value": 1, "rest": "stock"}


@pytest.mark.parametrize(
    ("name", "seats", "fields"),
    [
        ("toepen", 3, TOEPEN | {"folded": [1, 1, 1]}),
        ("toepen", 3, TOEPEN | {"player": -1, "hand.0": "A♠ K♠ Q♠ J♠"}),
        ("toepen", 3, TOEPEN | {"trick": "7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣", "hand.0": "A♠ K♠ Q♠ J♠"}),
        ("schnapsen", 2, {"phase": "reply", "turn": 1, "leader": 0, "trick": "10♠ J♠", "hand.1": "10♣ Q♣", "rest": "stock"}),
        ("brag", 4, {"phase": "bet", "turn": 3, "sight": [1, 1, 1, 2], "score": [38, 36, 36, 41], "rest": "stock"}),
        ("spite_and_malice", 2, {"phase": "place", "turn": 0, "rest": "stock"}),
        ("porrazo", 2, {"phase": "declare", "rest": "stock"}),
        ("porrazo", 2, {"phase": "resolve", "rest": "stock"}),
        ("backhand", 3, {"phase": "gather", "player": 0, "out": [1, 1, 1], "rest": "stock"}),
        ("backhand", 2, {"phase": "dealing", "rest": "discards"}),
        ("khanhoo", 2, {"phase": "bump", "rest": "stock"}),
        ("scopa", 2, {"phase": "refill", "stock": "A♠", "rest": "pile.0"}),
        ("scopa", 2, {"phase": "take", "turn": 0, "rest": "table"}),
        ("pirate", 2, {"phase": "tick", "turn": 0, "asked": 3, "rest": "stock.0"}),
        ("chicago", 3, {"phase": "discard", "turn": 0, "out": [1, 1, 1], "rest": "stock"}),
    ],
)
def test_positions_without_an_end(name: str, seats: int, fields: dict[str, Any]) -> None:
    """Each is refused or played on, and soon: some of them went on for ever, and nothing could interrupt them."""
    game = parlour.game(name, seats=seats)
    try:
        match = game.match_from(fields)
        for _ in range(20):
            if match.over or not match.codes():
                break
            match.play(match.codes()[0])
    except parlour.BadInput as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017  either is well


@pytest.mark.parametrize("phase", ["speak", "answer"])
def test_no_third_showdown(phase: str) -> None:
    """Chicago keeps what was declared in two showdowns: a third would be read past their end."""
    fields = {"phase": phase, "turn": 0, "player": 0, "draws": 3, "hand.0": "6♠", "rest": "discards"}
    with pytest.raises(parlour.BadInput, match="after the third draw there is no showdown"):
        parlour.game("chicago", seats=3).match_from(fields)


ROUND = """
from parlour.kit import *

PHASES = phases(asks("choose", "go", "stop"), steps("turn"))
CHOOSE, TURN = PHASES
PACK = 3


class Table(Layout, seats=1):
    stock = Cards()
    side_up = Flag()


@rule
def bound(t):
    return 3


@rule
def deal(t):
    t.stock = PACK
    ask(t, 0, CHOOSE)


@CHOOSE.play
def choose(t, choice):
    next_step(t, TURN)


@TURN.step
def turn_over(t):
    t.side_up = 1 - t.side_up
"""


def test_what_has_no_end_is_given_up(tmp_path: Path) -> None:
    """A room in which nobody is ever asked again: a match, random matches, a vector and a bot all say so."""
    folder = tmp_path / "round"
    folder.mkdir()
    (folder / "rules.py").write_text(ROUND, encoding="utf-8")
    game = parlour.game(str(folder))
    match = game.start(seed=1)
    view = match.view(0, memory=True)
    with pytest.raises(parlour.BadInput, match="nobody is ever asked again"):
        match.play("go")
    with pytest.raises(RuntimeError, match="match 0 of seed 5 went past the bound of its rules"):
        game.playouts(1, seed=5, threads=1)
    vector = game.tables(3, seed=4)
    with pytest.raises(RuntimeError, match="in match 0 of seed 4 nobody is ever asked again"):
        vector.play(np.full(3, game.code("go")))
    for bot in ("greedy:deals=2,seed=1", "search:iterations=20,seed=1"):
        with pytest.raises(parlour.BadInput, match="played on from here, round comes to no end"):
            make(bot).choose(view)


@pytest.mark.parametrize(("held", "due"), [("A♥ 2♠ 3♦", 15), ("", 15), ("A♥ 2♠ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ A♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠", 15)])
def test_every_hand_of_khanhoo_has_fifteen_cards(held: str, due: int) -> None:
    """Fewer are refused as more are: nobody could go on from there to the end of the hand."""
    fields = {
        "phase": "draw",
        "turn": 0,
        "player": 0,
        "dealer": 1,
        "hand_number": 1,
        "hand.0": held,
        "discards": "2♥",
        "rest": "stock",
    }
    with pytest.raises(parlour.BadInput, match=f"hand.0: with its melds {len(held.split())} cards?, and {due} are due"):
        parlour.game("khanhoo", seats=2).match_from(fields)
