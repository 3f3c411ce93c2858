"""The sequence of play: turns, action stages, standing orders (5)."""
