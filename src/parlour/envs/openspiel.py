"""The games of the house as games of OpenSpiel, for its algorithms: regret minimisation, tree search, best responses.

    from parlour.envs import openspiel
    game = openspiel.load("schnapsen", target_vp=3)      # a pyspiel.Game, also as pyspiel.load_game(str(game))

A match is one game there, its choices one by one are the actions (`Actions`), and what a seat may know is made from its
masked view. Seats that are asked at once answer in turn, none seeing the others' answers. Needs the extra `open-spiel`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import GAMES, Room, room
from parlour.engine.view import View
from parlour.kit import NOBODY
from parlour.kit.layout import Option

from .course import OUTCOMES, Course, Rules
from .outcomes import MOST_OUTCOMES, Chance
from .tensors import Tensors
from .walk import Walk, most_choices

try:
    import pyspiel
except ImportError:  # an extra: `register` says so
    pyspiel = None

__all__ = ["HouseGame", "HouseState", "load", "register"]

DRAWN, LISTED = "drawn", "listed"
PAYOFF, SCORE, MARGIN = "payoff", "score", "margin"
MOST_HISTORY = 4096
"""Figures of the history in an information state's tensor: longer matches have none there."""
MOST_TEXTS = 1 << 16
"""Texts of information states that a game keeps."""
CHANCE, TERMINAL = -1, -4
"""OpenSpiel's numbers of players that are not seats."""
PLAYER = "player"
"""The part of a tensor that says whose it is: OpenSpiel wants those of different seats to differ."""
OWN_PARAMETERS = {"chance": (DRAWN, LISTED), "returns": (PAYOFF, SCORE, MARGIN)}


def load(name: str, players: int | None = None, chance: str = DRAWN, returns: str = PAYOFF, **house: Any) -> Any:
    """Return a game as a `pyspiel.Game`.

    name: of a game of the house, or a room's folder. players, house: as `seats` and house rules for `parlour.game`. chance:
    "drawn": each lot, deal and shuffle is one of 2**28, told by four chance actions of 128 outcomes; or "listed": it is one
    action and all outcomes stand there with their exact probabilities, for rooms small enough. returns: "payoff" of the match,
    its "score" (what the sheet shows), or the "margin" by which a score is better than the mean of all, which sums to zero in
    every game.

    BadInput: says which games, seats or values there are.
    """
    opened = _opened(name)
    if "players" in opened.Table.options:
        raise BadInput(f"{name} has a house rule called players, which OpenSpiel cannot tell from their number")
    game = Game(opened, players, house)
    options = opened.Table.options
    given = {rule: _parameter(options[rule], options[rule].read(value)) for rule, value in house.items()}
    return pyspiel.load_game(register(name), {"players": game.seats, "chance": chance, "returns": returns, **given})


def register(name: str) -> str:
    """Make a game known to OpenSpiel: the name it has there, `parlour_schnapsen`. Needed before a string is loaded that was
    written by another process."""
    opened = _opened(name)
    short = f"parlour_{opened.name}" if opened.folder.parent == GAMES else f"parlour{opened.Table.marker}"
    if short not in pyspiel.registered_names():
        # A class of its own, for OpenSpiel keeps it longer than the interpreter lives, and only classes survive that.
        pyspiel.register_game(_game_type(opened, short), type(short, (HouseGame,), {"opened": opened, "short": short}))
    return short


def _opened(name: str) -> Room:
    if pyspiel is None:
        raise BadInput("OpenSpiel is not installed: pip install 'parlour[open-spiel]'")
    return room(name)


def _parameter(option: Option, code: int) -> int | bool | str:
    """Return a value of a house rule in OpenSpiel's form: a number if all its values are numbers, else a word.

    A word that its strings would read as a figure ("2-7", or 5 if "auto" is possible) is quoted.
    """
    value = option.write(code)
    if option.boolean or not (option.words or option.auto):
        return value
    return f"'{value}'" if _FIGURE.fullmatch(str(value)) else str(value)


_FIGURE = re.compile(r"[-+.0-9]*|[Tt]rue|[Ff]alse")


def _house(options: Mapping[str, Option], params: Mapping[str, Any]) -> dict[str, Any]:
    given = {rule: params[rule] for rule in options}
    return {rule: value.strip("'") if isinstance(value, str) else value for rule, value in given.items()}


def _game_type(opened: Room, short: str, zero_sum: bool = False) -> Any:
    low, high = opened.Table.seats_range
    kinds = pyspiel.GameType
    defaults = {rule: _parameter(option, option.default) for rule, option in opened.Table.options.items()}
    return kinds(
        short_name=short,
        long_name=opened.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": opened.Table.default_seats, "chance": DRAWN, "returns": PAYOFF, **defaults},
    )


