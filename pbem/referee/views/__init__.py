"""What can be asked of a game without changing it."""
