"""Why a play or a doubt is good at I Doubt It, in a card player's words."""

from parlour.kit import *

from .rules import DOUBT_IT, LET, PASS


def reasons(case, codes):
    cards, rank = [code for code in codes if code < FIRST_CALL], int(case.row.rank)
    word, own = case.rank_word(rank, True), sum(1 for card in case.own if card % 13 == rank)
    yield from put_down(case, cards, rank, own, word) if cards else answer(case, codes[0], own, word)


def put_down(case, cards, rank, held, word):
    true = sum(1 for card in cards if card % 13 == rank)
    lies, more = len(cards) - true, held - true
    if not lies:
        yield "true", case.phrase(": it is the truth, and a doubt would hurt the player who makes it")
        if more:
            yield "keeps", case.phrase(": you keep {n} more card of the rank", ": you keep {n} more cards of the rank", more)
    elif true:
        yield (
            "half true",
            case.phrase(
                ": {n} card goes along with your {ranks}, and nobody can see it",
                ": {n} cards go along with your {ranks}, and nobody can see them",
                lies,
                ranks=word,
            ),
        )
    else:
        yield (
            "bluff",
            case.phrase(": it is a bluff, as you hold no {ranks}", ranks=word)
            if not held
            else case.phrase(": it is a bluff that keeps your {ranks}", ranks=word),
        )


def answer(case, code, own, word):
    last = size_of_bag(case.row.last)
    copies = 4 * int(case.row.decks)
    held = {"own": own, "copies": copies, "ranks": word}
    if code in (DOUBT_IT, LET):
        if own + last > copies:
            yield (
                "impossible",
                case.phrase(
                    ": it cannot be true, as {n} card lies there and you hold {own} of the {copies} {ranks}",
                    ": it cannot be true, as {n} cards lie there and you hold {own} of the {copies} {ranks}",
                    last,
                    **held,
                ),
            )
        elif own:
            yield (
                f"own {own} {code}",
                case.phrase(": you hold {own} of the {copies} {ranks}, which makes a lie likelier", **held)
                if code == DOUBT_IT
                else case.phrase(": you hold {own} of the {copies} {ranks}, and the others can be there", **held),
            )
        else:
            yield (
                f"own 0 {code}",
                (
                    case.phrase(": you hold none of the {copies} {ranks}, so it may well be true", copies=copies, ranks=word)
                    if code == LET
                    else case.phrase(": you hold none of the {copies} {ranks}", copies=copies, ranks=word)
                ),
            )
    elif code == PASS:
        yield (
            "passes",
            case.phrase(": you hold no {ranks}", ranks=word) if not own else case.phrase(": you keep your {ranks}", ranks=word),
        )


def named(case, codes):
    cards = [code for code in codes if code < FIRST_CALL]
    return case.names(cards) if cards else ""


def size_of_bag(bag):
    """The number of cards in a hidden bag."""
    return sum(int(size_of(int(part))) for part in bag)