class HouseGame(pyspiel.Game if pyspiel else object):  # type: ignore[misc]
    """A game under house rules, as OpenSpiel has games. Made by `load`. `game`: ours; `actions`: its action space."""

    opened: Room
    short: str

    def __init__(self, params: Mapping[str, Any]) -> None:
        opened = self.opened
        for name, known in OWN_PARAMETERS.items():
            if params[name] not in known:
                raise BadInput(f"{name} is {', '.join(known[:-1])} or {known[-1]}, not {params[name]!r}")
        self.game = Game(opened, params["players"], _house(opened.Table.options, params))
        self.rules = Rules(self.game, Chance(opened) if params["chance"] == LISTED else None)
        self.actions, self.chance, self.worth = self.rules.actions, self.rules.chance, params["returns"]
        self.texts: dict[tuple[int, ...], str] = {}
        """Information states of small games by what has happened; see `HouseState.information_state_string`."""
        seats = self.game.seats
        # Nobody loses more than the stack he began with, and what one wins the others have lost.
        paid = self.worth == PAYOFF
        most = max(1.0, seats - 1.0) if paid else np.inf
        zero_sum = seats > 1 and (self.worth == MARGIN or (paid and opened.zero_sum))
        self.longest = most_choices(self.game)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.n,
            max_chance_outcomes=MOST_OUTCOMES if self.chance else OUTCOMES,
            num_players=seats,
            min_utility=-1.0 if paid else -np.inf,
            max_utility=most,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=self.longest,
        )
        super().__init__(_game_type(opened, self.short, zero_sum=zero_sum), info, dict(params))

    def new_initial_state(self, *args: Any) -> HouseState:
        """Return the state before the lot for the first dealer."""
        state = HouseState(self)
        state.course = Course(self.rules)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> AnyObserver | None:
        """Return an observer of what a seat sees (its observation), of all it knows (its information state), or of the part of
        its view that is public or private. None for anything that no seat has: the others' hidden cards, or a part of its
        memory."""
        if params:
            raise ValueError(f"there are no parameters of observations; these were given: {params}")
        if iig_obs_type is None:
            return Observer(self, recalls=False)
        public, private = iig_obs_type.public_info, iig_obs_type.private_info
        recalls, kinds = iig_obs_type.perfect_recall, pyspiel.PrivateInfoType
        if public and private == kinds.SINGLE_PLAYER:
            return Observer(self, recalls)
        if recalls or private == kinds.ALL_PLAYERS or public == (private == kinds.SINGLE_PLAYER):
            return None
        return PublicObserver(self) if public else PrivateObserver(self)


_EVEN = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]


