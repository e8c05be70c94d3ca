"""Delphi: the oracle thinks of a rule, the others say for each card whether it fits. R1.. are those of rulebook.md.

The oracle is the dealer. The rules are defined in grammar.py; inference.py finds those that fit the verdicts so far.
"""

from parlour.kit import *

from .grammar import (
    ATOM_COUNT,
    ATOMS,
    CLAUSE,
    CLAUSES,
    FORMS,
    IF,
    LAST_RULE,
    TEST_COUNT,
    TESTS,
    accepts,
    first_of,
    form_of,
    is_fair,
    rule_of,
    second_of,
)
from .inference import any_fitting

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
SIGNS = ("space", "comma", "point", "colon")
PHASES = phases(
    asks("write", "{clause,and,or,alt,if}", f"{{{','.join(TESTS)}}}", "plain", "not", f"{{{','.join(ATOMS)}}}", veiled=True),
    asks("spell", f"write {{{','.join((*LETTERS, *SIGNS))}}}", "done", veiled=True),
    steps("start", "turn"),
    asks("decide", "yes", "no", together=True),
    asks("decide in secret", "yes", "no", together=True, veiled=True),
    asks("judge", "correct", "incorrect"),
    steps("verdict", "score", "tell", "next"),
)
WRITE, SPELL, START, TURN, DECIDE, SECRET, JUDGE, VERDICT, SCORE, TELL, NEXT = PHASES
FORM_0, TEST_0, PLAIN, ATOM_0, WRITE_A, DONE = PHASES.codes("clause", TESTS[0], "plain", ATOMS[0], "write a", "done")
YES, NO, CORRECT, INCORRECT = PHASES.codes("yes", "no", "correct", "incorrect")
SAY = words("thought", "starter", "card", "reveal", "correct", "incorrect", "scored", "rule", "text")
PACK = PACK_52
GPU = False  # the rules that fit the verdicts are found with arrays
MOST_TOKENS = 56  # five to begin with, and one per card
MOST_LETTERS, WORDS_OF_TEXT = 60, 6
"""A text is kept ten letters a word, six bits each."""
FORM, TEST, FIRST_SIGN, FIRST, SECOND_SIGN, SECOND = range(6)
"""The parts of a rule in the order they are chosen."""
OPEN_TEST = FORMS
"""The form of a rule that begins with `if` until its test is chosen."""


class Table(Layout, seats=(3, 7), default_seats=4):
    hands_each = Option(1, range(1, 6), "times each player is the oracle")
    start_tokens = Option(1, range(6), "tokens at the start of a hand")
    lose_token = Option(True, YES_NO, "a wrong answer costs a token")
    fair_min = Option(20, range(101), "smallest percentage of cards that a rule may accept")
    fair_max = Option(80, range(101), "largest percentage of cards that a rule may accept")
    reveal_answers = Option(True, YES_NO, "all players see which answer each player gave")
    oracle_judges = Option(False, YES_NO, "the oracle may think of any rule and judges each card")
    cards = Option(51, range(5, 52), "cards judged in a hand")

    stock = Pile(52, seen=NOBODY)
    turned = Pile(1)
    line = Pile(52)
    wrong = Pile(51)  # the sidelines, one after the other
    verdicts = Number(0, (1 << 51) - 1)  # a bit per card in the order they were judged: 1 correct
    rule = Number(0, LAST_RULE + CLAUSES * CLAUSES, per=SEATS, seen=OWNER)  # the oracle's, as grammar.py numbers them
    text = Number(0, (1 << 60) - 1, per=(SEATS, WORDS_OF_TEXT), seen=OWNER)  # or what it wrote instead
    revealed = Number(0, LAST_RULE)  # the rule when it has been read out
    revealed_text = Number(0, (1 << 60) - 1, per=WORDS_OF_TEXT)
    answer = Number(0, 2, per=SEATS, seen=by("reveal_answers", ALL, OWNER))  # 1 yes, 2 no
    tokens = Number(0, MOST_TOKENS, per=SEATS)
    judged = Number(0, 51)


@rule
def house(t):
    """F101: the least share of cards is below the most. Return the paragraph that is broken, or 0."""
    return 101 if t.fair_max < t.fair_min + 1 else 0


