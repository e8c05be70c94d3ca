"""The command line: what it prints for people and machines, its exit status, and one line for everything wrong."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli import main
from parlour.house.questions import QUESTIONS
from parlour.kit.cards import card_name
from parlour.languages import gettext, language, languages, lettered, pgettext, rank_letters, speaking

SCENARIO = """
game = "schnapsen"
[[scenario]]
name = "a lead"
choices = ["A♠", "K♥"]
[scenario.table]
phase = "lead"
turn = 0
leader = 0
hand.0 = "A♠ K♥"
hand.1 = "J♥ J♦"
rest = "won.0"
married = -1
closer = 0
"""


def said(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    """Return what a line prints that ends well."""
    assert main(line) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    """The one line on standard error of a line that cannot be done."""
    try:
        status = main(line)
    except SystemExit as left:  # argparse
        status = left.code
    captured = capsys.readouterr()
    assert status == 2
    assert captured.out == ""
    assert captured.err.startswith("parlour: ")
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a whole match."""
    rng = random.Random(3)
    match = parlour.game("schnapsen").start(seed=3)
    while not match.over:
        match.play(rng.choice(match.codes()))
    path = tmp_path / "match.toml"
    path.write_text(match.record(), encoding="utf-8")
    return path


# what each command does


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "games", "--json"))
    assert [game["id"] for game in found] == list(parlour.game_names())
    for game in found:
        assert set(game) == {"id", "name", "families", "seats", "deck", "options"}
        assert set(game["seats"]) == {"min", "max", "default"}
        for option in game["options"]:
            assert set(option) == {"name", "text", "default", "values", "words"}
    schnapsen = next(game for game in found if game["id"] == "schnapsen")
    assert schnapsen["seats"] == {"min": 2, "max": 2, "default": 2}
    assert schnapsen["options"][0]["name"] == "target_vp"
    assert schnapsen["options"][0]["default"] == 7
    assert schnapsen["options"][0]["values"] == list(range(3, 22))
    badugi = next(game for game in found if game["id"] == "badugi")
    stack = next(option for option in badugi["options"] if option["name"] == "stack")
    assert stack["values"] == {"min": 1, "max": 10**9}


def test_games_are_chosen_by_family_and_players(capsys: pytest.CaptureFixture[str]) -> None:
    solitaires = json.loads(said(capsys, "games", "--family", "solitaire", "--json"))
    assert "klondike" in [game["id"] for game in solitaires]
    assert "schnapsen" not in [game["id"] for game in solitaires]
    assert all(
        game["seats"]["min"] <= 2 <= game["seats"]["max"]
        for game in json.loads(said(capsys, "games", "--players", "2", "--json"))
    )
    assert json.loads(said(capsys, "games", "--players", "63", "--json")) == []
    assert "Klondike (klondike): 1 player" in said(capsys, "games", "--family", "solitaire")
    assert said(capsys, "games", "--players", "63") == "no game here is for 63 players\n"


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    usual, other = said(capsys, "rules", "schnapsen"), said(capsys, "rules", "schnapsen", "--set", "target_vp=9")
    assert usual.startswith("# Schnapsen")
    assert usual != other
    assert "{" not in usual
    found = json.loads(said(capsys, "rules", "schnapsen", "--set", "target_vp=9", "--json"))
    assert found["house"]["target_vp"] == 9
    assert set(found) == {"id", "name", "house", "paragraphs", "numbers", "origins"}
    assert "R1" in found["paragraphs"]


def test_rules_as_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "rules.html"
    assert said(capsys, "rules", "oh_hell", "-o", str(page)) == ""
    text = page.read_text(encoding="utf-8")
    assert '<p id="R1"><b class="number">2</b>' in text
    assert "<script" not in text
    assert " style=" not in text
    assert text.count("</html>") == 1


