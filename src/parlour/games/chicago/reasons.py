"""Why a card, a discard or a declaration is good at Chicago, in a card player's words."""

import numpy as np

from parlour.kit import *

from .rules import STRENGTH


def name_of(case, category):
    """Return what a hand is, in words."""
    return (
        case.label("nothing"),
        case.label("a pair"),
        case.label("two pairs"),
        case.label("three of a kind"),
        case.label("a straight"),
        case.label("a flush"),
        case.label("a full house"),
        case.label("four of a kind"),
        case.label("a straight flush"),
    )[category]


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
    return case.label("throwing {cards}", cards=case.names(thrown)) if thrown else case.label("keeping all five")


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
        yield "keeps", case.phrase(": you hold {hand}", hand=name_of(case, what(hand)))
    elif category:
        yield "keeps", case.phrase("keeps {hand}", hand=name_of(case, category))
    elif len(kept) > 1 and len({card // 13 for card in kept}) == 1:
        yield "flush draw", case.phrase("keeps {n} card of one suit", "keeps {n} cards of one suit", len(kept))
    elif kept:
        yield "high", case.phrase("keeps {cards}", cards=case.names(kept))
    else:
        yield "all", case.phrase("gets you five new cards")


def calls(case, call):
    hand = held(case)
    if call == "declare" or call.startswith("claim"):
        yield "declares", case.phrase(": you hold {hand}", hand=name_of(case, what(hand)))
    elif call == "pass" and case.phase == "chicago":
        yield "no chicago", case.phrase(": it would need all five tricks")
    elif call == "chicago":
        yield "chicago", case.phrase(": your cards are {cards}", cards=case.names(sorted(hand, key=lambda card: -(card % 13))))
    elif call == "pass":
        yield "passes", case.phrase(": what you hold is {hand}", hand=name_of(case, what(hand)))
    else:
        yield "answers", case.phrase(": you hold {hand}", hand=name_of(case, what(hand)))


def cards(case, card):
    left = case.figure("hand").bit_count() + len(case.lie("exposed", case.seat))
    order = [p for p in [(int(case.row.leader) + k) % case.seats for k in range(case.seats)] if not case.row.out[p]]
    if case.lie("trick"):
        tricks = case.tricks(0, np.tile(STRENGTH, 4), order=order)
    else:
        seats = [p for p in [case.seat, *case.others] if not case.row.out[p]]
        tricks = case.tricks(0, np.tile(STRENGTH, 4), order=seats)
    if left > 1 and not tricks.goes_ahead(card):
        yield "unneeded", case.phrase("gives nothing away, as only the last trick counts")
    yield from tricks.reasons(card)
