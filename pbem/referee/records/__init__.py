"""What a game leaves for others: its draws, its final report, itself as one file."""
