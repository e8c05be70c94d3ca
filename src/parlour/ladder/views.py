"""Hidden information: what a seat sees, what it remembers, what may be dealt again."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.positions import zone_cards
from parlour.engine.redeal import redealt
from parlour.kit.layout import NOBODY, OWNER, Zone

from .climbing import Climb, random_walk, replay_hint
from .declared import at_field
from .faults import Fault
from .lines import MENU, at_function
from .matches import seen


def redeals(climb: Climb) -> Iterator[Fault]:
    """Check that a seat sees the same table and has the same menu after the unseen cards are dealt again, for every seat."""
    for game, chooser in climb.tries(8, "redeals"):
        match = game.start(seed=chooser.getrandbits(40))
        for _ in range(6):
            random_walk(match, chooser, chooser.randint(0, 25))
            while match.unfinished and not match.over:
                random_walk(match, chooser, 1)
            if match.over:
                break
            for seat in range(game.seats):
                if found := _redeal_fault(game, match, seat, chooser.getrandbits(60)):
                    yield Fault(found.where, f"{found.what}: {replay_hint(match)}")
                    return


def _redeal_fault(game: Game, match: Match, seat: int, seed: int) -> Fault | None:
    view = match.view(seat)
    again = redealt(view.tables, match.memory.of(seat), seed)
    if seen(again, seat) != view.tables.tobytes():
        what = f"seat {seat} would see another table if the cards it cannot see lay otherwise"
        return Fault(at_function(game.room, "contradictions", "deal"), what)
    if seat in match.asked:
        menus = game.menu(again), game.menu(match.view(seat).tables), match.codes(seat)
        if not menus[0] == menus[1] == menus[2]:
            return Fault(at_function(game.room, *MENU), f"what seat {seat} may choose depends on cards that it cannot see")
    return None


def spectators(climb: Climb) -> Iterator[Fault]:
    """Nobody's view shows no card of a zone that is not open to all."""
    game = climb.game
    view = game.start(seed=2).view(NOBODY)
    for zone in game.room.Table.zones.values():
        if zone.seen in (NOBODY, OWNER):
            for index in zone.indices(game.seats):
                item = view.tables[0][zone.name][index] if index else view.tables[0][zone.name]
                if _shows(zone, item):
                    yield Fault(at_field(game.room, zone.name), f"a spectator sees cards of {zone.name}, which is not open")
                    return
    if view.tables[0].rng.any():
        yield Fault(at_function(game.room, "deal"), "a spectator sees the random state")


def _shows(zone: Zone, item: object) -> bool:
    """Whether a masked item of a zone reveals any of its cards."""
    known, _ = zone_cards(zone, item)
    return any(card >= 0 for card in known)


RUNGS = (redeals, spectators)
