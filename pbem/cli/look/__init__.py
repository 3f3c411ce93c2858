"""Commands that show a game and change nothing."""
