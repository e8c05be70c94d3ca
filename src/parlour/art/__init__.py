"""The house's deck, drawn by its own code as SVG. See `deck`."""

from .deck import back_svg, card_name, card_svg, empty_svg, sprite

__all__ = ["back_svg", "card_name", "card_svg", "empty_svg", "sprite"]
