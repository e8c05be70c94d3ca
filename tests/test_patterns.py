"""Every regular expression of the package takes time in proportion to its text: each is attacked with long texts made of it.

An attack is what leads to a repeat, the repeated part 60,000 times, and something that does not fit. A pattern that looks
back over it takes the square of that: seconds to hours of processor time, while a linear one takes milliseconds. The limit
between them is wide, and counts processor time, not the clock.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from parlour.engine.reading import parse_python
from soon import TooSlow, needs_clock, within

pytestmark = pytest.mark.slow
SOURCE = Path(__file__).parent.parent / "src" / "parlour"
TIMES = 60_000
LIMIT = 0.5
"""Seconds of processor time for one attack."""
FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
OURS = {
    "bots/nerve/rooms.py": "names of our own modules",
    "bots/strategy.py": "advice of our own bots",
    "engine/opening.py": "the source of a room",
    "engine/rooms.py": "the name of a room's folder",
    "engine/rulebook.py": "rulebooks of rooms",
    "engine/speech.py": "sentences of rooms",
    "gpu/ptx.py": "what the compiler writes",
    "house/examples.py": "examples of rooms",
    "house/card_pictures.py": "our own drawings",
    "house/house_book.py": "our own rulebooks",
    "house/site.py": "our own pages",
    "kit/layout.py": "declarations of rooms",
    "lab/plots.py": "drawings of our plots",
    "lab/report.py": "our own sentences",
    "ladder/blame.py": "messages of the compiler about a room of one's own",
    "ladder/folder.py": "a room of one's own",
    "ladder/laying_out.py": "a room of one's own",
    "ladder/look.py": "a room of one's own",
    "machine/inner.py": "what the compiler writes",
    "table/rulebooks.py": "our own pages",
}
"""Modules whose patterns only meet text that comes with the house or from the person who runs it, and whose text that is."""

AGAIN = {("engine/toml.py", "finditer")}
"""Uses that only meet what another pattern has matched as a whole."""


def patterns(path: Path) -> Iterator[tuple[int, set[str], str | re.Pattern[Any] | None, int]]:
    """Yield the uses of `re` in a module: the line, what is done with the pattern, the pattern, flags.

    The pattern is None if it is only known while the module runs.
    """
    name = ".".join(("parlour", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    module, tree = importlib.import_module(name), parse_python(path.read_text(encoding="utf-8"))
    done = {id(node.value): _methods(tree, node.targets[0]) for node in ast.walk(tree) if isinstance(node, ast.Assign)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or ast.unparse(node.func.value) != "re":
            continue
        function = node.func.attr
        if function not in FUNCTIONS:
            continue
        flags = [word.value for word in node.keywords if word.arg == "flags"]
        flags += node.args[1:] if function == "compile" else node.args[2:] if function in ("match", "fullmatch", "search") else []
        try:
            pattern = eval(ast.unparse(node.args[0]), vars(module))
            found = 0
            for flag in flags:
                found |= int(eval(ast.unparse(flag), vars(module)))
        except (NameError, KeyError, AttributeError):
            pattern, found = None, 0
        yield node.lineno, done.get(id(node), FUNCTIONS) if function == "compile" else {function}, pattern, found


def _methods(tree: ast.Module, name: ast.expr) -> set[str]:
    """Return what a module does with a pattern that has a name; anything if it is used elsewhere."""
    found = {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == ast.unparse(name)
    }
    return found & FUNCTIONS or FUNCTIONS


def modules() -> list[Path]:
    """The modules that use `re` on text from outside."""
    uses = [path for path in sorted(SOURCE.rglob("*.py")) if re.search(r"^import re$", path.read_text(encoding="utf-8"), re.M)]
    return [path for path in uses if path.relative_to(SOURCE).as_posix() not in OURS]


# texts that fit a part of a pattern


def sample(parsed: Any) -> str:
    """A short text that fits."""
    return "".join(_sample(*item) for item in parsed)


def _sample(op: Any, given: Any) -> str:
    if op is sre.LITERAL:
        return chr(given)
    if op is sre.NOT_LITERAL:
        return "x" if given != ord("x") else "y"
    if op is sre.ANY:
        return "x"
    if op is sre.IN:
        return _member(given)
    if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return sample(given[2]) * max(given[0], 1)
    if op is sre.BRANCH:
        return sample(given[1][0])
    if op is sre.SUBPATTERN:
        return sample(given[3])
    return sample(given) if op is sre.ATOMIC_GROUP else ""


CLASSES = {sre.CATEGORY_SPACE: r"\s", sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_SPACE: r"\S"}


def _member(items: list[Any]) -> str:
    """A letter of a set."""
    fits = re.compile("x")
    negated = items[0][0] is sre.NEGATE
    letters = " \tx1A0-.#♥é\\"
    for op, given in items[negated:]:
        if not negated and op is sre.LITERAL:
            return chr(given)
        if not negated and op is sre.RANGE:
            return chr(given[0])
        if not negated and op is sre.CATEGORY:
            fits = re.compile(
                {
                    sre.CATEGORY_SPACE: r"\s",
                    sre.CATEGORY_DIGIT: r"\d",
                    sre.CATEGORY_WORD: r"\w",
                    sre.CATEGORY_NOT_SPACE: r"\S",
                }.get(given, r"\W")
            )
            return next(letter for letter in letters if fits.match(letter))
    out = {given for op, given in items if op is sre.LITERAL}
    return next((letter for letter in letters if ord(letter) not in out), "~")


def attacks(parsed: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield what leads to each repeat, and what is repeated; a start that comes again and again is one too."""
    items = list(parsed)
    for number, (op, given) in enumerate(items):
        inner = []
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            inner = [given[2]]
            if given[1] > 100:
                yield before, sample(given[2])
                yield before, before + sample(given[2])
                yield before, " "
                yield before, "x"
        elif op is sre.BRANCH:
            inner = given[1]
        elif op is sre.SUBPATTERN:
            inner = [given[3]]
        elif op is sre.ATOMIC_GROUP:
            inner = [given]
        for part in inner:
            yield from attacks(part, before)
        before += _sample(*items[number])
        if op is not sre.LITERAL or items[number + 1 : number + 2] == [] or items[number + 1][0] is not sre.LITERAL:
            yield "", before  # a start that breaks off inside a word fails at once


