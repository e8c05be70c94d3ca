"""The pad accepts exactly what hands can come to: against every course of small games, and against exhaustive searches.

Neither knows the pad's own reasons. Betting is played by the house's rules choice by choice; the other games are counted here.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import parlour
from house.test_rulebook_lint import houses
from parlour.engine import steps
from parlour.engine.game import Game
from parlour.games.brag.pad.paid import can_be_paid
from parlour.games.khanhoo.melds import ALL_CARDS, MELDS, TYPES
from parlour.games.khanhoo.pad import are_in_pack
from parlour.games.machiavelli.pad.turns import can_come_to
from parlour.house.pad import Refused, Scorer, Unsettled
from parlour.house.pad.betting import Rounds, bets_come_to
from parlour.house.pad.witness import can_deal
from parlour.kit import BIG_JOKER, NOBODY, cards_in

NAMES = [f"P{p}" for p in range(10)]
Cells = dict[str, Any]


def accepts(scorer: Scorer, dealt: Any, cells: Cells) -> bool:
    """Whether a pad takes an entry."""
    form = scorer.form(dealt)
    values, missing, problems = form.read(cells)
    if missing or problems:
        return False
    try:
        scorer.settle(dealt, form, values)
    except Unsettled:
        raise
    except Refused:
        return False
    return True


def every_course(game: Game, tables: Any, ends: Sequence[str], only: Callable[[str], str | None]) -> Iterator[Any]:
    """The tables to which any choices lead at the first step of some phases. only: the one choice to be made in a phase."""
    phases, menu = game.room.phases, np.zeros(game.room.menu_size, np.int64)
    todo, seen = [tables.copy()], set()
    while todo:
        now = todo.pop()
        while now[0].turn == NOBODY and phases[int(now[0].phase)] not in ends:
            steps.step_row(now, 0, 1, 0)
        if now.tobytes() in seen:
            continue
        seen.add(now.tobytes())
        if now[0].turn == NOBODY:
            yield now[0]
            continue
        name = only(phases[int(now[0].phase)])
        words = [] if name else [int(word) for word in menu[: int(steps.menu_row(now, 0, menu))]]
        codes = [game.room.read_choice(name)] if name else [(w & 0xFFFFFFFF) + k for w in words for k in range((w >> 32) + 1)]
        for code in codes:
            after = now.copy()
            steps.act_row(after, 0, code)
            todo.append(after)


def dealt_with(game: Game, chips: Sequence[int]) -> tuple[Scorer, Any]:
    """Return a hand that has been dealt to players with these chips."""
    scorer = Scorer(game, NAMES[: game.seats])
    dealt = scorer.deal(scorer.begin(game.seats - 1))
    dealt[0].score[: game.seats] = chips
    return scorer, dealt


DRAW_POKER = [
    ((9, 9), {}),
    ((9, 6), {"heads_up_dealer_small": False}),
    ((5, 4, 6), {"cap": 3}),
    ((6, 3, 5), {"small_blind": 0, "big_blind": 0, "ante": 1, "free_fold": True}),
    ((16, 15), {"cap": 0, "small_bet": 1, "big_bet": 3}),  # long ladders
]
MORE_DRAW_POKER = [
    ((9, 9, 9), {"cap": 3, "free_fold": True}),
    ((7, 5, 9), {"cap": 0, "ante": 1}),
    ((6, 3, 6, 7), {"cap": 3}),
    ((8, 6, 7), {"reopen": "half", "short_blind": "nominal", "small_blind": 3, "big_blind": 1}),
    ((9, 8, 2), {"draws": 2, "small_bet": 1, "big_bet": 3}),
    ((14, 11, 12), {"cap": 0, "small_bet": 1, "big_bet": 2, "small_blind": 0, "big_blind": 0}),
]


@pytest.mark.parametrize(
    ("chips", "house"), [*DRAW_POKER, *(pytest.param(*case, marks=pytest.mark.soak) for case in MORE_DRAW_POKER)]
)
def test_payments_at_draw_poker_are_those_of_every_betting(chips: tuple[int, ...], house: dict[str, Any]) -> None:
    game = parlour.game("badugi", seats=len(chips), **({"draws": 1} | house))
    scorer, dealt = dealt_with(game, chips)
    seats = range(game.seats)
    real = {
        (tuple(int(n) for n in t.paid[: game.seats]), tuple(bool(t.folded[p]) for p in seats))
        for t in every_course(game, dealt, ("take", "show"), lambda phase: "done" if phase == "discard" else None)
    }
    accepted = set()
    for paid in itertools.product(*(range(n + 1) for n in chips)):
        for folded in itertools.product((False, True), repeat=game.seats):
            cells = {f"paid.{p}": paid[p] for p in seats} | {f"folded.{p}": folded[p] for p in seats}
            if accepts(scorer, dealt, cells):
                accepted.add((paid, folded))
    assert accepted == real


def one_course(game: Game, tables: Any, ends: Sequence[str], chance: random.Random, only: Callable[[str], str | None]) -> Any:
    """The table to which random choices lead at the first step of some phases; calls are likelier than folds."""
    phases, now, menu = game.room.phases, tables.copy(), np.zeros(game.room.menu_size, np.int64)
    while now[0].turn != NOBODY or phases[int(now[0].phase)] not in ends:
        if now[0].turn == NOBODY:
            steps.step_row(now, 0, 1, 0)
            continue
        name = only(phases[int(now[0].phase)])
        words = [int(word) for word in menu[: int(steps.menu_row(now, 0, menu))]]
        codes = [(word & 0xFFFFFFFF) + chance.randint(0, word >> 32) for word in words]
        steps.act_row(
            now, 0, game.room.read_choice(name) if name else chance.choice(codes[1:] or codes if chance.random() < 0.7 else codes)
        )
    return now[0]


def test_payments_of_played_hands_of_draw_poker_are_accepted() -> None:
    """Under random house rules, from random stacks: none is refused, and hardly any is undecided."""
    chance, found = random.Random("draw poker hands"), Counter[bool | None]()
    for game in houses("badugi", 12):
        bet = max(int(game.options[name]) for name in ("small_bet", "big_bet", "small_blind", "big_blind", "ante"))
        for _ in range(6):
            chips = [chance.randint(1, min(bet * chance.choice((1, 4, 40)), 10**9)) for _ in range(game.seats)]
            _, dealt = dealt_with(game, chips)
            t = one_course(game, dealt, ("take", "show"), chance, lambda phase: "done" if phase == "discard" else None)
            paid = tuple(int(n) for n in t.paid[: game.seats])
            folded = sum(1 << p for p in range(game.seats) if t.folded[p])
            found[Rounds(dealt[0], paid, folded).possible()] += 1
    assert not found[False]
    assert found[None] <= found[True] / 50


BRAG_ENTRIES = 300
BRAG = [
    ((3, 2, 3, 2), {"min_open": 1, "max_open": 2, "max_raise": 1}),
    ((6, 3, 5, 4), {"min_open": 2, "max_open": 3, "max_raise": 1, "blind_play": False}),
]
MORE_BRAG = [
    ((3, 4, 3, 2), {"min_open": 1, "max_open": 2, "max_raise": 1}),
    ((6, 3, 5, 4), {"min_open": 2, "max_open": 3, "max_raise": 1}),
    ((4, 3, 5, 3), {"min_open": 1, "max_open": 2, "max_raise": 2, "limit": "pot"}),
    ((5, 4, 1, 5), {"min_open": 1, "max_open": 2, "max_raise": 1, "duel_limit": 1}),
]


@pytest.mark.parametrize(("chips", "house"), [*BRAG, *(pytest.param(*case, marks=pytest.mark.soak) for case in MORE_BRAG)])
def test_payments_at_brag_are_those_of_every_betting(chips: tuple[int, ...], house: dict[str, Any]) -> None:
    """With every way to win and divide the pots that some course has, and with each player as the only winner."""
    game = parlour.game("brag", seats=len(chips), **house)
    _, dealt = dealt_with(game, chips)
    seats, real = range(game.seats), set()
    for t in every_course(game, dealt, ("gather",), lambda _: None):
        covered = sorted((p for p in seats if t.covers[p]), key=lambda p: int(t.covers[p]))
        pots = [int(t.pots[k]) for k in range(len(covered) + 1)]
        pots[-1] += int(t.bet[: game.seats].sum())
        for champion in (p for p in seats if int(t.to_act) >> p & 1):
            paid = tuple(int(n) for n in t.paid[: game.seats])
            real |= {(paid, takes) for takes in shares(game.seats, tuple(pots), tuple(covered), champion)}
    several, entries = {takes for _, takes in real}, []
    for paid in itertools.product(*(range(1, n + 1) for n in chips)):
        alone = {tuple(sum(paid) * (p == q) for q in seats) for p in seats}
        entries += [(paid, takes) for takes in alone | {takes for takes in several if sum(takes) == sum(paid)}]
    undecided = 0
    for paid, takes in random.Random("brag").sample(sorted(entries), min(BRAG_ENTRIES, len(entries))):
        found = can_be_paid(dealt[0], paid, chips, takes)
        undecided += found is None
        assert found in (None, (paid, takes) in real), (paid, takes)
    assert undecided <= BRAG_ENTRIES / 100


@cache
def shares(seats: int, pots: tuple[int, ...], covered: tuple[int, ...], champion: int) -> set[tuple[int, ...]]:
    """Return what everybody can take, by the hands (R12, R13). pots: the current one last."""
    found, able = set(), [*covered, champion]
    for hands in itertools.product(range(len(able)), repeat=len(able)):
        hand, takes, best = dict(zip(able, hands, strict=True)), [0] * seats, champion
        takes[best] += pots[-1]
        for p, chips in reversed([*zip(covered, pots, strict=False)]):
            if hand[p] > hand[best]:
                best = p
            share = chips // 2 if hand[p] == hand[best] and p != best else 0
            takes[p] += share
            takes[best] += chips - share
        found.add(tuple(takes))
    return found


def test_payments_of_played_deals_of_brag_are_never_refused() -> None:
    """Under random house rules, with equal stacks and with others, by random players: hardly any is undecided."""
    chance, found = random.Random("brag deals"), Counter[bool | None]()
    for game in houses("brag", 6):
        stack, ante = int(game.options["stack"]), int(game.options["ante"])
        for chips in ([stack] * game.seats, [chance.randint(ante, stack) for _ in range(game.seats)]):
            _, dealt = dealt_with(game, chips)
            t = one_course(game, dealt, ("gather",), chance, lambda _: None)
            seats = [(int(t.dealer) + n) % game.seats for n in range(1, game.seats + 1)]
            covered = sorted((n for n, p in enumerate(seats) if t.covers[p]), key=lambda n: int(t.covers[seats[n]]))
            pots = [int(t.pots[k]) for k in range(len(covered) + 1)]
            pots[-1] += sum(int(t.bet[p]) for p in seats)
            champion = chance.choice([n for n, p in enumerate(seats) if int(t.to_act) >> p & 1])
            takes = chance.choice(sorted(shares(len(seats), tuple(pots), tuple(covered), champion)))
            found[can_be_paid(t, [int(t.paid[p]) for p in seats], [chips[p] for p in seats], takes)] += 1
    assert not found[False]
    assert found[None] <= found[True] / 2


def hands_left(pack: int, dealt: int, seats: int, house: dict[str, Any]) -> set[tuple[int, ...]]:
    """Machiavelli by counts: the hands at the end of every course of the game (R4 to R9, F101), any three cards being a meld."""
    penalty, first, ends = house["penalty"], house["draw_then_play"], house["stock_out"]
    start = ((dealt,) * seats, pack - seats * dealt, 0, 0, 0)  # hands, stock, table, who is on turn, turns without a card
    found, todo, seen = set(), [start], {start}
    while todo:
        hands, stock, table, p, idle = todo.pop()
        drawn = int(first and stock > 0)
        stock -= drawn

        def after(change: int, stock: int, table: int, moved: bool) -> None:
            new = (*hands[:p], hands[p] + drawn + change, *hands[p + 1 :])  # noqa: B023
            waited = 0 if moved or drawn else idle + 1  # noqa: B023
            if new[p] == 0 or waited == seats or (ends and stock == 0):  # noqa: B023
                found.add(new)
            elif (state := (new, stock, table, (p + 1) % seats, waited)) not in seen:  # noqa: B023
                seen.add(state)
                todo.append(state)

        after(0, stock, table, False) if first or not stock else after(1, stock - 1, table, True)
        for laid in range(1, hands[p] + drawn + 1):
            if table + laid >= 3:
                after(-laid, stock, table + laid, True)
        failed = min(penalty, stock)
        after(failed, stock - failed, table, failed > 0)
    return found


MACHIAVELLI = [(22, 7, 2, 3, False, False), (24, 7, 2, 3, True, False)]
MORE_MACHIAVELLI = [(26, 7, 3, 2, True, True), (30, 8, 2, 5, False, False)]


@pytest.mark.parametrize("case", [*MACHIAVELLI, *(pytest.param(case, marks=pytest.mark.soak) for case in MORE_MACHIAVELLI)])
def test_hands_at_machiavelli_are_those_of_every_course(case: tuple[Any, ...]) -> None:
    """With packs so small that the end of the stock is never far."""
    pack, dealt, seats, penalty, first, ends = case
    house = {"penalty": penalty, "draw_then_play": first, "stock_out": ends}
    t = SimpleNamespace(cards=dealt, **house)
    accepted = {
        cards
        for cards in itertools.product(range(pack + 1), repeat=seats)
        if sum(cards) <= pack and cards.count(0) < 2 and not (min(cards) and 0 < pack - sum(cards) < 3)
        if can_come_to(t, list(cards), pack - seats * dealt)
    }
    assert accepted == hands_left(pack, dealt, seats, house)


def fit(melds: list[str], joker: bool, ace_triplets: bool) -> bool:
    """Whether melds can be taken from Khanhoo's pack card by card; the joker may stand for any card of one of them."""
    pack = Counter(dict.fromkeys(cards_in(ALL_CARDS), 2)) + Counter({BIG_JOKER: int(joker)})
    if not melds:
        return True
    order = sorted(melds, key=lambda kind: len(MELDS[TYPES.index(kind)]))

    def take(n: int) -> bool:
        if n == len(order):
            return True
        for cards in MELDS[TYPES.index(order[n])]:
            if len(cards) not in (3, 6) or (order[n] == "triplet" and cards[0] % 13 == 12 and not ace_triplets):
                continue
            for k in range(-1, len(cards) if pack[BIG_JOKER] else 0):
                need = Counter(BIG_JOKER if n == k else card for n, card in enumerate(cards))
                if need <= pack:
                    pack.subtract(need)
                    if take(n + 1):
                        return True
                    pack.update(need)
        return False

    return take(0)


