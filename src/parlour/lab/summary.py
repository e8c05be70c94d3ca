"""The table of all games: one row per game from the figures of its study, as a page of the docs and as the file that `suggest`
reads.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import tomli_w

from parlour.engine.counting import counted
from parlour.engine.errors import BadInput
from parlour.engine.files import read_json, write_text

from .measures.skill import able
from .rounds import SHORT_OF_TIME, Study
from .sentences import number, percent
from .statistics import Figure
from .store import SUM, WHY, Tell, is_sealed, log, sealed

FIGURES = "figures.json"
StudyData = Mapping[str, Any]
"""A study as `Study.as_dict` tells it."""


def keep(study: Study, folder: Path) -> None:
    """Write a study's figures into its folder, with their checksum."""
    write_text(folder / FIGURES, json.dumps(sealed(study.as_dict()), ensure_ascii=False, indent=1) + "\n")


def kept(folder: Path, tell: Tell = log) -> StudyData | None:
    """The figures in a study's folder; None if there are none yet, or none that can be believed, which `tell` is told."""
    path = folder / FIGURES
    if not path.exists():
        return None
    try:
        found = read_json(path)
    except BadInput:
        found = None
    if not isinstance(found, dict) or not is_sealed(found):
        tell(f"{path}: {WHY}; its figures are worked out again")
        return None
    del found[SUM]
    return found


def figure(study: StudyData, name: str, part: str = "") -> Figure | None:
    """One figure of a study, if it has one."""
    found = study["figures"].get(name, {}).get(part)
    if found is None or found["value"] is None:
        return None
    low, high = found["low"], found["high"]
    if low is None and high is None:
        return Figure(float(found["value"]), math.nan, math.nan, int(found["n"]))
    ends = -math.inf if low is None else float(low), math.inf if high is None else float(high)  # JSON has no infinity
    return Figure(float(found["value"]), *ends, int(found["n"]))


def duel(study: StudyData, name: str) -> Figure | None:
    """A figure of the strongest player and the second weakest, who does not play at random; None if the players cannot play."""
    players = tuple(study["players"])
    of_skill = {part: found for part in study["figures"].get("skill", {}) if (found := figure(study, "skill", part))}
    if not able(of_skill, players):
        return None
    return figure(study, name, f"{players[-1]} against {players[-2 if len(players) < 3 else 1]}")


def facts(study: StudyData) -> dict[str, float]:
    """Return the figures of a game that `parlour suggest` and others read: value, half the width of its interval as `..._margin`,
    and the ends as `..._low` and `..._high`.
    """
    found = {
        "skill": duel(study, "skill"),
        "lead": duel(study, "lead"),
        "seat": seat.scaled(1 / int(study["seats"])) if (seat := figure(study, "seat")) else None,
        "minutes": figure(study, "minutes"),
        "decisions": figure(study, "decisions"),
        "hands": figure(study, "hands"),
        "choices": figure(study, "choices", "geometric"),
        "forced": figure(study, "forced"),
        "elo_spread": figure(study, "elo_spread"),
        "evenness": figure(study, "evenness"),
        "halftime": figure(study, "halftime"),
        "lead_changes": figure(study, "lead_changes"),
        "ties": figure(study, "ties"),
        "matters": figure(study, "matters", "free"),
    }
    row: dict[str, float] = {"players": int(study["seats"])}
    for name, one in found.items():
        if one is not None and one.known:
            value = min(1.0, max(0.0, one.value)) if name in ("skill", "seat") else one.value
            row |= {name: round(value, 4), f"{name}_margin": round(one.margin, 4)}
            row |= {f"{name}_low": round(one.low, 4), f"{name}_high": round(one.high, 4)}
    return row


def write(studies: Sequence[StudyData], page: Path, toml: Path, command: str) -> None:
    """The page and the file of all games. command: what made them, to be written into both."""
    rows = {str(study["game"]): facts(study) for study in studies}
    head = (
        f"# Written by `{command}`: see docs/lab.md for what each figure is. Values, half the widths of "
        f"their 95 % intervals, and their ends.\n"
    )
    write_text(toml, head + tomli_w.dumps(rows))
    write_text(page, table(studies, command))


COLUMNS = (
    ("players", "", "players"),
    ("minutes", "minutes", "minutes"),
    ("decisions", "decisions", "decisions"),
    ("choices", "choices", "choices"),
    ("evenness", "fairness", "share"),
    ("seat", "best seat wins more", "share"),
    ("skill", "decided by play", "share"),
    ("lead", "matches until ahead", "matches"),
    ("elo_spread", "Elo", "Elo"),
    ("halftime", "leader at half-time wins", "share"),
    ("matters", "decisions that matter", "share"),
)


