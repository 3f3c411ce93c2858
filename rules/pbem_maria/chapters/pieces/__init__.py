"""Pieces, stacks, troops, exchange and losses (2, 3, 6)."""
