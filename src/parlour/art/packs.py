"""Properties in which packs of cards differ."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

JACK, QUEEN, KING, ACE = 9, 10, 11, 12
JOKER, SECOND_JOKER = 52, 53
CARDS = 54


@dataclass(frozen=True)
class Pack:
    """A pack of cards as drawings; suits in the order of the cards' ids.

    colours: of the indices, and of signs that have none of their own. signs: one of 100 units for each suit, around (0, 0).
    middle: of a suit and a rank (0 the two, 12 the ace) everything but the indices, around (0, 0), in one group with a
    `data-part` of `pips`, `ace` or `court`. sizes: how large each sign is beside the French ones. cards: the ids there are.
    shared: further drawings that `middle` refers to. greys: whether every colour is turned into black, white or a grey.
    frame: what runs around every card of a suit. note: what a chooser is told about it. index: how large the indices are beside the French ones; inset: how much further from the edges they stand.
    """

    title: str
    system: str
    colours: tuple[str, ...]
    signs: tuple[str, ...]
    middle: Callable[[int, int], str]
    sizes: tuple[float, ...] = (1, 1, 1, 1)
    cards: tuple[int, ...] = tuple(range(CARDS))
    shared: Mapping[str, str] = field(default_factory=dict)
    greys: bool = False
    frame: Callable[[int], str] = lambda suit: ""
    note: str = ""
    index: float = 1
    inset: float = 0
