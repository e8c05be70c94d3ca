"""Writes the types of the wire (src/parlour/table/wire.py) for the browser's scripts: `python scripts/wire_types.py`.

The result, static/js/wire.d.ts, is read by the TypeScript compiler alone; no browser loads it. A test holds the two together.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from msgspec import inspect

from parlour.table import wire, wire_replay

TARGET = Path(__file__).resolve().parent.parent / "src/parlour/table/static/js/wire.d.ts"
HEAD = """\
/**
 * What travels over the wire (docs/wire.md), as types. Written by scripts/wire_types.py from table/wire.py: do not edit.
 */
import type { Look } from "./types.js";

"""
OWN = {("View", "view"): "TableView", ("ReplayStep", "view"): "TableView", ("GameInfo", "look"): "Look"}
"""Fields of which the server knows less than the browser: those it passes on as they are."""
PLAIN = {inspect.IntType: "number", inspect.FloatType: "number", inspect.StrType: "string", inspect.BoolType: "boolean"}


def typescript() -> str:
    """The whole file."""
    messages, requests = get_args(wire.Message), get_args(wire.Request)
    structs: dict[str, inspect.StructType] = {}
    for kind in (*messages, *requests, wire.TableView, *get_args(wire_replay.Page)):
        _gather(inspect.type_info(kind), structs)
    blocks = [_interface(struct) for _, struct in sorted(structs.items())]
    for name, kinds in (("Message", messages), ("Request", requests)):
        blocks.append(f"export type {name} = {' | '.join(sorted(kind.__name__ for kind in kinds))};\n")
    return HEAD + "\n".join(blocks)


def _gather(kind: inspect.Type, structs: dict[str, inspect.StructType]) -> None:
    if isinstance(kind, inspect.StructType):
        if kind.cls.__name__ in structs:
            return
        structs[kind.cls.__name__] = kind
        for field in kind.fields:
            _gather(field.type, structs)
    for part in (*getattr(kind, "types", ()), *(getattr(kind, key, None) for key in ("item_type", "value_type"))):
        if part is not None:
            _gather(part, structs)


def _interface(struct: inspect.StructType) -> str:
    name = struct.cls.__name__
    lines = [f"/** {(struct.cls.__doc__ or '').strip().splitlines()[0]} */", f"export interface {name} {{"]
    if struct.tag_field is not None:
        lines.append(f'  {struct.tag_field}: "{struct.tag}";')
    asked = issubclass(struct.cls, get_args(wire.Request))
    for field in struct.fields:
        # a default is left out by the server where its struct says so, and may be by a browser
        spared = not field.required and (asked or struct.cls.__struct_config__.omit_defaults)
        given = OWN.get((name, field.name)) or _type(field.type)
        lines.append(f"  {field.encode_name}{'?' if spared else ''}: {given};")
    return "\n".join([*lines, "}", ""])


def _type(kind: inspect.Type) -> str:
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    if isinstance(kind, inspect.NoneType):
        return "null"
    if isinstance(kind, inspect.StructType):
        return str(kind.cls.__name__)
    if isinstance(kind, inspect.ListType):
        inner = _type(kind.item_type)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if isinstance(kind, inspect.DictType):
        return f"Record<string, {_type(kind.value_type)}>"
    if isinstance(kind, inspect.UnionType):
        return " | ".join(_type(part) for part in kind.types)
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(json.dumps(value) for value in kind.values)
    if isinstance(kind, inspect.AnyType | inspect.RawType):
        return "any"
    raise TypeError(f"no TypeScript for {kind}")


def main() -> None:
    """Write the file."""
    TARGET.write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    main()