def withstands(pattern: re.Pattern[Any], functions: set[str], text: str) -> bool:
    """Return whether a pattern is done with a text within the limit."""
    given: Any = text if isinstance(pattern.pattern, str) else text.encode()
    try:
        with within(LIMIT):
            for function in functions & {"match", "fullmatch"}:
                getattr(pattern, function)(given)
            if functions - {"match", "fullmatch", "compile"}:
                for _ in pattern.finditer(given):
                    pass
    except TooSlow:
        return False
    return True


def slow(pattern: re.Pattern[Any], functions: set[str]) -> str:
    """Return an attack that a pattern does not withstand, in words; nothing if there is none."""
    parsed = _parser.parse(pattern.pattern, pattern.flags & ~(re.UNICODE if isinstance(pattern.pattern, bytes) else 0))
    for before, again in dict.fromkeys(attacks(parsed)):
        for end in ("\0", "\\", ""):
            if again and not withstands(pattern, functions, before + again * TIMES + end):
                return f"{before!r} + {again!r} * {TIMES} + {end!r}"
    return ""


@needs_clock
@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_pattern_is_linear(path: Path) -> None:
    for line, functions, pattern, flags in patterns(path):
        functions = {one for one in functions if (path.relative_to(SOURCE).as_posix(), one) not in AGAIN}
        assert pattern is not None, (
            f"{path}:{line}: the pattern is made while the module runs: make it a constant, or register the module"
        )
        compiled = pattern if isinstance(pattern, re.Pattern) else re.compile(pattern, flags)
        assert not slow(compiled, functions), f"{path}:{line}: {compiled.pattern}"


@pytest.mark.parametrize("pattern", [r"(a+)+b", r"\s*x?\s*y", r"a+b", r"url\(\s*(?:\\.|[^)\\])*\s*(?:\)|\Z)", r"\*\*(.+?)\*\*x"])
def test_the_attack_finds_what_is_not(pattern: str) -> None:
    assert slow(re.compile(pattern, re.DOTALL), FUNCTIONS)


def test_only_modules_that_exist_are_left_out() -> None:
    assert all((SOURCE / name).exists() for name in OURS)
