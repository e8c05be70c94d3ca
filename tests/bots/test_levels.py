"""Levels, bots from files, why a bot plays what it plays, and what a view tells of the choices made before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parlour
from parlour import bots
from parlour.bots.levels import LEVELS, Easy, Fair, Strong
from parlour.bots.options import Option, spoken, whole
from parlour.bots.reasons import Case, sentence, subject
from parlour.engine.rooms import room
from parlour.languages import begun

BOTS = """
class First:
    def choose(self, view):
        return view.choices()[0]

class Chain:
    def choose(self, view):
        return [view.codes()[-1]]

class Nothing:
    pass
"""


def test_every_game_has_three_levels() -> None:
    """Every game has three levels by name, with any players behind them: the game's own adviser is the top level."""
    assert [level.name for level in LEVELS] == ["easy", "fair", "strong"]
    assert {"easy", "fair", "strong"} <= set(bots.names(room("klondike")))
    assert Strong(seed=3, seconds=0.1).player(room("schnapsen")) == bots.make("search:seconds=0.1,seed=3")
    assert Strong(seed=3, iterations=70).player(room("schnapsen")) == bots.make("search:iterations=70,seed=3")
    assert Strong(seed=3, iterations=70).player(room("klondike")) == bots.make("solver:iterations=70,seed=3")
    for text in ("easy:deals=2", "fair:iterations=9,seed=1", "strong:seconds=0.2"):
        assert str(bots.make(text)) in (text, "fair:seed=1,iterations=9")
    for text in ("easy:deals=0", "fair:iterations=0", "strong:seconds=0", "strong:iterations=-1"):
        with pytest.raises(parlour.BadInput, match="must be above 0"):
            bots.make(text)


def test_levels_at_patiences() -> None:
    """The solver by its budget, below it what people see at first sight; no playing on at random there."""
    assert Fair(seed=3).player(room("klondike")) == bots.make("solver:iterations=50,seed=3")
    assert Fair(seed=3, iterations=7).player(room("spider")) == bots.make("solver:iterations=7,seed=3")
    assert Easy(seed=3).player(room("klondike")) == bots.make("strategy:seed=3")
    assert Easy(seed=3, deals=5).player(room("spider")) == bots.make("solver:iterations=5,seed=3")
    assert Easy(seed=3).player(room("delphi")) == bots.make("strategy:-whole,seed=3")
    assert Easy(seed=3).player(room("schnapsen")) == bots.make("greedy:deals=4,seconds=inf,seed=3")


def test_fair_is_careless_at_patiences() -> None:
    """Now and then, and then as `easy` is."""
    match = parlour.game("klondike").start(seed=3)
    best = bots.make("solver:iterations=50,seed=1")
    while True:  # to a position where first sight sees something else
        view = match.view(0, memory=True)
        if (quick := Easy(seed=1).choose(view)) != best.choose(view):
            break
        match.play(*quick)
    careless = sum(Fair(seed=seed).choose(view) == quick for seed in range(100))
    assert 0 < careless < 50


def test_a_plan_is_dropped_when_the_stock_has_been_turned_past_it() -> None:
    """Taking a card changes which cards come up three at a time, and a player who asks again may not have followed the plan."""
    bot = bots.make("solver:iterations=50,seed=1")
    game, asked = parlour.game("klondike", draw=3), 0
    for deal in range(1, 25):
        match = game.start(seed=deal)
        for _ in range(60):
            if match.over:
                break
            codes = bot.choose(match.view(0, memory=True))
            names = match.choices()
            if match.row.idle < 40 and asked % 3 and "draw" in names:  # turned on, against any plan
                match.play("draw")
            elif match.row.idle < 40 and asked % 3 and "recycle" in names:
                match.play("recycle")
            else:
                match.play(*codes)
            asked += 1
    assert asked > 1000


