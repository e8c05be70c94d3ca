"""The solver's bot at Spider: it plays to an end under every house rule, sees no hidden card, and follows its plans."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.bots import make, names
from parlour.bots.solver import forget_plans
from parlour.engine.game import Game
from parlour.engine.match import Match
from parlour.engine.rooms import room

OFF = "A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠"


def played(game: Game, bot: str, deal: int, choices: int) -> Match:
    """A match after this many of the bot's choices, or at its end."""
    player, match = make(bot), game.start(seed=deal)
    while match.turn == 0 and choices:
        match.play(*player.choose(match.view(0, memory=True)))
        choices -= 1
    return match


@pytest.mark.parametrize(
    "house",
    [
        {"suits": 1},
        {"suits": 2, "manual_removal": True},
        {"suits": 1, "deal_on_spaces": True, "scoring": "points"},
        {"stall": 50},
    ],
)
def test_it_plays_to_the_end(house: dict[str, int]) -> None:
    """Without going in circles: long before the house says that nothing happens any more."""
    game = parlour.game("spider", **house)
    for deal in (1, 2):
        match = played(game, "solver:iterations=30,seed=1", deal, 1500)
        assert match.over
        assert match.row.idle < match.row.stall


def test_it_wins_with_one_suit() -> None:
    """Most deals, even in a hurry; with the sequences taken off by the player as well."""
    for house in ({"suits": 1}, {"suits": 1, "manual_removal": True}):
        game = parlour.game("spider", **house)
        assert sum(played(game, "solver:iterations=100,seed=1", deal, 1500).winners == [0] for deal in (1, 2, 3, 4)) >= 3


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_hidden_cards_make_no_difference(suits: int) -> None:
    """The same match with the unseen cards lying otherwise, those of the stock too: the same choice and words."""
    game, bot, chance = parlour.game("spider", suits=suits), make("solver:iterations=40,seed=3"), random.Random(1)
    for length in (0, 7, 15, 40):
        match = played(game, "solver:iterations=20,seed=2", 4, length)
        if match.over:
            continue
        view = match.view(0, memory=True)
        forget_plans()
        expected = bot.choose(view), bot.advise(view)
        row = match.row
        hidden = [(row.down[c], i) for c in range(10) for i in range(1, int(row.down[c, 0]) + 1)]
        hidden += [(row.stock, i) for i in range(1, int(row.stock[0]) + 1)]
        cards = [int(pile[i]) for pile, i in hidden]
        chance.shuffle(cards)
        for (pile, i), card in zip(hidden, cards, strict=True):
            pile[i] = card
        forget_plans()
        view = match.view(0, memory=True)
        assert (bot.choose(view), bot.advise(view)) == expected


def test_a_choice_taken_back_is_made_again() -> None:
    """A plan holds for a position, wherever one comes from."""
    game, bot = parlour.game("spider", suits=2), make("solver:iterations=50,seed=1")
    match, choices = game.start(seed=7), []
    for _ in range(30):
        choices.append(bot.choose(match.view(0, memory=True)))
        match.play(*choices[-1])
    for choice in reversed(choices):
        match.undo()
        assert bot.choose(match.view(0, memory=True)) == choice


def test_the_same_without_a_memory_of_its_plans() -> None:
    """If every choice is computed again the game still comes to an end, and not because the house stops it."""
    match, bot = parlour.game("spider", suits=1).start(seed=3), make("solver:iterations=30,seed=1")
    for _ in range(1500):
        forget_plans()
        match.play(*bot.choose(match.view(0, memory=True)))
        if match.over:
            break
    assert match.over
    assert match.row.idle < match.row.stall


def test_it_gives_up_where_nothing_is_left() -> None:
    """A nine may go to and fro between two tens for ever: nothing can be gained by it."""
    columns = ("Q 10", "Q 10 9", "2 K", "2 K", "4 7", "4 7", "A 5", "A 5", "6 8 J 3", "6 8 J 9 3")
    fields = {"phase": "play", "turn": 0, "score": [6]} | {f"done.{k}": OFF for k in range(6)}
    fields |= {f"up.{c}": " ".join(f"{rank}♠" for rank in ranks.split()) for c, ranks in enumerate(columns)}
    match = parlour.game("spider", suits=1).match_from(fields)
    assert len(match.view(0).choices()) > 1
    assert match.game.room.choice_name(make("solver:iterations=20").choose(match.view(0))[0]) == "resign"


def test_it_completes_what_can_be_completed() -> None:
    """Through a space, with nothing hidden: the last two sequences."""
    fields = {"phase": "play", "turn": 0, "score": [6]}
    fields |= {f"done.{k}": OFF for k in range(6)}
    fields |= {"up.0": "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 3♠ 2♠ A♠", "up.1": "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠", "up.2": "6♠ 5♠ 4♠ 3♠ 2♠ A♠"}
    match, bot = parlour.game("spider", suits=1).match_from(fields), make("solver:iterations=100")
    while match.turn == 0:
        match.play(*bot.choose(match.view(0)))
    assert match.winners == [0]
    assert match.row.moves < 10


def test_a_hint_says_what_its_moves_lead_to() -> None:
    """What it will do is spoken of first; a move that turns up a card by itself is said to do so."""
    game, bot = parlour.game("spider", suits=1), make("solver:iterations=50")
    match, turned = game.start(seed=5), 0
    for _ in range(25):
        codes, options = bot.consider(match.view(0, memory=True))
        assert not options or options[0].code == codes[0]
        for option in options:
            hidden = match.row.down[:, 0].sum()
            match.play(option.code)
            if match.row.down[:, 0].sum() < hidden and game.room.choice_name(option.code) != "deal":
                turned += 1
                assert "turned up" in option.words or "complete" in option.words
            match.undo()
        match.play(*codes)
    assert turned > 5


def test_it_is_offered_at_spider() -> None:
    assert "solver" in names(room("spider"))
