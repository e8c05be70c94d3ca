"""Many deals at the same time."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from parlour.engine.game import Game

from . import Settler, Verdict
from .deals import Deal


def settle_all(
    game: Game, deals: Sequence[Deal], seconds: float = 60.0, memory: int = 512, threads: int = 0
) -> Iterator[tuple[Deal, Verdict]]:
    """The deals with their verdicts, in order. seconds, memory: for each deal and each thread. threads 0: one per core.

    BadInput if there is no solver for the game.
    """
    threads = max(1, min(threads or os.cpu_count() or 1, len(deals)))
    own = threading.local()
    Settler(game, seconds, memory).warm_up()  # once, not in every thread

    def work(k: int) -> tuple[Deal, Verdict]:
        if not hasattr(own, "settler"):
            own.settler = Settler(Game(game.room, None, game.house), seconds, memory)
        deal = deals[k]
        return deal, own.settler.settle(deal.tables)

    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(work, range(len(deals)))
        finally:
            pool.shutdown(cancel_futures=True)
