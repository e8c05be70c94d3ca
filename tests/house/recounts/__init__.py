"""Examples of rulebooks, played and counted again by the rules: see `base`."""

from . import others, tricks
from .base import RECOUNTS, told
from .inline import INLINE, LOOKS_LIKE_ONE, sentences

__all__ = ["INLINE", "LOOKS_LIKE_ONE", "RECOUNTS", "sentences", "told"]
