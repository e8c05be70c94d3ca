"""Bura: lead up to three cards at once, and remember when you have thirty-one. Paragraphs R1.. are those of rulebook.md.

Of the two players the one entitled to lead is `leader`; E and O of the rulebook are `leader` and `1 - leader` until the other
has led an announced combination, which makes that player the leader of the trick.
"""

from parlour.kit import *

PACK = PACK_36
PHASES = phases(
    # only a player who holds a combination is asked to announce one
    asks("announce", "molodka", "three aces", "bura", "quiet", quiet=True, window="quiet"),
    asks("answer", "molodka", "three aces", "bura", "yield", quiet=True, window="yield"),
    asks("lead", CARD, "three aces", "done", "claim 31", veiled=True, unordered=True),
    asks("reply", CARD, "play all", "claim 31", veiled=True, unordered=True),
    steps("whole reply", "gather"),
    asks("claim", "claim 31", "no claim"),
    steps("draw", "count", "pay", "next"),
)
ANNOUNCE, ANSWER, LEAD, REPLY, REPLY_ALL, GATHER, CLAIM, DRAW, COUNT, PAY, NEXT = PHASES
SAY_MOLODKA, QUIETLY, YIELD = PHASES.codes("molodka", "quiet", "yield")
DONE, CLAIM_31, PLAY_ALL, NO_CLAIM = PHASES.codes("done", "claim 31", "play all", "no claim")
SAY = words(word_row("combination", "molodka", "three aces", "bura"), "thirty-one", "right", "wrong", "won", "stays")
NONE, MOLODKA, ACES, BURA = range(4)  # combinations, by priority
STRENGTH = ranking("6 7 8 9 J Q K 10 A")
WORTH = points("A=11 10=10 K=4 Q=3 J=2")


class Table(Layout, seats=2):
    tokens = Option(5, range(3, 51), "tokens each player starts with")
    max_hands = Option(25, range(1, 201), "hands after which the player with more tokens wins")
    wrong_claim = Option("carry", ("carry", "opponent_wins"), "what happens to the pot after a wrong claim")
    next_dealer = Option("winner", ("winner", "alternate"), "who deals the next hand")
    claim_after_trick = Option(False, YES_NO, "only the winner of a trick may claim, right after it")
    molodka = Option(True, YES_NO, "three cards of a plain suit give a right to seize the lead")
    hidden_losing_reply = Option(False, YES_NO, "a reply that does not win stays face down")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    picked = Cards(per=SEATS, seen=OWNER)  # the cards of a lead or a reply until it is complete; a losing reply kept face down
    led = Cards()
    reply = Cards()
    won = Cards(per=SEATS, seen=NOBODY)
    counted = Cards(per=SEATS)  # the pile of the player who has claimed
    stock = Pile(29, seen=NOBODY)
    upcard = Cards()

    trumps = Number(0, 3)
    pot = Number(0, 100, kept=True)
    tricks = Number(0, 18, per=SEATS)
    announced = Number(NONE, BURA, per=SEATS)
    leader = Seat()
    claimant = Seat()
    winner = Seat()  # who takes the pot


def unsound(t):
    if min(t.score[0], t.score[1]) < 0 or int(t.score[0]) + int(t.score[1]) + int(t.pot) > 2 * t.tokens:
        return f"score: with the pot there are {2 * int(t.tokens)} tokens, and nobody owes any"
    if t.phase in (DEAL, PAY, NEXT):
        return ""
    if size_of(int(t.upcard)) > 1:
        return f"upcard: {size_of(int(t.upcard))} cards, and one is turned up"
    for p in range(2):
        if 2 * t.tricks[p] > sum(size_of(int(pile)) for zone in (t.won, t.counted) for pile in zone):
            return f"tricks: seat {p} has taken {int(t.tricks[p])}, and both piles have fewer cards"
    if t.phase == COUNT:
        return "claimant: nobody has claimed" if t.claimant == NOBODY else ""
    if t.leader == NOBODY:
        return "leader: nobody leads"
    return against_trick(t) or against_hands(t)


