"""Value of a card: the result of the first hand by the cards that were dealt.

Deals are had again from the seed and the number of the match, so no row needs to hold them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from parlour.engine import steps
from parlour.engine.game import Game
from parlour.kit import DEAL, NOBODY
from parlour.kit.cards import card_name
from parlour.lab.statistics import Figure, holm, regression

from .base import Columns, Figures, Setting

CARDS = 54
HAND = "hand"


def has_hands(game: Game) -> bool:
    """Whether there is one hand of cards a seat that the deal fills."""
    zone = game.room.Table.fields.get(HAND)
    return zone is not None and type(zone).__name__ in ("Cards", "Bag") and game.seats > 1


def dealt(game: Game, seed: int, matches: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """int64[matches, seats, 54]: how often each card is in each hand once the first hand is dealt, before anybody chose."""
    tables = game.blank(1)
    blank = tables.copy()
    found = np.zeros((len(matches), game.seats, CARDS), np.int64)
    places = np.arange(CARDS)
    for i, match in enumerate(matches.tolist()):
        tables[:] = blank
        steps.begin_row(tables, 0, seed, match)
        steps.step_row(tables, 0, seed, match)
        row = tables[0]
        while row.turn == NOBODY and not row.over and row.phase != DEAL and not _any(row[HAND][: game.seats]):
            steps.step_row(tables, 0, seed, match)
        hands = np.asarray(row[HAND])[: game.seats].reshape(game.seats, -1)
        found[i] = ((hands[:, :, None] >> places) & 1).sum(axis=1)
    return found


def _any(hands: npt.ArrayLike) -> bool:
    return bool(np.asarray(hands).any())


def worth(rows: Columns, setting: Setting, hands: npt.NDArray[np.int64], low: bool) -> tuple[Figures, dict[str, float]]:
    """Return, by card, what holding it adds to the change of score in the first hand against the other seats, and its p value
    (Holm's). (Holm's). (Holm's). (Holm's).

    hands: as `dealt` gives them for rows["match"]. Cards all seats always have the same number of, or that are never dealt,
    are left out; others are measured against the mean card. If low scores win, the sign is turned.
    """
    scores = np.asarray(rows["first_hand_score"], np.float64)
    if scores.ndim != 2 or not scores.any():
        scores = np.asarray(rows["payoff"], np.float64)
        low = False
    gains = (scores - scores.mean(axis=1, keepdims=True)) * setting.seats / max(setting.seats - 1, 1)
    gains = -gains if low else gains
    flat = hands.reshape(-1, CARDS).astype(np.float64)
    varying = np.flatnonzero(flat.std(axis=0) > 0)
    if not len(varying) or len(flat) < 4 * len(varying):
        return {}, {}
    deals = np.repeat(np.arange(len(hands)), setting.seats)
    found = regression(flat[:, varying], gains.ravel(), deals)
    figures: dict[str, Figure] = {card_name(int(card)): one.figure for card, one in zip(varying, found, strict=True)}
    return figures, holm({card_name(int(card)): one.p for card, one in zip(varying, found, strict=True)})
