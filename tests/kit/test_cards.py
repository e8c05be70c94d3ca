"""Cards: numbers, names, packs."""

import pytest

from parlour.kit import (
    BIG_JOKER,
    JOKERS,
    PACK_20,
    PACK_32,
    PACK_36,
    PACK_40,
    PACK_48,
    PACK_52,
    RANKS,
    SMALL_JOKER,
    SUITS,
    card_name,
    card_set,
    cards_in,
    pack_of,
    points,
    rank_of,
    ranking,
    read_card,
    suit_of,
)

RANK_NAMES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def test_suit_and_rank_of_every_card():
    assert [(suit_of(c), rank_of(c)) for c in range(54)] == [divmod(c, 13) for c in range(54)]


def test_names_are_read_back():
    names = [card_name(c) for c in range(54)]
    assert names[:13] == [rank + "♣" for rank in RANK_NAMES]
    assert names[38:] == ["A♥", *(rank + "♠" for rank in RANK_NAMES), "★", "☆"]
    assert len(set(names)) == 54
    assert [read_card(name) for name in names] == list(range(54))
    assert [read_card(name.lower()) for name in names[:52]] == list(range(52))
    for c in range(52):
        for letter in ("cdhs"[c // 13], "CDHS"[c // 13]):
            assert read_card(RANK_NAMES[c % 13] + letter) == c
    assert read_card("Th") == read_card("tH") == read_card("10♥")


def test_a_pack_without_suits():
    assert [card_name(c, suits=False) for c in range(13)] == RANK_NAMES
    assert [read_card(name, suits=False) for name in RANK_NAMES] == list(range(13))
    assert read_card(card_name(BIG_JOKER, False), False) == BIG_JOKER


@pytest.mark.parametrize("text", ["", "1♣", "11h", "♣", "A", "A♣♣", "AX", "joker", "10", " A♣"])
def test_what_is_no_card(text):
    with pytest.raises(ValueError, match="is not a card"):
        read_card(text)


def test_sets_from_text():
    assert cards_in(card_set("A♠ 10♦ ☆")) == [21, 51, 53]
    assert card_set("") == 0
    with pytest.raises(ValueError, match="A♠ stands twice"):
        card_set("A♠ 2♣ A♠")


def test_packs():
    sizes = {PACK_20: 20, PACK_32: 32, PACK_36: 36, PACK_40: 40, PACK_48: 48, PACK_52: 52, JOKERS: 2}
    assert {pack: len(cards_in(pack)) for pack in sizes} == sizes
    assert {card_name(c)[:-1] for c in cards_in(PACK_20)} == set("AKQJ") | {"10"}
    assert {card_name(c)[:-1] for c in cards_in(PACK_40)} == set("A234567JQK")
    assert cards_in(pack_of("A 2", [1, 3])) == [13, 25, 39, 51]
    assert (PACK_52 & JOKERS, cards_in(JOKERS)) == (0, [BIG_JOKER, SMALL_JOKER])
    assert sum(int(s) for s in SUITS) == sum(int(r) for r in RANKS) == PACK_52
    assert all(cards_in(int(SUITS[s]) & int(RANKS[r])) == [13 * s + r] for s in range(4) for r in range(13))


def test_rankings_and_points():
    strength = ranking("7 8 9 10 J Q K A")
    assert strength.tolist() == [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert points("A=11 10=10 K=4 Q=3 J=2").tolist() == [0] * 8 + [10, 2, 3, 4, 11]
    assert points("A=-1").sum() == -1