def test_rules_as_pdf(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pdf = tmp_path / "rules.pdf"
    assert said(capsys, "rules", "klondike", "-o", str(pdf)) == ""
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert pdf.stat().st_size > 10_000


def test_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(SCENARIO, encoding="utf-8")
    bad.write_text(SCENARIO.replace('"K♥"]', '"Q♥"]'), encoding="utf-8")
    assert said(capsys, "check", str(good)) == "1 scenario holds\n"
    assert json.loads(said(capsys, "check", str(good), "--json")) == {"scenarios": 1, "differences": [], "skipped": []}
    line = next(n for n, text in enumerate(bad.read_text(encoding="utf-8").splitlines(), 1) if text.startswith("choices"))
    lines = [
        f'{bad}:{line}: scenario "a lead": choices lack "Q♥"',
        f'{bad}:{line}: scenario "a lead": choices hold "K♥" beyond what is expected',
    ]
    assert main(["check", str(good), str(bad)]) == 1
    assert capsys.readouterr().out.splitlines() == [*lines, "2 scenarios: 2 differences"]
    assert main(["check", "--json", str(bad)]) == 1
    assert json.loads(capsys.readouterr().out) == {"scenarios": 1, "differences": lines, "skipped": []}


def test_replay(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    match = parlour.replay(record.read_text(encoding="utf-8"))
    found = json.loads(said(capsys, "replay", str(record), "--json"))
    assert found == {"score": match.score, "payoff": match.payoff, "over": True, "winners": match.winners}
    assert f"score    {match.score[0]} {match.score[1]}" in said(capsys, "replay", str(record))


def test_replay_from_standard_input(capsys: pytest.CaptureFixture[str], record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.read_bytes())))
    assert json.loads(said(capsys, "replay", "-", "--json"))["over"] is True


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["simulate", "schnapsen", "-n", "200", "--seed", "5", "--json"]
    one, two = (json.loads(said(capsys, *line, "--threads", threads)) for threads in ("1", "2"))
    assert set(one) == {"games", "hands", "decisions", "seconds", "decisions_per_second", "mean_payoff"}
    assert one["games"] == 200
    assert one["seconds"] > 0
    for key in ("games", "hands", "decisions", "mean_payoff"):
        assert one[key] == two[key]
    assert len(one["mean_payoff"]) == 2
    assert sum(one["mean_payoff"]) == pytest.approx(0)
    totals = parlour.game("schnapsen").playouts(200, seed=5)
    assert (one["hands"], one["decisions"]) == (totals.hands, totals.decisions)
    assert "matches 3," in said(capsys, "simulate", "oh_hell", "-n", "3", "--seats", "4")


