"""Measure what bots win or lose in one seat among strategies of nerve, by choices: far fewer hands than the score takes.

    python bench/nerve_mistakes.py badugi --seconds 1800

A bot sits in one seat; all others play by the room's strategy, and if that says nothing (which card is played) by the policy
of rollouts. Every choice of its first hand is compared: how much more its own choice is worth to it than what the others would
do in its place, if all seats played on like them. Added up over a hand that is on average exactly what it wins by not being one
of them, against the mean of the others (the performance difference lemma: Kakade and Langford, "Approximately Optimal Approximate
Reinforcement Learning", 2002). The luck of the cards falls out. Where a strategy says all, `strong` is one of them, and wins 0.

What a choice is worth is a mean over the cards that its seat does not see, as likely as what the others did makes them. A walk
goes through them from the cards as they lie, which are one such deal: a few change places, the others' choices are gone through
again, and the deal stays by the odds of Metropolis and Hastings. So the mean is right however short the walk is; a longer one
makes the interval narrower. What others chose unseen is drawn at random, and what the seat sees must be as it was.

With `--only nerve` a bot is asked where the strategy has something to say, with `--only cards` everywhere else; the rest of its
choices it makes like the others, which gives nothing away.

A situation that the strategy does not know is played at random here, all ways alike, while the bot `nerve` searches.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pages
from choices import PARTS, interval, part_of
from strength import BEFORE

import parlour
from parlour import bots
from parlour.bots.arena import hand_gains, margin, note_hand_end
from parlour.bots.base import Bot, workspace_for
from parlour.bots.heuristics import has_policy, policy
from parlour.bots.nerve.files import strategy_of
from parlour.bots.nerve.infosets import FULL, InfoSets, drawn_way, match_regrets, row_of
from parlour.bots.nerve.regret import (
    DECISIONS,
    DEEP,
    HAND,
    ROOT,
    UNDECIDED,
    Traversal,
    all_alike,
    code_of,
    decide,
    decided_way,
    gained,
    go_way,
    play_on,
    the_rest,
    traversal_for,
)
from parlour.bots.nerve.rooms import REST, WAYS, phases_of_nerve, situation, ways
from parlour.bots.nerve.training import infosets_of
from parlour.bots.rollouts import Ints, Workspace, usual, weigh
from parlour.engine.dispatch import choices, mask, play
from parlour.engine.match import Match
from parlour.engine.steps import settle
from parlour.kit import NOBODY, random_below, random_unit, rule

HERE = Path(__file__).resolve().parent
KEPT, PAGE = HERE / "nerve_mistakes.json", HERE.parent / "docs" / "strength.md"
BEGIN, END = "<!-- written by bench/nerve_mistakes.py -->", "<!-- to here, by bench/nerve_mistakes.py -->"
BOTS = ("strong:seed=1,seconds=0.5", f"{BEFORE},seed=1,seconds=0.5")
OF_STRATEGY = ("baduci", "badugi", "triple_draw")
"""Where `strong` is the strategy."""
GAMES = (*OF_STRATEGY, "chicago", "toepen")

DEALT, WALKED, NOW, TRIED, THEN, LOTS, SEEN = range(7)
"""Rows: the hand as it was dealt, and on the walk; where its plays have led to; both for a deal that is tried; whose luck the
walk takes; the seat's view of a table."""
STOCK = -1
MOST_SWAPS = 4
STEPS = 20
"""Of the walk between two deals that are looked at."""
MOST_PLAYS = 512
OPEN = ("trick", "played", "exposed", "shown")
"""Piles and sets of cards that all players can see in some of the games."""


class Plays(NamedTuple):
    """A hand so far: of each play who made it and where among the codes it begins; the codes of a chain lie side by side."""

    seats: Ints  # [plays]
    first: Ints  # [plays + 1]
    codes: Ints


class Hidden(NamedTuple):
    """The cards that a seat has not had, as they lay at the deal: by place whose hand (STOCK: none) or where in it, and which."""

    whose: Ints
    where: Ints
    cards: Ints


class Scene(NamedTuple):
    """Working memory for going through a hand. Belongs to one thread."""

    rows: Any  # record array, see DEALT
    words: Ints  # [rows, words] the same memory
    work: Workspace
    traversal: Traversal
    infosets: InfoSets
    hides: Ints  # [128] 1 for phases in which others do not see what is chosen
    views: Ints  # [MOST_PLAYS, words] what the seat that is looked at saw before each of the plays that it knows of
    kept: Ints  # [DECISIONS, 3] what was decided on the way to NOW
    many: Ints  # [1]


