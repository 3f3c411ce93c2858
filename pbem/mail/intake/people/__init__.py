"""Emails to people other than the game: words of players to each other."""
