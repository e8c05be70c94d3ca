"""Write docs/kit.md: every word of the kit by module, with what it does and a line that uses it.

Usage: python scripts/kit_words.py [--check]

What a word does is its docstring. The line is the first example of the docstring, which is run as a test, or stands in a room
or the kit itself; a line once chosen is kept as long as it stands there. --check writes nothing and fails if the page is old.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import parlour.kit
from parlour.engine.opening import FUNCTIONS
from parlour.machine import body

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "kit.md"
SOURCE = ROOT / "src" / "parlour"
CORE = ("layout", "phases", "calls", "turns", "cards", "sets", "piles", "bags", "tricks", "menus", "random", "machine")
FAMILIES = ("betting", "captures", "melds", "races", "rankings", "solitaire", "splits", "draw_poker", "features")
LONGEST = 100
HEAD = """\
# The words of the kit

Rules are written in these words. `from parlour.kit import *` brings those of the core; the families are imported one by one
(`from parlour.kit.captures import *`). Written by `scripts/kit_words.py` from the docstrings: change those, not this page.

A line of example is from the docstring, or from the room named behind it.
"""
_EXAMPLE = re.compile(r"^    (?P<line>.*?)(?:  # (?P<where>[\w.]+))?$")


def module_of(name: str) -> Any:
    """A module of the kit; the machine's words are shown as one of them."""
    __import__(f"parlour.{'machine' if name == 'machine' else f'kit.{name}'}")
    return sys.modules[f"parlour.{'machine' if name == 'machine' else f'kit.{name}'}"]


def words_of(name: str) -> list[str]:
    """The words that a module brings, in alphabetical order."""
    module = module_of(name)
    if name in FAMILIES:
        return sorted(module.__all__, key=_order)
    core = set(parlour.kit.__all__)
    if name == "machine":
        elsewhere = {word for other in CORE[:-1] for word in words_of(other)}
        return sorted(core - elsewhere, key=_order)
    return sorted((word for word in core if word in _own_names(module)), key=_order)


def _order(word: str) -> tuple[str, str]:
    return word.lower(), word


def _own_names(module: Any) -> set[str]:
    return set(_notes(module)) | {
        word for word, value in vars(module).items() if getattr(body(value), "__module__", None) == module.__name__
    }


def _notes(module: Any) -> dict[str, str]:
    """The constants of a module, each with the text below it or the comment behind it."""
    path = Path(inspect.getsourcefile(module) or "")
    text = path.read_text(encoding="utf-8")
    lines, found, waiting = text.splitlines(), {}, []
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            waiting = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            behind = re.search(r"  # (.*)$", lines[(node.end_lineno or 1) - 1])
            found.update(dict.fromkeys(waiting, behind[1] if behind else ""))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.update({word: " ".join(node.value.value.split()) for word in waiting if not found[word]})
            waiting = []
        else:
            waiting = []
    return found


def uses() -> dict[str, str]:
    """Every line of rules and of the kit that might serve as an example, with its place, in a fixed order."""
    found: dict[str, str] = {}
    for path in [*sorted((SOURCE / "games").glob("*/rules.py")), *sorted((SOURCE / "games").glob("*/*.py"))]:
        _add(found, path, path.parent.name)
    for path in sorted((SOURCE / "kit").glob("*.py")):
        _add(found, path, f"kit.{path.stem}")
    for path in sorted((ROOT / "tests" / "kit").glob("*.py")):
        _add(found, path, path.stem)
    return found


def _add(found: dict[str, str], path: Path, where: str) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.partition("  # ")[0].strip()
        if "(" in line and line.count("(") == line.count(")") and not line.startswith(("def ", "from ", "#", '"')):
            if len(line) <= LONGEST and not line.endswith((",", '"""', "{", "[")) and ("class " not in line or "Table(" in line):
                found.setdefault(line, where)


def example(word: str, value: Any, lines: dict[str, str], kept: str | None) -> str:
    """A line that uses a word, as it stands on the page."""
    written = re.search(r">>> (?!from )(.*\n)([^\n]*)", inspect.getdoc(body(value)) or "")
    if written:
        result = written[2].strip()
        return f"    {written[1].strip()}" + (f"  -> {result}" if result and not result.startswith(">>>") else "")
    if kept and (match := _EXAMPLE.match(kept)) and lines.get(match["line"]) == match["where"]:
        return kept
    using = re.compile(rf"(?<![\w.\"]){re.escape(word)}\b" if inspect.isclass(value) else rf"(?<![\w.\"]){re.escape(word)}\(")
    found = sorted((line for line in lines if using.search(line)), key=lambda line: (_rank(lines[line]), len(line)))
    return f"    {found[0]}  # {lines[found[0]]}" if found else ""


def _rank(where: str) -> int:
    """Rooms come first, then the kit, then its tests."""
    return 2 if where.startswith("test_") else 1 if where.startswith("kit.") else 0


def entries(name: str, lines: dict[str, str], old: dict[str, str]) -> Iterator[str]:
    """The words of a module as text."""
    module, plain = module_of(name), []
    notes = _notes(module)
    for word in words_of(name):
        value = getattr(module, word)
        if word in FUNCTIONS:  # a room's own, which a family has for all of its rooms
            continue
        if not callable(value):
            note = notes.get(word, "")
            plain.append(f"`{word}`" + (f" ({note.rstrip('.')})" if note else ""))
            continue
        does = (inspect.getdoc(body(value)) or "").partition("\n\n")[0]
        heading = word if inspect.isclass(value) else f"{word}({', '.join(inspect.signature(body(value)).parameters)})"
        yield f"**`{heading}`** {' '.join(does.split())}\n\n{example(word, value, lines, old.get(word))}\n"
    if plain:
        yield f"Constants: {', '.join(plain)}.\n"


def page() -> str:
    """The whole page."""
    lines = uses()
    text = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    old = dict(re.findall(r"^\*\*`(\w+)[^\n]*\n\n(    [^\n]*)$", text, re.MULTILINE))
    parts = [HEAD]
    for title, modules in (("Core", CORE), ("Families", FAMILIES)):
        parts.append(f"## {title}\n")
        for name in modules:
            said = (
                (module_of(name).__doc__ or "").partition("\n")[0] if name != "machine" else "Compiling, and single instructions."
            )
            parts.append(f"### {name.replace('_', ' ').capitalize()}\n\n{said}\n")
            parts += entries(name, lines, old)
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    """Write the page, or with --check say whether it is as it should be: 0 if so, otherwise 1."""
    text = page()
    if "--check" in arguments:
        return 0 if PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
