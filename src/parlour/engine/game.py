"""A game under house rules: what users start matches from.

>>> import parlour
>>> game = parlour.game("schnapsen", target_vp=9)
>>> match = game.start(seed=7)
>>> match.turn in (0, 1), len(match.choices()) >= 5
(True, True)
"""

from __future__ import annotations

import itertools
import math
import os
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.kit.cards import FIRST_CALL
from parlour.kit.layout import copy_of
from parlour.languages import gettext as _
from parlour.languages import ngettext
from parlour.machine import body

from . import positions, rulebook, speech, steps
from .deals import PastDeals, Randomness
from .errors import BadInput, shown
from .match import Chance, Match
from .rooms import GAMES, Room, named, room
from .soundness import check_start, check_table, same_places
from .state import State
from .toml import TomlLines, parse_toml
from .vector import TableVector
from .view import Tables, View

CARDS = 54
GROUPS, MOST_AT_ONCE = 64, 4096
"""Groups in which random matches are played at least, if there are this many, and the most matches of a group."""


@dataclass(frozen=True)
class Totals:
    """Sums over random matches: `payoff` by seat."""

    matches: int
    hands: int
    decisions: int
    payoff: tuple[float, ...]


@dataclass(frozen=True)
class Agreed:
    """A version of a group's house rules that a game is played under: the id and title of their document, the number of the
    version, and their own rulings by paragraph, which no rule knows: people read them.
    """

    id: str
    title: str
    version: int
    rulings: Mapping[str, str] = field(default_factory=dict)


