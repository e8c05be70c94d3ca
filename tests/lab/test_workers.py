"""The totals do not depend on the workers, their number, or their failures."""

from __future__ import annotations

import io
import json
import math
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")

from parlour.cli import main
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.lab.progress import Progress
from parlour.lab.question import Question, ask
from parlour.lab.store import Store
from parlour.lab.tasks import CHUNK, Task
from parlour.lab.totals import totals
from parlour.lab.workers import Done, Processes, Threads, Workers, WorkersLost, run_missing

KNOCKS = str(Path(__file__).parent.parent / "rooms" / "knocks")
TASKS = 30


def study() -> tuple[Question, list[Task]]:
    question = ask(Game(KNOCKS), vary={"hands": ["3"]}, seed=9)
    half = TASKS // 2 * CHUNK["playouts"]
    return question, [
        task for house in question.variants() for task in question.chunks("playouts", ["chance"], half, house=house)
    ]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The totals, worked out by one thread."""
    return done_by(Threads(1), tmp_path_factory.mktemp("one") / "study")


def done_by(workers: Workers, folder: Path) -> list[dict[str, Any]]:
    question, tasks = study()
    store = Store(folder, question)
    try:
        run_missing(tasks, store, workers)
    finally:
        workers.close()
    assert store.missing(tasks) == []
    return totals(store, tasks)


def test_totals_are_those_of_the_engine(expected: list[dict[str, Any]]) -> None:
    matches = TASKS // 2 * CHUNK["playouts"]
    for told, hands in zip(expected, (2, 3), strict=True):
        sums = Game(KNOCKS, None, {"hands": hands}).playouts(matches, 9)
        assert (told["matches"], told["hands"], told["decisions"]) == (sums.matches, sums.hands, sums.decisions)
        assert told["mean_payoff"] == pytest.approx([payoff / matches for payoff in sums.payoff])


@pytest.mark.parametrize("number", [2, 4])
def test_any_number_of_threads(number: int, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    assert done_by(Threads(number), tmp_path / "study") == expected


def test_a_process_that_dies_is_replaced(expected: list[dict[str, Any]], tmp_path: Path) -> None:
    class Unlucky(Processes):
        struck = 0

        def run(self, tasks: Any, seconds: float = math.inf) -> Iterator[Done]:
            for n, done in enumerate(super().run(tasks, seconds)):
                if n == 5:
                    os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
                    Unlucky.struck += 1
                yield done

    assert done_by(Unlucky(2), tmp_path / "study") == expected
    assert Unlucky.struck == 1


def test_processes_that_always_die_are_given_up(tmp_path: Path) -> None:
    bot = tmp_path / "fatal.py"
    bot.write_text("import os\nclass Fatal:\n    def choose(self, view): ...\n    def __init__(self): os.abort()\n")
    question = replace(study()[0], isolated=False)
    workers = Processes(1)
    with pytest.raises(WorkersLost, match="died 4 times"):
        run_missing(question.chunks("matches", [f"{bot}:Fatal"], 1), Store(tmp_path / "study", question), workers)
    workers.close()


# a study that is killed


WORK = """
import sys
from parlour.engine.game import Game
from parlour.lab.question import read_question
from parlour.lab.store import Store
from parlour.lab.workers import Threads, run_missing

