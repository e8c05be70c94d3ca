"""Crash: up to four Brag hands of thirteen cards, the best first, each compared with its like. R1.. are those of rulebook.md."""

from parlour.kit import *
from parlour.kit.rankings import *

PHASES = phases(  # more cards make more hands, so neither a declaration nor a card set tells what is not held
    asks("declare", "set", "thirteen", "six pairs", together=True, telling=False),
    steps("reveal", "won", "void"),
    asks("set", CARD, "done", together=True, veiled=True, telling=False),
    steps("show", "foul", "score", "bonus", "next"),
)
DECLARE, REVEAL, WON, VOID, SET, SHOW, FOUL, SCORE, BONUS, NEXT = PHASES
SET_HANDS, THIRTEEN, SIX_PAIRS, DONE = PHASES.codes("set", "thirteen", "six pairs", "done")
SAY = words(
    *("thirteen", "void"),
    word_row("hand", "one", "two", "three", "four"),
    *("point", "stopper", "crash", "target"),
    *("foul", "fouls", "nobody", "bonus", "long"),
)
PACK = PACK_52
HANDS = 4
ALL_RANKS = 0x1FFF
ANY = 1 << 40  # no hand is as strong
BONUS_ORDER = (FOUR, ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT, SEVEN, SIX, FIVE, THREE, TWO)  # R10


class Table(Layout, seats=(2, 4), default_seats=3):
    target = Option(7, range(1, 51), "points that win")
    a23 = Option("highest", ("highest", "second", "lowest", "not_a_run"), "what A 2 3 is among the runs")
    prial_threes = Option(True, YES_NO, "three threes are the best prial")
    fouls = Option(
        "prevented", ("prevented", "allowed"), "hands out of order: cannot be set, or lose the game when they are turned up"
    )
    crash_wins = Option(True, YES_NO, "all four points of a deal win the game")
    four_kind_bonus = Option(True, YES_NO, "a point for the best four of a kind that is set")
    six_pairs = Option(True, YES_NO, "six pairs can make a deal void")
    six_pairs_distinct = Option(False, YES_NO, "six pairs must be of six different ranks")
    thirteen_wins = Option(True, YES_NO, "a card of every rank wins the game")
    stake = Option(0, range(1001), "chips that each loser pays")
    max_deals = Option(200, range(10, 1001), "deals after which the highest total wins")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    picked = Cards(per=SEATS, seen=OWNER)  # a hand being made
    laid = Cards(per=(SEATS, HANDS), seen=OWNER)  # hands set, face down
    shown = Cards(per=(SEATS, HANDS))  # and turned up
    discards = Cards(per=SEATS, seen=OWNER)
    exposed = Cards(per=SEATS)  # thirteen cards that win
    stub = Cards(seen=NOBODY)

    declared = Number(0, 3, per=SEATS)  # 1 the first call of DECLARE, and so on
    showing = Number(0, HANDS)  # hands compared so far
    taken = Number(0, HANDS, per=SEATS)  # points of this deal, without the bonus
    out = Flag(per=SEATS, kept=True)
    chips = Number(-1000, 3000, per=SEATS, kept=True)


def unsound(t):
    left = [p for p in range(t.seats) if not t.out[p]]
    if len(left) < 2:
        return "out: fewer than two are left"
    if sum(map(int, t.taken[: t.seats])) > t.showing:
        return f"taken: more points than the {int(t.showing)} hands that were compared"
    if t.phase in (DEAL, WON, VOID, NEXT):
        return ""
    for p in range(t.seats):
        if t.out[p] and (t.phase in (DECLARE, SET) and (int(t.asked) >> p) & 1):
            return f"{'turn' if p == t.turn else 'asked'}: seat {p} is out"
        reason = "" if t.out[p] else against_cards(t, p)  # a player who has fouled is out from then on
        if reason:
            return reason
    return ""


