"""A second Spider, written for being read: every move of the rulebook, one position after another, until all are seen."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from typing import NamedTuple

Cards = tuple[int, ...]
"""suit * 13 + rank - 1 with the ace low."""


class Plain(NamedTuple):
    """A position. Columns are (face down, face up); the first card of the stock is dealt next."""

    columns: tuple[tuple[Cards, Cards], ...]
    stock: Cards
    done: int


def tidied(p: Plain) -> Plain:
    """Complete sequences taken off, last cards turned up."""
    columns, done = [], p.done
    for down, up in p.columns:
        if len(up) >= 13 and all(a == b + 1 for a, b in zip(up[-13:], up[-12:], strict=False)) and up[-1] % 13 == 0:
            up, done = up[:-13], done + 1
        if not up and down:
            down, up = down[:-1], down[-1:]
        columns.append((down, up))
    return p._replace(columns=tuple(columns), done=done)


def is_unit(cards: Cards) -> bool:
    return all(a == b + 1 and a // 13 == b // 13 for a, b in itertools.pairwise(cards))


def after(p: Plain) -> Iterator[Plain]:
    """Every position one choice away."""
    for a, (down, up) in enumerate(p.columns):
        for k in range(1, len(up) + 1):
            if not is_unit(up[-k:]):
                break
            for b, (_, above) in enumerate(p.columns):
                fits = above[-1] % 13 == up[-k] % 13 + 1 if above else down or k < len(up)
                if a != b and fits:
                    columns = list(p.columns)
                    columns[a], columns[b] = (down, up[:-k]), (p.columns[b][0], above + up[-k:])
                    yield tidied(p._replace(columns=tuple(columns)))
    cards = sum(len(down) + len(up) for down, up in p.columns)
    if p.stock and (all(up for _, up in p.columns) or cards < 10):
        row, rest = p.stock[:10], p.stock[10:]
        dealt = [(down, up + row[c : c + 1]) for c, (down, up) in enumerate(p.columns)]
        yield tidied(Plain(tuple(dealt), rest, p.done))


def promise(p: Plain) -> int:
    """Return the promise of a position: sequences off, neighbours in suit, few hidden cards."""
    joined = sum(is_unit(pair) for _, up in p.columns for pair in itertools.pairwise(up))
    return 100 * p.done + 3 * joined - 4 * sum(len(down) for down, _ in p.columns) - len(p.stock)


def can_be_won(start: Plain, most: int) -> bool | None:
    """Return whether a way leads to eight sequences; None if that takes more than `most` positions."""
    seen, ahead = {start}, [(0, start)]
    while ahead:
        _, p = heapq.heappop(ahead)
        for then in after(p):
            if then.done == 8:
                return True
            if then not in seen:
                seen.add(then)
                heapq.heappush(ahead, (-promise(then), then))
        if len(seen) > most:
            return None
    return False
