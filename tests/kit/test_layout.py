"""The table's declaration: fields, memory, places, house rules."""

import itertools

import numpy as np
import pytest
from kit_table import Table

from parlour.kit import (
    ALL,
    AUTO,
    INTERPRETED,
    NOBODY,
    OWNER,
    SEATS,
    UNKNOWN,
    YES_NO,
    Cards,
    Layout,
    Number,
    Option,
    Pile,
    by,
    rule,
)
from parlour.kit.layout import copy_of, folder_digest


def test_memory():
    kinds = {name: Table.dtype[name] for name in Table.dtype.names}
    assert Table.dtype.names[0] == Table.marker
    assert Table.dtype.itemsize % 8 == 0
    shapes = {name: kinds[name].shape for name in ("hand", "trick", "stock", "column", "bag", "rack", "leader", "bid", "rng")}
    assert shapes == {
        "hand": (5,),
        "trick": (6,),
        "stock": (55,),
        "column": (3, 14),
        "bag": (3,),
        "rack": (5, 2),
        "leader": (),
        "bid": (5,),
        "rng": (4,),
    }
    sizes = [kinds[name].base.itemsize for name in Table.dtype.names[1:]]
    assert sizes == sorted(sizes, reverse=True)
    if INTERPRETED:
        assert set(sizes) == {8}
    else:
        assert [kinds[name].base.itemsize for name in ("hand", "stock", "long", "bid", "leader", "ready")] == [8, 1, 2, 2, 1, 1]
    spans = sorted((Table.dtype.fields[n][1], kinds[n].itemsize) for n in Table.dtype.names)
    assert all(at + size <= after for (at, size), (after, _) in itertools.pairwise(spans))


def test_blank_tables():
    tables = Table.blank(3)
    assert tables.shape == (3,)
    assert tables.seats.tolist() == [4] * 3
    assert (tables.target[0], tables.show[0], tables.style[0]) == (10, 0, 0)
    assert (tables.leader[1], tables.dealer[1], tables.turn[1]) == (NOBODY, NOBODY, NOBODY)
    assert not any(np.any(tables[zone]) for zone in Table.zones)


def test_blank_tables_and_copies_share_nothing():
    tables = Table.blank(3)
    copied = copy_of(tables)
    assert (type(copied), copied.dtype, copied.tobytes()) == (type(tables), tables.dtype, tables.tobytes())
    for other, again in ((copied, tables), (tables, Table.blank(3))):
        other.target[1] = 99
        assert again.target[1] == 10
    assert copy_of(tables[1:2]).target.tolist() == [99]


def test_places():
    names = [place.name for place in Table.places]
    assert names == [
        *(f"hand.{p}" for p in range(5)),
        *(f"picked.{p}" for p in range(5)),
        "trick",
        "stock",
        "long",
        *(f"column.{i}" for i in range(3)),
        "bag",
        *(f"rack.{p}" for p in range(5)),
    ]
    assert [place.number for place in Table.places] == list(range(len(names)))
    assert [place.owner for place in Table.places if place.name in ("hand.3", "column.1", "stock", "rack.4")] == [3, -1, -1, 4]
    assert Table.zones["hand"].indices(3) == [(0,), (1,), (2,)]
    assert Table.fields["target"].indices() == [()]


def test_house_rules_are_read_and_written():
    target, show, style = (Table.options[name] for name in ("target", "show", "style"))
    assert [target.read(v) for v in (5, "50", " 7 ")] == [5, 50, 7]
    assert [show.read(v) for v in (True, "yes", "OFF", 0)] == [1, 1, 0, 0]
    assert [style.read(v) for v in ("gentle", "Strict")] == [0, 1]
    assert [target.write(9), show.write(1), style.write(1)] == [9, True, "strict"]
    assert [o.range_text() for o in (target, show, style)] == ["5..50", "true, false", "gentle, strict"]
    for option, value in ((target, 4), (target, "x"), (target, True), (show, "maybe"), (style, 0), (style, "")):
        with pytest.raises(ValueError, match=r"is not one of"):
            option.read(value)


