"""What only the moderator does to a game."""
