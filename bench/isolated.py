"""python bench/isolated.py [GAME ...] [--runs N]: what a choice takes of a bot in the process of the match, and isolated.

The bot chooses at random and takes next to no time. Both play the same hands in turn, in processes that have begun before. What
is shown is microseconds per choice from asking to the answer: of the processor, in both processes together, the mean of the best
run, because a disturbance only slows a run; and on the clock, the tenth that was answered soonest, as on a quiet machine. It
reads what Linux counts of each process.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from parlour.bots import make
from parlour.bots.base import Bot
from parlour.bots.isolated import BotProcesses, SeatedBot
from parlour.engine.game import Game

USUAL = ("schnapsen", "spades", "machiavelli")
BOT = "chance:seed=1"
CHOICES = 400


def spent(bots: list[Bot]) -> float:
    """Seconds of the processor that these bots have taken in processes of their own."""
    pids = [bot.process.pid for bot in bots if isinstance(bot, SeatedBot)]
    return sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in pids) / 1e9


def run(game: Game, processes: BotProcesses, bot: Bot) -> tuple[float, float]:
    """Microseconds per choice, of the processor and on the clock."""
    clock, processor, number = list[float](), 0.0, 0
    while len(clock) < CHOICES:
        with processes.seated([bot] * game.seats, "") as seated:
            match, before = game.start(seed=1, number=number), spent(seated)
            while not match.over and len(clock) < CHOICES:
                view = match.view(match.turn, memory=True)
                began, own = time.perf_counter(), time.thread_time()
                codes = seated[match.turn].choose(view)
                processor += time.thread_time() - own
                clock.append(time.perf_counter() - began)
                match.play(*codes)
            processor += spent(seated) - before
        number += 1
    return 1e6 * processor / len(clock), 1e6 * statistics.quantiles(clock, n=10)[0]


def main() -> None:
    """Print a table."""
    asked = argparse.ArgumentParser(description="what isolation costs per choice")
    asked.add_argument("games", nargs="*", default=USUAL)
    asked.add_argument("--runs", type=int, default=6)
    given = asked.parse_args()
    print(
        "| game | processor, in process | isolated | clock, in process | isolated |", "| --- | --- | --- | --- | --- |", sep="\n"
    )
    for name in given.games:
        game, bot = Game(name), make(BOT)
        bot.prepare(game)
        with BotProcesses(spare=game.seats) as processes:
            apart = processes.invite(game, BOT)
            runs = [[run(game, processes, one) for one in (bot, apart)] for _ in range(given.runs)]
        best = [[min(found[which][what] for found in runs) for which in (0, 1)] for what in (0, 1)]
        print(f"| {game.room.title} | {' | '.join(f'{took:.0f}' for took in (*best[0], *best[1]))} |", flush=True)


if __name__ == "__main__":
    main()
