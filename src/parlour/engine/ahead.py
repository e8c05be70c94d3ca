"""Choices made on a light state, and not yet on the table of the match they belong to (see `Match._go_ahead`)."""

from __future__ import annotations

from collections.abc import Sequence

from .state import State


class Ahead:
    """A state with what was chosen on it: whole choices, seat and codes, then the picks of one that is not complete.

    begins: whether the match itself begins on the state.
    """

    def __init__(self, state: State, begins: bool) -> None:
        self.state, self.begins = state, begins
        self.made: list[tuple[int, tuple[int, ...]]] = []
        self.picks: list[int] = []

    @classmethod
    def of(cls, state: State, begins: bool) -> Ahead | None:
        """None if the first choice is not plain play."""
        return None if state.over or state.shared or state.chain else cls(state, begins)

    def make(self, codes: Sequence[int]) -> bool:
        """Make one or more picks of one choice of the player.

        Returns False if one is not allowed or other seats are asked as well afterwards. What was made before is still right then,
        and the state is not.
        """
        state = self.state
        player = state.player
        for number, code in enumerate(codes):
            if (number and not state.chain) or not state.allows(code):
                return False
            state.go(code)
        if state.shared or not codes:
            return False
        self.picks += codes
        if not state.chain:
            self.made.append((player, tuple(self.picks)))
            self.picks = []
        return True
