"""What holds in every match: menus and objections agree, cards are conserved, steps are seen, matches end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from parlour.engine import positions, steps
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.match import Match, Step
from parlour.engine.records import read_record
from parlour.kit.layout import NOBODY

from . import bulk
from .climbing import Climb, random_walk, told
from .faults import Fault
from .ranges import beyond

ROUGHLY = 1e-6


def menus(climb: Climb) -> Iterator[Fault]:
    """On every code of every state visited, the menu offers what meets no objection; every match ends in time."""
    room = climb.room
    for game, chooser in climb.tries(12, "menus"):
        seed = chooser.getrandbits(40)
        menu, spare = np.zeros((2, room.menu_size), np.int64)
        fault, match, decision, code = bulk.first_fault(
            game.blank(2), 3, seed, menu, spare, room.calls.end + 1, room.resign, room.zero_sum, 400
        )
        if fault != bulk.OK:
            named = room.choice_name(code) if 0 <= code < 54 or 64 <= code < room.calls.end else code
            about = f" about {named!r}" if fault in bulk.ABOUT_A_CODE else ""
            yield Fault("rules.py", f"{bulk.FAULTS[fault]}{about}: {_where(game, seed, match, decision)}")
            return


def _where(game: Game, seed: int, match: int, decision: int) -> str:
    house = f", {game.house}" if game.house else ""
    return f"{game.seats} seats{house}, seed {seed}, match {match}, decision {decision}"


def cards_and_steps(climb: Climb) -> Iterator[Fault]:
    """After every step the cards are the pack, and every step changes what somebody sees."""
    for game, chooser in climb.tries(12, "cards"):
        match = game.start(seed=chooser.getrandbits(40))
        found: list[Fault] = []

        def watch(step: Step, game: Game = game, found: list[Fault] = found) -> None:
            if fault := beyond(game.room, step.after, game.seats):
                found.append(Fault(fault.where, f"{fault.what} after {did(game, step)}"))
            found += [Fault("rules.py", what) for what in step_faults(game, step)]

        match.watchers.append(watch)
        for _ in range(120):
            random_walk(match, chooser, 1)
            if found:
                yield Fault(found[0].where, f"{found[0].what}: {told(match)}")
                return


def step_faults(game: Game, step: Step) -> Iterator[str]:
    """What is wrong with a step: it loses cards, or nobody sees that anything happened."""
    try:
        positions.check_cards(game.room, step.after[0])
    except BadInput as error:
        yield f"{did(game, step)}: {error}"
    if not any(seen(step.before, seat) != seen(step.after, seat) for seat in range(game.seats)):
        yield f"{did(game, step)} changes nothing that anybody sees"


def did(game: Game, step: Step) -> str:
    """What a step was, in words."""
    phase = game.room.phases[int(step.before[0].phase)]
    return f"a choice in phase {phase!r}" if step.seat != NOBODY else f"a step in phase {phase!r}"


def seen(tables: Any, seat: int) -> bytes:
    """A masked table as bytes: all that a seat sees."""
    copy = tables.copy()
    steps.mask_row(copy, 0, seat)
    return bytes(copy.tobytes())


def public_choices(climb: Climb) -> Iterator[Fault]:
    """In a phase not declared veiled or quiet two different choices look different to every other seat."""
    room = climb.room
    for game, chooser in climb.tries(12, "public"):
        match = game.start(seed=chooser.getrandbits(40))
        for _ in range(60):
            if match.over:
                break
            codes, phase = match.codes(), int(match.row.phase)
            if len(codes) > 1 and phase not in room.veiled and not room.is_quiet(match.row) and len(match.asked) == 1:
                one, other = chooser.sample(codes, 2)
                after = [_played(match, code) for code in (one, other)]
                same = after[0].tobytes() == after[1].tobytes()  # two ways to say one thing: cards of one capture, say
                blind = [p for p in range(game.seats) if p != match.turn and seen(after[0], p) == seen(after[1], p)]
                if blind and not same:
                    names = f"{room.choice_name(one)!r} or {room.choice_name(other)!r}"
                    yield Fault("rules.py", f"seat {blind[0]} does not see whether {names} was chosen: {told(match)}")
                    return
            random_walk(match, chooser, 1)


def _played(match: Match, code: int) -> Any:
    tables = match.table_for()  # with the picks of a chain that is not complete
    steps.act_row(tables, 0, code)
    return tables


def any_order(climb: Climb) -> Iterator[Fault]:
    """Seats asked at once may answer in any order of arrival: the table is the same."""
    chooser = random.Random(5)
    for seed in range(3 * climb.effort):
        match = climb.game.start(seed=seed)
        for _ in range(40):
            if match.over:
                break
            if len(match.asked) > 1:
                answers = {seat: whole_chain(match, seat, chooser) for seat in match.asked}
                results = [_answered(match, answers, order) for order in (sorted(answers), sorted(answers, reverse=True))]
                if results[0] != results[1]:
                    yield Fault("rules.py", f"the table depends on who of those asked at once answers first: {told(match)}")
                    return
            random_walk(match, chooser, 1)


def _answered(match: Match, answers: dict[int, list[int]], order: list[int]) -> bytes:
    twin = read_record(match.record())
    twin.tables[:] = match.tables
    twin._picks = {seat: list(picks) for seat, picks in match._picks.items()}
    twin._aside = dict(match._aside)
    for seat in order:
        twin.play(*answers[seat], seat=seat)
    return bytes(twin.tables.tobytes())


def whole_chain(match: Match, seat: int, chooser: random.Random) -> list[int]:
    """Random choices for a seat that complete its chain, without making them."""
    tables = match.view(seat).tables
    codes: list[int] = []
    while True:
        code = chooser.choice([c for c in match.game.menu(tables) if c != match.game.room.resign])
        steps.act_row(tables, 0, code)
        codes.append(code)
        if int(tables[0].chain) == 0:
            return codes


def in_bulk(climb: Climb) -> Iterator[Fault]:
    """Many matches under the default house rules end, and the deals of a hand do not depend on what was played."""
    game, matches = climb.game, 40 * climb.effort
    try:
        totals = game.playouts(matches, seed=3, threads=1)
        again = game.playouts(matches, seed=3, threads=2)
    except RuntimeError as error:
        yield Fault("rules.py", f"bound: {error}")
        return
    if totals.decisions == 0 or totals.hands < matches:
        yield Fault("rules.py", f"{matches} matches have {totals.hands} hands with {totals.decisions} choices")
    if game.room.zero_sum and abs(sum(totals.payoff)) > ROUGHLY:
        yield Fault("rules.py", f"payoffs sum to {sum(totals.payoff):g}; say ZERO_SUM = False if that is right")
    if (again.hands, again.decisions) != (totals.hands, totals.decisions) or not np.allclose(again.payoff, totals.payoff):
        yield Fault("rules.py", "the same matches go otherwise when they are played again")


def bounds(climb: Climb) -> Iterator[Fault]:
    """`bound` is a positive number for every number of seats, and every match begins."""
    low, high = climb.room.Table.seats_range
    for seats in range(low, high + 1):
        game = Game(climb.room, seats)
        bound = game.room.function("bound")
        if bound is None or bound(game.blank()[0]) <= 0:
            yield Fault("rules.py", f"bound gives no number above 0 with {seats} seats")
        elif game.start(seed=1).turn == NOBODY:
            yield Fault("rules.py", f"nobody is ever asked with {seats} seats")


def objections(climb: Climb) -> Iterator[Fault]:
    """What `why_not` names stands in the rulebook."""
    from parlour.engine.rulebook import identifiers

    known = identifiers(climb.room)
    unknown: set[str] = set()
    for seed in range(4 * climb.effort):
        match = climb.game.start(seed=seed)
        for _ in range(30):
            if match.over:
                break
            for code in [*range(54), *range(64, min(climb.room.calls.end, 200))]:
                why = match.why_not(code)
                if why is not None and why.paragraph > 0:
                    unknown |= {why.label} - set(known)
            match.play(match.codes()[seed % len(match.codes())])
    for name in sorted(unknown):
        yield Fault("rules.py", f"objection gives {name[1:]}, and the rulebook has no {name}")


def perft(climb: Climb) -> Iterator[Fault]:
    """The number of choice sequences below the first deal of seed 1 is the recorded one: a change of rules shows here."""
    recorded = read_perft(climb)
    counts = [climb.game.perft(1, depth) for depth in range(1, max(len(recorded), 3) + 1)]
    if len(recorded) < 3:
        yield Fault("scenarios.toml", f"there is no perft count of three or more; the rules give perft = {counts}")
    elif counts != recorded:
        yield Fault("scenarios.toml", f"perft is {counts}, expected {recorded}")


def read_perft(climb: Climb) -> list[int]:
    """The counts in scenarios.toml."""
    from parlour.engine.files import read_toml

    found = read_toml(climb.room.folder / "scenarios.toml").get("perft", [])
    return found if isinstance(found, list) else []


RUNGS = (bounds, menus, cards_and_steps, public_choices, any_order, in_bulk, objections, perft)
