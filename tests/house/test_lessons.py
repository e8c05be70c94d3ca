"""Lessons: every one in the house can be played as it is written, at a live table and in the terminal; a fault has its line."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from parlour.bots import coach
from parlour.cli import lessons as cli_lessons
from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.history import Chosen
from parlour.engine.rooms import Room, named, room_names
from parlour.engine.speech import CARDS
from parlour.house.lessons import Guide, Lesson, NotNow, Step, WrongChoice, faults, lesson_of, read_lesson
from parlour.house.lessons.dealing import stacked
from parlour.kit.layout import NOBODY
from parlour.languages import in_language, language, speaking
from parlour.table.live import LiveMatch
from parlour.table.rows import Row
from parlour.translating.sources import texts

TAUGHT = room_names()
"""Every game of the house has a lesson; a room from elsewhere need not have one."""
FEWEST, MOST = 8, 20
"""Steps of a lesson that takes three to eight minutes."""
PRESS = re.compile(r"\b([Pp]ress|[Cc]lick|[Tt]ap)\b")
"""Lessons are read in the terminal too, and heard."""


def taught(name: str) -> Lesson:
    found = lesson_of(named(name))
    assert found, f"{name} has no lesson.toml"
    return found


@pytest.mark.parametrize("name", TAUGHT)
def test_every_lesson_can_be_played_as_it_is_written(name: str) -> None:
    lesson = taught(name)
    assert list(faults(lesson)) == []
    assert FEWEST <= len(lesson.steps) <= MOST
    assert sum(step.is_task for step in lesson.steps) >= 3, "a lesson teaches by doing"
    assert not lesson.steps[-1].is_task, "the last step leads over to free play"
    assert not [text for text in lesson.texts() if PRESS.search(text)]


@pytest.mark.parametrize("name", TAUGHT)
def test_every_lesson_goes_the_same_way_at_a_live_table(name: str) -> None:
    """There windows and quiet phases ask all at once. The learner comes back later to the same step."""
    lesson = taught(name)
    live, rows = opened(lesson)
    guide = live.guide
    assert guide
    for _ in range(1000):
        if guide.over:
            break
        rows += forward(live, lesson)
    assert guide.over
    again = LiveMatch(lesson.fresh(lesson.game()), ["Ann"] * live.game.seats)
    again.guide = Guide(lesson)
    again.resume(rows)
    assert again.match.position() == live.match.position()
    assert again.guide.over


def opened(lesson: Lesson) -> tuple[LiveMatch, list[Row]]:
    game = lesson.game()
    live = LiveMatch(lesson.fresh(game), ["Ann"] * game.seats)
    live.guide = Guide(lesson)
    return live, list(live.begin().rows)


def forward(live: LiveMatch, lesson: Lesson) -> list[Row]:
    """The rows of the next thing that happens in a lesson."""
    guide = live.guide
    assert guide
    if guide.asks(live.match, lesson.seat):
        codes = first_right(live, guide)
        change = live.choose(lesson.seat, codes)
        assert change
        return change.rows
    if (chosen := guide.next_choice(live.match)) is not None:
        assert not live.offers(lesson.seat) or chosen.seat == lesson.seat
        change = live.choose(chosen.seat, chosen.codes)
        assert change
        return change.rows
    if live.quiet():
        return live.close().rows
    return live.learn("next").rows


def first_right(live: LiveMatch, guide: Guide) -> tuple[int, ...]:
    step, match = guide.step, live.match
    if not isinstance(step.choose, str):
        return step.choose[0]
    seat, resign = guide.lesson.seat, live.room.resign
    codes = [code for code in match.codes(seat) if code != resign]
    return next((code,) for code in codes if step.accepts(match, Chosen(seat, (code,))))


def test_all_texts_of_lessons_are_found_for_translation() -> None:
    found = {message.id for message in texts("lessons") if message.id}
    assert found == {text for name in TAUGHT for text in taught(name).texts()}
    assert len(found) > 30


# one learner


def test_a_learner_is_asked_only_for_what_the_step_is_about() -> None:
    live, _ = opened(taught("schnapsen"))
    with pytest.raises(NotNow):
        live.choose(1, ["Q♠"])  # the bot leads it in step 4
    for _ in range(3):
        live.learn("next")
    assert not live.offers(0)
    live.choose(1, ["Q♠"])
    assert live.offers(0)
    with pytest.raises(NotNow):
        live.learn("next")
    with pytest.raises(WrongChoice, match="you need her") as wrong:
        live.choose(0, ["Q♥"])
    with speaking(language("de")):
        assert "you need her" not in in_language(str(wrong.value)), "each reader is told why in their own language"
    with pytest.raises(BadInput, match="you do not hold that card"):
        live.choose(0, ["A♣"])
    assert live.choose(0, ["A♠"])
    assert live.guide
    assert live.guide.at == 4


def test_back_leads_through_the_steps_to_the_first_deal() -> None:
    lesson = taught("schnapsen")
    live, rows = opened(lesson)
    first = live.match.position()
    guide = live.guide
    assert guide
    while guide.at < 11:
        rows += forward(live, lesson)
    reached = live.match.position()
    rows += live.learn("back").rows
    assert guide.at == 10
    while guide.at < 11:
        rows += forward(live, lesson)
    assert live.match.position() == reached, "the same way leads to the same cards"
    for step in range(10, -1, -1):
        rows += live.learn("back").rows
        assert guide.at == step
    assert live.match.position() == first
    with pytest.raises(BadInput, match="no step to go back to"):
        live.learn("back")
    again = LiveMatch(lesson.fresh(lesson.game()), ["Ann", "Bot"])
    again.guide = Guide(lesson)
    again.resume(rows)
    assert again.match.position() == first


def test_skipping_frees_the_table() -> None:
    live, _ = opened(taught("schnapsen"))
    assert live.guided
    with pytest.raises(BadInput, match="this is a lesson"):
        live.must_be_free()
    live.learn("skip")
    assert not live.guided
    assert live.asked() == [1]
    assert live.choose(1, ["10♠"])
    assert live.choose(0, ["J♣"])
    with pytest.raises(BadInput, match="no lesson here"):
        live.learn("next")


def test_what_a_learner_sees_holds_nothing_hidden() -> None:
    live, _ = opened(taught("schnapsen"))
    for seat in (0, NOBODY):
        places = live.feeds[seat].view.places
        assert set(places["stock"].cards) == {-1}
        assert places["hand.1"].cards == []
        assert places["hand.1"].unknown == 5


# the same choice in another order


def at_the_hands_of_crash() -> tuple[LiveMatch, Step]:
    lesson = taught("crash")
    live, _ = opened(lesson)
    guide = live.guide
    assert guide
    number = next(step.number for step in lesson.steps if any(len(codes) == 12 for codes in step.choose))
    while guide.at < number:
        forward(live, lesson)
    return live, guide.step


@pytest.mark.parametrize(
    ("order", "what"),
    [
        ((2, 1, 0, 5, 4, 3, 6, 8, 7, 11, 9, 10), "right"),  # other orders in the same four hands
        ((0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11), "refused"),  # the flush before the run, which beats it
        ((0, 1, 2, 4, 3, 5, 6, 7, 8, 10, 9, 11), "right"),
    ],
)
def test_of_hands_made_in_a_chain_the_group_matters_not_the_order_within(order: tuple[int, ...], what: str) -> None:
    live, step = at_the_hands_of_crash()
    assert not isinstance(step.choose, str)
    codes = [step.choose[0][at] for at in order]
    if what == "right":
        live.choose(0, codes)
        assert live.guide
        assert live.guide.at == step.number + 1
        return
    with pytest.raises(BadInput):
        live.choose(0, codes)


def test_a_card_in_another_hand_is_another_choice() -> None:
    """The same twelve cards, with the tens exchanged, make other hands."""
    live, step = at_the_hands_of_crash()
    assert not isinstance(step.choose, str)
    ours = [live.room.choice_name(code) for code in step.choose[0]]
    assert {"10♠", "10♥"} <= set(ours)
    theirs = [{"10♠": "10♥", "10♥": "10♠"}.get(name, name) for name in ours]
    with pytest.raises(BadInput):
        live.choose(0, theirs)
    wrong = next(codes for codes in step.wrong if len(codes) == 12)
    with pytest.raises(WrongChoice, match="third card"):
        live.choose(0, [*wrong[2::-1], *wrong[3:9], *wrong[:8:-1]])


def test_the_order_of_a_chain_counts_where_it_makes_a_difference() -> None:
    """Two hands as strong as each other, set the other way round."""
    room = named("crash")
    deal = {"hand.0": "2♣ 3♣ 4♣ 2♦ 3♦ 4♦ 7♥ 9♥ J♥ K♥ 8♠ 10♠ Q♠"}
    match = Game(room, 2).start(1, deal=stacked(Game(room, 2), 1, deal))
    for seat in (0, 1):
        match.play("set", seat=seat)
    one, other = ([room.read_choice(name) for name in text.split()] for text in ("2♣ 3♣ 4♣", "2♦ 3♦ 4♦"))
    done = room.read_choice("done")
    step = Step(("Set two hands.",), choose=((*one, *other, done),))
    assert step.accepts(match, Chosen(0, (*reversed(one), *other, done)))
    assert not step.accepts(match, Chosen(0, (*other, *one, done)))


# chance that comes after the deal


def test_a_chosen_deal_keeps_what_chance_does_before_the_first_choice() -> None:
    """At Pirate the packs are cut after they are shuffled. The cut is that of the seed with any deal."""
    lesson = taught("pirate")
    match, usual = lesson.start(), lesson.game().start(lesson.seed)
    assert match.row.low == usual.row.low
    assert list(match.row.cut) == list(usual.row.cut)
    assert match.position() != usual.position()
    assert parlour.replay(match.record()).position() == match.position()


@pytest.mark.parametrize("name", TAUGHT)
def test_every_game_can_begin_with_its_own_deal(name: str) -> None:
    """All that chance sets before the first choice is kept if every place is chosen as it would be dealt."""
    game = taught(name).game()
    usual = game.start(5)
    again = game.start(5, deal=stacked(game, 5, {}))
    assert again.position() == usual.position()
    assert again.log == usual.log


# files


def written(folder: Path, text: str) -> Room:
    (folder / "lesson.toml").write_text(text, encoding="utf-8")
    return named("schnapsen")


HEAD = 'title = "A lesson"\nseed = 1\n'
DEAL = '[deal]\nhand.0 = "A♠ J♥ Q♥ J♣ 10♦"\n'
TASK = '[[step]]\nsay = "Play."\nplay = ["1: Q♠"]\nchoose = ["A♠"]\nhint = "Play it."\n'
FULL = HEAD + '[deal]\nhand.0 = "A♠ J♥ Q♥ J♣ 10♦"\nhand.1 = "Q♠ 10♠ A♣ K♦ J♦"\nupcard = "K♥"\ntrumps = 2\n' + TASK


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("title = ", 0, "not readable as TOML"),
        (HEAD, 1, "a lesson has steps"),
        ("seed = 1\n" + TASK, 1, "there is no title"),
        (HEAD + "colour = 1\n" + TASK, 3, "'colour' is not a key of a lesson"),
        (HEAD + "seats = 5\n" + TASK, 3, "is for 2 players"),
        (HEAD + 'house = { target_vp = "x" }\n' + TASK, 3, "house rule target_vp"),
        (HEAD + '[[step]]\npoint = ["hand.0"]\n', 3, "there is no say"),
        (HEAD + '[[step]]\nsay = "One. Two. Three. Four."\n', 4, "at most 3 sentences, this one has 4"),
        (HEAD + f'[[step]]\nsay = "{"long " * 90}"\n', 4, "at most 400 characters"),
        (HEAD + '[[step]]\nsay = "Look."\npoint = ["hnd.0"]\n', 5, "did you mean 'hand.0'"),
        (HEAD + '[[step]]\nsay = "Play."\nchoose = ["A♠"]\n', 5, "has a hint"),
        (HEAD + '[[step]]\nsay = "Play."\nchoose = "all"\nhint = "Do."\n', 5, 'write a list of choices, "any" or "any card"'),
        (HEAD + '[[step]]\nsay = "Play."\nwrong = { "A♠" = "No." }\n', 5, "belongs to a step that asks for something"),
        (HEAD + '[[step]]\nsay = "Play."\nplay = ["A♠"]\n', 5, "does not begin with the seat"),
        (HEAD + '[[step]]\nsay = "Play."\nplay = ["7: A♠"]\n', 5, "there is no seat 7"),
        (FULL + 'wrong = { "A♠" = "No." }\n', 13, "both right and wrong"),
    ],
)
def test_a_fault_in_a_file_has_its_line(tmp_path: Path, text: str, line: int, what: str) -> None:
    room = written(tmp_path, text)
    path = tmp_path / "lesson.toml"
    with pytest.raises(BadInput) as error:
        read_lesson(room, path)
    assert what in str(error.value)
    assert str(error.value).startswith(f"{path}:{line}: " if line else f"{path}: ")


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (FULL, 0, ""),
        (FULL.replace("Q♥ J♣ 10♦", "Q♥ J♣"), 4, "hand.0: 4 cards are named, and 5 are dealt there"),
        (FULL.replace("Q♥ J♣ 10♦", "Q♥ J♣ Q♠"), 4, "is named more often than the pack has it"),
        (FULL.replace("1: Q♠", "1: K♠"), 10, "the rules forbid it"),
        (FULL.replace("1: Q♠", "0: A♠"), 10, "seat 1 is asked in phase"),
        (FULL.replace('play = ["1: Q♠"]\n', ""), 10, "the learner, seat 0, is not asked here"),
        (FULL.replace('["A♠"]', '["A♣"]'), 11, "the rules forbid it"),
        (FULL.replace('["A♠"]', '["A♠", "J♦"]'), 11, "J♦ is never allowed in step 1"),
        (FULL + 'wrong = { "J♦" = "No." }\n', 13, "the rules forbid it"),
        (FULL + '[[step]]\nsay = "On."\nplay = ["1: continue"]\n', 15, "1: continue cannot be played: seat 0 is asked"),
        (FULL.replace('["A♠"]', '["A♠", "10♦"]') + '[[step]]\nsay = "On."\nplay = ["0: continue"]\n', 15, "if the learner"),
    ],
)
def test_a_lesson_that_the_rules_refuse_is_blamed_on_its_line(tmp_path: Path, text: str, line: int, what: str) -> None:
    lesson = read_lesson(written(tmp_path, text), tmp_path / "lesson.toml")
    found = list(faults(lesson, "lesson.toml"))
    if not what:
        assert found == []
        return
    assert len(found) == 1
    assert found[0].startswith(f"lesson.toml:{line}: ")
    assert what in found[0]


def test_parlour_check_plays_the_lesson_of_a_stranger(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "snapszer"
    shutil.copytree(named("schnapsen").folder, folder, ignore=shutil.ignore_patterns("__pycache__", "pad"))
    path = folder / "lesson.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"1: Q♠"', '"1: A♥"'), encoding="utf-8")
    assert main(["check", str(folder), "--quick"]) == 1
    said = capsys.readouterr().out
    assert re.search(r"lesson\.toml:\d+: the rules forbid it: A♥", said), said


# in the terminal


def test_the_lesson_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["", "", "next", "qh", "as", "back", "as", "hint", "? exchange", "continue", "as", "skip", "q"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["play", "schnapsen", "--lesson", "--lines"]) == 0
    said = capsys.readouterr().out
    assert "Step 4 of" in said
    assert "Not this time. The queen of hearts" in said
    assert said.count("Step 5 of") == 2, "back leads to step 4, and the ace to step 5 again"
    assert "The lesson is over" in said


def test_after_the_lesson_the_terminal_asks_before_a_mistake(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class AtOnce:
        """A thread that has ended before anything else happens."""

        def __init__(self, target: Callable[[], None], daemon: bool) -> None:
            self.start = target

    code = named("schnapsen").read_choice("J♣")
    mistakes = {code: coach.Mistake(1, ("It costs a point.", "The ace is better."))}
    monkeypatch.setattr(cli_lessons, "Thread", AtOnce)
    monkeypatch.setattr(coach, "mistakes_in", lambda bot, view: mistakes)
    lines = ["skip", "jc", "no", "jc", "yes", "q"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["play", "schnapsen", "--lesson", "--lines"]) == 0
    said = capsys.readouterr().out
    assert said.count("Are you sure? It costs a point.\nBetter: The ace is better.\n") == 2
    assert re.search(r"^  A♠ takes the trick with \d+ points\.$", said, re.MULTILINE), "what speaks for each card"
    assert said.index("You: J♣") > said.rindex("Are you sure?")


def test_the_questions_of_the_terminal_can_be_switched_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_lessons.Coach, "question", lambda self, code: ("It costs a point.", "Another is better."))
    monkeypatch.setattr("sys.stdin", io.StringIO("skip\njc\nnever\nas\nq\n"))
    assert main(["play", "schnapsen", "--lesson", "--lines"]) == 0
    said = capsys.readouterr().out
    assert said.count("Are you sure?") == 1
    assert "You: J♣" in said
    assert "You: A♠" in said


def test_an_empty_line_does_no_task(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n\n\nq\n"))
    assert main(["play", "schnapsen", "--lesson", "--lines"]) == 0
    said = capsys.readouterr().out
    assert "now it is your turn to choose: `hint` helps" in said
    assert "read on first" not in said


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["schnapsen", "--seed", "3"], "--seed: a lesson has its own cards"),
        (["schnapsen", "--set", "target_vp=3"], "--set: a lesson has its own"),
    ],
)
def test_a_lesson_decides_what_the_options_would(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *arguments, "--lesson"]) == 2
    assert why in capsys.readouterr().err


def test_cards_come_before_calls() -> None:
    """Codes below this are cards: \"any card\" depends on it."""
    assert named("schnapsen").read_choice("A♠") < CARDS <= named("schnapsen").read_choice("continue")
