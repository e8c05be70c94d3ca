"""Solo: an auction of questions, two queens that are always trumps, a partner nobody knows. Paragraphs R1.. are in rulebook.md.

The hands decide who the partner is, so `partner` is set only when the named ace has been played or shown.
"""

import numpy as np

from parlour.kit import *

PACK = PACK_32
PHASES = phases(
    asks("open", "ask", "pass"),
    asks("question", "inquire {in color,a solo,a solo in color,a tout,a tout in color}", "pass"),
    asks("reply", "yes", "pass"),
    steps("show"),
    asks("contract", "simple {♣,♦,♥,♠}", "solo {♣,♦,♥,♠}", "tout {♣,♦,♥,♠}"),
    asks("ace", "ace {♣,♦,♥,♠}", "alone"),
    steps("begin"),
    asks("play", CARD),
    steps("gather", "reveal", "score", "next"),
)
OPEN, QUESTION, REPLY, SHOW, CONTRACT, NAME_ACE, BEGIN, PLAY, GATHER, REVEAL, SCORE, NEXT = PHASES
I_ASK, PASS, YES, ALONE = PHASES.codes("ask", "pass", "yes", "alone")
FIRST_QUESTION, FIRST_GAME, FIRST_ACE = PHASES.codes("inquire in color", "simple ♣", "ace ♣")
QUESTIONS = ("in color", "a solo", "a solo in color", "a tout", "a tout in color")  # about levels 2 to 6
GAMES = ("simple", "solo", "tout")
SAY = words(
    "ask",
    word_row("question", *QUESTIONS),
    "yes",
    "pass",
    "void",
    "queen",
    word_row("game", *GAMES),
    "ace",
    "alone",
    "partner",
    "made",
    "lost",
)
SIMPLE_IN_COLOR, SOLO, TOUT, HIGHEST = 2, 3, 5, 6  # levels: the highest simple game, the lowest solo and tout, the last
VALUES = (0, 2, 4, 4, 8, 16, 32)  # by level
NONE = -1
QUEEN_OF_CLUBS = 13 * CLUBS + QUEEN
QUEENS = card_set("Q♣ Q♠")
ACES = int(RANKS[ACE])
TRUMPS = SUITS | QUEENS  # TRUMPS[s]: the trumps if suit s is trumps


def strengths(suit):
    """Strength by card if a suit is trumps: 8 9 10 J Q K A, the queen of spades, the seven, the queen of clubs."""
    strength = np.tile(ranking("7 8 9 10 J Q K A"), 4)
    strength[13 * suit : 13 * suit + 13] += 10
    strength[[13 * SPADES + QUEEN, 13 * suit + SEVEN, QUEEN_OF_CLUBS]] = 20, 21, 22
    return strength


STRENGTH = np.array([strengths(suit) for suit in range(4)])


class Table(Layout, seats=4):
    color = Option("C", ("C", "D", "H", "S"), "the suit that is color: clubs, diamonds, hearts or spades")
    hands = Option(8, range(4, 41, 4), "hands in a game")
    target = Option(0, range(201), "the game also ends when a player has more points than this; 0: never")
    own_ace = Option(True, YES_NO, "the declarer may name an ace of their own, and so play alone in secret")
    partner_ace_plain = Option(False, YES_NO, "the ace of trumps may not be named")
    queens_rule = Option(True, YES_NO, "a player who holds both black queens must bid up to a solo")
    forced_value_2 = Option(False, YES_NO, "the forced game counts 2 in color too")
    stop_when_decided = Option(False, YES_NO, "a hand ends as soon as it is won or lost")
    all_pass = Option("forced", ("forced", "redeal"), "what happens when all four pass")

    hand = Cards(per=SEATS, seen=OWNER, plays=True)
    shown = Cards(per=SEATS)  # the queen of clubs after four passes, an ace not played when the hand stopped
    trick = Pile(4)
    won = Cards(per=SEATS, seen=NOBODY)

    declarer = Seat()  # in the auction: the player who holds the bid
    challenger = Seat()
    level = Number(0, HIGHEST)  # that the declarer is bound to
    passed_at = Number(0, HIGHEST, per=SEATS)  # the level that was at stake; 0 if the player has not passed
    forced = Flag()
    contract = Number(0, HIGHEST)  # the level of the game named
    trumps = Number(0, NO_TRUMPS)
    named = Number(NONE, 3)  # the suit of the ace
    partner = Seat()
    alone = Flag()  # all players know that a simple game has no partner
    tricks = Number(0, 8, per=SEATS)
    queens_played = Number(0, 2, per=SEATS)  # black ones
    leader = Seat()


