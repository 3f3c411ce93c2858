"""Commands about the mail of a game."""
