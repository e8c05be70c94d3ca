"""Random cells of real hands never stop the pad, and what no deal gives is refused in the game's own words."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

import parlour
from parlour.engine.game import Game
from parlour.engine.rooms import room, room_names
from parlour.house.pad import Field, Form, Lacking, Refused, Scorer, Unsettled
from parlour.ladder.climbing import Climb

HOUSES = 12  # numbers of seats and house rules, the usual ones first
DAILY, ENTRIES = 60, int(os.environ.get("PAD_ENTRIES", "10000"))


def cell(field: Field, chance: random.Random) -> Any:
    """A value that the form allows."""
    if field.kind == "flag":
        return chance.random() < 0.3
    if field.kind == "number":
        return chance.choice((field.low, field.high, chance.randint(field.low, field.high)))
    if field.kind != "course":
        return chance.choice(field.values)[0]
    entries = []
    for _ in range(chance.choice((0, 1, 2, 5, 19, 30, 60))):
        item = chance.choice(field.items)
        whose = [chance.choice(field.values)[0]] if item.who else []
        entries.append([item.what, *whose, *([chance.choice(item.values)[0]] if item.values else [])])
    return entries


def sums(field: Field, cells: dict[str, Any], chance: random.Random) -> None:
    """Divide what must add up, or random entries would hardly ever reach the rules."""
    left = field.total
    if left is not None:
        for key in field.keys[:-1]:
            cells[key] = chance.choice((0, left, chance.randint(0, left)))
            left -= cells[key]
        cells[field.keys[-1]] = left


Entry = tuple[Game, Scorer, Any, Form, dict[str, Any]]


def random_entries(name: str, number: int) -> Iterator[Entry]:
    """Random entries of hands of a game, under random house rules: (game, scorer, the table dealt, form, cells)."""
    chance = random.Random(f"pad {name}")
    begun = []
    for game, _ in Climb(room(name)).tries(HOUSES, "pad"):
        scorer = Scorer(game, [f"P{p}" for p in range(game.seats)])
        begun.append((game, scorer, [scorer.deal(scorer.begin(dealer)) for dealer in range(game.seats)]))
    for n in range(number):
        game, scorer, deals = begun[n % len(begun)]
        dealt = chance.choice(deals)
        form = scorer.form(dealt)
        cells = {key: cell(field, chance) for field in form.fields for key in field.keys}
        for field in form.fields:
            sums(field, cells, chance)
        yield game, scorer, dealt, form, cells


def fuzz(name: str, number: int) -> tuple[int, int]:
    """(entries accepted, entries refused); fails if a room's own `settle` does."""
    accepted = refused = 0
    for game, scorer, dealt, form, cells in random_entries(name, number):
        values, missing, problems = form.read(cells)
        if missing or problems:
            refused += 1
            continue
        try:
            scorer.settle(dealt, form, values)
            accepted += 1
        except Unsettled as fault:
            raise AssertionError(f"{game!r}: {cells}") from fault.__cause__
        except (Lacking, Refused):
            refused += 1
    return accepted, refused


@pytest.mark.parametrize("name", room_names())
def test_random_cells_are_scored_or_refused(name: str) -> None:
    assert sum(fuzz(name, DAILY)) == DAILY


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", room_names())
def test_ten_thousand_random_entries(name: str) -> None:
    assert sum(fuzz(name, ENTRIES)) == ENTRIES


