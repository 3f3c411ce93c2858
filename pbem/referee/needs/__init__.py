"""What needs the moderator: one list for whoever asks, each entry with the lines that settle it."""