def test_melds_at_khanhoo_come_from_one_pack() -> None:
    rules = parlour.game("khanhoo").room.module
    chance, found = random.Random("khanhoo melds"), Counter[bool]()
    for _ in range(150):
        melds = chance.choices(TYPES, [chance.random() ** 2 for _ in TYPES], k=chance.choice((3, 5, 8)))
        joker, ace_triplets = chance.random() < 0.5, chance.random() < 0.5
        possible = are_in_pack(rules, melds, int(joker), ace_triplets)
        assert possible == fit(melds, joker, ace_triplets), melds
        found[possible] += 1
    assert min(found.values()) > 20


def test_hands_of_so_many_points_come_from_one_pack() -> None:
    """Against giving out every card of small packs to every player or to nobody."""
    chance, found = random.Random("can deal"), Counter[bool]()
    for _ in range(150):
        worth = chance.sample(range(1, 8), 3)
        kinds = {points: range(chance.randint(1, 2)) for points in worth}
        packs = chance.randint(1, 2)
        cards = [points for points, some in kinds.items() for _ in range(packs * len(some))]
        if len(cards) > 8:
            continue
        shares = [(n := chance.randint(0, 3), n * chance.choice(worth) + chance.choice((0, 0, 1, 3))) for _ in range(2)]
        possible = any(
            all(
                (owners.count(p), sum(points for points, owner in zip(cards, owners, strict=True) if owner == p)) == share
                for p, share in enumerate(shares)
            )
            for owners in itertools.product(range(3), repeat=len(cards))
        )
        assert can_deal(shares, kinds, packs) == possible, (shares, cards)
        found[possible] += 1
    assert min(found.values()) > 10


