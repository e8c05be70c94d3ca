"""Numbers keep to the range that their declaration states: past it the compiled table wraps around without a word."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.engine.rooms import Room
from parlour.kit.layout import Number

from .declared import declarations
from .faults import Fault


def beyond(room: Room, tables: Any, seats: int) -> Fault | None:
    """The first field of some tables with a figure outside its declared range; what an empty table holds is no fault."""
    for name, field in room.Table.fields.items():
        if not isinstance(field, Number) or field.kind == "random":
            continue
        figures = np.asarray(tables[name])
        live = figures[:, :seats] if field.per_seat else figures
        high = seats - 1 if field.kind == "seat" else field.high
        wrong = ((live < field.low) | (live > high)) & (live != field.empty)
        if wrong.any():
            value, written = int(live[wrong][0]), declarations(room).get(name)
            where = f"rules.py:{written.lineno}" if written is not None else "rules.py"
            return Fault(where, f"{name} is {value}, and it is declared from {field.low} to {high}")
    return None
