"""Why a card is good at Cucumber, in a card player's words. Only ranks count, and only the last trick."""

from parlour.kit import *

from .rules import NONE


def reasons(case, codes):
    card, to_beat = codes[0], int(case.row.to_beat)
    ranks = sorted(other % 13 for other in case.own)
    rank = card % 13
    forced = to_beat != NONE and rank < to_beat
    if forced:
        yield (
            "lowest",
            case.phrase("is your lowest card: nothing you play beats the highest")
            if all(r < to_beat for r in ranks)
            else case.phrase("gives up your lowest card instead of a higher one"),
        )
        return
    if to_beat != NONE:
        higher = [other for other in ranks if other >= to_beat]
        if rank == min(higher) and len(set(higher)) > 1:
            yield (
                "cheapest",
                case.phrase("is the lowest card that beats the {rank}", rank=case.rank_word(to_beat))
                if rank > to_beat
                else case.phrase("is equal to the highest card"),
            )
        elif rank == max(ranks):
            yield "rids", case.phrase("gets rid of your highest card before the last trick")
    elif rank == max(ranks):
        yield "rids", case.phrase("gets rid of your highest card before the last trick")
    if ranks[0] < rank:
        yield "keeps low", case.phrase("keeps your {rank} for the last trick", rank=case.rank_word(ranks[0]))
    elif to_beat == NONE:
        yield "low lead", case.phrase("leads low, which anybody can go over")
    if to_beat == NONE and ranks[0] < rank < max(ranks):
        yield "middle", case.phrase("is a card that you need neither now nor at the end")
