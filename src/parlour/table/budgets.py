"""The requests that one client may make in a while: generous for people, too few to slow the others down."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from parlour.engine.errors import BadInput, shown
from parlour.languages import lazy_gettext


class Budget(NamedTuple):
    """A number of requests at once, then one more every few seconds; `refusal` says what to do when it is spent."""

    most: int
    seconds: float
    refusal: str


BUDGETS = {
    "pages": Budget(
        600, 0.1, lazy_gettext("many pages were asked for from here in a short time; wait a little before you ask again")
    ),
    "forms": Budget(
        150, 0.5, lazy_gettext("many forms were sent from here in a short time; wait a little before you send another")
    ),
    "syncs": Budget(600, 0.1, lazy_gettext("score pads were asked for very often from here; wait a little")),
    "entries": Budget(3000, 0.05, lazy_gettext("many entries of score pads were sent from here in a short time; wait a little")),
    "tables": Budget(
        60, 5.0, lazy_gettext("many tables were made from here in a short time; wait a little before you make another")
    ),
    "hints": Budget(60, 1.0, lazy_gettext("that were many hints in a short time; wait a little before you ask again")),
    "words": Budget(300, 0.2, lazy_gettext("the words for learners were asked for very often; wait a little")),
    "ratings": Budget(
        150, 1.0, lazy_gettext("the difficulty of many deals was asked for in a short time; wait a little before you ask again")
    ),
    "documents": Budget(
        60, 2.0, lazy_gettext("many documents were asked for from here in a short time; wait a little before you ask again")
    ),
    "drawings": Budget(
        20, 5.0, lazy_gettext("many drawings were sent from here in a short time; wait a little before you send another")
    ),
    "messages": Budget(1000, 0.01, lazy_gettext("too many messages come from here; wait a little")),
    "memberships": Budget(
        60, 5.0, lazy_gettext("house rules or links of scorekeepers were changed very often from here; wait a little")
    ),
    "changes": Budget(
        30, 1.0, lazy_gettext("the table was changed very often from here; wait a little before you change it again")
    ),
    "names": Budget(
        5, 5.0, lazy_gettext("your name has changed often in a short time; wait a little before you change it again")
    ),
}
"""By what is asked for. All count for an address, behind which a whole family may sit: a browser has a new cookie as often as it
wants one."""


class Room(NamedTuple):
    """Limits on the number of open connections."""

    most: int = 60
    """Of one network, behind which a whole family may sit with several devices each."""
    house: int = 600
    """Of everybody: within the 1,024 files that a process usually may open."""
    reserve: int = 100
    """The number of these kept for people who have a seat or keep a score."""


class Limits(NamedTuple):
    """The requests that clients may make, and the number of connections."""

    budgets: Mapping[str, Budget] = BUDGETS
    room: Room = Room()


_CONNECTIONS = re.compile("connections=([0-9]{1,6})")
_SETTING = re.compile("([a-z]{1,20})=([0-9]{1,9})/([0-9]{1,6}(?:[.][0-9]{1,6})?)s")
MOST_CLIENTS = 10_000
"""Clients that are remembered for each budget; the client that has asked for nothing the longest is forgotten first."""


class TooMuch(BadInput):
    """A budget is spent; the text says so and what to do."""


def read_limits(settings: Sequence[str]) -> Limits:
    """Return all limits, some of them changed by settings such as `tables=200/1s` or `connections=100`.

    BadInput says which cannot be read. The house has room for at least as many connections as one network.
    """
    found, room = dict(BUDGETS), Room()
    for text in settings:
        if (connections := _CONNECTIONS.fullmatch(text)) and int(connections[1]):
            most = int(connections[1])
            room = room._replace(most=most, house=max(room.house, most))
            continue
        read = _SETTING.fullmatch(text)
        if read is None or not int(read[2]) or not float(read[3]):
            raise BadInput(
                f"{shown(text)} is not a budget: write NAME=MOST/SECONDSs, such as tables=200/1s for 200, then 1 each second,"
                " or connections=MOST"
            )
        if read[1] not in found:
            raise BadInput(f"there is no budget {shown(read[1])}: choose from {', '.join([*found, 'connections'])}")
        found[read[1]] = found[read[1]]._replace(most=int(read[2]), seconds=float(read[3]))
    return Limits(found, room)


class Budgets:
    """The budget that every client has left. `now`: a steady clock in seconds."""

    def __init__(self, now: Callable[[], float], budgets: Mapping[str, Budget] = BUDGETS) -> None:
        self._now, self._budgets = now, budgets
        self._spent: dict[str, OrderedDict[str, tuple[float, float]]] = {name: OrderedDict() for name in BUDGETS}
        """By budget and client how much was spent, and when that was."""
        self.refused = dict.fromkeys(BUDGETS, 0)

    def spend(self, name: str, client: str, wanted: int = 1) -> int:
        """Take some from a client's budget; how many there were. TooMuch if nothing is left of it."""
        budget, clients, now = self._budgets[name], self._spent[name], self._now()
        spent, when = clients.pop(client, (0.0, now))
        spent = max(0.0, spent - (now - when) / budget.seconds)
        allowed = max(0, min(wanted, int(budget.most - spent)))
        clients[client] = (spent + allowed, now)
        if len(clients) > MOST_CLIENTS:
            clients.popitem(last=False)
        if not allowed:
            self.refused[name] += 1
            raise TooMuch(budget.refusal)
        return allowed

    def status(self) -> dict[str, dict[str, Any]]:
        """The budgets for `/healthz`, and how often each has refused something."""
        return {
            name: {"most": budget.most, "seconds": budget.seconds, "refused": self.refused[name]}
            for name, budget in self._budgets.items()
        }
