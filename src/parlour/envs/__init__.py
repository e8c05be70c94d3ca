"""Games as environments for training: observations and actions as arrays, many matches side by side.

    envs.Tensors(game)                what a seat sees, as one row of figures
    envs.Actions(game)                what it may do, as a fixed number of actions with a mask
    envs.vector("schnapsen", 4096)    4096 matches at once, as a Gymnasium vector environment; also on a graphics card
    envs.single("schnapsen")          one match against bots, as a Gymnasium environment

All output holds what the seat that is asked may know, and nothing else. docs/envs.md is the guide.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, overload

from parlour.engine.errors import BadInput
from parlour.engine.game import Game

from .actions import Actions
from .packed import Packed
from .tensors import Part, Tensors

if TYPE_CHECKING:
    from gymnasium.envs.registration import EnvSpec

    from parlour.bots import Bot

    from .gym import VectorMatches, VectorOnCard
    from .onematch import SingleMatch

__all__ = ["Actions", "Packed", "Part", "Tensors", "single", "spec", "vector"]


@overload
def vector(game: str | Game, n: int, *, device: Literal["cpu"] = "cpu", **arguments: Any) -> VectorMatches: ...


@overload
def vector(game: str | Game, n: int, *, device: str, **arguments: Any) -> VectorMatches | VectorOnCard: ...


def vector(
    game: str | Game,
    n: int,
    *,
    device: str = "cpu",
    seats: int | None = None,
    opponents: str | Bot = "self",
    seat: int | None = None,
    hands: bool = False,
    memory: bool = False,
    threads: int = 1,
    copy: bool = True,
    packed: bool = False,
    checked: bool = True,
    **house: Any,
) -> VectorMatches | VectorOnCard:
    """Return matches of a game side by side, as a `gymnasium.vector.VectorEnv`.

    game: its name or a room's folder, or a `Game`. n: how many matches. device: "cpu", or "cuda" for the first graphics card,
    "cuda:1" for the second: see `VectorOnCard`. seats, house: as for `parlour.game`. opponents: "self"
    asks for the choice of every seat in turn; "chance" and "policy" (that of the bots' rollouts) play compiled; any other bot, or
    its text, is asked in Python. On a card there are "self" and "chance". seat: where the learner sits; None: another seat with
    every match. hands: an episode is a hand, its reward the change of score against the others; else it is a match, its reward
    the payoff. memory: observations hold what the seat remembers (in Python). threads: the matches are shared among this many.
    copy: see `VectorMatches`; on a card nothing is copied. packed: observations are bits where they are flags, see `Packed`; only
    in compiled environments on the processor. checked: False, on a card: actions are legal by the caller's promise.

    BadInput: the room does not know it, or Gymnasium is not installed. CardMissing: there is no such card.
    """
    with _needs_gymnasium():
        from .gym import VectorMatches, VectorOnCard
    from .lanes import ManyMatches
    from .matches import PlainMatches

    table = game if isinstance(game, Game) else Game(game, seats, house)
    if device != "cpu":
        from .oncard import CardMatches, card_of

        if packed:
            raise BadInput("on a graphics card observations are not packed")
        if memory or not isinstance(opponents, str):
            raise BadInput("on a graphics card observations have no memory, and opponents are self or chance")
        return VectorOnCard(CardMatches(table, n, opponents, seat, hands, card_of(device), checked))
    if memory or opponents not in ("self", "chance", "policy"):
        if packed:
            raise BadInput("observations are packed only without a memory, and with opponents self, chance or policy")
        return VectorMatches(PlainMatches(table, n, opponents, seat, hands, memory), copy)
    return VectorMatches(ManyMatches(table, n, str(opponents), seat, hands, threads, packed), copy)


def single(game: str | Game, **arguments: Any) -> SingleMatch:
    """Return one match of a game as a `gymnasium.Env`: the learner at one seat, bots at the others.

    game: as for `vector`. arguments: `seats`, `seat`, `hands`, `memory` and house rules as there, and two more. opponents:
    "policy" (the default), "chance", or any bot or its text. illegal: the reward of an action that is not legal, which ends the
    episode (-1: the match is lost); None: such an action is BadInput and nothing has changed.

    BadInput: the room does not know it, or Gymnasium is not installed.
    """
    with _needs_gymnasium():
        from .onematch import SingleMatch
    return SingleMatch(game, **arguments)


def spec(game: str, **arguments: Any) -> EnvSpec:
    """Return the specification from which `gymnasium.make` and `gymnasium.make_vec` make a `single` environment.

    game: its name or a room's folder. arguments: as for `single`. Nothing is registered with Gymnasium.

    BadInput: Gymnasium is not installed.
    """
    with _needs_gymnasium():
        from gymnasium.envs.registration import EnvSpec

        from .onematch import ENTRY
    return EnvSpec(id=f"parlour/{Game(game).room.name}-v0", entry_point=ENTRY, kwargs={"game": game, **arguments})


@contextmanager
def _needs_gymnasium() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "gymnasium":
            raise
        raise BadInput("these environments need Gymnasium: pip install 'parlour[envs]'") from None
