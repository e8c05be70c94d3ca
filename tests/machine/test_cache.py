"""The cache of compiled rules: what is kept in it means the same in every process, and only its user can put code there."""

from __future__ import annotations

import gc
import importlib.util
import itertools
import os
import pickle
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

from parlour.engine.rooms import room_names
from parlour.kit import INTERPRETED
from parlour.machine import UnsafeCache, cache, cache_folder
from parlour.machine.inner import InnerCompiler

HERE = Path(__file__).parent
RULE = re.compile(r"^ *@(rule|overload)\b", re.MULTILINE)
ABOVE = {"house", "ladder"}
"""Beside or above all that is compiled: a function there is taken to depend on everything, as one outside of the house is."""
pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def started(folder: Path, script: str, *arguments: str, **more: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PARLOUR_CACHE_DIR": str(folder)} | more
    return subprocess.Popen(
        [sys.executable, str(HERE / script), *arguments],
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def lines(process: subprocess.Popen[str]) -> list[str]:
    output, errors = process.communicate(timeout=3000)
    assert process.returncode == 0, errors[-2000:] or process.returncode
    return output.splitlines()


def entries(folder: Path) -> Iterator[tuple[Any, Any]]:
    """(description of the function, its module in LLVM's language) of all that a cache holds."""
    for path in sorted(folder.rglob("*.nbc")):
        (_, kind, code), fndesc, _, signature, *_ = pickle.loads(path.read_bytes()[32:])
        yield (fndesc, signature, kind), llvm.parse_bitcode(code if kind == "inner" else code[1])


def check_symbols(folder: Path) -> int:
    """No symbol that can be linked to stands for two functions or two signatures; how many there are."""
    means, seen = defaultdict(set), set()
    for (fndesc, signature, kind), module in entries(folder):
        means[fndesc.mangled_name].add((fndesc.modname, fndesc.qualname, str(signature), kind))
        for function in module.functions:
            if not function.is_declaration and function.linkage not in (llvm.Linkage.internal, llvm.Linkage.private):
                seen.add(function.name)
    assert {name: meant for name, meant in means.items() if len(meant) > 1} == {}
    numbered = {name for name in seen if not re.search(r"B25v[0-9a-f]{24}B", name) and not name.startswith("NRT_")}
    assert numbered == set(), "named by the order of compilation"
    assert not any(re.search("(?<!Own)(?<!Held)Record", name) for name in seen)
    return len(seen)


def play_apart_and_together(tmp_path: Path, names: list[str]) -> None:
    """Each game compiled in a process of its own, as many at once as there are processors; then all played in one process from
    what was kept, in both orders. What should come of it is found interpreted."""

    def apart(name: str) -> str:
        (alone,) = lines(started(tmp_path / "none", "plays.py", name, NUMBA_DISABLE_JIT="1"))
        assert lines(started(shared, "plays.py", name)) == [alone]
        return alone

    shared = tmp_path / "shared"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        alone = dict(zip(names, pool.map(apart, names), strict=True))
    for order in (names, names[::-1]):
        assert lines(started(shared, "plays.py", *order)) == [alone[name] for name in order]
    assert check_symbols(shared) > 50 * len(names)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_games_compiled_in_processes_of_their_own_are_played_in_one(tmp_path: Path) -> None:
    """They ended in a segmentation fault or in wrong rules when each had been the first game of its process."""
    play_apart_and_together(tmp_path, ["oh_hell", "totit"])


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_all_games_compiled_in_processes_of_their_own_are_played_in_one(tmp_path: Path) -> None:
    play_apart_and_together(tmp_path, list(room_names()))


@pytest.mark.timeout(600)
def test_processes_that_fill_a_cache_at_once(tmp_path: Path) -> None:
    ways = [["0", "3", "5"], ["3", "0", "7"], ["5", "7", "0"], ["7", "5", "3"]]
    for process, way in zip([started(tmp_path, "shapes.py", *way) for way in ways], ways, strict=True):
        assert lines(process) == [f"{layout} True" for layout in way]
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert all(path.suffix == ".nbc" for path in kept), "something half written was left"
    for order in (["0", "3", "5", "7"], ["7", "5", "3", "0"]):
        assert lines(started(tmp_path, "shapes.py", *order)) == [f"{layout} True" for layout in order]
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == kept, "compiled again"
    assert check_symbols(tmp_path) > 10


@pytest.mark.timeout(600)
def test_what_is_damaged_or_gone_is_compiled_again(tmp_path: Path) -> None:
    assert lines(started(tmp_path, "shapes.py", "1")) == ["1 True"]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    for i, path in enumerate(files):
        whole = path.read_bytes()
        path.write_bytes((b"", whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1]))[i % 3])
    assert lines(started(tmp_path, "shapes.py", "1")) == ["1 True"]
    shutil.rmtree(tmp_path)
    assert lines(started(tmp_path, "shapes.py", "1")) == ["1 True"]
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(files)