def unsound(t):
    if t.phase in (DEAL, NEXT):
        return ""
    if t.leader == NOBODY:
        return "leader: nobody leads"
    if t.phase < CONTRACT:
        return against_auction(t)
    if t.declarer == NOBODY or (t.turn not in (NOBODY, t.declarer) and t.phase < PLAY):
        return "declarer: " + ("nobody plays the game" if t.declarer == NOBODY else f"seat {t.turn} is asked for it")
    if t.forced and (t.all_pass != Table.all_pass.forced or t.contract > SIMPLE_IN_COLOR):
        return "forced: it is a simple game after four passes"
    if t.phase == CONTRACT:
        return against_contract(t)
    if t.contract == 0 or t.trumps == NO_TRUMPS:
        return "contract: no game is named" if t.contract == 0 else "trumps: no suit is named"
    if t.phase == NAME_ACE:
        return "contract: no ace is named for a solo" if t.contract > SIMPLE_IN_COLOR else against_hands(t)
    return against_hands(t) or against_partner(t)


def against_auction(t):
    """Return what is wrong with who holds the bid and who asks."""
    if t.dealer == NOBODY or t.leader != left_of(t, t.dealer):
        return f"leader: seat {t.leader} does not sit left of the dealer"
    place = [(p - t.leader) % 4 for p in (t.declarer, t.challenger)]
    if t.forced or t.contract:
        return "forced: the auction is not over" if t.forced else "contract: the auction is not over"
    if t.phase in (OPEN, SHOW):
        early = "declarer" if t.declarer != NOBODY else "challenger" if t.challenger != NOBODY else "level" if t.level else ""
        return f"{early}: nobody has asked yet" if early else ""
    if t.declarer == NOBODY or t.challenger == NOBODY or place[0] >= place[1]:
        return "challenger: it sits left of the declarer, in the order of the auction"
    if not 0 < t.level < HIGHEST:
        return f"level: {t.level}, and a question is about one of {len(QUESTIONS)}"
    asked = t.challenger if t.phase == QUESTION else t.declarer
    return f"turn: seat {t.turn} is asked, and it is the turn of seat {asked}" if t.turn != asked else against_hands(t)


def against_contract(t):
    """Return what is wrong when the game is to be named."""
    if t.contract or (t.level > 0) == t.forced:
        return "contract: a game is named already" if t.contract else f"level: {t.level}"
    return against_hands(t)


def against_hands(t):
    """Return what is wrong with the cards of the hands."""
    queens = sum(t.queens_played)
    for p in range(4):
        queen = t.shown[p] & (1 << QUEEN_OF_CLUBS) if t.forced and t.phase < PLAY else 0
        held, queens = size_of(t.hand[p] | queen), queens + count(t.hand[p] & QUEENS)
        if held + sum(t.tricks) > 8:
            return f"tricks: {sum(t.tricks)} are taken and {held} cards are held, and 8 are dealt to each"
    return f"queens_played: with those held {queens} black queens" if queens > 2 else ""


