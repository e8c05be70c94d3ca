"""How Delphi is played well: a guesser asks all rules that are left; an oracle wants a rule that is found, but not at once.

Without the piece of advice `whole` (level `easy`) both know rules of a single clause only, and a guesser believes in one of them.
"""

import numpy as np

from parlour.kit import *

from .grammar import (
    ATOM_COUNT,
    ATOMS,
    CLAUSE,
    CLAUSES,
    FORMS,
    IF,
    PROPERTIES,
    RISING,
    accepts,
    first_of,
    form_of,
    is_fair,
    read_rule,
    rule_of,
    second_of,
)
from .inference import EQUAL, look_back, weigh
from .rules import (
    ATOM_0,
    CORRECT,
    DONE,
    FIRST,
    FIRST_SIGN,
    FORM,
    FORM_0,
    INCORRECT,
    JUDGE,
    LETTERS,
    NO,
    PLAIN,
    SECOND_SIGN,
    SPELL,
    TEST,
    TEST_0,
    WRITE,
    WRITE_A,
    YES,
    next_part,
)

HORIZON = 6  # a card: what comes after it is another matter
ADVICE = ("short", "middle", "whole")
SHORT, MIDDLE, WHOLE = 1, 2, 4
TRIES = 12
RECENT = 6
"""The verdicts that a player looks back on who keeps one rule in mind."""
PROSPECTS = ("right in {n} of 100", "rules that still fit: {n}")
"""Words for an answer, computed from the rules that agree with all verdicts, likelier ones weighing more, and their number."""

MIDDLE_TOKENS = (0.8, 0.92)
"""Between which parts of the cards the guesser's tokens lie for a rule of middle difficulty."""


def _words(name: str) -> int:
    """Return how many words of the grammar a name is: `within:3` and `prev.red` are two, `prev.min:7` three."""
    return 1 + (":" in name) + name.startswith("prev.")


_ATOM_WORDS = [_words(name) for name in ATOMS]
CLAUSE_WEIGHT = np.array([2.0**-words for words in _ATOM_WORDS] + [2.0 ** -(words + 1) for words in _ATOM_WORDS])
HAS_FIGURE = np.array([words > 1 for words in _ATOM_WORDS] * 2)
"""Whether a clause has a suit or a number in it: `within:3`."""
_TEST_WORDS = [*(_words(f"prev.{name}") for name in PROPERTIES), 1]
FORM_WEIGHT = np.array([1.0] + [0.5] * 3 + [2.0 ** -(1 + words) for words in _TEST_WORDS])


# for the search


@rule
def policy(t, menu, n):
    """Random answers and rules."""
    return pick_random(t, menu, n)


@rule
def value(t, seat):
    """The lead in points, those among them that the tokens promise, as a part of a payoff."""
    own = others = 0
    for p in range(t.seats):
        points_now = t.score[p]
        for q in range(t.seats):
            if q != t.dealer and p != t.dealer:
                points_now += t.tokens[p] - t.tokens[q]
            elif q != t.dealer:
                for r in range(t.seats):
                    points_now += max(0, t.tokens[q] - t.tokens[r]) if r != t.dealer else 0
        if p == seat:
            own = points_now
        else:
            others += points_now
    lead = own - others / (t.seats - 1)
    return lead / (60.0 + abs(lead))


# a player by itself


@rule
def strategy(t, menu, n, may, advice):
    if t.phase == WRITE:
        return next_pick(t, menu, n, advice)
    if t.phase == SPELL:
        return next_letter(t)
    if t.phase == JUDGE:
        return CORRECT if accepts(rule_in_words(t), t.line, top(t.turned)) else INCORRECT
    return YES if leaning(t, advice) > 0.0 else NO


@rule
def leaning(t, advice):
    """Return the weight of the rules that fit and accept the card, minus the weight of those that reject it; random if equal."""
    clauses, tests = np.empty(CLAUSES, np.int64), np.empty(RISING + 1, np.int64)
    look_back(t, clauses, tests)
    if not advice & WHOLE:
        return hunch(t, clauses)
    if advice & SHORT:
        total, yes, _ = weigh(t, clauses, tests, FORM_WEIGHT, CLAUSE_WEIGHT, np.inf)
    else:
        total, yes, _ = weigh(t, clauses, tests, EQUAL, EQUAL, np.inf)
    return 2.0 * yes - total if 2.0 * yes != total else random_unit(t) - 0.5


@rule
def hunch(t, clauses):
    """Return 1 if one rule accepts the card and -1 if it does not: a rule of one clause that agrees with the last verdicts, short
    ones are likelier; at random if there is none. So plays a person who believes in the first rule that comes to mind.

    clauses: of `look_back`.
    """
    recent = ((1 << t.judged) - 1) & ~((1 << max(0, t.judged - RECENT)) - 1)
    total, accepted = 0.0, random_below(t, 2)
    for clause in range(CLAUSES):
        if (clauses[clause] ^ t.verdicts) & recent == 0 and is_fair(CLAUSE, clause, 0, t.fair_min, t.fair_max):
            total += CLAUSE_WEIGHT[clause]
            if total * random_unit(t) < CLAUSE_WEIGHT[clause]:
                accepted = (clauses[clause] >> t.judged) & 1
    return 2.0 * accepted - 1.0