@rule
def by_policy(t, n, code, work):  # type: ignore[no-untyped-def]
    """Return how likely the policy of rollouts chooses a code out of the menu's n entries. What a room's author wrote does not
    draw lots where others see what is chosen."""
    if has_policy(t):
        return 1.0 if policy(t, work.menu, n) == code else 0.0
    share, whole = 0.0, weigh(t, work.menu, n, work) if n > 1 else 1.0
    for k in range(n):
        if work.menu[k] == code:
            share = work.odds[k] / whole if n > 1 else 1.0
    return share


@rule
def look_at(t, scene):  # type: ignore[no-untyped-def]
    """The ways of the seat on turn and how often it goes each, into the last places of the traversal; returns the situation.

    A seat that comes into a situation for the second time goes the way that it went at first.
    """
    traversal = scene.traversal
    codes, odds = traversal.codes[DEEP], traversal.odds[DEEP]
    ways(t, scene.work.menu, choices(t, scene.work.menu), codes)
    key, there = situation(t), 0
    for k in range(WAYS):
        there += codes[k] >= 0
        odds[k] = 0.0
    decided = decided_way(traversal, t.turn, key, codes)
    if decided != UNDECIDED:
        odds[decided] = 1.0
        return key
    row = row_of(scene.infosets, key, False) if there > 1 else FULL
    if row == FULL:
        all_alike(codes, odds, 1.0, there)
    else:
        match_regrets(scene.infosets.regrets[row], codes, odds)
    return key


@rule
def take(t, code, scene):  # type: ignore[no-untyped-def]
    """Make a choice, note the way that it is, and return how likely it was."""
    traversal, likely = scene.traversal, 0.0
    if traversal.nerve[t.phase] == 0:
        likely = by_policy(t, choices(t, scene.work.menu), code, scene.work)
    else:
        key, way = look_at(t, scene), UNDECIDED
        for k in range(WAYS):
            if traversal.codes[DEEP, k] == code or (way == UNDECIDED and traversal.codes[DEEP, k] == REST):
                way = k
        for k in range(WAYS):
            if way != UNDECIDED and traversal.codes[DEEP, k] == traversal.codes[DEEP, way]:
                likely += traversal.odds[DEEP, k]
        if likely > 0.0 and traversal.codes[DEEP, way] == REST:
            likely *= by_policy(t, the_rest(t, traversal.codes[DEEP], scene.work.menu), code, scene.work)
        if way != UNDECIDED:
            decide(traversal, t.turn, key, way)
    play(t, code)
    return likely


@rule
def choose(t, scene):  # type: ignore[no-untyped-def]
    """Choose by the strategy, or by the policy; returns the code."""
    traversal, menu, work = scene.traversal, scene.work.menu, scene.work
    if traversal.nerve[t.phase] == 0:
        code = usual(t, menu, choices(t, menu), work)
    else:
        key = look_at(t, scene)
        way = drawn_way(traversal.codes[DEEP], traversal.odds[DEEP], random_unit(t))
        decide(traversal, t.turn, key, way)
        code = code_of(t, traversal.codes[DEEP], way, work)
    play(t, code)
    return code


@rule
def choose_all(t, scene, found):  # type: ignore[no-untyped-def]
    """The whole chain of a choice, into found; returns how many codes."""
    found[0], n = choose(t, scene), 1
    while t.chain > 0 and t.turn != NOBODY:
        found[n] = choose(t, scene)
        n += 1
    return n


@rule
def see(scene, row, hero):  # type: ignore[no-untyped-def]
    """Write a seat's view of a table into SEEN: its masked record without passing events; who is asked may be hidden."""
    scene.rows[SEEN] = scene.rows[row]
    m = scene.rows[SEEN]
    mask(m, hero)
    m.turn, m.phase, m.asked, m.chain, m.said[0], m.said[1], m.elapsed = NOBODY, 0, 0, 0, 0, 0, 0


@rule
def looks_as(scene, row, hero, n):  # type: ignore[no-untyped-def]
    """Whether a table looks to a seat as it did before the n-th play."""
    see(scene, row, hero)
    different = 0
    for k in range(scene.words.shape[1]):
        different |= scene.words[SEEN, k] ^ scene.views[n, k]
    return different == 0