@pytest.fixture
def shapes() -> Iterator[Any]:
    """The module of that name. It has garbage collected, which need not look through all that other tests left in the process."""
    spec = importlib.util.spec_from_file_location("shapes", HERE / "shapes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["shapes"] = module
    spec.loader.exec_module(module)
    gc.freeze()
    yield module
    gc.unfreeze()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder that is not made yet, for this process."""
    named = tmp_path / "cache"
    monkeypatch.setenv("PARLOUR_CACHE_DIR", str(named))
    cache_folder.cache_clear()
    yield named
    monkeypatch.undo()
    cache_folder.cache_clear()


@pytest.mark.timeout(600)
def test_layouts_met_again_at_freed_addresses(shapes: Any, folder: Path) -> None:
    """NumPy's descriptions of records come and go, at the same addresses; so do Numba's types of what is not kept."""
    for layout in [*range(0, 24, 3), *range(0, 24, 3), *range(23, 0, -3)]:
        assert shapes.found(layout) == shapes.expected(layout)


@pytest.mark.timeout(600)
def test_the_folder_may_be_deleted_while_it_is_used(shapes: Any, folder: Path) -> None:
    assert shapes.found(2) == shapes.expected(2)
    shutil.rmtree(folder)
    assert shapes.found(4) == shapes.expected(4)
    assert any(folder.rglob("*.nbc"))
    shutil.rmtree(folder)
    folder.write_text("in the way")
    assert shapes.found(6) == shapes.expected(6)


def test_the_folder_is_its_users_own_and_of_one_version(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = cache_folder()
    assert made is not None
    assert made.parent == folder
    assert stat.S_IMODE(made.stat().st_mode) == stat.S_IMODE(folder.stat().st_mode) == 0o700
    cache.settings_digest.cache_clear()
    monkeypatch.setattr(cache.numba, "__version__", "0.99")
    cache_folder.cache_clear()
    other = cache_folder()
    assert other is not None
    assert (other != made, other.parent) == (True, folder)
    cache.settings_digest.cache_clear()


@pytest.mark.parametrize("name", ["OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT"])
def test_settings_of_the_compiler_have_folders_of_their_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def digest(value: int) -> str:
        monkeypatch.setattr(cache.config, name, value)
        cache.settings_digest.cache_clear()
        return cache.settings_digest()

    digests = [digest(0), digest(1), digest(0)]
    cache.settings_digest.cache_clear()
    assert digests[0] == digests[2] != digests[1]


def test_an_overload_is_compiled_once_for_callers_of_every_kind(
    shapes: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Called by what Python calls and by what only compiled code calls; put into its callers or not, it is another's code."""
    compiled: list[str] = []
    begin = InnerCompiler._compile_bytecode
    monkeypatch.setattr(
        InnerCompiler, "_compile_bytecode", lambda self: compiled.append(self.state.func_id.func_name) or begin(self)
    )
    assert shapes.doubled_here(4) == shapes.doubled_below(4) == 8
    assert compiled == ["twice", "doubled"]
    assert shapes.doubled_inline(4) == 8
    assert compiled == ["twice", "doubled", "doubled_in_place", "twice"]


@pytest.mark.skipif(os.name != "posix", reason="who may write is told by POSIX modes")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777])
@pytest.mark.parametrize("inside", [False, True])
def test_a_folder_that_others_can_write_to_is_refused(folder: Path, mode: int, inside: bool) -> None:
    made = cache_folder()
    assert made is not None
    (made if inside else folder).chmod(mode)
    cache_folder.cache_clear()
    with pytest.raises(
        UnsafeCache, match=r"^PARLOUR_CACHE_DIR: compiled rules are not kept in .*, where others can write"
    ) as told:
        cache_folder()
    assert "\n" not in str(told.value)
    assert str(folder) in str(told.value)


