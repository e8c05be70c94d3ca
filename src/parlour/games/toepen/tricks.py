"""The tricks of Toepen, and knocks before a card is played. Paragraphs R7.. are those of rulebook.md."""

from parlour.kit import NOBODY, ask, beats, clear, next_step, pile_size, push, ranking, rule, suit_of
from parlour.kit.betting import next_live

from .seats import alone, next_card
from .table import Table
from .words import GATHER, PLAY, SETTLE, WINDOW

STRENGTH = ranking("J Q K A 7 8 9 10")


@rule(inline=True)
def may_knock(t, seat):
    """R9: whether a seat may knock: it has tokens to pay for it, and did not knock last."""
    return t.value < t.score[seat] and not (t.no_double_knock and t.knocker == seat)


@rule
def offer_knock(t, seat):
    """R9: the next seat after this one that may knock is asked, until it is the turn of the player who plays next."""
    if t.knock_timing != Table.knock_timing.on_turn:
        p = seat
        for _ in range(t.seats):
            p = next_live(t, p)
            if p == t.player:
                break
            if may_knock(t, p):
                ask(t, p, WINDOW)
                return
    ask(t, t.player, PLAY)


@rule
def begin_play(t):
    """R7, or with only one seat left in by poverty the end of the hand."""
    t.leader = next_live(t, t.dealer)
    if alone(t, t.leader):
        end_hand(t, t.leader)
    else:
        go_on(t, t.leader)


@rule
def go_on(t, seat):
    """This seat plays the next card, if nobody knocks before; with NOBODY the trick is complete."""
    t.player = seat
    if seat == NOBODY:
        next_step(t, GATHER)
        return
    if pile_size(t.trick) == 0:
        t.leader = seat
    offer_knock(t, seat)


@GATHER.step
def gather_trick(t):
    """R8: every card comes to lie before its player; R12: after the fourth trick the hand is over.

    The suit led is above the others; F102: of those that are in, only the suit of the first may still win without it.
    """
    led = suit_of(t.trick[1])
    winner, best, p = NOBODY, 0, t.leader
    for n in range(1, pile_size(t.trick) + 1):
        card = t.trick[n]
        if not t.folded[p] and (winner == NOBODY or beats(card, best, led, STRENGTH)):
            winner, best = p, card
        push(t.played[p], card)
        p = next_card(t, p)
    clear(t.trick)
    t.cards_left -= 1
    if t.cards_left:
        go_on(t, winner)
    else:
        end_hand(t, winner)


@rule
def end_hand(t, seat):
    """This seat has won the hand."""
    t.winner, t.player = seat, NOBODY
    next_step(t, SETTLE)
