"""Measures of a game: from tables of results to figures with intervals (docs/lab.md defines
each).
"""

from __future__ import annotations

from .base import Columns, Figures, Measure, Setting, columns_of
from .course import COURSE
from .fairness import FAIRNESS
from .skill import SKILL
from .thought import THOUGHT

__all__ = ["BY_NAME", "MEASURES", "Columns", "Figures", "Measure", "Setting", "columns_of"]

MEASURES: tuple[Measure, ...] = COURSE + FAIRNESS + SKILL + THOUGHT
BY_NAME = {measure.name: measure for measure in MEASURES}
