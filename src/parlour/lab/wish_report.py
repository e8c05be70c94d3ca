"""The result of a search for wishes, in sentences, as a table and as a picture of the trade-offs."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from jinja2 import Environment

from parlour.engine.counting import counted
from parlour.engine.files import write_text

from . import plots
from .report import REPORT, Part, filled
from .sentences import number, percent
from .settings import Answered, Changes
from .statistics import Figure
from .wishes import LIKELY, MET, MISSED, OPEN, UNLIKELY, Wish

VERDICTS = {
    MET: "met",
    LIKELY: "met as far as can be told",
    UNLIKELY: "not met as far as can be told",
    MISSED: "not met",
    OPEN: "cannot be told, too few deals",
}
MOST_PICTURES = 3
TABLE = """<table><thead><tr><th></th><th>setting</th>{% for head in heads %}<th class="n">{{ head }}</th>{% endfor %}\
<th class="n">deals</th></tr></thead><tbody>
{% for letter, setting, cells, deals in rows %}<tr><td>{{ letter }}</td><td>{{ setting }}</td>{% for cell in cells %}\
<td class="n">{% for line in cell %}{{ line }}{% if not loop.last %}<br>{% endif %}{% endfor %}</td>{% endfor %}\
<td class="n">{{ deals }}</td></tr>
{% endfor %}</tbody></table>
<p class="small">First <code>{{ strong }}</code> on all seats, then <code>{{ weak }}</code> on all; luck is between them.</p>"""
CAVEAT = (
    "The settings were chosen on some deals and measured on others, so that the figures do not flatter what was chosen. "
    "The first setting is the answer; it was chosen before the deals of these figures were played. All players plan under the "
    "rules as they are set. Players are programs: what good people would make of the game may differ."
)


def write(found: Answered, folder: Path) -> Path:
    """Write the report into the study's folder."""
    path = folder / REPORT
    write_text(path, render(found))
    return path


def render(found: Answered) -> str:
    """The report as HTML."""
    parts: list[Part] = [
        ("The answer", answer(found), [("Settings, each with its figures.", table(found))]),
        ("Trade-offs", [], pictures(found)),
    ]
    return filled(title=f"{found.title}: wishes", asked=asked(found), parts=parts, caveat=CAVEAT)


def asked(found: Answered) -> str:
    """Return what was wished for, of which game, and who played."""
    rules = ", ".join(f"{name} = {shown(value)}" for name, value in found.question.house.items()) or "the usual house rules"
    listing = ", ".join(wished(wish) for wish in found.wishes)
    return (
        f"Wished for: {listing}. For {counted(found.question.seats, 'player')}, from {rules}; "
        f"the players are `{found.players[0]}` and `{found.players[1]}`, the seed {found.question.seed}. Intervals are 95 %."
    )


def wished(wish: Wish) -> str:
    """A wish in words.

    >>> wished(Wish("minutes", 18.0, 22.0, "minutes=20")), wished(Wish("luck", 0.35, 0.45, "luck=0.4"))
    ('18 to 22 minutes', 'luck 35 to 45 %')
    """
    if wish.kind.unit == "share":
        return f"{wish.kind.title} {100 * wish.low:.3g} to {100 * wish.high:.3g} %"
    return f"{wish.low:.4g} to {wish.high:.4g} {wish.kind.title}"


