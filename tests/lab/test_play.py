"""Tasks and their results: the same wherever they are done, deals common to all house rules, bots without a clock."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pyarrow")

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.lab import tasks
from parlour.lab.play import perform
from parlour.lab.players import ladder, player
from parlour.lab.question import ask, read_question
from parlour.lab.seated import own_seed, plans
from parlour.lab.tasks import CHUNK, Task, chunks
from parlour.lab.totals import square

KNOCKS = str(Path(__file__).parent.parent / "rooms" / "knocks")


def few(kind: str, game: Game, bots: tuple[str, ...], count: int, **more: int) -> Task:
    (task, *_) = chunks(kind, game, bots, 1, seed=3)
    return replace(task, count=count, **more)


def test_chunks_begin_where_they_begin_however_many_are_wanted() -> None:
    game, size = Game(KNOCKS), CHUNK["playouts"]
    some, more = (chunks("playouts", game, ["chance"], n, seed=3) for n in (size + 1, 5 * size))
    assert [task.first for task in more] == [k * size for k in range(5)]
    assert more[:2] == some
    later = chunks("playouts", game, ["chance"], 2 * size, seed=3, first=size + 5)
    assert later == more[1:4]
    keys = {task.key for task in more}
    assert len(keys) == 5
    others = [replace(more[0], seed=4), replace(more[0], house=(("hands", 1),)), replace(more[0], rules="x")]
    others.append(replace(more[0], code="x"))
    assert not keys & {task.key for task in others}
    assert replace(more[0], game=f"/elsewhere/{Path(more[0].game).name}").key == more[0].key


def test_a_room_that_is_not_here_or_not_the_same() -> None:
    task = few("playouts", Game(KNOCKS), ("chance",), 5)
    with pytest.raises(BadInput, match="not on this machine"):
        perform(replace(task, game="/nowhere/knocks"))
    with pytest.raises(BadInput, match="have changed since the study was started"):
        perform(replace(task, rules="0" * 16))
    with pytest.raises(BadInput, match="the bots, or what plays them, have changed"):
        perform(replace(task, code="0" * 16))
    with pytest.raises(BadInput, match="played by chance or by policy"):
        perform(replace(task, bots=("easy",)))
    with pytest.raises(BadInput, match="no task of the kind"):
        perform(replace(task, kind="dreams"))


def test_what_decides_what_is_played_is_in_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots from files count by what is in the files, those of the house by the sources of everything that they may call."""
    found = []
    for folder, answer in (("one", "first"), ("same", "first"), ("other", "last")):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "mine.py"
        file.write_text(f"class Mine:\n    def choose(self, view):\n        return {answer}(view)\n", encoding="utf-8")
        found.append(tasks.code(["easy", f"{file}:Mine"]))
    usual = tasks.code(["easy"])
    assert found[0] == found[1] != found[2]
    assert usual not in found
    assert tasks.code(["easy", "easy"]) == tasks.code(["chance"]) == usual
    monkeypatch.setattr(tasks, "house_digest", lambda package: f"other sources of {package}")
    assert tasks.code(["easy", "easy", "easy"]) != usual  # a ladder not asked for before: what a process has loaded stays


def test_playouts_are_common_deals_and_totals_their_sum() -> None:
    one, other = (Game(KNOCKS, 3, {"hands": hands}) for hands in (2, 3))
    rows, more = (perform(few("playouts", game, ("chance",), 500)) for game in (one, other))
    assert rows.equals(perform(few("playouts", one, ("chance",), 500)))
    for name in ("match", "dealer", "first_seat", "first_hand_score"):  # the first hand does not know how many follow
        assert rows[name].equals(more[name])
    assert not rows["payoff"].equals(more["payoff"])
    late = perform(few("playouts", one, ("chance",), 100, first=400))
    assert late.equals(rows.slice(400))
    total = perform(few("totals", one, ("chance",), 500))
    assert total.num_rows == 1
    assert total["decisions"].to_pylist() == [sum(rows["decisions"].to_pylist())]
    assert np.allclose(square(total["payoff_squares"])[0], (square(rows["payoff"]) ** 2).sum(axis=0))
    won = square(rows["payoff"]) > 0
    assert np.allclose(square(total["wins"])[0], (won / won.sum(axis=1, keepdims=True)).sum(axis=0))
    learned = few("playouts", one, ("policy",), 300)
    rows, total = perform(learned), perform(replace(learned, kind="totals"))
    assert total["hands"].to_pylist() == [sum(rows["hands"].to_pylist())]
    assert np.allclose(square(total["payoff"])[0], square(rows["payoff"]).sum(axis=0))
    assert square(total["wins"]).sum() == pytest.approx(300)


