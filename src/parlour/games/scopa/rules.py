"""Scopa: take cards of the table by pairing or addition, and sweep it if you can. Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import *
from parlour.kit.captures import *

PACK = PACK_40
PHASES = phases(
    asks("play", CARD),
    asks("take", CARD),
    steps("gather", "redeal", "refill", "leftovers", "count", "score", "next"),
)
PLAY, TAKE, GATHER, REDEAL, REFILL, LEFTOVERS, COUNT, SCORE, NEXT = PHASES
ITEMS = ("cards", "diamonds", "sette bello", "re bello", "primiera", "napola", "sweeps")  # of the score, in order
MOST_CARDS, MOST_DIAMONDS, SETTE_BELLO, RE_BELLO, PRIMIERA, NAPOLA, SWEEPS = range(1, 8)
NOBODYS = ("no cards", "no diamonds", "no sette bello", "no re bello", "no primiera", "no napola")
SAY = words(word_row("item", *ITEMS), word_row("nobody", *NOBODYS), "scopa", "kings", "last cards", "leftovers", "again")
EXTRA_HANDS = 5
WORTH = points("A=1 2=2 3=3 4=4 5=5 6=6 7=7 J=8 Q=9 K=10")
PRIME = points("7=21 6=18 A=16 5=15 4=14 3=13 2=12 J=10 Q=10 K=10")
DIAMOND_ORDER = (ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, JACK, QUEEN, KING)


class Table(Layout, seats=(2, 4), default_seats=2):
    target = Option(11, (11, 16, 21), "points that win the game")
    must_capture = Option(
        "card", ("card", "hand"), "what must capture: the card played if it can, or any card of the hand that can"
    )
    sweep_on_last_play = Option(False, YES_NO, "the last card of a hand can make a sweep too")
    redeal_on_kings = Option(True, YES_NO, "three or four kings on the table at the start: the cards are dealt again")
    partnerships = Option(True, YES_NO, "four play two against two")
    stop_at_target = Option(True, YES_NO, "counting stops as soon as a side has the target")
    re_bello = Option(False, YES_NO, "the king of diamonds scores 1")
    napola = Option(False, YES_NO, "ace, two and three of diamonds score 3, and 1 for each next diamond in order")
    ace_takes_all = Option(False, YES_NO, "an ace captures all cards on the table")

    hand = Cards(per=SEATS, seen=OWNER, plays=(PLAY,))
    table = Cards(plays=(TAKE,))
    played = Cards()  # a card that captures, until the capture is taken up
    taken = Cards()  # what it captures
    stock = Pile(40, seen=NOBODY)
    pile = Cards(per=SEATS, seen=NOBODY)  # partners have one, at the first of their seats
    sweeps = Cards(per=SEATS)  # cards that swept the table, face up in the pile
    counted = Cards(per=SEATS)  # the pile turned up at the end of a hand

    capturer = Seat()  # who captured last
    swept_by = Seat(per=18)  # whose the sweeps of this hand are, in order
    entry = Number(0, 7)  # of the score, counted last
    cards = Number(0, 40, per=SEATS)
    diamonds = Number(0, 10, per=SEATS)
    prime = Number(0, 84, per=SEATS)
    extra = Number(0, EXTRA_HANDS, kept=True)  # hands played because of a tie


def unsound(t):
    if t.phase == TAKE and t.played == 0:
        return "no card is played that could take any"
    if t.phase == PLAY and t.played:
        return "played: a card is played already"
    if t.phase in (GATHER, LEFTOVERS) and t.capturer == NOBODY:
        return "capturer: nobody has captured"
    if t.phase == GATHER and (count(t.played) != 1 or not t.taken):
        return "played: no card is played that has taken any"
    if t.phase in (DEAL, NEXT):
        return ""
    if t.entry and t.phase != SCORE:
        return f"entry: {t.entry}, and the score is not counted yet"
    if t.entry == SWEEPS:
        return f"entry: {t.entry}, and the score has been counted"
    for p in range(t.seats):
        if t.stop_at_target and t.score[p] > t.target:
            return f"score: {t.score[p]}, and counting stops at {t.target}"
    return ""


def unplayable(t):
    for p in range(t.seats):
        if t.counted[p] and t.phase not in (DEAL, SCORE, NEXT):
            return f"counted.{p}: cards are turned up before the hand has ended"
    if t.phase in (DEAL, REDEAL) or t.phase >= COUNT:
        return ""
    if t.seats == 4 and any(t.side[p] != (p & 1 if t.partnerships else p) for p in range(4)):
        return "side: partners sit opposite" if t.partnerships else "side: every player plays alone"
    if pile_size(t.stock) % (3 * t.seats):
        return f"stock: {pile_size(t.stock)} cards cannot be dealt out by three"
    return against_hands(t) if t.phase in (PLAY, TAKE) else ""


def against_hands(t):
    """Return what is wrong with the hands while they are played, from the dealer's left on."""
    first = t.turn if t.dealer == NOBODY else left_of(t, t.dealer)
    due = size_of(t.hand[t.turn]) + (t.phase == TAKE)
    for k in range(t.seats):
        p = (first + k) % t.seats
        has_played = (t.turn - first) % t.seats > k or (t.phase == TAKE and p == t.turn)
        if size_of(t.hand[p]) != due - has_played:
            return f"hand.{p}: {size_of(t.hand[p])} cards, and {due - has_played} are due"
    return ""


