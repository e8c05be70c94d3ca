"""The house around the games: what a group agrees on, rulebooks to read and print."""