@pytest.mark.skipif(os.name != "posix", reason="who may write is told by POSIX modes")
def test_a_folder_under_one_that_others_can_write_to_is_refused(folder: Path) -> None:
    """They could put another in its place; but not if only the owner of a file may move it, as in /tmp."""
    folder.parent.chmod(0o1777)
    assert cache_folder() is not None
    folder.parent.chmod(0o777)
    cache_folder.cache_clear()
    with pytest.raises(UnsafeCache, match="where others can write"):
        cache_folder()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    os.chown(folder, 12345, -1)
    with pytest.raises(UnsafeCache, match="belongs to another user"):
        cache_folder()


def parlour(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "parlour", *arguments], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(os.name != "posix", reason="who may write is told by POSIX modes")
@pytest.mark.timeout(600)
def test_the_command_line_without_a_safe_folder(tmp_path: Path) -> None:
    """Asked for by name it is refused; the usual one is done without, with a word."""
    given = os.environ | {"PARLOUR_CACHE_DIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    tmp_path.chmod(0o777)
    done = parlour(given, "simulate", "cucumber", "-n", "2", "--seed", "1")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("parlour: PARLOUR_CACHE_DIR: compiled rules are not kept in ")
    del given["PARLOUR_CACHE_DIR"]
    done = parlour(given, "simulate", "cucumber", "-n", "2", "--seed", "1")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    assert "rules are compiled again in every process" in done.stderr
    assert not any(tmp_path.rglob("*.nbc"))


ROOM = """
from parlour.kit import rule
from .other import LIMIT, half

@rule
def least(x):
    return min(half(x), LIMIT)
"""


@pytest.mark.timeout(600)
def test_a_change_in_a_file_beside_is_noticed(tmp_path: Path) -> None:
    """Also if a function is given no table, whose type tells the room's version."""
    place = tmp_path / "here"
    place.mkdir()
    (place / "__init__.py").touch()
    (place / "one.py").write_text(ROOM)
    given = os.environ | {
        "PARLOUR_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}",
    }
    for divisor, limit, least in ((2, 100, 50), (4, 100, 25), (4, 7, 7)):
        (place / "other.py").write_text(
            f"from parlour.kit import rule\nLIMIT = {limit}\n\n@rule\ndef half(x):\n    return x // {divisor}\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", "from here.one import least; print(least(100))"],
            env=given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout, done.stderr) == (f"{least}\n", "")


OUTSIDE = """
from parlour.kit import rule

@rule
def twice(x):
    return 2 * x
"""

LAYERED = """
import numpy as np
from parlour.bots.rollouts import width
from parlour.engine.generate import _blank_set
from parlour.kit import size_of
import outside

_blank_set(size_of(7)), width(np.ones((2, 3))), outside.twice(2)
"""