def test_options_left_to_the_house():
    hands = Option(AUTO, range(1, 9), "cards per hand", words={8: "all"})
    assert (hands.default, hands.read("auto"), hands.read(AUTO), hands.read("all"), hands.read(3)) == (AUTO, AUTO, AUTO, 8, 3)
    assert (hands.write(AUTO), hands.write(8), hands.write(2)) == ("auto", "all", 2)
    assert hands.range_text() == "auto, 1..7, all"
    with pytest.raises(ValueError, match="not one of"):
        hands.read(8.5)


@pytest.mark.parametrize(
    ("low", "high", "seen", "base"),
    [
        (0, 127, ALL, "i1"),
        (0, 128, ALL, "i2"),
        (-129, 0, ALL, "i2"),
        (0, 127, OWNER, "i1"),
        (0, 40_000, ALL, "i4"),
        (0, 2**40, ALL, "i8"),
    ],
)
def test_numbers_take_the_smallest_integer(low, high, seen, base):
    assert Number(low, high, seen=seen).base == base
    assert Pile(127).base == "i1"
    assert Pile(128).base == "i2"


def test_declarations_that_make_no_sense():
    with pytest.raises(ValueError, match=str(UNKNOWN)):
        Number(-200, 5, seen=OWNER)
    with pytest.raises(ValueError, match="not declared"):
        type("Table", (Layout,), {"hand": Cards(seen=by("nothing", ALL, OWNER)), "__module__": __name__}, seats=2)
    with pytest.raises(ValueError, match="63 places"):
        type("Table", (Layout,), {"hand": Cards(per=63), "__module__": __name__}, seats=2)


def test_a_room_is_known_by_its_folder_and_its_module(tmp_path):
    (tmp_path / "rules.py").write_text("A = 1\n")
    before = folder_digest(tmp_path, "one.rules")
    (tmp_path / "notes.md").write_text("nothing compiled")
    assert folder_digest(tmp_path, "one.rules") == before
    assert folder_digest(tmp_path, "two.rules") != before  # a copy elsewhere: compiled code finds its parts by module name
    (tmp_path / "rules.py").write_text("A = 2\n")
    assert folder_digest(tmp_path, "one.rules") != before
    assert Table.marker == f"_{Table.room}_{folder_digest(Table_folder(), Table.__module__)}"
    assert repr(SEATS) == "SEATS"
    assert YES_NO == (False, True)


def Table_folder():
    from pathlib import Path

    import kit_table

    return Path(kit_table.__file__).parent


def test_an_option_may_have_a_thousand_million_values():
    """Nothing makes a list of them."""
    stack = Option(100, range(1, 10**9 + 1), "chips")
    assert stack.plain_range
    assert (stack.base, stack.read("1000000000"), stack.range_text()) == ("i4", 10**9, "1..1000000000")
    for wrong in (0, 10**9 + 1, "many", 2.5):
        with pytest.raises(ValueError, match=r"1\.\.1000000000"):
            stack.read(wrong)
    assert not Option(3, range(1, 4), "few").plain_range
    assert not Option("none", range(9), "with a word", words={0: "none"}).plain_range
    assert not Option(True, YES_NO, "yes or no").plain_range


class Directed(Layout, seats=2):
    way = Option("with the sun", ("with the sun", "counter"), "which way the deal passes")
    hands = Option(3, range(9), "hands", words={0: "any"})


@rule
def turns_back(t):
    return t.way == Directed.way.counter and t.hands != Directed.hands.any


def test_words_of_an_option_are_constants_of_the_table():
    t = Directed.blank(1)[0]
    assert Directed.way.with_the_sun == 0
    assert not turns_back(t)
    t.way = 1
    assert turns_back(t)
    with pytest.raises(AttributeError, match="'way' has no word 'conter'"):
        _ = Directed.way.conter
    with pytest.raises(ValueError, match="cannot have the word 'values'"):
        Option("keys", ("keys", "values"), "what is shown")
