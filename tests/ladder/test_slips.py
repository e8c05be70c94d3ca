"""Typical slips of a newcomer: each is made in the guide's game, and `parlour check` says where it is in one line."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from interpreted import interpreted
from ladder_rooms import guide_room
from parlour.cli import main
from parlour.ladder import Fault

WORDS = "rules use numbers, sets of cards, piles and loops"
CARELESS = "@PLAY.choices\ndef everything(t, menu):\n    return offer_cards(menu, 0, t.hand[t.turn])\n\n\n"
OBJECTING = "@PLAY.objection\ndef not_that(t, choice):\n    if choice == 99:\n        return 2\n\n\n"
SLIPS = {
    "no return in an objection": (
        "rules.py",
        {"@PLAY.play": f"{OBJECTING}@PLAY.play"},
        "        return 2",
        "not_that can come to its end without a return: `return 0` if nothing objects",
    ),
    "a step that nothing is written for": (
        "rules.py",
        {"@SCORE.step\ndef": "@rule\ndef"},
        "PLAY, GATHER, SCORE, NEXT = PHASES",
        "nothing says what happens in the step 'score': @SCORE.step above a function (t)",
    ),
    "a choice that does nothing": (
        "rules.py",
        {"@PLAY.play\ndef": "@rule\ndef"},
        "PLAY, GATHER, SCORE, NEXT = PHASES",
        "nothing says what a choice does in the phase 'play': @PLAY.play above a function (t, choice)",
    ),
    "cards of which none are allowed": (
        "rules.py",
        {"@PLAY.allowed(paragraph=2)\ndef": "@rule\ndef"},
        "PLAY, GATHER, SCORE, NEXT = PHASES",
        "nothing says which cards are allowed in the phase 'play': @PLAY.allowed above a function (t)",
    ),
    "a part misspelt": (
        "rules.py",
        {"@GATHER.step": "@GATHER.stpe"},
        "@GATHER.stpe",
        "a phase has no stpe, but allowed, objection, choices, play, step; did you mean 'step'?",
    ),
    "two functions for one part": (
        "rules.py",
        {"@NEXT.step": "@SCORE.step  # again"},
        "@SCORE.step  # again",
        "the phase 'score' has two functions for 'step': score_hand and end_hand",
    ),
    "a choice in a step": (
        "rules.py",
        {"@SCORE.step\ndef score_hand(t):": "@SCORE.step\n@SCORE.play\ndef score_hand(t):"},
        "def score_hand",
        "the phase 'score' offers nothing to choose, so it has no play",
    ),
    "a part given too little": (
        "rules.py",
        {"def play_card(t, choice):": "def play_card(t):"},
        "def play_card",
        "play_card, the play of the phase 'play', is given (t, choice)",
    ),
    "a function of all phases": (
        "rules.py",
        {"@NEXT.step": "@rule\ndef proceed(t):\n    t.phase = NEXT\n\n\n@NEXT.step"},
        "def proceed",
        "nobody reads proceed any more: each step is written at its phase: @GATHER.step above a function (t)",
    ),
    "on to a phase without a step": (
        "rules.py",
        {"next_step(t, SCORE)": "next_step(t, PLAY)"},
        "next_step(t, PLAY)",
        "next_step: the phase 'play' has no step: @PLAY.step above a function (t)",
    ),
    "no pack": (
        "rules.py",
        {"PACK = pack": "CARDS = pack", "stock, PACK": "stock, CARDS"},
        "",
        "there is neither a function pack nor a constant PACK",
    ),
    "an empty pack": (
        "rules.py",
        {"@rule\ndef deal(t):": "@rule\ndef pack(t, bag):\n    return\n\n\n@rule\ndef deal(t):"},
        "def pack(t, bag):",
        "pack puts no card into the bag",
    ),
    "a phase misspelt in the rules": (
        "rules.py",
        {"next_step(t, GATHER)": "next_step(t, GAHTER)"},
        "next_step(t, GAHTER)",
        "there is no GAHTER; did you mean 'GATHER'?",
    ),
    "a phase misspelt in the look": (
        "table.toml",
        {'play = "Play a card"': 'paly = "Play a card"'},
        "paly",
        "there is no phase 'paly'; did you mean 'play'?",
    ),
    "a zone misspelt in the look": (
        "table.toml",
        {"[zones.trick]": "[zones.tirck]"},
        "[zones.tirck]",
        "there is no zone 'tirck'; did you mean 'trick'?",
    ),
    "a key misspelt in the look": ("table.toml", {'sort = "suit"': 'srot = "suit"'}, "srot", "srot means nothing here"),
    "something counted in one form": (
        "table.toml",
        {'"{n:seat} takes the last trick"': '"{n} points for the last trick"'},
        '"{n} points for the last trick"',
        (
            'hand won = "{n} points for the last trick" says "1 points", too:'
            ' write ["{n} point for the last trick", "{n} points for the last trick"]'
        ),
    ),
    "a wrong value in the look": (
        "table.toml",
        {'look = "fan"': 'look = "fann"'},
        "fann",
        "look = \"fann\" is not one of columns, fan, grid, hidden, lane, pile, row, sequence, stack, trick; did you mean 'fan'?",
    ),
    "a pile one too small": (
        "rules.py",
        {"trick = Pile(5)": "trick = Pile(4)"},
        "push(t.trick, choice)",
        "`push(t.trick, choice)`: the pile trick has room for 4 cards, and gets another",
    ),
    "a helper without @rule": (
        "rules.py",
        {
            "@NEXT.step\n": "def over(t):\n    return t.score[t.leader] >= t.target\n\n\n@NEXT.step\n",
            "if t.score[t.leader] >= t.target:\n        s": "if over(t):\n        s",
        },
        "    if over(t)",
        "over is called by a rule (end_hand) and lacks @rule above it",
    ),
    "a list in a rule": (
        "rules.py",
        {"hands = t.seats * (t.target - 1) + 1": "hands = sum([t.seats * (t.target - 1), 1])"},
        "hands = sum(",
        f"a list in a rule (bound): {WORDS}",
    ),
    "a dictionary in a rule": (
        "rules.py",
        {"if t.hand[t.leader]:": "if {1: t.hand[t.leader]}[1]:"},
        "if {1:",
        f"a dictionary in a rule (gather_trick): {WORDS}",
    ),
    "a text in a rule": (
        "rules.py",
        {"t.leader)\n    t.phase": "'hand won')\n    t.phase"},
        "'hand won')",
        f"a text in a rule (score_hand): {WORDS}",
    ),
    "no such word of the kit": (
        "rules.py",
        {"gather(t.trick)": "gathr(t.trick)"},
        "gathr(",
        "there is no gathr; did you mean 'gather'?",
    ),
    "a word of the first rooms": (
        "rules.py",
        {"next_step(t, GATHER)": "rest(t, GATHER)"},
        "rest(t, GATHER)",
        "there is no rest any more: it is called next_step(t, phase)",
    ),
    "a word of a family that is not imported": (
        "rules.py",
        {"gather(t.trick)": "pairing(t.trick)"},
        "pairing(",
        "pairing is not imported: from parlour.kit.captures import *",
    ),
    "NumPy that is not imported": (
        "rules.py",
        {"gather(t.trick)": "np.int64(gather(t.trick))"},
        "np.int64(",
        "np is not imported: import numpy as np",
    ),
    "a step that is not asked for": (
        "rules.py",
        {"next_step(t, GATHER)": "t.phase = GATHER"},
        "        t.phase = GATHER",
        "a choice in phase 'play': it leads to phase 'gather', in which no seat chooses, and seat 1 is still on turn: use",
    ),
    "a deal in a choice": (
        "rules.py",
        {"next_step(t, GATHER)": "next_step(t, GATHER) if t.hand[t.turn] else next_hand(t)"},
        "next_hand(t)",
        "a choice in phase 'play': it leads to phase 'deal', in which no seat chooses, and seat",
    ),
    "a wrong number of arguments": (
        "rules.py",
        {"push(t.trick, choice)": "push(t.trick)"},
        "push(t.trick)",
        "push takes (pile, card), 1 is given",
    ),
    "a field misspelt": (
        "rules.py",
        {"t.leader = left_of": "t.laeder = left_of"},
        "t.laeder",
        "the table has no field laeder; did you mean 'leader'?",
    ),
    "an index from the end": (
        "rules.py",
        {"suit_of(t.trick[1])": "suit_of(t.trick[-1])"},
        "t.trick[-1]",
        "t.trick[-1]: an index never counts from the end, -1 lies outside",
    ),
    "the score of nobody": (
        "rules.py",
        {"    t.score[t.leader] += 1\n": "    t.score[t.turn] += 1\n"},
        "t.score[t.turn] += 1",
        "t.score[t.turn]: nobody is on turn when score_hand is called, so t.turn is NOBODY",
    ),
    "half a point": (
        "rules.py",
        {"    t.score[t.leader] += 1\n": "    t.score[t.leader] += 3 / 2\n"},
        "t.score[t.leader] += 3 / 2",
        "score holds whole numbers, and the fraction of t.score[t.leader] += 3 / 2 would be lost: divide with //",
    ),
    "half of a score": (
        "rules.py",
        {"    t.score[t.leader] += 1\n": "    t.score[t.leader] = t.target + -t.score[t.leader] * 0.5\n"},
        "* 0.5",
        "score holds whole numbers, and the fraction of t.score[t.leader] = t.target + -t.score[t.leader] * 0.5 would be lost",
    ),
    "a card for a set of cards": (
        "rules.py",
        {"&= ~(1 << choice)": "&= ~choice"},
        "&= ~choice",
        "hand is a set of cards, and choice is one card: 1 << choice",
    ),
    "a drawn card for a set of cards": (
        "rules.py",
        {"|= 1 << pop(t.stock)": "|= pop(t.stock)"},
        "|= pop(t.stock)",
        "hand is a set of cards, and pop(t.stock) is one card: 1 << pop(t.stock)",
    ),
    "a scenario of an unknown zone": (
        "scenarios.toml",
        {'hand.0 = "5♦ 6♦"': 'hnad.0 = "5♦ 6♦"'},
        "hnad.0",
        "\"Follow suit if you can\": agram has no field 'hnad'; did you mean 'hand'?",
    ),
    "a scenario of an unknown card": (
        "scenarios.toml",
        {'hand.0 = "5♦ 6♦"': 'hand.0 = "5♦ 16♦"'},
        "16♦",
        "\"Follow suit if you can\": hand.0: '16♦' is not a card",
    ),
    "a scenario of an unknown phase": (
        "scenarios.toml",
        {'until = "play"': 'until = "paly"'},
        'until = "paly"',
        "\"A new match\": until: 'paly' is not one of the phases deal, play, gather, score, next",
    ),
    "a paragraph the rulebook lacks": (
        "scenarios.toml",
        {'shows = ["R3"]': 'shows = ["R7"]'},
        'name = "A higher card of another suit wins nothing"',
        '"A higher card of another suit wins nothing": shows R7, which is not a paragraph of the rulebook',
    ),
    "a placeholder of no house rule": (
        "rulebook.md",
        {"reach {target} wins": "reach {targt} wins"},
        "{targt}",
        "{targt} is not a house rule of the game; did you mean 'target'?",
    ),
    "a hidden fact in an open field": (
        "rules.py",
        {
            "    stock = Pile(": "    best = Number(0, 13)\n    stock = Pile(",
            "    if t.hand_number == 1:\n": "    t.best = count(t.hand[0] & SUITS[HEARTS])\n    if t.hand_number == 1:\n",
        },
        "t.best = count(",
        "the deal puts into best, which seat 2 sees, what depends on cards it cannot see",
    ),
    "a hand that nobody hides": (
        "rules.py",
        {"hand = Cards(per=SEATS, seen=OWNER, plays=True)": "hand = Cards(per=SEATS, plays=True)"},
        "hand = Cards(",
        "hand: seats play from it, and it does not say who sees it: seen=OWNER, or seen=ALL for an open hand",
    ),
    "a number past its range": (
        "rules.py",
        {
            "    stock = Pile(": "    laid = Number(0, 5, per=2)\n    stock = Pile(",
            "    push(t.trick, choice)\n": "    push(t.trick, choice)\n    t.laid[1] += 1\n",
        },
        "    t.laid[1] += 1",
        "laid is 6, and it is declared in line 19 from 0 to 5 after a choice in phase 'play'",
    ),
    "a card lost": (
        "rules.py",
        {"    t.gone |= gather(t.trick)\n": ""},
        "    clear(t.trick)",
        "a step in phase 'gather': the table lacks 2 cards of the pack",
    ),
    "a menu that offers what is objected to": (
        "rules.py",
        {"@PLAY.play": f"{CARELESS}@PLAY.play"},
        "    return following(hand",
        "menu and objection disagree",
    ),
    "a step that leads nowhere": (
        "rules.py",
        {"    t.phase = NEXT\n": ""},
        "def score_hand",
        "the step of the phase 'score' leads nowhere: it names no other phase and does not end the match",
    ),
    "a phase that is never entered": (
        "rules.py",
        {"        t.phase = DEAL": "        next_hand(t)", "    t.phase = NEXT\n": "    share_win(t, False)\n"},
        "def end_hand",
        "the phase 'next' is never entered: no other phase leads to it, nor does the deal",
    ),
    "an error in a rule, with its phase": (
        "rules.py",
        {"    t.score[t.leader] += 1\n": "    t.phase = NEXT\n    t.score[t.leader + 9] += 1\n"},
        "    t.score[t.leader + 9]",
        "`t.score[t.leader + 9] += 1`: index ",
    ),
    "a phase that there is not": (
        "rules.py",
        {"    t.phase = NEXT\n": "    t.phase = NEXT + 9\n"},
        "    t.phase = NEXT + 9",
        "a step in phase 'score': it leads to phase 13, and there are 0 to 4",
    ),
    "endless steps": (
        "rules.py",
        {"    t.phase = NEXT\n": "    t.phase = NEXT if t.score[0] > 99 else SCORE\n"},
        "    t.phase = NEXT if",
        "the steps come to no end: 301 steps and nobody is asked, the last in phase 'score'",
    ),
    "an endless loop": (
        "rules.py",
        {"    fill(t.stock, PACK)\n": "    fill(t.stock, PACK)\n    while t.stock[0] > 0: t.gone = 0\n"},
        "while t.stock[0] > 0",
        "deal comes to no end: still at `while t.stock[0] > 0: t.gone = 0` after 8 s",
    ),
    "a bound too low": (
        "rules.py",
        {"return hands * t.cards * t.seats": "return hands * t.cards"},
        "def bound(t):",
        "bound says that a match has at most 30 choices, and this one goes on",
    ),
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """By slip what is found, all in one process: to start one takes longer than to find a slip."""
    folders = {slip: spoilt(tmp_path_factory.mktemp("slip"), *SLIPS[slip][:2]) for slip in SLIPS}
    program = "import sys; from parlour.ladder.interpreted import run; [(print(f), run(f, 8)) for f in sys.argv[1:]]"
    found: dict[str, list[str]] = {}
    slips = {str(folder): slip for slip, folder in folders.items()}
    for line in interpreted("-c", program, *map(str, folders.values())).splitlines():
        if line in slips:
            lines = found[slips[line]] = []
        elif "what" in (said := json.loads(line)):
            lines.append(str(Fault(**said)))
    return found


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_in_one_line(slip: str, told: dict[str, list[str]], tmp_path: Path) -> None:
    """The first thing said names the line and what is wrong there, in one line and without a traceback."""
    file, changes, at, what = SLIPS[slip]
    assert told[slip], "nothing was found"
    lines = (spoilt(tmp_path, file, changes) / file).read_text(encoding="utf-8").splitlines()
    place = f"{file}:{next(n for n, line in enumerate(lines, 1) if at in line)}" if at else file
    assert told[slip][0].startswith(f"{place}: {what}"), told[slip]
    assert "\n" not in told[slip][0]


def test_an_error_in_a_rule_names_its_phase(told: dict[str, list[str]]) -> None:
    """That of the function, though it has set the next one before it fails."""
    assert told["an error in a rule, with its phase"][0].endswith(" (phase 'score')")


def test_what_the_compiler_objects_to_is_one_line_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rules that run interpreted and cannot be compiled: a function that returns two kinds of thing."""
    one = "return hands * t.cards * t.seats"
    folder = spoilt(tmp_path, "rules.py", {one: f"{one} if t.seats > 1 else (1, 2)"})
    lines = (folder / "rules.py").read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if one in text)
    assert main(["simulate", str(folder), "-n", "1"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"parlour: rules.py:{line}: cannot be compiled: a value is sometimes "), said
    assert said.count("\n") == 1


def spoilt(parent: Path, file: str, changes: dict[str, str]) -> Path:
    """A copy of the guide's room with a slip in it."""
    folder = parent / "agram"
    shutil.copytree(guide_room(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"the guide has no {old!r} any more"
        text = text.replace(old, new, 1)
    (folder / file).write_text(text, encoding="utf-8")
    return folder


def test_the_command_says_it_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 1 for faults, 0 for none, 2 for what is no room."""
    folder = spoilt(tmp_path, "table.toml", {"[zones.trick]": "[zones.tirck]"})
    assert main(["check", "--quick", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "there is no zone 'tirck'; did you mean 'trick'?" in out
    assert re.search(r"^agram/table.toml:\d+: ", out)
    assert main(["check", "--quick", guide_room()]) == 0
    assert main(["check", str(tmp_path / "none")]) == 2
    assert main(["check", str(tmp_path)]) == 2
    capsys.readouterr()
    assert main(["check", "--quick", "--json", str(folder)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["room"] == "agram"
    assert [fault["what"] for fault in told["faults"]] == ["there is no zone 'tirck'; did you mean 'trick'?"]
