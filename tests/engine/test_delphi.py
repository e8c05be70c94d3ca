"""The grammar of Delphi: text, numbers, which cards a rule accepts and how many, and what can still be chosen."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from functools import cache

import numpy as np
import pytest

import parlour
from parlour.games.delphi import grammar

from . import delphi
from .delphi import picks

TEXTS = list(delphi.texts())


def percent(text: str) -> float:
    """Return what the room says of a rule's rate."""
    number = grammar.read_rule(text)
    parts = (part(number) for part in (grammar.form_of, grammar.first_of, grammar.second_of))
    return 100 * int(grammar.rate(*parts)) / grammar.WHOLE


def test_there_are_so_many_rules_of_each_form() -> None:
    """76 clauses; two of them in 23 ways."""
    forms = Counter(delphi.parts(text)[0] for text in TEXTS)
    assert forms == {"": 76, "and": 5776, "or": 5776, "alt": 5776, "if": 115_520}
    assert len(TEXTS) == len(set(TEXTS)) == 132_924


def test_every_rule_is_read_and_written() -> None:
    """Text and number are one to one, and the numbers are those of the table's field."""
    numbers = [grammar.read_rule(text) for text in TEXTS]
    assert [grammar.rule_text(number) for number in numbers] == TEXTS
    assert len(set(numbers)) == len(numbers)
    assert min(numbers) == 1
    assert max(numbers) == grammar.LAST_RULE


@pytest.mark.parametrize(
    ("text", "rate"),
    [("not(same-colour)", 50.98), ("alt(red,not(red))", 50.0), ("if(prev.face,lower,higher)", 65.16), ("higher", 47.06)],
)
def test_rates_of_the_examples(text: str, rate: float) -> None:
    """The figures that are given with the grammar."""
    assert round(percent(text), 2) == rate


def test_rates_are_those_of_an_enumeration() -> None:
    """All rules against the 2,652 pairs one by one."""
    assert chains()[-1][0] == pytest.approx(delphi.rate(TEXTS[-1]))
    wrong = [text for text, (rate, _) in zip(TEXTS, chains(), strict=True) if abs(rate - delphi.rate(text)) > 1e-8]
    assert wrong == []
    one_by_one = sum(delphi.accepts("if(prev.face,lower,higher)", [last], card) for last, card in delphi.PAIRS)
    assert delphi.rate("if(prev.face,lower,higher)") == 100 * one_by_one / 2652


def test_a_rule_accepts_what_its_text_says() -> None:
    """Random rules after random lines."""
    chooser = random.Random(2)
    for text in [*delphi.CLAUSES, *chooser.sample(TEXTS, 300)]:
        number = grammar.read_rule(text)
        for _ in range(8):
            *line, card = chooser.sample(range(52), chooser.randint(2, 6))
            pile = np.array([len(line), *line], np.int64)
            assert bool(grammar.accepts(number, pile, card)) == delphi.accepts(text, line, card), (text, line, card)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "at the end"),
        ("Red", "at character 1"),
        ("and(red)", "at character 8"),
        ("and(red,even", "at the end"),
        ("and(red, even)", "at character 9"),
        ("if(red,even,face)", "at character 4"),
        ("not(not(red))", "at character 5"),
        ("or(red,not(prev.red))", "at character 12"),
        ("min:14", "at character 1"),
        ("within:0", "at character 1"),
        ("red)", "at character 4"),
        ("and(and(red,even),face)", "at character 5"),
    ],
)
def test_what_is_no_rule_is_refused_with_the_place(text: str, where: str) -> None:
    """One line that says where it goes wrong."""
    with pytest.raises(ValueError, match=f"^{where}: "):
        grammar.read_rule(text)


@pytest.mark.parametrize("least", range(100))
def test_some_rule_fits_the_narrowest_bounds(least: int) -> None:
    """fair_max is at least fair_min + 1, and that is enough: the oracle always finds a form."""
    assert parlour.game("delphi", fair_min=least, fair_max=least + 1).start(seed=1).choices()


def test_bounds_that_leave_nothing_are_refused() -> None:
    """fair_max must be greater."""
    with pytest.raises(parlour.BadInput):
        parlour.game("delphi", fair_min=50, fair_max=50)


@cache
def chains() -> list[tuple[float, list[str]]]:
    """Every rule's rate and the chain by which it is chosen."""
    return [(round(percent(text), 9), picks(text)) for text in TEXTS]


@pytest.mark.parametrize(("least", "most"), [(20, 80), (46, 47), (0, 1), (99, 100)])
def test_a_choice_is_offered_if_some_rule_completes_it(least: int, most: int) -> None:
    """The menus along the chain against the list of all rules within the bounds."""
    game = parlour.game("delphi", fair_min=least, fair_max=most)
    after: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for rate, chain in chains():
        if least <= rate <= most:
            for n, choice in enumerate(chain):
                after[tuple(chain[:n])].add(choice)
    chooser = random.Random(3)
    for _ in range(30):
        match, chosen = game.start(seed=0), []
        while match.phase == "write":
            assert set(match.choices()) == after[tuple(chosen)], chosen
            chosen.append(chooser.choice(sorted(after[tuple(chosen)])))
            match.play(chosen[-1])
