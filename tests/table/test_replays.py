"""A match of every game, told again with the eyes of a seat: view for view what its browser was told while it went on."""

from __future__ import annotations

import random

import pytest

from parlour.engine.game import Game
from parlour.engine.rooms import shown_names
from parlour.table import replays
from parlour.table.live import Change, LiveMatch
from parlour.table.wire import View

CHOICES = 60


def some_chain(live: LiveMatch, seat: int, rnd: random.Random) -> list[str] | None:
    """Return a whole random chain, None if it came to nothing."""
    picks: list[str] = []
    while not (menu := live.menu(seat, picks)).complete:
        entries = [entry for entry in menu.choices if entry.kind != "resign"] or menu.choices
        if not entries:
            return None
        entry = rnd.choice(entries)
        picks.append(entry.name if isinstance(entry.names, list) is False else str(entry.low).join(entry.names))
    return picks


def played(live: LiveMatch, rnd: random.Random) -> tuple[list[bytes], set[bytes]]:
    """Play at random for a while; the views that seat 0 was told of steps, and all that it saw, its answers kept aside too."""
    told: list[bytes] = []
    seen: set[bytes] = set()

    def note(change: Change | None) -> None:
        for beat in change.beats if change else ():
            views = [message for message in beat.messages.get(0, ()) if isinstance(message, View)]
            told.extend(bytes(view.view) for view in views if view.step is not None)
            seen.update(bytes(view.view) for view in views)

    note(live.begin())
    for _ in range(CHOICES):
        asked = live.asked()
        if live.match.over:
            break
        picks = some_chain(live, seat := rnd.choice(asked), rnd) if asked else None
        note(live.close() if picks is None or (live.racing() and rnd.random() < 0.3) else live.choose(seat, picks))
    while not live.asked() and not live.match.over:  # a quiet phase, which a log that ends there would leave
        note(live.close())
    return told, seen


@pytest.mark.soak
@pytest.mark.parametrize("name", shown_names())
def test_a_match_told_again_is_what_was_told(name: str) -> None:
    game = Game(name)
    live = LiveMatch(game.fresh(live=True), [f"P{seat}" for seat in range(game.seats)])
    told, seen = played(live, random.Random(1))
    log, names = list(live.match.log), [f"P{seat}" for seat in range(game.seats)]
    again = replays.make_replay(game, log, names, "0", 0)
    views = [bytes(step.view) for step in again.steps]
    assert set(views) <= seen, "nothing that it did not see then"
    rest = iter(views)
    assert all(view in rest for view in told), "and all of it, in order"
    assert sum(hand.steps for hand in again.hands) == len(again.steps)
    opened = replays.make_replay(game, log, names, replays.OPEN)
    assert not any(b'"unknown":1' in bytes(step.view) for step in opened.steps)
    assert replays.make_replay(game, log, names, replays.PUBLIC).steps