SCOPA = {"cards.0": 20, "cards.1": 20, "diamonds.0": 5, "diamonds.1": 5, "sette_bello": 0, "primiera": 0}
LITTLE = SCOPA | {"primiera": 1}
CASSINO = {"cards.0": 30, "cards.1": 22, "spades.0": 7, "spades.1": 6, "owner 10♦": 0, "owner 2♠": 1}
CASSINO |= {f"owner A{suit}": 0 for suit in "♠♣♥♦"}
PORRAZO = {"cards.0": 26, "cards.1": 26}
ALL_TO_ONE = {"cards.0": 52, "cards.1": 0}
IMPOSSIBLE = [
    ("scopa", SCOPA | {"diamonds.0": 0, "diamonds.1": 10, "primiera": 1}, "cannot have 7♦"),
    ("scopa", SCOPA | {"cards.0": 1, "cards.1": 39}, "5 diamonds among 1 card"),
    ("scopa", SCOPA | {"sweeps": [["sweep", 0]] * 19}, "19 sweeps"),
    ("scopa", SCOPA | {"sweeps": [["sweep", 0]] * 11}, "cannot have made 11 sweeps"),
    ("scopa", SCOPA | {"cards.0": 7, "cards.1": 33}, "no card of every suit"),
    ("scopa", SCOPA | {"cards.0": 6, "cards.1": 34, "primiera": -1}, "has a card of every suit"),
    ("scopa", SCOPA | {"cards.0": 39, "cards.1": 1, "diamonds.0": 10, "diamonds.1": 0}, "a single card"),
    ("scopa", SCOPA | {"sweeps": [["sweep", p] for p in (0, 1) * 6 + (0,)]}, "13 sweeps in this order take at least 38 turns"),
    ("cassino", CASSINO | {"sweeps": [["sweep", 0]] * 25}, "25 sweeps"),
    ("cassino", CASSINO | {"cards.0": 1, "cards.1": 51, "spades.0": 0, "spades.1": 13}, "a single card"),
    (
        "cassino",
        CASSINO | {"sweeps": [["sweep", p] for p in (0, 1) * 8 + (0,)]},
        "17 sweeps in this order take at least 50 turns",
    ),
    ("cassino", CASSINO | {"cards.0": 7, "cards.1": 45}, "and so not"),
    (
        "cassino",
        CASSINO | {"cards.0": 31, "cards.1": 21, "sweeps": [["sweep", p] for p in (0, 1) * 5 + (1,) * 5]},
        "no captures give piles of 31, 21 cards together with these sweeps",
    ),
    ("cassino", CASSINO | {"cards.0": 50, "cards.1": 2, "spades.0": 11, "spades.1": 2}, "so many different ranks"),
    (
        "cassino",
        CASSINO | {"cards.0": 50, "cards.1": 2, "spades.0": 13, "spades.1": 0, "owner 2♠": 0, "owner A♥": 1, "owner 10♦": 1},
        "so many different ranks",
    ),
    ("scopa", LITTLE | {"cards.0": 2, "cards.1": 38, "diamonds.0": 2, "diamonds.1": 8}, "so many different ranks"),
    ("scopa", LITTLE | {"cards.0": 4, "cards.1": 36, "diamonds.0": 3, "diamonds.1": 7, "sweeps": [["sweep", 0]] * 2}, "so many"),
    ("scopa", LITTLE | {"cards.0": 28, "cards.1": 12, "sweeps": [["sweep", p] for p in (0, 1) * 5]}, "with these sweeps"),
    ("schnapsen", {"declared": 0, "points": 1, "trickless.1": True}, "no tricks and marriages bring 1 point"),
    ("schnapsen", {"declared": 0, "points": 220, "against": 4}, "no tricks and marriages"),
    ("schnapsen", {"declared": 0, "points": 0, "against": 20}, "has won a trick"),
    ("schnapsen", {"declared": 0, "points": 0, "closed": 1, "trickless.0": True, "against": 20}, "has won a trick"),
    ("schnapsen", {"declared": 0, "points": 66, "trickless.0": True, "trickless.1": True}, "has won a trick"),
    ("schnapsen", {"declared": -1, "last": 0, "trickless.0": True}, "won the last trick"),
    ("porrazo", PORRAZO | {"course": [["counter", 1, 5]]}, "answers no porrazo"),
    ("porrazo", PORRAZO | {"course": [["porrazo", 0, 5], ["counter", 1, 6]]}, "answers no porrazo"),
    ("porrazo", PORRAZO | {"course": [["porrazo", 0, 5], ["san benito", 1, 5]]}, "answers no counter"),
    ("porrazo", PORRAZO | {"course": [["porrazo", 0, 5]] * 3}, "only four cards"),
    ("porrazo", ALL_TO_ONE | {"course": [["porrazo clearing 3", 1, 9]]}, "P1 has captured at least 3 cards, not 0"),
    ("porrazo", ALL_TO_ONE | {"course": [["porrazo", 0, 5], ["counter", 1, 5]]}, "P1 has captured at least 3 cards, not 0"),
    ("porrazo", ALL_TO_ONE | {"course": [["limpia", 1, 5]] * 2}, "P1 has captured at least 4 cards, not 0"),
    ("porrazo", PORRAZO | {"cards.0": 51, "cards.1": 1}, "a single card"),
    ("porrazo", PORRAZO | {"course": [["in place", 0, 0]] * 5}, "only four cards"),
    ("porrazo", PORRAZO | {"course": [["in place", 0, 0]] * 3 + [["porrazo", 0, 0]] * 2}, "only four cards"),
    ("porrazo", PORRAZO | {"course": [["ronda", 0, 5]] * 9}, "a hand has 8 deals"),
    ("crazy_eights", {"cards.0": 0, "cards.1": 0}, "two are out"),
    ("schafkopf", {"declarer": 0, "points": 1}, "no cards are worth 1"),
    ("schafkopf", {"declarer": 0, "points": 119}, "no cards are worth 119"),
]
CARDS_LEFT = {"cards.0": 0, "cards.1": 4, "cards.2": 4, "cards.3": 4}
BRAG = {f"paid.{p}": 1 for p in range(5)}
CRASH = {"first": 0, "second": 0, "third": 0, "fourth": 0}
BADUGI = {f"paid.{p}": 8 for p in range(6)}
UNDER_HOUSE_RULES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("machiavelli", {}, {"cards.0": 34, "cards.1": 34, "cards.2": 34}, "2 cards are left for the table"),
    ("machiavelli", {}, {"cards.0": 0, "cards.1": 0, "cards.2": 9}, "two are out"),
    ("machiavelli", {}, {"cards.0": 0, "cards.1": 90, "cards.2": 1}, "no turns lead to hands of 0, 90, 1"),
    ("khanhoo", {}, {"out": -1, **{f"melds.{p}": [["court"]] * 4 for p in range(3)}}, "the pack does not have enough"),
    ("khanhoo", {}, {"out": 0, "melds.0": [["triplet"]] * 4}, "these have too few"),
    ("khanhoo", {"bumping": False}, {"out": -1, "melds.0": [["royal"]] * 2}, "which is double royal"),
    (
        "khanhoo",
        {"seats": 4},
        {"out": 0, "melds.0": [["sequence"]] * 3, **{f"melds.{p}": [["sequence"]] * 5 for p in (1, 2, 3)}},
        "the pack does not have enough",
    ),
    ("khanhoo", {}, {"out": -1, "melds.0": [["double royal"]], "melds.1": [["royal"]]}, "the pack does not have enough"),
    ("klondike", {"scoring": "standard"}, {"won": True, "points": 746}, "a multiple of 5"),
    ("klondike", {"scoring": "standard"}, {"won": True, "points": 750}, "has 10 to 745"),
    ("klondike", {"scoring": "standard", "draw": 3}, {"won": True, "points": 620}, "has 625 to 745"),
    ("klondike", {"scoring": "standard"}, {"won": False, "points": 740}, "has 0 to 735"),
    ("spider", {"scoring": "points"}, {"won": True, "points": 1290}, "a deal that came out has"),
    ("spider", {"scoring": "points"}, {"won": False, "points": 1200}, "a deal that did not come out has"),
    ("delphi", {}, {"tokens.1": 51, "tokens.2": 1, "tokens.3": 1}, "cannot have 51 tokens"),
    ("delphi", {"lose_token": False}, {f"tokens.{p}": 0 for p in (1, 2, 3)}, "has at least 1, not 0"),
    ("brag", {}, BRAG | {"winner": 1}, "nobody has bet"),
    ("brag", {}, BRAG | {"paid.0": 90, "winner": 0}, "no bets come to these payments"),
    (
        "brag",
        {},
        BRAG | {"paid.2": 5, "pots": "several", "takes.2": 9, **{f"takes.{p}": 0 for p in (0, 1, 3, 4)}},
        "all their chips",
    ),
    ("totit", {}, {"pairs.0": 8, "pairs.1": 0, "pairs.2": 0}, "has 7 turns"),
    ("totit", {}, {"pairs.0": 7, "pairs.1": 7, "pairs.2": 7}, "21 captures"),
    ("totit", {"points_per_card": True}, {"cards.0": 5, "cards.1": 8, "cards.2": 8}, "every capture takes two"),
    ("totit", {"points_per_card": True}, {"cards.0": 0, "cards.1": 2, "cards.2": 0}, "at least 5, since they are forced"),
    ("crash", {}, CRASH | {"bonus": 1}, "the game was over before the four of a kind"),
    ("crash", {"fouls": "allowed"}, CRASH | {"fourth": 1, "foul.0": 1, "second": -1, "third": -1, "bonus": 0}, "has fouled"),
    ("crazy_eights", {"scoring": "points"}, CARDS_LEFT | {f"points.{p}": 4 * (p > 0) for p in range(4)}, "for all these points"),
    ("crazy_eights", {}, CARDS_LEFT | {"cards.1": 43}, "at least 2 on the pile"),
    ("badugi", {}, BADUGI | {"paid.0": 9} | {f"folded.{p}": True for p in range(1, 6)}, "only P0 paid 9"),
    ("badugi", {}, BADUGI | {f"place.{p}": 2 for p in range(6)}, "fewer than 1 have been entered as better"),
    ("badugi", {}, BADUGI | {f"paid.{p}": 7 for p in range(6)}, "no bets of 2 and 4 come to the 7"),
    ("badugi", {}, BADUGI | {"folded.0": True}, "nothing to fold for"),
    ("badugi", {}, BADUGI | {"paid.3": 4}, "who does not call folds"),
    (
        "solo",
        {},
        {"declarer": 0, "forced": True, "game": "simple", "trumps": "♠", "partner": 1, "tricks": 0},
        "the queen of clubs",
    ),
    ("toepen", {}, {"course": [["knocks", 0], ["pays", 1]], "winner": 0}, "before anybody knocks"),
    ("toepen", {}, {"course": [["knocks", 0], ["folds", 1], ["folds", 1]], "winner": 0}, "cannot have folded"),
    ("toepen", {}, {"course": [["pays", 0]] * 5, "winner": 0}, "no more than 4 hands can be discarded"),
    ("i_doubt_it", {}, {"cards.0": 0, "cards.1": 20, "cards.2": 20, "cards.3": 12}, "lies in the pile"),
]
IMPOSSIBLE_ENTRIES = [(name, {}, cells, why) for name, cells, why in IMPOSSIBLE] + UNDER_HOUSE_RULES


