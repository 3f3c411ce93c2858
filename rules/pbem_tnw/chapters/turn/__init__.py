"""The sequence of a Turn: its sheets, its cards, its ends (2, 4, 5, 14, 16)."""