@rule
def come_to(scene, row, hero, plays, n):  # type: ignore[no-untyped-def]
    """Go on to the n-th play: choose what others choose unseen before it. False if the seat would then see something else."""
    t = scene.rows[row]
    settle(t)
    for _ in range(MOST_PLAYS):
        if t.turn in (NOBODY, hero) or scene.hides[t.phase] == 0:
            break
        choose(t, scene)
        settle(t)
    return t.turn == plays.seats[n] and looks_as(scene, row, hero, n)


@rule
def go_through(scene, row, hero, plays, n):  # type: ignore[no-untyped-def]
    """Make the first n plays that a seat knows of and come to the next; return how likely the others' are, 0.0 if something
    looks otherwise to it."""
    t, likely = scene.rows[row], 1.0
    scene.traversal.many[DEEP] = 0
    for k in range(n):
        if not come_to(scene, row, hero, plays, k):
            return 0.0
        for i in range(plays.first[k], plays.first[k + 1]):
            share = take(t, plays.codes[i], scene)
            likely *= 1.0 if plays.seats[k] == hero else share
        if likely == 0.0:
            return 0.0
    return likely if come_to(scene, row, hero, plays, n) else 0.0


@rule
def go_as_it_was(scene, row, hero, plays, n):  # type: ignore[no-untyped-def]
    """Make the first n plays of all; returns how likely those of others are that the seat knows of."""
    t, likely = scene.rows[row], 1.0
    scene.traversal.many[DEEP] = 0
    for k in range(n):
        settle(t)
        known = scene.hides[t.phase] == 0 and plays.seats[k] != hero
        for i in range(plays.first[k], plays.first[k + 1]):
            share = take(t, plays.codes[i], scene)
            likely *= share if known else 1.0
    settle(t)
    return likely


@rule
def into_stub(t, where, card):  # type: ignore[no-untyped-def]
    """Lay a card into a place of the stock, if the room calls it the stub."""
    t.stub[where] = card


@rule
def into_stock(t, where, card):  # type: ignore[no-untyped-def]
    """Lay a card into a place of the stock, if the room calls it the stock."""
    t.stock[where] = card


@rule
def put(t, hidden, place, card, into):  # type: ignore[no-untyped-def]
    """Lay a card into a place, for the one that is there. into: how it comes into the stock."""
    whose = hidden.whose[place]
    if whose == STOCK:
        into(t, hidden.where[place], card)
    else:
        t.hand[whose] = (t.hand[whose] & ~(1 << hidden.cards[place])) | (1 << card)


@rule
def swap(t, hidden, a, b, into):  # type: ignore[no-untyped-def]
    """Exchange the cards of two places, unless both are one hand's."""
    if hidden.whose[a] == hidden.whose[b] != STOCK:
        return
    one, other = hidden.cards[a], hidden.cards[b]
    put(t, hidden, a, other, into)
    put(t, hidden, b, one, into)
    hidden.cards[a], hidden.cards[b] = other, one


@rule
def keep_decided(scene):  # type: ignore[no-untyped-def]
    """Keep what was decided on the way to NOW."""
    scene.many[0] = scene.traversal.many[DEEP]
    for k in range(scene.many[0]):
        scene.kept[k] = scene.traversal.decided[k]


@rule
def walk(scene, hero, plays, n, hidden, likely, into):  # type: ignore[no-untyped-def]
    """Some steps from one deal to another; returns how likely the plays are in that."""
    swaps = np.empty((MOST_SWAPS, 2), np.int64)
    rows, places = scene.rows, len(hidden.cards)
    lots = rows[LOTS]
    for _ in range(STEPS):
        rows[TRIED] = rows[WALKED]
        rows[TRIED].rng[0] ^= random_below(lots, 1 << 30)
        many = 1 + random_below(lots, MOST_SWAPS)
        for j in range(many):
            swaps[j, 0], swaps[j, 1] = random_below(lots, places), random_below(lots, places)
            swap(rows[TRIED], hidden, swaps[j, 0], swaps[j, 1], into)
        rows[THEN] = rows[TRIED]
        then = go_through(scene, THEN, hero, plays, n)
        if random_unit(lots) * likely < then:
            rows[WALKED], rows[NOW], likely = rows[TRIED], rows[THEN], then
            keep_decided(scene)
        else:
            for j in range(many - 1, -1, -1):
                swap(rows[TRIED], hidden, swaps[j, 0], swaps[j, 1], into)
    return likely


