"""A showdown by word of mouth (R6 to R8): declarations, compared rank by rank, and their score."""

from parlour.kit import ask, count, lowest, next_seat_in, next_step, offer, rule, say
from parlour.kit.rankings import ONE_PAIR

from .hands import ROYAL, STEPS, UNNAMED, category, combination, compared, rank_at, whole, worth
from .words import (
    ANSWER,
    AWARD,
    CLAIM_PAIR,
    DECLARE,
    EQUAL,
    HIGHER_2,
    NAME,
    NAME_2,
    PASS,
    PASSED,
    SAY,
    SHOWN,
    SPEAK,
)


@rule
def least_claim(t, p):
    """R6: the lowest category that p may declare now."""
    s = t.draws - 1
    stands = t.declared[lowest(t.standing[s]), s] if t.standing[s] else 0
    return max(stands, ONE_PAIR)


@rule
def rank_to_beat(t):
    s = t.draws - 1
    return t.named[lowest(t.standing[s]), 5 * s + t.place] - 1


@rule
def speak(t):
    """R6: the player may declare, if there is anything to declare."""
    if t.false_declarations or category(t.hand[t.player]) >= least_claim(t, t.player):
        ask(t, t.player, SPEAK)
    else:
        next_step(t, SPEAK)


@SPEAK.objection
def cannot_claim(t, choice):
    """R6, F101: return the paragraph that forbids a declaration or a bluff, or 0."""
    if choice == PASS:
        return 0
    if t.false_declarations == (choice == DECLARE):
        return 101
    own, least = category(t.hand[t.turn]), least_claim(t, t.turn)
    if choice == DECLARE:
        return 0 if own >= least else 6
    return 0 if choice - CLAIM_PAIR + 1 >= max(own, least) else 101


@SPEAK.choices
def claims(t, menu):
    """Write the menu of declarations, so that the category of the hand is found once."""
    if not t.false_declarations:
        return offer(menu, offer(menu, 0, DECLARE), PASS)
    n = offer(menu, 0, PASS)
    for own in range(max(category(t.hand[t.turn]), least_claim(t, t.turn)), ROYAL + 1):
        n = offer(menu, n, CLAIM_PAIR + own - 1)
    return n


@SPEAK.play
def declare_or_pass(t, choice):
    p = t.turn
    if choice == PASS and t.false_declarations:
        pass_by(t)
    elif choice == PASS:  # it looks as if there were nothing to declare
        next_step(t, SPEAK)
    else:
        declare(t, p, category(t.hand[p]) if choice == DECLARE else choice - CLAIM_PAIR + 1)


@SPEAK.step
def nothing_to_declare(t):
    say(t, SAY.pass_, t.player)
    pass_by(t)


@rule
def next_speaker(t):
    if t.player == t.dealer:
        next_step(t, AWARD)
    else:
        t.player = next_seat_in(t, t.player)
        speak(t)


@rule
def pass_by(t):
    t.spoken[t.player] = PASSED
    next_speaker(t)


@rule
def declare(t, p, claim):
    """R7: a higher category stands at once, an equal one is compared."""
    s = t.draws - 1
    beaten = t.standing[s] == 0 or claim > least_claim(t, p)
    t.declared[p, s] = t.spoken[p] = claim
    if not t.false_declarations:
        t.belongs[p] = combination(t, p, s, t.hand[p])
    say(t, SAY.declared[claim - ONE_PAIR], p)
    if beaten:
        t.standing[s] = 1 << p
        next_speaker(t)
    else:
        t.place = 0
        compare(t)


@rule
def compare(t):
    """R7: the next rank is named by the standing player, unless it was before, and answered by the newcomer."""
    s = t.draws - 1
    stands = lowest(t.standing[s])
    if t.place == STEPS[t.kickers, t.declared[stands, s]]:
        t.standing[s] |= 1 << t.player
        say(t, SAY.tied, t.player)
        next_speaker(t)
    elif rank_to_beat(t) == UNNAMED:
        next_step(t, NAME)
        if t.false_declarations:
            ask(t, stands, NAME)
    else:
        next_step(t, ANSWER)
        if t.false_declarations:
            ask(t, t.player, ANSWER)


@NAME.play
def choose_rank(t, choice):
    """F101: with false declarations the standing player names any rank."""
    name_rank(t, choice - NAME_2)


@NAME.step
def name_true_rank(t):
    name_rank(t, rank_at(compared(t, t.hand[lowest(t.standing[t.draws - 1])]), t.place))


@rule
def name_rank(t, rank):
    s = t.draws - 1
    t.named[lowest(t.standing[s]), 5 * s + t.place] = rank + 1
    say(t, SAY.rank, rank)
    compare(t)


@ANSWER.objection
def must_be_higher(t, choice):
    """R7: an answer names a higher rank. Return the paragraph that forbids the choice, or 0."""
    if HIGHER_2 <= choice < HIGHER_2 + 13:
        return 0 if choice - HIGHER_2 > rank_to_beat(t) else 7
    return 0


@ANSWER.play
def choose_answer(t, choice):
    """F101: with false declarations the newcomer answers freely."""
    answer(t, rank_to_beat(t) - (choice == PASS) if choice <= EQUAL else choice - HIGHER_2)


@ANSWER.step
def answer_truly(t):
    answer(t, rank_at(compared(t, t.hand[t.player]), t.place))


@rule
def answer(t, rank):
    """R7: the newcomer's rank is equal, higher, or too low to be named."""
    s, best = t.draws - 1, rank_to_beat(t)
    if rank < best:
        t.under[t.player, s] = best
        say(t, SAY.pass_, t.player)
        next_speaker(t)
        return
    t.named[t.player, 5 * s + t.place] = rank + 1
    if rank > best:
        t.standing[s] = 1 << t.player
        say(t, SAY.higher, rank)
        next_speaker(t)
    else:
        t.place += 1
        say(t, SAY.equal, rank)
        compare(t)


@AWARD.step
def award_points(t):
    """R8: the only player left in the showdown scores the declared hand."""
    s = t.draws - 1
    say(t, SAY.no_score, 0)
    if count(t.standing[s]) == 1:
        p = lowest(t.standing[s])
        t.score[p] += worth(t, t.declared[p, s])
        say(t, SAY.scores, p)
    note_lies(t, s)
    t.phase = SHOWN


@rule
def note_lies(t, s):
    """F101: note the declarations that are not true of the hands they were made with."""
    if t.false_declarations:
        for p in range(t.seats):
            t.lied[p, s] = t.declared[p, s] > 0 and not whole(t, p, s, t.hand[p])
