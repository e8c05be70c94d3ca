"""Parlour: a house of traditional card games, one set of rules for playing, learning and research."""

__version__ = "0.1.0"
