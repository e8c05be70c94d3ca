"""Measure how well Delphi's rules are found: the tokens of a hand of 51 cards over random admissible rules.

    python bench/delphi.py [rules] [seed]

Four guessers answer the same cards: one by the rules that are left, weighted by their length, one as if all of them were
equally likely, one by a single clause that agrees with the last verdicts, one at random. Who knew the rule would have 52. The
rules are drawn evenly from all that are admissible, then as the oracle's bot draws them, then as an easy one does.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

import parlour
from parlour.games.delphi import bot, grammar
from parlour.kit import random_below, rule, seed_random

EVENLY, BY_LENGTH, OF_MIDDLE, OF_ONE_CLAUSE = range(4)
LABELS = ("all rules evenly", "as the oracle thinks of them", "and of middle difficulty", "of one clause")


@rule
def hand(tables, how, seed):  # type: ignore[no-untyped-def]
    """A random rule, and the tokens of the guessers for it."""
    t = tables[0]
    seed_random(t, seed, 0, 0)
    number = 0
    while number == 0:
        if how == EVENLY:
            number = 1 + random_below(t, grammar.LAST_RULE)
            form = grammar.form_of(number)
            second = grammar.second_of(number)
            if (form == grammar.CLAUSE and second) or not grammar.is_fair(
                form, grammar.first_of(number), second, t.fair_min, t.fair_max
            ):
                number = 0
        else:
            number = bot.random_rule(t, 0, 0, how != OF_ONE_CLAUSE)
            if how == OF_MIDDLE and bot.distance_from_middle(t, number, bot.SHORT | bot.WHOLE) > 0.0:
                number = 0
    all_rules = bot.tokens_for(t, number, bot.SHORT | bot.WHOLE), bot.tokens_for(t, number, bot.WHOLE)
    return number, (*all_rules, bot.tokens_for(t, number, 0))


def line(name: str, tokens: list[int]) -> str:
    """Mean with its 95 % interval, and how the hands spread."""
    margin = 1.96 * statistics.stdev(tokens) / len(tokens) ** 0.5
    low, median, high = (int(x) for x in np.quantile(tokens, (0.1, 0.5, 0.9)))
    return f"  {name:34} {statistics.mean(tokens):5.1f} ± {margin:.1f}   tenth {low}, median {median}, nine tenths {high}"


def random_tokens(rng: np.random.Generator, hands: int) -> list[int]:
    """Return the tokens of a player who tosses a coin 51 times in each hand."""
    found = []
    for _ in range(hands):
        tokens = 1
        for right in rng.integers(0, 2, 51):
            tokens = tokens + 1 if right else max(0, tokens - 1)
        found.append(tokens)
    return found


def main(rules: int = 200, seed: int = 1) -> None:
    """Print the figures of docs/bots/delphi.md."""
    tables = parlour.game("delphi").blank(1)
    hand(tables, EVENLY, 0)
    for how, label in enumerate(LABELS):
        start = time.perf_counter()
        found = [hand(tables, how, seed * 1_000_000 + n) for n in range(rules)]
        took = time.perf_counter() - start
        length = statistics.mean(len(grammar.rule_text(int(number))) for number, _ in found)
        print(f"{rules} rules, {label}, {length:.0f} characters on the average")
        for k, guesser in enumerate(("short rules are likelier", "all rules are as likely", "one clause in mind")):
            print(line(guesser, [int(tokens[k]) for _, tokens in found]))
        print(f"  {took / rules / 153 * 1000:.2f} ms an answer")
    print(line("at random", random_tokens(np.random.default_rng(seed), rules)))
    print(f"  {'the rule is known':34} {52:5.1f}")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
