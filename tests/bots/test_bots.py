"""The register of bots, and what they may be told."""

from __future__ import annotations

import pytest

import parlour
from parlour import bots
from parlour.bots.search import Search


def test_the_bots_of_the_house() -> None:
    """Found by what is there."""
    assert bots.names() == sorted(bots.names())
    assert {"chance", "greedy", "search"} <= set(bots.names())


def test_options_in_text_and_as_keywords() -> None:
    """Keywords go before what the text says; a bot's text makes it again."""
    assert bots.make("search:seconds=0.2") == Search(seconds=0.2)
    assert bots.make("search: iterations=2000, seed=3", seconds="2") == Search(iterations=2000, seed=3, seconds=2.0)
    assert bots.make("search:seconds=0.2", seconds=0.1) == Search(seconds=0.1)
    assert bots.make("search:seed=3,seed=none").seed is None
    for text in ("search", "search:seconds=0.2", "search:seed=3,iterations=2000", "greedy:deals=5", "chance:seed=0"):
        assert bots.make(str(bots.make(text))) == bots.make(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("deep_thought", "there is no bot 'deep_thought'; the bots are chance"),
        ("", "there is no bot ''"),
        ("search:depth=3", "has no option 'depth'; it has seed, seconds"),
        ("search:seconds", "'seconds' is not written option=value"),
        ("search:seconds=long", "seconds=long is not a number"),
        ("search:iterations=0.5", "iterations=0.5 is not a whole number"),
        ("search:seconds=none", "seconds=none is not a number"),
        ("search:seconds=0", "must be above 0"),
        ("search:seconds=nan", "must be above 0"),
        ("greedy:deals=0", "must be above 0"),
    ],
)
def test_bad_bots_are_told_in_a_line(text: str, told: str) -> None:
    """Check that the message says what exists instead."""
    with pytest.raises(parlour.BadInput) as caught:
        bots.make(text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_lists_of_bots() -> None:
    """Commas part bots and options alike."""
    assert bots.split("search,chance") == ["search", "chance"]
    assert bots.split("search:seconds=0.1,seed=2, chance,greedy:deals=3") == [
        "search:seconds=0.1,seed=2",
        "chance",
        "greedy:deals=3",
    ]
