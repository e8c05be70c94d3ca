"""The repository keeps its own promises: set-up, locks, the size of modules, what a room may import, what a text may name."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

import parlour
from parlour.engine.reading import parse_python
from parlour.engine.rooms import room, room_names

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-bench.lock")
BINARY = {".png", ".ico", ".woff2", ".jpg", ".pdf", ".gz", ".parquet", ".npz", ".npy"}


def files(*suffixes: str) -> list[Path]:
    """Every file of the project, as git sees it: tracked, or new and not ignored."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True
    )
    paths = (ROOT / name for name in listing.stdout.decode().split("\0") if name)
    return [path for path in paths if path.is_file() and (not suffixes or path.suffix in suffixes)]


def bare(requirement: str) -> str:
    """The name of a requirement, as an index writes it: `Open_Spiel>=1` is open-spiel."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()  # type: ignore[index]


def pins(lock: str) -> dict[str, str]:
    """Name to version of every package in a lock file."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))


def declared(extra: str | None = None) -> list[str]:
    project = PROJECT["project"]
    return [bare(entry) for entry in (project["optional-dependencies"][extra] if extra else project["dependencies"])]


def test_readme_has_exactly_two_set_up_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = re.search(r"^## Set up$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section, "README.md has no section 'Set up'"
    blocks = re.findall(r"```\w*\n(.*?)```", section[1], re.DOTALL)
    commands = [line.split("#")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]
    assert commands == ["make play", "make test"]


def test_no_file_names_a_machine_or_an_index() -> None:
    machine = r"/(?:work|farm|root)/|(?<![\w.~])/(?:home|Users)/\w+/"
    index = r"py[p]i\.org|python[h]osted|registry\.n[p]mjs|--find-link[s] |--(?:extra-)?index-ur[l] "
    named = re.compile(f"{machine}|{index}")
    found = []
    for path in files():
        if path.suffix not in BINARY:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if match := named.search(line):
                    found.append(f"{path.relative_to(ROOT)}:{number}: {match[0]}")
    assert not found, "\n".join(found)


def test_modules_are_small_enough_to_be_one_thing() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in files(".py", ".js", ".css")
    }
    assert {name: lines for name, lines in lengths.items() if lines > 800} == {}


def test_every_dependency_is_explained() -> None:
    text = (ROOT / "docs/decisions/0001-dependencies.md").read_text(encoding="utf-8")
    explained = {bare(name) for name in re.findall(r"`([\w.-]+)`", text)}
    groups = [entry for group in PROJECT["dependency-groups"].values() for entry in group]
    extras = [entry for extra in PROJECT["project"]["optional-dependencies"] for entry in declared(extra)]
    assert sorted({*declared(), *extras, *map(bare, groups)} - explained) == []


def test_locks_hold_everything_and_nest() -> None:
    play, test, bench = map(pins, LOCKS)
    groups = [bare(entry) for group in PROJECT["dependency-groups"].values() for entry in group]
    build = [bare(entry) for entry in PROJECT["build-system"]["requires"]]
    assert {*declared(), *groups, *build} <= play.keys(), "run make lock"
    assert set(declared("test")) <= test.keys(), "run make lock"
    assert set(declared("bench")) <= bench.keys(), "run make lock"
    assert play.items() <= test.items() <= bench.items()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_hashes(lock: str) -> None:
    entries = re.split(r"^(?=[\w.-]+==)", (ROOT / lock).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert entries
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_versions_agree() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[([^\]]+)\]", changelog, re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1:2] in ([], [parlour.__version__]), "the newest release in CHANGELOG.md is not the package's version"
    try:
        installed = metadata.version("parlour")
    except metadata.PackageNotFoundError:
        return  # run from the source tree: there is no second place that could disagree
    assert installed == parlour.__version__


def imported(path: Path) -> set[str]:
    """The modules a file imports, relative ones made absolute."""
    package = path.relative_to(ROOT / "src").parent.parts
    names: set[str] = set()
    for node in ast.walk(parse_python(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *filter(None, [node.module])])
            names |= {f"{base}.{alias.name}" for alias in node.names} if base in ("", "parlour", "parlour.games") else {base}
    return names


def test_a_game_imports_only_the_kit() -> None:
    """The import linter sees packages only; this sees a room's files whether or not the folder is one."""
    games = ROOT / "src/parlour/games"
    wrong = []
    for path in sorted(games.glob("*/**/*.py")):
        room = "parlour.games." + path.relative_to(games).parts[0]
        allowed = ("parlour.kit", room, "numpy", "collections.abc", "functools", "itertools", "math", "typing", "__future__")
        if "pad" in path.parts:  # a score pad is never compiled, and may search
            allowed += ("dataclasses", "random")
        wrong += [
            f"{path.relative_to(ROOT)} imports {name}"
            for name in sorted(imported(path))
            if not any(name == module or name.startswith(module + ".") for module in allowed)
        ]
    assert wrong == []


def figures_for_words(name: str) -> Iterator[str]:
    """Yield the places of a room at which a house rule that has words is compared with a figure, by itself or under a name that
    the room gives it, and those that compute with words of the game or read the size of a pile from its first item."""
    table = room(name).Table
    worded = {option for option, one in table.options.items() if one.words}
    piles = {zone for zone, one in table.zones.items() if one.kind == "pile" and not one.per}
    trees = {path.name: parse_python(path.read_text(encoding="utf-8")) for path in sorted(room(name).folder.rglob("*.py"))}
    figures = {
        target.id
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for file, node in ((file, node) for file, tree in trees.items() for node in ast.walk(tree)):
        match node:
            case ast.Compare(ast.Attribute(ast.Name("t"), option), _, [ast.Constant()]) if option in worded:
                yield f"{file}:{node.lineno}: {ast.unparse(node)}: compare it with a word"
            case ast.Compare(ast.Attribute(ast.Name("t"), option), _, [ast.Name(named)]) if option in worded and named in figures:
                yield f"{file}:{node.lineno}: {ast.unparse(node)}: compare it with a word"
            case ast.Subscript(ast.Attribute(ast.Name("t"), pile), ast.Constant(0), ast.Load()) if pile in piles:
                yield f"{file}:{node.lineno}: {ast.unparse(node)}: write pile_size(t.{pile})"
            case ast.BinOp(ast.Attribute(ast.Name("SAY"))) | ast.BinOp(_, _, ast.Attribute(ast.Name("SAY"))):
                yield f"{file}:{node.lineno}: {ast.unparse(node)}: take it from a word_row"


@pytest.mark.parametrize("name", room_names())
def test_rules_name_words_and_sizes(name: str) -> None:
    """`t.direction == Table.direction.counter`, `pile_size(t.trick)`, `word_row`: figures are the layout's business."""
    assert list(figures_for_words(name)) == []


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for path in files(".md"):
        if "src" in path.relative_to(ROOT).parts:
            continue  # rulebooks are templates; the house checks them
        targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8"))
        inside = (target for target in targets if "://" not in target and not target.startswith("mailto:"))
        broken += [f"{path.relative_to(ROOT)}: {target}" for target in inside if not (path.parent / target).exists()]
    assert broken == []
