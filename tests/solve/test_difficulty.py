"""How hard deals are: words follow from how matches go, and a match that is won is no claim against a proof."""

from __future__ import annotations

import pytest

from parlour.engine.game import Game
from parlour.solve import Settler, rater
from parlour.solve.deals import Numbered
from parlour.solve.difficulty import TIMES, bounds, bounds_of, results
from parlour.solve.verdicts import UNWINNABLE, WORDS
from table.test_settling import UNWINNABLE as HOPELESS


def dealt(game: Game, number: int) -> object:
    return Numbered(game, number, 1)[0].tables


def test_every_form_has_bounds_in_their_order() -> None:
    assert {name: set(forms) for name, forms in bounds().items()} == {"klondike": {"1", "3"}, "spider": {"1", "2", "4"}}
    for forms in bounds().values():
        for low, middle, high in forms.values():
            assert 0.0 < low < middle < high < 1.0
    assert bounds_of(Game("klondike", house={"draw": 3, "passes": 1})) == bounds()["klondike"]["3"]


def test_the_word_follows_from_the_matches_alone() -> None:
    game = Game("klondike")
    ratings = [rater(game, seconds=0.3).rate(dealt(game, number)) for number in range(1, 17)]
    assert len({rating.word for rating in ratings}) > 2
    rated = [rating for rating in ratings if rating.word != UNWINNABLE]
    ranks = [WORDS.index(rating.word) for rating in sorted(rated, key=lambda rating: -rating.ease)]
    assert ranks == sorted(ranks), "the easier a deal, the easier its word"
    again = rater(game).rate(dealt(game, 1))
    assert again == ratings[0], "the same deal has the same word everywhere"
    for number, rating in enumerate(ratings, 1):
        proved = Settler(game, seconds=0.3).settle(dealt(game, number)).winnable
        assert proved is not False or not rating.won, "nobody wins what cannot be won"
        assert (rating.word == UNWINNABLE) == (rating.winnable is False)


def test_what_cannot_be_won_is_said_only_with_a_proof() -> None:
    game = Game("klondike")
    assert str(rater(game).rate(dealt(game, HOPELESS))) == UNWINNABLE
    unsettled = rater(game, seconds=1e-9).rate(dealt(game, HOPELESS))
    assert unsettled.word in (UNWINNABLE, WORDS[-1])
    assert rater(game).rate(dealt(game, HOPELESS), False).word == UNWINNABLE


@pytest.mark.parametrize("suits", [1, 4])
def test_fewer_suits_are_won_more_often(suits: int) -> None:
    game = Game("spider", house={"suits": suits})
    found = results(game, dealt(game, 3))
    assert len(found) == TIMES["spider"]
    assert (found == 1.0).any() == (suits == 1)
    assert ((found > 0.0) & (found <= 1.0)).all(), "a match that is lost has turned up something"
    assert (found == results(game, dealt(game, 3))).all()
