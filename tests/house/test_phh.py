"""Poker hand histories: hands of elsewhere are played card by card and chip by chip; bad files are refused in one line."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import parlour
from parlour.cli import main
from parlour.house import phh

BAD_BEAT = """
# A hand of a final table, with amounts in the hundreds of thousands and only some cards known.
variant = "F2L3D"
antes = [0, 0, 0, 0]
blinds_or_straddles = [75000, 150000, 0, 0]
small_bet = 150000
big_bet = 300000
starting_stacks = [1180000, 4340000, 5910000, 10765000]
actions = [
  "d dh p1 7h6c4c3d2c", "d dh p2 ??????????", "d dh p3 ??????????", "d dh p4 AsQs6s5c3c",
  "p3 f", "p4 cbr 300000", "p1 cbr 450000", "p2 f", "p4 cc # the table waits",
  "p1 sd", "p4 sd AsQs", "d dh p4 2hQh",
  "p1 cbr 150000", "p4 cc",
  "p1 sd", "p4 sd Qh", "d dh p4 4d",
  "p1 cbr 300000", "p4 cc",
  "p1 sd", "p4 sd 6s", "d dh p4 7c",
  "p1 cbr 280000", "p4 cc",
  "p1 sm 7h6c4c3d2c", "p4 sm 2h4d7c5c3c",
]
finishing_stacks = [0, 4190000, 5910000, 12095000]
"""
BADUGI = """
variant = "FB"
antes = [0, 0]
blinds_or_straddles = [0.5, 1]
small_bet = 1
big_bet = 2
starting_stacks = [50, inf]
actions = [
  "d dh p1 As2d3c4h", "d dh p2 ????????",
  "p2 cbr 2", "p1 cbr 3", "p2 cc",
  "p1 sd", "p2 sd ??", "d dh p2 ??",
  "p1 cbr 1", "p2 cc",
  "p1 sd", "p2 sd KdKh", "d dh p2 5c??",
  "p1 cbr 2", "p2 cc",
  "p1 sd", "p2 sd",
  "p1 cc", "p2 cc",
  "p1 sm As2d3c4h", "p2 sm",
]
"""


def hand(text: str = BADUGI, **changed: str) -> str:
    """A file with some of its fields changed; a field changed to nothing is left out."""
    entries = re.split(r"^(?=\w+ =)", text.strip() + "\n", flags=re.MULTILINE)
    kept = [entry for entry in entries if entry.partition(" =")[0] not in changed]
    return "".join([*kept, *(f"{name} = {value}\n" for name, value in changed.items() if value)])


def test_a_hand_of_a_final_table() -> None:
    (found,) = phh.read_hands(BAD_BEAT)
    match = found.match
    assert (match.game.room.name, match.seats, found.chip) == ("triple_draw", 4, 5000)
    assert [score * found.chip for score in match.score] == [0, 4190000, 5910000, 12095000]
    assert match.over
    replayed = parlour.replay(match.record())
    assert replayed.score == match.score
    assert "7♥" in match.record()


def test_unknown_cards_halves_of_chips_and_unknown_stacks() -> None:
    (found,) = phh.read_hands(BADUGI)
    row = found.match.row
    assert found.chip == phh.Fraction(1, 2)
    assert found.match.game.options["small_blind"] == 1
    assert found.match.over
    # p2, the dealer, posted the small blind and called; p1 has the wheel of badugis and takes it all
    assert found.match.score[0] == 2 * 50 + 2 * (3 + 1 + 2)
    assert int(row.drew[1][0]) == 1
    assert int(row.drew[1][1]) == 2


def test_a_stack_that_is_not_known_stays_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The number that stands for it in the match is neither printed nor written."""
    read, written = tmp_path / "read.phh", tmp_path / "written.phh"
    blinds = {"small_bet": "0.2", "big_bet": "0.4", "blinds_or_straddles": "[0.1, 0.2]"}
    read.write_text(hand(**blinds, starting_stacks="[inf, 20.5]", actions='["p2 cbr 0.4", "p1 f"]'), encoding="utf-8")
    for path in (read, written):
        assert main(["replay", str(path), "--write", str(written)]) == 0
        assert "score    inf 20.7\n" in capsys.readouterr().out
        assert main(["replay", str(path), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["score"] == [None, 20.7]
    text = written.read_text(encoding="utf-8")
    assert "starting_stacks = [inf, 20.5]" in text
    assert "finishing_stacks" not in text


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e400", "1e300", "1e-10", "-1", "-0.5", "true"])
@pytest.mark.parametrize("name", ["antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "small_bet", "big_bet"])
def test_amounts_are_finite(name: str, value: str) -> None:
    text = hand(**{name: value if name.endswith("_bet") else f"[{value}, 50]"})
    if name == "starting_stacks" and value in ("inf", "1e400"):
        assert phh.read_hands(text)[0].unknown == {0}
    else:
        with pytest.raises(parlour.BadInput, match="is not an amount of chips"):
            phh.read_hands(text)


def test_the_dealer_may_be_the_big_blind_of_two() -> None:
    actions = '["d dh p1 As2d3c4h", "p1 cc", "p2 cc"]'
    (found,) = phh.read_hands(hand(blinds_or_straddles="[1, 0.5]", actions=actions))
    assert found.match.game.options["heads_up_dealer_small"] is False
    assert not found.match.over
    assert found.match.phase == "discard"


def test_whoever_mucks_wins_nothing() -> None:
    """Both have unknown cards; the one who gives up is dealt worse ones."""
    later = [f'"p{p} {what}"' for what in ("sd", "cc", "sd", "cc", "sd", "cc") for p in (1, 2)]
    actions = ", ".join(['"p2 cc"', '"p1 cc"', *later])
    for winner, mucker in ((1, 2), (2, 1)):
        text = hand(starting_stacks="[50, 50]", actions=f'[{actions}, "p{mucker} sm", "p{winner} sm ????????"]')
        score = phh.read_hands(text)[0].match.score
        assert score[winner - 1] == 102
        assert score[mucker - 1] == 98


def test_a_winner_cannot_muck() -> None:
    actions = '["d dh p1 As2d3c4h", "d dh p2 KcKdKhKs", "p2 cc", "p1 cc", "p1 sd", "p2 sd", "p1 cc", "p2 cc",'
    actions += '"p1 sd", "p2 sd", "p1 cc", "p2 cc", "p1 sd", "p2 sd", "p1 cc", "p2 cc", "p1 sm"]'
    with pytest.raises(parlour.BadInput, match="somebody has not shown who must have won"):
        phh.read_hands(hand(actions=actions))


@pytest.mark.parametrize("name", ["badugi", "triple_draw", "baduci"])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_is_read_to_the_same_hands(name: str, seed: int) -> None:
    """Under any house rules that the format or `_house` can tell."""
    rng = random.Random(seed)
    house = {
        "hands": rng.choice((1, 3)),
        "stack": rng.choice((20, 100)),
        "ante": rng.choice((0, 3)),
        "draw_style": rng.choice(("batch", "sequential")),
        "burn": rng.random() < 0.5,
        "cap": rng.choice((0, 4)),
        "odd_chips": rng.choice(("first", "one_each")),
        "reopen": rng.choice(("full", "half")),
        "draws": rng.choice((1, 2, 3)),
        "heads_up_dealer_small": rng.random() < 0.5,
    }
    match = parlour.Game(name, rng.randint(2, 6), house).start(seed=seed)
    while not match.over:
        match.play(rng.choice(match.choices()))
    text = phh.write_hands(match)
    hands = phh.read_hands(text)
    assert len(hands) == int(match.row.hand_number)
    again = phh.write_sessions(hands)

    def told(text: str) -> list[str]:
        return [line for line in text.splitlines() if line and not line.startswith(("[", "hand ="))]

    assert told(again) == told(text)
    for found in hands:
        assert found.match.over
        assert parlour.replay(found.match.record()).score == found.match.score


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("variant = 3", "variant 3 is not played here"),
        ("a = 1", "does not say which variant"),
        ("= 1", "not readable as TOML"),
        (hand(variant='"NT"'), "variant 'NT' is not played here; those that are: F2L3D, FB, triple_draw, badugi, baduci"),
        (hand(antes="[0]"), "antes is not a list of amounts, one for each player"),
        (hand(antes='["a", 0]'), "antes is not an amount"),
        (hand(small_bet=""), "small_bet is not an amount"),
        (hand(small_bet="-1"), "small_bet is not an amount"),
        (hand(big_bet="0"), "not zero"),
        (hand(starting_stacks="[1]", antes="[0]", blinds_or_straddles="[0]"), "is for 2 to 8 players, not 1"),
        (hand(small_bet="0.00001"), "at most 10000 of their greatest common measure"),
        (hand(BAD_BEAT, blinds_or_straddles="[1, 2, 4, 0]"), "no straddles"),
        (hand(actions="3"), "actions is not a list of texts"),
        (hand(actions='["p1 dance"]'), "action 1 ('p1 dance'): that is not an action of a draw game"),
        (hand(actions='["d db AsKs"]'), "only `d dh PLAYER CARDS`"),
        (hand(actions='["d dh p3 As"]'), "there is no player p3"),
        (hand(actions='["d dh p1 As2d3c4h5s"]'), "p1 is dealt more cards than there is room for"),
        (hand(actions='["d dh p1 As2d", "d dh p2 As"]'), "action 2 ('d dh p2 As'): the A♠ is not in the stub"),
        (hand(actions='["d dh p1 AsAs"]'), "a card stands twice"),
        (hand(actions='["d dh p1 Zs"]'), "'Zs' is not a card"),
        (hand(actions='["p1 cc"]'), "it is the turn of p2"),
        (hand(actions='["p2 sd"]'), "this is a round of betting"),
        (hand(actions='["p2 cbr 3"]'), "a bet or raise is to 2 here"),
        (hand(actions='["p2 cbr x"]'), "'x' is not an amount"),
        (hand(actions='["p2 f", "p1 cc"]'), "the hand is over"),
        (hand(actions='["p2 cc", "p1 cc", "p1 sd As2d3c4h", "p2 sd As"]'), "p2 does not hold the A♠"),
        (hand(actions='["p2 cc", "p1 cc", "p1 sd ??????????"]'), "p1 does not hold so many cards"),
        (hand(actions='["p2 f", "p2 sm AsAd"]'), "p2 has folded"),
        (hand(actions='["p2 sm"]'), "the hand is not over"),
        (hand(BAD_BEAT, finishing_stacks="[1, 1, 1, 1]"), "finishing_stacks is not what replaying"),
        (hand() + '\n_house = { moon = "full" }', "has no house rule 'moon'"),
    ],
)
def test_bad_files_are_refused_in_one_line(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(text, encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert str(path) in told
    assert message in told


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Read a hand history, write it as record and as hand history, and read those."""
    first, record, second = (tmp_path / name for name in ("beat.phh", "beat.toml", "again.phh"))
    first.write_text(BAD_BEAT, encoding="utf-8")
    assert main(["replay", str(first), "--write", str(record), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["score"] == [0, 4190000, 5910000, 12095000]
    assert found["over"] is True
    assert found["winners"] == [3]
    assert main(["replay", str(record), "--write", str(second)]) == 0
    assert capsys.readouterr().out.startswith("Triple Draw, 4 players, hands: 1")
    text = second.read_text(encoding="utf-8")
    assert '"p4 sd AsQs"' in text or '"p4 sd QsAs"' in text
    assert main(["replay", str(second), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["score"] == [0, 838, 1182, 2419]


def test_several_hands_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.phhs"
    path.write_text(f"[1]\n{BAD_BEAT}\n[2]\n{BADUGI}", encoding="utf-8")
    assert main(["replay", str(path), "--json"]) == 0
    assert [one["over"] for one in json.loads(capsys.readouterr().out)["hands"]] == [True, True]
    assert main(["replay", str(path), "--write", str(tmp_path / "x.toml")]) == 2
    assert "2 hands" in capsys.readouterr().err
    assert main(["replay", str(path), "--write", str(tmp_path / "x.phhs")]) == 0
    assert (tmp_path / "x.phhs").read_text(encoding="utf-8").startswith("[1]\nvariant")


def test_other_games_have_no_hand_histories() -> None:
    with pytest.raises(parlour.BadInput, match="Schnapsen has no hand histories"):
        phh.write_hands(parlour.game("schnapsen").start(seed=1))
    with pytest.raises(parlour.BadInput, match="no jokers"):
        phh.write_hands(parlour.game("triple_draw", jokers=1).start(seed=1))
