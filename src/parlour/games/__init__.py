"""The rooms of the house: one folder a game, found by scanning; a room imports only the kit."""