def against_cards(t, p):
    """Return what is wrong with the cards of a seat for the phase."""
    laid, shown = ([size_of(int(cards)) for cards in zone[p]] for zone in (t.laid, t.shown))
    picked, asked = size_of(int(t.picked[p])), (int(t.asked) >> p) & 1
    compared = int(t.showing) + (t.phase in (FOUL, SCORE))
    if t.showing and t.phase in (DECLARE, REVEAL, SET):
        return "showing: hands are compared when all are set"
    for k in range(HANDS):
        if laid[k] not in (0, 3) or shown[k] not in (0, 3):
            return f"{'laid' if laid[k] not in (0, 3) else 'shown'}.{p}.{k}: a hand has three cards"
        if shown[k] and (k >= compared or laid[k]):
            return f"shown.{p}.{k}: this hand has not been turned up"
        if laid[k] and (k < compared or t.phase in (DECLARE, REVEAL) or (t.phase == SET and not all(laid[:k]))):
            return f"laid.{p}.{k}: no hand lies here now"
    if picked > (2 if t.phase == SET and p == t.turn else 0):
        return f"picked.{p}: {picked} cards"
    if t.discards[p] and (t.phase in (DECLARE, REVEAL) or (t.phase == SET and asked)):
        return f"discards.{p}: seat {p} has still to set its hands"
    if t.phase == DECLARE and asked and t.declared[p]:
        return f"declared: seat {p} has still to declare"
    if t.phase in (FOUL, SCORE) and t.showing >= HANDS:
        return f"showing: there are {HANDS} hands"
    return "" if t.phase != SHOW or t.showing < HANDS else f"showing: {HANDS} hands have been compared"


def unplayable(t):
    if t.phase not in (DECLARE, REVEAL, SET, SHOW):
        return ""
    for p in range(t.seats):
        zones = (t.hand[p], t.picked[p], t.discards[p], *t.laid[p], *t.shown[p])
        held, due = sum(size_of(int(cards)) for cards in zones), 0 if t.out[p] else 13
        if held != due and not (t.out[p] and t.phase == SHOW):
            return f"hand.{p}: {held} cards with those set and laid aside, and {due} are dealt"
    return ""


@rule
def bound(t):
    """A declaration, twelve cards and the end of setting."""
    return t.max_deals * t.seats * 14


@rule
def deal(t):
    """R1. A player who is out gets no cards."""
    t.stub = PACK
    for p in range(t.seats):
        t.hand[p] = 0 if t.out[p] else random_cards(t, t.stub, 13)
        t.stub &= ~t.hand[p]
    ask_all(t, seats_in(t), DECLARE if t.six_pairs or t.thirteen_wins else SET)


# hands


@rule
def strength(t, cards):
    return brag(cards, t.a23, t.prial_threes)


@rule
def is_hand(t, cards, limit):
    """R5, R6: whether three cards are at least a pair and not above the limit."""
    found = strength(t, cards)
    return (found <= limit) & (category_of(found) >= BRAG_PAIR)


@rule
def limit_of(t, p):
    """R6: the greatest strength that p's next hand may have."""
    limit = ANY
    if t.fouls == Table.fouls.prevented:
        for k in range(HANDS):
            limit = strength(t, t.laid[p, k]) if t.laid[p, k] else limit
    return limit


@rule
def fitting(t, p, limit):
    """R5: the cards of p's hand that, alone or with others, make the cards picked a hand."""
    picked = t.picked[p]
    others, found = t.hand[p] & ~picked, 0
    some = first_cards(others, 3 - count(picked))
    while some and found != others:
        if is_hand(t, picked | some, limit):
            found |= some
        some = next_cards(others, some)
    return found


@rule
def hands_set(t, p):
    """The number of hands p has set."""
    number = 0
    for k in range(HANDS):
        number += 1 if t.laid[p, k] | t.shown[p, k] else 0
    return number


@rule
def has_thirteen(t, p):
    """R3: whether a player holds all thirteen ranks, and that wins."""
    return t.thirteen_wins != 0 and ranks_in(t.hand[p]) == ALL_RANKS


