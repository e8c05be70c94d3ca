"""Do things with a game in a given order and print digests of the code that they led to, as JSON.

`python order.py GAME card,playouts,tables`. For the graphics card it is the text that the card reads, for this processor each
module of a rule that is handed to the optimiser.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from numba.core.codegen import JITCodeLibrary

import parlour
from parlour.gpu import NotForCards, code, lanes

found: dict[str, str] = {}


def note(name: str, text: str) -> None:
    """Keep the digest of a text; two under one name are both kept."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    if digest not in found.get(name, ""):
        found[name] = " ".join(filter(None, [found.get(name), digest]))


def watch_the_optimiser() -> None:
    """Note every module that is handed to it."""
    optimise: Any = JITCodeLibrary._optimize_final_module

    def noted(library: Any) -> None:
        note(f"{library.name} {getattr(library, 'symbol', '')}", str(library._final_module))
        optimise(library)

    JITCodeLibrary._optimize_final_module = noted


def main() -> None:
    """See the top of the file."""
    game = parlour.game(sys.argv[1])

    def card() -> None:
        for lane in (lanes.play_out, lanes.play, lanes.look):
            try:
                note(f"card {lane.__name__}", code(game.room, lane))
            except NotForCards as reason:
                note(f"card {lane.__name__}", str(reason))

    def playouts() -> None:
        game.playouts(10, 1)

    def tables() -> None:
        side_by_side = game.tables(8, 1)
        side_by_side.play(side_by_side.menus()[0][:, 0].copy())

    watch_the_optimiser()
    for name in sys.argv[2].split(","):
        {"card": card, "playouts": playouts, "tables": tables}[name]()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
