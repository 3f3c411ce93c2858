"""Cards: their words, their windows, and every card of the deck."""
