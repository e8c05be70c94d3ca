"""Partners and seats: draws, wishes and strengths against plain enumerations; rotations counted by hand; refusals in a line."""

from __future__ import annotations

import io
import re
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pypdf
import pytest

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import room, room_names
from parlour.house import press
from parlour.house.seating import (
    Seating,
    Wishes,
    agreed,
    balanced,
    draw,
    read_names,
    read_sizes,
    rotate,
    rotate_pairs,
    seat_sides,
)
from parlour.house.seating.asking import Asked, rules_for, settle, sides_of_game
from parlour.house.seating.draws import cards_put_out
from parlour.house.seating.paper import seating_pdf
from parlour.house.seating.rotations import Rotation, excess
from parlour.house.seating.teams import count_divisions, divisions, read_ratings
from parlour.kit.cards import card_name

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal"]
SIZES = [(2, 2), (3, 2), (3, 3), (2, 2, 2), (1, 1, 1), (4, 4), (2, 2, 2, 2), (4, 2), (5,) * 4, (2,) * 8, (8, 8), (1,) * 12]


def plain_divisions(players: int, sizes: tuple[int, ...]) -> set[frozenset[frozenset[int]]]:
    """All divisions by way of all orders of the players."""
    found = set()
    for order in permutations(range(players)):
        left, teams = list(order), []
        for size in sizes:
            teams.append(frozenset(left[:size]))
            del left[:size]
        found.add(frozenset(teams))
    return found


def as_sets(row: list[int], players: int) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(p for p in range(players) if mask >> p & 1) for mask in row)


@pytest.mark.parametrize("sizes", [(2, 2), (3, 2), (3, 3), (2, 2, 2), (3, 2, 2), (1, 1, 1, 1), (4, 1, 1)])
def test_every_division_is_found_once(sizes: tuple[int, ...]) -> None:
    players = sum(sizes)
    rows = [as_sets(row, players) for row in divisions(sizes).tolist()]
    assert len(rows) == len(set(rows)) == count_divisions(sizes)
    assert set(rows) == plain_divisions(players, sizes)


# the draw


@pytest.mark.parametrize("sizes", SIZES)
def test_the_cards_of_a_draw_say_teams_and_seats(sizes: tuple[int, ...]) -> None:
    cards, sides = cards_put_out(sizes), seat_sides(sizes)
    assert len(set(cards)) == len(cards) == sum(sizes)
    if max(sizes) > 1:
        sign = {  # what distinguishes the teams
            True: lambda card: card // 13 in (1, 2),
            False: lambda card: card // 13,
        }[len(sizes) == 2]
        if len(sizes) > 4:
            sign = lambda card: card % 13  # noqa: E731
        assert len({(sign(card), side) for card, side in zip(cards, sides, strict=True)}) == len(sizes)
    if len(cards) <= 13 and not (len(sizes) > 4 and max(sizes) > 1):
        assert [card % 13 for card in cards] == sorted((card % 13 for card in cards), reverse=True)
    assert cards[0] == 51, "the ace of spades deals"


def test_a_draw_is_fair_and_what_the_article_describes() -> None:
    held = [draw(NAMES[:4], (2, 2), Random(seed)) for seed in range(600)]
    partners = Counter(frozenset(next(team for team in one.seating().teams if "Ann" in team)) for one in held)
    assert {frozenset(("Ann", other)) for other in ("Bob", "Cleo", "Dan")} == set(partners)
    assert min(partners.values()) > 150  # 200 expected, four deviations are 46
    for one in held:
        red = {lot.player for lot in one.lots if card_name(lot.card)[-1] in "♥♦"}
        assert red in [set(team) for team in one.seating().teams]
        assert one.seating().sides == (0, 1, 0, 1)
    three = draw(NAMES[:6], (2, 2, 2), Random(1))
    assert Counter(card_name(card)[-1] for card in three.cards) == {"♠": 2, "♥": 2, "♣": 2}
    assert three.seating().sides == (0, 1, 2, 0, 1, 2)


