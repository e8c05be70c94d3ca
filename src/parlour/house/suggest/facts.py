"""Facts about each game: its layout, look and rulebook, figures of random matches, and measurements of a study.

`facts.toml` beside this module is written by `scripts/game_facts.py`, `all-games.toml` by `parlour study --all`. PARLOUR_STUDY
may name another file to be used instead: a TOML table a game, with `skill` (the part of matches, 0 to 1, that play decides
between two players, the rest being luck) and `seat` (how much more often than its share the best seat wins, 0 to 1), each with
half the width of its 95 % interval as `..._margin` (0 if none is given), and the ends of that as `..._low` and `..._high`. What
is less sure than SURE is not used.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

from parlour.engine.errors import BadInput, shown
from parlour.engine.files import own_text, read_text, read_toml
from parlour.engine.rooms import room, room_names
from parlour.languages import gettext as _
from parlour.languages import mark

STUDY = "PARLOUR_STUDY"
SHIPPED = "all-games.toml"
SURE = {"skill": 0.2, "seat": 0.1}
"""Half the width of an interval beyond which a measured figure is not used; the scale of `skill` is twice as wide as a share."""
WORDS_A_MINUTE = 150
"""Of a rulebook that is read out."""
LIVELY = frozenset({"vying", "reaction", "stops", "children's", "betting", "banking"})
STAKES = frozenset({"vying", "betting", "banking"})
NATURE = {
    "banking": (1.0, 5.0),
    "betting": (3.5, 3.0),
    "children's": (1.0, 4.0),
    "fishing": (3.0, 3.0),
    "induction": (4.0, 1.0),
    "partnership": (4.5, 1.5),
    "reaction": (1.5, 1.5),
    "rummy": (3.5, 3.0),
    "shedding": (2.0, 3.5),
    "solitaire": (3.0, 3.0),
    "stops": (1.0, 4.5),
    "trick-taking": (4.0, 2.0),
    "vying": (3.0, 3.0),
}
"""By family how deep its games are and how much is luck, each from 1 to 5: our judgement, if no study has measured it."""
MIDDLE = 3.0
USUAL_HANDS, MANY_HANDS = 4.0, 16.0
"""Hands of a match at which luck is what the family's nature says; more of them even it out, up to a point."""
USUAL_POSSIBILITIES = 3.0
USUAL_READING = 6
"""Minutes. Rules that take four minutes longer to read out make a game a step more difficult."""
EASY, DEMANDING = 2.6, 4.2
"""From what difficulty on a game is no longer easy, and from what on demanding."""


class Share(NamedTuple):
    """A measured share, 0 to 1, and its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return the share in a hundred as people say it: `71 ± 4`, or `98 (80 to 100)` if the interval lies to one side."""
        value, low, high = (round(100 * x) for x in self)
        if low == high:
            return f"{value}"
        return (
            f"{value} ± {round(50 * (self.high - self.low))}"
            if abs(2 * value - low - high) <= 2
            else _("{value} ({low} to {high})", value=value, low=low, high=high)
        )


@dataclass(frozen=True)
class Facts:
    """A game, as far as it matters for choosing it. depth, luck: 1 to 5."""

    id: str
    title: str
    summary: str
    families: tuple[str, ...]
    least: int
    most: int
    usual: int
    minutes: int
    packs: tuple[int, ...]
    """Packs of 52 needed, by number of players from `least`."""
    jokers: bool
    partners: bool
    """Whether four play two against two, always or if they like."""
    always_partners: bool
    words: int
    """Of the rulebook."""
    hands: float
    """Of a random match."""
    possibilities: float
    """At a choice that is one, in a random match."""
    depth: float
    luck: float
    skill: Share | None = None
    """Measured: the part of matches that play decides, the rest being luck."""
    seat: Share | None = None
    """Measured: how much more often than their share the best seat wins."""

    @property
    def reading(self) -> int:
        """Minutes to read its rules out."""
        return max(1, round(self.words / WORDS_A_MINUTE))

    @property
    def lively(self) -> bool:
        """Whether it is played with talk and laughter."""
        return bool(LIVELY & set(self.families))

    @property
    def for_stakes(self) -> bool:
        """Whether it is played for chips."""
        return bool(STAKES & set(self.families))

    @property
    def difficulty(self) -> str:
        """The amount to learn and to think about, in a word: from its depth and the length of its rules."""
        hard = self.depth + (self.reading - USUAL_READING) / 4
        return mark("easy") if hard < EASY else mark("medium") if hard < DEMANDING else mark("demanding")

    def packs_for(self, players: int) -> int:
        """Packs needed."""
        return self.packs[players - self.least]


