"""The Interphase: what lies between two Turns (5.9, 14)."""
