"""Scenario files: what holds passes in silence, every difference is a line, and what is wrong with a file says where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parlour
from parlour.engine.scenarios import check_file, read_scenarios

HEAD = 'game = "schnapsen"\n'
TABLE = """
[scenario.table]
phase = "lead"
turn = 0
leader = 0
hand.0 = "A♠ K♥ Q♥"
hand.1 = "J♥ J♦ J♣"
rest = "won.0"
trumps = 2
married = -1
closer = 0
"""
SCENARIO = f"""
[[scenario]]
name = "trumps"
{TABLE}"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a scenario file is written."""
    return tmp_path / "some.toml"


def found(file: Path, text: str) -> list[str]:
    """The differences of a file with this text, without what each line begins with."""
    file.write_text(HEAD + text, encoding="utf-8")
    lines = check_file(file)
    begins = [re.match(rf'{re.escape(str(file))}:([1-9][0-9]*): scenario "trumps": ', line) for line in lines]
    assert all(begins)
    return [line[begin.end() :] for line, begin in zip(lines, begins, strict=True) if begin]


HOLDS = """
[[scenario]]
name = "trumps"
shows = ["R3"]
seats = 2
house = { target_vp = 9 }
choices = ["Q♥", "K♥", "A♠", "marriage ♥"]
why_not = { "J♦" = "you do not hold that card", "close" = "R2", "A♠" = "" }
play = ["0: A♠", "1: J♥"]
until = "gather"
"""


def test_what_holds_is_silent(file: Path) -> None:
    then = '[[scenario.then]]\nphase = "gather"\nturn = -1\nasked = 0\ntrick = "A♠ J♥"\nchoices = []\n'
    then += 'score = [0, 0]\nhand.1 = "J♣ J♦"\n'
    more = '[[scenario.then]]\nturn = 1\ntrick = ""\nphase = "after trick"\ntricks = [0, 1]\nwhy_not = { "A♠" = "not now" }\n'
    assert found(file, HOLDS + TABLE + then + more) == []


def test_every_difference_is_a_line(file: Path) -> None:
    given = '[[scenario]]\nname = "trumps"\nchoices = ["Q♥", "K♥", "J♦"]\nwhy_not = { "A♠" = "R2", "close" = "R99", "J♦" = "" }\n'
    then = """
[[scenario.then]]
play = ["0: A♠", "1: J♥"]
turn = 0
hand.1 = ""
hand.0 = "Q♥ K♥"
score = [3, 0]
over = true
payoff = [1, -1]
winners = [0]
[[scenario.then]]
until = "score"
"""
    assert found(file, given + TABLE + then) == [
        'choices lack "J♦"',
        'choices hold "A♠", "marriage ♥" beyond what is expected',
        'why_not "A♠" is "", expected "R2"',
        'why_not "close" is "R2", expected "R99"',
        'why_not "J♦" is "you do not hold that card", expected ""',
        "then 1: turn is 1, expected 0",
        'then 1: hand.1 is "J♣ J♦", expected ""',
        "then 1: score is [0, 0], expected [3, 0]",
        "then 1: over is 0, expected 1",
        "then 1: payoff is [0, 0], expected [1.0, -1.0]",
        "then 1: winners is [], expected [0]",
        'then 2: phase "score" was not reached, the phase is "after trick"',
    ]


def test_a_refused_choice_is_a_difference(file: Path) -> None:
    lines = found(file, '[[scenario]]\nname = "trumps"\nplay = ["0: close"]\n' + TABLE + "[scenario.then]\nturn = 0\n")
    assert len(lines) == 1
    assert lines[0].startswith('play is refused: "0: close": close: Rule 2: ')


def test_a_position_goes_on_by_itself_up_to_the_phase_of_until(file: Path) -> None:
    table = TABLE.replace('"lead"', '"gather"').replace("turn = 0", 'turn = -1\ntrick = "J♥ A♠"').replace("A♠ K♥ Q♥", "K♥ Q♥")
    table = table.replace('"J♥ J♦ J♣"', '"J♦ J♣"')
    still = '[[scenario]]\nname = "trumps"\n' + table + '[scenario.then]\nuntil = "gather"\ntrick = "J♥ A♠"\n'
    onward = '[[scenario]]\nname = "trumps"\n' + table + '[scenario.then]\nphase = "after trick"\ntrick = ""\nturn = 0\n'
    assert found(file, still) == []
    assert found(file, onward) == []


def test_the_same_chance_every_time(file: Path) -> None:
    """The random state comes from the scenario's name: a deal can be expected."""
    table = '[scenario.table]\nphase = "next"\nscore = [1, 0]\nrest = "counted.0"\n'
    dealt = '[[scenario]]\nname = "trumps"\n' + table + '[scenario.then]\nhand_number = 1\nupcard = "?"\n'
    with pytest.raises(parlour.BadInput, match=r"upcard: '\?' is not a card"):
        found(file, dealt)
    lines = {tuple(found(file, dealt.replace('"?"', '"2♣"'))) for _ in range(3)}
    assert len(lines) == 1
    assert lines.pop()[0].startswith('upcard is "')


def test_perft_is_compared(file: Path) -> None:
    counts = [parlour.game("schnapsen").perft(1, depth) for depth in (1, 2)]
    file.write_text(f"{HEAD}perft = {counts}\n", encoding="utf-8")
    assert check_file(file) == []
    file.write_text(f"{HEAD}perft = [1, 2]\n", encoding="utf-8")
    assert check_file(file) == [f"{file}: perft is {counts}, expected [1, 2]"]


