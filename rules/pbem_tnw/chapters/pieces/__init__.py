"""What happens to pieces, cards and Flags, whatever chapter says so (6, 7)."""
