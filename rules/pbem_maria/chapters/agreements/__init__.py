"""Agreements between players, and decrees on them (21)."""