@rule
def has_six_pairs(t, p):
    """R4: four cards of a rank are two pairs, unless six ranks are asked for."""
    _, twice, _, four = ranks_held(t.hand[p])
    return t.six_pairs != 0 and count(twice) + (0 if t.six_pairs_distinct else count(four)) >= 6


# declarations


@DECLARE.objection
def cannot_declare(t, choice):
    """R3, R4: return the paragraph that forbids declaring thirteen ranks or six pairs, or 0."""
    if choice == THIRTEEN:
        return 0 if has_thirteen(t, t.turn) else 3
    if choice == SIX_PAIRS:
        return 0 if has_six_pairs(t, t.turn) else 4
    return 0


@DECLARE.play
def declare(t, choice):
    t.declared[t.turn] = choice - SET_HANDS + 1
    answered(t)
    if t.turn == NOBODY:
        t.phase = REVEAL


@REVEAL.step
def reveal_declarations(t):
    """R3: the first player from the dealer's left with thirteen ranks shows them; R4: else six pairs make the deal void."""
    p, six = t.dealer, False
    for _ in range(t.seats):
        p = left_of(t, p)
        six |= t.declared[p] == SIX_PAIRS - SET_HANDS + 1
        if t.declared[p] == THIRTEEN - SET_HANDS + 1:
            t.exposed[p] |= t.hand[p]
            t.hand[p] = 0
            say(t, SAY.thirteen, p)
            t.phase = WON
            return
    if six:
        say(t, SAY.void, 0)
        t.phase = VOID
    else:
        ask_all(t, seats_in(t), SET)


@WON.step
def win_by_thirteen(t):
    end(t, seats_above(t, t.exposed, 0))


@VOID.step
def void_deal(t):
    """R4: the same dealer deals again, unless this was the last deal."""
    if not ended_by_length(t):
        t.phase = DEAL


# the hands


@SET.allowed
def settable(t):
    """R5, R6: return the cards that can join those picked in a hand not better than the one before."""
    return fitting(t, t.turn, limit_of(t, t.turn))


@SET.objection
def cannot_set(t, choice):
    """R5, R6: return the paragraph that forbids a card in the hand that is set, or 0."""
    p = t.turn
    if choice == DONE:
        return 5 if t.picked[p] else 0
    if holds(fitting(t, p, limit_of(t, p)), choice):
        return 0
    return 6 if holds(fitting(t, p, ANY), choice) else 5


@SET.play
def set_card(t, choice):
    p = t.turn
    if choice != DONE:
        pick(t, p, choice)
    if choice == DONE or hands_set(t, p) == HANDS:
        t.discards[p], t.hand[p] = t.hand[p], 0
        answered(t)
        if t.turn == NOBODY:
            t.phase = SHOW


@rule
def pick(t, p, card):
    """R5: the third card completes a hand."""
    pick_from_hand(t, p, card)
    if count(t.picked[p]) == 3:
        t.laid[p, hands_set(t, p)] = t.picked[p]
        t.picked[p] = 0


@SHOW.step
def show_hands(t):
    """R7: all still in turn the next hand up; the hands end with one that no player has."""
    k, any_shown = t.showing, False
    for p in range(t.seats):
        if t.laid[p, k] and not t.out[p]:
            t.shown[p, k], t.laid[p, k] = t.laid[p, k], 0
            any_shown = True
    if any_shown:
        say(t, SAY.hand[k], 0)
        t.phase = FOUL if fouled(t) else SCORE
    else:
        t.phase = BONUS


@rule
def fouled(t):
    """R11: the seats whose hand just shown is better than the one before it."""
    k, seats = t.showing, 0
    if t.fouls == Table.fouls.allowed and k > 0:
        for p in range(t.seats):
            if not t.out[p] and t.shown[p, k] and strength(t, t.shown[p, k]) > strength(t, t.shown[p, k - 1]):
                seats |= 1 << p
    return seats


