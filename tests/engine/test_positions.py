"""Positions and views as text: views read back as deals that fit, and every wrong position gives its line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from ladder_rooms import games, ladder_rooms, short
from parlour.kit.layout import NOBODY

ROOMS = pytest.mark.parametrize("name", ladder_rooms(), ids=short)
LEAD = """\
game = "schnapsen"
rules = 1
seats = 2

[table]
hand_number = 1
dealer = 0
turn = 1
phase = "lead"
hand.0 = "10♣ Q♣ J♦ K♦ Q♥"
hand.1 = "K♣ A♣ A♦ A♥ Q♠"
stock = "K♠ K♥ J♠ J♥ Q♦ A♠ 10♥ J♣ 10♠"
upcard = "10♦"
trumps = 1
leader = 1
married = -1
"""


def played(game: parlour.Game, seed: int, choices: int) -> parlour.Match:
    """Return a match after a number of random choices, none of them half made."""
    rng = random.Random(seed)
    match = game.start(seed=seed)
    for _ in range(choices):
        if match.over:
            break
        match.play(rng.choice(match.codes()))
    while match.unfinished or match.answers:
        match.play(rng.choice(match.codes()))
    return match


@ROOMS
@settings(max_examples=5)
@given(data=st.data())
def test_a_view_reads_back_as_a_deal_that_fits(name: str, data: st.DataObject) -> None:
    """Reading a view with unknown cards deals them; the viewer sees the same again, and all cards are there."""
    match = played(data.draw(games(name)), data.draw(st.integers(0, 999)), data.draw(st.integers(0, 60)))
    seat = match.turn
    if seat == NOBODY:
        return
    text = match.view(seat).position()
    dealt = parlour.from_position(text)
    assert dealt.view(seat).position() == text
    assert "?" not in dealt.position()
    assert dealt.choices(seat) == match.choices(seat)


def test_a_position_reads_and_writes_the_same_bytes() -> None:
    match = parlour.from_position(LEAD)
    assert match.position() == LEAD
    assert match.choices() == ["K♣", "A♣", "A♦", "A♥", "Q♠"]


def test_rest_takes_every_card_that_is_not_named() -> None:
    short_form = LEAD.replace('stock = "K♠ K♥ J♠ J♥ Q♦ A♠ 10♥ J♣ 10♠"\n', 'rest = "stock"\n')
    match = parlour.from_position(short_form)
    assert 'stock = "J♣ Q♦ J♥ 10♥ K♥ J♠ K♠ 10♠ A♠"' in match.position() or match.row.stock[0] == 9
    assert match.choices() == parlour.from_position(LEAD).choices()


def test_cards_are_read_in_letters_too() -> None:
    letters = LEAD.replace("K♣ A♣ A♦ A♥ Q♠", "Kc Ac AD ah QS").replace("10♣ Q♣", "Tc qC")
    assert parlour.from_position(letters).position() == LEAD


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("K♣ A♣", "K♣ K♣", "hand.1: K♣ stands twice"),
        ("10♣ Q♣", "K♣ Q♣", "K♣ stands 2 times (in hand.0, hand.1), the pack has 1"),
        ('"10♣ Q♣ J♦ K♦ Q♥"', '"10♣ Q♣ J♦ K♦"', "the table lacks 1 card of the pack: Q♥"),
        ('upcard = "10♦"', 'upcard = "10♦ 2♦"', "upcard: 2♦ is not in the pack of schnapsen"),
        ('upcard = "10♦"', 'upcard = "10♦ ??"', "1 card unknown, but 0 of the pack not named"),
        ('upcard = "10♦"', 'upcard = "??×999"', "upcard: more cards than any pack has"),
        ('stock = "K♠', 'stock = "??×99999999999999 K♠', "stock: more cards than any pack has"),
        ("K♣ A♣", "K♣ 11♣", "hand.1: '11♣' is not a card"),
        ('upcard = "10♦"', "upcard = 5", "upcard: cards are written as text"),
        ("hand.0", "hand.2", "hand.2: there is no hand.2 at this table"),
        ("hand.0", '"hand.x"', "hand.x: 'x' is not an index"),
        ('hand.0 = "10♣ Q♣ J♦ K♦ Q♥"\nhand.1 = "K♣ A♣ A♦ A♥ Q♠"', 'hand = ""', "hand: there are several, so it takes an index"),
        ("trumps = 1", "trumps = 4", "trumps: 4 is outside 0..3"),
        ("trumps = 1", 'trumps = "♦"', "trumps: '♦' is not a whole number"),
        ("trumps = 1", "trumps = 1.5", "trumps: 1.5 is not a whole number"),
        ("trumps = 1", "trumps.0 = 1", "trumps.0: is not a zone, so it takes a list and no index"),
        ("trumps = 1", "tricks = [1]", "tricks: takes a list of 2"),
        ("trumps = 1", "tricks = 1", "tricks: takes a list of 2"),
        ("trumps = 1", "trumpets = 1", "schnapsen has no field 'trumpets'"),
        ("trumps = 1", "target_vp = 9", "schnapsen has no field 'target_vp'"),
        ("trumps = 1", 'rest = "deck"', "rest: there is no place 'deck'"),
        ("leader = 1", "leader = 2", "leader: 2 is outside -1..1"),
        ("dealer = 0", "dealer = 2020-01-01", "dealer: datetime.date(2020, 1, 1) is not a whole number"),
        ("dealer = 0", "dealer = 99999999999999999999", "'table.dealer' is a number of more than 64 bits"),
        ('phase = "lead"', 'phase = "led"', "phase: 'led' is not one of the phases deal, lead,"),
        ('phase = "lead"\n', "", 'seat 1 has nothing to choose in this position (phase "deal")'),
        ("rules = 1", "rules = 99", "the position was written under rules version 99 of schnapsen, this house plays version"),
        ("seats = 2", "seats = 3", "Schnapsen is for 2 players, not 3"),
        ("seats = 2", "seats = true", "seats = True is not a number of players"),
        ("seats = 2", "seats = 2\nhouse = { target_vp = 99 }", "house rule target_vp: 99 is not one of 3..21"),
        ("seats = 2", "seats = 2\nhouse = { target = 9 }", "schnapsen has no house rule 'target'"),
        ("seats = 2", "seats = 2\nhouse = 3", "house is not a table of house rules"),
        ("seats = 2", "seats = 2\nhosue = { target_vp = 9 }", "'hosue' is not part of a position"),
        ('game = "schnapsen"', 'game = "snapsen"', "there is no game 'snapsen'"),
        ('game = "schnapsen"\n', "", 'it does not say which game it is of (game = "...")'),
        ("[table]", "[tabel]", "the position has no [table]"),
        ("[table]", "[table", "the position is not readable as TOML"),
        ("[table]", "x = " + "[" * 5000, "the position is not readable as TOML"),
    ],
)
def test_a_wrong_position_gives_its_line(old: str, new: str, message: str) -> None:
    assert old in LEAD
    with pytest.raises(parlour.BadInput) as caught:
        parlour.from_position(LEAD.replace(old, new, 1))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@ROOMS
def test_a_match_that_is_over_reads_back(name: str) -> None:
    """Check the result and the winners too, in every room."""
    game = parlour.Game(name)
    match = game.start(seed=5)
    while not match.over:
        match.play(random.Random(len(match.log)).choice([code for code in match.codes() if code != game.room.resign]))
    again = parlour.from_position(match.position())
    assert (again.over, again.winners, again.payoff) == (True, match.winners, match.payoff)
    assert again.position() == match.position()