def against_trick(t):
    """Return what is wrong with the cards led, replied and picked, and with who is on turn."""
    led, reply = size_of(int(t.led)), size_of(int(t.reply))
    picked = [size_of(int(cards)) for cards in t.picked]
    follower = 1 - int(t.leader)
    on_turn = {ANNOUNCE: follower, ANSWER: t.leader, LEAD: t.leader, REPLY: follower}.get(int(t.phase), t.turn)
    if t.turn not in (NOBODY, on_turn):
        return f"turn: seat {int(t.turn)} {'leads' if t.phase in (ANNOUNCE, REPLY) else 'does not lead'}"
    if (led > 0) != (t.phase in (REPLY, REPLY_ALL, GATHER)):
        return f"led: {led} cards in this phase"
    if t.phase == GATHER:
        answered = reply + picked[follower]
        return "" if answered == led and not picked[t.leader] else f"reply: {answered} cards, and {led} were led"
    if reply:
        return "reply: the cards have not been played"
    for p in range(2):
        if picked[p] != (t.chain if p == t.turn and t.phase in (LEAD, REPLY) else 0):
            return f"picked.{p}: {picked[p]} cards, and the choice has {int(t.chain)} parts so far"
    return ""


def against_hands(t):
    """Return what is wrong with the number of cards in the hands: both have played and drawn as many, in their order."""
    led, follower = size_of(int(t.led)), 1 - int(t.leader)
    held = [size_of(int(t.hand[p])) + size_of(int(t.picked[p])) for p in range(2)]
    ahead, behind = held[t.leader], held[follower]
    if max(held) > (2 if t.phase == CLAIM else 3):
        return f"hand.{held.index(max(held))}: {max(held)} cards{' behind a trick' if t.phase == CLAIM else ''}"
    if t.phase == DRAW:
        if ahead + behind == 6 or not 0 <= ahead - behind <= 1:
            return f"hand.{int(t.leader)}: {ahead} and {behind} cards, and the next is drawn"
        left = int(pile_size(t.stock)) + size_of(int(t.upcard))
        return "" if t.upcard and left >= 6 - ahead - behind else f"stock: {left} cards are left for {6 - ahead - behind}"
    if t.phase == GATHER:
        return ""
    if ahead + led != behind:
        return f"hand.0: the hands had {held[0]} and {held[1]} cards, with {led} led"
    if t.phase == REPLY_ALL and led != behind:
        return f"led: {led} cards are not the whole hand of seat {follower}"
    return "" if max(held) or t.phase == CLAIM else "hand.0: both hands are empty"


def unplayable(t):
    if t.phase != DEAL and t.hand_number == 0:
        return "hand_number: a hand is played, and none has begun"
    if t.phase in (DEAL, PAY, NEXT):
        return ""
    if t.upcard and suit_of(lowest(int(t.upcard))) != t.trumps:
        return "trumps: they are the suit of the upcard"
    held = [size_of(int(hand)) for hand in t.hand]
    even = t.phase != GATHER or held[0] == held[1]
    return "" if even else f"hand.1: {held[1]} cards, and seat 0 has {held[0]}"


@rule
def bound(t):
    """A hand has at most 18 tricks of one card: two announcements, a card and `done`, a card in reply, a word about a claim."""
    return 18 * 6 * t.max_hands


@rule
def deal(t):
    """R1. The score is the number of tokens a player has."""
    cards = deal_hands(t, PACK, 3)
    t.upcard = random_card(t, cards)
    t.trumps = suit_of(lowest(t.upcard))
    fill(t.stock, cards & ~t.upcard)
    shuffle(t, t.stock)
    for p in range(2):
        if t.hand_number == 1:
            t.score[p] = t.tokens
        ante = min(t.score[p], 1)
        t.score[p] -= ante
        t.pot += ante
    t.leader = left_of(t, t.dealer)
    before_lead(t)


# before the lead


@rule
def before_lead(t):
    """R3: with three cards each, the player who is not entitled to lead may announce a combination."""
    p = 1 - t.leader
    if count(t.hand[p]) < 3:
        ask(t, t.leader, LEAD)
    elif combination(t, t.hand[p]):
        ask(t, p, ANNOUNCE)
    else:
        next_step(t, ANNOUNCE)


@rule
def combination(t, cards):
    """R2: return the combination that three cards are: bura, aces, molodka, or NONE."""
    if count(cards) != 3:
        return NONE
    if cards & SUITS[t.trumps] == cards:
        return BURA
    if cards & RANKS[ACE] == cards:
        return ACES
    return MOLODKA if t.molodka and cards & SUITS[suit_of(lowest(cards))] == cards else NONE


@ANNOUNCE.objection
@ANSWER.objection
def objection_to_announcement(t, choice):
    """R2: only the combination that is held is announced."""
    named = choice - SAY_MOLODKA + MOLODKA
    return 0 if named > BURA or named == combination(t, t.hand[t.turn]) else 2


