"""Columns, units and what is offered of them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from kit_table import table

from parlour.kit import NOBODY, read_card, solitaire
from parlour.kit.solitaire import (
    ANY_RUNG,
    HEIGHT,
    deal_row,
    end_at,
    end_patience,
    offer_columns,
    offer_units,
    run_length,
    unit_of,
)
from parlour.machine import body

RUNG = np.array([HEIGHT[card % 13] + 16 * (card // 13) for card in range(52)], np.int64)


def pile(text: str, room: int = 20) -> np.ndarray:
    cards = [read_card(word) for word in text.split()]
    found = np.zeros(room + 1, np.int8)
    found[: len(cards) + 1] = [len(cards), *cards]
    return found


def columns(*texts: str) -> SimpleNamespace:
    """A table with columns written `down | up`."""
    parts = [text.partition("|") for text in texts]
    down, up = (np.array([pile(part[k]) for part in parts]) for k in (0, 2))
    return SimpleNamespace(down=down, up=up)


def test_runs_end_where_a_rung_is_missing() -> None:
    lengths = {"": 0, "5♣": 1, "6♣ 5♣": 2, "6♦ 5♣": 1, "9♣ 6♣ 5♣": 2, "K♠ Q♠ J♠ 10♠": 4, "A♠ K♠": 1, "2♥ A♥": 2, "A♦ K♣": 1}
    assert {text: int(run_length(pile(text), RUNG)) for text in lengths} == lengths


def test_cards_are_turned_one_column_after_the_other() -> None:
    t = columns("2♣ 3♣|", "|4♣", "|", "5♣|")
    assert body(solitaire.column_to_turn)(t) == 0
    assert body(solitaire.face_down)(t) == 3
    body(solitaire.uncover)(t, 0)
    assert (t.up[0].tolist(), t.down[0].tolist()) == (pile("3♣").tolist(), pile("2♣").tolist())
    assert body(solitaire.column_to_turn)(t) == 3
    body(solitaire.uncover)(t, 3)
    assert body(solitaire.column_to_turn)(t) == NOBODY
    assert body(solitaire.face_down)(t) == 1
    assert [bool(body(solitaire.is_whole_column)(t, c, 1)) for c in (0, 1, 3)] == [False, True, True]
    assert not body(solitaire.is_whole_column)(t, 1, 2)


def test_a_row_begins_at_the_top_of_the_stock() -> None:
    stock, t = pile("2♣ 3♣ 4♣ 5♣"), columns("|K♠", "|", "|Q♠")
    deal_row(stock, t.up, 1, 3)
    assert [t.up[c].tolist() for c in range(3)] == [pile("K♠").tolist(), pile("5♣").tolist(), pile("Q♠ 4♣").tolist()]
    assert stock.tolist() == pile("2♣ 3♣").tolist()


def test_a_call_names_column_cards_and_target() -> None:
    for width in (7, 10):
        calls = [(c, k, to) for c in range(width) for k in range(1, 14) for to in range(width)]
        assert [tuple(int(x) for x in unit_of(move, width)) for move in range(13 * width * width)] == calls


def test_ten_columns_of_the_highest_rungs_fit_in_one_word() -> None:
    menu = np.zeros(64, np.int64)
    ends = sum(int(end_at(c, 30)) for c in range(10))
    assert [int(code) for code in menu[: int(offer_columns(menu, 0, 100, 10, 29, ends, 0))]] == list(range(100, 110))
    assert offer_columns(menu, 0, 100, 10, 28, ends, 0) == 0
    ends -= int(end_at(4, 30))  # a space
    assert offer_columns(menu, 0, 100, 10, 29, ends, 1 << 28) == 9
    assert menu[int(offer_columns(menu, 0, 100, 10, 28, ends, 1 << 28)) - 1] == 104


def test_the_units_of_a_column() -> None:
    """Column 0 ends with 9 8 7, of which the 7 and the 8 fit somewhere; column 3 is a space."""
    menu = np.zeros(64, np.int64)
    ends = sum(int(end_at(c, rung)) for c, rung in enumerate((7, 8, 9, 0)))
    wanted = 1 << 6 | 1 << 7 | 1 << 8

    def offered(units: int, whole: int, wanted: int, spaces: int) -> list[tuple[int, int]]:
        n = int(offer_units(menu, 0, 0, 4, 0, units, whole, wanted, ends, spaces))
        return [tuple(int(x) for x in unit_of(int(code), 4))[1:] for code in menu[:n]]

    assert offered(0b111, 0, wanted, 0) == [(1, 1), (2, 2)]
    assert offered(0b101, 0, wanted, 0) == [(1, 1)]
    assert offered(0b111, 0, wanted | ANY_RUNG, ANY_RUNG) == [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3)]
    assert offered(0b111, 3, wanted | ANY_RUNG, ANY_RUNG) == [(1, 1), (1, 3), (2, 2), (2, 3)], "the whole column stays"
    assert offered(0, 0, ANY_RUNG, ANY_RUNG) == []


def test_a_patience_is_won_or_not() -> None:
    for won in (True, False):
        t = table()
        t.turn, t.asked = 0, 1
        end_patience(t, won)
        assert (t.payoff[0], t.winners, t.over, t.turn, t.asked) == (1 if won else -1, int(won), 1, NOBODY, 0)
