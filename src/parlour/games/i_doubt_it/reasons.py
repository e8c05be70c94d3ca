"""Why a play or a doubt is good at I Doubt It, in a card player's words."""

from parlour.kit import *

from .rules import DOUBT_IT, LET, PASS


def reasons(case, codes):
    cards, rank = [code for code in codes if code < FIRST_CALL], int(case.row.rank)
    word = case.rank_word(rank, True)
    if cards:
        true = sum(1 for card in cards if card % 13 == rank)
        held = sum(1 for card in case.own if card % 13 == rank)
        if true == len(cards):
            yield "true", "is the truth: a doubt would hurt the player who makes it"
            if held > true:
                yield "keeps", f"keeps {case.counted(held - true, 'more card')} of the rank"
        elif true:
            yield "half true", f"adds {case.counted(len(cards) - true, 'card')} to your {word}, which nobody can see"
        else:
            yield "bluff", f"is a bluff, as you hold no {word}" if not held else f"is a bluff that keeps your {word}"
        return
    own = sum(1 for card in case.own if card % 13 == rank)
    last = size_of_bag(case.row.last)
    copies = 4 * int(case.row.decks)
    code = codes[0]
    if code in (DOUBT_IT, LET):
        if own + last > copies:
            yield "impossible", f": it cannot be true, as you hold {own} of the {copies} {word}"
        elif own:
            yield (
                f"own {own} {code}",
                f": you hold {own} of the {copies} {word}" + (", which makes a lie likelier" if code == DOUBT_IT else ""),
            )
        else:
            yield f"own 0 {code}", f": you hold none of the {copies} {word}" + (", so it may well be true" if code == LET else "")
    elif code == PASS:
        yield "passes", f": you hold no {word}" if not own else f": you keep your {word}"


def named(case, codes):
    cards = [code for code in codes if code < FIRST_CALL]
    return case.names(cards) if cards else ""


def size_of_bag(bag):
    """The number of cards in a hidden bag."""
    return sum(int(size_of(int(part))) for part in bag)