def table(studies: Sequence[StudyData], command: str) -> str:
    """The page: what was asked, a summary for readers, the table, and what is less sure than was wished."""
    rows = {str(study["title"]): facts(study) for study in studies}
    width = max((float(study["width"]) for study in studies), default=0.02)
    lines = [
        "# All games, measured",
        "",
        (
            f"`{command}`. Intervals are 95 %; wished for was ± {100 * width:g} points of a share, and as much of "
            f"a count in proportion. A star: the time for the"
        ),
        "game was up before that. [lab.md](../lab.md) explains each figure and its source. Players are",
        (
            f"{', '.join(f'`{bot}`' for bot in studies[0]['players']) if studies else 'none'}: what good people "
            f"would make of these games may differ."
        ),
        "",
        (
            "The share that play decides, and after how many matches the better player is ahead with 95 % certainty, is of the "
            "last of these against the second; the rest of 100 % is luck. Elo is from the first to the last."
        ),
        "",
        *_summary(rows),
        "",
        "| game | " + " | ".join(title or name for name, title, _ in COLUMNS) + " |",
        "| --- |" + " ---: |" * len(COLUMNS),
    ]
    for study in studies:
        row = facts(study)
        lines.append(
            f"| {study['title']} | " + " | ".join(_cell(row, name, unit, _short(study, name)) for name, _, unit in COLUMNS) + " |"
        )
    return "\n".join([*lines, ""])


SOURCE = {"skill": "pair", "lead": "pair", "elo_spread": "pair", "matters": "thought"}


def _short(study: StudyData, name: str) -> bool:
    """Whether the experiment behind a figure ran out of time."""
    prefix = SOURCE.get(name, "policy")
    return any(one["ended"] == SHORT_OF_TIME for key, one in study["played"].items() if key.startswith(prefix))


def _cell(row: Mapping[str, float], name: str, unit: str, short: bool) -> str:
    if name not in row:
        return ""
    if unit == "players":
        return f"{row[name]:.0f}"
    star = " *" if short else ""
    return f"{_with_margin(row, name, unit)}{star}"


def _with_margin(row: Mapping[str, float], name: str, unit: str) -> str:
    """A figure with its margin, or with the ends of its interval if it does not lie about the middle."""
    figure = Figure(row[name], row[f"{name}_low"], row[f"{name}_high"], 0)
    return percent(figure) if unit == "share" else number(figure)


SENTENCES = (
    ("skill", "Play decides most in {}", "least in {}", "share"),
    ("lead", "The better player is ahead latest in {}", "soonest in {}", "matches"),
    ("choices", "There is most to choose from in {}", "least in {}", "choices"),
    ("minutes", "The longest matches are those of {}", "the shortest those of {}", "minutes"),
    ("halftime", "Half-time tells most about the end in {}", "least in {}", "share"),
)
"""Words for the games at either end of a figure."""
ENDS = 3
"""Games named at either end."""


def _summary(rows: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return sentences on games that stand out: at either end only games whose whole interval lies beyond the median of all
    games.
    """
    sentences = []
    for name, most, least, unit in SENTENCES:
        order = sorted((game for game, row in rows.items() if name in row), key=lambda game: -rows[game][name])
        if not order:
            continue
        middle = median(rows[game][name] for game in order)
        top = [game for game in order if rows[game][f"{name}_low"] > middle][:ENDS]
        bottom = [game for game in order[::-1] if rows[game][f"{name}_high"] < middle][:ENDS]
        parts = [text.format(_named(rows, games, name, unit)) for text, games in ((most, top), (least, bottom)) if games]
        if parts:
            sentence = ", ".join(parts)
            sentences.append(f"{sentence[0].upper()}{sentence[1:]}.")
    return sentences + _seats(rows)


def _named(rows: Mapping[str, Mapping[str, float]], games: Sequence[str], name: str, unit: str) -> str:
    """Games with their figures: `Brag (71 ± 4 %)`."""
    return ", ".join(f"{game} ({_with_margin(rows[game], name, unit)})" for game in games)


def _seats(rows: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return where the seat matters, as far as that is known."""
    seated = [game for game, row in rows.items() if "seat" in row]
    better = sorted((game for game in seated if rows[game]["seat_low"] > 0), key=lambda game: -rows[game]["seat"])
    if not seated:
        return []
    head = f"In {len(better)} of {counted(len(seated), 'game')} it is shown that the best seat wins more than its share"
    return [f"{head}, most in {_named(rows, better[:ENDS], 'seat', 'share')}." if better else f"{head}."]