@pytest.mark.parametrize("name", ["klondike", "spider"])
def test_no_level_plays_a_patience_forever(name: str) -> None:
    """Each gives a deal up that leads nowhere: three of them end within some hundred choices each."""
    game = parlour.game(name)
    for level in ("easy", "fair", "strong:iterations=20"):
        bot, choices = bots.make(level, seed=1), 0
        for deal in range(1, 4):
            match = game.start(seed=deal)
            while not match.over:
                match.play(*bot.choose(match.view(0, memory=True)))
                choices += 1
        assert choices < 3 * 1000


def test_levels_play_whole_hands() -> None:
    """Each answers what is allowed."""
    match = parlour.game("schnapsen").start(seed=2)
    players = [bots.make("easy:seed=1"), bots.make("fair:iterations=40,seed=1")]
    while match.row.hand_number == 1 and not match.over:
        match.play(*players[match.turn].choose(match.view(match.turn, memory=True)))


def test_a_bot_may_come_from_a_file(tmp_path: Path) -> None:
    """Any class whose objects choose, by name or by code; in the arena like those of the house."""
    from parlour.bots.arena import compare

    path = tmp_path / "mine.py"
    path.write_text(BOTS)
    found = compare("schnapsen", [f"{path}:First", f"{path}:Chain"], deals=1, hands=True)
    assert {player.bot for player in found.players} == {f"{path}:First", f"{path}:Chain"}
    for text, told in (
        (f"{path}:Nothing", "no class 'Nothing' with a method choose"),
        (f"{path}:Nobody", "no class 'Nobody'"),
        (f"{tmp_path}/none.py:First", "there is no file"),
        (f"{path}:First:deals=3", "takes no options"),
    ):
        with pytest.raises(parlour.BadInput, match=told):
            bots.make(text)
    (tmp_path / "broken.py").write_text("1 / 0")
    with pytest.raises(parlour.BadInput, match="cannot be run: ZeroDivisionError"):
        bots.make(f"{tmp_path}/broken.py:First")


def test_the_bot_of_the_guide(tmp_path: Path) -> None:
    """docs/bots.md shows one whole in fifteen lines or so; it plays."""
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    code = next(block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "class Cautious" in block)
    assert len([line for line in code.splitlines() if line.strip()]) <= 18
    path = tmp_path / "mine.py"
    path.write_text(code)
    match = parlour.game("schnapsen").start(seed=1)
    codes = bots.make(f"{path}:Cautious").choose(match.view(match.turn, memory=True))
    assert codes[0] in match.codes()


def test_a_search_says_why() -> None:
    """In one sentence that begins with the choice it takes; so does the level that it plays for."""
    match = parlour.game("schnapsen").start(seed=1)
    view = match.view(match.turn, memory=True)
    codes, why = bots.make("search", iterations=300, seed=1).advise(view)
    assert why.startswith(spoken(match.game, codes[0]))
    assert why.endswith(".")
    assert bots.make("fair:seed=1").advise(view)[1].endswith(".")


@pytest.mark.parametrize("name", ["schnapsen", "brag", "cassino", "spades", "klondike", "spider"])
def test_every_level_says_why(name: str) -> None:
    """One sentence about the choice that it takes, even if the house's advice leaves only that one."""
    match = parlour.game(name).start(seed=2)
    for _ in range(6):
        view = match.view(match.turn, memory=True)
        for level in ("easy:seed=1", "fair:seed=1", "strong:iterations=60,seed=1"):
            codes, why = bots.make(level).advise(view)
            assert why.startswith(begun(subject(Case(view), codes))), why
            assert re.fullmatch(r"[^.]+[.]", why), why
        match.play(*codes)


def test_advice_is_told_from_thought() -> None:
    """A bid at Spades is the house's; what it comes to is said beside others that come to less."""
    match = parlour.game("spades").start(seed=5)
    view, bot = match.view(match.turn, memory=True), bots.make("strong:iterations=60,seed=1")
    codes, options = bot.consider(view)
    assert not options
    compared = bot.compare(view, codes[0])
    assert compared[0].code == codes[0]
    assert len({option.code for option in compared}) == len(compared) > 5
    worse = [option for option in compared[1:] if compared[0].worth - option.worth > option.error]
    assert ("would cost" in sentence(view, codes, options, compared)) == bool(worse)


