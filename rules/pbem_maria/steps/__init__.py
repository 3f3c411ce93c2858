"""The boxes of the sequence of play."""
