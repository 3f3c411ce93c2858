"""The board, the counters and the cards of an edition, to be printed for a table at home."""
