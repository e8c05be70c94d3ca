"""What a pad tells of an evening: matches won, hands scored in, best and worst hands, averages."""

from __future__ import annotations

from collections.abc import Sequence

from .sheet import Figure, MatchOfPad


def statistics_of(matches: Sequence[MatchOfPad], players: Sequence[str]) -> list[Figure]:
    """Figures by seat over all matches of a pad; nothing as long as no hand is scored."""
    hands = [hand for match in matches for hand in match.hands if hand.state == "scored"]
    if not hands:
        return []
    seats = range(len(players))
    points = [[hand.points[p] for hand in hands] for p in seats]
    finished = [match for match in matches if match.over]
    found = [
        Figure("Hands", [len(hands)] * len(players)),
        Figure("Points a hand", [round(sum(points[p]) / len(hands), 1) for p in seats]),
        Figure("Best hand", [max(points[p]) for p in seats]),
        Figure("Worst hand", [min(points[p]) for p in seats]),
        Figure("Hands with points", [sum(x > 0 for x in points[p]) for p in seats]),
        Figure("Dealt", [sum(hand.dealer == p for hand in hands) for p in seats]),
    ]
    if finished:
        won = [sum(p in match.winners for match in finished) for p in seats]
        found.insert(0, Figure("Matches won", [f"{won[p]} of {len(finished)}" for p in seats]))
    return found
