"""Cassino: capture by pairing and adding, build for the next turn, and sweep. Paragraphs R1.. are those of rulebook.md.

A build lies under the rank that captures it: `pair_builds[SEVEN]` are sevens, `sum_builds[SEVEN]` groups of seven each. A turn
is a chain: a card of the hand, then what it does. The player points at cards of the table to capture them (any card of a pair or
a build stands for all of it), or makes a call (a build, a raise, a trail). If there is only one way to go on, the turn goes on by
itself.

The house rules and zones are in `table.py`, what a card can do in `able.py`, the score in `scoring.py`, the phases and words in
`words.py`.
"""

from parlour.kit import *
from parlour.kit.captures import *

from .able import (
    capturing,
    clear_table,
    is_mixed,
    is_one_capture,
    is_one_way,
    may_call,
    may_take,
    on_table,
    owns_build,
    takes_one,
    worths,
)
from .scoring import *
from .table import EXTRA_HANDS, Table
from .words import *

PACK = PACK_52
GPU = False


def unsound(t):
    if t.dealer == NOBODY:
        return "dealer: nobody deals"
    if t.phase in (DEAL, NEXT):
        return ""
    if t.entry and (t.phase != SCORE or t.entry > ACES):
        return f"entry: {t.entry}, and the score {'has been counted' if t.phase == SCORE else 'is not counted yet'}"
    if t.phase in (COUNT, SCORE):
        return ""
    return against_builds(t) or against_turn(t)


def against_builds(t):
    """Return what is wrong with the builds: each has an owner, and only ranks that can be built have one."""
    for name, builds, owner in (("pair", t.pair_builds, t.pair_owner), ("sum", t.sum_builds, t.sum_owner)):
        for rank in range(13):
            if builds[rank] and owner[rank] == NOBODY:
                return f"{name}_owner: nobody has made the build {name}_builds.{rank}"
    return ""


def against_turn(t):
    """Return what is wrong with the card played, what it has picked so far, and the hands beside it."""
    played, picked = size_of(int(t.played)), size_of(int(t.picked | t.taken))
    if played != (1 if t.phase in (ACT, CAPTURE, GROUP, GATHER) else 0):
        return "played: no card is played" if not played else f"played: {played} cards in this phase"
    if t.chain and t.phase == PLAY:
        return f"chain: {int(t.chain)}, and no card is played"
    if t.phase in (PLAY, REFILL, LEFTOVERS):
        left = next((name for name in ("picked", "taken") if t[name]), "declared" if t.declared else "paired" if t.paired else "")
        return f"{left}: no card is played" if left else against_hands(t)
    if t.phase == GATHER:
        if t.capturer == NOBODY:
            return "capturer: nobody has captured"
        return "" if picked else "taken: nothing is captured"
    return "" if t.phase != GROUP or t.declared else "declared: a group is picked for no number"


def against_hands(t):
    """Return what is wrong with the number of cards in the hands before a card is played or cards are dealt."""
    held = [size_of(int(hand)) for hand in t.hand]
    if t.phase == PLAY:
        return "" if held[t.turn] else f"hand.{int(t.turn)}: it is empty, and seat {int(t.turn)} is asked for a card"
    if max(held):
        return f"hand.{held.index(max(held))}: cards are left in this phase"
    if t.phase == REFILL:
        return "" if pile_size(t.stock) else "stock: there are no cards to deal"
    return "capturer: nobody has captured" if t.capturer == NOBODY else ""


def unplayable(t):
    if t.phase not in (PLAY, REFILL):
        return ""
    held = [size_of(int(hand)) for hand in t.hand]
    due = held[1 - t.dealer] + (t.turn == t.dealer)
    if held[t.dealer] != due and t.phase == PLAY:
        return f"hand.{int(t.dealer)}: {held[t.dealer]} cards, and {due} with this turn"
    return ""


