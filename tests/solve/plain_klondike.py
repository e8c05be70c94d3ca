"""A second Klondike, written for being read: every move of the rulebook, one position after another, until all are seen."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import NamedTuple

Cards = tuple[int, ...]
"""suit * 13 + rank - 1, the ace low, suits clubs, diamonds, hearts, spades."""


class Plain(NamedTuple):
    """A position. Columns are (face down, face up); the last card of the stock is drawn next."""

    columns: tuple[tuple[Cards, Cards], ...]
    home: Cards
    stock: Cards
    waste: Cards
    run: int


class House(NamedTuple):
    """The house rules that matter."""

    draw: int = 1
    passes: int = 0
    foundation_return: bool = False
    partial_units: bool = True


def goes_on(card: int, up: Cards, down: Cards) -> bool:
    if not up:
        return not down and card % 13 == 12
    below = up[-1]
    return below % 13 == card % 13 + 1 and (below // 13 in (1, 2)) != (card // 13 in (1, 2))


def with_column(p: Plain, c: int, down: Cards, up: Cards) -> Plain:
    if not up and down:
        down, up = down[:-1], down[-1:]
    return p._replace(columns=(*p.columns[:c], (down, up), *p.columns[c + 1 :]))


def sent_home(p: Plain, card: int) -> Plain | None:
    suit = card // 13
    if p.home[suit] != card % 13:
        return None
    return p._replace(home=(*p.home[:suit], p.home[suit] + 1, *p.home[suit + 1 :]))


def after(p: Plain, house: House) -> Iterator[Plain]:
    """Every position one choice away."""
    if p.stock:
        k = min(house.draw, len(p.stock))
        yield p._replace(stock=p.stock[:-k], waste=p.waste + p.stock[::-1][:k])
    elif p.waste and (not house.passes or p.run < house.passes):
        yield p._replace(stock=p.waste[::-1], waste=(), run=p.run + 1 if house.passes else 1)
    if p.waste:
        taken = p._replace(waste=p.waste[:-1])
        if (then := sent_home(taken, p.waste[-1])) is not None:
            yield then
        for c, (down, up) in enumerate(p.columns):
            if goes_on(p.waste[-1], up, down):
                yield with_column(taken, c, down, (*up, p.waste[-1]))
    for c, (down, up) in enumerate(p.columns):
        if up and (then := sent_home(p, up[-1])) is not None:
            yield with_column(then, c, down, up[:-1])
        for k in range(1, len(up) + 1):
            if not house.partial_units and k not in (1, len(up)):
                continue
            for d, (below, above) in enumerate(p.columns):
                whole = not down and k == len(up) and not above and not below
                if d != c and not whole and goes_on(up[-k], above, below):
                    yield with_column(with_column(p, c, down, up[:-k]), d, below, above + up[-k:])
    if house.foundation_return:
        for suit in range(4):
            if p.home[suit]:
                card = suit * 13 + p.home[suit] - 1
                back = p._replace(home=(*p.home[:suit], p.home[suit] - 1, *p.home[suit + 1 :]))
                for c, (down, up) in enumerate(p.columns):
                    if goes_on(card, up, down):
                        yield with_column(back, c, down, (*up, card))


def can_be_won(start: Plain, house: House, most: int) -> bool | None:
    """Return whether a way leads to 52 cards home; None if that takes more than `most` positions."""
    seen, ahead = {start}, [(0, start)]
    while ahead:
        _, p = heapq.heappop(ahead)
        for then in after(p, house):
            then = then._replace(columns=tuple(sorted(then.columns)))
            if sum(then.home) == 52:
                return True
            if then not in seen:
                seen.add(then)
                heapq.heappush(ahead, (-sum(then.home), then))
        if len(seen) > most:
            return None
    return False
