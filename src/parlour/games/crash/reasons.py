"""Why a hand or a declaration is good at Crash, in a card player's words."""

from itertools import combinations

from parlour.kit import FIRST_CALL

from .rules import DONE, SIX_PAIRS, THIRTEEN

SIZE = 3  # cards of a hand


def reasons(case, codes):
    cards = set_next(case, codes)
    if cards:
        whole = [*case.lie("picked", case.seat), *cards]
        rest = [card for card in case.lie("hand", case.seat) if card not in cards]
        nth = sum(1 for k in range(4) if case.lie("laid", case.seat, k))
        yield f"sets {what(case, whole)}", setting(case, what(case, whole), len(whole) > 1, min(nth, 3))
        if rest and nth < 3 and what(case, best(rest)) != "no combination":
            left = what(case, best(rest))
            yield (
                f"keeps {left}",
                case.phrase("leave {hand} for the next", hand=left)
                if len(whole) > 1
                else case.phrase("leaves {hand} for the next", hand=left),
            )
    elif codes[0] == THIRTEEN:
        yield "thirteen", case.phrase(": all thirteen ranks win at once")
    elif codes[0] == SIX_PAIRS:
        yield "pairs", case.phrase(": six pairs")
    elif codes[0] == DONE:
        yield "done", case.phrase(": the hand is complete")
    else:
        yield "sets", case.phrase(": your cards make hands to compare")


def setting(case, hand, several, nth):
    """Return the reason for the hand with this number, counted from 0. several: of more than one card."""
    if several:
        return (
            case.phrase("set {hand} as your first hand", hand=hand),
            case.phrase("set {hand} as your second hand", hand=hand),
            case.phrase("set {hand} as your third hand", hand=hand),
            case.phrase("set {hand} as your fourth hand", hand=hand),
        )[nth]
    return (
        case.phrase("sets {hand} as your first hand", hand=hand),
        case.phrase("sets {hand} as your second hand", hand=hand),
        case.phrase("sets {hand} as your third hand", hand=hand),
        case.phrase("sets {hand} as your fourth hand", hand=hand),
    )[nth]


def set_next(case, codes):
    """Return the cards of a choice that complete the hand being set: a choice may go on with all four."""
    return [code for code in codes if code < FIRST_CALL][: SIZE - len(case.lie("picked", case.seat))]


def named(case, codes):
    cards = set_next(case, codes)
    return case.names(sorted([*case.lie("picked", case.seat), *cards], key=lambda card: -(card % 13))) if cards else ""


def run(ranks):
    """Whether three ranks follow each other; the ace may be low."""
    ranks = sorted(ranks)
    return len(set(ranks)) == 3 and (ranks[2] - ranks[0] == 2 or ranks == [0, 1, 12])


def what(case, cards):
    """Return what some cards are, in words."""
    ranks, suits = [card % 13 for card in cards], {card // 13 for card in cards}
    if len(cards) == 3 and len(set(ranks)) == 1:
        return case.label("three {ranks}", ranks=case.rank_word(cards[0], True))
    if len(cards) == 3 and run(ranks):
        return case.label("a running flush") if len(suits) == 1 else case.label("a run")
    if len(cards) == 3 and len(suits) == 1:
        return case.label("a flush")
    twins = [rank for rank in set(ranks) if ranks.count(rank) > 1]
    if not twins:
        return case.label("no combination")
    return case.label("a pair of {ranks}", ranks=case.rank_word(max(twins), True))


def best(cards):
    """The three cards that make the best of these combinations."""

    def order(hand):
        ranks, suits = [card % 13 for card in hand], {card // 13 for card in hand}
        same, straight = len(set(ranks)), run(ranks)
        kind = (
            5
            if same == 1
            else 4
            if straight and len(suits) == 1
            else 3
            if straight
            else 2
            if len(suits) == 1
            else 1
            if same == 2
            else 0
        )
        return kind, sorted(ranks, reverse=True)

    return list(max(combinations(cards, 3), key=order)) if len(cards) > 2 else cards