@ANNOUNCE.play
def announce(t, choice):
    """R3: only an equal or a higher combination keeps the lead."""
    p = t.turn
    if choice == QUIETLY:
        next_step(t, ANNOUNCE)
        return
    t.announced[p] = combination(t, t.hand[p])
    say(t, SAY.combination[t.announced[p] - MOLODKA], p)
    if combination(t, t.hand[t.leader]) >= t.announced[p]:
        ask(t, t.leader, ANSWER)
    else:
        next_step(t, ANSWER)


@ANNOUNCE.step
def ask_for_lead(t):
    """R3: nothing was announced."""
    ask(t, t.leader, LEAD)


@ANSWER.play
def answer(t, choice):
    if choice == YIELD:
        next_step(t, ANSWER)
    else:
        lead_all(t, t.turn)


@ANSWER.step
def seize_lead(t):
    """R3: the combination that was announced and not answered is led."""
    t.leader = 1 - t.leader
    lead_all(t, t.leader)


# the lead


@LEAD.allowed(paragraph=4)
def cards_to_lead(t):
    """R4: the cards led are of one suit."""
    hand = t.hand[t.turn]
    return hand & SUITS[suit_of(lowest(t.picked[t.turn]))] if t.chain else hand


@LEAD.objection
def objection_to_lead(t, choice):
    """R4, R12: return the paragraph that forbids a lead, a call or a claim of 31, or 0."""
    if choice < FIRST_CALL:
        return 0
    if choice == CLAIM_31:
        return 0 if may_claim(t, t.turn) else 12
    if choice == DONE:
        return 0 if t.chain else 4
    return 0 if t.chain == 0 and combination(t, t.hand[t.turn]) == ACES else 4


@rule
def may_claim(t, p):
    """R12: before the first card of a lead or a reply."""
    return t.tricks[p] > 0 and not t.claim_after_trick and t.chain == 0


@LEAD.play
def lead_card_or_call(t, choice):
    p = t.turn
    if choice < FIRST_CALL:
        pick_from_hand(t, p, choice)
        if not t.hand[p] & SUITS[suit_of(choice)]:
            lay_lead(t, p)
    elif choice == CLAIM_31:
        claim_31(t)
    elif choice == DONE:
        lay_lead(t, p)
    else:
        lead_all(t, p)


@rule(inline=True)
def pick_all(t, p):
    t.picked[p] |= t.hand[p]
    t.hand[p] = 0


@rule
def lead_all(t, p):
    pick_all(t, p)
    lay_lead(t, p)


@rule
def lay_lead(t, p):
    """R4: the lead is complete. R5: if the reply must be the whole hand and nothing may be claimed, it is played by itself."""
    t.led = t.picked[p]
    t.picked[p] = 0
    kind = combination(t, t.led)
    if kind and not t.announced[p]:
        say(t, SAY.combination[kind - MOLODKA], p)
    ask(t, 1 - p, REPLY)
    if whole_hand(t) and not may_claim(t, 1 - p):
        next_step(t, REPLY_ALL)


# the reply


@rule
def whole_hand(t):
    """R5: whether the reply takes every card of the hand."""
    return t.chain == 0 and count(t.led) == count(t.hand[1 - t.leader])


@REPLY.allowed(paragraph=5)
def cards_to_reply(t):
    """R5: any cards; a reply that must be the whole hand is played at once."""
    return 0 if whole_hand(t) else t.hand[t.turn]


@REPLY.objection
def objection_to_reply(t, choice):
    """R5, R12: return the paragraph that forbids an answer to a lead or a claim of 31, or 0."""
    if choice == PLAY_ALL:
        return 0 if whole_hand(t) else 5
    return 0 if choice < FIRST_CALL or may_claim(t, t.turn) else 12


@REPLY.play
def reply(t, choice):
    p = t.turn
    if choice < FIRST_CALL:
        pick_from_hand(t, p, choice)
        if t.chain == count(t.led):
            lay_reply(t, p)
    elif choice == PLAY_ALL:
        pick_all(t, p)
        lay_reply(t, p)
    else:
        claim_31(t)


@REPLY_ALL.step
def reply_with_all(t):
    pick_all(t, 1 - t.leader)
    lay_reply(t, 1 - t.leader)


@rule
def lay_reply(t, p):
    """R5; a losing reply may stay face down."""
    if not t.hidden_losing_reply or beats_lead(t, t.picked[p]):
        t.reply = t.picked[p]
        t.picked[p] = 0
    next_step(t, GATHER)


