"""How much one client may ask for in a while: generous for people, too little to slow the others down."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

from parlour.engine.errors import BadInput


class Budget(NamedTuple):
    """So many at once, then one more every so many seconds; `refusal` says what to do when it is spent."""

    most: int
    seconds: float
    refusal: str


BUDGETS = {
    "tables": Budget(60, 5.0, "many tables were made from here in a short time; wait a little before you make another"),
    "hints": Budget(20, 3.0, "that were many hints in a short time; wait a little before you ask again"),
    "documents": Budget(60, 2.0, "many documents were asked for from here in a short time; wait a little before you ask again"),
    "drawings": Budget(20, 5.0, "many drawings were sent from here in a short time; wait a little before you send another"),
    "messages": Budget(1000, 0.01, "too many messages come from here; wait a little"),
    "names": Budget(5, 5.0, "your name has changed often in a short time; wait a little before you change it again"),
}
"""By what is asked for. Hints count for a browser, the others for an address, behind which a whole family may sit."""
MOST_CLIENTS = 10_000
"""Clients that are remembered for each budget; whoever has asked for nothing the longest is forgotten first."""


class TooMuch(BadInput):
    """A budget is spent; the text says so and what to do."""


class Budgets:
    """What every client has left. `now`: a steady clock in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._spent: dict[str, OrderedDict[str, tuple[float, float]]] = {name: OrderedDict() for name in BUDGETS}
        """By budget and client how much was spent, and when that was."""
        self.refused = dict.fromkeys(BUDGETS, 0)

    def spend(self, name: str, client: str) -> None:
        """Take one from a client's budget. TooMuch if nothing is left of it."""
        budget, clients, now = BUDGETS[name], self._spent[name], self._now()
        spent, when = clients.pop(client, (0.0, now))
        spent = max(0.0, spent - (now - when) / budget.seconds)
        allowed = spent + 1 <= budget.most
        clients[client] = (spent + allowed, now)
        if len(clients) > MOST_CLIENTS:
            clients.popitem(last=False)
        if not allowed:
            self.refused[name] += 1
            raise TooMuch(budget.refusal)

    def told(self) -> dict[str, dict[str, Any]]:
        """The budgets for `/healthz`, and how often each has refused something."""
        return {
            name: {"most": budget.most, "seconds": budget.seconds, "refused": self.refused[name]}
            for name, budget in BUDGETS.items()
        }