def unsound(t):
    if t.dealer == NOBODY:
        return "dealer: nobody is the oracle"
    if t.phase in (DEAL, NEXT):
        return ""
    wrong_kind = (SPELL, JUDGE) if not t.oracle_judges else (WRITE, VERDICT)
    wrong_kind += (SECRET,) if t.reveal_answers else (DECIDE,)
    if t.phase in wrong_kind:
        return "phase: these house rules do not have it"
    if t.phase in (WRITE, SPELL, JUDGE) and t.turn not in (NOBODY, t.dealer):
        return f"turn: seat {int(t.turn)} is not the oracle"
    return against_cards(t) or against_rule(t) or against_tokens(t)


def against_cards(t):
    """Return what is wrong with the cards in the line and beside it, by the verdicts so far."""
    judged, turned = int(t.judged), int(pile_size(t.turned))
    if t.phase in (SCORE, TELL):
        return "turned: all cards are judged" if turned else ""
    if t.phase in (WRITE, SPELL, START):
        place = next((name for name in ("line", "wrong", "turned") if pile_size(t[name])), "judged" if judged else "")
        return f"{place}: no card has been judged" if place else ""
    if turned != (t.phase in (DECIDE, SECRET, JUDGE, VERDICT)):
        return f"turned: {turned} cards in this phase"
    if not pile_size(t.line):
        return "line: there is no card to begin with"
    if judged >= t.cards:
        return f"judged: {judged} cards, and {int(t.cards)} are judged in a hand"
    return "stock: there is no card to turn up" if t.phase == TURN and not pile_size(t.stock) else ""


def against_rule(t):
    """Return what is wrong with the rule: only the oracle has one, a number of the grammar, and it is read out at the end."""
    for p in range(t.seats):
        if (p != t.dealer or t.oracle_judges) and t.rule[p] not in (0, UNKNOWN):
            return f"rule: seat {p} has thought of none"
        if (p != t.dealer or not t.oracle_judges) and any(word not in (0, UNKNOWN) for word in t.text[p]):
            return f"text: seat {p} has written none"
    own = int(t.rule[t.dealer])
    if t.phase in (WRITE, SPELL):
        begun = own not in (0, UNKNOWN) or any(word not in (0, UNKNOWN) for word in t.text[t.dealer])
        return "rule: it is there before it is chosen" if begun and not t.chain else ""
    unruly = t.phase == VERDICT and not 0 < own <= LAST_RULE
    return "rule: the oracle has thought of none" if unruly else ""


def against_tokens(t):
    """Return what is wrong with tokens and answers: the oracle has none, and a player who is still asked has not answered."""
    for p in range(t.seats):
        if t.phase not in (SCORE, TELL) and t.tokens[p] + t.cards - t.judged > MOST_TOKENS:
            return f"tokens: seat {p} has {int(t.tokens[p])}, and {int(t.judged)} cards have been judged"
        if p == t.dealer and t.tokens[p] and t.phase != TELL:
            return "tokens: the oracle has none"
        if t.answer[p] > 0 and (p == t.dealer or (int(t.asked) >> p) & 1) and t.phase in (DECIDE, SECRET):
            return f"answer: seat {p} {'is the oracle' if p == t.dealer else 'has still to answer'}"
    if t.phase in (DECIDE, SECRET) and (int(t.asked) >> t.dealer) & 1:
        return f"{'turn' if t.turn == t.dealer else 'asked'}: the oracle is not asked"
    return ""


def unplayable(t):
    if t.phase in (DEAL, WRITE, SPELL, START, TELL, NEXT):
        return ""
    own, judged, line, wrong = int(t.rule[t.dealer]), int(t.judged), int(pile_size(t.line)), int(pile_size(t.wrong))
    if not t.oracle_judges and own != UNKNOWN and not 0 < own <= LAST_RULE:
        return "rule: the oracle has thought of none"
    correct = int(t.verdicts).bit_count()
    if int(t.verdicts) >> judged:
        return f"verdicts: there are more than {judged}"
    stock, to_turn = int(pile_size(t.stock)), int(t.cards) - judged - int(pile_size(t.turned))
    if stock < to_turn:
        return f"stock: {stock} cards, and {to_turn} are still to be turned"
    for p in range(t.seats):
        if t.tokens[p] > t.start_tokens + judged:
            return f"tokens: seat {p} has {int(t.tokens[p])} after {judged} cards"
    if (line - 1, wrong) != (correct, judged - correct):
        return f"judged: {judged} cards, {correct} of them correct, and {line - 1} and {wrong} lie in and beside the line"
    return ""


