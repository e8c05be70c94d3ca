"""What shall we play? Games ranked for a company, with reasons; and what the company has played and liked."""

from .memory import Entry, Memory
from .ranking import Preferences, Suggestion, suggest

__all__ = ["Entry", "Memory", "Preferences", "Suggestion", "suggest"]
