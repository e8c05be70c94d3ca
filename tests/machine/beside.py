"""A process that needs machine code and has it compiled by another: `python beside.py ROOM GUEST`, with an empty cache."""

from __future__ import annotations

import sys
import threading

import numpy as np
import pytest

from parlour.engine import rooms, steps
from parlour.engine.compiling import Compiler
from parlour.engine.game import Game
from parlour.kit.sets import total
from parlour.machine import NotCompiled, compile_elsewhere, dispatcher


def main(name, folder):
    """Have functions compiled beside, and check that nothing is compiled here."""
    compiled_here, found = [], []
    compile_here = dispatcher.RuleCompiler.compile_extra

    def noted(self, function):
        compiled_here.append(function)
        return compile_here(self, function)

    def needs(table):
        found.append(steps.used_chance_row(table, 0, table, 0, 1, 0))

    dispatcher.RuleCompiler.compile_extra = noted
    compiler = Compiler()
    compile_elsewhere(compiler)

    # several threads at once
    guest = rooms.invite(folder)
    tables = [Game(name).room.Table.blank(1), guest.Table.blank(1)] * 2
    threads = [threading.Thread(target=needs, args=[table]) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(threads)

    # the files of a guest change
    rules = guest.folder / "rules.py"
    rules.write_text(rules.read_text() + "\n# a change\n")
    needs(rooms.renew(guest.name).Table.blank(1))

    # it is killed, as the system does with a process that needs too much memory
    compiler._process.kill()
    assert total(3, np.arange(13)) == 1

    with pytest.raises(NotCompiled, match="TypingError"):
        total(3, 4)
    compiler.close()
    with pytest.raises(NotCompiled, match="the server ends"):
        total(3, np.arange(13.0))
    assert compiled_here == [], compiled_here

    compile_elsewhere(None)
    assert total(3, np.arange(13.0)) == 1.0
    assert compiled_here, "what is compiled here is noted"


if __name__ == "__main__":
    main(*sys.argv[1:])
