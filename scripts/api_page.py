"""Write docs/api.md: the public names of the Python API, with what they do, arguments, errors and an example.

Usage: python scripts/api_page.py [--check]

The text of a name is its docstring. Arguments and fields that it explains (`seed: ...`) become a list, and so do the errors that
it names. Examples are in scripts/api_examples.py; the page is run as a test. --check writes nothing and exits with 1 if the page
is old.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from api_examples import EXAMPLES

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "api.md"
SECTIONS: dict[str, list[str]] = {
    "parlour": ["game", "from_position", "replay", "game_names"],
    "Games": ["Game", "Totals", "engine.vector.TableVector"],
    "Matches": ["Match", "Objection", "engine.match.Chosen", "engine.match.Chance"],
    "States": ["State"],
    "Views": ["View"],
    "Bots": [
        "bots.make",
        "bots.names",
        "bots.split",
        "bots.Bot",
        "bots.arena.compare",
        "bots.arena.Comparison",
        "bots.arena.Player",
    ],
    "Environments": [
        "envs.vector",
        "envs.single",
        "envs.spec",
        "envs.Tensors",
        "envs.Packed",
        "envs.Part",
        "envs.Actions",
        "envs.openspiel.load",
        "envs.pettingzoo.env",
    ],
    "Solvers": ["solve.solve", "solve.check", "solve.Settler", "solve.Verdict", "solve.endings.ending", "solve.endings.Ending"],
    "Errors": ["BadInput", "IllegalChoice"],
}
"""The names that the page shows, in this order, below `parlour`. Of a class all public names of its own are shown."""

HEAD = """\
# The Python API

`import parlour` gives the names of the first sections; bots, environments and solvers are imported from their packages. Names
that are not on this page may change. Written by `scripts/api_page.py` from the docstrings: change those, not this page. The
examples are run as tests, one after the other.

Seats are numbered from 0. A *code* is an integer that stands for one choice of a game, a card or a call; its *name* is what
people type. An array of tables is a NumPy record array; `int8[n]` is an array of that type and shape.
"""
ERRORS = ("BadInput", "IllegalChoice", "RuntimeError")


def found(name: str) -> Any:
    """A public object by its path below `parlour`."""
    parts = name.split(".")
    for k in range(len(parts) - 1, -1, -1):
        try:
            value = importlib.import_module(".".join(["parlour", *parts[:k]]))
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith("parlour"):
                raise
            continue
        for part in parts[k:]:
            value = getattr(value, part)
        return value
    raise LookupError(name)


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, as they are written in it."""
    for name, value in vars(kind).items():
        plain = value.__func__ if isinstance(value, staticmethod | classmethod) else value
        if not name.startswith("_") and (inspect.isfunction(plain) or isinstance(plain, property)):
            yield name, plain


def entries() -> Iterator[tuple[str, str, Any]]:
    """(section, name on the page, object) of everything that is shown."""
    for section, names in SECTIONS.items():
        for path in names:
            value = found(path)
            name = path.rpartition(".")[2] if inspect.isclass(value) else path.removeprefix("engine.")
            yield section, name, value
            if inspect.isclass(value):
                for member, method in members(value):
                    yield section, f"{name}.{member}", method


def parameters(value: Any) -> list[inspect.Parameter]:
    """The arguments of a callable, or of making a class, without `self`."""
    if isinstance(value, property):
        return []
    try:
        given = inspect.signature(value).parameters.values()
    except ValueError:
        return []
    return [one for one in given if one.name not in ("self", "cls")]


def heading(name: str, value: Any) -> str:
    """A name with its arguments and what it gives."""
    if isinstance(value, property):
        gives = inspect.signature(value.fget).return_annotation if value.fget else inspect.Parameter.empty
        return f"{name}: {_typed(gives)}"
    if inspect.isclass(value):
        if issubclass(value, BaseException) or "Made by" in prose(value):
            return name
        return f"{name}({', '.join(one.name for one in parameters(value))})"
    given = [_argument(one) for one in parameters(value)]
    keywords = [k for k, one in enumerate(parameters(value)) if one.kind is one.KEYWORD_ONLY]
    if keywords and not any(one.kind is one.VAR_POSITIONAL for one in parameters(value)):
        given.insert(keywords[0], "*")
    return f"{name}({', '.join(given)}) -> {_typed(inspect.signature(value).return_annotation)}"


def _argument(one: inspect.Parameter) -> str:
    stars = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
    default = "" if one.default is one.empty else f" = {one.default!r}"
    return f"{stars}{one.name}: {_typed(one.annotation)}{default}"


def _typed(annotation: Any) -> str:
    if annotation in (inspect.Parameter.empty, None):
        return "None" if annotation is None else "Any"
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    return re.sub(r"\b(?:npt|np|inspect|collections\.abc)\.", "", text).strip("'\"")


def prose(value: Any) -> str:
    """The text of a docstring without its examples, a paragraph per line."""
    text = inspect.getdoc(value) or ""
    kept = [part for part in text.split("\n\n") if not part.lstrip().startswith(">>>")]
    return "\n".join(" ".join(part.split()) for part in kept)


def explained(value: Any) -> tuple[list[str], dict[str, str], list[str]]:
    """(paragraphs, the text of each argument or field, errors) of a docstring."""
    names = [one.name for one in parameters(value)]
    if inspect.isclass(value):
        fields = [one.name for one in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else []
        names += [name for name in [*fields, *getattr(value, "__annotations__", {})] if name not in names]
        names += re.findall(r"`(\w+)`(?:, `\w+`)*: ", prose(value))
    listed = "|".join(map(re.escape, names)) or "(?!)"
    one = rf"`?\*{{0,2}}(?:{listed})`?"
    cut = re.compile(rf"(?:^|(?<=[.;)\]] ))((?:{one}(?:, | and )?)+): ")
    text, told, errors = [], {}, []
    for paragraph in prose(value).splitlines():
        said, *raised = re.split(rf"(?:^|(?<=\.) )(?=(?:{'|'.join(ERRORS)}): )", paragraph)
        errors += raised
        first, *rest = cut.split(said)
        text.append(first.strip())
        told |= {re.sub(r"[`*]", "", name): what.strip() for name, what in zip(rest[::2], rest[1::2], strict=True)}
    return [part for part in text if part], told, errors


def entry(name: str, value: Any) -> str:
    """One name as it stands on the page."""
    text, told, errors = explained(value)
    lines = [f"{'###' if '.' not in name or not name[0].isupper() else '####'} `{heading(name, value)}`", ""]
    lines += ["\n\n".join(text), ""] if text else []
    lines += [f"- `{argument}`: {what}" for argument, what in told.items()] + [
        re.sub(r"^(\w+):?", r"- `\1`:", error) for error in errors
    ]
    if told or errors:
        lines.append("")
    if name in EXAMPLES:
        lines += ["```python", EXAMPLES[name].strip("\n"), "", "```", ""]
    return "\n".join(lines)


def page() -> str:
    """The whole page."""
    parts, last = [HEAD], ""
    for section, name, value in entries():
        if section != last:
            parts.append(f"## {section}\n")
            last = section
        parts.append(entry(name, value))
    return "\n".join(parts).rstrip() + "\n"


def main(arguments: list[str]) -> int:
    """Write the page, or with --check say whether it is as it should be: 0 if so, otherwise 1."""
    text = page()
    if "--check" in arguments:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
