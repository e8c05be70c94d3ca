"""Lessons: a guided first hand of a game, kept as `lesson.toml` beside its rules; docs/room-files.md describes the file.

`lesson_of` reads a room's lesson, `Guide` leads a learner through it at a match, and `faults` replays it through the rules.
"""

from .guide import Guide, NotNow, WrongChoice
from .lesson import Lesson, Step
from .reading import FILE, lesson_of, read_lesson
from .replaying import faults

__all__ = ["FILE", "Guide", "Lesson", "NotNow", "Step", "WrongChoice", "faults", "lesson_of", "read_lesson"]
