"""Commands with which a game is begun and played."""