@pytest.mark.timeout(600)
def test_a_change_in_a_package_is_one_for_what_is_above_it(tmp_path: Path) -> None:
    """Code compiled of the packages below stays good; callers of the changed one are compiled again."""
    house = tmp_path / "parlour"
    shutil.copytree(cache.HOUSE, house, ignore=shutil.ignore_patterns("games", "static", "__pycache__"))
    (tmp_path / "outside.py").write_text(OUTSIDE)
    given = os.environ | {"PARLOUR_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    kept: set[Path] = set()

    def anew(package: str) -> set[str]:
        """Return the modules compiled again after a change in a package."""
        nonlocal kept
        if package:
            with (house / package / "__init__.py").open("a") as file:
                file.write("# changed\n")
        subprocess.run([sys.executable, "-c", LAYERED], env=given, check=True)
        before, kept = kept, set((tmp_path / "cache").rglob("*.nbc"))
        return {path.parent.name.rpartition(".")[0] or path.parent.name for path in kept - before}

    everything = anew("")
    assert {"parlour.kit", "parlour.engine", "parlour.bots", "outside"} <= everything
    assert anew("bots") == {"parlour.bots", "outside"}
    assert anew("engine") == {"parlour.engine", "parlour.bots", "outside"}
    assert anew("kit") == anew("machine") == everything
    assert anew("house") == set()


def test_layers_are_those_of_the_import_contract() -> None:
    contract = tomllib.loads((cache.HOUSE.parents[1] / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    declared = [set(re.findall(r"\w+", layer)) for layer in reversed(contract["layers"])]
    at = {package: level for level, layer in enumerate(declared) for package in layer}
    levels = [{at[package] for package in layer} for layer in cache.LAYERS]
    assert all(len(level) == 1 for level in levels)
    assert levels == sorted(levels, key=min)
    compiled = {path.relative_to(cache.HOUSE).parts[0] for path in cache.HOUSE.rglob("*.py") if RULE.search(path.read_text())}
    assert compiled <= set(itertools.chain(*cache.LAYERS)) | ABOVE


APART = """
from parlour.kit import rule

@rule(apart=True)
def long_one(x):
    return 3 * x + 1

@rule
def between(x):
    return long_one(x) + long_one(x + 1)

@rule
def asked(x):
    return between(x)
"""


@pytest.mark.timeout(600)
def test_what_is_kept_apart_is_there_before_its_callers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code that calls it by its symbol never runs without it, no matter how much of the cache is left."""
    (tmp_path / "parts.py").write_text(APART)
    folder = tmp_path / "cache"
    given = os.environ | {"PARLOUR_CACHE_DIR": str(folder), "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"}
    kept: set[Path] = set()
    both_ways = ("parts.asked(5), parts.long_one(1)", "35 4\n"), ("parts.long_one(1), parts.asked(5)", "4 35\n")
    for gone in ("", "no file", "long_one", "asked", "[ab]*", "[!b]*"):
        for path in folder.rglob(f"{gone}-*.nbc"):
            path.unlink()
        for line, answer in both_ways if gone == "no file" else both_ways[:1]:
            call = f"import parts; print({line})"
            done = subprocess.run([sys.executable, "-c", call], env=given, capture_output=True, text=True, check=False)
            assert (done.stdout, done.stderr) == (answer, ""), (gone, line)
        found = set(folder.rglob("*.nbc"))
        assert kept <= found, "what was gone goes by another name"
        kept = found
    assert {path.name.partition("-")[0] for path in kept} == {"asked", "between", "long_one"}
    monkeypatch.syspath_prepend(tmp_path)  # its environments are of this module
    monkeypatch.delitem(sys.modules, "parts", raising=False)
    for (fndesc, _, kind), module in entries(folder):
        for function in module.functions:
            if "long_one" in function.name and not function.is_declaration:
                assert (fndesc.qualname, kind) == ("long_one", "object")
    assert check_symbols(folder) > 3


@pytest.mark.timeout(600)
def test_what_comes_from_the_disk_remembers_what_is_kept_apart(tmp_path: Path) -> None:
    """Python calls what lies between in one process; in a second its caller is compiled, and in a third that is called."""
    (tmp_path / "parts.py").write_text(APART)
    given = os.environ | {"PARLOUR_CACHE_DIR": str(tmp_path / "cache")}
    given["PYTHONPATH"] = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    for names in (["between"], ["between", "asked"], ["asked"]):
        call = f"import parts; print(*[getattr(parts, name)(5) for name in {names}])"
        done = subprocess.run([sys.executable, "-c", call], env=given, capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr, done.returncode) == (" ".join(["35"] * len(names)) + "\n", "", 0), names


RULES = """
from parlour.kit import rule
LIMIT = 3

@rule
def above(x):
    return x > LIMIT
"""


@pytest.mark.timeout(600)
def test_a_file_written_before_its_rules_are_compiled(tmp_path: Path) -> None:
    """Code compiled from an earlier state of a file is not taken for its current state."""
    (tmp_path / "room.py").write_text(RULES)
    given = os.environ | {"PARLOUR_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    given["PYTHONPATH"] = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    writes = "p = pathlib.Path(room.__file__); p.write_text(p.read_text().replace('LIMIT = 3', 'LIMIT = 9'));"
    for first, answer in ((writes, "True"), ("", "False")):
        line = [sys.executable, "-c", f"import pathlib, room; {first} print(room.above(5))"]
        done = subprocess.run(line, env=given, capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == (f"{answer}\n", "")


FIRST = """
import sys, parlour
game = parlour.game("schnapsen")
state = game.new_state(1)
while not state.over:
    state.apply(int(state.legal()[0]))
print(sum(map(abs, state.payoffs)), "numba.np.arraymath" in sys.modules)
"""


def test_a_game_that_is_compiled_starts_without_what_only_compiling_needs(tmp_path: Path) -> None:
    def first() -> list[str]:
        environment = os.environ | {"PARLOUR_CACHE_DIR": str(tmp_path)}
        return subprocess.run(
            [sys.executable, "-c", FIRST], env=environment, text=True, capture_output=True, check=True
        ).stdout.rsplit(None, 1)

    payoffs, compiling = first()
    assert compiling == "True"
    assert first() == [payoffs, "False"]