def against_partner(t):
    """Return what is wrong with who plays together."""
    simple, ace = t.contract <= SIMPLE_IN_COLOR, 0 if t.named == NONE else 1 << (13 * t.named + ACE)
    if t.partner != NOBODY and (not simple or t.alone or t.partner == t.declarer):
        return f"partner: seat {t.partner} cannot be the partner"
    if not simple and (ace or t.alone):
        return "named: a solo is played without an ace" if ace else "alone: a solo is always played alone"
    played = gather(t.trick) | t.won[0] | t.won[1] | t.won[2] | t.won[3]
    if ace & played and is_secret(t):
        return "partner: the ace that was named has been played"
    for p in range(4):
        if ace & t.hand[p] and (t.partner not in (NOBODY, p) or (t.alone and p != t.declarer)):
            return f"partner: seat {p} holds the ace that was named"
    return ""


def unplayable(t):
    """Return what is wrong with hands before the first card, with shown cards, and with a hand that has ended undecided."""
    for p in range(4):
        queen = 1 << QUEEN_OF_CLUBS if t.forced and t.phase < PLAY else 0
        if t.shown[p] and DEAL < t.phase < SCORE and t.shown[p] != queen:
            return f"shown.{p}: no card is shown here"
        held = size_of(t.hand[p] | t.shown[p])
        if DEAL < t.phase < PLAY and held != 8:
            return f"hand.{p}: {held} cards, and 8 are dealt to each"
    if DEAL < t.phase < BEGIN and (t.partner != NOBODY or t.alone or t.named != NONE):
        return (
            "partner: no ace is named yet"
            if t.partner != NOBODY
            else "alone: no ace is named yet"
            if t.alone
            else "named: it is -1 until an ace is named"
        )
    if t.phase in (REVEAL, SCORE) and outcome(t) == 0:
        return "tricks: the game is neither won nor lost"
    if t.phase == REVEAL and not (is_secret(t) and holder(t, 13 * t.named + ACE) != NOBODY):
        return "phase: no ace is still to be shown"
    return ""


@rule
def bound(t):
    """All four ask or pass, each of five levels has a question and a reply; then the game, the ace and the cards."""
    return t.hands * (4 + 10 + 2 + 32)


@rule
def deal(t):
    deal_hands(t, PACK, 8)
    t.trumps, t.named = NO_TRUMPS, NONE
    lead(t, left_of(t, t.dealer), OPEN)


# the auction


@OPEN.objection
@REPLY.objection
def objection_to_pass(t, choice):
    return 5 if choice == PASS and too_low(t, t.level) else 0


@rule
def too_low(t, level):
    """R5: whether both black queens forbid the player to stop at a level, by a pass or by naming a game."""
    return t.queens_rule and level < SOLO and t.hand[t.turn] & QUEENS == QUEENS


@OPEN.play
def open_bidding(t, choice):
    """R2: the player on turn asks, or passes."""
    p = t.turn
    if choice == I_ASK:
        say(t, SAY.ask, 0)
        t.declarer, t.level = p, 1
    else:
        give_up(t, p)
    go_round(t, p)


@rule
def give_up(t, p):
    say(t, SAY.pass_, 0)
    t.passed_at[p] = t.level + 1


@rule
def go_round(t, p):
    """R1: after this player the next one on the left joins the auction. It ends with the dealer, or at the highest level."""
    if t.declarer == NOBODY and p == t.dealer:
        next_step(t, SHOW)
    elif p == t.dealer or t.level == HIGHEST:
        t.challenger = NOBODY
        ask(t, t.declarer, CONTRACT)
    elif t.declarer == NOBODY:
        ask(t, left_of(t, p), OPEN)
    else:
        t.challenger = left_of(t, p)
        ask(t, t.challenger, QUESTION)


@QUESTION.objection
def objection_to_question(t, choice):
    """R4: the question is about the next level."""
    return objection_to_pass(t, choice) if choice == PASS else 0 if choice == FIRST_QUESTION + t.level - 1 else 4


