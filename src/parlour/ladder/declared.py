"""Read the declaration of a table as a text: the line of each field, and what it must say."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from parlour.engine.files import read_text
from parlour.engine.reading import parse_python
from parlour.engine.rooms import Room
from parlour.kit.layout import ALL

from .faults import Fault


def declarations(room: Room) -> dict[str, ast.expr]:
    """Return the values that the fields of a room's `Table` are set to; those that a family of the kit declares are not among
    them."""
    tables = [node for node in parse_python(read_text(room.folder / "rules.py")).body if isinstance(node, ast.ClassDef)]
    found: dict[str, ast.expr] = {}
    for node in (node for table in tables for node in table.body):
        if isinstance(node, ast.Assign):
            found |= {target.id: node.value for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found[node.target.id] = node.value
    return found


def at_field(room: Room, name: str) -> str:
    """Return the line on which a field is declared."""
    written = declarations(room).get(name)
    return f"rules.py:{written.lineno}" if written is not None else "rules.py"


def open_unsaid(room: Room) -> Iterator[Fault]:
    """Find zones of a seat that it plays from and that all see, if the declaration does not say so: most likely it was
    forgotten."""
    written = declarations(room)
    for name, zone in room.Table.zones.items():
        value = written.get(name)
        if zone.per_seat and zone.plays and zone.seen == ALL and value is not None and not _says_seen(value):
            what = f"{name}: seats play from it, and it does not say who sees it: seen=OWNER, or seen=ALL for an open hand"
            yield Fault(f"rules.py:{value.lineno}", what)


def _says_seen(value: ast.expr) -> bool:
    """Whether a declaration says who sees the place, by a keyword or by ALL in its place."""
    return any(
        (isinstance(node, ast.keyword) and node.arg == "seen") or (isinstance(node, ast.Name) and node.id == "ALL")
        for node in ast.walk(value)
    )