@rule
def begin_choice(scene):  # type: ignore[no-untyped-def]
    """The hand as it stands, to be played on."""
    traversal = scene.traversal
    traversal.tables[HAND] = scene.rows[NOW]
    traversal.many[DEEP] = scene.many[0]
    for k in range(scene.many[0]):
        traversal.decided[k] = scene.kept[k]


@rule
def worth(scene, hero):  # type: ignore[no-untyped-def]
    """Return what this hand brings the hero if all seats play on by the strategy."""
    traversal = scene.traversal
    play_on(scene.work, traversal, scene.infosets, scene.infosets, NOBODY, 0.0, 0)
    return gained(traversal.tables[HAND], traversal.tables[ROOT], hero, scene.work)


@rule
def worth_of_strategy(scene, hero):  # type: ignore[no-untyped-def]
    """Return what this hand brings the hero who chooses by the strategy now: every way by itself, which takes the luck of a
    lot out."""
    traversal = scene.traversal
    t = traversal.tables[HAND]
    begin_choice(scene)
    if traversal.nerve[t.phase] == 0:
        return worth(scene, hero)
    codes, odds, mean = np.empty(WAYS, np.int64), np.empty(WAYS), 0.0
    key = look_at(t, scene)
    codes[:], odds[:] = traversal.codes[DEEP], traversal.odds[DEEP]
    for k in range(WAYS):
        if codes[k] >= 0 and odds[k] > 0.0:
            begin_choice(scene)
            decide(traversal, hero, key, k)
            go_way(t, codes, k, scene.work)
            mean += odds[k] * worth(scene, hero)
    return mean


@rule
def compared(scene, hero, plays, made, n, hidden, found, into):  # type: ignore[no-untyped-def]
    """Into found[i] how much more the hero's last play is worth than what the strategy does, on the walk's i-th deal.

    plays, made: those that the hero knows of, the last at n, and all of them. rows: the hand as it was dealt in DEALT, as it
    stands in NOW. There is no walk if the plays do not lead from one to the other, because the stock was made again.
    """
    rows, traversal = scene.rows, scene.traversal
    rows[WALKED], rows[THEN], rows[LOTS] = rows[DEALT], rows[DEALT], rows[DEALT]
    likely = go_as_it_was(scene, THEN, hero, made, len(made.seats) - 1)
    keep_decided(scene)
    walks = likely > 0.0 and looks_as(scene, THEN, hero, n)
    for p in range(rows[NOW].seats):
        walks = walks and rows[THEN].hand[p] == rows[NOW].hand[p]
    traversal.tables[ROOT] = rows[DEALT]
    for look in range(len(found)):
        rows[NOW].rng[0] ^= random_below(rows[LOTS], 1 << 30)
        found[look] = -worth_of_strategy(scene, hero)
        begin_choice(scene)
        for i in range(plays.first[n], plays.first[n + 1]):
            take(traversal.tables[HAND], plays.codes[i], scene)
        found[look] += worth(scene, hero)
        if walks:
            likely = walk(scene, hero, plays, n, hidden, likely, into)
    return walks


def hidden_from(hero: int, dealt: Any, stock: Any, had: int) -> Hidden:
    """Return where the cards lay that a seat has neither had nor seen. had: the set of those that it has."""
    others = [seat for seat in range(dealt.seats) if seat != hero]
    places = [(seat, 0, card) for seat in others for card in range(54) if dealt.hand[seat] >> card & 1]
    left = [(STOCK, k, int(stock[k])) for k in range(1, stock[0] + 1)]
    places += [place for place in left if not had >> place[2] & 1]
    return Hidden(*np.array(places, np.int64).T.copy())


def open_cards(row: Any) -> int:
    """The set of the cards that lie open, or did in this hand."""
    found = 0
    for name in set(OPEN) & set(row.dtype.names):
        field = row[name]
        if field.dtype == np.int64:
            found |= int(np.bitwise_or.reduce(field, axis=None))
        else:
            for pile in field.reshape(-1, field.shape[-1]):
                found |= sum(1 << int(card) for card in pile[1 : pile[0] + 1])
    return found


