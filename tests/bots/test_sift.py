"""Rooms leave out of a search what needs no thought: only what good players would do remains."""

from __future__ import annotations

import sys
from pathlib import Path

import parlour
from interpreted import interpreted
from parlour import bots
from parlour.bots import greedy, tree
from parlour.bots.base import workspace_for
from parlour.bots.rollouts import offer_codes
from parlour.engine.view import View

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from positions import positions

CLEAR = {
    "snip_snap_snorem": (1, 2, 3, 4, 5, 9, 10, 11),
    "i_doubt_it": (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13),
    "spades": (4,),
    "spite_and_malice": (1, 2, 3, 4, 5, 6, 7, 10, 11, 13, 14),
    "bura": (8,),
    "chicago": (6, 7),
    "crash": (15, 17),
    "triple_draw": (18,),
}
"""Positions, by their number, in which a room leaves nothing but what is right."""
OPEN = {"bura": (7, 12), "crash": (16,)}
"""And some in which it leaves everything that may be chosen."""


def left(view: View) -> set[str]:
    """Return the choices that a search is offered."""
    room = view.game.room
    work, table = workspace_for(view.game), view.tables.copy()[0]
    return {room.choice_name(int(code)) for code in work.offered[: offer_codes(table, work, -1)]}


def check_sifts() -> None:
    for game, numbers in CLEAR.items():
        for number in numbers:
            position = positions(game)[number - 1]
            offered = left(position.view())
            assert all(position.approves(name) for name in offered), (game, number, offered)
    for game, numbers in OPEN.items():
        for number in numbers:
            view = positions(game)[number - 1].view()
            assert left(view) == set(view.choices()), (game, number)
    match = parlour.game("snip_snap_snorem", 4).start(seed=1)
    view = match.view(match.turn, memory=True)
    offered = left(view)
    assert {name[:-1] for name in offered} == {name[:-1] for name in view.choices()}
    assert len({name[:-1] for name in offered}) == len(offered) < len(view.choices())


def test_interpreted_what_rooms_leave_to_a_search() -> None:
    """In a process of its own, in which nothing has to be compiled."""
    call = "from test_sift import check_sifts; check_sifts()"
    interpreted("-c", call, folder=Path(__file__).parent)


def test_prepared_bots_need_not_compile_where_the_room_leaves_nothing_at_first() -> None:
    """With little thought the first bids at Spades are not searched; the first card still need not wait for the compiler."""
    game = parlour.game("spades")
    for bot in (bots.make("search:iterations=40,seed=1"), bots.make("greedy:deals=2,seed=1")):
        bot.prepare(game)
        compiled = len(tree.search.overloads), len(greedy.try_all.overloads)
        match = game.start(seed=1)
        while match.row.phase != game.room.phases.index("play"):
            match.play(*bot.choose(match.view(match.turn, memory=True)))
        bot.choose(match.view(match.turn, memory=True))
        assert (len(tree.search.overloads), len(greedy.try_all.overloads)) == compiled
