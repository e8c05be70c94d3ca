"""The texts there are to translate, found in the sources, and the catalogues: how far they are, and bringing them up to date."""

from .report import Coverage, coverage, faults, report
from .sources import texts
from .updating import update

__all__ = ["Coverage", "coverage", "faults", "report", "texts", "update"]
