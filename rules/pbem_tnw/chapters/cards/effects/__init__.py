"""The effects of cards, by families of words (part 3)."""
