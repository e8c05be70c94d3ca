"""Why a card or a call is good at Solo, in a card player's words."""

from parlour.kit import *

from .rules import ACES, FIRST_ACE, FIRST_GAME, GAMES, PASS, STRENGTH, TRUMPS, YES


def reasons(case, codes):
    return cards(case, codes[0]) if codes[0] < FIRST_CALL else calls(case, codes[0])


def strongest(case):
    """The suit with the most trumps in hand, and their number."""
    hand = case.figure("hand")
    return max(((hand & int(TRUMPS[suit])).bit_count(), suit) for suit in range(4))


def calls(case, code):
    hand = case.figure("hand")
    if FIRST_ACE <= code < FIRST_ACE + 4 and case.phase == "ace":
        held = (hand & case.suit(code - FIRST_ACE)).bit_count()
        yield (
            "calls",
            case.phrase(
                ": its holder is your partner, and you have {n} card of the suit",
                ": its holder is your partner, and you have {n} cards of the suit",
                held,
            )
            if held
            else case.phrase(": its holder is your partner"),
        )
        return
    if FIRST_GAME <= code < FIRST_GAME + 4 * len(GAMES) and case.phase == "contract":
        suit = (code - FIRST_GAME) % 4
        held = (hand & int(TRUMPS[suit])).bit_count()
    else:
        held, suit = strongest(case)
    high = hand & ACES & ~int(TRUMPS[suit])
    aces = high.bit_count()
    if code == PASS:
        yield "passes", case.phrase(": no suit gives you more than {n} trump", ": no suit gives you more than {n} trumps", held)
    elif case.phase == "contract":
        yield "trumps", trumps_held(case, held, aces)
    else:
        yield "strong" if code == YES else "asks", trumps_of_suit(case, "♣♦♥♠"[suit], held, aces)


def trumps_held(case, held, aces):
    """Return the trumps in hand, and the aces beside them."""
    if not aces:
        return case.phrase(": you have {n} trump", ": you have {n} trumps", held)
    if aces == 1:
        return case.phrase(": you have {n} trump and one ace beside them", ": you have {n} trumps and one ace beside them", held)
    return case.phrase(
        ": you have {n} trump and {aces} aces beside them",
        ": you have {n} trumps and {aces} aces beside them",
        held,
        aces=case.number(aces),
    )


def trumps_of_suit(case, suit, held, aces):
    """Return the trumps in hand if a suit is trumps, and the aces beside them."""
    if not aces:
        return case.phrase(
            ": with {suit} as trumps you hold {n} trump", ": with {suit} as trumps you hold {n} trumps", held, suit=suit
        )
    if aces == 1:
        return case.phrase(
            ": with {suit} as trumps you hold {n} trump and one ace beside them",
            ": with {suit} as trumps you hold {n} trumps and one ace beside them",
            held,
            suit=suit,
        )
    return case.phrase(
        ": with {suit} as trumps you hold {n} trump and {aces} aces beside them",
        ": with {suit} as trumps you hold {n} trumps and {aces} aces beside them",
        held,
        suit=suit,
        aces=case.number(aces),
    )


def cards(case, card):
    trumps = case.figure("trumps")
    declarer, partner = int(case.row.declarer), int(case.row.partner)
    friends = []
    if partner != NOBODY:
        side = {declarer, partner}
        friends = [p for p in case.others if (p in side) == (case.seat in side)]
    yield from case.tricks(TRUMPS[trumps], STRENGTH[trumps], friends=friends).reasons(card)
