"""Snip Snap Snorem: a card is led, and a player with one of its rank must play it. Paragraphs R1.. are those of rulebook.md."""

from parlour.kit import *

IN_ORDER = True
PACK = PACK_52
PHASES = phases(asks("lead", CARD), asks("reply", CARD, "pass"), steps("gather", "out", "pool", "next"))
LEAD, REPLY, GATHER, OUT, POOL, NEXT = PHASES
PASS = PHASES.code("pass")
SAY = words(word_row("classic", "snip", "snap", "snorem"), word_row("verse", "one", "best", "earl"), "passes", "out", "pool")


class Table(Layout, seats=(2, 10), default_seats=4):
    all_at_once = Option(False, YES_NO, "all cards held of the rank are played together")
    pool = Option(False, YES_NO, "each player puts a counter into the pool before the deal, and the winner takes it")
    counters = Option(20, range(5, 51), "counters each player starts with")
    scoring = Option("none", ("none", "cards"), "one game, or games for the cards left in the other hands")
    target = Option(50, range(20, 201), "points that win, if games are played for points")
    pay_on_snip = Option(False, YES_NO, "a player matched by the next player pays: one counter, two or three")
    words = Option("classic", ("classic", "earl"), "what is said: Snip, Snap, Snorem or the verses of the Earl of Coventry")
    show_hands = Option(False, YES_NO, "the hands lie open, to teach the game")

    hand = Cards(per=SEATS, seen=by("show_hands", ALL, OWNER), plays=True)
    line = Pile(4)  # the cards of the round
    finished = Cards()

    last = Seat()  # who played last
    stack = Number(0, 500, per=SEATS, kept=True)  # counters
    pot = Number(0, 500)


def unsound(t):
    if t.phase in (DEAL, NEXT):
        return ""
    line = [int(card) for card in t.line[1 : pile_size(t.line) + 1]]
    if len({rank_of(card) for card in line}) > 1:
        return "line: the cards of a round are of one rank"
    if (t.phase == LEAD and line) or (t.phase == REPLY and not 0 < len(line) < 4) or (t.phase == GATHER and len(line) != 4):
        return f"line: {len(line)} cards of the round"
    if t.last == NOBODY and t.phase != LEAD:
        return "last: nobody has played"
    if t.phase == LEAD and t.last not in (NOBODY, t.turn):
        return f"last: seat {t.last} played last, and seat {t.turn} leads"
    for p in range(t.seats):
        if t.phase in (LEAD, REPLY, GATHER) and not t.hand[p]:
            return f"hand.{p}: it is empty, and the game goes on"
    chips, due = sum(t.stack[: t.seats]) + t.pot, t.seats * t.counters if t.pool or t.pay_on_snip else 0
    return f"stack: with the pool {chips} counters, and there are {due}" if chips > due else ""


def unplayable(t):
    """A round whose other cards are gone already would never end."""
    for rank in range(13):
        if 0 < count(t.finished & RANKS[rank]) < 4 and t.phase in (LEAD, REPLY):
            return f"finished: {count(t.finished & RANKS[rank])} cards of a rank, and a round has four"
    return ""


@rule
def bound(t):
    """A game scores a point at least; it has 13 rounds, in each of which everybody is asked four times at most."""
    games = t.seats * (t.target - 1) + 1 if t.scoring else 1
    return games * 52 * t.seats


@rule
def deal(t):
    """All cards; the first from the dealer's left have the odd ones. R7: counters go into the pool before."""
    if t.hand_number == 1:
        for p in range(t.seats):
            t.stack[p] = t.counters if t.pool or t.pay_on_snip else 0
    cards, seat = PACK, left_of(t, t.dealer)
    for k in range(t.seats):
        if t.pool:
            pay(t, seat, 1)
        t.hand[seat] = random_cards(t, cards, (52 + t.seats - 1 - k) // t.seats)
        cards &= ~t.hand[seat]
        seat = left_of(t, seat)
    ask(t, seat, LEAD)


@LEAD.allowed
def lead_any(t):
    """R1: return all cards of the hand: each may be led."""
    return t.hand[t.turn]


@REPLY.allowed
def match_rank(t):
    """R3: the cards of the round's rank."""
    return t.hand[t.turn] & RANKS[rank_of(t.line[1])]


@REPLY.objection
def must_match(t, choice):
    """R3: a player who can match must, with a card of the rank."""
    cards = match_rank(t)
    if choice == PASS:
        return 3 if cards else 0
    return 0 if holds(cards, choice) else 3


@LEAD.play
@REPLY.play
def play_or_pass(t, choice):
    """R1 to R3; R6: the last card of a hand ends the game, also in the middle of a round."""
    p = t.turn
    if choice == PASS:
        say(t, SAY.passes, 0)
        ask(t, left_of(t, p), REPLY)
        return
    lay_cards(t, p, t.hand[p] & RANKS[rank_of(choice)] if t.all_at_once else 1 << choice)
    if t.hand[p] == 0:
        next_step(t, OUT)
    elif pile_size(t.line) == 4:
        next_step(t, GATHER)
    else:
        ask(t, left_of(t, p), REPLY)


@rule
def lay_cards(t, p, cards):
    """R4: the word counts the cards, not the players. R8: a player matched by the next player pays by it."""
    matched = pile_size(t.line) > 0 and left_of(t, t.last) == p
    put(t.line, cards)
    t.hand[p] &= ~cards
    word = pile_size(t.line) - 2
    if word >= 0:
        verse = SAY.verse[word] if t.words == Table.words.earl else SAY.classic[word]
        say(t, verse, rank_of(t.line[1]))
    if matched and t.pay_on_snip:
        pay(t, t.last, word + 1)
    t.last = p


@rule
def pay(t, seat, counters):
    """R7, R8: into the pool, as far as there are counters."""
    paid = min(counters, t.stack[seat])
    t.stack[seat] -= paid
    t.pot += paid


@GATHER.step
def finish_round(t):
    """R5: put the four cards away; the player of the last one leads."""
    t.finished |= gather(t.line)
    clear(t.line)
    ask(t, t.last, LEAD)


@OUT.step
def score_game(t):
    """R6, R9: the player who is out scores the cards of the others, or wins."""
    say(t, SAY.out, t.last)
    if t.scoring:
        t.score[t.last] += count(in_hands(t))
    else:
        t.score[t.last] = 1
    next_step(t, POOL if t.pot else NEXT)


@POOL.step
def take_pool(t):
    """R7: the player who is out takes the pool."""
    say(t, SAY.pool, t.pot)
    t.stack[t.last] += t.pot
    t.pot = 0
    t.phase = NEXT


@NEXT.step
def win_or_next_game(t):
    """R9: end the match if the winner has enough, or deal again."""
    win_or_deal(t, not t.scoring or t.score[t.last] >= t.target, False)
