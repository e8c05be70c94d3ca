"""The search: what it answers is legal and complete, wins what can be won, and knows no more than its seat does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from interpreted import interpreted
from parlour import bots
from parlour.bots import heuristics
from parlour.bots.base import Thought, workspace_for
from parlour.bots.race import field_of
from parlour.bots.reasons import is_level
from parlour.bots.rollouts import thin_run
from parlour.bots.search import Search
from parlour.bots.tree import APART, GLIMPSE, plant, search
from parlour.engine.rooms import room
from parlour.engine.view import View

SECRETS = str(Path(__file__).parent / "rooms" / "secrets")


def secrets(mode: str, decider: int, safe: int) -> View:
    """The decider's view of a game of secrets."""
    match = parlour.game(SECRETS, mode=mode, decider=decider, safe=safe).start(seed=1)
    return match.view(decider, memory=True)


def answer(view: View, **options: Any) -> str:
    """The first choice of a search of 3000 iterations, by name."""
    code = bots.make("search", **{"iterations": 3000, "seed": 1} | options).choose(view)[0]
    return view.game.room.choice_name(code)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_lies_face_down_is_not_known(seed: int) -> None:
    """To guess one of four is worth -1/2: more than -0.8, less than -0.2."""
    assert answer(secrets("hidden", 1, -2), seed=seed) == "safe"
    assert answer(secrets("hidden", 1, -8), seed=seed) == "play"


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("decider", [0, 1])
def test_sealed_choices_are_not_known(decider: int, seed: int) -> None:
    """To match pennies is worth 0, whichever seat answers first: more than -0.4, less than 0.4."""
    assert answer(secrets("sealed", decider, -4), seed=seed) == "play"
    assert answer(secrets("sealed", decider, 4), seed=seed) == "safe"


def test_a_shared_tree_would_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above can fail: with one tree for both seats the guesser thinks it cannot miss."""
    monkeypatch.setattr(heuristics, "separate", lambda room: False)
    assert answer(secrets("hidden", 1, -2)) == "play"
    assert answer(secrets("sealed", 1, 4)) == "play"
    assert answer(secrets("sealed", 0, -4)) == "safe"


def test_the_watchers_tree_holds_claims_and_no_cards() -> None:
    """I Doubt It: in the tree of a seat, a packet that another lays is one glimpse for every size of packet."""
    game = parlour.game("i_doubt_it")
    match = game.start(seed=3)
    view = match.view(match.turn, memory=True)
    thought = Thought(view, 1)
    tree = plant(game.room, 400_000)
    codes = thought.offered()
    field = field_of([(code,) for code in codes.tolist()], np.full(len(codes), 1 / len(codes)))
    search(thought.deck, thought.work, tree, thought.picks, field, 3000 // len(codes), 0.7, APART)
    for seat in set(range(game.seats)) - {view.seat}:
        keys = [int(tree.nodes[child].key) for child in children(tree, seat)]
        assert keys
        assert all(key & GLIMPSE for key in keys)
        assert len(keys) <= 4  # packets of one to four cards, however many thousand were laid


def children(tree: Any, node: int) -> list[int]:
    """The children of a node."""
    first = int(tree.nodes[node].child)
    return list(range(first, first + int(tree.nodes[node].children)))


def test_hidden_cards_make_no_difference() -> None:
    """Two deals that look the same to the first seat, all others' cards exchanged: the same answer from every bot."""
    game = parlour.game("schnapsen")
    dealt = game.start(seed=11)
    seat = dealt.turn
    other, stock = dealt.position().split(f"hand.{1 - seat} = ")[1].split("\n")[0], ""
    stock = dealt.position().split("stock = ")[1].split("\n")[0]
    hand, pile = other.strip('"').split(), stock.strip('"').split()
    exchanged = {f"hand.{1 - seat}": " ".join(pile[:5]), "stock": " ".join(pile[5:] + hand)}
    twin = game.start(seed=11, deal=exchanged)
    assert twin.position() != dealt.position()
    for text in ("search:iterations=500,seed=4", "greedy:seconds=600,seed=4", "chance:seed=4"):
        bot = bots.make(text)
        assert bot.choose(dealt.view(seat, memory=True)) == bot.choose(twin.view(seat, memory=True))


@pytest.mark.parametrize("text", ["search:iterations=400,seed=7", "greedy:deals=5,seed=7", "chance:seed=7"])
def test_a_seed_decides_everything(text: str) -> None:
    """With a seed and a budget that is not a time the same match is played again."""

    def played() -> list[tuple[int, ...]]:
        bot = bots.make(text)
        match = parlour.game("schnapsen", target_vp=3).start(seed=5)
        while not match.over:
            match.play(*bot.choose(match.view(match.turn, memory=True)))
        return [entry.codes for entry in match.log if hasattr(entry, "codes")]

    assert played() == played()


def test_searches_differ_by_seed() -> None:
    """Another seed sees other redeals."""
    view = parlour.game("schnapsen").start(seed=2).view(1, memory=True)
    if not view.codes():
        view = parlour.game("schnapsen").start(seed=2).view(0, memory=True)
    found = {tuple(o.worth for o in bots.make("search", iterations=300, seed=s).weigh(view)) for s in range(4)}
    assert len(found) > 1


