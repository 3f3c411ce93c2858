"""A game as a folder on disk."""
