"""The imperial election (18)."""
