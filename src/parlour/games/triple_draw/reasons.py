"""Why a bet or a draw is good at Triple Draw, in a card player's words."""

from .rules import Table


def reasons(case, codes):
    def drawing(kept):
        return case.label("a draw to {cards}", cards=shape(case, kept))

    return case.vying().reasons(codes, lambda cards: hand(case, cards), drawing)


def named(case, codes):
    return case.vying().named(codes)


def height(case, card):
    """The place of a card among low cards; the ace is the lowest unless deuces are."""
    low_ace = int(case.row.lowball) != Table.lowball.codes[0] and card % 13 == 12
    return -2 if card >= 52 else -1 if low_ace else card % 13


def shape(case, cards):
    """The ranks of some cards, the highest first: 8-7-4-2."""
    order = sorted(cards, key=lambda card: -height(case, card))
    return "-".join("joker" if card >= 52 else case.name(card)[:-1] for card in order)


def plain_count(cards, card):
    """Return how many of some cards are of the rank of one."""
    return sum(other % 13 == card % 13 for other in cards)


def hand(case, cards):
    """Return what a hand is: a pair, a straight or a flush that spoils it, or its cards."""
    plain = [card for card in cards if card < 52]
    ranks = sorted({height(case, card) for card in plain})
    deuces = int(case.row.lowball) == Table.lowball.codes[0]
    if len(ranks) < len(plain):
        twins = max((card for card in plain if plain_count(plain, card) > 1), key=lambda card: card % 13)
        rest = [card for card in cards if card % 13 != twins % 13]
        values = {"ranks": case.rank_word(twins, True), "cards": shape(case, rest)}
        if plain_count(plain, twins) == 2:
            return case.label("a pair of {ranks} with {cards}", **values)
        return case.label("several {ranks} with {cards}", **values)
    if deuces and len(plain) == 5 and len({card // 13 for card in plain}) == 1:
        return case.label("a flush, which counts as high")
    if deuces and len(plain) == 5 and ranks[-1] - ranks[0] == 4:
        return case.label("a straight, which counts as high")
    return shape(case, cards)
