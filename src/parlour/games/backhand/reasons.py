"""Why it is good to take a card at Backhand, or not to, in a card player's words."""

from parlour.kit import *

from .rules import BACKHANDS, HITS, PLAYS, PUSHES, WORTH


def reasons(case, codes):
    code, value = codes[0], case.figure("value")
    if case.phase == "bet":
        yield "bets", case.phrase(": it is as much as you may lose on this hand")
        return
    over = sum(1 for rank in range(13) if value + int(WORTH[rank]) > 21)
    if not over:
        account = case.phrase(": your hand counts {value}, and no card can take it over 21", value=value)
    else:
        account = case.phrase(": your hand counts {value}, and {over} of the 13 ranks take it over 21", value=value, over=over)
    if code == HITS:
        yield f"hit {over}", account
    elif code == BACKHANDS:
        yield f"backhand {over}", account
    elif code == PLAYS:
        yield "plays", case.phrase(": {over} of the 13 ranks do not take your {value} over 21", over=13 - over, value=value)
    elif code == PUSHES:
        yield (
            "pushes",
            case.phrase(
                ": {over} of the 13 ranks take your {value} over 21, and a new hand may be better", over=over, value=value
            ),
        )
