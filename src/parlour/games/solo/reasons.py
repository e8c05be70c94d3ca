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
            ": its holder is your partner" + (f", and you have {case.counted(held, 'card')} of the suit" if held else ""),
        )
        return
    if FIRST_GAME <= code < FIRST_GAME + 4 * len(GAMES) and case.phase == "contract":
        suit = (code - FIRST_GAME) % 4
        held = (hand & int(TRUMPS[suit])).bit_count()
    else:
        held, suit = strongest(case)
    high = hand & ACES & ~int(TRUMPS[suit])
    with_aces = f" and {case.counted(high.bit_count(), 'ace')} beside them" if high else ""
    if code == PASS:
        yield "passes", f": no suit gives you more than {case.counted(held, 'trump')}"
    elif case.phase == "contract":
        yield "trumps", f": you have {case.counted(held, 'trump')}{with_aces}"
    else:
        sign = "♣♦♥♠"[suit]
        yield "strong" if code == YES else "asks", f": with {sign} as trumps you hold {case.counted(held, 'trump')}{with_aces}"


def cards(case, card):
    trumps = case.figure("trumps")
    declarer, partner = int(case.row.declarer), int(case.row.partner)
    friends = []
    if partner != NOBODY:
        side = {declarer, partner}
        friends = [p for p in case.others if (p in side) == (case.seat in side)]
    yield from case.tricks(TRUMPS[trumps], STRENGTH[trumps], friends=friends).reasons(card)
