"""A showdown by word of mouth (R6 to R8): who speaks, what is declared, compared rank by rank, and scored."""

from parlour.kit import ask, count, lowest, next_seat_in, next_step, rule, say
from parlour.kit.rankings import ONE_PAIR

from .hands import STEPS, UNNAMED, category, combination, compared, rank_at, whole, worth
from .words import ANSWER, AWARD, NAME, PASSED, SAY, SHOWN, SPEAK


@rule
def left_in(t, seat):
    """The next seat clockwise that is still in the game."""
    return next_seat_in(t, seat)


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


@rule
def next_speaker(t):
    if t.player == t.dealer:
        next_step(t, AWARD)
    else:
        t.player = left_in(t, t.player)
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
    say(t, claim, p)
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


@rule
def name_rank(t, rank):
    s = t.draws - 1
    t.named[lowest(t.standing[s]), 5 * s + t.place] = rank + 1
    say(t, SAY.rank, rank)
    compare(t)


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


@rule
def proceed_showdown(t):
    """What nobody chooses in a showdown: passes for want of a hand, true answers, and the award (R8)."""
    s = t.draws - 1
    if t.phase == SPEAK:
        say(t, SAY.pass_, t.player)
        pass_by(t)
    elif t.phase == NAME:
        name_rank(t, rank_at(compared(t, t.hand[lowest(t.standing[s])]), t.place))
    elif t.phase == ANSWER:
        answer(t, rank_at(compared(t, t.hand[t.player]), t.place))
    else:
        say(t, SAY.no_score, 0)
        if count(t.standing[s]) == 1:
            p = lowest(t.standing[s])
            t.score[p] += worth(t, t.declared[p, s])
            say(t, SAY.scores, p)
        note_lies(t, s)
        t.phase = SHOWN


@rule
def note_lies(t, s):
    """F101: only now can it be seen whose declarations are not true of the hands they were made with."""
    if t.false_declarations:
        for p in range(t.seats):
            t.lied[p, s] = t.declared[p, s] > 0 and not whole(t, p, s, t.hand[p])
