"""Findings of a study in sentences that a designer can quote: each gives a figure with its interval, or that nothing can be
said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from .measures import BY_NAME
from .measures.fairness import PARTS
from .measures.skill import able
from .rounds import Study
from .screen import Effect, Played
from .statistics import Figure

SMALL = 0.005
"""A gain below which seats are called even, if the interval says so too."""


def number(figure: Figure, factor: float = 1.0) -> str:
    """Return value ± margin, with as many places as the margin warrants; an uneven interval with its ends, a bound as a bound.

    >>> number(Figure(0.123456, 0.113, 0.133, 9), 100), number(Figure(1234.5, 1200.0, 1269.0, 9))
    ('12.3 ± 1.0', '1234 ± 34')
    >>> number(Figure(245.0, 72.0, 263.0, 9)), number(Figure(645.0, 382.0, math.inf, 20))
    ('245 (72 to 263)', 'at least 382')
    """
    value, low, high = (factor * x for x in (figure.value, figure.low, figure.high))
    if not figure.known:
        return f"{value:.3g} (too few to say how surely)"
    if not figure.bounded:
        return f"at least {low:.0f}" if math.isfinite(low) else f"at most {high:.0f}" if math.isfinite(high) else "not known"
    margin = figure.margin * factor
    places = 0 if margin >= 10 else 1 if margin >= 0.1 else 2
    if figure.lopsided:
        return f"{value:.{places}f} ({low:.{places}f} to {high:.{places}f})"
    return f"{value:.{places}f} ± {margin:.{places}f}"


def percent(figure: Figure) -> str:
    """A share or gain; with the ends of its interval if it does not lie about the middle.

    >>> percent(Figure(0.5, 0.38, 0.62, 9)), percent(Figure(0.98, 0.78, 1.0, 9))
    ('50 ± 12 %', '98 % (78 to 100 %)')
    """
    if not figure.lopsided:
        return f"{number(figure, 100)} %"
    places = 0 if figure.margin >= 0.01 else 1
    value, low, high = (f"{100 * x:.{places}f}" for x in (figure.value, figure.low, figure.high))
    return f"{value} % ({low} to {high} %)"


def share_of_wins(who: str, gain: Figure) -> str:
    """Return sentences on wins above or below a fair share.

    >>> share_of_wins("the dealer", Figure(-0.031, -0.035, -0.027, 900))
    'The dealer wins 3.1 ± 0.4 % less often than a fair share.'
    """
    head = who[0].upper() + who[1:]
    if not gain.excludes(0.0):
        return f"{head} wins as often as a fair share, as far as can be told ({'+' if gain.value >= 0 else ''}{percent(gain)})."
    size = Figure(abs(gain.value), min(abs(gain.low), abs(gain.high)), max(abs(gain.low), abs(gain.high)), gain.n)
    return f"{head} wins {percent(size)} {'more' if gain.value > 0 else 'less'} often than a fair share."


def place(k: int, seats: int) -> str:
    """A seat, told from the first dealer."""
    if k == 0:
        return "the dealer"
    if k == 1:
        return "the player left of the dealer" if seats > 2 else "the other player"
    return (
        "the player right of the dealer"
        if k == seats - 1
        else f"the player {('', '', 'two', 'three', 'four', 'five')[min(k, 5)]} to the dealer's left"
    )


def seats(study: Study) -> list[str]:
    """Return sentences on advantages of seats."""
    found = study.figures.get("places", {})
    several = len(found)
    sentences = [
        share_of_wins(place(int(k), several if several < 7 else 0), gain) for k, gain in found.items() if several < 7 or k in "01"
    ]
    turns = study.figures.get("turns", {})
    sentences += [share_of_wins(PARTS[part], turns[part]) for part in ("first",) if part in turns]
    return sentences


def luck(study: Study) -> list[str]:
    """Luck against skill; nothing if the players cannot play the game."""
    found, players = study.figures.get("skill", {}), study.question.players
    if not able(found, players):
        shown = f"`{players[-1]}` is not shown to play better than `{players[0]}`"
        return [f"In the matches played so far {shown}, so they say nothing about skill."]
    sentences = [_decided(study, pair, figure) for pair, figure in found.items()]
    variance = study.figures.get("variance", {})
    if "player" in variance:
        weakest, best = players[0 if len(players) < 3 else 1], players[-1]
        sentences.append(
            f"Of what one match's result varies between `{best}` and `{weakest}`, who plays makes "
            f"{percent(variance['player'])}, the cards dealt"
            f" {percent(variance['deal'])}, the seat {percent(variance['seat'])}, and what comes up in the play "
            f"{percent(variance['rest'])}."
        )
    if spread := study.figures.get("elo_spread", {}).get(""):
        sentences.append(f"From the weakest to the strongest player of the ladder are {number(spread)} points of Elo.")
    for pair, figure in list(study.figures.get("both_sides", {}).items())[-1:]:
        strong, weak = pair.split(" against ")
        sentences.append(f"`{strong}` beats `{weak}` in {percent(figure)} of deals with the cards of every seat.")
    return sentences


def _decided(study: Study, pair: str, skill: Figure) -> str:
    """Two players of the ladder: what the better one wins, what play decides of it, and how soon that shows."""
    strong, weak = pair.split(" against ")
    wins, by_lot = (study.figures.get("wins", {}).get(f"{pair}{end}") for end in ("", ", by lot"))
    sentence = f"Between `{strong}` and `{weak}` play decides {percent(skill)} of matches"
    if wins and by_lot:
        sentence += f": one `{strong}` among `{weak}` wins {percent(wins)}, a seat drawn by lot {percent(by_lot)}"
    lead = study.figures.get("lead", {}).get(pair)
    if not lead:
        return f"{sentence}."
    minutes = study.figures.get("minutes", {}).get("")
    hours = f" ({number(lead.scaled(minutes.value / 60))} hours)" if minutes and lead.bounded else ""
    return f"{sentence}. After {number(lead)} matches{hours} the better player is ahead with 95 % certainty."


def course(study: Study) -> list[str]:
    """Length, choices, and whether a lead lasts."""
    figures, sentences = study.figures, []
    one = {name: figures.get(name, {}).get("") for name in BY_NAME}
    if one["decisions"] and one["hands"] and one["minutes"]:
        sentences.append(
            f"A match takes {number(one['decisions'])} decisions of all players together and {_hands(one['hands'])}, which is"
            f" {number(one['minutes'])} minutes for people ({BY_NAME['minutes'].says[0].lower()}{BY_NAME['minutes'].says[1:-1]})."
        )
    choices = figures.get("choices", {})
    if "mean" in choices and one["forced"]:
        sentences.append(
            f"There are {number(choices['mean'])} choices at a decision (geometric mean {number(choices['geometric'])});"
            f" {percent(one['forced'])} of decisions are forced."
        )
    matters = figures.get("matters", {})
    if "free" in matters:
        sentences.append(f"If there is a choice, it matters {percent(matters['free'])} of the time what one chooses.")
    if one["halftime"]:
        sentences.append(
            f"The player who leads at half-time wins {percent(one['halftime'])} of matches{_at_random(figures['halftime'])}."
        )
    if one["lead_changes"]:
        sentences.append(f"The lead changes {number(one['lead_changes'])} times in a match.")
    if one["settled"]:
        sentences.append(f"The winner takes the lead for good after {percent(one['settled'])} of the match.")
    if one["ties"]:
        sentences.append(f"{percent(one['ties'])} of matches are won by no side alone.")
    return sentences


def _at_random(halftime: Mapping[str, Figure]) -> str:
    """The base rate beside a share; a study of before has none."""
    base = halftime.get("at random")
    return f"; a player drawn at random wins {percent(base)} of the same matches" if base else ""


def _hands(figure: Figure) -> str:
    return "one hand" if figure.value == 1 and figure.margin == 0 else f"{number(figure)} hands"


def rule(effect: Effect) -> str:
    """Return a sentence on the effect of a house rule on one figure."""
    factor, sign = (100.0, " percentage points") if effect.unit == "share" else (1.0, "")
    change = effect.change
    more = "more" if change.value > 0 else "less" if effect.unit == "share" else "fewer"
    size = Figure(abs(change.value), min(abs(change.low), abs(change.high)), max(abs(change.low), abs(change.high)), change.n)
    figures = f"{effect.other * factor:.3g} instead of {effect.usual * factor:.3g}"
    head = f"With {effect.option} = {effect.value} instead of {effect.instead_of}: {effect.what}"
    return f"{head} {figures}, {number(size, factor)}{sign} {more}."


def played(one: Played) -> str:
    """Return a sentence on the effect of a house rule among players."""
    weak, strong = one.players
    head = f"With {one.option} = {one.value} instead of {one.instead_of}"
    both = f"{percent(one.skill_other)} of matches between `{strong}` and `{weak}` instead of {percent(one.skill_usual)}"
    if one.skill.excludes(0.0):
        tail = f"skill tells {'more' if one.skill.value > 0 else 'less'}: the difference is {percent(one.skill)}"
    else:
        tail = f"no difference in skill can be told from chance ({percent(one.skill)})"
    length = (
        f" A match takes {number(one.decisions)} decisions more."
        if one.decisions.excludes(0.0) and one.decisions.value > 0
        else ""
    )
    if one.decisions.excludes(0.0) and one.decisions.value < 0:
        length = f" A match takes {number(one.decisions.scaled(-1))} decisions fewer."
    return f"{head}, play decides {both}; {tail}.{length}"


def cards(figures: Mapping[str, Figure], probabilities: Mapping[str, float], unit: str = "points") -> list[str]:
    """The cards worth most and least."""
    sure = [(figure.value, card, figure) for card, figure in figures.items() if probabilities.get(card, 1.0) < 0.05]
    if not sure:
        return []
    order = sorted(sure, reverse=True)
    best = ", ".join(f"{card} ({number(figure)})" for _, card, figure in order[:3] if figure.value > 0)
    worst = ", ".join(f"{card} ({number(figure)})" for _, card, figure in reversed(order[-3:]) if figure.value < 0)
    sentence = f"The best cards to be dealt are {best}" if best else ""
    sentence += (f"{', the worst' if best else 'The worst cards to be dealt are'} {worst}") if worst else ""
    return [f"{sentence}: {unit} of the first hand against the other seats, compared with the mean card."]


def everything(study: Study) -> dict[str, list[str]]:
    """Return the sentences by heading."""
    effects = [rule(effect) for effect in study.effects if effect.counts][:12]
    found = {
        "Seats": seats(study),
        "Luck and skill": luck(study),
        "The course of a match": course(study),
        "Cards": cards(study.cards, study.card_probabilities),
        "House rules": [played(one) for one in study.played_out] + effects,
    }
    return {heading: sentences for heading, sentences in found.items() if sentences}