@rule
def bound(t):
    written = MOST_LETTERS + 1 + t.cards if t.oracle_judges else 6
    return t.hands_each * t.seats * (written + t.cards * (t.seats - 1))


@rule
def deal(t):
    """R2. The oracle thinks of its rule before a card is turned."""
    fill(t.stock, PACK)
    shuffle(t, t.stock)
    clear(t.turned)
    clear(t.line)
    clear(t.wrong)
    t.revealed = t.judged = t.verdicts = 0
    for k in range(WORDS_OF_TEXT):
        t.revealed_text[k] = 0
    for p in range(t.seats):
        t.rule[p] = t.answer[p] = 0
        t.tokens[p] = t.start_tokens if p != t.dealer else 0
    ask(t, t.dealer, SPELL if t.oracle_judges else WRITE)


# a rule of the grammar


@WRITE.objection
def objection_to_part(t, choice):
    """R1: a rule accepts neither too few cards nor too many. Return the paragraph that forbids the part, or 0."""
    part = next_part(t)
    low, n = codes_of(part)
    return 0 if low <= choice < low + n and can_be_fair(t, part, choice - low) else 1


@rule
def next_part(t):
    """R1: the part of its rule that the oracle chooses next; the length of the chain says how far it has come."""
    form = form_of(t.rule[t.turn])
    if t.chain == 0:
        return FORM
    if form == OPEN_TEST:
        return TEST
    return FIRST_SIGN + t.chain - (2 if form >= IF else 1)


@rule
def codes_of(part):
    """The first call of a part and the number of its calls."""
    if part == FORM:
        return FORM_0, IF + 1
    if part == TEST:
        return TEST_0, TEST_COUNT
    return (PLAIN, 2) if part in (FIRST_SIGN, SECOND_SIGN) else (ATOM_0, ATOM_COUNT)


@rule
def can_be_fair(t, part, k):
    """R1: whether the rule can be completed to an admissible one when its next part is the k-th choice."""
    number = t.rule[t.turn]
    form, ends = form_of(number), 1
    first, firsts, second, seconds = 0, CLAUSES, 0, CLAUSES
    if part == FORM:
        form, ends = k, TEST_COUNT if k == IF else 1
    elif part == TEST:
        form = IF + k
    else:
        span = 1 if part in (FIRST, SECOND) else ATOM_COUNT
        chosen = k * ATOM_COUNT if span > 1 else k
        if part in (FIRST_SIGN, FIRST):
            first, firsts = first_of(number) + chosen, span
        else:
            first, firsts = first_of(number), 1
            second, seconds = second_of(number) + chosen, span
    return any_fair(t, form, form + ends, first, first + firsts, second, second + seconds)


@rule
def any_fair(t, form, forms, first, firsts, second, seconds):
    """Whether any rule in these ranges (ends left out) is admissible."""
    for f in range(form, forms):
        for x in range(first, firsts):
            for y in range(second, second + 1 if f == CLAUSE else seconds):
                if is_fair(f, x, y, t.fair_min, t.fair_max):
                    return True
    return False


@WRITE.play
def write_part(t, choice):
    """R1: one more part of the rule."""
    p, part = t.turn, next_part(t)
    k = choice - codes_of(part)[0]
    t.chain += 1
    if part == FORM:
        t.rule[p] = rule_of(OPEN_TEST if k == IF else k, 0, 0)
    elif part == TEST:
        t.rule[p] = rule_of(IF + k, 0, 0)
    else:
        t.rule[p] += (k * ATOM_COUNT if part in (FIRST_SIGN, SECOND_SIGN) else k) * (CLAUSES if part <= FIRST else 1)
    if part == SECOND or (part == FIRST and form_of(t.rule[p]) == CLAUSE):
        say(t, SAY.thought, p)
        next_step(t, START)


# a rule in words


@SPELL.objection
def objection_to_letter(t, choice):
    return 102 if choice != DONE and t.chain >= MOST_LETTERS else 0


