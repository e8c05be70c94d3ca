"""The draw as at a table: everybody takes a card that lay face down, and it says with whom they play and where they sit.

Two teams: black cards against red. Three or four: a suit for each. More: a rank for each. Everybody for themselves: the
highest card deals. The seats follow from the same cards, so nobody has to draw twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from parlour.engine.errors import BadInput
from parlour.kit.cards import card_name
from parlour.languages import gettext as _
from parlour.languages import lettered_card, listed, mark, pgettext

from .plan import Seating, seat_sides, team_letter, teams_words

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
COLOURS = ((SPADES, CLUBS), (HEARTS, DIAMONDS))
SUITS = (SPADES, HEARTS, CLUBS, DIAMONDS)
"""Suits in the order in which equal ranks sit down."""
SUIT_WORDS = {CLUBS: mark("clubs"), DIAMONDS: mark("diamonds"), HEARTS: mark("hearts"), SPADES: mark("spades")}
RANK_WORDS = (
    mark("the twos"),
    mark("the threes"),
    mark("the fours"),
    mark("the fives"),
    mark("the sixes"),
    mark("the sevens"),
    mark("the eights"),
    mark("the nines"),
    mark("the tens"),
    mark("the jacks"),
    mark("the queens"),
    mark("the kings"),
    mark("the aces"),
)
ACE = 12
RANKS, MOST_OF_RANK, MOST_SUITS = 13, 4, 4


@dataclass(frozen=True)
class DrawnCard:
    """The draw of one player. card: 0..51. seat: the seat it gives, from 0. side: the team."""

    player: str
    card: int
    seat: int
    side: int

    @property
    def name(self) -> str:
        """The card: `Q♥`."""
        return str(card_name(self.card))

    @property
    def shown(self) -> str:
        """The card with the letter of the reader's cards: `D♥`."""
        return lettered_card(self.name)


@dataclass(frozen=True)
class Draw:
    """A draw that was held."""

    lots: tuple[DrawnCard, ...]
    """In the order in which the players drew."""
    sizes: tuple[int, ...]

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards put out, in order of the seats they lead to."""
        return tuple(lot.card for lot in sorted(self.lots, key=lambda lot: lot.seat))

    def seating(self, game: str = "") -> Seating:
        """Players by seat."""
        placed = sorted(self.lots, key=lambda lot: lot.seat)
        return Seating(tuple(lot.player for lot in placed), tuple(lot.side for lot in placed), game)

    def side_name(self, side: int) -> str:
        """Return the name of a team by its cards: `black`, `hearts`, `the kings`."""
        if min(self.sizes) == max(self.sizes) == 1:
            return ""
        return side_names(self.sizes)[side]

    def rule(self) -> str:
        """Return how the draw is held, in two sentences, for those who hold it with cards of their own."""
        return rule(self.sizes)


def draw(players: Sequence[str], sizes: Sequence[int], rng: Random) -> Draw:
    """Everybody draws a card, in the order given. BadInput if one pack has not the cards for such teams."""
    cards, sides = cards_put_out(sizes), seat_sides(sizes)
    seats = list(range(len(players)))
    rng.shuffle(seats)
    lots = (DrawnCard(name, cards[seat], seat, sides[seat]) for name, seat in zip(players, seats, strict=True))
    return Draw(tuple(lots), tuple(sizes))


def cards_put_out(sizes: Sequence[int]) -> list[int]:
    """Return, by seat, the card that leads there. BadInput if one pack has not the cards for it."""
    sides = seat_sides(sizes)
    members = [sides[:seat].count(side) for seat, side in enumerate(sides)]
    if by_rank(sizes):
        if max(sizes) > MOST_OF_RANK or len(sizes) > RANKS:
            raise BadInput(
                _(
                    "a draw for {teams} of up to {n} needs more cards of a rank than a pack has",
                    teams=teams_words(len(sizes)),
                    n=max(sizes),
                )
            )
        return [13 * SUITS[member] + ACE - side for side, member in zip(sides, members, strict=True)]
    each_a_rank = len(sides) <= RANKS
    if not each_a_rank and max(sizes) > RANKS:
        raise BadInput(
            _(
                "a draw for a team of {n} needs more cards of a colour than are put out: {most} at most",
                n=max(sizes),
                most=RANKS,
            )
        )
    cards = []
    for seat, (side, member) in enumerate(zip(sides, members, strict=True)):
        rank = ACE - seat if each_a_rank else ACE - member
        cards.append(13 * _suit(sizes, side, member if each_a_rank else 0) + rank)
    if len(set(cards)) < len(cards):
        raise BadInput(_("a draw for so many needs more than a pack of cards"))
    return cards


def by_rank(sizes: Sequence[int]) -> bool:
    """Whether it is the rank that says who plays with whom."""
    return len(sizes) > MOST_SUITS and max(sizes) > 1


def _suit(sizes: Sequence[int], side: int, member: int) -> int:
    if max(sizes) == 1:
        return SUITS[side % MOST_SUITS]
    return COLOURS[side][member % 2] if len(sizes) == 2 else SUITS[side]


def side_names(sizes: Sequence[int]) -> list[str]:
    """Return the names of the teams by their cards."""
    if max(sizes) == 1 and len(sizes) != 2:
        return [team_letter(side) for side in range(len(sizes))]
    if by_rank(sizes):
        return [_(RANK_WORDS[ACE - side]) for side in range(len(sizes))]
    return (
        [pgettext("cards", "black"), pgettext("cards", "red")]
        if len(sizes) == 2
        else [_(SUIT_WORDS[suit]) for suit in SUITS[: len(sizes)]]
    )


def rule(sizes: Sequence[int]) -> str:
    """Return sentences that explain how to hold such a draw with a pack of cards."""
    players, names = sum(sizes), side_names(sizes)
    sentences = [
        _(
            "Shuffle {cards} face down; everybody takes one.",
            cards=", ".join(lettered_card(card_name(card)) for card in cards_put_out(sizes)),
        )
    ]
    if max(sizes) == 1:
        sentences.append(_("Sit down clockwise in order of the cards; the ace deals."))
    elif by_rank(sizes):
        sentences.append(_("Equal ranks play together."))
        sentences.append(
            _("Sit down clockwise: first the spades from the ace down, then the hearts, and so on; the ace of spades deals.")
        )
    else:
        together = _("The same suit plays together: {suits}.", suits=listed(names))
        sentences.append(_("Black plays against red.") if len(sizes) == 2 else together)
        if players <= RANKS:
            sentences.append(_("Sit down clockwise in order of the cards; the ace deals."))
        else:
            order = ", ".join(names)
            sentences.append(
                _("Sit down clockwise in order of the ranks, of equal ones {suits}; the ace of spades deals.", suits=order)
            )
    return " ".join(sentences)