def test_arena(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[str, Any] = json.loads(
        said(capsys, "arena", "schnapsen", "--bots", "greedy:seed=1,chance:seed=2", "-n", "2", "--seed", "4", "--json")
    )
    assert found["deals"] == 2
    assert {player["bot"] for player in found["players"]} == {"greedy:seed=1", "chance:seed=2"}
    assert "95 % interval" in said(capsys, "arena", "schnapsen", "--bots", "chance,chance", "-n", "2")
    alone = said(capsys, "arena", "schnapsen", "--bots", "chance,chance", "-n", "1")  # of one deal there is no interval
    assert "interval" not in alone
    assert "nan" not in alone


def test_bench(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from parlour.cli import bench

    monkeypatch.setattr(bench, "BENCH", tmp_path)
    found = json.loads(said(capsys, "bench", "schnapsen", "--runs", "2", "--json"))
    assert found["missing"] == ["the peers are measured from a checkout of the repository: its bench folder is not installed"]
    rate = found["figures"]["schnapsen"]
    assert rate["runs"] == 2
    assert 0 < rate["low"] <= rate["median"] <= rate["high"]


# play


def played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lines: list[str], *line: str) -> str:
    """Return what `play` prints for these lines piped in."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    return said(capsys, "play", *line)


@pytest.mark.parametrize("name", parlour.game_names())
def test_play_a_whole_match(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Numbers at random: those the menu does not have are refused, the match comes to its end and its record replays."""
    short = {"klondike": "stall=50", "i_doubt_it": "max_turns=20", "pirate": "target=3", "spades": "target=100"}
    house = ["--set", short[name]] if name in short else []
    rng = random.Random(2)
    record = tmp_path / "match.toml"
    lines = [str(rng.randint(1, 6)) for _ in range(20_000)]
    shown = played(capsys, monkeypatch, lines, name, "--bots", "chance", "--seed", "1", "--record", str(record), *house)
    assert "The end." in shown
    number = "deal" if parlour.game(name).seats == 1 else "seed"
    assert f"--{number} 1 deals the same cards again" in shown
    assert parlour.replay(record.read_text(encoding="utf-8")).over


def test_play_shows_only_what_the_seat_sees(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    match = parlour.game("schnapsen").start(seed=7)
    shown = played(capsys, monkeypatch, [], "schnapsen", "--seat", str(match.turn), "--bots", "chance", "--seed", "7")
    assert "hand: ▒×5" in shown
    assert "stock: ▒×9" in shown
    for choice in match.choices():
        assert choice in shown
    hidden = set(parlour.Game("schnapsen").start(seed=7).position().split('hand.0 = "')[1].split('"')[0].split())
    assert not hidden & set(shown.replace("\n", " ").split())


def test_play_by_name_number_and_question(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    match = parlour.game("schnapsen").start(seed=7)
    assert match.turn == 1
    lines = ["?", "? close", "? K♣", "?R1", "? R99", "rules", "zap", "99", "Q♣", "undo", "table", "back", "close", "kc", "q"]
    shown = played(capsys, monkeypatch, lines, "schnapsen", "--seat", "1", "--bots", "chance:seed=1", "--seed", "7")
    for text in (
        "? NAME   why a choice is not allowed",
        "That is allowed.",
        "  Rule 1: ",
        "the rulebook has no R99",
        "# Schnapsen",
        "'zap' is neither a card nor a call of Schnapsen",
        "the menu goes from 1 to 5",
        "No. Q♣: you do not hold that card",
        "choices are taken back only if one plays alone",
        "No. close: Rule 2",
    ):
        assert text in shown
    assert "At the table: Bot 1 (" in shown
    assert "trick: K♣" in shown or "Bot 1: " in shown


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
def test_play_speaks_the_language(code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are shown with the language's letters and typed with them; levels, refusals and calls are in it."""
    reader = language(code)
    assert reader is not None
    match = parlour.game("schnapsen").start(seed=7)
    with speaking(reader):
        card = lettered(next(choice for choice in match.choices() if choice[0] in "JQK"))
        level, refusal = (
            pgettext("bot", "chance"),
            gettext("{text} is neither a card nor a call of {game}").partition("{game}")[0],
        )
    lines = ["zap", "? close", "close", card, "q"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    shown = said(capsys, "--language", code, "play", "schnapsen", "--seat", "1", "--bots", "chance", "--seed", "7")
    assert f"Bot 1 ({level})" in shown
    assert level != "chance"
    assert refusal.format(text="'zap'").strip() in shown
    assert f" {card}" in shown.split("> ")[0]
    own = rank_letters(code)
    assert not any(f"{letter}{sign}" in shown for letter in "JQKA" if letter not in own for sign in "♣♦♥♠")
    assert "close:" not in shown
    assert "> q" in shown.split(f"> {card}\n")[1]


def test_play_with_a_hint(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint shows what the strong bot would do, and why in one sentence."""
    shown = played(capsys, monkeypatch, ["hint", "q"], "schnapsen", "--seat", "1", "--bots", "chance:seed=1", "--seed", "7")
    told = shown.split("> hint\n")[1].splitlines()
    assert told[1].strip().startswith(told[0].strip())
    assert told[1].endswith(".")


def test_play_a_chain_and_take_it_back(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    match = parlour.game("i_doubt_it").start(seed=1)
    first, second, third = match.choices()[:3]
    lines = [first, "back", f"{second}, {third}", "done", "done, done"]
    shown = played(capsys, monkeypatch, lines, "i_doubt_it", "--seat", str(match.turn), "--bots", "chance:seed=1", "--seed", "1")
    assert f"so far: {first}\n" in shown
    assert f"so far: {second}, {third}\n" in shown
    assert "has chosen" not in shown.split("so far")[0]


def test_play_a_race(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tick by tick: rows that face each other have a line each, and what the bot has chosen is told when it is carried out."""
    match = parlour.game("aggravation").start(seed=3)
    rows = [[card for size, card in match.row.row[p].tolist() if size] for p in (0, 1)]
    shown = played(capsys, monkeypatch, [match.choices()[0], "q"], "aggravation", "--bots", "chance:seed=1", "--seed", "3")
    for p, name in enumerate(("You", "Bot 1")):
        assert f"p{p + 1}, {name}: " + "  ".join(card_name(card, True) for card in rows[p]) in shown
    assert "Bot 1: has chosen" in shown
    assert "ms: " in shown, "and how long it took"


DAILY = ("cucumber", "schnapsen", "klondike")


@pytest.mark.parametrize(
    "name",
    [name if name in DAILY else pytest.param(name, marks=pytest.mark.soak) for name in parlour.game_names()],
)
def test_play_in_lines(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole match without a drawn table: each event on a line of its own, and every line of the player's log among them."""
    short = {"klondike": "stall=50", "i_doubt_it": "max_turns=20", "pirate": "target=3", "spades": "target=100"}
    house = ["--set", short[name]] if name in short else []
    rng = random.Random(2)
    lines = [str(rng.randint(1, 6)) for _ in range(20_000)]
    shown = played(capsys, monkeypatch, lines, name, "--lines", "--bots", "chance", "--seed", "1", *house).splitlines()
    assert any(line.startswith("The end.") for line in shown)
    assert not [line for line in shown if line.startswith("──") or not line]
    assert [line for line in shown if "You may choose: " in line]


def test_questions_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each word of a question has an answer of one line, with the table drawn or not."""
    asked = [word for word in QUESTIONS if word != "table"]
    for more in ([], ["--lines"]):
        seat = ["--seat", "1", "--seed", "7", "--bots", "chance:seed=1"]
        shown = played(capsys, monkeypatch, [*asked, "king of clubs", "q"], "schnapsen", *seat, *more).split("\n> ")[1:]
        answers = {word: answer.partition("\n")[2] for word, answer in zip(asked, shown, strict=False)}
        assert all(answer and answer.endswith(".") for answer in answers.values()), answers
        assert "K♣" in answers["hand"]
        assert "K♣" in answers["may"]
        assert answers["last"] == "No trick has been taken yet."
        assert answers["who"].startswith("It is your turn: ")
        assert any("You: K♣" in text for text in shown) or not more


def test_undo_alone(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = played(capsys, monkeypatch, ["undo", "draw", "undo", "undo"], "klondike", "--seed", "1")
    assert shown.count("there is nothing to take back") == 2
    assert "stock: ▒×23" in shown


# what is refused


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (["frobnicate"], "invalid choice: 'frobnicate'"),
        (["simulate", "schnapsen"], "the following arguments are required: -n"),
        (["simulate", "schnapsen", "-n", "-1"], "-1 is outside 1..1000000000000"),
        (["simulate", "schnapsen", "-n", "0"], "0 is outside"),
        (["simulate", "schnapsen", "-n", "many"], "'many' is not a whole number"),
        (["simulate", "schnapsen", "-n", "1" * 5000], "is outside 1..1000000000000"),
        (["simulate", "schnapsen", "-n", "1", "--seed", "-1"], "-1 is outside 0.."),
        (["simulate", "schnapsen", "-n", "1", "--seed", str(2**63)], "is outside 0.."),
        (["simulate", "schnapsen", "-n", "1", "--se", "1"], "unrecognized arguments: --se 1 (see parlour simulate --help)"),
        (["art", "deck", "-o", "{tmp}/deck.svg", "--se", "1"], "unrecognized arguments: --se 1 (see parlour art deck --help)"),
        (["simulate", "snapsen", "-n", "1"], "there is no game 'snapsen'; the games are "),
        (["simulate", "", "-n", "1"], "there is no game ''"),
        (["simulate", "a\0b", "-n", "1"], "there is no game"),
        (["score", "{tmp}"], "{tmp}: it is a folder without rules.py, so no game; the games are "),
        (["rules", "{tmp}/latin.toml"], "{tmp}/latin.toml: it is a file, not a game; the games are "),
        (["play", "schnapsen", "--record", "{tmp}"], "{tmp}: it is a folder, not a file"),
        (["play", "schnapsen", "--record", "{tmp}/no/a.toml"], "{tmp}/no/a.toml: there is no such file or folder"),
        (["train", "schnapsen", "-o", "{tmp}"], "{tmp}: it is a folder, not a file"),
        (["train", "schnapsen", "-o", "{tmp}/latin.toml/x"], "{tmp}/latin.toml/x: there is no such folder"),
        (["serve", "--no-open", "--db", "{tmp}"], "{tmp}: it is a folder, not a file"),
        (["check", "x" * 5000], "there is no game or folder 'xxx"),
        (["check", "a/" * 3000], "there is no game or folder 'a/a/"),
        (["check", "a\0b"], "there is no game or folder"),
        (["check", "\ud800"], "there is no game or folder"),
        (["simulate", "schnapsen", "-n", "1", "--seats", "9"], "Schnapsen is for 2 players, not 9"),
        (["simulate", "schnapsen", "-n", "1", "--seats", "0"], "0 is outside 1..63"),
        (["simulate", "schnapsen", "-n", "1", "--set", "target_vp"], "--set target_vp: a house rule is set as rule=value"),
        (["simulate", "schnapsen", "-n", "1", "--set", "target=9"], "schnapsen has no house rule 'target'; it has target_vp"),
        (["simulate", "schnapsen", "-n", "1", "--set", "target_vp=99"], "house rule target_vp: '99' is not one of 3..21"),
        (["simulate", "schnapsen", "-n", "1", "--set", "target_vp=9", "--set", "target_vp=8"], "target_vp is set twice"),
        (["simulate", "schnapsen", "-n", "1", "--threads", "-2"], "-2 is outside"),
        (["games", "--family", "chess"], "there is no family 'chess'; the families are "),
        (["games", "--players", "0"], "0 is outside 1..63"),
        (["rules", "schnapsen", "--format", "doc"], "invalid choice: 'doc'"),
        (["rules", "schnapsen", "-o", "{tmp}"], "{tmp}: it is a folder, not a file"),
        (["rules", "schnapsen", "-o", "{tmp}/no/rules.md"], "{tmp}/no/rules.md: there is no such file or folder"),
        (["rules", "snapsen"], "there is no game 'snapsen'"),
        (["check", "{tmp}/none.toml"], "{tmp}/none.toml: there is no such file or folder"),
        (["check", "{tmp}"], "{tmp}: no room, for it holds no rules.py"),
        (["check", "{tmp}/latin.toml"], "{tmp}/latin.toml: not UTF-8 text (byte 5, line 1); save it as UTF-8"),
        (["check", "{tmp}/broken.toml"], "{tmp}/broken.toml: it is not readable as TOML"),
        (["replay", "{tmp}/none.toml"], "{tmp}/none.toml: there is no such file or folder"),
        (["replay", "{tmp}"], "{tmp}: it is a folder, not a file"),
        (["replay", "{tmp}/latin.toml"], "{tmp}/latin.toml: not UTF-8 text (byte 5, line 1); save it as UTF-8"),
        (["replay", "{tmp}/broken.toml"], "{tmp}/broken.toml: the record is not readable as TOML"),
        (["replay", "a\0b"], "embedded null byte"),
        (["arena", "schnapsen", "--bots", "chance,nobody"], "there is no bot 'nobody'; the bots are chance,"),
        (["arena", "schnapsen", "--bots", "chance", "--seconds-per-move", "0"], "0 is outside 0..3600 seconds"),
        (["arena", "schnapsen", "--bots", "chance", "--seconds-per-move", "nan"], "nan is outside 0..3600 seconds"),
        (["arena", "schnapsen", "--bots", "chance:depth=3"], "bot chance has no option 'depth'"),
        (["play", "schnapsen", "--seat", "2"], "--seat 2: the seats are 0..1"),
        (["play", "schnapsen", "--bots", "nobody"], "there is no bot 'nobody'"),
        (["bench", "snapsen"], "there is no game 'snapsen'"),
        (["bench", "--runs", "0"], "0 is outside"),
        (["serve", "--port", "99999"], "99999 is outside 0..65535"),
        (["--port", "99999"], "99999 is outside 0..65535"),
    ],
)
def test_bad_input_gives_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, line: list[str], message: str) -> None:
    (tmp_path / "latin.toml").write_bytes(b"Karte" + b"\xfc")
    (tmp_path / "broken.toml").write_text('game = "schnapsen\n', encoding="utf-8")
    found = refused(capsys, *(part.replace("{tmp}", str(tmp_path)) for part in line))
    assert message.replace("{tmp}", str(tmp_path)) in found


def test_a_tampered_record_names_file_and_entry(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.strip().startswith(('"0:', '"1:')))
    record.write_text(text.replace(first, '  "0: close",', 1), encoding="utf-8")
    assert refused(capsys, "replay", str(record)).startswith(f"parlour: {record}: entry 3: ")


def test_what_a_booklet_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--booklet makes a PDF, not html" in refused(capsys, "rules", "schnapsen", "--booklet", "--format", "html")


WITHOUT_EFFECT = {
    "paper on Markdown": (["rules", "spades", "--paper", "letter"], "--paper has no effect on md, only on a PDF"),
    "paper on a course": (["rules", "spades", "--course", "--paper", "letter"], "--paper has no effect on a course"),
    "a form of JSON": (["rules", "spades", "--json", "--format", "pdf"], "--format has no effect with --json"),
    "a file for JSON": (["rules", "spades", "--json", "-o", "out.md"], "--output has no effect with --json"),
    "a file beside a sheet": (["score", "spades", "a.pad", "--show", "--export", "a.csv"], "--export has no effect with --show"),
    "a sheet beside JSON": (["score", "spades", "a.pad", "--json", "--show"], "--show has no effect with --json"),
    "a seating's form": (["seat", "Ann", "Ben", "--json", "--format", "html"], "--format has no effect with --json"),
    "scenarios in a hurry": (["check", "--quick", "scenarios.toml"], "--quick has no effect on scenario files, only on rooms"),
    "rules to show": (["house", "a.toml", "show", "--set", "target=300"], "--set has no effect with show"),
    "a member to check": (["house", "a.toml", "check", "--member", "Ben"], "--member has no effect with check"),
    "rules of a newcomer": (
        ["house", "a.toml", "join", "--member", "Ben", "--set", "target=300"],
        "--set has no effect with join",
    ),
    "why to agree": (["house", "a.toml", "agree", "--by", "Ben", "--note", "why not"], "--note has no effect with agree"),
    "a title of presets": (["house", "--presets", "spades", "--title", "Ours"], "--title has no effect with --presets"),
}


@pytest.mark.parametrize("what", WITHOUT_EFFECT)
def test_an_option_without_effect_is_refused(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, said = WITHOUT_EFFECT[what]
    assert said in refused(capsys, *words)


def test_every_option_of_house_rules_is_of_some_use() -> None:
    from parlour.cli.house import ACTS, OPTIONS

    assert set(OPTIONS) == {name for names in ACTS.values() for name in names}


# the process


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    from parlour.cli import COMMANDS

    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert set(COMMANDS) <= {line.split()[0] for line in shown.splitlines() if line.startswith("    ") and line[4:5].strip()}


def _process(*line: str, **options: Any) -> subprocess.Popen[bytes]:
    source = str(Path(parlour.__file__).parent.parent)
    environment = os.environ | {"PYTHONPATH": source}
    return subprocess.Popen([sys.executable, "-m", "parlour", *line], env=environment, stderr=subprocess.PIPE, **options)


def test_the_line_starts_without_the_compiler() -> None:
    source = str(Path(parlour.__file__).parent.parent)
    code = "import sys, parlour.cli; parlour.cli.parser(); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": source}, check=False).returncode == 0


def test_whoever_reads_may_stop_reading() -> None:
    process = _process("rules", "schnapsen", stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate(timeout=120)
    assert errors == b""
    assert process.returncode == 141


SWALLOWED = """
import ctypes, signal, sys, time
from parlour import cli
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell it is ignored from the start
@ctypes.CFUNCTYPE(None)
def called_back():
    raise KeyboardInterrupt
def run(line):
    called_back()
    if line == ["fails"]:
        raise RuntimeError("no compiled object yet")
    for _ in range(600):
        time.sleep(0.1)
    return 0
cli._run = run
sys.exit(cli.main([sys.argv[1]]))
"""
"""A command in which the compiler calls back, and Ctrl-C is pressed just then."""


@pytest.mark.parametrize("then", ["fails", "goes on"])
def test_ctrl_c_is_heeded_where_the_compiler_calls_back(then: str) -> None:
    ended = subprocess.run([sys.executable, "-c", SWALLOWED, then], capture_output=True, text=True, timeout=50, check=False)
    assert (ended.returncode, ended.stderr) == (130, "")


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_quietly() -> None:
    def heeded() -> None:  # if the tests run in the background of a shell, the signal is ignored from the start
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    process = _process("play", "klondike", "--seed", "1", stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=heeded)
    assert process.stdout is not None
    while b"Turn the stock" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert errors == b""
    assert process.returncode == 130
