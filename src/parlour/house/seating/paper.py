"""A seating as PDF, by the typesetter: who plays with whom, the table, or the rounds of an evening with how often any two met."""

from __future__ import annotations

from typing import Any

from parlour.house import press
from parlour.languages import current, listed
from parlour.languages import gettext as _

from . import sheets
from .asking import Settled

_STYLE = """<style>
text { font: 15px "Source Serif Pro"; fill: #000; } circle { fill: #fff; stroke: #000; stroke-width: 2px; }
.cloth { fill: none; stroke: #000; stroke-width: 2px; } .side-0 circle { fill: #000; } .side-0 .mark { fill: #fff; }
.side-2 circle { fill: #ddd; } .side-4 circle { fill: #999; } .deals { font-style: italic; }
</style>"""
MOST_LETTERS = 6
"""Of a name over a narrow column."""


def seating_pdf(settled: Settled) -> bytes:
    """An A4 page or two, tagged by the rules of PDF/UA-1, legible in black and white.

    BadInput if a name has letters that no font of this machine has.
    """
    return press.set_in_type("seating/seating.typ", _template_values(settled), own_first=False)  # names are written in any script


def _template_values(settled: Settled) -> dict[str, Any]:
    """Return the values of the template."""
    found: dict[str, Any] = {
        "lang": current().locale.language,
        "title": settled.title,
        "rule": "",
        "lots": None,
        "tables": [],
        "rounds": None,
        "meetings": None,
    }
    if settled.rotation:
        rounds, names = settled.rotation, settled.players
        sentences = [*sheets.evenness_sentences(rounds), sheets.moving_sentence(rounds, names)]
        return found | {
            "sentences": [sentence for sentence in sentences if sentence],
            "rounds": _rounds(settled),
            "meetings": _meetings(settled),
            "caption": sheets.caption(rounds),
        }
    assert settled.seating is not None
    if settled.draw:
        draw = settled.draw
        rows = [[lot.player, lot.shown, draw.side_name(lot.side)] for lot in draw.lots]
        wide = 3 if settled.seating.partners else 2
        head = [_("Player"), _("Card"), _("Team")]
        found |= {"rule": draw.rule(), "lots": {"head": head[:wide], "rows": [row[:wide] for row in rows]}}
    svg = sheets.table_svg(settled.seating)
    opening, rest = svg.split(">", 1)
    drawn = f'{opening} xmlns="http://www.w3.org/2000/svg">{_STYLE}{rest}'
    found["tables"] = [{"svg": drawn, "words": _("Seats, clockwise: {names}", names=", ".join(settled.seating.players))}]
    more = sheets.balance_sentences(settled.balance) if settled.balance else settled.sentences
    return found | {"sentences": [sheets.teams_sentence(settled.seating), *more]}


def _rounds(settled: Settled) -> dict[str, Any]:
    rotation, names = settled.rotation, settled.players
    assert rotation is not None
    tables = max(len(each.tables) for each in rotation.rounds)
    out = any(each.out for each in rotation.rounds)
    head = [_("Round"), *(_("Table {n}", n=at) for at in range(1, tables + 1)), *([_("Sits out")] if out else [])]
    rows = [
        [
            str(number),
            *(f" {_('against')} ".join(listed([names[player] for player in team]) for team in table) for table in each.tables),
            *([listed([names[player] for player in each.out])] if out else []),
        ]
        for number, each in enumerate(rotation.rounds, 1)
    ]
    return {"head": head, "rows": rows}


def _meetings(settled: Settled) -> dict[str, Any]:
    rotation, names = settled.rotation, settled.players
    assert rotation is not None
    out = rotation.meetings()[2]
    cells = sheets.cells(rotation)
    rows = [[name, *cells[player], str(int(out[player]))] for player, name in enumerate(names)]
    return {"head": ["", *(name[:MOST_LETTERS] for name in names), _("out")], "rows": rows}
