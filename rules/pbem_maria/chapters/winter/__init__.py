"""Winter: recruits and returning generals (13)."""
