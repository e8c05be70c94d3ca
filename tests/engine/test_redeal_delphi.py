"""Redeals of Delphi against an enumeration: the secret rule is any of those that agree with all verdicts, each as likely."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest

import parlour
from parlour.engine.match import Match
from parlour.engine.memory import Memory
from parlour.engine.redeal import redeal, unseen
from parlour.engine.view import View
from parlour.games.delphi import grammar
from parlour.kit.cards import card_name

from . import delphi
from .delphi import picks

JUDGED = "8♦ 3♣ K♦ 9♦ 4♥ 2♠ 6♦ Q♥ 7♣"  # after the 5♣


def judged_match(secret: str, least: int = 20, most: int = 80, seats: int = 3) -> parlour.Match:
    """Seat 1 has chosen this rule; nine cards have been judged, a tenth lies there."""
    rest = [card for card in range(52) if card not in delphi.cards("5♣ A♠ " + JUDGED)]
    stock = [*rest, *reversed(delphi.cards("5♣ " + JUDGED + " A♠"))]
    text = " ".join(map(card_name, stock))
    game = parlour.game("delphi", seats=seats, fair_min=least, fair_max=most)
    fields = {"hand_number": 1, "dealer": 1, "phase": "write", "turn": 1, "tokens": [1, 0, 1], "stock": text}
    tables = game.read_fields(fields)
    match = Match(game, tables, start_position="position", memory=Memory.fresh(tables, game.room))
    match.play(*picks(secret))
    for _ in delphi.cards(JUDGED):
        for seat in (0, 2):
            match.play("yes", seat=seat)
    return match


def agreeing(match: parlour.Match, secret: str, least: int, most: int) -> set[str]:
    """Every rule within the bounds that says the same of all cards judged, by its text."""
    history, line = [], delphi.cards("5♣")
    for card in delphi.cards(JUDGED):
        correct = delphi.accepts(secret, line, card)
        history.append((list(line), card, correct))
        line += [card] if correct else []
    assert [int(card) for card in match.row.line[1 : len(line) + 1]] == line
    assert int(match.row.judged) == len(history)
    fits = [
        text for text in delphi.texts() if all(delphi.accepts(text, then, card) == correct for then, card, correct in history)
    ]
    return {text for text in fits if least <= round(delphi.rate(text), 9) <= most}


@pytest.mark.parametrize(
    ("secret", "least", "most"),
    [("alt(red,higher)", 48, 50), ("red", 49, 51), ("and(red,higher)", 20, 26), ("or(face,red)", 58, 64)],
)
def test_the_secret_rule_is_drawn_from_those_that_agree(secret: str, least: int, most: int) -> None:
    """Each as often as the others, and the stock is any order of the cards not seen."""
    match = judged_match(secret, least, most)
    view = match.view(0, memory=True)
    assert int(view.tables[0].rule[1]) == -128
    rules = agreeing(match, secret, least, most)
    assert secret in rules
    assert 10 < len(rules) < 400
    deck, tables = unseen(view.tables, view.memory, seed=5), view.tables.copy()
    draws = 20 * len(rules)
    found, tops = Counter[str](), Counter[int]()
    for _ in range(draws):
        assert redeal(tables, 0, deck) == 0
        found[grammar.rule_text(int(tables[0].rule[1]))] += 1
        assert int(tables[0].rule[0]) == int(tables[0].rule[2]) == 0
        tops[int(tables[0].stock[int(tables[0].stock[0])])] += 1
    assert set(found) <= rules
    assert even(found, len(rules))
    assert set(tops) == {int(card) for card in match.row.stock[1 : int(match.row.stock[0]) + 1]}
    assert even(tops, int(match.row.stock[0]))


def even(found: Counter[str] | Counter[int], kinds: int) -> bool:
    """Return whether all kinds were drawn about equally often."""
    mean = found.total() / kinds
    chi = sum((n - mean) ** 2 / mean for n in found.values()) + mean * (kinds - len(found))
    return chi < kinds - 1 + 5 * sqrt(2 * (kinds - 1))


def test_the_oracle_and_everybody_after_the_hand_know_the_rule() -> None:
    """The oracle's redeals keep its rule; when it has been read out there is nothing to guess."""
    match = judged_match("alt(red,higher)")
    view = match.view(1, memory=True)
    tables = view.tables.copy()
    deck = unseen(view.tables, view.memory, seed=1)
    for _ in range(20):
        assert redeal(tables, 0, deck) == 0
        assert grammar.rule_text(int(tables[0].rule[1])) == "alt(red,higher)"
    while match.phase != "next":
        match.play("no", until="next")
    assert grammar.rule_text(int(match.row.revealed)) == "alt(red,higher)"
    assert not match.row.rule.any()
    assert redealt_rules(match.view(0, memory=True), 0) == {0}


def test_answers_kept_secret_may_be_either() -> None:
    """If answers are not shown, those of the others are yes or no to a player who has given one."""
    game = parlour.game("delphi", seats=3, reveal_answers=False, cards=5)
    match = game.start(seed=4)
    oracle = match.turn
    assert match.memory  # from here on kept up: worked out afterwards it would not stop at the verdict
    match.play("clause", "plain", "red")
    first, second = match.asked
    match.play("yes", seat=first)
    match.play("no", seat=second, until="verdict")
    view = match.view(first, memory=True)
    assert int(view.tables[0].answer[second]) == -128
    deck, tables = unseen(view.tables, view.memory, seed=1), view.tables.copy()
    drawn = set()
    for _ in range(60):
        redeal(tables, 0, deck)
        assert int(tables[0].answer[oracle]) == 0
        assert int(tables[0].answer[first]) == 1
        drawn.add(int(tables[0].answer[second]))
    assert drawn == {1, 2}


def redealt_rules(view: View, seat: int) -> set[int]:
    """The rules that redeals of a view put before its players."""
    deck, tables = unseen(view.tables, view.memory, seed=1), view.tables.copy()
    rules: set[int] = set()
    for _ in range(5):
        assert redeal(tables, 0, deck) == 0
        rules |= {int(n) for n in np.asarray(tables[0].rule)}
    return rules