@rule
def bound(t):
    """Return the most choices: each hand scores a point at least, for the seven of diamonds; 36 cards are played, and each
    card of the pack is picked once at most."""
    return (t.seats * (t.target - 1) + 1 + EXTRA_HANDS) * (36 + 40)


@rule
def deal(t):
    """R1: deal three cards each and four to the table; three kings there may be dealt again."""
    fill(t.stock, PACK)
    shuffle(t, t.stock)
    for p in range(t.seats):
        t.side[p] = p & 1 if t.seats == 4 and t.partnerships else p  # the seat that keeps the pile
        t.hand[p] = draw(t.stock, 3)
    t.table = draw(t.stock, 4)
    if t.redeal_on_kings and count(t.table & RANKS[KING]) >= 3:
        next_step(t, REDEAL)
    else:
        ask(t, left_of(t, t.dealer), PLAY)


@rule
def takes_all(t, card):
    """F101: whether the card is an ace that takes everything."""
    return t.ace_takes_all and rank_of(card) == ACE


@rule
def takable(t, card):
    """R3, R4: the cards of the table that the card played may take next, one of its rank before any sum."""
    if takes_all(t, card):
        return t.table
    pairs = pairing(t.table, card)
    return pairs if pairs else in_sums(t.table, WORTH[rank_of(card)] - total(t.taken, WORTH), WORTH)


@PLAY.allowed(paragraph=2)
def may_play(t):
    """R2: any card, unless the house wants a capture if the hand has one."""
    hand = t.hand[t.turn]
    if t.must_capture == Table.must_capture.hand and t.table:
        able = catching(hand, t.table, WORTH)
        if t.ace_takes_all:
            able |= hand & RANKS[ACE]
        return able if able else hand
    return hand


@PLAY.play
def play_card(t, choice):
    """R2 to R5: a card that can take nothing trails; otherwise its capture begins."""
    p, bit = t.turn, 1 << choice
    t.hand[p] ^= bit
    if takable(t, choice):
        t.played = bit
        t.capturer = p
        go_on_taking(t, choice)
    else:
        t.table |= bit
        next_play(t, left_of(t, p))


@TAKE.allowed
def may_take(t):
    return takable(t, lowest(t.played))


@TAKE.objection
def pair_before_sum(t, choice):
    if holds(may_take(t), choice):
        return 0
    return 3 if pairing(t.table, lowest(t.played)) else 4


@TAKE.play
def take_card(t, choice):
    t.taken |= 1 << choice
    t.table ^= 1 << choice
    go_on_taking(t, lowest(t.played))


@rule
def go_on_taking(t, card):
    """End a complete capture or complete one that is the only one possible; otherwise the player chooses the next card.

    The cards to choose from are all that belong to some capture: if they are not worth too much there is only one.
    """
    worth = WORTH[rank_of(card)]
    if t.taken == 0 or total(t.taken, WORTH) < worth:
        rest_of_it = takable(t, card)
        if not takes_all(t, card) and total(t.taken | rest_of_it, WORTH) > worth:
            t.phase = TAKE
            t.chain += 1
            return
        t.taken |= rest_of_it
        t.table ^= rest_of_it
    next_step(t, GATHER)


@GATHER.step
def take_up_capture(t):
    """R6, R7: the cards go to the pile; a card that swept the table lies there face up."""
    side = t.side[t.capturer]
    t.pile[side] |= t.taken
    last = pile_size(t.stock) == 0 and t.hand[left_of(t, t.capturer)] == 0  # all have played the last card
    if t.table == 0 and not takes_all(t, lowest(t.played)) and (not last or t.sweep_on_last_play):
        t.sweeps[side] |= t.played
        n = 0
        while n < len(t.swept_by) - 1 and t.swept_by[n] != NOBODY:
            n += 1
        t.swept_by[n] = side
        say(t, SAY.scopa, t.capturer)
    else:
        t.pile[side] |= t.played
    t.played = t.taken = 0
    next_play(t, left_of(t, t.capturer))


