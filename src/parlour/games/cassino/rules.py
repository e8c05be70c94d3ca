"""Cassino: capture by pairing and adding, build for the next turn, and sweep. Paragraphs R1.. are those of rulebook.md.

A build lies under the rank that captures it: `pair_builds[SEVEN]` are sevens, `sum_builds[SEVEN]` groups of seven each. A turn
is a chain: a card of the hand, then what it does, by pointing at cards of the table (a capture; of a pair or a build at any of
its cards) or by a call (a build, a raise, a trail). Whatever has only one way to go on goes on by itself.

What a card can do is in `able.py`, the score in `scoring.py`, what is said and chosen in `words.py`.
"""

from parlour.kit import *
from parlour.kit.captures import *

from .able import (
    capturing,
    clear_table,
    is_complete,
    is_mixed,
    is_one_capture,
    is_one_way,
    may_call,
    may_group,
    may_play,
    may_take,
    on_table,
    owns_build,
    takes_one,
    worths,
)
from .scoring import score_entry, turn_up
from .words import *

RULES_VERSION = 1
GPU = False
EXTRA_HANDS = 5


class Table(Layout, seats=2):
    target = Option(21, (11, 21), "points that win the game")
    must_capture = Option(
        "card", ("card", "hand"), "what may not be trailed: a card that can capture, or any card of a hand that can"
    )
    build_obligation = Option(
        "no_trail", ("no_trail", "free"), "whether the owner of a build may trail while anything else can be done"
    )
    raising = Option(True, YES_NO, "a build of one group may be raised to a higher number")
    mixed_builds = Option(False, YES_NO, "pairs and sums of one number are one build")
    gather_on_build = Option(False, YES_NO, "a build may gather several groups at once")
    face_builds = Option(True, YES_NO, "jacks, queens and kings may be built as pairs")
    face_capture = Option("all", ("all", "one"), "whether a face card captures all cards of its rank or one")
    sweeps = Option(True, YES_NO, "sweeps score")
    royal = Option(False, YES_NO, "jack, queen and king count 11, 12 and 13")
    spade_cassino = Option(False, YES_NO, "every spade scores 1 and the jack of spades 1 more, instead of the most spades")
    count_out = Option(False, YES_NO, "points are counted one by one, and the first to reach the target wins")

    hand = Cards(per=SEATS, seen=OWNER, plays=(PLAY,))
    loose = Cards(plays=(ACT, CAPTURE, GROUP))
    pair_builds = Cards(per=13, plays=(ACT, CAPTURE))
    sum_builds = Cards(per=13, plays=(ACT, CAPTURE))
    played = Cards()  # the card of the hand, while its turn goes on
    taken = Cards()  # pairs and builds it captures
    picked = Cards()  # loose cards picked for a sum
    stock = Pile(52, seen=NOBODY)
    pile = Cards(per=SEATS, seen=NOBODY)
    swept = Cards(per=SEATS)  # cards that swept the table, face up in the pile
    counted = Cards(per=SEATS)  # the pile turned up at the end of a hand

    pair_owner = Seat(per=13)
    sum_owner = Seat(per=13)
    fixed = Flag(per=13)  # a sum build of several groups, which cannot be raised
    declared = Number(0, 13)  # what the group being picked is to total
    paired = Flag()  # a face card has paired with the only one it may
    promised = Flag(per=(SEATS, 13))  # ranks the seat must still hold, by the builds it has made
    lacking = Flag(per=(SEATS, 13))  # ranks it cannot hold, because it trailed
    capturer = Seat()  # who captured last
    swept_by = Seat(per=24)  # whose the sweeps of this hand are, in order
    entry = Number(0, 6)  # of the score, counted last
    cards = Number(0, 52, per=SEATS)
    spades = Number(0, 13, per=SEATS)
    extra = Number(0, EXTRA_HANDS, kept=True)  # hands played because of a tie


def unsound(t):
    if t.dealer == NOBODY:
        return "dealer: nobody deals"
    if t.phase in (DEAL, COUNT, SCORE, NEXT):
        return ""
    return against_builds(t) or against_turn(t)


def against_builds(t):
    """What is wrong with the builds: each has an owner, and only ranks that can be built have one."""
    for name, builds, owner in (("pair", t.pair_builds, t.pair_owner), ("sum", t.sum_builds, t.sum_owner)):
        for rank in range(13):
            if builds[rank] and owner[rank] == NOBODY:
                return f"{name}_owner: nobody has made the build {name}_builds.{rank}"
    return ""