Play = tuple[int, list[int]]
"""A seat and the codes of its choice."""


def laid_out(made: Sequence[Play]) -> Plays:
    """Plays side by side."""
    first = [0, *itertools.accumulate(len(codes) for _, codes in made)]
    return Plays(np.array([seat for seat, _ in made]), np.array(first), np.array([code for _, codes in made for code in codes]))


class Hand(NamedTuple):
    """The gain of a bot by its choices in a hand, and its score, both against the others; how many choices it had, and of how
    many of them the cards lay as they did."""

    ahead: float
    scored: float
    choices: int
    stuck: int


class Table:
    """A game, and what is needed to look at a bot in it. looks: deals that each choice is looked at on. only: the part in which
    the bot is asked, None for all."""

    def __init__(self, name: str, looks: int, only: str | None = None) -> None:
        self.game, self.found, self.only = parlour.game(name), np.zeros(looks), only
        room = self.game.room
        strategy = strategy_of(room)
        assert strategy is not None
        self.stock = "stub" if "stub" in room.Table.blank(1).dtype.names else "stock"
        rows, hides = self.game.blank(7), np.zeros(128, np.int64)
        hides[[*room.veiled, *room.quiet]] = 1
        words = rows.view(np.int64).reshape(len(rows), -1).view(np.ndarray)
        self.scene = Scene(
            rows=rows,
            words=words,
            work=workspace_for(self.game),
            traversal=traversal_for(room, phases_of_nerve(room)),
            infosets=infosets_of(strategy),
            hides=hides,
            views=np.zeros((MOST_PLAYS, words.shape[1]), np.int64),
            kept=np.zeros((DECISIONS, 3), np.int64),
            many=np.zeros(1, np.int64),
        )
        self.others = self.scene._replace(
            rows=self.game.blank(1), traversal=traversal_for(room, phases_of_nerve(room)), work=workspace_for(self.game)
        )

    def hand(self, bot: Bot, number: int) -> Hand:
        """The first hand of a match; the bot sits in each seat in turn."""
        game, scene, hero, match = self.game, self.scene, number % self.game.seats, self.game.start(seed=number)
        ended, made, known, had, choices, stuck, ahead = list[list[int]](), list[Play](), list[Play](), 0, 0, 0, 0.0
        match.watchers.append(lambda step: note_hand_end(step, game.seats, ended))
        scene.rows[DEALT], self.others.traversal.many[DEEP] = match.tables[0], 0
        while match.turn != NOBODY and not ended:
            seat, view = match.turn, match.view(match.turn, memory=True)
            asked = seat == hero and self.only in (None, part_of(game.room, match.row.phase))
            codes = list(bot.choose(view)) if asked else self._others_choose(match, len(made))
            made.append((seat, codes))
            if seat == hero or not scene.hides[match.row.phase]:
                scene.rows[NOW] = match.tables[0]
                see(scene, NOW, hero)
                scene.views[len(known)] = scene.words[SEEN]
                known.append((seat, codes))
            had |= int(match.row.hand[hero]) | open_cards(match.row)
            if asked and len(view.codes()) > 1:
                walks, gain = self._compared(made, known, had)
                choices, stuck, ahead = choices + 1, stuck + (not walks), ahead + gain
            match.play(*codes, seat=seat)
        return Hand(ahead, hand_gains(game, match.row, ended[0] if ended else match.score)[hero], choices, stuck)

    def _others_choose(self, match: Match, n: int) -> list[int]:
        row = self.others.rows
        row[0] = match.tables[0]
        row[0].rng[:] = np.random.default_rng([match.seed, n, 1]).integers(1, 1 << 62, 4)
        found = np.zeros(64, np.int64)
        return [int(code) for code in found[: choose_all(row[0], self.others, found)]]

    def _compared(self, made: Sequence[Play], known: Sequence[Play], had: int) -> tuple[bool, float]:
        """By the last of the plays: whether there was a walk, and how much more it was worth."""
        scene, hero = self.scene, made[-1][0]
        dealt = scene.rows[DEALT]
        dealt.rng[:] = np.random.default_rng([len(made), *dealt.hand.tolist()]).integers(1, 1 << 62, 4)
        hidden = hidden_from(hero, dealt, dealt[self.stock], had)
        into = into_stub if self.stock == "stub" else into_stock
        walks = compared(scene, hero, laid_out(known), laid_out(made), len(known) - 1, hidden, self.found, into)
        return bool(walks), float(self.found.mean())


