"""Checks of all that the mail of a game needs; they change nothing."""
