"""Dice that are rolled in an Impulse and may be changed before their result is reckoned (6.14)."""