def all_facts() -> list[Facts]:
    """Every game of the house. BadInput if the study that PARLOUR_STUDY names cannot be read."""
    return _all_facts(os.environ.get(STUDY, ""))


def difficulty_of(name: str) -> str:
    """Return how difficult a game is, in a word; "" for a game from outside. BadInput as for `all_facts`."""
    return next((facts.difficulty for facts in all_facts() if facts.id == name), "")


@cache
def _all_facts(study: str) -> list[Facts]:
    measured = tomllib.loads(own_text("parlour.house.suggest", "facts.toml"))
    studied = _studied(study)
    return [_facts(name, measured[name], studied.get(name, {})) for name in room_names() if name in measured]


@cache
def _studied(study: str) -> dict[str, dict[str, float]]:
    """Return the measurements of a study from its file; the house's own study of all games without a file."""
    if study:
        return read_study(Path(study))
    return tomllib.loads(own_text("parlour.house.suggest", SHIPPED))


def read_study(path: Path) -> dict[str, dict[str, float]]:
    """Return the measurements of a study by game. BadInput, with the file's name, for a text that is not a study."""
    found = read_toml(path)
    for name, figures in found.items():
        if not isinstance(figures, dict):
            raise BadInput(_("{path}: {name} is not a table of figures of a game", path=path, name=shown(name)))
        for key, value in figures.items():
            known = key.removesuffix("_margin") in ("skill", "seat")
            if known and not (isinstance(value, (int, float)) and 0 <= value <= 1):
                raise BadInput(
                    _(
                        "{path}: {name}.{key} is a share from 0 to 1, not {value}",
                        path=path,
                        name=name,
                        key=key,
                        value=repr(value),
                    )
                )
    return found


def _facts(name: str, measured: dict[str, Any], studied: dict[str, float]) -> Facts:
    opened = room(name)
    look, (least, most) = opened.look, opened.Table.seats_range
    families = tuple(look.get("families", ()))
    packs = measured["packs"]
    choice = opened.Table.options.get("partnerships")
    four = "partnership" in families and least <= 4 <= most
    always = four and choice is None
    weighed = [family for family in families if family in NATURE and (family != "partnership" or always)]
    natures = [NATURE[family] for family in weighed] or [(MIDDLE, MIDDLE)]
    depth = sum(nature[0] for nature in natures) / len(natures)
    luck = sum(nature[1] for nature in natures) / len(natures)
    skill = _share(studied, "skill")
    return Facts(
        id=name,
        title=opened.title,
        summary=look.get("summary", ""),
        families=families,
        least=least,
        most=most,
        usual=opened.Table.default_seats,
        minutes=int(look.get("minutes", 15)),
        packs=tuple(packs if isinstance(packs, int) else packs[str(seats)] for seats in range(least, most + 1)),
        jokers=measured["jokers"],
        partners=four,
        always_partners=always,
        words=len(re.findall(r"\w+", read_text(opened.folder / "rulebook.md"))),
        hands=measured["hands"],
        possibilities=measured["possibilities"],
        depth=_clipped(depth + 0.4 * log2(measured["possibilities"] / USUAL_POSSIBILITIES)),
        luck=_luck(luck, measured["hands"], skill),
        skill=skill,
        seat=_share(studied, "seat"),
    )


def _share(studied: dict[str, float], name: str) -> Share | None:
    """A share that a study measured, if it is sure enough."""
    if name not in studied or (margin := studied.get(f"{name}_margin", 0.0)) > SURE[name]:
        return None
    value = studied[name]
    return Share(value, studied.get(f"{name}_low", value - margin), studied.get(f"{name}_high", value + margin))


def _luck(nature: float, hands: float, skill: Share | None) -> float:
    """Return the share of luck: as measured, otherwise by the family's nature, less with more hands."""
    if skill is not None:
        return _clipped(5 - 4 * skill.value)
    return _clipped(nature - 0.25 * log2(min(hands, MANY_HANDS) / USUAL_HANDS))


def _clipped(value: float) -> float:
    return round(min(5.0, max(1.0, value)), 2)
