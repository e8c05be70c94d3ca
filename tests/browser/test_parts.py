"""The pure parts of the table's scripts, run where they run: in a browser."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]


def run(page: Page, module: str, expression: str, given: Any = None) -> Any:
    """Evaluate an expression over a script's exports `m` and what is given, `x`, on a page that has no such script itself."""
    page.goto("/rulebooks")
    return page.evaluate(f"x => import('/static/js/{module}.js').then(m => ({expression})(x))", given)


@pytest.mark.browser
@pytest.mark.parametrize("cards", [1, 5, 10, 13, 17, 20, 26])
def test_a_hand_on_a_phone_can_be_tapped(visit: Callable[..., Page], cards: int) -> None:
    room = {
        "cw": 64,
        "ch": 90,
        "width": 378,
        "height": 700,
        "touch": 45,
        "own": True,
        "last": 3,
        "arc": False,
        "seats": 4,
        "large": True,
    }
    shape = run(
        visit("phone"),
        "geometry",
        "x => m.shapeOf('fan', Array.from({length: x.n}, () => ({card: 3})), x.room)",
        {"n": cards, "room": room},
    )
    assert shape["width"] <= 378
    assert len(shape["spots"]) == cards
    for left, right in zip(shape["spots"], shape["spots"][1:], strict=False):
        assert right["y"] > left["y"] or right["x"] - left["x"] >= 44
        assert 0 <= right["x"] <= 378 - 64


UPDATES = """views => {
  const tokens = new m.Tokens();
  return views.map(view => {
    const order = place => place.startsWith('hand') ? (a, b) => a - b : null;
    tokens.update(view, order, view.mover, place => Number(place.split('.')[1] ?? -1));
    return tokens.all().map(t => [t.key, t.card, t.place, t.was, t.by]);
  });
}"""


def place(cards: list[int], unknown: int = 0) -> dict[str, Any]:
    return {"cards": cards, "unknown": unknown}


FORCED = """x => x.menus.map(([choices, places, phase]) => {
  const menu = { prefix: [], choices, places };
  const view = { phase, places: { "hand.0": { cards: [3] }, "hand.1": { cards: [4, 5] } }, figures: { points: [65, 66] } };
  const answers = [{ call: "claim", when: ["points > 99"] }, { call: "go on", when: ["points >= 0", "points < 66"] }];
  const look = { answers: { claim: answers } };
  const found = [0, 1].map(you => m.forcedBy(menu, look, view, you));
  return found.map(one => one && [one.choice.name, one.open]);
})"""