@pytest.mark.parametrize("sizes", SIZES)
def test_partners_sit_as_far_apart_as_they_can(sizes: tuple[int, ...]) -> None:
    sides = seat_sides(sizes)
    assert tuple(sides.count(team) for team in range(len(sizes))) == sizes
    neighbours = sum(a == b for a, b in zip(sides, (*sides[1:], sides[0]), strict=True))
    assert neighbours == max(0, 2 * max(sizes) - sum(sizes))
    if len(set(sizes)) == 1:
        assert sides == tuple(range(len(sizes))) * sizes[0]


# wishes and strengths


def test_wishes_are_kept_and_what_they_leave_open_is_by_lot() -> None:
    wishes = Wishes.read(["ann,BOB"], ["Cleo,Dan"], NAMES[:6])
    found = Counter()
    for seed in range(300):
        seating, number = agreed(NAMES[:6], (2, 2, 2), wishes, Random(seed))
        assert number == 2
        teams = {frozenset(team) for team in seating.teams}
        assert frozenset(("Ann", "Bob")) in teams
        assert frozenset(("Cleo", "Dan")) not in teams
        found[frozenset(teams)] += 1
    assert len(found) == 2
    assert min(found.values()) > 100


def test_without_wishes_all_divisions_are_equally_likely() -> None:
    found = Counter(frozenset(map(frozenset, agreed(NAMES[:5], (3, 2), Wishes(), Random(seed))[0].teams)) for seed in range(1000))
    assert len(found) == 10
    assert min(found.values()) > 62  # 100 expected, four deviations are 38
    seating, number = agreed([str(n) for n in range(24)], (4,) * 6, Wishes(), Random(1))
    assert (len(seating.teams), number) == (6, count_divisions((4,) * 6))


@pytest.mark.parametrize(
    ("together", "apart", "why"),
    [
        (["Ann,Bob"], ["Bob,Ann"], "Ann and Bob are asked both to play together and to be kept apart"),
        (["Ann,Bob,Cleo"], [], "Ann, Bob and Cleo are to play together, and a team has 2 players at most"),
        ([], ["Ann,Bob,Cleo"], "Ann, Bob and Cleo cannot all be kept apart in 2 teams"),
        (["Ann,Bob", "Bob,Cleo"], [], "no teams of these sizes fulfil all the wishes: let go of one"),
        (["Ann"], [], "together Ann: a wish names at least two players"),
        (["Ann,Zoe"], [], "nobody is called 'Zoe': the players are Ann, Bob, Cleo and Dan"),
    ],
)
def test_wishes_that_cannot_be(together: list[str], apart: list[str], why: str) -> None:
    with pytest.raises(BadInput, match=re.escape(why)):
        settle(Asked(tuple(NAMES[:4]), how="agreement", together=tuple(together), apart=tuple(apart)))