@rule
def bound(t):
    """A hand gives at least 8 points. It has 48 turns of a card, a call and `done`, and each card is picked at most twice."""
    return (2 * (t.target - 1) // 8 + 1 + EXTRA_HANDS) * (48 * 3 + 2 * 52)


@rule
def deal(t):
    """R1: two cards to the other player, two to the table and two to the dealer, and all this again."""
    fill(t.stock, PACK)
    shuffle(t, t.stock)
    for _ in range(2):
        t.hand[1 - t.dealer] |= draw(t.stock, 2)
        t.loose |= draw(t.stock, 2)
        t.hand[t.dealer] |= draw(t.stock, 2)
    first_turn(t)


@rule
def first_turn(t):
    """The hands are new, so nothing is known of them. The dealer's opponent begins."""
    for p in range(2):
        for rank in range(13):
            t.promised[p, rank] = t.lacking[p, rank] = 0
    ask(t, 1 - t.dealer, PLAY)


# a card of the hand


@PLAY.play
def play_card(t, choice):
    """Play the card, which does at once what it can if that is only one thing."""
    t.played = 1 << choice
    t.hand[t.turn] ^= t.played
    t.promised[t.turn, rank_of(choice)] = 0
    cards, calls_left = may_take(t, choice), may_call(t, choice)
    t.phase = ACT
    t.chain += 1
    if cards == 0 and count(calls_left) == 1:
        make_call(t, t.turn, TRAIL + lowest(calls_left))
    elif calls_left == 0 and is_one_capture(t, choice, cards):
        while cards:
            take(t, choice, cards & -cards)
            cards = may_take(t, choice)
        finish_capture(t)


# what it does


@ACT.allowed(paragraph=2)
@CAPTURE.allowed(paragraph=2)
def cards_to_capture(t):
    """R2, R3: return the cards that the card just played may still take."""
    return may_take(t, lowest(t.played))


@ACT.objection
def objection_to_call(t, choice):
    card = lowest(t.played)
    if choice < FIRST_CALL or (may_call(t, card) >> (choice - TRAIL)) & 1:
        return 0
    if choice == TRAIL:
        return 9
    worth = worths(t)[rank_of(card)]
    rank = rank_of(card) if choice == BUILD_PAIRS else choice - BUILD - 2 if choice < RAISE + 2 else choice - RAISE + worth - 2
    return 6 if rank > KING or t.hand[t.turn] & RANKS[rank] else 5


@ACT.choices
def captures_and_calls(t, menu):
    n = offer_cards(menu, 0, cards_to_capture(t))
    calls_left = may_call(t, lowest(t.played))
    while calls_left:
        n = offer(menu, n, TRAIL + lowest(calls_left))
        calls_left &= calls_left - 1
    return n


@ACT.play
def act(t, choice):
    if choice < FIRST_CALL:
        capture_card(t, choice)
    else:
        make_call(t, t.turn, choice)


@rule
def make_call(t, p, choice):
    if choice == TRAIL:
        trail(t, p)
    elif choice == BUILD_PAIRS:
        build_pairs(t, p, lowest(t.played))
    elif choice < RAISE + 2:
        t.declared = choice - BUILD
        go_on_grouping(t)
    else:
        raise_build(t, p, choice - RAISE - 2)


@rule
def trail(t, p):
    """R9. If the rule forbids the whole hand to trail, a trail reveals which ranks are not in the hand."""
    if t.must_capture == Table.must_capture.hand or (t.build_obligation == Table.build_obligation.no_trail and owns_build(t, p)):
        able = ranks_in(capturing(t, SUITS[CLUBS]))
        for rank in range(13):
            t.lacking[p, rank] |= (able >> rank) & 1
    t.loose |= t.played
    t.played = 0
    next_play(t, 1 - p)


# captures


@CAPTURE.objection
def objection_to_capture(t, choice):
    """R2: all that was picked must add up."""
    if choice < FIRST_CALL or (
        (t.taken | t.picked) != 0 and can_split(t.picked, 0, worths(t)[rank_of(lowest(t.played))], worths(t))
    ):
        return 0
    return 2


@CAPTURE.play
def capture(t, choice):
    if choice < FIRST_CALL:
        capture_card(t, choice)
    else:
        finish_capture(t)


@rule
def capture_card(t, choice):
    """R2, R3: if nothing can be added, the capture is complete. If there is only one way to add cards, they are added."""
    card = lowest(t.played)
    take(t, card, 1 << choice)
    more = may_take(t, card)
    t.phase = CAPTURE
    is_sum = more & ~t.loose == 0 and pairing(more, card) == 0
    if is_sum and is_one_way(t, t.picked, more, worths(t)[rank_of(card)]):
        t.picked |= more
        t.loose ^= more
        more = 0
    if more:
        t.chain += 1
    else:
        finish_capture(t)


@rule
def take(t, card, bit):
    """R2, R8: a card of the table is captured, with all that belongs to it."""
    rank = rank_of(card)
    if bit & t.pair_builds[rank]:
        t.taken |= t.pair_builds[rank]
        t.pair_builds[rank], t.pair_owner[rank] = 0, NOBODY
    elif bit & t.sum_builds[rank]:
        t.taken |= t.sum_builds[rank]
        t.sum_builds[rank], t.sum_owner[rank], t.fixed[rank] = 0, NOBODY, 0
    elif bit & RANKS[rank]:
        pairs = pairing(t.loose, card)
        if takes_one(t, card):
            t.paired = 1
            if count(pairs) == 2:
                pairs = bit
        t.taken |= pairs
        t.loose ^= pairs
    else:
        t.picked |= bit
        t.loose ^= bit


@rule
def finish_capture(t):
    t.capturer = t.turn
    next_step(t, GATHER)


@GATHER.step
def gather_capture(t):
    """R2, R10: the cards go to the pile; a card that swept the table lies there face up."""
    p = t.capturer
    t.pile[p] |= t.taken | t.picked
    if on_table(t) == 0:
        t.swept[p] |= t.played
        n = 0
        while n < len(t.swept_by) - 1 and t.swept_by[n] != NOBODY:
            n += 1
        t.swept_by[n] = p
        say(t, SAY.sweep, p)
    else:
        t.pile[p] |= t.played
    t.played = t.taken = t.picked = t.paired = 0
    next_play(t, 1 - p)


# builds


@GROUP.allowed(paragraph=6)
def cards_to_group(t):
    """R6: the loose cards that may join the group being built."""
    cards = t.played | t.picked
    if not t.gather_on_build:
        short = t.declared - total(cards, worths(t))
        return in_sums(t.loose, short, worths(t)) if short > 0 else 0
    pool = t.loose if t.mixed_builds else t.loose & ~RANKS[t.declared - 2]
    return in_splits(cards, pool, t.declared, worths(t))


@GROUP.objection
def objection_to_group(t, choice):
    """R6: all that was picked must add up."""
    return 0 if choice < FIRST_CALL or can_split(t.played | t.picked, 0, t.declared, worths(t)) else 6


@GROUP.play
def group(t, choice):
    if choice < FIRST_CALL:
        t.loose ^= 1 << choice
        t.picked |= 1 << choice
        go_on_grouping(t)
    else:
        build_sum(t, t.turn)


@rule
def go_on_grouping(t):
    """R6: loose cards are picked for a group until it is complete."""
    t.phase = GROUP
    more = cards_to_group(t)
    if is_one_way(t, t.played | t.picked, more, t.declared):
        t.picked |= more
        t.loose ^= more
        more = 0
    if more:
        t.chain += 1
    else:
        build_sum(t, t.turn)


@rule
def build_sum(t, p):
    """R6: a group lies on the table, or joins the build of its number."""
    cards, rank = t.played | t.picked, t.declared - 2
    t.fixed[rank] = t.sum_builds[rank] != 0 or total(cards, worths(t)) > t.declared
    t.sum_builds[rank] |= cards
    t.sum_owner[rank] = p
    say(t, SAY.sum, t.declared)
    t.played = t.picked = t.declared = 0
    promise(t, p, rank)


@rule
def build_pairs(t, p, card):
    """R6: the card and all loose cards of its rank."""
    rank = rank_of(card)
    cards = t.played | pairing(t.loose, card)
    t.loose &= ~cards
    if is_mixed(t, rank):
        t.sum_builds[rank] |= cards
        t.sum_owner[rank], t.fixed[rank] = p, 1
    else:
        t.pair_builds[rank] |= cards
        t.pair_owner[rank] = p
    t.played = 0
    say(t, SAY.pairs, rank)
    promise(t, p, rank)


@rule
def raise_build(t, p, rank):
    """R6: the build under this rank takes the card and lies under a higher one."""
    higher = rank + worths(t)[rank_of(lowest(t.played))]
    t.fixed[higher] = t.sum_builds[higher] != 0
    t.sum_builds[higher] |= t.sum_builds[rank] | t.played
    t.sum_owner[higher] = p
    t.sum_builds[rank], t.sum_owner[rank] = 0, NOBODY
    t.played = 0
    say(t, SAY.raise_, higher + 2)
    promise(t, p, higher)


@rule
def promise(t, p, rank):
    """R5: both players know now that this rank is in the hand."""
    t.promised[p, rank] = 1
    next_play(t, 1 - p)


@rule
def contradictions(t, seat):
    """R5, R9: what builds and trails have revealed of the other hand."""
    wrong = 0
    for p in range(2):
        for rank in range(13):
            if t.lacking[p, rank] if t.hand[p] & RANKS[rank] else t.promised[p, rank]:
                wrong += 1
    return wrong


# the next turn, and the end of the hand


@rule
def next_play(t, seat):
    """R1, R11: a seat with cards plays; without any new cards are dealt, or the hand ends."""
    if t.hand[seat]:
        ask(t, seat, PLAY)
    elif pile_size(t.stock):
        next_step(t, REFILL)
    else:
        next_step(t, LEFTOVERS if t.capturer != NOBODY and on_table(t) else COUNT)


@REFILL.step
def deal_again(t):
    """R1: deal four more cards each."""
    for _ in range(2):
        t.hand[1 - t.dealer] |= draw(t.stock, 2)
        t.hand[t.dealer] |= draw(t.stock, 2)
    if pile_size(t.stock) == 0:
        say(t, SAY.last, 0)
    first_turn(t)


@LEFTOVERS.step
def take_leftovers(t):
    """R11: the last player to capture takes what is left on the table."""
    t.pile[t.capturer] |= clear_table(t)
    say(t, SAY.leftovers, t.capturer)
    t.phase = COUNT


@NEXT.step
def end_hand(t):
    if top_score(t) >= t.target and not plays_off_tie(t, False, EXTRA_HANDS, SAY.again):
        win_or_draw(t, best_seats(t, False))
    else:
        next_hand(t)
