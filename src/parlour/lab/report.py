"""A study as one HTML file that needs nothing else: plots inside, no scripts, no network, readable in black and white."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from parlour.engine.counting import counted
from parlour.engine.files import own_text, write_text

from . import plots, sentences
from .measures import MEASURES
from .progress import duration
from .rounds import Study
from .statistics import Figure

REPORT = "report.html"
CAVEAT = (
    "Players are programs: what good people would make of the game may differ. Deals are the independent draws of every interval;"
    " comparisons of house rules and of cards are corrected for their number (Holm)."
)
Drawing = tuple[str, str]
"""A caption, and a plot as SVG."""
Part = tuple[str, Sequence[str], Sequence[Drawing]]
"""A heading, sentences and drawings."""


def write(study: Study, folder: Path) -> Path:
    """Write the report into the study's folder. BadInput if matplotlib is missing."""
    path = folder / REPORT
    write_text(path, render(study))
    return path


def render(study: Study) -> str:
    """The report as HTML."""
    written, drawn = sentences.everything(study), drawings(study)
    return filled(
        title=study.title,
        asked=asked(study),
        growing=study.growing,
        seconds=duration(study.seconds),
        parts=[(heading, written.get(heading, []), drawn.get(heading, [])) for heading in dict.fromkeys([*written, *drawn])],
        rows=rows(study),
        meanings=[(one.title, one.says, one.source) for one in MEASURES if study.figures.get(one.name)],
        played=[(", ".join(one.experiment.bots), one.experiment.kind, f"{one.matches:,}", one.ended) for one in study.answers],
        caveat=CAVEAT,
    )


def filled(*, asked: str, parts: Sequence[Part], **more: Any) -> str:
    """The template of reports with these texts, in which what stands between backquotes is code."""
    environment = Environment(autoescape=True, trim_blocks=True, keep_trailing_newline=True)
    sections = [
        (
            heading,
            [Markup(coded(sentence)) for sentence in sentences],
            [(caption, Markup(drawn)) for caption, drawn in drawings],
        )
        for heading, sentences, drawings in parts
    ]
    template = environment.from_string(own_text(__package__, "report.html"))
    return template.render(asked=Markup(coded(asked)), parts=sections, **more)


def coded(text: str) -> str:
    """Text as HTML, with what stands between backquotes as code; a figure, its margin and its unit stay on one line.

    >>> coded("`a<b` & c")
    '<code>a&lt;b</code> &amp; c'
    """
    kept = re.sub(r" (?=[±%])|(?<=±) ", "\N{NO-BREAK SPACE}", html.escape(text, quote=False))
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", kept)


def asked(study: Study) -> str:
    """Return the subject of the study in one sentence."""
    question = study.question
    rules = ", ".join(f"{name} = {value}" for name, value in question.house.items()) or "the usual house rules"
    players = ", ".join(f"`{player}`" for player in question.players)
    return (
        f"For {counted(question.seats, 'player')}, under {rules}; the ladder of players is {players}, the seed {question.seed}."
        f" Intervals are 95 %; wished for was ± {100 * study.width:g} points of a share."
    )


def drawings(study: Study) -> dict[str, list[Drawing]]:
    """The plots, by heading."""
    figures = study.figures
    found: dict[str, list[Drawing]] = {}

    def add(heading: str, caption: str, svg: str) -> None:
        found.setdefault(heading, []).append((caption, svg))

    if places := figures.get("places"):
        named = {("dealer" if k == "0" else f"{k} left"): one for k, one in places.items()}
        add(
            "Seats",
            "How much more often than a fair share each seat wins, counted from the dealer to the left.",
            plots.bars(named, "seats", "gain, %", 100, even=0.0),
        )
    if ladder := figures.get("elo"):
        add("Luck and skill", "The ladder of players, from the weakest at 0.", plots.dots(ladder, "elo", "Elo", even=0.0))
    if variance := figures.get("variance"):
        parts = {"who plays": "player", "cards dealt": "deal", "seat": "seat", "the play": "rest"}
        svg = plots.bars({name: variance[part] for name, part in parts.items()}, "variance", "% of the variance", 100)
        add("Luck and skill", "What makes one match's result vary, between the players furthest apart.", svg)
    if tenths := figures.get("choices_by_tenth"):
        svg = plots.course({"choices": tenths}, "choices", "choices at a decision")
        add("The course of a match", "How much there is to choose from as a match goes on.", svg)
    tenths = figures.get("matters_by_tenth", {})
    if any(one.known for one in tenths.values()):
        svg = plots.course({"matters": tenths}, "matters", "decisions that matter, %", 100)
        add("The course of a match", "When it matters what one chooses.", svg)
    if study.cards:
        svg = plots.dots(_extremes(study.cards), "cards", "worth in the first hand, against the mean card", even=0.0)
        add("Cards", "The cards worth most and least to be dealt.", svg)
    if svg := plots.effects(study.effects, "effects"):
        add("House rules", "What house rules change most, in matches by the learned policy on common deals.", svg)
    return found


def _extremes(figures: dict[str, Figure], most: int = 20) -> dict[str, Figure]:
    order = sorted(figures.items(), key=lambda one: -one[1].value)
    return dict(order if len(order) <= most else order[: most // 2] + order[-most // 2 :])


def rows(study: Study) -> list[tuple[str, str, str, str]]:
    """The table of all figures: name, value, interval, deals."""
    found = []
    for measure in MEASURES:
        percent = measure.unit in ("share", "gain", "scale")
        factor, sign = (100.0, " %") if percent else (1.0, "")
        for part, figure in study.figures.get(measure.name, {}).items():
            name = f"{measure.title}: {part}" if part else measure.title
            interval = _interval(figure, factor, sign)
            found.append((name, f"{factor * figure.value:.4g}{sign}", interval, f"{figure.n:,}"))
    return found


def _interval(figure: Figure, factor: float, sign: str) -> str:
    if not figure.bounded:
        return f"{sentences.number(figure, factor)}{sign}" if figure.known else "not known"
    return f"{factor * figure.low:.4g} to {factor * figure.high:.4g}{sign}"
