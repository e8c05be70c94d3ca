"""Records: what was tampered with, cut short or misspelt is found, and says where."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from ladder_rooms import games, ladder_rooms, short
from parlour.engine.match import Chance

ROOMS = pytest.mark.parametrize("name", ladder_rooms(), ids=short)


def finished(seed: int = 7, live: bool = False) -> parlour.Match:
    """A whole match of Schnapsen at random."""
    rng = random.Random(seed)
    match = parlour.game("schnapsen").start(seed=seed, live=live)
    while not match.over:
        match.play(rng.choice(match.codes()))
    return match


@ROOMS
@settings(max_examples=8)
@given(data=st.data())
def test_a_match_from_a_position_is_recorded_with_it(name: str, data: st.DataObject) -> None:
    """A record that starts from a position holds it, and replays to the same table."""
    rng = random.Random(data.draw(st.integers(0, 999)))
    match = data.draw(games(name)).start(seed=rng.randrange(99))
    for _ in range(data.draw(st.integers(0, 30))):
        if not match.over:
            match.play(rng.choice(match.codes()))
    onward = parlour.from_position(match.position())
    for _ in range(10):
        if not onward.over:
            onward.play(rng.choice(onward.codes()))
    while onward.unfinished or onward.answers:
        onward.play(rng.choice(onward.codes()))
    text = onward.record()
    replayed = parlour.replay(text)
    assert replayed.record() == text
    assert replayed.position() == onward.position()


def test_chance_in_the_middle_of_a_hand_is_recorded(tmp_path: Path) -> None:
    """A room whose cards are drawn from a shuffled stock at every turn: replay follows each draw without a generator."""
    room = tmp_path / "lottery"
    room.mkdir()
    (room / "rules.py").write_text(LOTTERY, encoding="utf-8")
    game = parlour.Game(str(room))
    match = game.start(seed=3)
    while not match.over:
        match.play("draw")
    chances = [entry for entry in match.log if isinstance(entry, Chance)]
    assert len(chances) == 2 + 6  # lots, the deal, and every draw
    replayed = parlour.replay(match.record())
    assert replayed.record() == match.record()
    assert replayed.score == match.score
    text = match.record().replace('"0: draw",\n', '"0: draw",\n  { drawn.0 = "2♣" },\n', 1)
    with pytest.raises(parlour.BadInput, match=r"entry 3: drawn\.0: 2♣ stands 2 times"):
        parlour.replay(text)


LOTTERY = """
from parlour.kit import *

PHASES = phases(asks("choose", "draw"), steps("draw"))
CHOOSE, DRAW = PHASES
ZERO_SUM = False
PACK = 0xFFF


class Table(Layout, seats=2):
    stock = Cards(seen=NOBODY)
    drawn = Cards(per=SEATS)


@rule
def bound(t):
    return 6


@rule
def pack(t, bag):
    bag[0] = PACK


@rule
def deal(t):
    t.stock = PACK
    ask(t, 0, CHOOSE)


@CHOOSE.play
def choose(t, choice):
    t.dealer = t.turn
    next_step(t, DRAW)


@DRAW.step
def draw_card(t):
    left = t.stock
    for _ in range(random_below(t, size_of(t.stock))):
        left &= left - 1
    card = lowest(left)
    t.stock &= ~(1 << card)
    t.drawn[t.dealer] |= 1 << card
    t.score[t.dealer] += card
    if size_of(t.stock) == 6:
        t.payoff[0] = 1.0
        end_match(t, 1)
    else:
        ask(t, 1 - t.dealer, CHOOSE)
