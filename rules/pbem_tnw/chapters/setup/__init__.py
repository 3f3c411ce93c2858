"""Getting ready: pieces, seats, first hands (4)."""