@pytest.mark.parametrize(("name", "house", "cells", "why"), IMPOSSIBLE_ENTRIES)
def test_what_no_deal_gives_is_refused(name: str, house: dict[str, Any], cells: dict[str, Any], why: str) -> None:
    game = parlour.game(name, **house)
    scorer = Scorer(game, [f"P{p}" for p in range(game.seats)])
    dealt = scorer.deal(scorer.begin(0))
    form = scorer.form(dealt)
    values, missing, problems = form.read(cells | {key: 1 for key in form.keys if name == "crazy_eights" and key not in cells})
    assert (missing, problems) == ([], [])
    with pytest.raises(Refused, match=why) as refused:
        scorer.settle(dealt, form, values)
    assert not isinstance(refused.value, Unsettled)


def test_the_points_at_schnapsen_are_those_that_tricks_give() -> None:
    """Against dealing all cards of short hands: every pair of piles of up to two tricks is possible, and nothing below them."""
    from parlour.games.schnapsen.pad import possible

    worth = [11, 10, 4, 3, 2] * 4
    chance = random.Random("schnapsen")
    for _ in range(300):
        chance.shuffle(worth)
        n, m = 2 * chance.randint(1, 5), 2 * chance.randint(0, 5)
        assert possible(sum(worth[:n]), sum(worth[n : n + m]))
    for points in (1, 2, 3):
        assert not possible(points, 0)
        assert not possible(66, points)
    assert not possible(120, 120)


def test_what_the_pad_cannot_find_out_is_remarked(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no time to think a pad decides nothing: it must say so, and not pass for one that has found the bets or the cards."""
    from parlour.house.pad import betting, witness

    monkeypatch.setattr(betting, "MOST_TRIES", -1)
    monkeypatch.setattr(witness, "MOST_TRIES", 0)
    badugi = BADUGI | {f"folded.{p}": False for p in range(6)} | {f"place.{p}": p + 1 for p in range(6)}
    crazy = {"cards.0": 0, "cards.1": 2, "points.0": 0, "points.1": 12}
    for game, cells in ((parlour.game("badugi"), badugi), (parlour.game("crazy_eights", seats=2, scoring="points"), crazy)):
        scorer = Scorer(game, [f"P{p}" for p in range(game.seats)])
        dealt = scorer.deal(scorer.begin(0))
        form = scorer.form(dealt)
        values, missing, problems = form.read(cells)
        assert not missing
        assert not problems
        account = scorer.settle(dealt, form, values).account
        assert any("could not find out" in str(entry) for entry in account), (game, account)