def test_a_chain_may_be_asked_about_and_left_half_made(tmp_path: Path) -> None:
    """I Doubt It: picks lie with their player until the play is laid."""
    file = tmp_path / "chain.toml"
    table = '[scenario.table]\nphase = "play"\nturn = 0\nrank = 3\nhand.0 = "A♣ 7♦ 9♦"\nrest = "heap"\n'
    then = 'play = ["0: A♣"]\nhand.0 = "7♦ 9♦"\npicked.0 = "A♣"\nchoices = ["7♦", "9♦", "done"]\n'
    given = 'name = "trumps"\nwhy_not = { "A♣, A♣" = "you do not hold that card", "A♣, done" = "", "done" = "R2" }\n'
    file.write_text(f'game = "i_doubt_it"\n[[scenario]]\n{given}{table}[scenario.then]\n{then}', encoding="utf-8")
    assert check_file(file) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no [[scenario]]"),
        ("scenario = 3", "scenario is not a list of tables"),
        ("perft = 3" + SCENARIO, "perft is not a list of counts"),
        ("colour = 3" + SCENARIO, "'colour' stands outside of any [[scenario]]"),
        ("[[scenario]]\nshows = []", "scenario 1 has no name"),
        ('[[scenario]]\nname = "a"', 'scenario "a": there is no [scenario.table]'),
        (SCENARIO, 'scenario "trumps": nothing is expected'),
        (SCENARIO + "[scenario.then]\nturn = 0\n" + SCENARIO, 'there are two scenarios "trumps"'),
        (SCENARIO + "[scenario.then]\nturns = 0", "scenario \"trumps\": schnapsen has no field 'turns'"),
        (SCENARIO + "[scenario.then]\nturn = 9", 'scenario "trumps": turn: 9 is outside -1..1'),
        (SCENARIO + '[scenario.then]\nuntil = "end"', "until: 'end' is not one of the phases deal, lead"),
        (SCENARIO + "[scenario.then]\nuntil = 3", "until = 3 is not a name of a phase"),
        (SCENARIO + '[scenario.then]\nwinners = "0"', "winners: '0' is not a list of seats"),
        (SCENARIO + '[scenario.then]\nplay = "0: A♠"', "play is not a list of texts"),
        (SCENARIO + '[scenario.then]\nplay = ["A♠"]', "'A♠' does not begin with the seat"),
        (SCENARIO + '[scenario.then]\nplay = ["1: J♦"]', 'play "1: J♦": seat 1 is not asked now'),
        (SCENARIO + '[scenario.then]\nplay = ["0: fold"]', "'fold' is neither a card nor a call of schnapsen"),
        (SCENARIO + "[scenario.then]\nwhy_not = { close = 2 }", "why_not gives paragraphs as text"),
        (SCENARIO + "[scenario.then]\nwhy_not = 2", "why_not is not a table"),
        (SCENARIO + '[scenario.then]\nwhy_not = { fold = "R2" }', "'fold' is neither a card nor a call of schnapsen"),
        (SCENARIO + '[scenario.then]\nwhy_not = { "A♠, J♦" = "R2" }', 'why_not "A♠, J♦": the choice is complete before its end'),
        (SCENARIO + '[scenario.then]\nwhy_not = { "J♦, A♠" = "R2" }', 'why_not "J♦, A♠": J♦ is forbidden already'),
        (SCENARIO.replace("Q♥", "J♥") + "[scenario.then]\nturn = 0", "J♥ stands 2 times (in hand.0, hand.1), the pack has 1"),
        ('[[scenario]]\nname = "a"\nplays = []\n' + TABLE, "'plays' is not a key of a scenario"),
        ('[[scenario]]\nname = "a"\nseats = 5\nchoices = []\n' + TABLE, 'scenario "a": Schnapsen is for 2 players, not 5'),
        ('[[scenario]]\nname = "a"\nseats = "2"\nchoices = []\n' + TABLE, "seats = '2' is not a number of players"),
        ('[[scenario]]\nname = "a"\nhouse = { a = 1 }\nchoices = []\n' + TABLE, "schnapsen has no house rule 'a'"),
        (
            '[[scenario]]\nname = "a"\nshows = ["R99"]\nchoices = []\n' + TABLE,
            "shows R99, which is not a paragraph of the rulebook",
        ),
        ('[[scenario]]\nname = "a"\nthen = 3\n' + TABLE, "then is neither a table nor a list of tables"),
        (
            '[[scenario]]\nname = "a"\nplay = []\n' + TABLE + "[scenario.then]\nplay = []",
            "'play' stands in the scenario and in the first",
        ),
        ("[[scenario", "not readable as TOML"),
    ],
)
def test_a_wrong_file_gives_its_line(file: Path, text: str, message: str) -> None:
    file.write_text(HEAD + text, encoding="utf-8")
    with pytest.raises(parlour.BadInput) as caught:
        check_file(file)
    assert str(caught.value).startswith(f"{file}:")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whose_file_it_is(file: Path, tmp_path: Path) -> None:
    file.write_text(SCENARIO, encoding="utf-8")
    with pytest.raises(parlour.BadInput, match="it must say which game it is of"):
        read_scenarios(file)
    file.write_text('game = "snapsen"\n' + SCENARIO, encoding="utf-8")
    with pytest.raises(parlour.BadInput, match="there is no game 'snapsen'"):
        read_scenarios(file)
    with pytest.raises(parlour.BadInput, match="there is no such file"):
        read_scenarios(tmp_path / "none.toml")
    with pytest.raises(parlour.BadInput, match="it is a folder, not a file"):
        read_scenarios(tmp_path)
    file.write_bytes(b'name = "\xff"')
    with pytest.raises(parlour.BadInput, match=r"not UTF-8 text \(byte 8, line 1\)"):
        read_scenarios(file)