question = read_question(sys.argv[2])
tasks = [task for house in question.variants() for task in question.chunks("playouts", ["chance"], int(sys.argv[3]), house=house)]
run_missing(tasks, Store(sys.argv[1], question), Threads(1))
"""


def kept_after(begun: subprocess.Popen[str], folder: Path, how: signal.Signals) -> dict[str, int]:
    """The results that a study leaves, with the time each was written, if a signal ends it after the third."""
    while len(list(folder.glob("results/*.parquet"))) < 3:
        assert begun.poll() is None, begun.communicate()
        time.sleep(0.01)
    begun.send_signal(how)
    begun.wait()
    return written(folder)


def written(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("results/*.parquet")}


def test_a_study_that_is_killed_goes_on_where_it_was(expected: list[dict[str, Any]], tmp_path: Path) -> None:
    folder, (question, _) = tmp_path / "study", study()
    line = [sys.executable, "-c", WORK, str(folder), question.as_toml(), str(TASKS // 2 * CHUNK["playouts"])]
    kept = kept_after(subprocess.Popen(line, text=True), folder, signal.SIGKILL)
    assert 3 <= len(kept) < TASKS
    assert done_by(Threads(2), folder) == expected
    assert written(folder).items() >= kept.items()  # nothing was done twice


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    line = [sys.executable, "-m", "parlour", "study", KNOCKS, "--games", "100000000", "--workers", "1", "-o", str(folder)]

    def heard() -> None:  # tests started in the background ignore interrupts
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    begun = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard)  # noqa: PLW1509
    kept_after(begun, folder, signal.SIGINT)
    out, err = begun.communicate()
    assert (begun.returncode, out) == (130, "")
    assert "the same command goes on from there" in err.splitlines()[-1]
    assert "Traceback" not in err


def test_another_question_is_refused(tmp_path: Path) -> None:
    question, _ = study()
    Store(tmp_path / "study", question)
    Store(tmp_path / "study", question)
    others = {
        "seed": ask(Game(KNOCKS), vary={"hands": ["3"]}, seed=8),
        "house rules": ask(Game(KNOCKS, None, {"hands": 4}), vary={"hands": ["3"]}, seed=9),
        "number of players": ask(Game(KNOCKS, 4), vary={"hands": ["3"]}, seed=9),
        "options to vary": ask(Game(KNOCKS), seed=9),
        "game": ask(Game("schnapsen"), seed=9),
    }
    others["state of the room's files"] = replace(question, rules="older")
    others["version of the bots or of what plays them"] = replace(question, code="older")
    for word, other in others.items():
        with pytest.raises(BadInput, match=f"started with another {word};"):
            Store(tmp_path / "study", other)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").touch()
    with pytest.raises(BadInput, match="holds something else"):
        Store(tmp_path / "full", question)


def test_a_damaged_result_is_named(tmp_path: Path) -> None:
    question, tasks = study()
    store = Store(tmp_path / "study", question)
    store.path(tasks[0]).write_bytes(b"PAR1 and no more")
    with pytest.raises(BadInput, match=tasks[0].key):
        store.read(tasks[0])


BITS = 140
"""Bits that are turned in each file, one at a time."""


def turned(good: bytes) -> Iterator[bytes]:
    """A file with one bit turned: a hundred all over it, and the bits of its last bytes, where Parquet has its footer."""
    places = [k * len(good) // 100 for k in range(100)] + [len(good) - 1 - k for k in range(BITS - 100)]
    for k, place in enumerate(places):
        yield good[:place] + bytes([good[place] ^ 1 << k % 8]) + good[place + 1 :]


def test_a_turned_bit_changes_no_number(tmp_path: Path) -> None:
    """If any bit in any file of a study is turned, one line names the file, and going on gives the same totals."""
    folder, (question, tasks) = tmp_path / "study", study()
    some, workers = [replace(task, count=50) for task in (tasks[0], tasks[-1])], Threads(1)
    store = Store(folder, question)
    run_missing(some, store, workers)
    expected = totals(store, some)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    assert [path.suffix for path in files] == [".toml", ".parquet", ".parquet"]
    unsaid = 0
    for file in files:
        good = file.read_bytes()
        for bad in turned(good):
            file.write_bytes(bad)
            told = list[str]()
            store = Store(folder, question, told.append)
            missing = store.missing(some)
            assert [store.path(task) for task in missing] == ([file] if file.suffix == ".parquet" else [])
            for task in missing:
                with pytest.raises(BadInput, match=file.name):
                    store.read(task)
            run_missing(some, store, workers)
            assert totals(store, some) == expected
            assert len(told) <= 1
            assert all(line.startswith(f"{file}: ") for line in told)
            assert told or file.suffix == ".toml"  # one more blank between two words says the same
            unsaid += not told
            assert Store(folder, question, pytest.fail).missing(some) == []
    workers.close()
    assert unsaid < BITS // 10


def test_a_bit_that_turns_after_the_look(tmp_path: Path) -> None:
    """Data that was read is checked again, and the next look finds the fault too."""
    question, tasks = study()
    told, workers = list[str](), Threads(1)
    store = Store(tmp_path / "study", question, told.append)
    run_missing(tasks[:2], store, workers)
    good = totals(store, tasks[:2])
    data = store.path(tasks[0]).read_bytes()
    store.path(tasks[0]).write_bytes(data[:-1] + b"!")
    with pytest.raises(BadInput, match=tasks[0].key):
        totals(store, tasks[:2])
    run_missing(tasks[:2], store, workers)
    assert totals(store, tasks[:2]) == good
    workers.close()


def test_a_study_from_before_checksums(tmp_path: Path) -> None:
    """Its question is compared with what is asked, its results cannot be told from damaged ones and are done again."""
    folder, (question, tasks) = tmp_path / "study", study()
    workers = Threads(1)
    store = Store(folder, question)
    run_missing(tasks[:1], store, workers)
    written = store.path(tasks[0])
    early = written.rename(folder / "results" / f"{tasks[0].key}.parquet")
    (folder / "question.toml").write_text(question.as_toml(), encoding="utf-8")
    with pytest.raises(BadInput, match="another seed"):
        Store(folder, replace(question, seed=8))
    told = list[str]()
    store = Store(folder, question, told.append)
    run_missing(tasks[:1], store, workers)
    workers.close()
    assert told == [f"{early}: it is damaged, or was written without a checksum; its work is done again"]
    assert [*early.parent.iterdir()] == [written]


def test_somebody_elses_question_stays(tmp_path: Path) -> None:
    question, _ = study()
    (tmp_path / "question.toml").write_text('of = "life"\n', encoding="utf-8")
    with pytest.raises(BadInput, match="not a question of a study"):
        Store(tmp_path, question)
    assert (tmp_path / "question.toml").read_text(encoding="utf-8") == 'of = "life"\n'
    assert len([*tmp_path.iterdir()]) == 1


def test_the_command_names_what_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One command gives a line for the file, and the same numbers as before."""
    folder = tmp_path / "study"
    line = ["study", KNOCKS, "--games", "2000", "--workers", "1", "-o", str(folder), "--json"]
    assert main(line) == 0
    good = capsys.readouterr().out
    file = min((folder / "results").iterdir())
    file.write_bytes(file.read_bytes()[:-3] + b"???")
    assert main(line) == 0
    told = capsys.readouterr()
    assert told.out == good
    assert told.err == f"parlour: {file}: it is damaged, or was written without a checksum; its work is done again\n"
    assert main(line) == 0
    assert capsys.readouterr() == (good, "")


