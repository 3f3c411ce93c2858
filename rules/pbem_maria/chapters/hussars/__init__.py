"""Hussars (7)."""