def test_the_best_alternative_is_compared_with() -> None:
    """What it would cost, in the unit of the game, if the difference is beyond its interval; otherwise the two are level."""
    match = parlour.game("schnapsen").start(seed=1)
    view, codes = match.view(match.turn, memory=True), match.codes()[:3]
    first, second, third = (spoken(match.game, code) for code in codes)

    def said(worth: float, error: float) -> str:
        options = [
            Option(codes[0], 300, 2.0, 2.0),
            Option(codes[1], 300, worth, worth, error=error),
            Option(codes[2], 300, -9.0, -9.0),
        ]
        return sentence(view, codes[:1], options)

    assert said(1.5, 0.2).startswith(first)
    assert said(1.5, 0.2).endswith(f"; {second} would cost about half a point.")
    assert said(-1.0, 0.2).endswith(f"; {second} would cost about 3 points.")
    assert said(1.5, 0.6).endswith(f"; {second} is about as good.")
    lots = [Option(codes[0], 300, 0.0, share=0.3), Option(codes[1], 600, 0.0, share=0.6), Option(codes[2], 100, 0.0, share=0.1)]
    assert sentence(view, codes[:1], lots).endswith(f"; {second} is about as good.")  # it is drawn even more often
    match_won = [Option(codes[0], 300, 0.5, payoff=0.5), Option(codes[2], 300, -0.5, payoff=-0.5, error=0.1)]
    assert sentence(view, codes[:1], match_won).endswith(f"; {third} would often cost the match.")


def test_advice_is_not_said_to_be_level() -> None:
    """A choice that was not weighed is compared only with what is clearly worse."""
    match = parlour.game("schnapsen").start(seed=1)
    view, codes = match.view(match.turn, memory=True), match.codes()[:2]
    for worth, clear in ((1.9, False), (5.0, False), (0.0, True)):
        compared = [Option(codes[0], 64, 2.0, 2.0), Option(codes[1], 64, worth, worth, error=0.5)]
        assert ("; " in sentence(view, codes[:1], [], compared)) == clear


@pytest.mark.parametrize(
    ("name", "chain", "said"),
    [
        ("triple_draw", ("9♦", "9♠", "done"), "9♦ with 9♠"),
        ("triple_draw", ("A♣", "Q♦", "A♦", "Q♠", "done"), "A♣ with Q♦, A♦ and Q♠"),
        ("triple_draw", ("done",), "Draw"),
        ("cassino", ("5♦", "A♠", "3♣"), "5♦ with A♠ and 3♣"),
        ("cassino", ("A♦", "build pairs"), "A♦, Build pairs"),
        ("cassino", ("K♣",), "K♣"),
    ],
)
def test_a_chain_is_named_whole(name: str, chain: tuple[str, ...], said: str) -> None:
    """Of a set its cards; a call is left out only if it ends one."""
    game = parlour.game(name)
    first, *then = (game.room.read_choice(choice) for choice in chain)
    phase = next(iter(game.room.unordered), 0)
    assert whole(game, Option(first, 1, 0.0, then=tuple(then)), phase) == said


def test_a_view_tells_what_was_chosen() -> None:
    """In order, with phase and seat; what lay face down is known to its seat alone."""
    match = parlour.game("schnapsen").start(seed=1)
    assert not match.view(0, memory=True).history
    seat, code = match.turn, match.codes()[0]
    match.play(code)
    (move,) = match.view(1 - seat, memory=True).history
    assert (move.hand, move.seat, move.code) == (1, seat, code)
    assert not match.view(0).history
    match = parlour.game("i_doubt_it").start(seed=3)
    seat = match.turn
    match.play(*bots.make("chance", seed=1).choose(match.view(seat, memory=True)))
    veiled = set(match.game.room.veiled)
    own = [move.code for move in match.view(seat, memory=True).history if move.phase in veiled]
    seen = [move.code for move in match.view((seat + 1) % 4, memory=True).history if move.phase in veiled]
    assert own
    assert all(code >= 0 for code in own)
    assert seen == [-1] * len(own)