@pytest.mark.parametrize("sizes", [(2, 2), (3, 3), (2, 2, 2), (3, 2), (4, 4)])
def test_strengths_against_every_draw(sizes: tuple[int, ...]) -> None:
    players, rng = sum(sizes), Random(hash(sizes) & 0xFFFF)
    for _ in range(5):
        ratings = {player: rng.choice([rng.randrange(1000, 2000), 12.5]) for player in range(players)}
        found = balanced(NAMES[:players], sizes, ratings, Random(1))
        plain = Counter()
        for row in divisions(sizes).tolist():
            means = [sum(ratings[p] for p in team) / len(team) for team in as_sets(row, players)]
            plain[round(max(means) - min(means), 6)] += 1
        assert {round(apart, 6): count for apart, count in found.draws} == pytest.approx(dict(plain))
        means = [sum(ratings[NAMES.index(name)] for name in team) / len(team) for team in found.seating.teams]
        assert found.apart == pytest.approx(max(means) - min(means)) == pytest.approx(min(plain))
        assert found.strengths == pytest.approx(means)
        spread = sum(apart * count for apart, count in plain.items()) / sum(plain.values())
        assert found.mean == pytest.approx(spread)
        halves = sorted(plain.elements())
        assert found.quantile(0.5) == pytest.approx(halves[(len(halves) + 1) // 2 - 1])


def test_ratings_are_read_by_name_or_in_order() -> None:
    assert read_ratings(["Bob=7,Ann=9", "cleo=1.5"], NAMES[:3]) == {1: 7, 0: 9, 2: 1.5}
    assert read_ratings(["3,2,1"], NAMES[:3]) == {0: 3, 1: 2, 2: 1}
    for texts, why in (
        (["1,2"], "Cleo has no rating"),
        (["1,2,3,4"], "4 ratings for 3 players"),
        (["1,x,3"], "Bob's rating: 'x' is not a number"),
        (["1,nan,3"], "Bob's rating: nan is not between"),
        (["Ann=1,ann=2"], "Ann is rated twice"),
    ):
        with pytest.raises(BadInput, match=re.escape(why)):
            read_ratings(texts, NAMES[:3])


# rotations


def count(rotation: Rotation) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]], Counter[int]]:
    """Count who met whom and who sat out, from the rounds alone, and check that no player is in two places."""
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    out: Counter[int] = Counter()
    for each in rotation.rounds:
        seen = [player for table in each.tables for team in table for player in team] + list(each.out)
        assert sorted(seen) == list(range(rotation.players))
        out.update(each.out)
        for table in each.tables:
            assert tuple(sorted(map(len, table), reverse=True)) == rotation.shape
            for team in table:
                partners.update(frozenset(pair) for pair in combinations(team, 2))
            for team, other in combinations(table, 2):
                opponents.update(frozenset((a, b)) for a in team for b in other)
    return partners, opponents, out


@pytest.mark.parametrize("players", range(4, 17))
def test_the_known_rotations_are_as_even_as_can_be(players: int) -> None:
    rotation = rotate(players)
    partners, opponents, out = count(rotation)
    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    assert rotation.built
    assert rotation.optimal
    for counts in ([partners[p] for p in pairs], [opponents[p] for p in pairs], [out[p] for p in range(players)]):
        assert max(counts) - min(counts) <= 1
    if players % 4 < 2:  # a whist tournament
        assert set(partners.values()) == {1}
        assert len(partners) == len(pairs)
        assert set(opponents.values()) == {2}
        assert len(opponents) == len(pairs)
    assert rotation.sits_again() == (6 if players == 7 else 0)


