"""Bots against each other, measured: the same deals for every seating, means with intervals by deal.

    found = compare("schnapsen", ["search:seconds=0.02", "chance"], deals=100)
    found.players[0].mean, found.players[0].margin

Luck of the deal is most of a card game. So each deal is played once for every seating, and what is compared is what a bot
made of the same cards; deals, not matches, are the independent draws that an interval counts.
"""

from __future__ import annotations

import itertools
import math
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from threading import local
from typing import Any

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput, shown
from parlour.engine.game import Game
from parlour.engine.match import Match, Step
from parlour.engine.positions import seats_of
from parlour.engine.rooms import Room, room
from parlour.kit import DEAL, NOBODY

from . import make
from .base import Bot
from .guests import asked, blamed, called, named
from .isolated import BotProcesses, wanted
from .strategy import Strategy, contested, plays_through

MOST_SEATINGS = 120


@dataclass(frozen=True)
class Player:
    """The results of one bot. mean, margin: per seat and match, with half the width of the 95 % interval over deals (nan for one
    deal).

    wins: part of the matches that its seats won, partners together; a win shared by several sides counts in parts (nan if hands
    are compared).
    """

    bot: str
    mean: float
    margin: float
    wins: float
    moves: int
    seconds_per_move: float


@dataclass(frozen=True)
class Comparison:
    """The result of `compare`. unit: match or hand; measure: payoff (of a match) or score (its change in a hand).

    sides: how many there are, partners counted as one: equal bots win one match in so many.
    """

    game: str
    seats: int
    sides: int
    house: dict[str, Any]
    unit: str
    measure: str
    deals: int
    seatings: list[list[str]]
    seed: int
    players: list[Player]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Return all figures as a dict for JSON, with None in place of not-a-number."""
        found = asdict(self)
        for player in found["players"]:
            for key, value in player.items():
                if isinstance(value, float) and math.isnan(value):
                    player[key] = None
        return found

    def __str__(self) -> str:
        """A few lines for people."""
        what = f"{counted(self.deals, 'deal')} x {len(self.seatings)} seatings of {self.game}, {counted(self.seats, 'seat')}"
        interval = " with 95 % interval" if self.deals > 1 else ""
        fair = f"; with equal bots a side wins {1 / self.sides:.1%}" if self.sides > 1 and self.unit == "match" else ""
        lines = [f"{what}; mean {self.measure} per {self.unit}{interval}{fair}"]
        for player in self.players:
            wins = "" if math.isnan(player.wins) else f"  wins {player.wins:6.1%}"
            ms = 1000 * player.seconds_per_move
            speed = f"{ms:.0f} ms per choice" if ms >= 100 else f"{ms:.3g} ms per choice"
            interval = "" if math.isnan(player.margin) else f" ± {player.margin:.3f}"
            lines.append(f"{player.bot:<32} {player.mean:+.3f}{interval}{wins}  {counted(player.moves, 'choice')}, {speed}")
        return "\n".join(lines)


@dataclass(frozen=True)
class _Played:
    """One match or hand: by seat the result and its side's share of the win, the choices and their seconds."""

    results: list[float]
    wins: list[float]
    moves: list[int]
    seconds: list[float]


def seatings(bots: int, seats: int) -> list[list[int]]:
    """Return which bot sits where in each seating: every bot has every seat equally often.

    With as many bots as seats, or fewer, which then sit in turn (ABAB), the seatings are all rotations. With more bots than seats
    they are every choice of bots in every order. BadInput if there would be more than 120.

    >>> seatings(2, 4), seatings(2, 3)
    ([[0, 1, 0, 1], [1, 0, 1, 0]], [[0, 1, 0], [1, 0, 1]])
    """
    if bots <= seats:
        return [[(seat + shift) % bots for seat in range(seats)] for shift in range(bots)]
    if math.perm(bots, seats) > MOST_SEATINGS:
        raise BadInput(
            f"{counted(bots, 'bot')} at {counted(seats, 'seat')} have {math.perm(bots, seats)} seatings; "
            f"the most is {MOST_SEATINGS}"
        )
    return [list(chosen) for chosen in itertools.permutations(range(bots), seats)]


