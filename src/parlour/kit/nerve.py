"""Constants for the `nerve.py` of a room: the highest number of ways, and the way that stands for all others."""

from __future__ import annotations

__all__ = ["REST", "WAYS"]

WAYS = 6
"""Most choices that are weighed against each other."""
REST = 1 << 30
"""A way that is not a code: any choice of the menu but the others named, the best that the search finds."""
