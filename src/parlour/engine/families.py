"""The families of card games: what each is called, and what its games are about in one sentence."""

from __future__ import annotations

from dataclasses import dataclass


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


def _family(kind: str, about: str) -> Family:
    return Family(f"{kind} game", f"{kind} games", about)


FAMILIES = {
    "banking": _family("banking", "Everyone plays against the bank, not against each other."),
    "betting": _family("betting", "You stake chips on your cards, and win or lose them."),
    "children's": _family("children's", "Quickly explained and quickly over: children can play too."),
    "fishing": _family("fishing", "A card from your hand captures cards that lie on the table."),
    "induction": Family("game of induction", "games of induction", "One player makes a secret rule, and the others work it out."),
    "partnership": _family("partnership", "Two players play against two, always or if you like."),
    "reaction": _family("reaction", "All play at the same time, and the quickest player wins."),
    "rummy": _family("rummy", "You collect sets and runs, and lay them down."),
    "shedding": _family("shedding", "You try to get rid of all your cards."),
    "solitaire": _family("solitaire", "You build piles in order, alone or faster than another player."),
    "stops": _family("stops", "Each card must fit the one before, and a player without one that fits is stopped."),
    "trick-taking": _family("trick-taking", "Each player plays a card, and the best card wins them all."),
    "vying": _family("vying", "The best cards win, or the cards that the others believe to be the best."),
}
"""By the name under which a room declares them (`families` in its table.toml)."""


def family(name: str) -> Family:
    """Return a family by its name; a room from outside may name one of its own."""
    return FAMILIES.get(name) or _family(name, "")