NAMES = parlour.game_names()
COMPILED = ["aggravation", "brag", "cassino", "delphi", "i_doubt_it", "klondike", "schnapsen"]
"""One room of each kind; Delphi takes long interpreted."""
SIMPLER = ["aggravation", "klondike", "schnapsen"]
"""Of these: what simpler bots have in common with the search is compiled for them already."""
OTHERS = [name for name in NAMES if name not in COMPILED]


@pytest.mark.parametrize("name", [*COMPILED, *(pytest.param(name, marks=pytest.mark.soak) for name in OTHERS)])
def test_answers_are_legal_and_complete(name: str) -> None:
    """Searches that barely think play the first choices of some matches; each answer is a whole chain. In all rooms at night."""
    play_first_choices(name, "search:iterations=24")


def test_interpreted_answers_are_legal_and_complete() -> None:
    """The same for the other rooms, in a process of its own, with still less thought."""
    call = "from test_search import *; [play_first_choices(name, 'search:iterations=2', matches=1, moves=3) for name in OTHERS]"
    interpreted("-c", call, folder=Path(__file__).parent)


@pytest.mark.parametrize("name", [name if name in SIMPLER else pytest.param(name, marks=pytest.mark.soak) for name in NAMES])
def test_so_are_those_of_simpler_bots(name: str) -> None:
    """Some rooms here and all of them at night: every bot is compiled for every room."""
    play_first_choices(name, "greedy:deals=2", "chance")


def play_first_choices(name: str, *texts: str, matches: int = 2, moves: int = 12) -> None:
    """The first choices of some matches, made by these bots in turn."""
    game = parlour.game(name)
    for seed in range(matches):
        match = game.start(seed=seed)
        for move in range(moves):
            if match.over:
                break
            bot = bots.make(texts[move % len(texts)], seed=seed)
            seat = match.turn
            codes = bot.choose(match.view(seat, memory=True))
            before = len(match.log)
            match.play(*codes, seat=seat)
            assert len(match.log) > before or seat not in match.asked, "the chain is not complete"


def test_sealed_chains_are_complete() -> None:
    """A room in which all pick two cards at once, then whisper: whole matches."""
    game = parlour.game(str(Path(__file__).parent.parent / "rooms" / "whispers"), hands=1)
    for seed in range(3):
        match = game.start(seed=seed)
        bot = bots.make("search", iterations=60, seed=seed)
        while not match.over:
            seat = match.turn
            codes = bot.choose(match.view(seat, memory=True))
            if match.phase == "pick":
                assert len(codes) == 2
            match.play(*codes, seat=seat)


def sixty_six() -> View:
    """Schnapsen: with 66 in hand one declares; what goes on is lost."""
    match = parlour.game("schnapsen", show_points=True).position(
        """
        game = "schnapsen"
        house = { show_points = true }
        [table]
        hand_number = 1
        phase = "after trick"
        turn = 0
        dealer = 1
        leader = 0
        hand.0 = "J♦"
        hand.1 = "A♦"
        won.0 = "A♠ 10♠ A♥ 10♥ A♣ 10♣ K♠ J♥"
        rest = "won.1"
        trumps = 3
        tricks = [4, 5]
        married = -1
        """
    )
    return match.view(0, memory=True)


def test_it_says_enough_when_it_has_enough() -> None:
    """With 66 in hand it declares."""
    assert answer(sixty_six(), iterations=300) == "declare"


def test_nobody_is_beaten_at_first_sight() -> None:
    """Where one choice is far better the search ends early, but first looks at what may follow the others."""
    visits = sum(option.visits for option in Search(seed=1, iterations=4000).consider(sixty_six())[1])
    assert 1000 <= visits < 4000


def test_it_takes_the_trick_that_wins() -> None:
    """Schnapsen: 55 in hand, the stock open; the ace on the ten led makes 76, and then it is enough."""
    match = parlour.game("schnapsen", show_points=True).position(
        """
        game = "schnapsen"
        house = { show_points = true }
        [table]
        hand_number = 1
        phase = "reply"
        turn = 0
        dealer = 0
        leader = 1
        hand.0 = "A♦ J♣ Q♣ Q♥ J♥"
        hand.1 = "Q♦ K♦ Q♠ J♠"
        trick = "10♦"
        won.0 = "A♠ 10♠ A♥ 10♥ A♣ K♥"
        stock = "J♦ 10♣ K♣"
        upcard = "K♠"
        trumps = 3
        tricks = [3, 0]
        married = -1
        """
    )
    assert answer(match.view(0, memory=True), iterations=500) == "A♦"