@pytest.mark.parametrize("house", [{}, {"start_tokens": 3, "cards": 9}, {"start_tokens": 0, "cards": 6}, {"lose_token": False}])
def test_tokens_at_delphi_are_those_of_every_answer(house: dict[str, Any]) -> None:
    game = parlour.game("delphi", seats=3, **house)
    tokens = {game.options["start_tokens"]}
    for _ in range(game.options["cards"]):  # R5
        tokens = {n + 1 for n in tokens} | {max(n - 1, 0) if game.options["lose_token"] else n for n in tokens}
    scorer, dealt = dealt_with(game, [0] * 3)
    most = game.options["start_tokens"] + game.options["cards"]
    assert {n for n in range(most + 1) if accepts(scorer, dealt, {"tokens.0": n, "tokens.1": most})} == tokens


@pytest.mark.parametrize(
    "house", [{}, {"passes": 1}, {"passes": 2}, {"passes": 3}, {"draw": 3}, {"auto_finish": True}, {"foundation_return": True}]
)
def test_points_at_klondike_are_those_of_every_order(house: dict[str, Any]) -> None:
    """F101 by counts: cards home, cards turned up, and cards of the stock that go to a column, in any order, between recycles."""
    game = parlour.game("klondike", scoring="standard", **house)
    passes, pays = game.options["passes"], game.options["draw"] == 1
    home, others = 52 * 2, 21  # in fives: what a deal that came out has earned, but for cards of the stock that went to columns
    reached = np.zeros((home + others + 24 + 1, home + others + 24 + 1), bool)  # earned so far, score
    reached[0, 0] = True
    totals: set[int] = set()
    for _ in range((passes or 9) if pays else 1):
        ended = np.zeros_like(reached)
        ended[2:, 2:] = reached[:-2, :-2]  # at least one card goes home after the last recycle
        for table in (reached, ended):
            for earned, step in itertools.product(range(len(table)), (1, 2)):  # a card earns one or two fives
                if earned >= step:
                    table[earned, step:] |= table[earned - step, :-step]
        totals |= {5 * int(score) for row in ended[home + others :] for score in np.nonzero(row)[0]}
        again = np.zeros_like(reached)
        again[:, :-20] = reached[:, 20:]
        again[:, 0] |= reached[:, :21].any(axis=1)
        reached = again
    if game.options["foundation_return"]:  # R3: fifteen lost and ten won again, as often as one likes
        totals = set(range(10, max(totals) + 1, 5))
    scorer, dealt = dealt_with(game, [0])
    assert {n for n in range(800) if accepts(scorer, dealt, {"won": True, "points": n})} == totals
    lost = {n for n in range(800) if accepts(scorer, dealt, {"won": False, "points": n})}
    assert lost == set(range(0, max(totals) - (15 if game.options["auto_finish"] else 10) + 1, 5))


def test_whole_bets_come_to_what_their_sums_are() -> None:
    """By adding up every number of small and of big bets."""
    for small, big, early, late, cap in itertools.product(range(1, 6), range(1, 6), range(3), range(3), (0, 2)):
        few, many = (cap or 40) * early, (cap or 40) * late
        sums = {n * small + m * big for n in range(few + 1) for m in range(many + 1)}
        assert all(bets_come_to(chips, (small, big), (early, late), cap) == (chips in sums) for chips in range(-1, 40))
