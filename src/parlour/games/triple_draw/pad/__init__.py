"""What is told to a score pad of a hand: as in all draw games at fixed limit."""

FAMILY = "draw poker"
