"""The set-up (4, 14)."""