def shown(value: object) -> str:
    """The value of an option as one writes it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def setting(changes: Changes) -> str:
    """A setting in words.

    >>> setting((("signals", False), ("tokens", 5))), setting(())
    ('signals = no, tokens = 5', 'the rules as they are')
    """
    return ", ".join(f"{name} = {shown(value)}" for name, value in changes) or "the rules as they are"


def measured(wish: Wish, figure: Figure) -> str:
    """A figure of a wish."""
    return percent(figure) if wish.kind.unit == "share" else number(figure)


def answer(found: Answered) -> list[str]:
    """Sentences on the setting that was chosen, wish by wish, and on how it was found."""
    best = found.finalists[0]
    number_tried = counted(len(found.tried) + len(found.finalists), "setting")
    sentences = [f"Of {number_tried} tried, the nearest to the wishes is {setting(best.changes)}."]
    sentences += [
        _of_wish(found, wish, figure, other) for wish, figure, other in zip(found.wishes, best.figures, best.others, strict=True)
    ]
    usual = next((one for one in found.finalists if one.usual and one is not best), None)
    if usual is not None:
        figures = (
            f"{wish.kind.title} {measured(wish, figure)}" for wish, figure in zip(found.wishes, usual.figures, strict=True)
        )
        sentences.append(f"The rules as they are have {', '.join(figures)}.")
    return sentences


def _of_wish(found: Answered, wish: Wish, figure: Figure, other: Figure | None) -> str:
    head = f"{wish.kind.title[0].upper()}{wish.kind.title[1:]}: {measured(wish, figure)}, wished for {wished(wish)}"
    if other is not None and found.disagree(wish, figure, other):
        return f"{head}; it depends on who plays: {measured(wish, other)} with `{found.players[0]}`."
    return f"{head}; {VERDICTS[wish.verdict(figure)]}."


def table(found: Answered) -> str:
    """The settings that were measured, as HTML."""
    rows = [
        (
            one.letter,
            setting(one.changes),
            [_cell(*of) for of in zip(found.wishes, one.figures, one.others, strict=True)],
            one.deals,
        )
        for one in found.finalists
    ]
    heads = [f"{wish.kind.title} ({wish.text})" for wish in found.wishes]
    weak, strong = found.players
    return Environment(autoescape=True).from_string(TABLE).render(heads=heads, rows=rows, weak=weak, strong=strong)


def _cell(wish: Wish, figure: Figure, other: Figure | None) -> list[str]:
    return [f"{measured(wish, figure)}: {VERDICTS[wish.verdict(figure)]}", *([] if other is None else [measured(wish, other)])]


def pictures(found: Answered) -> list[tuple[str, str]]:
    """Each wish against each other, or a single wish alone."""
    scales = [100.0 if wish.kind.unit == "share" else 1.0 for wish in found.wishes]
    labels = [f"{wish.kind.title}{', %' if scale == 100.0 else ''}" for wish, scale in zip(found.wishes, scales, strict=True)]
    if len(found.wishes) == 1:
        figures = {f"{one.letter}: {setting(one.changes)}": one.figures[0] for one in found.finalists}
        wish = found.wishes[0]
        svg = plots.dots(figures, "wish", labels[0], scales[0], between=(wish.low, wish.high))
        return [("The settings that were measured, with a band for what was wished for.", svg)]
    caption = (
        "Letters: the settings of the table with their intervals; small dots: all that were tried, on few deals. "
        "The band is what was wished for."
    )
    drawn = []
    for i, j in list(combinations(range(len(found.wishes)), 2))[:MOST_PICTURES]:
        axes = [plots.Axis(labels[k], scales[k], found.wishes[k].low, found.wishes[k].high) for k in (i, j)]
        points = {one.letter: (one.figures[i], one.figures[j]) for one in found.finalists}
        dots = [(one.figures[i].value, one.figures[j].value) for one in found.tried]
        drawn.append((caption, plots.trade_offs(points, dots, axes[0], axes[1], f"trade{i}{j}")))
    return drawn


def lines(found: Answered) -> list[str]:
    """The answer and the settings for a terminal."""
    lines = [asked(found), "", *answer(found), ""]
    for one in found.finalists:
        figures = "; ".join(_in_line(wish, figure) for wish, figure in zip(found.wishes, one.figures, strict=True))
        lines.append(f"{one.letter}  {setting(one.changes)}: {figures}")
    return lines


def _in_line(wish: Wish, figure: Figure) -> str:
    return f"{wish.kind.title} {measured(wish, figure)} ({VERDICTS[wish.verdict(figure)]})"