@rule
def beats_lead(t, cards):
    """R6, R7: whether these cards can be paired with the cards led so that each beats its partner.

    For any two cards led, the cards that beat one of them include the cards that beat the other. So a pairing exists if each card
    led is beaten by at least as many cards as there are cards led that are no easier to beat.
    """
    led = t.led
    while led:
        beaters = count(heading(cards, lowest(led), t.trumps, STRENGTH))
        led &= led - 1
        others, as_hard = t.led, 0
        while others:
            as_hard += count(heading(cards, lowest(others), t.trumps, STRENGTH)) <= beaters
            others &= others - 1
        if beaters < as_hard:
            return False
    return True


@GATHER.step
def gather_trick(t):
    """R8, R9: the better cards take the trick."""
    follower = 1 - t.leader
    cards = t.reply | t.picked[follower]
    bura = combination(t, t.led) == BURA
    if beats_lead(t, cards):
        t.leader = follower
    p = t.leader
    t.won[p] |= t.led | cards
    t.led = t.reply = t.picked[follower] = 0
    t.announced[0] = t.announced[1] = NONE
    t.tricks[p] += 1
    if bura:
        t.winner = p
        next_step(t, PAY)
    elif t.claim_after_trick:
        ask(t, p, CLAIM)
    else:
        go_on(t)


@rule
def go_on(t):
    """R10, R11, and R12 if the hands are empty."""
    missing = 6 - count(t.hand[0]) - count(t.hand[1])
    if t.upcard and pile_size(t.stock) + 1 >= missing:
        next_step(t, DRAW)
    elif t.hand[t.leader]:
        before_lead(t)
    elif t.claim_after_trick:
        next_step(t, PAY)
    else:
        ask(t, t.leader, CLAIM)


@CLAIM.play
def claim_or_not(t, choice):
    """R12: play goes on after a trick; after the last one the other player may still claim. R14."""
    p = t.turn
    if choice == CLAIM_31:
        claim_31(t)
    elif t.claim_after_trick:
        go_on(t)
    elif p == t.leader and t.tricks[1 - p]:
        ask(t, 1 - p, CLAIM)
    else:
        next_step(t, PAY)


@rule
def claim_31(t):
    t.claimant = t.turn
    say(t, SAY.thirty_one, t.claimant)
    next_step(t, COUNT)


@DRAW.step
def draw_card(t):
    """R10: one card, for the winner of the trick or the other player in turn; the upcard is the last card of the stock."""
    p = t.leader if count(t.hand[0]) == count(t.hand[1]) else 1 - t.leader
    if pile_size(t.stock):
        t.hand[p] |= 1 << pop(t.stock)
    else:
        t.hand[p] |= t.upcard
        t.upcard = 0
    if count(t.hand[0]) + count(t.hand[1]) == 6:
        before_lead(t)


# the end of a hand


@COUNT.step
def count_pile(t):
    """R13: the claimant's pile is turned up."""
    p = t.claimant
    t.counted[p] |= t.won[p]
    t.won[p] = 0
    found = total(t.counted[p], WORTH)
    if found >= 31:
        t.winner = p
    say(t, SAY.right if found >= 31 else SAY.wrong, found)
    t.phase = PAY


@PAY.step
def pay(t):
    """R9, R13, R14: the pot is taken, or stays."""
    p = t.claimant
    if p != NOBODY and t.winner == NOBODY:
        fine = min(t.pot, t.score[p])
        t.score[p] -= fine
        t.pot += fine
        if t.wrong_claim == Table.wrong_claim.opponent_wins:
            t.winner = 1 - p
    if t.winner == NOBODY:
        say(t, SAY.stays, t.pot)
    else:
        t.score[t.winner] += t.pot
        t.pot = 0
        say(t, SAY.won, t.winner)
    t.phase = NEXT


@NEXT.step
def end_hand(t):
    """R15: if the match goes on, the winner deals, or the player who did not deal."""
    broke = t.pot == 0 and (t.score[0] == 0 or t.score[1] == 0)
    if broke or t.hand_number >= t.max_hands:
        win_or_draw(t, best_seats(t, False))
        return
    alternate = t.next_dealer == Table.next_dealer.alternate or t.winner == NOBODY
    t.dealer = left_of(t, t.dealer) if alternate else t.winner
    t.phase = DEAL


@rule
def contradictions(t, seat):
    """Count the cards that keep a hand from being the combination its player has announced."""
    wrong = 0
    for p in range(2):
        cards, kind = t.hand[p], t.announced[p]
        if kind != NONE and count(cards) == 3:
            fitting = count(cards & SUITS[t.trumps])
            if kind == ACES:
                fitting = count(cards & RANKS[ACE])
            elif kind == MOLODKA:
                fitting = 0
                for suit in range(4):
                    if suit != t.trumps:
                        fitting = max(fitting, count(cards & SUITS[suit]))
            wrong += 3 - fitting
    return wrong
