"""Why a card, a discard or a declaration is good at Chicago, in a card player's words."""

import numpy as np

from parlour.kit import *

from .rules import STRENGTH

NAMES = (
    "nothing",
    "a pair",
    "two pairs",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)


def reasons(case, codes):
    if case.phase == "discard":
        return discards(case, [code for code in codes if code < FIRST_CALL])
    if case.phase == "play":
        return cards(case, codes[0])
    return calls(case, case.call(codes[0]))


def named(case, codes):
    if case.phase != "discard":
        return ""
    thrown = [code for code in codes if code < FIRST_CALL]
    return f"Throwing {case.names(thrown)}" if thrown else "Keeping all five"


def held(case):
    """The hand with what lies open of it and what has been played."""
    return [*case.own, *case.lie("exposed", case.seat), *case.lie("played", case.seat)]


def what(cards):
    """The best category in some cards, in words."""
    ranks = [card % 13 for card in cards]
    most = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    flush = len(cards) == 5 and len({card // 13 for card in cards}) == 1
    spread = sorted(set(ranks))
    run = len(spread) == 5 and (spread[-1] - spread[0] == 4 or spread == [0, 1, 2, 3, 12])
    if flush and run:
        return 8
    if most[0] == 4:
        return 7
    if most[:2] == [3, 2]:
        return 6
    if flush or run:
        return 5 if flush else 4
    return 3 if most[0] == 3 else 2 if most[:2] == [2, 2] else 1 if most[0] == 2 else 0


def discards(case, thrown):
    hand = held(case)
    kept = [card for card in hand if card not in thrown]
    category = what(kept) if kept else 0
    if not thrown:
        yield "keeps", f": you hold {NAMES[what(hand)]}"
    elif category:
        yield "keeps", f"keeps {NAMES[category]}"
    elif len(kept) > 1 and len({card // 13 for card in kept}) == 1:
        yield "flush draw", f"keeps {case.counted(len(kept), 'card')} of one suit"
    elif kept:
        yield "high", f"keeps {case.names(kept)}"
    else:
        yield "all", "gets you five new cards"


def calls(case, call):
    hand = held(case)
    if call == "declare" or call.startswith("claim"):
        yield "declares", f": you hold {NAMES[what(hand)]}"
    elif call == "pass" and case.phase == "chicago":
        yield "no chicago", ": it would need all five tricks"
    elif call == "chicago":
        yield "chicago", f": your cards are {case.names(sorted(hand, key=lambda card: -(card % 13)))}"
    elif call == "pass":
        yield "passes", f": what you hold is {NAMES[what(hand)]}"
    else:
        yield "answers", f": you hold {NAMES[what(hand)]}"


def cards(case, card):
    left = case.figure("hand").bit_count() + len(case.lie("exposed", case.seat))
    order = [p for p in [(int(case.row.leader) + k) % case.seats for k in range(case.seats)] if not case.row.out[p]]
    if case.lie("trick"):
        tricks = case.tricks(0, np.tile(STRENGTH, 4), order=order)
    else:
        seats = [p for p in [case.seat, *case.others] if not case.row.out[p]]
        tricks = case.tricks(0, np.tile(STRENGTH, 4), order=seats)
    if left > 1 and not tricks.goes_ahead(card):
        yield "unneeded", "gives nothing away, as only the last trick counts"
    yield from tricks.reasons(card)
