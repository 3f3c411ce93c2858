"""The Peace phase, victory and the end of the game (5.7-5.82, 17.1)."""
