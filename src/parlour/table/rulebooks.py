"""Rulebooks as the pages of the table show them."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from urllib.parse import urlencode

from parlour.engine.game import Game
from parlour.house.card_pictures import card_words, has_face
from parlour.house.examples import MOST
from parlour.house.rulebook_html import chip, rulebook_html
from parlour.house.rulebook_text import RulebookText
from parlour.kit.cards import read_card
from parlour.languages import current
from parlour.languages import gettext as _


def rules_url(game: Game) -> str:
    """The address of the rulebook under a game's house rules, or those of the group it is played under."""
    if game.agreed:
        return f"/house/{game.agreed.id}/rules?{urlencode({'version': game.agreed.version, 'seats': game.seats})}"
    changed = {name: _text(value) for name, value in game.options.items() if name in game.house}
    if game.seats != game.room.Table.default_seats:
        changed["seats"] = str(game.seats)
    return f"/rules/{game.room.name}" + (f"?{urlencode(changed)}" if changed else "")


def _text(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def drawn(card: str) -> str:
    """A card in an example: our own, from the deck that all pages have; a suit or a rank alone as a few letters."""
    if not has_face(card):
        return chip(card)
    face = f'<use href="/deck.svg#card-{read_card(card)}"></use>'
    return f'<svg class="face" viewBox="0 0 250 350" role="img" aria-label="{card_words(card)}">{face}</svg>'


Pairs = tuple[tuple[str, str], ...]


@lru_cache(maxsize=256)
def _body(room: str, seats: int, house: Pairs, rulings: Pairs, code: str) -> str:
    return rulebook_html(RulebookText(Game(room, seats, dict(house)), dict(rulings), most=MOST), drawn)


def rulebook_body(game: Game) -> str:
    """Return the rulebook under a game's house rules in the reader's language, the body of a page.

    Raise BadInput if the room has none.
    """
    rulings = tuple(sorted(game.agreed.rulings.items())) if game.agreed else ()
    options = tuple((name, _text(value)) for name, value in game.options.items())
    return _body(game.room.name, game.seats, options, rulings, current().code)


def paragraph_html(game: Game, label: str, text: str) -> str:
    """A numbered paragraph of the rulebook as HTML, or the text if there is no such paragraph."""
    if label:
        found = re.search(rf'<(p|li) id="{re.escape(label)}"[^>]*>(.*?)</\1>', rulebook_body(game), re.DOTALL)
        if found:
            ruling = game.agreed.rulings.get(label) if game.agreed else None
            word = escape(_("Our ruling."))
            return found[2] + (f' <span class="ruling"><b>{word}</b> {escape(ruling)}</span>' if ruling else "")
    return escape(text)
