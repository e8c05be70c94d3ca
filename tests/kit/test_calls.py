"""Calls: codes and names from one list."""

import pytest

from parlour.kit import CARD, FIRST_CALL, Calls, rule, word_row, words

LISTED = Calls(
    {
        1: ("pass", "bid {0..13}", "double"),
        2: (CARD, "marriage {♣,♦,♥,♠}", "pass"),
        3: ("c{1..7}:{1..13}>c{1..7}", "stake {-2..2}", "end (now)?"),
    }
)
NAMES = [
    "pass",
    *(f"bid {n}" for n in range(14)),
    "double",
    *(f"marriage {s}" for s in "♣♦♥♠"),
    *(f"c{a}:{n}>c{b}" for a in range(1, 8) for n in range(1, 14) for b in range(1, 8)),
    *(f"stake {n}" for n in range(-2, 3)),
    "end (now)?",
]


def test_codes_follow_the_list_and_names_are_read_back():
    assert [LISTED.name(FIRST_CALL + i) for i in range(len(NAMES))] == NAMES
    assert [LISTED.code(name) for name in NAMES] == list(range(FIRST_CALL, FIRST_CALL + len(NAMES)))
    assert LISTED.end == FIRST_CALL + len(NAMES)


def test_phases():
    assert LISTED.cards == (2,)
    by_phase = {phase: [p.text for p in patterns] for phase, patterns in LISTED.phases.items()}
    assert by_phase == {
        1: ["pass", "bid {0..13}", "double"],
        2: ["marriage {♣,♦,♥,♠}", "pass"],
        3: ["c{1..7}:{1..13}>c{1..7}", "stake {-2..2}", "end (now)?"],
    }
    assert LISTED.runs()[:3] == [(1, 64, 64), (1, 65, 78), (1, 79, 79)]
    assert (2, 64, 64) in LISTED.runs()


def test_the_figures_of_a_call():
    code = LISTED.code("c3:12>c7")
    assert LISTED.pattern(code).values(code) == ("3", "12", "7")
    assert LISTED.pattern(LISTED.code("double")).values(LISTED.code("double")) == ()


def test_cards_and_suits_in_braces_are_read_in_any_letters():
    listed = Calls({1: ("out {9♦,10♠,☆}", "to {♣,♦,♥,♠}", "seat {a,b,c}")})
    for written, name in [
        ("out 9d", "out 9♦"),
        ("out Ts", "out 10♠"),
        ("out 10S", "out 10♠"),
        ("to H", "to ♥"),
        ("to c", "to ♣"),
    ]:
        assert listed.code(written) == listed.code(name), written
    assert listed.name(listed.code("seat c")) == "seat c", "what the list says itself comes first"
    with pytest.raises(ValueError, match="there is no call"):
        listed.code("out 9h")


@pytest.mark.parametrize("name", ["bid 14", "bid -1", "bid 01", "bid", "Pass", "c8:1>c1", "c1:1>c", "end now", "", "marriage x"])
def test_no_such_name(name):
    with pytest.raises(ValueError, match="there is no call"):
        LISTED.code(name)


@pytest.mark.parametrize("code", [0, 53, 63, LISTED.end])
def test_no_such_code(code):
    with pytest.raises(ValueError, match="no call with code"):
        LISTED.name(code)


def test_words_have_their_numbers():
    said = words("jack", "last trick", "thirty-one", "return")
    assert said._names == ("jack", "last trick", "thirty-one", "return")
    assert [said.jack, said.last_trick, said.thirty_one, said.return_] == [1, 2, 3, 4]
    with pytest.raises(ValueError, match="'last trick' stands twice"):
        words("last trick", "last_trick")


ROWS = words("jack", word_row("bid", "nil", "one", "two"), "made")


@rule
def bid_word(n):
    return ROWS.bid[n]


def test_a_row_of_words_is_chosen_from_by_number():
    assert ROWS._names == ("jack", "nil", "one", "two", "made")
    assert (ROWS.nil, ROWS.two, ROWS.made) == (2, 4, 5)
    assert [bid_word(n) for n in range(3)] == [2, 3, 4]
    with pytest.raises(ValueError, match="'nil' is a row of words and one of the words"):
        words(word_row("nil", "nil", "one"))