def test_matches_are_the_arenas() -> None:
    """The same deals and seats as `parlour arena`, score sheets that add up, and the same again."""
    game = Game("schnapsen")
    task = few("matches", game, ("easy:deals=1", "chance"), 2)
    rows = perform(task)
    assert rows.equals(perform(task))
    told = rows.to_pylist()
    assert [(row["match"], row["players"]) for row in told] == [(0, [0, 1]), (0, [1, 0]), (1, [0, 1]), (1, [1, 0])]
    for row in told:
        match = game.start(seed=3, number=row["match"])
        seated = [
            player(task.bots[i], game, own_seed(task, row["match"], row["seating"], seat))
            for seat, i in enumerate(row["players"])
        ]
        while not match.over:
            match.play(*seated[match.turn].choose(match.view(match.turn, memory=True)))
        assert row["payoff"] == match.payoff
        assert row["winners"] == sum(1 << seat for seat in match.winners)
        assert row["hands"] == len(row["scores_by_hand"]) == match.row.hand_number
        assert row["scores_by_hand"][-1] == match.score
        assert row["first_hand_score"] == row["scores_by_hand"][0]
        assert row["sides"] == [0, 1]
        assert row["dealer"] == game.start(seed=3, number=row["match"]).row.dealer == 1 - row["first_seat"]
        assert row["decisions"] >= row["hands"]


def test_decisions_are_looked_at_twice() -> None:
    task = few("decisions", Game("schnapsen"), ("search:iterations=40",), 1, every=4)
    rows = perform(task)
    assert rows.equals(perform(task))
    told = rows.to_pylist()
    assert [row["index"] for row in told] == list(range(0, told[0]["of"], 4))
    for row in told:
        assert 1 <= row["menu"] >= row["options"]
        assert (row["options"] == 0) == (row["best"] is None)
        assert row["menu"] > 1 or row["options"] == 0
        if row["options"] > 1:
            assert row["spread"] >= 0
            assert row["best_visits"] + row["second_visits"] <= 40
    assert sum(row["menu"] > 1 and row["options"] == 0 for row in told) < len(told) / 10  # what needs no thought
    assert any(row["best"] != row["best_again"] is not None for row in told)


def test_bots_have_no_clock() -> None:
    game = Game("schnapsen")
    for text in ("search", "strong", "search:seconds=0.1"):
        with pytest.raises(BadInput, match="thinks by the clock"):
            player(text, game)
    assert player("greedy", game).seconds == float("inf")  # type: ignore[attr-defined]
    assert player("fair", game, 7).seed == 7
    assert player("fair:seed=2", game, 7).seed == 2
    with pytest.raises(BadInput, match="does not play schnapsen"):
        player("strategy", game)
    for text in ladder(game.room):
        player(text, game)
    assert ladder(Game("delphi").room)[-1] == "strategy"
    assert ladder(Game("spider").room)[-1].startswith("strong:iterations=")


def test_bots_of_one_text_are_one_player() -> None:
    assert plans(["fair", "easy", "easy"], [0, 1, 2]) == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]


def test_a_question_is_written_and_read() -> None:
    asked = ask(Game(KNOCKS, 4, {"partners": "yes"}), ["chance", "fair"], {"hands": ["1", "2", "3"]}, 5, games=7)
    read = read_question(asked.as_toml())
    assert replace(read, games=7) == asked
    assert [house.get("hands", 2) for house in asked.variants()] == [2, 1, 3]  # 2 is usual
    for wrong, why in (("hand", "has no house rule"), ("partners", "is not")):
        with pytest.raises(BadInput, match=why):
            ask(Game(KNOCKS), vary={wrong: ["maybe"]})
    with pytest.raises(BadInput, match="do not go together"):
        ask(Game(KNOCKS, 3), vary={"partners": ["yes"]})
    with pytest.raises(BadInput, match="not a question of a study"):
        read_question('game = "knocks"\n')


GUEST = """
class Last:
    def choose(self, view):
        return view.codes()[-1]
"""


def test_bots_from_files_play_isolated(tmp_path: Path) -> None:
    """The same rows as in the process of the task; what was asked for explicitly is part of a result's key."""
    file = tmp_path / "last.py"
    file.write_text(GUEST, encoding="utf-8")
    task = few("matches", Game("schnapsen", None, {"target_vp": 3}), (f"{file}:Last", "chance"), 1)
    inside = replace(task, isolated=False)
    assert perform(task).equals(perform(inside))
    assert len({task.key, inside.key, replace(task, isolated=True).key}) == 3
    with pytest.raises(BadInput, match=r"there is no file .*other\.py with a bot"):
        perform(replace(task, bots=("other.py:Last",), code=tasks.code(("other.py:Last",))))


@pytest.mark.soak
def test_decisions_of_isolated_bots() -> None:
    """With what they think of their choices."""
    task = few("decisions", Game("schnapsen", None, {"target_vp": 3}), ("greedy:deals=4",), 1)
    assert perform(replace(task, isolated=True)).equals(perform(task))
