"""Turns: small helpers that rooms share."""

from __future__ import annotations

from parlour.machine import count, lowest, rule

from .layout import DEAL, NOBODY


@rule(inline=True)
def left_of(t, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < t.seats else 0


@rule(inline=True)
def ask(t, seat, phase):
    """Ask one seat to choose in a phase."""
    t.turn, t.phase, t.asked, t.chain = seat, phase, 1 << seat, 0


@rule
def ask_all(t, seats, phase):
    """Ask a set of seats (one bit per seat, not empty) at once; their choices are sealed until the last is in."""
    t.asked, t.phase, t.chain = seats, phase, 0
    t.turn = lowest(seats)


@rule
def answered(t):
    """The seat on turn has chosen: the next of those asked at once is on turn, or NOBODY when all have."""
    t.asked &= ~(1 << t.turn)
    t.chain = 0
    t.turn = lowest(t.asked) if t.asked else NOBODY


@rule
def pick_from_hand(t, seat, card):
    """Move a card from a seat's `hand` to its `picked` (both `Cards(per=SEATS)`): one of several that it chooses one by one."""
    t.hand[seat] &= ~(1 << card)
    t.picked[seat] |= 1 << card
    t.chain += 1


@rule(inline=True)
def next_step(t, phase):
    """No seat is asked: the engine goes on with the step of this phase."""
    t.turn, t.phase, t.asked, t.chain = NOBODY, phase, 0, 0


@rule(inline=True)
def say(t, word, n):
    """Speak a step's one word (`SAY.name`), with a figure; for display and log only."""
    t.said[0], t.said[1] = word, n


@rule(inline=True)
def next_hand(t):
    """The deal passes to the left: the engine deals the next hand."""
    t.dealer = left_of(t, t.dealer)
    t.phase = DEAL


@rule
def win_or_deal(t, over, low):
    """A hand has been scored: the match ends as in `share_win` if it is over, otherwise the deal passes to the left."""
    if over:
        share_win(t, low)
    else:
        next_hand(t)


@rule
def plays_off_tie(t, low, most, word):
    """Whether several share the best score and another hand is played for it: said, and counted in `extra` up to `most`."""
    if t.extra == most or count(best_seats(t, low)) == 1:
        return False
    t.extra += 1
    say(t, word, 0)
    return True


# sets of seats, one bit per seat


@rule
def seats_above(t, figures, limit):
    """The seats whose figure (a field by seat) is above a limit."""
    seats = 0
    for p in range(t.seats):
        seats |= (1 if figures[p] > limit else 0) << p
    return seats


@rule
def seats_without(t, flags):
    """The seats that do not have a flag (a field by seat)."""
    seats = 0
    for p in range(t.seats):
        seats |= (1 - flags[p]) << p
    return seats


@rule
def next_without(t, flags, seat):
    """The next seat clockwise that does not have a flag (a field by seat)."""
    for _ in range(t.seats):
        seat = left_of(t, seat)
        if not flags[seat]:
            break
    return seat


@rule
def highest_of(t, figures, seats):
    """The highest figure (a field by seat) of a set of seats; 0 of none."""
    best, first = 0, True
    for p in range(t.seats):
        if (seats >> p) & 1 and (first or figures[p] > best):
            best, first = figures[p], False
    return best


@rule
def lowest_seats(t, figures, seats):
    """Those of a set of seats whose figure (a field by seat) is the lowest."""
    found, best = 0, 0
    for p in range(t.seats):
        if (seats >> p) & 1 and (found == 0 or figures[p] <= best):
            found = (found if found and figures[p] == best else 0) | (1 << p)
            best = figures[p]
    return found


@rule
def top_score(t):
    """The highest score."""
    return highest_of(t, t.score, (1 << t.seats) - 1)


# where players drop out: `out = Flag(per=SEATS)`


@rule
def seats_in(t):
    """The set (one bit per seat) of the seats that are not out. The table has a field `out = Flag(per=SEATS)`."""
    return seats_without(t, t.out)


@rule
def next_seat_in(t, seat):
    """The next seat clockwise that is not out. The table has a field `out = Flag(per=SEATS)`."""
    return next_without(t, t.out, seat)


@rule
def best_seats(t, low):
    """The set (one bit per seat) of the seats with the best score: the highest, or the lowest if `low`."""
    best, seats = t.score[0], 1
    for p in range(1, t.seats):
        if (t.score[p] < best) if low else (t.score[p] > best):
            best, seats = t.score[p], 0
        if t.score[p] == best:
            seats |= 1 << p
    return seats


# the end of the match: each of these says who has won, in `winners`, and nobody else decides it


@rule
def end_match(t, winners):
    """The match is over and a set of seats (none: nobody) has won; `payoff` is what the room has set."""
    t.winners, t.over = winners, 1
    t.turn, t.asked = NOBODY, 0


@rule
def win(t, seats):
    """End the match: a set of seats (not empty) has won. They share +1, the others share -1; if all win all get 0."""
    winners = count(seats)
    for p in range(t.seats):
        if winners == t.seats:
            t.payoff[p] = 0.0
        elif (seats >> p) & 1:
            t.payoff[p] = 1.0 / winners
        else:
            t.payoff[p] = -1.0 / (t.seats - winners)
    end_match(t, seats)


@rule
def share_win(t, low):
    """End the match: all seats with the best score (the lowest if `low`) share the win, as in `win`."""
    win(t, best_seats(t, low))


@rule
def nobody_wins(t):
    """End the match without a winner: everybody gets 0."""
    for p in range(t.seats):
        t.payoff[p] = 0.0
    end_match(t, 0)


@rule
def win_or_draw(t, seats):
    """End the match: a set of seats (not empty) has won, as in `win`. If that is every seat, it is a draw without a winner."""
    if count(seats) == t.seats:
        nobody_wins(t)
    else:
        win(t, seats)


@rule
def side_of(t, seat):
    """The set (one bit per seat) of those who play together with a seat, itself among them."""
    seats = 0
    for p in range(t.seats):
        seats |= (t.side[p] == t.side[seat]) << p
    return seats


@rule
def score_side(t, seat, points):
    """A seat's side scores: partners have one score, and each of them shows it."""
    for p in range(t.seats):
        if t.side[p] == t.side[seat]:
            t.score[p] += points
