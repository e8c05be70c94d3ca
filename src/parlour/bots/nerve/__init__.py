"""Games of nerve: strategies found by minimising regret over the rules themselves, and the bot that plays by them.

A search that plays the rest of a hand at random cannot bluff: it assumes opponents who neither fold nor catch a bluff. Here a
strategy is learned against itself, by Monte Carlo counterfactual regret minimisation (`regret`), over the same compiled rules
that everything else runs on. A room says in a few lines of its `nerve.py` which situations a player distinguishes (`rooms`); the
strategy learned is beside it in `nerve.npz` (`files`).
"""

from .player import Nerve

__all__ = ["BOT", "Nerve"]

BOT = Nerve