@FOUL.step
def judge_fouls(t):
    """R11: players whose hands are out of order lose what they took, and are out of the deal."""
    seats = fouled(t)
    for p in range(t.seats):
        if holds(seats, p):
            t.score[p] -= t.taken[p]
            t.taken[p], t.out[p] = 0, 1
    say(t, SAY.foul if count(seats) == 1 else SAY.fouls, lowest(seats))
    t.phase = SCORE
    if count(seats_in(t)) < 2:
        end(t, seats_in(t))


@SCORE.step
def compare_hands(t):
    """R7, R8, R9: the best of the hands shown takes a point, unless two are equal."""
    best, holders = 0, 0
    for p in range(t.seats):
        if t.shown[p, t.showing] and not t.out[p]:
            found = strength(t, t.shown[p, t.showing])
            if found >= best:
                holders = (holders if found == best else 0) | (1 << p)
                best = found
    t.showing += 1
    t.phase = SHOW if t.showing < HANDS else BONUS
    if count(holders) != 1:
        if holders:  # without holders all who turned up a hand have fouled
            say(t, SAY.stopper, 0)
        return
    p = lowest(holders)
    t.taken[p] += 1
    say(t, SAY.point, p)
    add_point(t, p)
    if t.taken[p] == HANDS and t.crash_wins:
        say(t, SAY.crash, p)
        end(t, holders)


@rule
def add_point(t, p):
    """R9: add a point to a score; enough of them end the match at once."""
    t.score[p] += 1
    if t.score[p] >= t.target:
        say(t, SAY.target, p)
        end(t, 1 << p)


@BONUS.step
def score_four_of_a_kind(t):
    """R10: the best rank, in the order of the bonus, of which a player set all four cards."""
    t.phase = NEXT
    if t.four_kind_bonus:
        for rank in BONUS_ORDER:
            for p in range(t.seats):
                used = t.shown[p, 0] | t.shown[p, 1] | t.shown[p, 2] | t.shown[p, 3]
                if not t.out[p] and used & RANKS[rank] == RANKS[rank]:
                    say(t, SAY.bonus, p)
                    add_point(t, p)
                    return


@NEXT.step
def next_hand_or_end(t):
    """R12: the next player deals, unless the match has been long enough."""
    if not ended_by_length(t):
        t.dealer = next_seat_in(t, t.dealer)
        t.phase = DEAL


@rule
def ended_by_length(t):
    """R12: end the game after the last deal; return whether it was."""
    if t.hand_number < t.max_deals:
        return False
    say(t, SAY.long, t.max_deals)
    end(t, best_of(t, seats_in(t)))
    return True


@rule
def best_of(t, seats):
    """R12: those of a set of seats that have the highest total."""
    best = highest_of(t, t.score, seats)
    return seats & seats_above(t, t.score, best - 1)


@rule
def end(t, winners):
    """End the game; F101: the losers pay. If all have fouled nobody wins."""
    if winners == 0:
        nobody_wins(t)
        say(t, SAY.nobody, 0)
        return
    win(t, winners)
    number = count(winners)
    pot = (t.seats - number) * t.stake
    odd, p = pot % number, t.dealer
    for _ in range(t.seats):
        p = left_of(t, p)
        if holds(winners, p):
            t.chips[p] = pot // number + (1 if odd > 0 else 0)
            odd -= 1
        else:
            t.chips[p] = -t.stake


# what others know


@rule
def contradictions(t, seat):
    """R5, R6: a hand face down is at least a pair and, if that cannot be set, not better than the one before."""
    wrong = 0
    for p in range(t.seats):
        before = ANY
        for k in range(HANDS):
            cards = t.laid[p, k] | t.shown[p, k]
            if p != seat and t.laid[p, k]:
                wrong += 0 if category_of(strength(t, cards)) >= BRAG_PAIR else 1
                wrong += 1 if strength(t, cards) > before else 0
            if cards and t.fouls == Table.fouls.prevented:
                before = strength(t, cards)
    return wrong
