"""The families of card games: what each is called, and what its games are about in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.languages import gettext as _
from parlour.languages import mark


@dataclass(frozen=True)
class Family:
    """A family of games. one, many: what a game and several games of it are called. about: what you do in them, one sentence."""

    one: str
    many: str
    about: str

    @property
    def title(self) -> str:
        """The heading above its games."""
        return self.many[:1].upper() + self.many[1:]


FAMILIES = {
    "banking": Family(
        mark("banking game"), mark("banking games"), mark("Everyone plays against the bank, not against each other.")
    ),
    "betting": Family(mark("betting game"), mark("betting games"), mark("You stake chips on your cards, and win or lose them.")),
    "children's": Family(
        mark("children's game"), mark("children's games"), mark("Quickly explained and quickly over: children can play too.")
    ),
    "fishing": Family(
        mark("fishing game"), mark("fishing games"), mark("A card from your hand captures cards that lie on the table.")
    ),
    "induction": Family(
        mark("game of induction"), mark("games of induction"), mark("One player makes a secret rule, and the others work it out.")
    ),
    "partnership": Family(
        mark("partnership game"), mark("partnership games"), mark("Two players play against two, always or if you like.")
    ),
    "reaction": Family(
        mark("reaction game"), mark("reaction games"), mark("All play at the same time, and the quickest player wins.")
    ),
    "rummy": Family(mark("rummy game"), mark("rummy games"), mark("You collect sets and runs, and lay them down.")),
    "shedding": Family(mark("shedding game"), mark("shedding games"), mark("You try to get rid of all your cards.")),
    "solitaire": Family(
        mark("solitaire game"), mark("solitaire games"), mark("You build piles in order, alone or faster than another player.")
    ),
    "stops": Family(
        mark("stops game"),
        mark("stops games"),
        mark("Each card must fit the one before, and a player without one that fits is stopped."),
    ),
    "trick-taking": Family(
        mark("trick-taking game"), mark("trick-taking games"), mark("Each player plays a card, and the best card wins them all.")
    ),
    "vying": Family(
        mark("vying game"), mark("vying games"), mark("The best cards win, or the cards that the others believe to be the best.")
    ),
}
"""By the name under which a room declares them (`families` in its table.toml)."""


def family(name: str) -> Family:
    """Return a family by its name, in the reader's language; a room from outside may name one of its own."""
    found = FAMILIES.get(name) or Family(f"{name} game", f"{name} games", "")
    return Family(_(found.one), _(found.many), _(found.about))
