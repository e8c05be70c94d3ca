"""Tasks that bots play: deals in every seating, and decisions looked at. The bots are shown views and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from parlour.bots.arena import note_hand_end, play_whole, seatings, sides
from parlour.bots.base import Bot
from parlour.bots.guests import asked, blamed
from parlour.bots.options import Option
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.kit import NOBODY

from .arrow import Rows, arrow
from .players import player, seated
from .tasks import Task

SEED_BITS = 30
"""Of a bot's seed: as many as tell its answers apart."""


def matches(task: Task) -> Rows:
    """Play each deal once in every seating of the task's bots: one row per match."""
    game, pa = task.open(), arrow()
    for text in task.bots:
        player(text, game, isolated=task.isolated)
    plan, rows = plans(task.bots, sides(game)), []
    for number in range(task.first, task.first + task.count):
        for index, seating in enumerate(plan):
            texts = [task.bots[i] for i in seating]
            with seated(task, _players(task, game, texts, number, index), index) as bots:
                rows.append({"match": number, "seating": index, "players": seating} | _match(game, bots, task.seed, number))
    columns = {
        "match": pa.int64(),
        "seating": pa.int64(),
        "players": pa.list_(pa.int64()),
        "payoff": pa.list_(pa.float64()),
        "winners": pa.int64(),
        "decisions": pa.int64(),
        "forced": pa.int64(),
        "hands": pa.int64(),
        "sides": pa.list_(pa.int64()),
        "first_seat": pa.int64(),
        "dealer": pa.int64(),
        "first_hand_score": pa.list_(pa.int64()),
        "scores_by_hand": pa.list_(pa.list_(pa.int64())),
    }
    return pa.Table.from_pylist(rows, schema=pa.schema(list(columns.items())))


def plans(bots: Sequence[str], sides: Sequence[int]) -> list[list[int]]:
    """Return which bot sits where, seating by seating: of two the second on each side in turn, among the first on all others;
    otherwise those of the arena, without such as only exchange bots of one text.

    >>> plans(["easy", "fair"], [0, 1, 2]), plans(["easy", "fair"], [0, 1, 0, 1]), plans(["fair", "fair"], [0, 1])
    ([[0, 0, 1], [0, 1, 0], [1, 0, 0]], [[0, 1, 0, 1], [1, 0, 1, 0]], [[0, 0]])
    """
    if len(set(bots)) == 2 == len(bots) and len(sides) > 1:
        return sorted([int(side == better) for side in sides] for better in set(sides))
    same = {tuple(bots.index(bots[i]) for i in seating) for seating in seatings(len(bots), len(sides))}
    return [list(seating) for seating in sorted(same)]


def own_seed(task: Task, *place: int) -> int:
    """The seed of one bot in one match of a task."""
    parts = repr((task.seed, task.bots, place)).encode()
    return int.from_bytes(hashlib.blake2b(parts, digest_size=8).digest()) >> (64 - SEED_BITS)


def _players(task: Task, game: Game, texts: Sequence[str], number: int, index: int) -> list[Bot]:
    """The bots of a match by seat, each with a seed of its own. index: which of those of the same deal it is."""
    return [player(text, game, own_seed(task, number, index, seat), task.isolated) for seat, text in enumerate(texts)]


def _match(game: Game, bots: Sequence[Bot], seed: int, number: int) -> dict[str, Any]:
    """Record of one match."""
    match, scores = game.start(seed=seed, number=number), list[list[int]]()
    match.watchers.append(lambda step: note_hand_end(step, game.seats, scores))
    decisions, forced, first, dealer = 0, 0, match.turn, int(match.row.dealer)
    while match.turn != NOBODY:
        seat = match.turn
        view, menu = match.view(seat, memory=True), match.menu()
        with blamed(bots[seat], seat, number):
            play_whole(match, seat, asked(bots[seat], partial(bots[seat].choose, view)))
        decisions += 1
        forced += len(menu) == 1 and not menu[0] >> 32
    return {
        "payoff": match.payoff,
        "winners": sum(1 << seat for seat in match.winners),
        "decisions": decisions,
        "forced": forced,
        "hands": int(match.row.hand_number),
        "sides": [int(side) for side in match.row.side[: game.seats]],
        "first_seat": first,
        "dealer": dealer,
        "first_hand_score": [*scores, match.score][0],
        "scores_by_hand": [*scores, match.score],
    }


def decisions(task: Task) -> Rows:
    """One bot plays all seats, and one in `every` of its decisions is looked at: a row for each of those."""
    game, pa = task.open(), arrow()
    if len(task.bots) != 1:
        raise BadInput("decisions are looked at by one bot, which plays all seats")
    player(task.bots[0], game, isolated=task.isolated)
    rows: list[dict[str, Any]] = []
    for number in range(task.first, task.first + task.count):
        rows += _looked_at(game, task, number)
    columns = {
        "match": pa.int64(),
        "index": pa.int64(),
        "of": pa.int64(),
        "seat": pa.int64(),
        "phase": pa.string(),
        "menu": pa.int64(),
        "options": pa.int64(),
        "chosen": pa.int64(),
        "best": pa.float64(),
        "second": pa.float64(),
        "spread": pa.float64(),
        "best_visits": pa.int64(),
        "second_visits": pa.int64(),
        "best_again": pa.float64(),
        "second_again": pa.float64(),
    }
    return pa.Table.from_pylist(rows, schema=pa.schema(list(columns.items())))


def _looked_at(game: Game, task: Task, number: int) -> Iterator[dict[str, Any]]:
    texts, rows = [task.bots[0]] * game.seats, list[dict[str, Any]]()
    with (
        seated(task, _players(task, game, texts, number, 0), 0) as bots,
        seated(task, _players(task, game, texts, number, 1), 1) as others,
    ):
        match, index = game.start(seed=task.seed, number=number), 0
        while (seat := match.turn) != NOBODY:
            with blamed(bots[seat], seat, number):
                rows += _decision(match, bots[seat], others[seat], (index + number) % task.every == 0, index)
            index += 1
    return (row | {"of": index} for row in rows)


def _decision(match: Match, bot: Bot, other: Bot, looked_at: bool, index: int) -> list[dict[str, Any]]:
    """Have a bot make a choice; return its record if the decision is one to record."""
    seat, view = match.turn, match.view(match.turn, memory=True)
    codes, options = asked(bot, partial(bot.consider, view))
    rows = []
    if looked_at:
        row = {"match": match.number, "index": index, "seat": seat, "phase": match.phase, "chosen": codes[0]}
        row["menu"] = sum(map(len, match.game.entries(match.table_for(seat))))
        again = asked(other, partial(other.consider, view))[1] if len(options) > 1 else []
        rows.append(row | _best_two(options, again))
    play_whole(match, seat, codes)
    return rows


def _best_two(options: Sequence[Option], again: Sequence[Option]) -> dict[str, Any]:
    """The worth of the best choice and of the one tried most besides, and what another look thought of the same two."""
    first = [*options[:2], *[None] * (2 - len(options[:2]))]
    other = {option.code: option.worth for option in again}
    worths = [option.worth for option in options]
    figures: dict[str, Any] = {"options": len(options), "spread": max(worths) - min(worths) if worths else None}
    for name, option in zip(("best", "second"), first, strict=True):
        figures[name] = option.worth if option else None
        figures[f"{name}_visits"] = option.visits if option else 0
        figures[f"{name}_again"] = other.get(option.code) if option else None
    return figures
