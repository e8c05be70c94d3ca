"""How much one client may ask for in a while: generous for people, too little to slow the others down."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from parlour.engine.errors import BadInput, shown


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
    "memberships": Budget(60, 5.0, "house rules or links of scorekeepers were changed very often from here; wait a little"),
    "names": Budget(5, 5.0, "your name has changed often in a short time; wait a little before you change it again"),
}
"""By what is asked for. Hints count for a browser, the others for an address, behind which a whole family may sit."""
_SETTING = re.compile("([a-z]{1,20})=([0-9]{1,9})/([0-9]{1,6}(?:[.][0-9]{1,6})?)s")
MOST_CLIENTS = 10_000
"""Clients that are remembered for each budget; the client that has asked for nothing the longest is forgotten first."""


class TooMuch(BadInput):
    """A budget is spent; the text says so and what to do."""


def read_budgets(settings: Sequence[str]) -> dict[str, Budget]:
    """Return all budgets, some of them changed by settings such as `tables=200/1s`. BadInput says which cannot be read."""
    found = dict(BUDGETS)
    for text in settings:
        read = _SETTING.fullmatch(text)
        if read is None or not int(read[2]) or not float(read[3]):
            raise BadInput(
                f"{shown(text)} is not a budget: write NAME=MOST/SECONDSs, such as tables=200/1s for 200, then 1 each second"
            )
        if read[1] not in found:
            raise BadInput(f"there is no budget {shown(read[1])}: choose from {', '.join(found)}")
        found[read[1]] = found[read[1]]._replace(most=int(read[2]), seconds=float(read[3]))
    return found


class Budgets:
    """What every client has left. `now`: a steady clock in seconds."""

    def __init__(self, now: Callable[[], float], budgets: Mapping[str, Budget] = BUDGETS) -> None:
        self._now, self._budgets = now, budgets
        self._spent: dict[str, OrderedDict[str, tuple[float, float]]] = {name: OrderedDict() for name in BUDGETS}
        """By budget and client how much was spent, and when that was."""
        self.refused = dict.fromkeys(BUDGETS, 0)

    def spend(self, name: str, client: str) -> None:
        """Take one from a client's budget. TooMuch if nothing is left of it."""
        budget, clients, now = self._budgets[name], self._spent[name], self._now()
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
            for name, budget in self._budgets.items()
        }