def test_what_is_left_is_what_it_took() -> None:
    clock = [0.0]
    stream = io.StringIO()
    stream.isatty = lambda: True  # type: ignore[method-assign]
    progress = Progress(stream, lambda: clock[0])
    _, tasks = study()
    progress.begin(tasks[:10], 2)
    assert "0 of 10 tasks, time not known yet" in stream.getvalue()
    for task in tasks[:4]:
        clock[0] += 1.5
        progress.done(task, 3.0, 2)
    assert progress.remaining() == (9.0, True)  # six of three seconds, two at a time
    assert stream.getvalue().endswith("4 of 10 tasks, 9 s left")
    _, (strange, *_) = study()
    progress.begin([Task(**{**vars(strange), "kind": "decisions"})], 2)
    assert progress.remaining() == (9.0, False)
    assert stream.getvalue().endswith("4 of 11 tasks, more than 9 s left")


def test_what_is_planned_is_not_all_of_a_study() -> None:
    """Its tasks are planned round by round, so the time that it has is told too, and of many games which it is."""
    clock, stream = [100.0], io.StringIO()
    progress = Progress(stream, lambda: clock[0])
    _, tasks = study()
    progress.begin(tasks[:2], 1)
    progress.study("oh_hell, 3 of 32", 4000.0)
    progress.done(tasks[0], 5.0, 1)
    assert progress.line().startswith("oh_hell, 3 of 32, 1 h 5 min to go: [")
    assert progress.line().endswith("] 1 of 2 tasks so far, 5 s left")
    clock[0] = 5000.0
    assert progress.line().startswith("oh_hell, 3 of 32, 0 s to go: [")
    progress.study("", 0.0)
    assert progress.line().startswith("[")
    assert progress.line().endswith("] 1 of 2 tasks so far, 5 s left")