def gathered(of: tuple[str, int, str | None], named: Sequence[str], first: int, by: int, seconds: float) -> list[list[Hand]]:
    """Play hands from a number on, at a given distance, each with every bot, for a number of seconds; compiling does not count.

    of: what the table is laid for.
    """
    table, seated, found = Table(*of), [bots.make(bot) for bot in named], list[list[Hand]]()
    for bot in seated:
        bot.prepare(table.game)
    for number in range(3):
        table.hand(seated[0], number)
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        number = first + by * len(found)
        found.append([table.hand(bot, number) for bot in seated])
    return found


@dataclass(frozen=True)
class Found:
    """Results for a game: means and half their 95 % intervals, points per hand. ahead: by bot, what it won by its choices. apart:
    what the first won more than the last, by choices and by score. stuck: the share of choices that were looked at only with the
    cards as they lay."""

    hands: int
    choices: int
    stuck: float
    ahead: list[tuple[float, float]]
    apart: tuple[float, float]
    scored: tuple[float, float]

    def cells(self) -> list[str]:
        """Return the cells of a row."""
        first = interval(*self.ahead[0]) if len(self.ahead) > 1 else "0"
        return [
            str(self.hands),
            str(self.choices),
            first,
            *(interval(*figures) for figures in (self.ahead[-1], self.apart, self.scored)),
        ]


def summed_up(found: Sequence[Sequence[Hand]]) -> Found:
    """Sum up all hands of a game. A bot by itself is compared with the strategy, whose lead is 0."""

    def mean(values: Sequence[float]) -> tuple[float, float]:
        return statistics.fmean(values), margin(values)

    n = sum(hand.choices for hands in found for hand in hands)
    alone = len(found[0]) == 1
    return Found(
        len(found),
        n,
        sum(hand.stuck for hands in found for hand in hands) / n,
        [mean([hand.ahead for hand in hands]) for hands in zip(*found, strict=True)],
        mean([(0.0 if alone else hands[0].ahead) - hands[-1].ahead for hands in found]),
        mean([(0.0 if alone else hands[0].scored) - hands[-1].scored for hands in found]),
    )


def keep(name: str, found: Found) -> None:
    """Write down what was measured at a game, and the table into the page."""
    kept = json.loads(KEPT.read_text()) if KEPT.is_file() else {}
    kept = dict(sorted((kept | {name: asdict(found)}).items()))
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    head = ["game", "hands", "choices", "`strong`", "the previous search", "apart", "apart by score"]
    pages.put(PAGE, BEGIN, END, pages.as_table([head, *([title(game), *Found(**of).cells()] for game, of in kept.items())]))


def title(name: str) -> str:
    """Return the title of a game."""
    return str(parlour.game(name).room.title)


def main() -> None:
    """Measure some games, and write down what was found unless other bots were asked for."""
    parser = argparse.ArgumentParser(description="What bots win or give away in one seat among strategies of nerve.")
    parser.add_argument("games", nargs="+", choices=GAMES, metavar="{" + ",".join(GAMES) + "}")
    parser.add_argument("--bots", nargs="+", metavar="BOT", help="(strong and the previous search, half a second each)")
    parser.add_argument("--seconds", type=float, default=1800.0, help="for a game, compiling not counted (1800)")
    parser.add_argument("--looks", type=int, default=200, help="deals that each choice is looked at on (200)")
    parser.add_argument("--only", choices=PARTS, help="what the bots are asked (all)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time, which share the hands (2)")
    parser.add_argument("--seed", type=int, default=1, help="the first hand (1)")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for name in given.games:
            seated = given.bots or (BOTS[1:] if name in OF_STRATEGY else BOTS)
            asked = [
                pool.submit(gathered, (name, given.looks, given.only), seated, given.seed + k, given.jobs, given.seconds)
                for k in range(given.jobs)
            ]
            found = summed_up([hands for job in asked for hands in job.result()])
            print(f"{name:<12}", *found.cells(), f"stuck {found.stuck:.1%}", sep="  ", flush=True)
            if not given.bots and not given.only:
                keep(name, found)


if __name__ == "__main__":
    main()
