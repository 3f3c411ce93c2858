"""Supply (9)."""
