"""Compiling in another process: what is missing is compiled there and read from the disk, and nothing is compiled here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from parlour.engine import compiling
from parlour.engine.compiling import Compiler
from parlour.kit.sets import size_of
from parlour.machine import NotCompiled


def test_what_is_missing_is_compiled_beside_and_nothing_here(tmp_path: Path) -> None:
    """With an empty cache: several threads at once, a room outside the house that changes, and a process that is killed."""
    here, guest = Path(__file__).parent, tmp_path / "guest"
    shutil.copytree(here.parent / "rooms" / "whispers", guest)
    path = os.pathsep.join(filter(None, sys.path))
    environment = os.environ | {"PYTHONPATH": path, "PARLOUR_CACHE_DIR": str(tmp_path / "kept")}
    command = [sys.executable, str(here / "beside.py"), "cucumber", str(guest)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


def asks(compiler: Compiler, found: list[str]) -> threading.Thread:
    """A thread that needs something compiled; why it was not is noted."""

    def ask() -> None:
        try:
            compiler(size_of, ())
        except NotCompiled as why:
            found.append(str(why))

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def test_a_compiler_that_always_dies_is_asked_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dies = f"open({str(tmp_path / 'begun')!r}, 'a').write('x')"
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", dies))
    compiler, found = Compiler(), list[str]()
    asks(compiler, found).join(60)
    compiler.close()
    assert found == ["size_of: the compiler ended without an answer"]
    assert (tmp_path / "begun").read_text() == "xx"


def test_threads_that_wait_for_the_compiler_go_on_when_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", "import time; time.sleep(600)"))
    compiler, found = Compiler(), list[str]()
    threads = [asks(compiler, found) for _ in range(3)]
    while compiler._process is None:
        time.sleep(0.01)
    process = compiler._process
    compiler.close()
    for thread in threads:
        thread.join(60)
    assert found == ["size_of: the server ends"] * 3
    assert process.wait(60) < 0


def test_a_compiler_that_has_compiled_much_makes_room_for_a_fresh_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers before it is asked here, which does as well."""
    begun = f"open({str(tmp_path / 'begun')!r}, 'a').write('x')"
    answers = "import pickle, sys, time; sys.stdout.buffer.write(pickle.dumps('') * 9); sys.stdout.flush(); time.sleep(600)"
    monkeypatch.setattr(compiling, "COMMAND", (sys.executable, "-c", f"{begun}; {answers}"))
    monkeypatch.setattr(compiling, "MOST", 2)
    compiler, found = Compiler(), list[str]()
    for _ in range(5):
        asks(compiler, found).join(60)
    compiler.close()
    assert found == []
    assert (tmp_path / "begun").read_text() == "xxx"
