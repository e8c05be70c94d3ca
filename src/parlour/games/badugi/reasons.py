"""Why a bet or a draw is good at Badugi, in a card player's words."""


def reasons(case, codes):
    return case.vying().reasons(codes, lambda cards: hand(case, cards))


def named(case, codes):
    return case.vying().named(codes)


def hand(case, cards):
    """Return what some cards are worth: the most of them without two of a rank or a suit."""
    most = best(case, cards)
    names = case.names(sorted(most, key=lambda card: -height(case, card)))
    return case.label("the badugi {cards}", cards=names) if len(most) == 4 else names


def height(case, card):
    """The place of a card among low cards."""
    return -1 if card % 13 == 12 and int(case.row.aces) == 0 else card % 13


def best(case, cards):
    """The largest set of cards of different ranks and suits, of equal ones the lowest."""
    found = [[]]
    for card in sorted(cards):
        found += [[*some, card] for some in found if all(card % 13 != other % 13 and card // 13 != other // 13 for other in some)]
    return min(found, key=lambda some: (-len(some), sorted((height(case, card) for card in some), reverse=True)))
