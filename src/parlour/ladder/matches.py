"""Check what holds in every match: menus and objections agree, cards are conserved, steps are seen, matches end."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from parlour.engine import positions, steps
from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.files import read_toml
from parlour.engine.game import Game, Totals
from parlour.engine.match import Match, Step
from parlour.engine.records import read_record
from parlour.engine.rulebook import identifiers
from parlour.kit.layout import DEAL, NOBODY

from . import bulk
from .climbing import Climb, no_course, random_walk, replay_hint
from .courses import phases_entered
from .faults import Fault, TomlSource
from .lines import MENU, at_function, line_of, line_of_step, objecting
from .parting import parting
from .ranges import first_out_of_range, limits_of, out_of_range_message, widened, words_of

ROUGHLY = 1e-6
FEW, MANY, SECONDS = 16, 5_000, 0.5
"""Matches in bulk: at first, and afterwards at most this many, until this many seconds of processor time are spent."""
SHARE = 16
"""A sixteenth of both for other house rules: under some of them a match takes ten thousand times as long."""
CODES = 1_000_000
"""About this many codes are compared with the menus of one match: where bets are choices, each choice has tens of thousands."""


def menus(climb: Climb) -> Iterator[Fault]:
    """Check, at every code of every state visited, that the menu offers what meets no objection; and that every match ends in
    time."""
    checked = min(400, max(16, CODES // (climb.room.calls.end + 1)))
    for game, chooser in climb.tries(12, "menus"):
        played = bulk_played(game, 3, chooser.getrandbits(40), checked, climb.course)
        if isinstance(played, Fault):
            yield played
            return


def bulk_played(game: Game, matches: int, seed: int, checked: int = 0, course: Any = None) -> Fault | Totals:
    """Random matches compiled for wide tables, every number compared with its range after every step: the first fault, or how
    they went.

    checked: of how many choices of each match the menu is compared with every code. course: as `Climb.course`, added to.
    """
    room = game.room
    course = no_course(room) if course is None else course
    tables = widened(game.blank(2), 1)
    words, limits, totals = words_of(tables), limits_of(room, game.seats), np.zeros(2 + game.seats)
    menu, spare = np.zeros((2, room.menu_size), np.int64)
    fault, match, decision, code = bulk.first_fault(
        tables, words, limits, matches, seed, menu, spare, room.calls.end + 1, room.resign, room.zero_sum, checked, totals, course
    )
    if fault == bulk.OK:
        return Totals(matches, int(totals[1]), int(totals[0]), tuple(float(x) for x in totals[2:]))
    where, what = _bulk_fault(game, tables, limits, (fault, code), (seed, match))
    house = f", {game.house}" if game.house else ""
    return Fault(where, f"{what}: {counted(game.seats, 'seat')}{house}, seed {seed}, match {match}, decision {decision}")


def _bulk_fault(game: Game, tables: Any, limits: Any, found: tuple[int, int], dealt: tuple[int, int]) -> tuple[str, str]:
    """(line, what is wrong) of a fault that `bulk.first_fault` has found on these tables."""
    (fault, code), room, before = found, game.room, tables[2:].copy()
    event = (steps.step_row, before, 0, *dealt) if code == NOBODY else (steps.act_row, before, 0, code)
    words = words_of(before)
    if fault == bulk.PAST_RANGE:
        limit = limits[first_out_of_range(words_of(tables), limits)]
        line = line_of(room, *event, wrong=lambda: bool(first_out_of_range(words, limit[None]) >= 0))
        return line, out_of_range_message(room, words_of(tables), limit)
    if fault in bulk.ABOUT_A_CODE:
        named = room.choice_name(code) if 0 <= code < 54 or 64 <= code < room.calls.end else code
        return objecting(room, tables, code), f"{bulk.FAULTS[fault]} about {named!r}"
    if fault == bulk.PAST_BOUND:
        return at_function(room, "bound"), bulk.FAULTS[fault]
    line = at_function(room, *MENU) if fault in bulk.ABOUT_THE_MENU else line_of(room, *event)
    return line, bulk.FAULTS[fault]


def cards_and_steps(climb: Climb) -> Iterator[Fault]:
    """Check after every step that the cards are the pack, and that every step changes what a seat sees."""
    for game, chooser in climb.tries(12, "cards"):
        match = game.start(seed=chooser.getrandbits(40))
        found: list[Fault] = []

        def watch(step: Step, match: Match = match, found: list[Fault] = found) -> None:
            found += step_faults(match, step)

        match.watchers.append(watch)
        for _ in range(120):
            random_walk(match, chooser, 1)
            if found:
                yield Fault(found[0].where, f"{found[0].what}: {replay_hint(match)}")
                return


def step_faults(match: Match, step: Step) -> Iterator[Fault]:
    """Find what is wrong with a step: a number leaves its range, cards are lost, a seat is on turn though none can choose, or no
    seat sees that anything happened."""
    game = match.game
    if not _has_phase(game, step.after):
        line, last = line_of_step(match, step, lambda tables: not _has_phase(game, tables)), len(game.room.phases) - 1
        yield Fault(line, f"{did(game, step)}: it leads to phase {int(step.after[0].phase)}, and there are 0 to {last}")
        return
    limits, after = limits_of(game.room, game.seats), words_of(widened(step.after))
    if (k := int(first_out_of_range(after, limits))) >= 0:
        line = line_of_step(match, step, lambda tables: bool(first_out_of_range(words_of(tables), limits[k : k + 1]) >= 0))
        yield Fault(line, f"{out_of_range_message(game.room, after, limits[k])} after {did(game, step)}")
    if fault := _of_cards(game, step.after):
        yield Fault(line_of_step(match, step, lambda tables: _of_cards(game, tables) == fault), f"{did(game, step)}: {fault}")
    if fault := _left_on_turn(game, step.after):
        yield Fault(line_of_step(match, step, lambda tables: _left_on_turn(game, tables) != ""), f"{did(game, step)}: {fault}")
    if not any(seen(step.before, seat) != seen(step.after, seat) for seat in range(game.seats)):
        yield Fault(line_of_step(match, step), f"{did(game, step)} changes nothing that anybody sees")


def _has_phase(game: Game, tables: Any) -> bool:
    """Whether a table is in a phase that the room declares."""
    return 0 <= int(tables[0].phase) < len(game.room.phases)


def _of_cards(game: Game, tables: Any) -> str:
    """Say what is wrong with the cards of a table, empty if they are the pack."""
    try:
        positions.check_cards(game.room, tables[0])
    except BadInput as error:
        return str(error)
    return ""


def _left_on_turn(game: Game, tables: Any) -> str:
    """Say that a seat is on turn in a phase in which none chooses, and how to go on there; empty if that is not so."""
    row, room = tables[0], game.room
    phase = int(row.phase)
    if row.over or row.turn == NOBODY or (phase != DEAL and phase in room.calls.phases):
        return ""
    on = "let a step call next_hand(t)" if phase == DEAL else "use next_step(t, phase)"
    return f"it leads to phase {room.phases[phase]!r}, in which no seat chooses, and seat {int(row.turn)} is still on turn: {on}"


def did(game: Game, step: Step) -> str:
    """Describe a step in words."""
    phase = game.room.phases[int(step.before[0].phase)]
    return f"a choice in phase {phase!r}" if step.seat != NOBODY else f"a step in phase {phase!r}"


def seen(tables: Any, seat: int) -> bytes:
    """A masked table as bytes: all that a seat sees."""
    copy = tables.copy()
    steps.mask_row(copy, 0, seat)
    return bytes(copy.tobytes())


def public_choices(climb: Climb) -> Iterator[Fault]:
    """Check that two different choices look different to every other seat, unless the phase is declared veiled or quiet."""
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
                    where = line_of(room, steps.act_row, widened(match.table_for()), 0, one)
                    yield Fault(where, f"seat {blind[0]} does not see whether {names} was chosen: {replay_hint(match)}")
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
                    yield Fault(
                        at_function(climb.room, "play"),
                        f"the table depends on who of those asked at once answers first: {replay_hint(match)}",
                    )
                    return
            random_walk(match, chooser, 1)


def _answered(match: Match, answers: dict[int, list[int]], order: list[int]) -> bytes:
    twin = read_record(match.record())
    twin.stand_as(match)
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
    """Many matches under the default house rules and some under others end, no number leaves its range in them, and they go the
    same on compiled tables and on wide ones, in one thread and in two. All phases are entered in them."""
    game = climb.game
    few = going_both_ways(game, FEW, 3, climb.course)
    if isinstance(few, Fault):
        yield few
        return
    if few.decisions == 0 or few.hands < FEW:
        yield Fault(
            at_function(game.room, "deal"),
            f"{FEW} matches have {counted(few.hands, 'hand')} with {counted(few.decisions, 'choice')}",
        )
    if game.room.zero_sum and abs(sum(few.payoff)) > ROUGHLY:
        what = f"payoffs sum to {sum(few.payoff):g}; say ZERO_SUM = False if that is right"
        yield Fault(at_function(game.room, "step"), what)
    if not _same(game.playouts(FEW, seed=3, threads=2), few):
        yield Fault(at_function(game.room, "deal"), "the same matches go otherwise when they are played again")
    for number, (other, chooser) in enumerate(climb.tries(12, "in bulk")):
        part = climb.effort / (SHARE if number else 1)
        found = going_on(other, int(MANY * part), SECONDS * part, chooser, climb.course)
        if found:
            yield found
            return
    yield from phases_entered(climb)


def going_on(game: Game, most: int, seconds: float, chooser: random.Random, course: Any) -> Fault | None:
    """Random matches, each time twice as many, until this many are played or this many seconds are spent: a fault, if any."""
    until, matches = time.process_time() + seconds, 1
    while most > 0 and time.process_time() < until:
        found = going_both_ways(game, min(matches, most), chooser.getrandbits(40), course)
        if isinstance(found, Fault):
            return found
        most, matches = most - matches, 2 * matches
    return None


def going_both_ways(game: Game, matches: int, seed: int, course: Any = None) -> Fault | Totals:
    """Play random matches on wide tables and on those as they are; return a fault, or the totals of the matches."""
    wide = bulk_played(game, matches, seed, course=course)
    if isinstance(wide, Fault):
        return wide
    if _as_is(game, wide, seed):
        return wide
    low, high = 0, matches  # the first low matches go the same, the first high do not
    while high - low > 1:
        middle = (low + high) // 2
        part = bulk_played(game, middle, seed)
        low, high = (middle, high) if isinstance(part, Totals) and _as_is(game, part, seed) else (low, middle)
    return parting(game, seed, low)


def _as_is(game: Game, wide: Totals, seed: int) -> bool:
    """Whether matches go on tables as they are as they went on wide ones."""
    try:
        return _same(wide, game.playouts(wide.matches, seed, 1))
    except RuntimeError:  # past the bound
        return False


def _same(one: Totals, other: Totals) -> bool:
    return (one.hands, one.decisions) == (other.hands, other.decisions) and bool(np.allclose(one.payoff, other.payoff))


def bounds(climb: Climb) -> Iterator[Fault]:
    """`bound` is a positive number for every number of seats, and every match begins."""
    low, high = climb.room.Table.seats_range
    for seats in range(low, high + 1):
        game = Game(climb.room, seats)
        bound = game.room.function("bound")
        if bound is None or bound(game.blank()[0]) <= 0:
            yield Fault(at_function(climb.room, "bound"), f"bound gives no number above 0 with {counted(seats, 'seat')}")
        elif game.start(seed=1).turn == NOBODY:
            yield Fault(at_function(climb.room, "deal"), f"nobody is ever asked with {counted(seats, 'seat')}")


def objections(climb: Climb) -> Iterator[Fault]:
    """Check that the paragraphs that `why_not` names are in the rulebook."""
    known = identifiers(climb.room)
    unknown: dict[str, str] = {}
    for seed in range(4 * climb.effort):
        match = climb.game.start(seed=seed)
        for _ in range(30):
            if match.over:
                break
            for code in [*range(54), *range(64, min(climb.room.calls.end, 200))]:
                why = match.why_not(code)
                if why is not None and why.paragraph > 0 and why.label not in {*known, *unknown}:
                    unknown[why.label] = objecting(climb.room, match.table_for(), code)
            match.play(match.codes()[seed % len(match.codes())])
    for name, where in sorted(unknown.items()):
        yield Fault(where, f"objection gives {name[1:]}, and the rulebook has no {name}")


def perft(climb: Climb) -> Iterator[Fault]:
    """The number of choice sequences below the first deal of seed 1 is the recorded one: a change of rules shows here."""
    yield from perft_within(climb, math.inf)


def perft_within(climb: Climb, most: float) -> Iterator[Fault]:
    """Return perft counts if no count but the last is above `most`; otherwise nothing is said."""
    recorded, source = read_perft(climb), TomlSource(climb.room.folder / "scenarios.toml")
    counts: list[int] = []
    for depth in range(1, max(len(recorded), 3) + 1):
        if counts and counts[-1] > most:
            return
        counts.append(climb.game.perft(1, depth))
    if len(recorded) < 3:
        yield source.fault(["perft"], f"there is no perft count of three or more; the rules give perft = {counts}")
    elif counts != recorded:
        yield source.fault(["perft"], f"perft is {counts}, expected {recorded}")


def read_perft(climb: Climb) -> list[int]:
    """The counts in scenarios.toml."""
    found = read_toml(climb.room.folder / "scenarios.toml").get("perft", [])
    return found if isinstance(found, list) else []


RUNGS = (bounds, menus, cards_and_steps, public_choices, any_order, in_bulk, objections, perft)