@pytest.mark.browser
def test_what_needs_no_thought_is_found_and_its_time_tells_nothing(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    draw, card = {"name": "draw", "kind": "call"}, {"name": "3C", "kind": "card"}
    claim = [{"name": "claim", "kind": "call"}, {"name": "go on", "kind": "call"}]
    menus = [
        [[draw], [], "play"],
        [[card], ["hand.0"], "play"],
        [[card], ["hand.1"], "play"],
        [[card, draw], ["hand.0"], "play"],
        [[{"name": "bet", "kind": "run"}], [], "play"],
        [[{"name": "resign", "kind": "resign"}], [], "play"],
        [claim, [], "claim"],
        [claim, [], "play"],
    ]
    found = run(page, "forced", FORCED, {"menus": menus})
    assert found[0] == [["draw", False]] * 2, "the others do not know that nothing else is left"
    assert found[1] == [["3C", True]] * 2, "they do know of the last card"
    assert found[2] == [["3C", False]] * 2
    assert found[3:6] == [[None, None]] * 3
    assert found[6] == [["go on", True], None], "with 66 points the question is asked"
    assert found[7] == [None, None]
    pauses = """x => {
      const answers = new m.Answers();
      for (const ms of x) answers.note(ms);
      const times = [0, 0.3, 0.6, 0.99].map(chance => answers.pause(true, () => chance));
      return [times, answers.pause(false)];
    }"""
    times, open_to_all = run(page, "forced", pauses, [3000, 1000, 4000, 60_000, 2000])
    assert times == [3000, 1000, 4000, 2000], "as long as answers of one's own"
    assert open_to_all < 1000


@pytest.mark.browser
def test_cards_keep_their_identity_from_view_to_view(visit: Callable[..., Page]) -> None:
    views = [
        {"mover": -1, "places": {"stock": place([-1, -1, -1]), "hand.0": place([5, 9]), "hand.1": place([], 2)}},
        {
            "mover": 1,
            "places": {"stock": place([-1, -1, -1]), "hand.0": place([5, 9]), "hand.1": place([], 1), "trick": place([30])},
        },
        {
            "mover": 0,
            "places": {"stock": place([-1, -1, -1]), "hand.0": place([5]), "hand.1": place([], 1), "trick": place([30, 9])},
        },
        {
            "mover": -1,
            "places": {"stock": place([-1, -1, -1]), "hand.0": place([5]), "hand.1": place([], 1), "won.0": place([], 2)},
        },
        {
            "mover": -1,
            "places": {"stock": place([-1, -1]), "hand.0": place([2, 5]), "hand.1": place([], 1), "won.0": place([], 2)},
        },
    ]
    first, laid, answered, gathered, drawn = run(visit("desktop"), "view", UPDATES, views)
    assert len({key for key, *_ in first}) == 7
    for view in (laid, answered, gathered, drawn):
        assert {key for key, *_ in view} == {key for key, *_ in first}, "no card comes or goes"

    def moved(view: list[list[Any]]) -> list[list[Any]]:
        return [[card, was, where] for _, card, where, was, _ in view if was != where]

    assert moved(laid) == [[30, "hand.1", "trick"]]
    assert moved(answered) == [[9, "hand.0", "trick"]]
    assert moved(gathered) == [[-1, "trick", "won.0"]] * 2
    assert moved(drawn) == [[2, "stock", "hand.0"]]
    assert [by for _, _, where, _, by in answered if where == "trick"] == [1, 0], "each card of a trick knows who played it"


@pytest.mark.browser
def test_calls_get_rows_of_numbers_and_letters(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    bid = {"kind": "call", "pattern": "bid {0..4}", "group": "Bid"}
    calls = [bid | {"name": f"bid {n}", "label": f"Bid {n}", "values": [str(n)]} for n in range(5)]
    calls += [{"name": "pass", "kind": "call", "label": "Pass", "pattern": "pass"}]
    found = run(
        page,
        "calls",
        "x => { const s = m.sortCalls(x); return [s.blocks.map(b => b.choices.map(c => c.number)), s.single.map(c => c.name)]; }",
        calls,
    )
    assert found == [[[0, 1, 2, 3, 4]], ["pass"]]
    run_of_bids = [{"name": "bid", "kind": "run", "low": 0, "high": 3, "names": ["bid ", ""]}]
    names = run(page, "calls", "x => m.sortCalls(x).blocks.flatMap(b => b.choices.map(c => c.choice.name))", run_of_bids)
    assert names == ["bid 0", "bid 1", "bid 2", "bid 3"]
    letters = run(page, "calls", "m.accelerators", ["Pass", "Play", "Hold", "Pay", "Pa"])
    assert letters == ["p", "a", "o", "y", ""], "h and l are the table's own; no letter twice"


def test_types_of_the_scripts() -> None:
    if subprocess.run(["sh", "scripts/typescript.sh"], cwd=ROOT, capture_output=True, timeout=200, check=False).returncode:
        pytest.skip("no TypeScript compiler here, and none could be fetched: the scripts' types are not checked")
    done = subprocess.run(["sh", "scripts/check-js.sh"], cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.browser
def test_a_grid_is_rows_of_small_groups(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    run_of_clubs, three_kings, lone = [0, 1, 2], [11, 24, 37], [44]
    assert run(page, "geometry", "m.grouped", [*run_of_clubs, *three_kings, *lone]) == [3, 3, 1]
    assert run(page, "geometry", "m.grouped", [-1, -1, 5]) == [1, 1, 1]
    assert run(page, "geometry", "m.grouped", list(range(13))) == [7, 6], "groups stay small"
    by_rank = "x => m.grouped(x, 'rank')"
    assert run(page, "geometry", by_rank, [4, 5, 18, 18, 31, 6]) == [1, 4, 1], "runs mean nothing if groups are ranks"
    by_run = "x => m.grouped(x, 'run')"
    assert run(page, "geometry", by_run, [12, 13, 2, 15, 3, 18, 45]) == [2, 3, 2], "each next rank, the ace below the two"
    room = {"cw": 50, "ch": 70, "width": 300, "height": 300, "touch": 30, "own": False, "last": 3, "arc": False, "seats": 4}
    items = [{"card": card} for card in [*run_of_clubs, *three_kings, *lone]]
    shape = run(page, "geometry", "x => m.shapeOf('grid', x[0], x[1])", [items, room])
    xs, ys = [spot["x"] for spot in shape["spots"]], [spot["y"] for spot in shape["spots"]]
    assert xs[:3] == [0, 18, 36]
    assert xs[3] - xs[2] > 50, "groups stand apart"
    assert ys[:6] == [0] * 6
    assert max(ys) + 70 == shape["height"]
    assert max(xs) + 50 <= shape["width"] <= 300


@pytest.mark.browser
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_lobby_is_filtered_by_words_players_and_kind(visit: Callable[..., Page], size: str) -> None:
    page = visit(size)
    page.goto("/")
    every = page.locator(".game:visible").count()
    assert every >= 6

    def listed() -> list[str]:
        return page.locator(".game:visible h3").all_inner_texts()

    in_order = listed()
    page.fill("#find", "klon")
    assert listed() == ["Klondike"]
    page.fill("#find", "spades")
    assert listed()[0] == "Spades"
    assert "Polignac" in listed(), "a game that speaks of spades comes later"
    page.fill("#find", "cheat")
    assert listed() == ["I Doubt It"]
    assert page.locator(".names:visible").all_inner_texts() == ["Also called Cheat, B.S., Bluff"]
    page.fill("#find", "")
    page.select_option("[name=players]", "1")
    assert "Klondike" in listed()
    assert "Schnapsen" not in listed()
    page.select_option("[name=players]", "")
    page.select_option("[name=family]", "shedding")
    assert "I Doubt It" in listed()
    assert page.locator("#kind-about").inner_text() == "You try to get rid of all your cards."
    page.fill("#find", "no such game")
    assert page.locator("#nothing").is_visible()
    page.click("#clear")
    assert listed() == in_order
    page.fill("#find", "spades")
    page.press("#find", "Enter")
    page.wait_for_url("**/new/spades")
    page.go_back()
    assert not page.evaluate("document.scrollingElement.scrollWidth > innerWidth")


@pytest.mark.browser
def test_titles_come_before_all_else_that_fits(visit: Callable[..., Page]) -> None:
    """A title that begins so, then a word of a title, then anything in it, another name, a family, and the text at last."""
    page = visit("desktop")
    page.goto("/")
    games = [
        {"title": title, "names": names, "kinds": kinds, "text": text}
        for title, names, kinds, text in (
            ("Text", [], [], "The spade of diggers"),
            ("Family", [], ["spade game"], ""),
            ("Name", ["Spade Whist"], [], ""),
            ("Unspaded", [], [], ""),
            ("Old Spade", [], [], ""),
            ("Spadés", [], [], ""),
            ("Nothing", [], [], "of it"),
        )
    ]
    ranked = "([games, typed]) => m.ranked(games, typed).map((game) => game.title)"
    best_first = ["Spadés", "Old Spade", "Unspaded", "Name", "Family", "Text"]
    assert run(page, "search", ranked, [games, "spade"]) == best_first
    assert run(page, "search", ranked, [games[::-1], " SPADE "]) == best_first, "in any order"
    assert run(page, "search", ranked, [games, "spades"]) == ["Spadés"]
    assert run(page, "search", ranked, [games, "spade whist"]) == ["Name"]
    assert run(page, "search", ranked, [games, "diggers spade"]) == ["Text"], "words in another order"
    assert run(page, "search", ranked, [games, ""]) == [game["title"] for game in games]
    assert run(page, "search", ranked, [games, "(.*"]) == [game["title"] for game in games], "no letter, nothing asked"


SOUGHT = {
    "spades": ["Spades"],
    "klond": ["Klondike"],
    "pik": ["Spades"],
    "66": ["Schnapsen"],
    "mau mau": ["Crazy Eights"],
    "sixty six": ["Schnapsen"],
    "blackjack": ["Backhand"],
    "cheat": ["I Doubt It"],
    "alone": ["Backhand", "Klondike", "Spider"],
    "patience": ["Klondike", "Spider"],
    "whist": ["Oh Hell!", "Spades"],
    "hearts": ["Polignac"],
}
"""Searches in the lobby, and the games that come first."""


@pytest.mark.browser
def test_the_lobby_finds_games_by_what_people_call_them_and_by_how_many_they_are(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    page.goto("/")

    def found(typed: str, most: str) -> list[str]:
        page.fill("#find", typed)
        games: list[list[str]] = page.eval_on_selector_all(
            ".game:not([hidden])", "all => all.map(game => [game.dataset.title, game.dataset.players])"
        )
        return [title if most == "title" else players for title, players in games]

    for typed, first in SOUGHT.items():
        assert found(typed, "title")[: len(first)] == first, typed
    for n, word in ((2, "two"), (4, "four"), (7, "seven")):
        for typed in (f"{word} players", f"{n} players"):
            fits = [low <= n <= high for low, high in map(ends, found(typed, "players"))]
            assert sum(fits) > 6, typed
            assert all(fits[: sum(fits)]), typed


def ends(players: str) -> tuple[int, int]:
    """The fewest and the most players, from `4` or `2–7`."""
    low, _, high = players.partition("–")
    return int(low), int(high or low)


FIRST_SCREENS = {"desktop": (1280, 800), "phone": (390, 844), "landscape": (844, 390), "zoom": (640, 400)}


@pytest.mark.browser
def test_the_first_screen_invites_without_scrolling(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    page.goto("/")
    page.locator(".quick button").first.click()
    page.wait_for_url("**/table/*")
    page.goto("/")
    for name, (width, height) in FIRST_SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        seen = ["#continue", "#now", ".quick button >> nth=0", "#friends", ".with-friends button"]
        for what in [*seen, "#find"] if height > 600 else seen:
            box = page.locator(what).bounding_box()
            assert box, (name, what)
            assert box["y"] >= 0, (name, what)
            assert box["y"] + box["height"] <= height, (name, what, box)
        assert not page.evaluate("document.scrollingElement.scrollWidth > innerWidth"), name
        menu = page.get_by_role("button", name="Menu")
        if menu.is_visible():
            menu.click()
        links = page.locator("#site a")
        assert links.count() == 7
        for link in links.all():
            assert link.is_visible(), name
        if menu.is_visible():
            page.keyboard.press("Escape")
            assert not links.first.is_visible()
    columns = "getComputedStyle(document.getElementById('list')).gridTemplateColumns.split(' ').length"
    page.set_viewport_size({"width": 3840, "height": 2160})
    assert page.evaluate(columns) >= 5, "a large screen is used"


@pytest.mark.browser
def test_a_bubble_stays_on_a_small_screen(visit: Callable[..., Page]) -> None:
    said = """x => {
      const seat = document.createElement('section');
      const plate = document.createElement('div');
      plate.className = 'plate';
      plate.style.cssText = 'position: absolute; top: 100px; width: 60px; ' + x;
      seat.append(plate);
      document.body.append(seat);
      new m.Talk(() => {}).bubble(seat, 'Something rather long is said, of the royal assembly and more');
      for (const one of document.getAnimations()) one.finish();
      const box = seat.querySelector('.bubble').getBoundingClientRect();
      return [box.left >= 0, box.right <= innerWidth];
    }"""
    page = visit("phone")
    page.goto("/rulebooks")
    page.add_style_tag(url="/static/css/table/cloth.css")
    for where in ("left: 0", "right: 0", "left: 150px"):
        assert page.evaluate(f"x => import('/static/js/talk.js').then(m => ({said})(x))", where) == [True, True]


@pytest.mark.browser
@pytest.mark.parametrize("target", [31, 61, 121])
@pytest.mark.parametrize("wide", [30, 60])
def test_every_hole_of_the_board_has_its_place(visit: Callable[..., Page], target: int, wide: int) -> None:
    spots = run(
        visit("desktop"),
        "track",
        "x => Array.from({length: x.target + 1}, (_, k) => m.holeAt(k, x.target, Math.min(x.wide, x.target - 1)))",
        {"target": target, "wide": wide},
    )
    assert min(spot["x"] for spot in spots) >= 0
    near = [
        (a, b)
        for a in range(1, target + 1)
        for b in range(a)
        if abs(spots[a]["x"] - spots[b]["x"]) < 9.9 and abs(spots[a]["y"] - spots[b]["y"]) < 9.9 and b > 0
    ]
    assert near == []
    steps = [abs(b["x"] - a["x"]) + abs(b["y"] - a["y"]) for a, b in pairwise(spots[1:])]
    assert max(steps) <= 20, "from each hole it is a step to the next, also where the street turns"


@pytest.mark.browser
def test_a_back_peg_stands_where_the_front_peg_was(visit: Callable[..., Page]) -> None:
    walk = run(
        visit("desktop"),
        "track",
        "x => { let pegs; return x.map(score => { pegs = m.moved(pegs, score); return [pegs.front, pegs.back]; }); }",
        [0, 0, 3, 3, 5, 4],
    )
    assert walk == [[0, -1], [0, -1], [3, 0], [3, 0], [5, 3], [4, 5]]


def melds_in(groups: list[list[int]]) -> bool:
    """Whether all groups are sets or runs, by their definition."""

    def is_set(cards: list[int]) -> bool:
        return len({card % 13 for card in cards}) == 1 and len(set(cards)) == len(cards) <= 4

    def is_run(cards: list[int]) -> bool:
        ranks = [{(card + shift) % 13 for card in cards} for shift in (0, 1)]
        suits = {card // 13 for card in cards}
        return len(suits) == 1 and any(len(r) == len(cards) == max(r) - min(r) + 1 for r in ranks)

    return all(len(group) >= 3 and (is_set(group) or is_run(group)) for group in groups)


@pytest.mark.browser
def test_a_table_of_melds_can_be_arranged(visit: Callable[..., Page]) -> None:
    page = visit("desktop")
    chance = random.Random(5)
    sets = [[13 * suit + rank for suit in range(4) if suit != out] for rank in range(13) for out in range(5)]
    ring = [12, *range(12), 12]
    runs = [[13 * suit + r for r in ring[low : low + n]] for suit in range(4) for n in (3, 4, 5) for low in range(15 - n)]
    for count in (1, 3, 6, 10, 14):
        melds: list[list[int]] = []
        while len(melds) < count:
            meld = chance.choice(sets + runs)
            if all(sum(card in other for other in melds) < 2 for card in meld):
                melds.append(meld)
        cards = [card for meld in melds for card in meld]
        chance.shuffle(cards)
        found = run(page, "looks/melds", "x => m.arrangement(x, ['set', 'run'])", cards)
        assert found is not None
        assert sorted(card for meld in found for card in meld) == sorted(cards)
        assert melds_in(found)
    for cards in ([0, 1], [0, 1, 2, 5], [11, 12, 0], [0, 13, 26, 26], [12, 0, 1, 2, 14]):
        assert run(page, "looks/melds", "x => m.arrangement(x, ['set', 'run'])", cards) is None
    assert run(page, "looks/melds", "x => m.arrangement(x, ['set', 'run'])", [6, 6, 19, 32, 45, 7, 8]) is not None
    assert run(page, "looks/melds", "x => m.arrangement(x, ['set'])", [0, 1, 2]) is None