def test_a_line_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it would not, the bar is left out."""
    monkeypatch.setenv("COLUMNS", "80")
    stream = io.StringIO()
    stream.isatty = lambda: True  # type: ignore[method-assign]
    progress = Progress(stream, lambda: 0.0)
    progress.study("snip_snap_snorem, 25 of 32", 5000.0)
    progress.begin(study()[1][:2], 1)
    assert progress.line() == "snip_snap_snorem, 25 of 32, 1 h 24 min to go: 0 of 2 tasks so far, time not kno"
    monkeypatch.setenv("COLUMNS", "200")
    assert "[...." in progress.line()


# a cluster: a scheduler and workers of its own


class Farm:
    """A Dask scheduler, and workers in processes of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.running = folder, list[subprocess.Popen[bytes]]()
        self.address = ""

    def open(self) -> None:
        told = self.folder / "scheduler.json"
        scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told))
        while not self.address:
            assert scheduler.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)
            with suppress(FileNotFoundError, json.JSONDecodeError):  # not there yet, or there and not yet written
                self.address = json.loads(told.read_text())["address"]

    def worker(self) -> subprocess.Popen[bytes]:
        own = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder)]
        return self.start("worker", self.address, *own)

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            self.running.append(subprocess.Popen([sys.executable, "-m", "dask", *words], stdout=log, stderr=log))
        return self.running[-1]

    def close(self) -> None:
        for process in reversed(self.running):
            process.kill()
            process.wait()


@pytest.fixture
def farm(tmp_path: Path) -> Iterator[Farm]:
    pytest.importorskip("distributed")
    farm = Farm(tmp_path)
    try:
        farm.open()
        yield farm
    finally:
        farm.close()


def test_a_cluster_that_loses_a_worker_and_gains_another(
    farm: Farm, expected: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from parlour.lab import cluster

    first = farm.worker()

    class Changing(cluster.Cluster):
        lost = joined = 0

        def run(self, tasks: Any, seconds: float = math.inf) -> Iterator[Done]:
            for n, done in enumerate(super().run(tasks, seconds)):
                yield done
                if n == 2:
                    farm.worker()
                    self._client.wait_for_workers(2, timeout=120)  # meanwhile nothing more is handed out
                    Changing.joined = n
                    first.kill()
                    Changing.lost = first.wait()

        @property
        def number(self) -> int:
            return 1 if not self.joined else super().number  # few at a time, so that there is work left for who comes late

    workers = Changing(farm.address)
    assert done_by(workers, tmp_path / "study") == expected
    assert Changing.joined
    assert Changing.lost == -signal.SIGKILL
    with monkeypatch.context() as other:
        other.setattr(cluster, "house_digest", lambda package: "another")
        workers = cluster.Cluster(farm.address)
        with pytest.raises(BadInput, match="another version of Parlour"):
            list(workers.run(study()[1][:1]))
        workers.close()


def test_a_cluster_that_is_not_there(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.lab import cluster

    monkeypatch.setattr(cluster, "ANSWER", 1)
    monkeypatch.setattr(cluster, "ARRIVE", 0.2)
    with pytest.raises(BadInput, match="no worker has come"):
        cluster.Cluster(farm.address)
    farm.close()
    for address in (farm.address, "nonsense://here", "tcp://127.0.0.1:1"):
        with pytest.raises(BadInput, match="no scheduler answers there"):
            cluster.Cluster(address)
