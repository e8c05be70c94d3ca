"""Why a bet or a draw is good at Baduci, in a card player's words."""


def reasons(case, codes):
    return case.vying().reasons(codes, lambda cards: hand(case, cards))


def named(case, codes):
    return case.vying().named(codes)


def hand(case, cards):
    """Return what some cards are for both halves: how many of them make a badugi, and their ranks."""
    low = case.ranks(cards)
    n = badugi_size(cards)
    if n == 1:
        return case.label("{ranks}, one card of it for badugi", ranks=low)
    return case.label("{ranks}, {n} cards of it for badugi", ranks=low, n=case.number(n))


def badugi_size(cards):
    """Return how many cards at most have different ranks and suits."""
    found = [[]]
    for card in cards:
        found += [[*some, card] for some in found if all(card % 13 != other % 13 and card // 13 != other // 13 for other in some)]
    return max(map(len, found))
