"""Games of nerve: strategies found by minimising regret over the rules themselves, and the bot that plays by them.

A search that plays the rest of a hand by chance cannot bluff: it takes opponents for people who neither fold nor catch anybody.
Here a strategy is learned against itself, by Monte Carlo counterfactual regret minimisation (`regret`), over the same compiled
rules that everything else runs on. What a player tells apart a room says in a few lines of its `nerve.py` (`rooms`); what was
learned stands beside it in `nerve.npz` (`files`).
"""

from .player import Nerve

__all__ = ["BOT", "Nerve"]

BOT = Nerve
