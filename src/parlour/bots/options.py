"""A bot's opinion of its choices, and its words for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.engine.game import Game
from parlour.engine.rooms import Room
from parlour.engine.speech import CARDS, choice_words
from parlour.engine.view import View

from .rollouts import CHANGE, FINAL, Floats

REASONS = 3
"""Choices that are spoken of at most."""
WORTH_A_WORD = 0.02
"""The share of the thought under which a choice is not spoken of."""
SURE = 0.995
"""A choice taken more often is the only one."""


@dataclass(frozen=True)
class Option:
    """A bot's opinion of one choice: how often it was tried, and its mean worth to the seat.

    worth is a payoff if every rollout ended the match, otherwise points of score, a payoff counting twice the largest change.
    points: the part of it that is points of score, against the others; payoff: the part that is the result of the match.
    share: if above 0, the bot draws between its choices, and this is how often it takes this one.
    known: whether its result is known; otherwise worth and points have no meaning.
    then: the picks that follow, if it is the first of a chain that was weighed as one choice.
    words: what is expected, if the room has words of its own for it; worth then only ranks.
    """

    code: int
    visits: int
    worth: float
    points: float = 0.0
    payoff: float = 0.0
    share: float = 0.0
    known: bool = True
    then: tuple[int, ...] = ()
    words: str = ""


def option_of(chain: Sequence[int], deals: int, means: Floats, weight: float) -> Option:
    """Return the option for picks whose deals brought these means, float64[CHANGE, FINAL]. weight: of a payoff, in points."""
    change, final = float(means[CHANGE]), float(means[FINAL])
    return Option(chain[0], deals, change + weight * final, change, final, then=tuple(chain[1:]))


def expectation(option: Option, game: Game) -> str:
    """Say what is expected of a choice. A single player is ahead of no one, and wins or does not."""
    if option.words:
        return option.words
    if not option.share:
        return brought(option, game)
    times = "always" if option.share > SURE else f"{round(100 * option.share)} times in 100"
    return f"{times}; {brought(option, game)} on average" if option.known else times


def brought(option: Option, game: Game) -> str:
    """The points and the result that a choice brings, in words."""
    seats, said = game.seats, []
    if option.points or not option.payoff:
        points = round(option.points, 1)
        unit = unit_of(game.room) + ("" if abs(points) == 1 else "s")
        if seats == 1:
            said.append(f"{points:+g} {unit}" if points else "no points")
        else:
            said.append(f"{abs(points):g} {unit} {'ahead' if points > 0 else 'behind'}" if points else "level")
    if option.payoff and seats == 1:
        said.append(f"won in {round(50 + 50 * option.payoff)} of 100")
    elif option.payoff:
        said.append(f"{option.payoff:+.2f} for the match, where +1 is won and -1 lost")
    return " and ".join(said)


def unit_of(room: Room) -> str:
    """Return what the score of a room counts: chips, tokens or points."""
    label = next((figure["label"] for figure in room.look.get("figures", []) if figure["field"] == "score"), "")
    return {"Chips": "chip", "Tokens": "token"}.get(label, "point")


def told(options: Sequence[Option]) -> list[Option]:
    """Of options, the best first, those worth a word: that one, and others of which enough is known, none said to be better; of
    those that are drawn by lot the one drawn, and those taken most."""
    if not options:
        return []
    best, least = options[0], WORTH_A_WORD * sum(option.visits for option in options)
    if best.share:
        return [best, *(option for option in options[1:] if option.visits >= least)][:REASONS]
    others = [option for option in options[1:] if option.visits >= least and option.worth <= best.worth]
    return [best, *sorted(others, key=lambda option: -option.worth)[: REASONS - 1]]


def typed(game: Game, option: Option) -> str:
    """A whole chain as it is typed in."""
    return ", ".join(game.room.choice_name(code) for code in (option.code, *option.then))


def spoken(game: Game, code: int) -> str:
    """A choice as a sentence names it: a card by its short name, a call by its words."""
    return game.room.choice_name(code) if code < CARDS else choice_words(game.room, code)


def whole(game: Game, option: Option, phase: int) -> str:
    """The same of a whole chain; of a set its cards, without the call that ends it."""
    codes = [option.code, *option.then]
    if len(codes) > 1 and phase in game.room.unordered:
        codes = [code for code in codes if code < CARDS] or codes[:1]
    names = [spoken(game, code) for code in codes]
    if len(names) == 1 or any(code >= CARDS for code in codes):
        return ", ".join(names)
    return f"{names[0]} with " + " and ".join([", ".join(names[1:-1])] * (len(names) > 2) + names[-1:])


def mixture(parts: Sequence[str]) -> str:
    """Say what a bot does that draws between its choices: the one it has drawn first."""
    if len(parts) == 1:
        return f"{parts[0]}."
    return f"{parts[0]}, {', '.join(parts[1:])}: by lot, so that nobody can read it."


def sentence(view: View, codes: Sequence[int], options: Sequence[Option], compared: Sequence[Option] = ()) -> str:
    """Say why a bot would choose these codes, in one sentence: what it expects of its best two or three first picks.

    options: the best first, as `Bot.consider` gives them. compared: if there are none, those of `Bot.compare`.
    """
    game, few = view.game, told(options)
    if not few:
        return _advised(view, codes[0], told(compared))
    phase = int(view.tables[0].phase)
    names, expected = [whole(game, option, phase) for option in few], [expectation(option, game) for option in few]
    if few[0].share:
        return mixture([f"{name} ({times})" for name, times in zip(names, expected, strict=True)])
    mean = "" if few[0].words else " on average"
    if len(few) == 1:
        return f"{names[0]} is best: {expected[0]}{mean}."
    if len(set(expected)) == 1:
        return f"{', '.join(names[:-1])} and {names[-1]} are equally good: {expected[0]}{mean}."
    return f"{names[0]} is best: {expected[0]}{mean}; {_others(names[1:], expected[1:])}."


def _others(names: Sequence[str], expected: Sequence[str]) -> str:
    """Say what is expected of other choices; words and names may hold figures and commas of their own."""
    apart = any("," in words for words in expected) or any(name[-1].isdigit() for name in names)
    says, between = (": ", "; ") if apart else (" ", ", ")
    return between.join(f"{name}{says}{words}" for name, words in zip(names, expected, strict=True))


def _advised(view: View, code: int, few: Sequence[Option]) -> str:
    """Say why a bot makes a choice that it has not weighed: there is no other, or the house knows. few: what it and others
    bring."""
    game, first = view.game, spoken(view.game, code)
    if len(view.codes()) == 1:
        return f"{first}: there is nothing else."
    said = f"{first}, by the house's own advice for this game"
    if not few:
        return f"{said}."
    names, expected = [spoken(game, option.code) for option in few], [expectation(option, game) for option in few]
    others = f"; {_others(names[1:], expected[1:])}" if len(few) > 1 else ""
    return f"{said}: {expected[0]} on average{others}."