class HouseState(pyspiel.State if pyspiel else object):  # type: ignore[misc]
    """A match as an OpenSpiel state, made by `HouseGame.new_initial_state`. Its copies are made by copying `course`.

    What OpenSpiel would ask through C++ and back again is answered at once here if Python asks.
    """

    course: Course

    @property
    def walk(self) -> Walk:
        """The match as a walk, which may be shared with other states."""
        return self.course.walk

    # OpenSpiel's names from here on

    def current_player(self) -> int:
        """Return the seat to choose, chance, or the terminal player."""
        course = self.course
        if course.waits:
            return CHANCE
        return TERMINAL if course.over else course.turn

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.course.over

    def is_chance_node(self) -> bool:
        """Whether chance is to decide."""
        return self.course.waits

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of the next part of the seed, or all tables that may result."""
        course = self.course
        if course.rules.chance is None:
            return _EVEN
        return [(outcome, weight) for outcome, (_, weight) in enumerate(course.outcomes())]

    def legal_actions(self, *player: int) -> list[int]:
        """The actions of the seat to choose, or of a seat."""
        course = self.course
        return list(super().legal_actions(*player)) if player or course.waits or course.over else course.legal()

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.legal()

    def _apply_action(self, action: int) -> None:
        self.course.go(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"chance {action}"
        return str(self.course.rules.actions.names[action])

    def information_state_string(self, *player: int) -> str:
        """Return what a seat (the one to choose) knows. If chance is listed the game is small, and its texts are kept."""
        if self.course.rules.chance is None:
            return str(super().information_state_string(*player))
        texts, key = self.get_game().texts, (*self.history(), -1, *player)
        if key not in texts:
            if len(texts) == MOST_TEXTS:
                texts.clear()
            texts[key] = str(super().information_state_string(*player))
        return str(texts[key])

    def returns(self) -> list[float]:
        """The result by seat, 0 while the match is not over."""
        course, worth = self.course, self.get_game().worth
        game = course.rules.game
        if not course.over:
            return [0.0] * game.seats
        if worth == PAYOFF:
            return course.payoff
        scores = [float(points) for points in course.score]
        if worth == MARGIN:
            mean = sum(scores) / len(scores)
            return [mean - points if game.room.low else points - mean for points in scores]
        return scores

    def __str__(self) -> str:
        """The whole table, hidden cards and all, with what is kept aside of unfinished and sealed choices."""
        walk = self.walk
        aside = {seat: chosen.codes for seat, chosen in sorted(walk.answers.items())}
        picks = {seat: walk.picks(seat) for seat in range(walk.game.seats) if walk.picks(seat)}
        return f"{walk.position()}# aside {aside} {picks} seed {list(self.course.seed)} chance {walk.waits}"


def view_of(walk: Walk, seat: int) -> View:
    """Return what a seat sees at this point of the walk, with its memory once the match has begun; NOBODY: a spectator, who has
    none."""
    key = ("view", seat)
    if key not in walk.notes:
        walk.notes[key] = walk.view(seat, memory=walk.begun and seat != NOBODY)
    view: View = walk.notes[key]
    return view


class Observer:
    """A seat's observation of a state, or its information state, as OpenSpiel asks for them.

    tensor: float32; which seat it is, the parts of `Tensors`, with memory in an information state, and then the history as the
    seat saw it if it is short enough: a row for each choice with the seat (counted from the viewer) and the action, both 0
    where hidden.
    """

    def __init__(self, game: HouseGame, recalls: bool) -> None:
        self.recalls, self.actions, self.seats = recalls, game.actions, game.game.seats
        self.tensors = Tensors(game.game, memory=recalls)
        width = self.seats + self.actions.n
        rows = game.longest if recalls and game.longest * width <= MOST_HISTORY else 0
        self.tensor = np.zeros(self.seats + self.tensors.width + rows * width, np.float32)
        self.dict = {PLAYER: self.tensor[: self.seats]}
        self._seen = self.tensor[self.seats : self.seats + self.tensors.width]
        self.dict |= _pieces(self.tensors, self._seen)
        if rows:
            self.dict["history"] = self.tensor[self.seats + self.tensors.width :].reshape(rows, width)

    def set_from(self, state: HouseState, player: int) -> None:
        """Fill `tensor` with what a seat sees, or knows."""
        self.tensor[:] = 0
        self.tensor[player] = 1
        if not state.walk.begun:
            return
        self._seen[:] = self.tensors.of(view_of(state.walk, player))
        if "history" in self.dict:
            for row, (seat, code) in zip(self.dict["history"], moves(state.walk, player), strict=False):
                row[(seat - player) % self.seats] = 1
                action = int(self.actions.lookup[code]) if code >= 0 else -1
                if action >= 0:
                    row[self.seats + action] = 1

    def string_from(self, state: HouseState, player: int) -> str:
        """Return what a seat sees as text, or what it knows: that text, the choices it saw and a digest of all that it ever
        saw."""
        key = ("text", self.recalls, player)
        notes = state.walk.notes
        if key not in notes:
            view = view_of(state.walk, player)
            text = f"seat {player}\n{view.position()}"
            if self.recalls:
                names = " ".join(f"{seat}:{self._name(state.walk, code)}" for seat, code in moves(state.walk, player))
                text += f"history = {names}\nseen = {state.walk.seen(player).hex()}\n"
            notes[key] = text
        return str(notes[key])

    def _name(self, walk: Walk, code: int) -> str:
        return walk.game.room.choice_name(code) if code >= 0 else "?"


def _pieces(tensors: Tensors, tensor: Any) -> dict[str, Any]:
    """The parts of an observation by name, in its own memory."""
    return {part.name: tensor[part.start : part.start + part.size].reshape(part.shape) for part in tensors.parts}


class PublicObserver:
    """The public part of a state: a spectator's view, the same for all who ask."""

    def __init__(self, game: HouseGame) -> None:
        self.tensors = Tensors(game.game)
        self.tensor = np.zeros(self.tensors.width, np.float32)
        self.dict = _pieces(self.tensors, self.tensor)

    def set_from(self, state: HouseState, player: int) -> None:
        """Fill `tensor`, in which seats are counted from seat 0."""
        self.tensor[:] = self.tensors.of(view_of(state.walk, NOBODY)) if state.walk.begun else 0

    def string_from(self, state: HouseState, player: int) -> str:
        """The view as text."""
        return view_of(state.walk, NOBODY).position()


class PrivateObserver:
    """The private part of a seat's view, as text only: the lines of its view that are not in the public one."""

    def __init__(self, game: HouseGame) -> None:
        self.tensor, self.dict = None, dict[str, Any]()

    def set_from(self, state: HouseState, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: HouseState, player: int) -> str:
        """The lines."""
        public = set(view_of(state.walk, NOBODY).position().splitlines())
        own = [line for line in view_of(state.walk, player).position().splitlines() if line not in public]
        return "".join(f"{line}\n" for line in own)


AnyObserver = Observer | PublicObserver | PrivateObserver


def moves(walk: Walk, seat: int) -> Sequence[tuple[int, int]]:
    """(seat, code) of the choices that were carried out, as a seat saw them; code -1 for one made face down."""
    return [(move.seat, move.code) for move in view_of(walk, seat).history] if walk.begun else []
