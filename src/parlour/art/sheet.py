"""Contact sheets: every card of a deck, or every back, side by side in one SVG."""

from parlour.languages import gettext as _

from .deck import BACKS, DECKS, back_svg, deck_cards, symbols
from .shapes import HEIGHT, WIDTH, element

CLOTH = "#2b6b4f"
_GAP = 12


def sheet_svg(deck: str, *, index: str = "standard", language: str = "en") -> str:
    """All cards of a deck on one sheet, a suit in each row; or all backs, if `deck` is "backs".

    ValueError if there is no such deck, index or language.
    """
    if deck == "backs":
        return _sheet("", [_inside(back_svg(name), name) for name in BACKS], len(BACKS))
    if deck not in DECKS:
        raise ValueError(_("there is no deck {deck}: decks are {decks}, and backs", deck=repr(deck), decks=", ".join(DECKS)))
    cards = deck_cards(deck)
    suits = [[card for card in cards if card < 52 and card // 13 == suit] for suit in range(4)]
    columns = max(map(len, suits))
    rows = [*suits, [card for card in cards if card >= 52]]
    places = [f"card-{card}" if card >= 0 else "" for row in rows if row for card in row + [-1] * (columns - len(row))]
    drawn = [element("use", href=f"#{name}", width=WIDTH, height=HEIGHT) if name else "" for name in places]
    return _sheet(symbols(deck, index, language), drawn, columns)


def _inside(document: str, name: str) -> str:
    """A document's drawing without its title, its ids made its own."""
    inner = document[document.index("</title>") + len("</title>") : -len("</svg>")]
    return inner.replace('id="', f'id="{name}-').replace('href="#', f'href="#{name}-')


def _sheet(shared: str, drawings: list[str], columns: int) -> str:
    rows = -(-len(drawings) // columns)
    width, height = columns * (WIDTH + _GAP) + _GAP, rows * (HEIGHT + _GAP) + _GAP
    cells = ""
    for k, drawing in enumerate(drawings):
        row, column = divmod(k, columns)
        cells += element("g", drawing, transform=f"translate({_GAP + column * (WIDTH + _GAP)} {_GAP + row * (HEIGHT + _GAP)})")
    body = element("defs", shared) + element("rect", width=width, height=height, fill=CLOTH) + cells
    return element(
        "svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", width=width // 2, height=height // 2
    )