class Game:
    """A game of the house, with a number of seats and house rules.

    name: of the game, or its room. seats: the number of players; None: the usual one. house: house rules, by name. room: the
    folder of the game. agreed: the group whose rules these are, or None; a record says so.

    BadInput: a number of seats, a house rule or a value that the game does not have, or house rules that do not go together.

    >>> import parlour
    >>> parlour.game("schnapsen", target_vp=9), parlour.game("oh_hell", seats=5)
    (parlour.game('schnapsen', target_vp=9), parlour.game('oh_hell', seats=5))
    """

    def __init__(self, name: str | Room, seats: int | None = None, house: Mapping[str, Any] | None = None) -> None:
        self.room = name if isinstance(name, Room) else room(name)
        self.house = dict(house or {})
        self.agreed: Agreed | None = None
        self._blank = self._prepare(seats)
        self.seats = int(self._blank[0].seats)

    def __repr__(self) -> str:
        """Return the expression that makes it again."""
        name = self.room.name if self.room.folder.parent == GAMES else str(self.room.folder)
        seats = {"seats": self.seats} if self.seats != self.room.Table.default_seats else {}
        given = {rule: self.room.Table.options[rule].write(int(self._blank[0][rule])) for rule in self.house}
        return f"parlour.game({', '.join([repr(name), *(f'{key}={value!r}' for key, value in (seats | given).items())])})"

    def _prepare(self, seats: int | None) -> Tables:
        table = self.room.Table
        tables = table.blank()
        row = tables[0]
        low, high = table.seats_range
        if seats is not None:
            if not low <= seats <= high:
                title = speech.title(self.room)
                if low == high:
                    raise BadInput(
                        ngettext(
                            "{game} is for {n} player, not {seats}",
                            "{game} is for {n} players, not {seats}",
                            low,
                            game=title,
                            seats=seats,
                        )
                    )
                raise BadInput(
                    _("{game} is for {low} to {high} players, not {seats}", game=title, low=low, high=high, seats=seats)
                )
            row.seats = seats
        for name, value in self.house.items():
            option = table.options.get(name)
            if option is None:
                known = ", ".join(table.options) or "none"
                raise BadInput(f"{self.room.name} has no house rule {shown(name)}; it has {known}")
            try:
                row[name] = option.read(value)
            except ValueError as error:
                raise BadInput(f"house rule {name}: {error}") from None
        settle = self.room.function("house")
        if settle is not None:
            reason = int(body(settle)(row))
            if reason:
                why = " ".join(rulebook.explain(self.room, row, reason).split())
                raise BadInput(f"these house rules do not go together: {why}")
        positions.clear_fields(self.room, row)
        return tables

    @property
    def options(self) -> dict[str, int | bool | str]:
        """The value of every house rule, by name; for rules that settle themselves, what they were settled to."""
        return {name: option.write(int(self._blank[0][name])) for name, option in self.room.Table.options.items()}

    def blank(self, n: int = 1) -> Tables:
        """Return tables with these seats and house rules and no cards on them, a record array of shape (n,).

        n: how many.
        """
        tables = self.room.Table.blank(n)
        tables[:] = self._blank[0]
        return tables

    # starting

    def start(
        self,
        seed: int | None = None,
        number: int = 0,
        deal: Mapping[str, Any] | None = None,
        live: bool = False,
    ) -> Match:
        """Return a new match, dealt, at its first choice.

        seed, number: the same seed and match number give the same deals for any play; None takes a fresh seed. deal: fields
        of the first deal to set in place of those the shuffle gave (`{"hand.0": "A♠ ..."}`): every card must be there once. live:
        draw from the operating system, as at a live table.

        BadInput: a deal that cannot be.
        """
        match = self.fresh(seed, number, live)
        if deal is not None:
            match.begin(self.opening(match.seed, match.number, deal))
        else:
            match.begin()
        return match

    def fresh(self, seed: int | None = None, number: int = 0, live: bool = False, redealt: PastDeals | None = None) -> Match:
        """Return a match that has not begun, to be watched from its first step on; `Match.begin` begins it.

        seed, number, live: as for `start`. redealt: of a live match, deals to be dealt again.
        """
        return Match(self, self.blank(), Randomness(secrets.randbits(62) if seed is None else seed, number, live, redealt))

    def new_state(self, seed: int | None = None, number: int = 0) -> State:
        """Return a match for search and learning, at its first choice: codes instead of names, no log, no history.

        seed, number: the same ones give the same deals as `start`; None takes a fresh seed.
        """
        return State(self, secrets.randbits(62) if seed is None else seed, number)

    def opening(self, seed: int, number: int, deal: Mapping[str, Any]) -> list[Chance]:
        """Return what chance sets before the first choice of a match: the lots, the first deal with some of its fields replaced,
        and what the rules then draw from it, such as a cut.

        seed, number: as for `start`. deal: fields to set, every card there once.

        BadInput: a deal that cannot be.
        """
        lots, dealt, *_ = (entry for entry in self.start(seed, number).log if isinstance(entry, Chance))
        scratch = self.blank()
        for fields in (lots.fields, dealt.fields):
            positions.set_fields(self.room, scratch[0], fields)
        usual = copy_of(scratch)
        positions.set_fields(self.room, scratch[0], deal)
        check_table(self.room, scratch[0])
        same_places(self.room, usual[0], scratch[0])
        match = self.fresh(seed, number)
        match.begin([lots, Chance(dict(dealt.fields) | positions.flat(deal))], free_after=True)
        return [entry for entry in match.log if isinstance(entry, Chance)]

    def position(self, text: str) -> Match:
        """Return a match that goes on from a position.

        text: a position, as `Match.position` writes it. Unknown cards are dealt at random among the places where they may be.

        BadInput: what is wrong, with its field and line.
        """
        head, fields = split_position(text, self.room.name)
        if head.get("rules", self.room.rules_version) != self.room.rules_version:
            raise BadInput(
                f"the position was written under rules version {shown(head['rules'])} of {self.room.name}, this house plays"
                f" version {self.room.rules_version}"
            )
        try:
            return self.match_from(fields, start_position=text)
        except BadInput as error:
            name = positions.blamed(self.room, positions.flat(fields), str(error))
            line = TomlLines(text).line(("table", *name.split(".")) if name else ("table",))
            raise BadInput(f"{error} (line {line})") from None

    def match_from(self, fields: Mapping[str, Any], start_position: str = "") -> Match:
        """Return a match that goes on from the fields of a position.

        fields: values as text or numbers, by field; `rest` names the place of all cards not named. start_position: the text they
        come from.

        BadInput: what is wrong, with its field.
        """
        tables = self.read_fields(fields)
        check_start(self.room, tables[0])
        match = Match(self, tables, Randomness(secrets.randbits(62)), start_position=start_position or "position")
        match.settle()
        return match

    def view(self, seat: int, fields: Mapping[str, Any]) -> View:
        """Return the view that a seat has of a table, without a memory.

        seat: the viewer. fields: of the view's position, with unknown cards.

        BadInput: fields that are impossible.
        """
        tables = self.blank()
        positions.set_fields(self.room, tables[0], fields)
        check_table(self.room, tables[0])
        steps.mask_row(tables, 0, seat)
        return View(self, seat, tables)

    def read_fields(self, fields: Mapping[str, Any]) -> Tables:
        """Return the table that the fields of a position describe, a record array of shape (1,).

        fields: as for `match_from`.

        BadInput: fields that are impossible.
        """
        fields = positions.flat(fields)
        rest = fields.pop("rest", None)
        tables = self.blank()
        positions.set_fields(self.room, tables[0], fields)
        if rest is not None:
            positions.fill_rest(self.room, tables[0], str(rest))
        check_table(self.room, tables[0])
        tables[0].rng[:] = np.frombuffer(secrets.token_bytes(32), np.int64)
        return self._deal_unknown(tables)

    def _deal_unknown(self, tables: Tables) -> Tables:
        text = positions.fields_of(self.room, tables[0])
        if not any("?" in value for value in text.values() if isinstance(value, str)):
            return tables
        from .memory import Memory  # compiled code that only positions with unknown cards need
        from .redeal import redealt

        viewer = int(tables[0].turn)
        return redealt(tables, Memory.fresh(tables, self.room).of(viewer), secrets.randbits(62))

    def write_position(self, tables: Tables) -> str:
        """Return a table as a position: the head, then every field that is not empty.

        tables: a record array, of which the first is written, hidden cards and all.
        """
        lines = [*self.head_lines(), "", "[table]"]
        return "\n".join(lines + positions.toml_lines(positions.fields_of(self.room, tables[0]))) + "\n"

    def head_lines(self) -> list[str]:
        """Return the head of positions and records, in lines: game, rules version, seats, house rules that were given."""
        given = {name: self.room.Table.options[name].write(int(self._blank[0][name])) for name in sorted(self.house)}
        lines = [f'game = "{self.room.name}"', f"rules = {self.room.rules_version}", f"seats = {self.seats}"]
        return lines + ([f"house = {positions.toml_value(given)}"] if given else [])

    # names, menus, text

    def code(self, choice: str | int) -> int:
        """Return the code of a choice.

        choice: its name or its code.

        BadInput: the game has no such choice.
        """
        if isinstance(choice, str):
            return self.room.read_choice(choice)
        code = int(choice)
        if not (0 <= code < CARDS or FIRST_CALL <= code < self.room.calls.end):
            raise BadInput(f"{self.room.name} has no choice with the code {shown(code)}")
        return code

    def menu(self, tables: Tables) -> list[int]:
        """Return the codes of everything that the seat on turn may choose, giving up included if the game has it.

        tables: a record array, of which the first is asked.
        """
        return list(itertools.chain.from_iterable(self.entries(tables)))

    def entries(self, tables: Tables) -> list[range]:
        """Return the menu of the seat on turn as runs of codes, most of them of length 1; a bet is one run of many.

        tables: a record array, of which the first is asked.
        """
        runs = [range(first := entry & 0xFFFFFFFF, first + (entry >> 32) + 1) for entry in self.packed_menu(tables)]
        resign = self.room.resign
        if resign >= 0 and not any(resign in run for run in runs) and int(steps.verdict_row(tables, 0, resign)) == 0:
            runs.append(range(resign, resign + 1))
        return runs

    def packed_menu(self, tables: Tables) -> list[int]:
        """Return the menu of the seat on turn as the rules write it, without giving up.

        Each entry is the first code of a run, plus 2**32 for each code that follows it.
        """
        menu = np.zeros(self.room.menu_size, np.int64)  # of its own: several threads may ask
        n = int(steps.menu_row(tables, 0, menu))
        return menu[:n].tolist()

    def rulebook(self) -> str:
        """Return the rulebook under these house rules, as Markdown, as it is printed."""
        return rulebook.rulebook(self.room, self._blank[0])

    # in bulk

    def playouts(self, matches: int, seed: int = 0, threads: int = 0) -> Totals:
        """Play matches at random, every legal choice equally likely, and return their sums.

        matches: how many; they are the matches 0 .. matches - 1 of the seed. seed: of the deals and the choices. threads: how
        many; 0: one per core. The sums do not depend on it, to the last bit.

        RuntimeError: a match goes past the bound of its rules.
        """
        threads = max(1, min(threads or os.cpu_count() or 1, matches))
        # payoffs may be thirds, whose sum depends on how they are grouped: the groups do not depend on the threads
        share = min(max(-(-matches // GROUPS), 1), MOST_AT_ONCE)
        blank = self.blank(2)
        self._playouts(blank, 0, 0, seed)  # compile once, not in every thread
        with ThreadPoolExecutor(threads) as pool:
            firsts = range(0, matches, share)
            parts = list(pool.map(lambda first: self._playouts(blank, first, min(share, matches - first), seed), firsts))
        totals = [math.fsum(column) for column in zip(*parts, strict=True)] if parts else [0.0] * (2 + self.seats)
        return Totals(matches, int(totals[1]), int(totals[0]), tuple(totals[2:]))

    def _playouts(self, blank: Tables, first: int, matches: int, seed: int) -> npt.NDArray[np.float64]:
        totals = np.zeros(2 + self.seats)
        menu = np.zeros(self.room.menu_size, np.int64)
        stuck = int(steps.playouts(copy_of(blank), max(matches, 0), first, seed, menu, totals))
        if stuck >= 0:
            raise RuntimeError(f"{self.room.name}: match {stuck} of seed {seed} went past the bound of its rules")
        return totals

    def perft(self, seed: int, depth: int) -> int:
        """Return the number of sequences of legal choices below the first deal of a seed, to compare two versions of the rules.

        seed: of the deal. depth: how many choices a sequence has.
        """
        tables = self.blank(depth + 1)
        steps.begin_row(tables, 0, seed, 0)
        steps.step_row(tables, 0, seed, 0)
        return int(steps.perft(tables, np.zeros((depth + 1, self.room.menu_size), np.int64), depth))

    def tables(self, n: int, seed: int = 0) -> TableVector:
        """Return matches side by side in one array.

        n: how many; they are the matches 0 .. n - 1 of the seed. seed: of the deals.
        """
        return TableVector(self.room, self.blank(n), seed)


def split_position(text: str, game: str | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return (head, fields) of a position's text. BadInput if it is not TOML or of another game."""
    head = parse_toml(text, "the position")
    fields = head.pop("table", None)
    if not isinstance(fields, dict):
        raise BadInput("the position has no [table]")
    check_head(head, HEAD, "a position")
    if game is not None and head.get("game", game) != game:
        raise BadInput(f"the position is of {shown(head['game'])}, not of {game}")
    return head, fields


def game(name: str, seats: int | None = None, **house: Any) -> Game:
    """Return a game, with a number of players and house rules.

    name: of a game of the house, or the path of a room's folder. seats: the number of players; None: the usual one. house: house
    rules with their values, as `parlour games --options GAME` lists them.

    BadInput: says which games, seats, rules or values there are.
    """
    return Game(name, seats, house)


def from_position(text: str) -> Match:
    """Return the match that goes on from a position.

    text: a position that names its game.

    BadInput: what is wrong, with its field and line.
    """
    head, _ = split_position(text)
    return game_of(head).position(text)


HEAD = ("game", "rules", "seats", "house")
"""The keys of a position before its [table], and of a record before its log."""


def check_head(head: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    """Check that all keys are known. BadInput names one that is not: it may be a known one misspelt."""
    for key in head:
        if key not in known:
            raise BadInput(f"{shown(key)} is not part of {what}; its parts are {', '.join(known)}")


def game_of(head: Mapping[str, Any]) -> Game:
    """Return the game that a head of a position or record describes. BadInput if it describes none."""
    name, seats, house = head.get("game"), head.get("seats"), head.get("house", {})
    if not isinstance(name, str):
        raise BadInput('it does not say which game it is of (game = "...")')
    if seats is not None and (not isinstance(seats, int) or isinstance(seats, bool)):
        raise BadInput(f"seats = {shown(seats)} is not a number of players")
    if not isinstance(house, dict):
        raise BadInput("house is not a table of house rules")
    return Game(named(name), seats, house)