@rule(hurried=True)
def prospects(tables, i, menu, n, advice, found):
    """See `heuristics`: how likely each answer is right, and how many rules agree with all verdicts."""
    t = tables[i]
    if menu[0] != YES and menu[0] != NO:
        found[:n, len(PROSPECTS)] = -np.inf
        return
    clauses, tests = np.empty(CLAUSES, np.int64), np.empty(RISING + 1, np.int64)
    look_back(t, clauses, tests)
    fitting, yes, _ = weigh(t, clauses, tests, EQUAL, EQUAL, np.inf)
    total = fitting
    if advice & SHORT:
        total, yes, _ = weigh(t, clauses, tests, FORM_WEIGHT, CLAUSE_WEIGHT, np.inf)
    for e in range(n):
        part = (yes if menu[e] == YES else total - yes) / total if total else -np.inf
        if menu[e] != YES and menu[e] != NO:
            part = -np.inf
        found[e, 0], found[e, 2] = np.rint(100.0 * part), part
        found[e, 1] = fitting if 2.0 * part >= 1.0 else np.nan


# the oracle


@rule
def next_pick(t, menu, n, advice):
    """R1: of some random rules that go on from what is chosen the one of the best difficulty; its next part. Without WHOLE a rule
    is one clause, and the first will do."""
    part, begun = next_part(t), t.rule[t.turn]
    best, least = 0, np.inf
    for _ in range(TRIES):
        number = random_rule(t, part, begun, (advice & WHOLE) != 0)
        if number == 0:
            break
        distance = distance_from_middle(t, number, advice) if advice & MIDDLE and advice & WHOLE else 0.0
        if distance < least:
            best, least = number, distance
        if least == 0.0:
            break
    if best == 0:
        return menu[random_below(t, n)]
    return part_of(best, part)


@rule
def part_of(number, part):
    """The choice that makes a part of a rule."""
    form = form_of(number)
    if part == FORM:
        return FORM_0 + min(form, IF)
    if part == TEST:
        return TEST_0 + form - IF
    clause = first_of(number) if part <= FIRST else second_of(number)
    return (PLAIN + clause // ATOM_COUNT) if part in (FIRST_SIGN, SECOND_SIGN) else (ATOM_0 + clause % ATOM_COUNT)


@rule
def random_rule(t, part, begun, of_any_form):
    """A random admissible rule whose parts before this one are as begun; short ones are likelier. 0 if none was found.

    of_any_form: otherwise it is a single clause without a figure, if none of its parts is begun.
    """
    for _ in range(200):
        form, first, second = random_form(t), random_clause(t), random_clause(t)
        if not of_any_form:
            form = CLAUSE
            while HAS_FIGURE[first]:
                first = random_clause(t)
        if part > FORM:
            form = form_of(begun) if part > TEST or form_of(begun) < IF else IF + random_below(t, FORMS - IF)
        if part > FIRST_SIGN:
            first = first_of(begun) + (first % ATOM_COUNT if part == FIRST else 0)
        if part > SECOND_SIGN:
            second = second_of(begun) + second % ATOM_COUNT
        if form == CLAUSE:
            second = 0
        if is_fair(form, first, second, t.fair_min, t.fair_max):
            return rule_of(form, first, second)
    return 0


@rule
def random_form(t):
    """Each of the five forms is as likely."""
    form = random_below(t, IF + 1)
    return form if form < IF else IF + random_below(t, FORMS - IF)


@rule
def random_clause(t):
    """Any relation or property; one in three is turned into its contrary."""
    return random_below(t, ATOM_COUNT) + (ATOM_COUNT if random_below(t, 3) == 0 else 0)


@rule
def distance_from_middle(t, number, advice):
    """Return how far a rule is from the middle difficulty, measured on a hand with its own shuffle: 0 within, otherwise a part of
    the cards."""
    part = tokens_for(t, number, advice) / t.cards
    return max(0.0, MIDDLE_TOKENS[0] - part, part - MIDDLE_TOKENS[1])


@rule
def tokens_for(t, number, advice):
    """The tokens that a guesser of this advice has after a hand played by a rule, with a pack shuffled here.

    t: before the first card; it is so again afterwards.
    """
    pack = np.arange(52)
    for k in range(51, 0, -1):
        other = random_below(t, k + 1)
        pack[k], pack[other] = pack[other], pack[k]
    push(t.line, pack[51])
    tokens = t.start_tokens
    for n in range(t.cards):
        push(t.turned, pack[n])
        says_yes = leaning(t, advice) > 0.0
        card = pop(t.turned)
        correct = accepts(number, t.line, card) != 0
        if correct:
            push(t.line, card)
            t.verdicts |= 1 << n
        else:
            push(t.wrong, card)
        t.judged += 1
        if says_yes == correct:
            tokens += 1
        elif t.lose_token and tokens > 0:
            tokens -= 1
    t.judged = t.verdicts = 0
    clear(t.line)
    clear(t.wrong)
    return tokens


# rules in words


def _spelt(word: str) -> int:
    """A word as `text` keeps it."""
    return sum((LETTERS.index(letter) + 1) << 6 * k for k, letter in enumerate(word))


SPELT = {
    "red": "red",
    "black": "not(red)",
    "even": "even",
    "odd": "not(even)",
    "higher": "higher",
    "lower": "lower",
    "face": "face",
}
"""The rules that a bot considers if any rule may be written, by different first letters."""
WORDS = np.array([_spelt(word) for word in SPELT], np.int64)
MEANT = np.array([read_rule(text) for text in SPELT.values()], np.int64)


@rule
def next_letter(t):
    """F102: one of the words, letter by letter; after the first letter it is clear which."""
    written = t.text[t.turn, 0]
    word = WORDS[random_below(t, len(WORDS))] if t.chain == 0 else WORDS[word_begun(written)]
    letter = (word >> (6 * t.chain)) & 63
    return WRITE_A + letter - 1 if letter else DONE


@rule
def word_begun(written):
    """Return which of the words begins with the same letter."""
    for k in range(len(WORDS)):
        if (WORDS[k] ^ written) & 63 == 0:
            return k
    return 0


@rule
def rule_in_words(t):
    """The rule that the bot has written."""
    return MEANT[word_begun(t.text[t.turn, 0])]
