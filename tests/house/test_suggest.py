"""The guide "What shall we play": each answer moves games its way, nothing else does, and the shown answers are the real ones."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections import Counter
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.memory import card_kinds
from parlour.engine.rooms import room, room_names
from parlour.house.suggest import Entry, Memory, Preferences, Suggestion, suggest
from parlour.house.suggest.facts import NATURE, SHIPPED, STUDY, Share, all_facts, difficulty_of, read_study

FACTS = {facts.id: facts for facts in all_facts()}
DOCS = Path(__file__).parents[2] / "docs"


def ranked(**wanted: Any) -> list[str]:
    return [one.facts.id for one in suggest(Preferences(**wanted))[0]]


def of(game: str, **wanted: Any) -> Suggestion:
    fit, out = suggest(Preferences(**wanted))
    return next(one for one in (*fit, *out) if one.facts.id == game)


def test_every_game_is_known_and_every_family_judged() -> None:
    assert set(FACTS) == set(room_names())
    assert {family for facts in FACTS.values() for family in facts.families} <= set(NATURE)
    for facts in FACTS.values():
        assert 1 <= facts.depth <= 5
        assert 1 <= facts.luck <= 5
        assert len(facts.packs) == facts.most - facts.least + 1


@pytest.mark.parametrize("name", room_names())
def test_the_packs_are_those_of_the_rules(name: str) -> None:
    """Check that a whole number of packs of 52 gives the cards of a game, no matter what its suits mean."""
    facts = FACTS[name]
    for seats in range(facts.least, facts.most + 1):
        kinds = Counter(card_kinds(Game(name, seats).blank()).tolist())
        by_rank = Counter()
        for kind, count in kinds.items():
            by_rank[kind % 13 if kind < 52 else "joker"] += count
        packs = facts.packs_for(seats)
        assert all(count <= (2 if rank == "joker" else 4) * packs for rank, count in by_rank.items())
        assert sum(kinds.values()) > 0
        if max(kinds) >= 13:  # the suits are meant
            assert max(count for kind, count in kinds.items() if kind < 52) == packs
        assert facts.jokers or "joker" not in by_rank


def test_what_cannot_be_played_is_left_out_and_says_why() -> None:
    assert of("spades", players=3).why_not == "It is for four only."
    assert of("machiavelli", players=3).why_not == "It needs two packs for three."
    assert not of("machiavelli", players=3, packs=2).why_not
    assert of("crazy_eights", players=5).why_not == ""
    assert of("crazy_eights", players=6).why_not == "It needs two packs for six."
    assert of("khanhoo", players=3, packs=2, jokers=False).why_not == "It needs a joker."
    assert of("spades", players=4, minutes=20).why_not == "It takes about 45 minutes."
    assert "not for children" in of("brag", players=5, children=True).why_not
    fit, out = suggest(Preferences(players=4))
    assert {one.facts.id for one in (*fit, *out)} == set(room_names())


def test_every_point_has_its_sentence() -> None:
    memory = Memory([Entry("scopa", "liked", "2026-01-05"), Entry("scopa", "played", "2026-01-04")])
    whole = Preferences(4, 2, True, 45, "deep", "skill", True, False, "quiet", "known", memory)
    for players in range(1, 9):
        for wanted in (
            Preferences(players),
            replace(whole, players=players),
            replace(whole, players=players, depth="light", luck="luck"),
        ):
            for one in suggest(wanted)[0]:
                sentences = [*one.reasons, *one.but]
                assert len(sentences) == len(set(sentences)) >= 2
                assert all(re.fullmatch(r"[A-Z].*[.]", sentence) for sentence in sentences), sentences
                assert one.but or one.points >= 0


@pytest.mark.parametrize(
    ("asked", "measure"),
    [
        ({"depth": "deep"}, lambda facts: facts.depth),
        ({"depth": "light"}, lambda facts: -facts.depth),
        ({"luck": "luck"}, lambda facts: facts.luck),
        ({"luck": "skill"}, lambda facts: -facts.luck),
        ({"mood": "lively"}, lambda facts: facts.lively),
        ({"mood": "quiet"}, lambda facts: not facts.lively),
        ({"partners": True}, lambda facts: facts.partners),
        ({"partners": False}, lambda facts: not facts.always_partners),
    ],
)
def test_what_is_asked_moves_games_its_way_and_no_other(asked: dict[str, Any], measure: Any) -> None:
    before = {one.facts.id: one.points for one in suggest(Preferences(4, 2))[0]}
    after = {one.facts.id: one.points for one in suggest(Preferences(4, 2, **asked))[0]}
    gain = {game: after[game] - before[game] for game in before}
    for one in before:
        for two in before:
            if measure(FACTS[one]) > measure(FACTS[two]):
                assert gain[one] >= gain[two] - 0.25, (one, two)
    best, worst = max(before, key=lambda game: measure(FACTS[game])), min(before, key=lambda game: measure(FACTS[game]))
    assert gain[best] > 0 > gain[worst] or asked == {"partners": False}


def test_memory_is_heeded_and_what_was_said_last_counts() -> None:
    liked = Memory([Entry("toepen", "disliked", "2025-01-01"), Entry("toepen", "liked", "2026-01-01")])
    assert ranked(players=4, memory=liked)[0] == "toepen"
    gone_off = Memory([*liked.entries, Entry("toepen", "disliked", "2026-02-01")])
    assert ranked(players=4, memory=gone_off)[-1] == "toepen"
    played = Memory([Entry("spades", "played", "2026-02-01"), Entry("spades", "played", "2025-02-01")])
    assert "You played it last on 1 February 2026." in " ".join(of("spades", players=4, memory=played).reasons)
    assert ranked(players=4, novelty="known", memory=played)[0] == "spades"
    assert ranked(players=4, novelty="new", memory=played)[-1] == "spades"


def test_memory_is_kept_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "friends.toml"
    assert main(["suggest", "--group", str(file), "--played", "scopa", "--liked", "spades"]) == 0
    assert "remembers" in capsys.readouterr().out
    assert main(["suggest", "--group", str(file), "--disliked", "scopa", "--players", "4"]) == 0
    assert capsys.readouterr().out.startswith("1. Spades")
    assert [(entry.game, entry.word) for entry in Memory.read(file).entries] == [
        ("scopa", "played"),
        ("spades", "liked"),
        ("scopa", "disliked"),
    ]
    for text, why, status in (
        ("said = 3", "it holds a list", 2),
        ("[[said]]\ngame = 'scopa'", "has a game, a word and a day", 1),  # one entry that cannot be read is left out
        ("[[said]]\ngame = 'whisky'\nword = 'liked'\nday = '2026-01-01'", "whisky", 1),
        ("[[said]]\ngame = 'scopa'\nword = 'drunk'\nday = '2026-01-01'", "drunk", 1),
        ("[[said]]\ngame = 'scopa'\nword = 'liked'\nday = 'today'", "'today' is not a day", 1),
        ("[[", "friends.toml", 2),
    ):
        file.write_text(text, encoding="utf-8")
        before = file.read_bytes()
        assert main(["suggest", "--group", str(file), "--liked", "toepen"]) == status
        error = capsys.readouterr().err
        assert why in error
        assert str(file) in error
        assert error.count("\n") == 1
        if status == 2:
            assert file.read_bytes() == before, "nothing is lost"
        else:
            kept = tomllib.loads(file.read_text(encoding="utf-8"))["said"]
            assert kept[:1] == tomllib.loads(text)["said"], "what could not be read stays"
            assert kept[-1]["game"] == "toepen"


def test_a_study_is_used_and_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study, empty = tmp_path / "study.toml", tmp_path / "empty.toml"
    empty.touch()
    study.write_text(
        "[toepen]\nskill = 0.97\nskill_margin = 0.02\nseat = 0.08\n[spades]\nseat = 0.01\n"
        "[solo]\nskill = 0.9\nskill_margin = 0.3\n",
        encoding="utf-8",
    )
    monkeypatch.setenv(STUDY, str(empty))
    without = of("toepen", players=4, luck="skill").points
    monkeypatch.setenv(STUDY, str(study))
    found = of("toepen", players=4, luck="skill")
    assert "Skill tells: play decides 97 ± 2 of 100 matches and luck the rest, as measured." in found.reasons
    assert "The best seat wins 8 in 100 matches more than its share, as measured." in found.but
    assert found.points > without
    assert "Every seat has the same chances, as measured." in of("spades", players=4).reasons
    assert not any("as measured" in said for said in of("solo", players=4, luck="skill").reasons)  # not sure enough
    assert not any("as measured" in said for said in of("toepen", players=5).but)  # measured at another number of players
    skills = {facts.id: facts.skill for facts in all_facts()}
    assert str(skills["toepen"]) == "97 ± 2"
    assert str(Share(0.98, 0.8, 1.0)) == "98 (80 to 100)"
    assert skills["solo"] is None
    study.write_text("[toepen]\nskill = 7\n", encoding="utf-8")
    monkeypatch.setenv(STUDY, f"{tmp_path}/./study.toml")
    with pytest.raises(BadInput, match=r"study.toml: toepen.skill is a share from 0 to 1, not 7"):
        suggest(Preferences(4))


def test_how_difficult_games_are_in_a_word() -> None:
    words = {facts.id: difficulty_of(facts.id) for facts in all_facts()}
    assert set(words.values()) == {"easy", "medium", "demanding"}
    assert words["snip_snap_snorem"] == "easy"
    assert words["spades"] == "demanding"
    assert difficulty_of("a game from outside") == ""


@pytest.mark.parametrize(
    "line", ["--players 0", "--packs 11", "--depth middling", "--liked whisky", "--players 20", "--minutes 1 --players 4"]
)
def test_bad_input_is_a_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["suggest", *line.split()])
    except SystemExit as left:
        status = left.code
    assert status == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_guide_has_ten_questions_with_their_answers(capsys: pytest.CaptureFixture[str]) -> None:
    guide = (DOCS / "suggest.md").read_text(encoding="utf-8")
    found = re.findall(r"```sh\nparlour suggest ([^\n]*)\n```\n\n```text\n(.*?)\n```", guide, re.DOTALL)
    assert len(found) == 10
    for line, answer in found:
        assert main(["suggest", *shlex.split(line)]) == 0
        said = re.sub(r"last on \d{4}-\d\d-\d\d", "last on DAY", capsys.readouterr().out)
        assert said.startswith(re.sub(r"last on \d{4}-\d\d-\d\d", "last on DAY", answer)), line


def test_titles_are_those_of_the_rooms() -> None:
    assert all(facts.title == room(name).title for name, facts in FACTS.items())


def test_the_study_of_all_games_is_shipped_with_its_page() -> None:
    """The default study, if PARLOUR_STUDY names none, is a study of games of the house, every figure with its interval."""
    shipped = read_study(Path(str(resources.files("parlour.house.suggest") / SHIPPED)))
    page = (DOCS / "studies" / "all-games.md").read_text(encoding="utf-8")
    assert set(shipped) <= set(room_names())
    assert page.count("\n| ") == len(shipped) + 2  # one row per game, and the head
    for name, figures in shipped.items():
        told = [key for key in figures if f"{key}_margin" in figures]
        assert {"minutes", "decisions", "choices"} <= set(told)
        assert all(figures[f"{key}_low"] <= figures[key] <= figures[f"{key}_high"] for key in told if key != "seat"), name
        assert all(figures[f"{key}_margin"] > 0 for key in told if key in ("skill", "halftime", "ties", "forced")), name
        assert f"| {room(name).title} | {figures['players']} |" in page
