"""Why a play or a doubt is good at I Doubt It, in a card player's words."""

from parlour.kit import *

from .rules import DOUBT_IT, LET, PASS


def reasons(case, codes):
    cards, rank = [code for code in codes if code < FIRST_CALL], int(case.row.rank)
    word, own = case.rank_word(rank, True), sum(1 for card in case.own if card % 13 == rank)
    yield from put_down(case, cards, rank, own, word) if cards else answer(case, codes[0], own, word)


def put_down(case, cards, rank, held, word):
    true = sum(1 for card in cards if card % 13 == rank)
    if true == len(cards):
        yield "true", case.phrase("is the truth: a doubt would hurt the player who makes it")
        if held > true:
            yield "keeps", case.phrase("keeps {n} more card of the rank", "keeps {n} more cards of the rank", held - true)
    elif true:
        yield (
            "half true",
            case.phrase(
                "adds {n} card to your {ranks}, which nobody can see",
                "adds {n} cards to your {ranks}, which nobody can see",
                len(cards) - true,
                ranks=word,
            ),
        )
    else:
        yield (
            "bluff",
            case.phrase("is a bluff, as you hold no {ranks}", ranks=word)
            if not held
            else case.phrase("is a bluff that keeps your {ranks}", ranks=word),
        )


def answer(case, code, own, word):
    last = size_of_bag(case.row.last)
    copies = 4 * int(case.row.decks)
    held = {"own": own, "copies": copies, "ranks": word}
    if code in (DOUBT_IT, LET):
        if own + last > copies:
            yield (
                "impossible",
                case.phrase(": it cannot be true, as you hold {own} of the {copies} {ranks}", own=own, copies=copies, ranks=word),
            )
        elif own:
            yield (
                f"own {own} {code}",
                case.phrase(
                    ": you hold {own} of the {copies} {ranks}, which makes a lie likelier", own=own, copies=copies, ranks=word
                )
                if code == DOUBT_IT
                else case.phrase(": you hold {own} of the {copies} {ranks}", **held),
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
