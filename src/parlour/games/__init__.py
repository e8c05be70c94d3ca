"""The rooms of the house: one folder per game, found by scanning; a room imports only the kit."""