@pytest.mark.parametrize("pairs", range(2, 9))
def test_pairs_meet_every_pair_once(pairs: int) -> None:
    rotation = rotate_pairs(pairs)
    partners, opponents, _ = count(rotation)
    assert set(partners) == {frozenset((2 * k, 2 * k + 1)) for k in range(pairs)}
    met = Counter(frozenset(player // 2 for player in pair) for pair in opponents)
    assert len(met) == pairs * (pairs - 1) // 2
    assert set(opponents.values()) == {1}
    assert rotation.optimal


@pytest.mark.parametrize("rotation", [rotate(n) for n in range(4, 17)] + [rotate_pairs(n) for n in range(2, 9)])
def test_whoever_follows_the_one_before_arrives(rotation: Rotation) -> None:
    """The rule for moving without the plan is the plan."""
    if not rotation.follows:
        return
    step, ring = rotation.fixed, rotation.follows * rotation.fixed
    for before, after in zip(rotation.rounds, rotation.rounds[1:], strict=False):
        moved = {player: (player + step) % ring if player < ring else player for player in range(rotation.players)}
        assert tuple(tuple(tuple(moved[p] for p in team) for team in table) for table in before.tables) == after.tables


@pytest.mark.parametrize(
    ("players", "rounds", "tables", "shape"),
    [
        (5, 3, 0, (2, 2)),
        (6, 9, 0, (2, 2)),
        (8, 5, 1, (2, 2)),
        (10, 4, 0, (2, 2)),
        (9, 6, 0, (1, 1, 1)),
        (7, 5, 0, (3, 3)),
        (13, 2, 0, (3, 2)),
    ],
)
def test_a_search_counts_what_it_found(players: int, rounds: int, tables: int, shape: tuple[int, ...]) -> None:
    rotation = rotate(players, rounds, tables, shape, seed=5, moves=4000)
    assert rotation == rotate(players, rounds, tables, shape, seed=5, moves=4000)
    assert not rotation.built
    partners, opponents, out = count(rotation)
    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    even = rotation.evenness()
    if "partners" in even:
        assert even["partners"].excess == excess([partners[p] for p in pairs])
    assert even["opponents"].excess == excess([opponents[p] for p in pairs])
    assert even["out"].most - even["out"].least <= 1
    assert (even["out"].least, even["out"].most) == (min(out[p] for p in range(players)), max(out[p] for p in range(players)))


@pytest.mark.parametrize("players", range(8, 17))
def test_three_rounds_for_many_reach_the_bound(players: int) -> None:
    assert rotate(players, 3).optimal


def test_excess_is_what_would_have_to_be_given_away() -> None:
    assert excess([1, 1, 2, 1]) == 0
    assert excess([0, 2, 1, 1]) == 1
    assert excess([0, 0, 2, 2]) == 2
    assert excess([3, 0, 0]) == 3


def test_one_table_where_all_play_has_every_division() -> None:
    for shape, number in (((3, 3), 10), ((2, 2, 2), 15), ((3, 2), 10)):
        rotation = rotate(sum(shape), shape=shape)
        assert len(rotation.rounds) == number == len(set(rotation.rounds))
        assert rotation.optimal


# what is asked, and refused


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (Asked(("Ann",)), "who plays?"),
        (Asked(("1",)), "who plays?"),
        (Asked(("Ann", "ann")), "'ann' is named twice"),
        (Asked(("Ann", "B,C")), "'B,C': a name has no comma"),
        (Asked(("x" * 25, "y")), "24 letters at most"),
        (Asked(("27",)), "27 players: 26 can be seated at most"),
        (Asked(("5",), teams="2"), "give the sizes, such as 3,2"),
        (Asked(("5",), teams="two"), "'two' is neither"),
        (Asked(("6",), teams="3x3"), "3x3 is for 9 players, and there are 6"),
        (Asked(("20",), teams="10", how="strength", ratings=("1," * 20,)), "are looked through at most"),
        (Asked(("17",), how="rotation"), "a rotation is for 4 to 16 players, not 17"),
        (Asked(("7",), how="rotation", tables=2), "7 players fill 1 table of 4, not 2"),
        (Asked(("7",), how="pairs"), "7 players make no pairs"),
        (Asked(("8",), how="rotation", rounds=61), "1 to 60 rounds"),
        (Asked(("8",), how="rotation", together=("1,2",)), "wishes are for pairs that stay together"),
        (Asked(("3",), game="spades"), "Spades is for 4 players, and these are 3: 1, 2 and 3"),
        (Asked(("4",), game="spades", teams="3,1"), "2 teams of 2"),
        (Asked(("4",), game="whisky"), "whisky"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(asked: Asked, why: str) -> None:
    with pytest.raises(BadInput, match=re.escape(why)) as refused:
        settle(asked)
    assert "\n" not in str(refused.value)


def test_names_and_sizes_are_read() -> None:
    assert read_names(["3"]) == ["1", "2", "3"]
    assert read_names(["  Ann  Lee ", "", "Bo\tb"]) == ["Ann Lee", "Bo b"]
    assert read_sizes("", 6) == (3, 3)
    assert read_sizes("", 5) == (1,) * 5
    assert read_sizes("3×2", 6) == (2, 2, 2)
    assert read_sizes("2,3", 5) == (3, 2)


def test_a_seating_is_read_as_it_was_written() -> None:
    seating = settle(Asked(tuple(NAMES[:4]), game="spades", seed=1)).seating
    assert seating is not None
    assert Seating.read(seating.written()) == seating
    assert seating.query() == f"players={'%2C'.join(seating.players)}&sides=0%2C1%2C0%2C1"
    for text in ("", "[]", "{}", '{"players": ["A"], "sides": [0, 1]}', '{"players": ["A", "B"], "sides": [0, 2]}'):
        with pytest.raises(BadInput):
            Seating.read(text)


def test_what_rooms_declare_of_partners_is_what_their_rules_do() -> None:
    for name in room_names():
        low, high = room(name).Table.seats_range
        for seats in range(max(2, low), high + 1):
            seating = Seating(tuple(map(str, range(seats))), seat_sides(sides_of_game(name, seats)))
            rules = rules_for(seating, name)
            assert rules is not None
            if seats == 4:
                sides = list(Game(name, seats).start(seed=1).tables[0].side[:seats])
                assert Counter(Counter(sides).values()) == Counter(sides_of_game(name, seats)), name
                if "partnerships" in room(name).Table.options:
                    for sides_asked in ((0, 1, 0, 1), (0, 1, 2, 3)):
                        other = rules_for(Seating(seating.players, sides_asked), name)
                        match = Game(name, seats, other).start(seed=1)
                        assert len(set(match.tables[0].side[:seats])) == len(set(sides_asked)), name
    assert rules_for(Seating(("A", "B", "C", "D"), (0, 1, 2, 3)), "spades") is None
    assert rules_for(Seating(("A", "B", "C", "D"), (0, 1, 0, 1)), "oh_hell") is None


@pytest.mark.parametrize("how", ["draw", "agreement", "strength", "rotation", "pairs"])
def test_the_same_seed_gives_the_same_answer_in_every_form(how: str) -> None:
    asked = Asked(("<b>Ann", *NAMES[1:]), how=how, seed=11, ratings=("1,2,3,4,5,6,7,8",) if how == "strength" else ())
    one, two = settle(asked), settle(asked)
    assert one.text() == two.text()
    assert one.page() == two.page()
    assert one.as_json() == two.as_json()
    assert "<b>Ann" not in one.page()
    assert "style=" not in one.body()
    assert "<b>Ann" in one.text()


def test_the_guide_tells_what_the_rotations_do() -> None:
    """The table in docs/seating.md, line by line."""
    guide = (Path(__file__).parents[2] / "docs" / "seating.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in guide.splitlines() if re.match(r"\| \d+ \|", line)]
    assert [int(row[0]) for row in rows] == [*range(4, 17), *range(4, 17, 2)]
    for row in rows[:13]:
        rotation = rotate(int(row[0]))
        even = rotation.evenness()
        tables = len(rotation.rounds[0].tables)
        assert row[1:] == [
            str(len(rotation.rounds)),
            str(tables),
            *(even[kind].words for kind in ("partners", "opponents", "out")),
        ]
    for row in rows[13:]:
        rotation = rotate_pairs(int(row[0]) // 2)
        even = rotation.evenness()
        tables = len(rotation.rounds[0].tables)
        assert row[1:] == [str(len(rotation.rounds)), str(tables), even["opponents"].words, even["out"].words]


@pytest.mark.parametrize("how", ["draw", "strength", "rotation", "pairs"])
def test_on_paper_everything_is_said(how: str) -> None:
    asked = Asked(tuple(NAMES), how=how, seed=11, ratings=("1,2,3,4,5,6,7,8",) if how == "strength" else ())
    settled = settle(asked)
    pages = pypdf.PdfReader(io.BytesIO(seating_pdf(settled))).pages
    said = " ".join("".join(page.extract_text() for page in pages).split())
    assert all(name in said for name in NAMES)
    if settled.seating:
        assert " ".join(settled.seating.teams[0]).replace(" ", "")[:3] in said
        assert "play against" in said
    else:
        assert said.count(" against ") == (14 if how == "rotation" else 6)
        assert "No rotation could be more even." in said


def test_names_in_scripts_that_no_font_has_are_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "confined", lambda job, told, data, limits: press.work(told | {"ways": [True]}, data))
    with pytest.raises(BadInput, match="a letter that no font here can print"):
        seating_pdf(settle(Asked(("Ann", "\U00012345"), seed=1)))