"""


def test_a_live_match_is_recorded_with_its_digests() -> None:
    match = finished(live=True)
    text = match.record()
    assert text.count("sha256") == int(match.row.hand_number)
    replayed = parlour.replay(text)
    assert replayed.record() == text
    forged = text.replace(match.commitments[1].salt, "0" * 32)
    with pytest.raises(parlour.BadInput, match="hand 2 was not dealt as its published digest says"):
        parlour.replay(forged)
    swapped = text.replace("deals = [", 'deals = [\n  { hand = 99, sha256 = "", salt = "" },', 1)
    with pytest.raises(parlour.BadInput, match="hand 99 was not dealt"):
        parlour.replay(swapped)


def test_hands_dealt_elsewhere_are_recorded() -> None:
    deal = {"hand.0": "10♣ Q♣ J♦ K♦ Q♥", "hand.1": "K♣ A♣ A♦ A♥ Q♠", "stock": "K♠ K♥ J♠ J♥ Q♦ A♠ 10♥ J♣ 10♠", "upcard": "10♦"}
    match = parlour.game("schnapsen").start(seed=2, deal={**deal, "trumps": 1})
    assert parlour.replay(match.record()).position() == match.position()


def _lines(text: str, drop: int) -> str:
    """Return the record without a number of entries at the end of its log."""
    lines = text.splitlines()
    end = lines.index("]")
    return "\n".join(lines[: end - drop] + lines[end:]) + "\n"


def test_a_record_cut_short() -> None:
    text = finished().record()
    with pytest.raises(parlour.BadInput, match="gives a result, but its log ends before the match does"):
        parlour.replay(_lines(text, 1))
    unfinished = "\n".join(line for line in _lines(text, 1).splitlines() if not line.startswith("result")) + "\n"
    match = parlour.replay(unfinished)
    assert not match.over
    assert match.record() == unfinished
    with pytest.raises(parlour.BadInput, match="the record is not readable as TOML"):
        parlour.replay(text[: len(text) // 2])


def test_a_result_tampered_with() -> None:
    match = finished()
    text = match.record()
    score = f"score = [{match.score[0]}, {match.score[1]}]"
    assert score in text
    with pytest.raises(parlour.BadInput, match=r"gives score \[30, 0\], but replaying it gives"):
        parlour.replay(text.replace(score, "score = [30, 0]"))
    with pytest.raises(parlour.BadInput, match=r"gives winners \[0, 1\], but"):
        parlour.replay(text.replace(f"winners = [{match.winners[0]}]", "winners = [0, 1]"))
    with pytest.raises(parlour.BadInput, match="result is not a table"):
        parlour.replay("\n".join("result = 5" if line.startswith("result") else line for line in text.splitlines()))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"1: K♣"', '"1: Q♣"', "entry 3: Q♣: you do not hold that card"),
        ('"1: K♣"', '"0: K♣"', "entry 3: seat 0 is not asked now"),
        ('"1: K♣"', '"7: K♣"', "entry 3: seat 7 is not asked now"),
        ('"1: K♣"', '"1: K♣, A♣"', "entry 3: A♣: the choice was complete before it"),
        ('"1: K♣"', '"1: fold"', "entry 3: 'fold' is neither a card nor a call of schnapsen"),
        ('"1: K♣"', '"1: "', "entry 3: '' is neither a card nor a call of schnapsen"),
        ('"1: K♣"', '"K♣"', "entry 3: 'K♣' does not begin with the seat that chose and a colon"),
        ('"1: K♣"', '"one: K♣"', "entry 3: 'one: K♣' does not begin with the seat"),
        ('"1: K♣"', '"1: K♣ @soon"', "entry 3: '1: K♣ @soon': 'soon' is not a number of milliseconds"),
        ('"1: K♣"', '"1: K♣ @99999999999"', "entry 3: '1: K♣ @99999999999': '99999999999' is not a number of milliseconds"),
        ('"1: K♣"', "17", "entry 3: 17 is neither a choice nor what chance set"),
        ('"1: K♣"', "{ trumps = 1 }", "the record says more of what chance set than happened"),
        ('"1: K♣"', '"1: close"', "entry 3: close: R"),
        ("dealer = 0", "dealer = 5", "dealer: 5 is outside -1..1"),
        ("Q♣ J♦ K♦", "K♣ J♦ K♦", "K♣ stands 2 times (in hand.0, hand.1), the pack has 1"),
        ("trumps = 1", "trumpets = 1", "schnapsen has no field 'trumpets'"),
        ("rules = 1", "rules = 99", "the record was played under rules version 99 of schnapsen, this house plays version"),
        ('game = "schnapsen"', 'game = "snapsen"', "there is no game 'snapsen'"),
        ("log = [", "lgo = [", "'lgo' is not part of a record"),
        ("log = [", "[log]\nx = [", "the record has no log"),
        ("log = [", "deals = 3\nlog = [", "deals is not a list of tables with hand, sha256 and salt"),
        ("log = [", "deals = [{ hand = 1 }]\nlog = [", "deals is not a list of tables with hand, sha256 and salt"),
        ("log = [", "start = 3\nlog = [", "start is not a table of fields"),
        ("log = [", 'start = { rest = "??" }\nlog = [', "start: a record has no unknown cards"),
    ],
)
def test_a_wrong_record_gives_its_line(old: str, new: str, message: str) -> None:
    match = parlour.game("schnapsen").start(seed=7)
    match.play("K♣")
    text = match.record()
    assert old in text
    with pytest.raises(parlour.BadInput) as caught:
        parlour.replay(text.replace(old, new, 1))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_deal_that_empties_one_of_several_places_keeps_its_digest() -> None:
    """In Toepen a player who folds and has no tokens left leaves a hand that the next deal does not fill again."""
    emptied = 0
    for seed in range(8):
        rng = random.Random(seed)
        match = parlour.game("toepen", seats=3, ending="last_left", tokens=3).start(seed=seed, live=True)
        while not match.over:
            match.play(rng.choice(match.codes()))
        deals = [entry.fields for entry in match.log if isinstance(entry, Chance)]
        emptied += sum(fields.get(f"hand.{p}") == "" for fields in deals for p in range(3))
        again = parlour.replay(match.record())
        again.commitments = match.commitments
        assert again.record() == match.record()
    assert emptied