def against_turn(t):
    """What is wrong with the card played, what it has picked so far, and the hands beside it."""
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
    """What is wrong with the number of cards in the hands before a card is played or cards are dealt."""
    held = [size_of(int(hand)) for hand in t.hand]
    if t.phase == PLAY:
        return "" if held[t.turn] else f"hand.{int(t.turn)}: it is empty, and seat {int(t.turn)} is asked for a card"
    if max(held):
        return f"hand.{held.index(max(held))}: cards are left in this phase"
    if t.phase == REFILL:
        return "" if t.stock[0] else "stock: there are no cards to deal"
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
    """A hand gives 8 points at least. It is 48 turns of a card, a call and `done`, and a card is picked twice at most."""
    return (2 * (t.target - 1) // 8 + 1 + EXTRA_HANDS) * (48 * 3 + 2 * 52)


@rule
def pack(t, bag):
    bag[0] = PACK_52


@rule
def deal(t):
    """R1's cards: twice two to the other player, two to the table, two to the dealer."""
    fill(t.stock, PACK_52)
    shuffle(t, t.stock)
    for _ in range(2):
        t.hand[1 - t.dealer] |= draw(t.stock, 2)
        t.loose |= draw(t.stock, 2)
        t.hand[t.dealer] |= draw(t.stock, 2)
    first_turn(t)


@rule
def first_turn(t):
    """Fresh hands: nothing is known of them, and the dealer's opponent begins."""
    for p in range(2):
        for rank in range(13):
            t.promised[p, rank] = t.lacking[p, rank] = 0
    ask(t, 1 - t.dealer, PLAY)


# choices


@rule
def objection(t, choice):
    if t.phase == PLAY:
        return 0 if holds(may_play(t), choice) else 9
    card = lowest(t.played)
    if choice == DONE:
        return 0 if is_complete(t, card) else 6 if t.phase == GROUP else 2
    if t.phase == GROUP:
        return 0 if holds(may_group(t), choice) else 6
    if choice < 54:
        return 0 if holds(may_take(t, card), choice) else 2
    if (may_call(t, card) >> (choice - TRAIL)) & 1:
        return 0
    if choice == TRAIL:
        return 9
    worth = worths(t)[rank_of(card)]
    rank = rank_of(card) if choice == BUILD_PAIRS else choice - BUILD - 2 if choice < RAISE + 2 else choice - RAISE + worth - 2
    return 6 if rank > KING or t.hand[t.turn] & RANKS[rank] else 5


@rule
def choices(t, menu):
    if t.phase == PLAY:
        return offer_cards(menu, 0, may_play(t))
    card = lowest(t.played)
    n = offer_cards(menu, 0, may_group(t) if t.phase == GROUP else may_take(t, card))
    if t.phase != ACT:
        return offer_if(menu, n, DONE, is_complete(t, card))
    calls_left = may_call(t, card)
    while calls_left:
        n = offer(menu, n, TRAIL + lowest(calls_left))
        calls_left &= calls_left - 1
    return n


# a turn


@rule
def play(t, choice):
    p, bit = t.turn, 1 << (choice & 63)
    if t.phase == PLAY:
        t.hand[p] ^= bit
        t.played = bit
        t.promised[p, rank_of(choice)] = 0
        begin(t, choice)
    elif choice >= 54:
        make_call(t, p, choice)
    elif t.phase == GROUP:
        t.loose ^= bit
        t.picked |= bit
        go_on_grouping(t)
    else:
        take(t, lowest(t.played), bit)
        go_on_capturing(t, lowest(t.played))


@rule
def begin(t, card):
    """A card with only one thing to do does it."""
    cards, calls_left = may_take(t, card), may_call(t, card)
    t.phase = ACT
    t.chain += 1
    if cards == 0 and count(calls_left) == 1:
        make_call(t, t.turn, TRAIL + lowest(calls_left))
    elif calls_left == 0 and is_one_capture(t, card, cards):
        while cards:
            take(t, card, cards & -cards)
            cards = may_take(t, card)
        finish_capture(t)


@rule
def take(t, card, bit):
    """R2, R8: a card of the table is captured, with all that goes with it."""
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
def go_on_capturing(t, card):
    """The capture is complete where nothing can be added, or goes on by itself where there is only one way."""
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
def finish_capture(t):
    t.capturer = t.turn
    next_step(t, GATHER)


@rule
def make_call(t, p, choice):
    if choice == DONE:
        if t.phase == GROUP:
            build_sum(t, p)
        else:
            finish_capture(t)
    elif choice == TRAIL:
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
    """R9. Where the duty binds the whole hand it tells which ranks are not in it."""
    if t.must_capture == HAND or (t.build_obligation != FREE and owns_build(t, p)):
        able = ranks_in(capturing(t, SUITS[CLUBS]))
        for rank in range(13):
            t.lacking[p, rank] |= (able >> rank) & 1
    t.loose |= t.played
    t.played = 0
    next_play(t, 1 - p)


@rule
def build_pairs(t, p, card):
    """R6: the card and all loose ones of its rank."""
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
def go_on_grouping(t):
    """R6: loose cards are picked for a group until it is complete."""
    t.phase = GROUP
    more = may_group(t)
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
    """R5: everybody knows now that this rank is in the hand."""
    t.promised[p, rank] = 1
    next_play(t, 1 - p)


@rule
def contradictions(t, seat):
    """R5, R9: what builds and trails have told of the other hand."""
    wrong = 0
    for p in range(2):
        for rank in range(13):
            if t.lacking[p, rank] if t.hand[p] & RANKS[rank] else t.promised[p, rank]:
                wrong += 1
    return wrong


# what nobody chooses


@rule
def proceed(t):
    if t.phase == GATHER:
        take_up(t, t.capturer)
        next_play(t, 1 - t.capturer)
    elif t.phase == REFILL:
        for _ in range(2):
            t.hand[1 - t.dealer] |= draw(t.stock, 2)
            t.hand[t.dealer] |= draw(t.stock, 2)
        if t.stock[0] == 0:
            say(t, SAY.last, 0)
        first_turn(t)
    elif t.phase == LEFTOVERS:
        t.pile[t.capturer] |= clear_table(t)
        say(t, SAY.leftovers, t.capturer)
        t.phase = COUNT
    elif t.phase == COUNT:
        turn_up(t)
        t.phase = SCORE
    elif t.phase == SCORE:
        score_entry(t)
    elif top_score(t) >= t.target and not plays_off_tie(t, False, EXTRA_HANDS, SAY.again):
        win_or_draw(t, best_seats(t, False))
    else:
        next_hand(t)


@rule
def take_up(t, p):
    """R2, R10: the cards go to the pile; a card that swept the table lies there face up."""
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


@rule
def next_play(t, seat):
    """R1, R11."""
    if t.hand[seat]:
        ask(t, seat, PLAY)
    elif t.stock[0]:
        next_step(t, REFILL)
    else:
        next_step(t, LEFTOVERS if t.capturer != NOBODY and on_table(t) else COUNT)
