"""Examples of rulebooks, played and counted again by the rules: see `base`."""

from . import others, tricks
from .base import RECOUNTS, told

__all__ = ["RECOUNTS", "told"]
