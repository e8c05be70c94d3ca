"""Entries of the score pad for a hand: as in all draw games at fixed limit."""

FAMILY = "draw poker"