@QUESTION.play
def question(t, choice):
    """R3, R4: the next level, or a pass that ends the duel."""
    if choice == PASS:
        give_up(t, t.turn)
        go_round(t, t.turn)
    else:
        say(t, SAY.question[t.level - 1], 0)
        ask(t, t.declarer, REPLY)


@REPLY.play
def reply(t, choice):
    """R3: a yes raises the bid to the level asked about; a pass leaves the bid at that level to the challenger."""
    challenger = t.challenger
    if choice == YES:
        say(t, SAY.yes, 0)
        t.level += 1
        if t.level < HIGHEST:
            ask(t, challenger, QUESTION)
            return
    else:
        give_up(t, t.turn)
        t.declarer = challenger
        t.level += 1
    go_round(t, challenger)


@SHOW.step
def show_queen(t):
    """R6: all four have passed."""
    if t.all_pass == Table.all_pass.redeal:
        say(t, SAY.void, 0)
        t.phase = NEXT
        return
    t.declarer, t.forced = holder(t, QUEEN_OF_CLUBS), 1
    t.hand[t.declarer] &= ~(1 << QUEEN_OF_CLUBS)
    t.shown[t.declarer] = 1 << QUEEN_OF_CLUBS
    say(t, SAY.queen, t.declarer)
    ask(t, t.declarer, CONTRACT)


@rule
def holder(t, card):
    """The seat that holds a card, which only that seat knows."""
    for p in range(4):
        if holds(t.hand[p], card):
            return p
    return NOBODY


# the game and the partner


@CONTRACT.objection
def objection_to_game(t, choice):
    """R5 to R7: return the paragraph that forbids naming a game, or 0."""
    level = level_of(t, choice - FIRST_GAME)
    if t.forced:
        return 6 if level > SIMPLE_IN_COLOR else 0
    if level < t.level:
        return 7
    return 5 if too_low(t, level) else 0


@rule
def level_of(t, game):
    """The level of a game, 0..11 in the order of the calls: simple, solo and tout, each in four suits."""
    return 2 * (game >> 2) + (2 if game & 3 == t.color else 1)


@CONTRACT.play
def name_game(t, choice):
    """R7: the declarer names the game; in a simple one an ace as well."""
    game = choice - FIRST_GAME
    t.contract, t.trumps, t.level = level_of(t, game), game & 3, 0
    say(t, SAY.game[game >> 2], t.trumps)
    if t.contract <= SIMPLE_IN_COLOR:
        ask(t, t.turn, NAME_ACE)
    else:
        next_step(t, BEGIN)


@NAME_ACE.objection
def objection_to_ace(t, choice):
    """R8: return the paragraph that forbids calling an ace, or playing alone, or 0."""
    aces = nameable(t)
    fits = not aces if choice == ALONE else holds(aces, 13 * (choice - FIRST_ACE) + ACE)
    return 0 if fits else 8


@rule
def nameable(t):
    """R8: the aces that the declarer may name."""
    aces = ACES
    if t.partner_ace_plain:
        aces &= ~SUITS[t.trumps]
    return aces if t.own_ace else aces & ~t.hand[t.turn]


@NAME_ACE.play
def name_ace(t, choice):
    """R8: the declarer calls an ace, or plays alone because there is none to call."""
    if choice == ALONE:
        t.alone = 1
        say(t, SAY.alone, t.declarer)
    else:
        t.named = choice - FIRST_ACE
        say(t, SAY.ace, t.named)
    next_step(t, BEGIN)


@BEGIN.step
def begin_play(t):
    """R6: the declarer of a forced game picks up the queen of clubs. R9."""
    t.hand[t.declarer] |= t.shown[t.declarer]
    t.shown[t.declarer] = 0
    ask(t, t.leader, PLAY)


# the cards


@PLAY.allowed(paragraph=9)
def follow_suit(t):
    """R9: return the cards that follow suit or trumps, or all if there are none."""
    return playable_with(t, TRUMPS[t.trumps])


