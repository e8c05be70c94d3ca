"""The house around the games: rulebooks to read and print."""
