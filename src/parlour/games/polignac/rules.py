"""Polignac: follow suit, and let others have the jacks. Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import *

LOW = True
PHASES = phases(asks("announce", "capot", "pass"), asks("play", CARD), steps("gather", "count", "score", "next"))
ANNOUNCE, PLAY, GATHER, COUNT, SCORE, NEXT = PHASES
CAPOT, PASS = PHASES.codes("capot", "pass")
SAY = words("polignac", "jack", "queen", "point", "points", "capot", "made", "failed", "tie")
EXTRA_HANDS = 5  # at most, to break a tie
STRENGTH = ranking("7 8 9 10 A J Q K")
PACK_30 = PACK_32 & ~card_set("7♣ 7♠")
PACKS = (0, 0, 0, PACK_30, PACK_32, PACK_30, PACK_30)  # R1: by the number of players
POLIGNAC, QUEEN_OF_SPADES = read_card("J♠"), read_card("Q♠")
COSTLY = (pack_of("J"), pack_of("J") | card_set("Q♠"))  # R5: the cards that cost points, without and with the queen


class Table(Layout, seats=(3, 6), default_seats=4):
    target = Option(10, range(5, 51), "points that end the game")
    tie_break = Option("share", ("share", "extra_hand"), "whether a tie for the lowest total is shared or played off")
    capot = Option("none", ("none", "bid", "unbid"), "a reward for taking every trick: never, if it was bid, or always")
    stop_when_jacks_gone = Option(False, YES_NO, "the hand ends when every card that costs points is captured")
    show_jacks = Option(True, YES_NO, "captured jacks lie face up")
    queen_of_spades = Option(False, YES_NO, "the queen of spades costs 1 point too")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    trick = Pile(6)
    won = Cards(per=SEATS, seen=NOBODY)
    captured = Cards(per=SEATS)  # the cards won that cost points, face up

    tricks = Number(0, 10, per=SEATS)
    points = Number(0, 15, per=SEATS)  # of this hand, as far as the cards face up tell
    leader = Seat()
    bidder = Seat()  # who announced a capot
    extra = Number(0, EXTRA_HANDS, kept=True)  # hands played to break a tie


def unsound(t):
    if t.phase in (DEAL, NEXT):
        return ""
    size, tricks = count(PACKS[t.seats]) // t.seats, sum(t.tricks[: t.seats])
    held = max(size_of(t.hand[p]) for p in range(t.seats))
    if t.leader == NOBODY or (t.phase == ANNOUNCE and t.dealer != NOBODY and t.leader != left_of(t, t.dealer)):
        return f"leader: {'nobody' if t.leader == NOBODY else f'seat {t.leader}'} cannot lead to the first trick"
    if t.phase == ANNOUNCE and (t.capot != Table.capot.bid or t.bidder != NOBODY or t.dealer == NOBODY or tricks):
        return "phase: no capot is announced here"
    if t.bidder != NOBODY and t.capot != Table.capot.bid:
        return "bidder: a capot is not announced here"
    if tricks + held > size:
        return f"tricks: {tricks} are taken and {held} cards are held, and {size} are dealt to each"
    for p in range(t.seats):
        costs = count(t.captured[p]) + holds(t.captured[p], POLIGNAC)
        if t.captured[p] & ~COSTLY[t.queen_of_spades]:
            return f"captured.{p}: a card that costs nothing"
        if t.phase in (PLAY, GATHER, COUNT) and t.points[p] > costs:
            return f"points: seat {p} has {t.points[p]}, and what it captured costs {costs}"
    return ""


@rule
def bound(t):
    """Return the most choices: at least five points fall in a hand; each player may announce, then every card is played."""
    hands = t.seats * (t.target - 1) // 5 + 1 + EXTRA_HANDS
    return hands * (t.seats + count(PACKS[t.seats]))


@rule
def pack(t, bag):
    bag[0] = PACKS[t.seats]


@rule
def deal(t):
    """R1: deal the whole pack; the dealer's left announces or leads."""
    deal_hands(t, PACKS[t.seats], count(PACKS[t.seats]) // t.seats)
    lead(t, left_of(t, t.dealer), ANNOUNCE if t.capot == Table.capot.bid else PLAY)


@ANNOUNCE.play
def announce(t, choice):
    """F101: a capot is announced once round the table from the dealer's left, until a player does."""
    if choice == CAPOT:
        t.bidder = t.turn
        say(t, SAY.capot, 0)
        ask(t, t.leader, PLAY)
    else:
        ask(t, left_of(t, t.turn), PLAY if t.turn == t.dealer else ANNOUNCE)


@PLAY.allowed(paragraph=2)
def follow_suit(t):
    """R2: return the cards that follow suit, or all if there are none."""
    return playable(t)


@PLAY.play
def play_card(t, choice):
    lay_card(t, choice)
    if holds(COSTLY[t.queen_of_spades], choice):
        say(t, SAY.polignac if choice == POLIGNAC else SAY.queen if choice == QUEEN_OF_SPADES else SAY.jack, 0)
    pass_on(t, GATHER)


@GATHER.step
def gather_trick(t):
    """R3, R4: the winner takes the cards; those that cost points lie face up, or are counted when the hand has ended."""
    winner, cards, costly = trick_winner(t, NO_TRUMPS, STRENGTH), gather(t.trick), COSTLY[t.queen_of_spades]
    t.won[winner] |= take_trick(t)
    t.tricks[winner] += 1
    if t.show_jacks and cards & costly:
        points = capture(t, winner, cards)
        say(t, SAY.point if points == 1 else SAY.points, points)
    ended = SCORE if t.show_jacks else COUNT
    lead_or_end(t, winner, PLAY, ended)
    if t.stop_when_jacks_gone and t.capot == Table.capot.none and not in_hands(t) & costly:
        next_step(t, ended)


@COUNT.step
def count_captured(t):
    """R4: the cards that cost points are turned up."""
    for p in range(t.seats):
        capture(t, p, t.won[p])
    t.phase = SCORE


@rule
def capture(t, p, cards):
    """Turn up those cards of a trick or a pile that cost points; returns the points."""
    cards &= COSTLY[t.queen_of_spades]
    t.won[p] &= ~cards
    t.captured[p] |= cards
    points = count(cards) + holds(cards, POLIGNAC)
    t.points[p] += points
    return points


@SCORE.step
def score_hand(t):
    """R5, F101: add the points of the jacks, or 5 to all others if one player took every trick."""
    p = t.leader  # took the last trick
    if (
        t.tricks[p] == count(PACKS[t.seats]) // t.seats
        and t.capot != Table.capot.none
        and (t.capot != Table.capot.bid or t.bidder == p)
    ):
        for q in range(t.seats):
            t.points[q] = 0 if q == p else 5
        say(t, SAY.made, p)
    elif t.bidder != NOBODY:
        t.points[t.bidder] += 5
        say(t, SAY.failed, t.bidder)
    for q in range(t.seats):
        t.score[q] += t.points[q]
    t.phase = NEXT


@NEXT.step
def win_or_next_hand(t):
    """R6: the fewest points win once a player reaches the limit."""
    win_or_deal(t, top_score(t) >= t.target and not is_played_off(t), LOW)


@rule
def is_played_off(t):
    """R6: whether a tie for the lowest total goes on to another hand."""
    return t.tie_break == Table.tie_break.extra_hand and plays_off_tie(t, LOW, EXTRA_HANDS, SAY.tie)