def test_partners_win_a_match_as_one_player_does() -> None:
    """Spades: with the king of hearts 439 points, a contract of six and a bag make 500; under the queen they are 499."""
    match = parlour.game("spades").position(
        """
        game = "spades"
        [table]
        hand_number = 9
        phase = "play"
        turn = 0
        dealer = 3
        leader = 1
        side = [0, 1, 0, 1]
        hand.0 = "K♥ 4♥"
        hand.1 = "2♣"
        hand.2 = "3♣"
        hand.3 = "4♣"
        trick = "Q♥ 3♥ 5♥"
        rest = "won.1"
        bids = [3, 3, 3, 2]
        contract = [6, 5, 6, 5]
        tricks = [3, 3, 3, 2]
        bags = [3, 2, 3, 2]
        broken = true
        score = [439, 440, 439, 440]
        """
    )
    assert answer(match.view(0, memory=True), iterations=300) == "K♥"


def test_a_match_is_not_lost_to_save_points() -> None:
    """Polignac: under the queen of hearts the jack is the fourth player's tenth point, and the match the second's."""
    match = parlour.game("polignac").position(
        """
        game = "polignac"
        [table]
        hand_number = 6
        phase = "play"
        turn = 0
        dealer = 3
        leader = 1
        hand.0 = "K♥ 7♥"
        hand.1 = "7♣"
        hand.2 = "8♣"
        hand.3 = "9♣"
        trick = "8♥ J♥ Q♥"
        rest = "won.1"
        captured.0 = "J♠ J♦ J♣"
        points = [4, 0, 0, 0]
        tricks = [2, 1, 1, 2]
        score = [2, 1, 4, 9]
        """
    )
    assert answer(match.view(0, memory=True), iterations=300) == "K♥"


def test_a_single_choice_needs_no_search() -> None:
    """One legal choice is answered at once, with any budget."""
    match = parlour.game(SECRETS, mode="hidden").position(
        """
        game = "secrets"
        [table]
        hand_number = 1
        phase = "hide"
        turn = 0
        hand.0 = "A♠"
        laid = "A♣ A♦ A♥"
        coin = [-1, -1]
        """
    )
    assert bots.make("search", seconds=3600).choose(match.view(0)) == [51]


def test_a_full_tree_still_answers() -> None:
    """A pool of a few nodes stops growing, and the search goes on."""
    match = parlour.game("schnapsen").start(seed=1)
    view = match.view(match.turn, memory=True)
    bot = Search(seed=1, iterations=500, nodes=20)
    codes = bot.choose(view)
    assert codes[0] in view.codes()
    assert sum(option.visits for option in bot.weigh(view)) > 200


def test_the_clock_is_kept() -> None:
    """A budget of time is kept to within a few batches, once everything is compiled."""
    view = secrets("sealed", 0, 0)
    Search(seconds=0.01).choose(view)
    match = parlour.game("schnapsen").start(seed=1)
    view = match.view(match.turn, memory=True)
    bot = bots.make("search", seconds=0.2)
    bot.hurried().choose(view)
    import time

    before = time.perf_counter()
    bot.choose(view)
    assert time.perf_counter() - before < 1.0


def test_who_is_not_asked_gets_no_answer() -> None:
    """One clear line."""
    match = parlour.game("schnapsen").start(seed=1)
    with pytest.raises(parlour.BadInput, match="not asked"):
        bots.make("search").choose(match.view(1 - match.turn, memory=True))


def test_runs_are_thinned_out() -> None:
    """Short runs are tried whole, of long ones the ends and steps between, ascending."""
    offered = np.zeros(16, np.int64)
    assert thin_run(offered, 0, 70 | 7 << 32) == 8
    assert offered[:8].tolist() == list(range(70, 78))
    n = thin_run(offered, 0, 100 | 80_000 << 32)
    assert offered[:n].tolist() == [100, 5100, 10100, 20100, 40100, 60100, 80100]
    n = thin_run(offered, 0, 100 | 8 << 32)
    assert offered[:n].tolist() == [100, 101, 102, 104, 106, 108]


def test_what_another_seed_would_choose_is_called_level() -> None:
    """Two searches seldom call each other's choice clearly worse."""
    game, searches, level = parlour.game("schnapsen"), [bots.make(f"search:seed={seed},iterations=1000") for seed in (1, 2)], []
    chance = bots.make("chance:seed=4")
    for number in range(60):
        match = game.start(seed=9, number=number)
        for _ in range(number % 12):
            match.play(*chance.choose(match.view(match.turn)))
        if match.over or len(match.codes()) < 2:
            continue
        view = match.view(match.turn, memory=True)
        found = [search.consider(view) for search in searches]
        for (chosen, options), (other, _) in (found, found[::-1]):
            if chosen != other and (rival := next((option for option in options if option.code == other[0]), None)):
                level.append(is_level(rival, options[0]))
    assert len(level) >= 6
    assert sum(level) >= 0.8 * len(level)


def test_rooms_are_searched_apart_where_something_is_hidden() -> None:
    """By what they declare: face-down plays, or several asked at once."""
    assert heuristics.separate(room("i_doubt_it"))
    assert heuristics.separate(room(SECRETS))
    assert heuristics.separate(room("aggravation"))
    assert not heuristics.separate(room("schnapsen"))
    assert workspace_for(parlour.game("i_doubt_it")).phases.tolist().count(3) == 1