@REDEAL.step
def deal_again(t):
    say(t, SAY.kings, count(t.table & RANKS[KING]))
    t.phase = DEAL


@rule
def next_play(t, seat):
    """R8, R9: a seat with cards plays; without any new cards are dealt, or the hand ends."""
    if t.hand[seat]:
        ask(t, seat, PLAY)
    elif pile_size(t.stock):
        next_step(t, REFILL)
    else:
        next_step(t, LEFTOVERS if t.table and t.capturer != NOBODY else COUNT)


@REFILL.step
def refill_hands(t):
    """R8: deal three more cards each."""
    for p in range(t.seats):
        t.hand[p] |= draw(t.stock, 3)
    if pile_size(t.stock) == 0:
        say(t, SAY.last_cards, 0)
    ask(t, left_of(t, t.dealer), PLAY)


@LEFTOVERS.step
def take_leftovers(t):
    """R9: the last side to capture takes what is left on the table."""
    t.pile[t.side[t.capturer]] |= t.table
    t.table = 0
    say(t, SAY.leftovers, t.capturer)
    t.phase = COUNT


@COUNT.step
def count_piles(t):
    """The piles are turned up and counted."""
    for p in range(t.seats):
        t.counted[p], t.pile[p] = t.pile[p], 0
        cards = t.counted[p] | t.sweeps[p]
        t.cards[p] = count(cards)
        t.diamonds[p] = count(cards & SUITS[DIAMONDS])
        t.prime[p] = primiera(cards)
    t.phase = SCORE


@rule
def primiera(cards):
    """R11: the best card of each suit; 0 if a suit is missing."""
    amount = 0
    for suit in range(4):
        best, left = 0, cards & SUITS[suit]
        while left:
            best = max(best, PRIME[rank_of(lowest(left))])
            left &= left - 1
        if best == 0:
            return 0
        amount += best
    return amount


@SCORE.step
def score_entry(t):
    """R10, R12: the next item of the score; after the last, or with the target reached, the hand is over."""
    t.entry += 1
    if t.entry == RE_BELLO and not t.re_bello:
        t.entry += 1
    if t.entry == NAPOLA and not t.napola:
        t.entry += 1
    if t.entry == MOST_CARDS:
        award(t, most(t, t.cards), 1)
    elif t.entry == MOST_DIAMONDS:
        award(t, most(t, t.diamonds), 1)
    elif t.entry == SETTE_BELLO:
        award(t, owner(t, SEVEN), 1)
    elif t.entry == RE_BELLO:
        award(t, owner(t, KING), 1)
    elif t.entry == PRIMIERA:
        award(t, most(t, t.prime), 1)
    elif t.entry == NAPOLA:
        score_napola(t)
    else:
        score_sweeps(t)
        t.phase = NEXT


@rule
def most(t, figures):
    """The seat that alone has the highest figure above 0, or NOBODY."""
    best, found = 0, NOBODY
    for p in range(t.seats):
        if figures[p] > best:
            best, found = figures[p], p
        elif figures[p] == best:
            found = NOBODY
    return found


@rule
def owner(t, rank):
    """The side whose pile has the diamond of this rank."""
    for p in range(t.seats):
        if holds(t.counted[p] | t.sweeps[p], 13 * DIAMONDS + rank):
            return p
    return NOBODY


@rule
def score_napola(t):
    """F102: score the diamonds from the ace on without a gap, three or more."""
    side = owner(t, ACE)
    n = 0
    while n < 10 and side != NOBODY and owner(t, DIAMOND_ORDER[n]) == side:
        n += 1
    award(t, side if n >= 3 else NOBODY, n)


@rule
def score_sweeps(t):
    """R12: one after the other, in the order in which they were made."""
    for n in range(18):
        if t.swept_by[n] != NOBODY and t.phase == SCORE:
            award(t, t.swept_by[n], 1)


@rule
def award(t, side, amount):
    """R12: points for a side, no more than it needs if counting stops at the target."""
    if side == NOBODY:
        say(t, SAY.nobody[t.entry - MOST_CARDS], 0)
        return
    say(t, SAY.item[t.entry - MOST_CARDS], side)
    if t.stop_at_target:
        amount = min(amount, t.target - t.score[side])
    score_side(t, side, amount)
    if t.stop_at_target and t.score[side] == t.target:
        t.phase = NEXT


@NEXT.step
def end_or_deal(t):
    """R12, F103: end the match if one side has enough and more than the other, or deal again."""
    best = best_seats(t, False)
    level = t.side[lowest(best)] != t.side[highest(best)]
    if t.score[lowest(best)] < t.target:
        next_hand(t)
    elif level and t.extra < EXTRA_HANDS:
        t.extra += 1
        say(t, SAY.again, 0)
        next_hand(t)
    else:
        win(t, best)
