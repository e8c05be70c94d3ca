"""The bot that deals the unseen cards again and tries what can be won: what it sees, and that it plays to an end."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.bots import make, names
from parlour.bots import solver as module
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.rooms import room


def played(game: Game, bot: str, deal: int, choices: int) -> Match:
    """A match after this many of the bot's choices, or at its end."""
    player, match = make(bot), game.start(seed=deal)
    while match.turn == 0 and choices:
        match.play(*player.choose(match.view(0, memory=True)))
        choices -= 1
    return match


@pytest.mark.parametrize("house", [{"draw": 1}, {"draw": 3}, {"draw": 3, "passes": 3}, {"draw": 1, "foundation_return": True}])
def test_it_plays_to_the_end(house: dict[str, int]) -> None:
    game = parlour.game("klondike", **house)
    for deal in (1, 2):
        match = played(game, "solver:iterations=2,seed=1", deal, 1500)
        assert match.over
        assert match.score[0] >= 0


@pytest.mark.parametrize("house", [{"draw": 3}, {"draw": 1, "passes": 2}])
def test_hidden_cards_make_no_difference(house: dict[str, int]) -> None:
    """The same match with the cards that were never seen lying otherwise: the same choice."""
    game, bot, chance = parlour.game("klondike", **house), make("solver:iterations=60,seed=3"), random.Random(1)
    for length in (0, 9, 14, 30):
        match = played(game, "solver:iterations=5,seed=2", 4, length)
        view = match.view(0, memory=True)
        module.forget_plans()
        expected = bot.choose(view)
        hidden = [(c, i) for c in range(7) for i in range(1, int(match.row.down[c, 0]) + 1)]
        cards = [int(match.row.down[c, i]) for c, i in hidden]
        assert len(cards) > 1
        chance.shuffle(cards)
        for (c, i), card in zip(hidden, cards, strict=True):
            match.row.down[c, i] = card
        module.forget_plans()
        assert bot.choose(match.view(0, memory=True)) == expected


def test_a_deal_that_is_won_whatever_is_hidden_is_won() -> None:
    """Nothing is hidden but the order of four cards that all go home."""
    fields = {
        "phase": "play",
        "turn": 0,
        "pass_number": 1,
        "foundations.0": "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣",
        "foundations.1": "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦",
        "foundations.2": "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥",
        "foundations.3": "A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠",
        "down.0": "Q♣ K♣",
        "up.0": "K♦",
        "up.1": "Q♦",
    }
    match = parlour.game("klondike").match_from(fields)
    bot = make("solver:iterations=20,seed=1")
    while match.turn == 0:
        match.play(*bot.choose(match.view(0)))
    assert match.winners == [0]


@pytest.mark.parametrize("seed", range(8))
def test_moves_may_depend_on_what_lies_face_down(seed: int) -> None:
    """With the last king at the bottom of a column nobody needs the space that a queen leaves: she moves in some deals only."""
    fields = {
        "phase": "play",
        "turn": 0,
        "pass_number": 1,
        "foundations.0": "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣",
        "foundations.1": "A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦",
        "foundations.2": "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥",
        "foundations.3": "A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠",
        "up.0": "K♠",
        "up.1": "Q♥",
        "up.2": "K♦ Q♠",
        "up.3": "K♥",
        "down.4": "10♣ K♣",
        "up.4": "Q♦",
        "down.5": "J♣",
        "up.5": "9♣",
        "up.6": "Q♣",
    }
    match = parlour.game("klondike").match_from(fields)
    bot = make(f"solver:iterations=40,seed={seed}")
    module.forget_plans()
    while match.turn == 0:
        match.play(*bot.choose(match.view(0)))
    assert match.winners == [0]


def test_it_plays_patiences_that_have_a_solver() -> None:
    assert "solver" in names(room("klondike"))
    assert "solver" not in names(room("schnapsen"))


@pytest.mark.parametrize("draw", [1, 3])
def test_what_it_thinks_by_is_ready_before_the_first_choice(draw: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the first deal leaves no choice."""
    called, think = [], module.inner.think
    monkeypatch.setattr(module.inner, "think", lambda *arguments: called.append(think(*arguments)))
    make("solver").prepare(parlour.game("klondike", draw=draw))
    assert called