@SPELL.play
def spell(t, choice):
    """F102: one more letter of a rule in words."""
    if choice == DONE:
        say(t, SAY.thought, t.turn)
        next_step(t, START)
    else:
        t.text[t.turn, t.chain // 10] |= (choice - WRITE_A + 1) << (6 * (t.chain % 10))
        t.chain += 1


# the cards


@START.step
def begin_line(t):
    """R2: turn up the card that begins the line."""
    push(t.line, pop(t.stock))
    say(t, SAY.starter, top(t.line))
    t.phase = TURN


@TURN.step
def turn_card(t):
    """R3: turn up a card; all but the oracle guess."""
    for p in range(t.seats):
        t.answer[p] = 0
    push(t.turned, pop(t.stock))
    say(t, SAY.card, top(t.turned))
    ask_all(t, ((1 << t.seats) - 1) & ~(1 << t.dealer), DECIDE if t.reveal_answers else SECRET)


@DECIDE.play
@SECRET.play
def answer(t, choice):
    """R3; after the last answer the verdict is given. F102: by the oracle, if its rule is in words."""
    t.answer[t.turn] = choice - YES + 1
    answered(t)
    if t.turn == NOBODY:
        say(t, SAY.reveal, 0)
        if t.oracle_judges:
            ask(t, t.dealer, JUDGE)
        else:
            t.phase = VERDICT


@JUDGE.play
def judge(t, choice):
    """F102: lay the card where the oracle says."""
    t.turn, t.asked = NOBODY, 0
    lay_card_by(t, choice == CORRECT)


@VERDICT.step
def apply_rule(t):
    lay_card_by(t, accepts(t.rule[t.dealer], t.line, top(t.turned)) != 0)


@rule
def lay_card_by(t, correct):
    """R4, R5. The tokens are paid with the verdict, 51 times per hand: a step of their own would be slow to watch."""
    card = pop(t.turned)
    if correct:
        push(t.line, card)
        t.verdicts |= 1 << t.judged
    else:
        push(t.wrong, card)
    say(t, SAY.correct if correct else SAY.incorrect, card)
    for p in range(t.seats):
        if p != t.dealer:
            if t.answer[p] == (1 if correct else 2):
                t.tokens[p] += 1
            elif t.lose_token and t.tokens[p] > 0:
                t.tokens[p] -= 1
            if not t.reveal_answers:
                t.answer[p] = 0
    t.judged += 1
    t.phase = TURN if t.judged < t.cards else SCORE


# the end of a hand


@SCORE.step
def score_hand(t):
    """R7, R8: pay the differences of tokens among guessers, and the oracle for those lost."""
    for p in range(t.seats):
        for q in range(t.seats):
            if p != t.dealer and q != t.dealer:
                t.score[p] += t.tokens[p] - t.tokens[q]
                t.score[t.dealer] += max(0, t.tokens[q] - t.tokens[p])
    say(t, SAY.scored, t.dealer)
    t.phase = TELL


@TELL.step
def tell_rule(t):
    """R9, F102: make the rule public and clear the tokens."""
    t.revealed, t.rule[t.dealer] = t.rule[t.dealer], 0
    for k in range(WORDS_OF_TEXT):
        t.revealed_text[k], t.text[t.dealer, k] = t.text[t.dealer, k], 0
    for p in range(t.seats):
        t.tokens[p] = t.answer[p] = 0
    say(t, SAY.text if t.oracle_judges else SAY.rule, t.dealer if t.oracle_judges else t.revealed)
    t.phase = NEXT


@NEXT.step
def end_hand(t):
    """R9: end the match if everybody has been the oracle as often as agreed."""
    win_or_deal(t, t.hand_number >= t.hands_each * t.seats, False)


@rule
def contradictions(t, seat):
    """The oracle's rule is any of those that fit all verdicts, each equally likely; hidden texts and answers may be anything."""
    wrong = 0
    for p in range(t.seats):
        if t.rule[p] == UNKNOWN:
            hidden = p == t.dealer and START <= t.phase <= TELL and not t.oracle_judges
            t.rule[p] = any_fitting(t) if hidden else 0
            wrong += 1 if hidden and t.rule[p] == 0 else 0
        if t.answer[p] == UNKNOWN:
            given = pile_size(t.turned) > 0 and p != t.dealer and not holds(t.asked, p)
            t.answer[p] = 1 + random_below(t, 2) if given else 0
        if t.text[p, 0] == UNKNOWN:
            for k in range(WORDS_OF_TEXT):
                t.text[p, k] = 0
    return wrong