@PLAY.play
def play_card(t, choice):
    """R10: once the named ace is played, the partner is known."""
    p = t.turn
    lay_card(t, choice)
    t.queens_played[p] += holds(QUEENS, choice)
    if t.named != NONE and choice == 13 * t.named + ACE:
        show_partner(t, p)
    pass_on(t, GATHER)


@rule
def show_partner(t, p):
    if p == t.declarer:
        t.alone = 1
        say(t, SAY.alone, p)
    else:
        t.partner = p
        say(t, SAY.partner, p)


@GATHER.step
def gather_trick(t):
    """R10: the highest trump, otherwise the highest card of the suit led. F101: a hand may stop once it is decided."""
    seat = trick_winner_with(t, TRUMPS[t.trumps], STRENGTH[t.trumps])
    t.won[seat] |= take_trick(t)
    t.tricks[seat] += 1
    lead_or_end(t, seat, PLAY, SCORE)
    if t.stop_when_decided and outcome(t) != 0:
        next_step(t, REVEAL if is_secret(t) else SCORE)


@rule
def is_secret(t):
    """Whether an ace was named that has not been seen."""
    return t.named != NONE and t.partner == NOBODY and not t.alone


@rule
def outcome(t):
    """R11: 1 if the declarer's side has the tricks it needs, -1 if the others have taken too many, otherwise 0."""
    partner = holder(t, 13 * t.named + ACE) if is_secret(t) else t.partner
    side = 1 << t.declarer
    side |= 0 if partner == NOBODY else 1 << partner
    ours = theirs = 0
    for p in range(4):
        ours += t.tricks[p] if (side >> p) & 1 else 0
        theirs += 0 if (side >> p) & 1 else t.tricks[p]
    needed = 8 if t.contract >= TOUT else 5
    return 1 if ours >= needed else -1 if theirs > 8 - needed else 0


@REVEAL.step
def reveal_ace(t):
    """F101: the hand has stopped before the named ace was played."""
    p = holder(t, 13 * t.named + ACE)
    t.hand[p] &= ~(1 << (13 * t.named + ACE))
    t.shown[p] = 1 << (13 * t.named + ACE)
    show_partner(t, p)
    t.phase = SCORE


@rule
def worth(t):
    """R12: the points of the game that is played."""
    return 2 if t.forced and t.forced_value_2 else VALUES[t.contract]


@SCORE.step
def score_hand(t):
    """R12: the declarer and the partner score the value of the game, or lose it."""
    value = worth(t)
    won = outcome(t)
    say(t, SAY.made if won > 0 else SAY.lost, value)
    t.score[t.declarer] += won * value
    if t.partner != NOBODY:
        t.score[t.partner] += won * value
    t.phase = NEXT


@NEXT.step
def end_hand(t):
    """R13: end the match after the last hand, or if a score is high enough."""
    reached = t.target > 0 and t.score[lowest(best_seats(t, False))] > t.target
    win_or_deal(t, t.hand_number >= t.hands or reached, False)


@rule
def contradictions(t, seat):
    """Count what the auction and the play rule out: R5, an ace that could not be named, a hand not yet decided."""
    wrong = 0
    for p in range(4):
        if p != seat and t.queens_rule and count((t.hand[p] | t.shown[p]) & QUEENS) + t.queens_played[p] == 2:
            named_simple = p == t.declarer and 0 < t.contract <= SIMPLE_IN_COLOR
            wrong += named_simple or 0 < t.passed_at[p] <= SOLO
        if p != t.declarer and t.alone and t.named == NONE:
            wrong += count(t.hand[p] & (ACES & ~SUITS[t.trumps] if t.partner_ace_plain else ACES))
    if t.stop_when_decided and t.phase in (PLAY, GATHER) and outcome(t) != 0:
        wrong += 1
    return wrong
