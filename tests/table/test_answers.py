"""Questions that the page answers for a player (`[answers]` of table.toml): the other answer would be wrong."""

from __future__ import annotations

import operator
import random
from typing import Any

import pytest

from parlour.engine.game import Game
from parlour.engine.speech import look
from parlour.games.schnapsen import rules
from parlour.machine import body
from parlour.table.live import LiveMatch

COMPARISONS = {">=": operator.ge, "<=": operator.le, "==": operator.eq, "<": operator.lt}


def fits(answer: dict[str, Any], figures: dict[str, Any], seat: int) -> bool:
    parts = [condition.split() for condition in answer["when"]]
    return all(COMPARISONS[sign](figures[field][seat], int(figure)) for field, sign, figure in parts)


@pytest.mark.parametrize("shown", [False, True])
def test_who_is_not_asked_for_sixty_six_cannot_have_them(shown: bool) -> None:
    """Points are not shown as a rule: then what all have seen must rule it out. If they are, nobody is asked in vain."""
    game = Game("schnapsen", house={"show_points": shown})
    answers = look(game.room)["answers"]["after trick"]
    chance, asked, answered = random.Random(7), 0, 0
    for _ in range(4):
        live = LiveMatch(game.fresh(live=True), ["Ann", "Bob"])
        live.begin()
        while not live.match.over:
            row, seat = live.match.row, live.match.turn
            if game.room.phases[int(row.phase)] != "after trick":
                live.choose(seat, live.by_chance(seat))
                continue
            seen = [fits(answer, live.feeds[seat].view.figures, seat) for answer in answers]
            points = body(rules.points_in_sight)(row, seat)
            asked, answered = asked + 1, answered + any(seen)
            assert not any(seen) or points < 66
            assert any(seen) or not shown or points >= 66
            assert {choice.name for choice in live.menu(seat).choices} == {"continue", "declare"}, "the rules leave the choice"
            live.choose(seat, ["declare" if points >= 66 or chance.random() < 0.05 else "continue"])
    assert 0 < answered < asked