def compare(
    game: str | Room,
    bots: Sequence[str | Bot],
    deals: int = 100,
    *,
    seats: int | None = None,
    house: dict[str, Any] | None = None,
    hands: bool = False,
    seed: int = 0,
    threads: int = 1,
    seconds_per_move: float | None = None,
    isolated: bool | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Play bots against each other over the same deals in every seating, and return how each did.

    game: its name, or its room. bots: texts of `make`, or bots. Equal bots count as one player: `["search", "chance", "chance",
    "chance"]` is one against three. deals: how many. seats, house: as for `parlour.game`. hands: compare single hands, by their
    change of score against the others, in place of whole matches by payoff. seed: of the deals. threads: matches at the same
    time. seconds_per_move: the budget of every bot that has one. isolated: whether bots named by a text play in processes that
    receive the bytes of their seat's view and nothing else; None: those from files do. progress: called as `progress(done, of)`
    after each match.

    BadInput: bots, seats or house rules that do not exist, or what a bot did wrong.
    """
    opened = game if isinstance(game, Room) else room(game)
    table = Game(opened, seats, house)
    if deals < 1 or threads < 1:
        raise BadInput("an arena needs at least one deal and one thread")
    if not bots:
        raise BadInput("an arena needs at least one bot")
    began = time.perf_counter()
    with BotProcesses(spare=threads * table.seats) as processes:
        players = _prepared(bots, table, processes, seconds_per_move, isolated)
        plan = _distinct(seatings(len(players), table.seats), players)
        partners, own = sides(table), _OwnGame(opened, seats, house)

        def work(job: tuple[int, int]) -> _Played:
            seating, deal = job
            with processes.seated([players[i] for i in plan[seating]], seating) as seated:
                return _play(own.game, seated, partners, seed, deal, hands)

        # seating by seating: a process plays one seat of one seating, and so meets a deal once
        jobs = list(itertools.product(range(len(plan)), range(deals)))
        played = _side_by_side(work, jobs, threads, processes, progress)
    took = [(deal, plan[seating]) for seating, deal in jobs]
    return Comparison(
        game=opened.name,
        seats=table.seats,
        sides=len(set(partners)),
        house=dict(house or {}),
        unit="hand" if hands else "match",
        measure="score" if hands else "payoff",
        deals=deals,
        seatings=[[str(players[i]) for i in seating] for seating in plan],
        seed=seed,
        players=[_sum_up(bot, players, took, played, hands) for bot in dict.fromkeys(players)],
        seconds=time.perf_counter() - began,
    )


class _OwnGame(local):
    """The game of each thread, because a game has working memory of its own."""

    def __init__(self, opened: Room, seats: int | None, house: dict[str, Any] | None) -> None:
        self.game = Game(opened, seats, house)


def _side_by_side(
    work: Callable[[tuple[int, int]], _Played],
    jobs: Sequence[tuple[int, int]],
    threads: int,
    processes: BotProcesses,
    progress: Callable[[int, int], None] | None,
) -> list[_Played]:
    """Return what comes of all jobs, in their order. progress: called as `progress(done, of)` after each."""
    played: list[_Played] = []
    with ThreadPoolExecutor(threads) as pool:
        try:
            for one in pool.map(work, jobs):
                played.append(one)
                if progress is not None:
                    progress(len(played), len(jobs))
        except BaseException:
            processes.stop()  # or the other matches would be waited for, which may be asking a bot that hangs
            raise
    return played


def _prepared(
    bots: Sequence[str | Bot], game: Game, processes: BotProcesses, seconds: float | None, isolated: bool | None
) -> list[Bot]:
    """Return the bots, ready to play this game."""
    players = [_seat(bot, game, processes, seconds, isolated) for bot in bots]
    for bot in dict.fromkeys(players):
        with named(called(bot)):
            asked(bot, partial(bot.prepare, game))
    return players


def _seat(bot: str | Bot, game: Game, processes: BotProcesses, seconds: float | None, isolated: bool | None) -> Bot:
    if seconds is not None and not seconds > 0:
        raise BadInput(f"{seconds} seconds per move is no time to think")
    if isinstance(bot, str) and wanted(bot, isolated):
        return processes.invite(game, bot, seconds=seconds)
    made = make(bot) if isinstance(bot, str) else bot
    if seconds is None:
        return made
    return replace(made, seconds=seconds) if hasattr(made, "seconds") else made  # type: ignore[call-arg]


def _distinct(plan: list[list[int]], players: list[Bot]) -> list[list[int]]:
    """The seatings without those that only exchange equal bots."""
    found = {tuple(players.index(players[i]) for i in seating): seating for seating in reversed(plan)}
    return [found[key] for key in sorted(found)]


def sides(game: Game) -> list[int]:
    """Return the side of each seat as a match begins; seats of one side are partners for the whole match."""
    return [int(side) for side in game.start(seed=0).row.side[: game.seats]]


def shares(winners: Sequence[int], partners: Sequence[int]) -> list[float]:
    """Return the part of the win that each seat's side has, given the seats that won and the side of each seat.

    >>> shares([0, 2], [0, 1, 0, 1]), shares([0, 2], [0, 1, 2])
    ([1.0, 0.0, 1.0, 0.0], [0.5, 0.0, 0.5])
    """
    winning = {partners[seat] for seat in winners}
    return [1.0 / len(winning) if seat in winners else 0.0 for seat in range(len(partners))]


def _play(game: Game, seated: list[Bot], partners: Sequence[int], seed: int, deal: int, hands: bool) -> _Played:
    """One match, or its first hand. The bots are given views and nothing else."""
    strategies = [bot for bot in seated if isinstance(bot, Strategy)]
    if len(strategies) == len(seated) and plays_through(game.room):
        return _play_through(game, strategies, partners, seed, deal, hands)
    match = game.start(seed=seed, number=deal)
    moves, seconds = [0] * game.seats, [0.0] * game.seats
    ended: list[list[int]] = []
    if hands:
        match.watchers.append(lambda step: note_hand_end(step, game.seats, ended))
    while match.turn != NOBODY and not ended:
        seat = match.turn
        seconds[seat] += _move(match, seated[seat], seat) if seated[seat].looks else _picked(match, seated[seat], seat)
        moves[seat] += 1
    if hands:
        results = hand_gains(game, match.row, ended[0] if ended else match.score)
        return _Played(results, [math.nan] * game.seats, moves, seconds)
    return _Played(match.payoff, shares(match.winners, partners), moves, seconds)


def _move(match: Match, bot: Bot, seat: int) -> float:
    """Let a bot make one choice by its view; return the seconds that it thought."""
    view = match.view(seat, memory=True)
    with blamed(bot, seat, match.number):
        before = time.perf_counter()
        codes = asked(bot, partial(bot.choose, view))
        seconds = time.perf_counter() - before
        play_whole(match, seat, codes)
    return seconds


def _picked(match: Match, bot: Bot, seat: int) -> float:
    """Let a bot choose that needs no view. Return the seconds it took."""
    seconds = 0.0
    while True:
        before = time.perf_counter()
        code = bot.pick(match.menu(seat))
        seconds += time.perf_counter() - before
        match.play(code, seat=seat)
        if not match.picks(seat):
            return seconds


def play_whole(match: Match, seat: int, codes: Sequence[int]) -> None:
    """Make a bot's choice. BadInput if it is forbidden, or only part of one: it is not asked for the rest."""
    match.play(*codes, seat=seat)
    if match.picks(seat):
        raise BadInput(f"it answered with part of a chain: {shown(codes)}")


def _play_through(game: Game, seated: list[Strategy], partners: Sequence[int], seed: int, deal: int, hands: bool) -> _Played:
    """Play a deal between bots that are compiled as a whole."""
    before = time.perf_counter()
    tables, moves = contested(game, seated, seed, deal, hands)
    seconds = time.perf_counter() - before
    row = tables[0]
    payoff = [float(row.payoff[seat]) for seat in range(game.seats)]
    wins = [math.nan] * game.seats if hands else shares(seats_of(int(row.winners)), partners)
    results = hand_gains(game, row, [int(score) for score in row.score[: game.seats]]) if hands else payoff
    return _Played(results, wins, moves, [seconds * n / max(sum(moves), 1) for n in moves])


def note_hand_end(step: Step, seats: int, ended: list[list[int]]) -> None:
    """The scores as they stood before the second deal."""
    row = step.before[0]
    if step.seat == NOBODY and row.phase == DEAL and row.hand_number > 0:
        ended.append([int(score) for score in row.score[:seats]])


def hand_gains(game: Game, row: Any, scores: list[int]) -> list[float]:
    """Return the score of a hand by seat against the mean of the other sides; negated if the lowest score wins."""
    sides = [int(side) for side in row.side[: game.seats]]
    gains = []
    for seat in range(game.seats):
        others = [score for score, side in zip(scores, sides, strict=True) if side != sides[seat]]
        gain = scores[seat] - (statistics.fmean(others) if others else 0.0)
        gains.append(-gain if game.room.low else gain)
    return gains


def _sum_up(bot: Bot, players: list[Bot], jobs: list[tuple[int, list[int]]], played: list[_Played], hands: bool) -> Player:
    by_deal: dict[int, list[float]] = {}
    wins: list[float] = []
    moves, seconds = 0, 0.0
    for (deal, seating), one in zip(jobs, played, strict=True):
        for seat, i in enumerate(seating):
            if players[i] == bot:
                by_deal.setdefault(deal, []).append(one.results[seat])
                wins.append(one.wins[seat])
                moves += one.moves[seat]
                seconds += one.seconds[seat]
    means = [statistics.fmean(results) for results in by_deal.values()]
    return Player(
        bot=str(bot),
        mean=statistics.fmean(means),
        margin=margin(means),
        wins=math.nan if hands else statistics.fmean(wins),
        moves=moves,
        seconds_per_move=seconds / moves if moves else 0.0,
    )


def margin(values: Sequence[float]) -> float:
    """Half the width of the 95 % interval of the mean of independent values (Student's t); nan for fewer than two.

    >>> round(margin([1.0, 2.0, 3.0, 4.0]), 2)
    2.05
    """
    n = len(values)
    if n < 2:
        return math.nan
    return student(n - 1) * statistics.stdev(values) / math.sqrt(n)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, by the expansion of Cornish and Fisher (exact for 1 and 2, otherwise within 0.3 %).

    >>> [round(student(n), 2) for n in (1, 2, 3, 5, 10, 100)]
    [12.71, 4.3, 3.18, 2.57, 2.23, 1.98]
    """
    if freedom == 1:
        return math.tan(math.pi * 0.475)
    if freedom == 2:
        return 0.95 * math.sqrt(2.0 / (1.0 - 0.95**2))
    z = statistics.NormalDist().inv_cdf(0.975)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom ** (k + 1) for k, term in enumerate(terms))
