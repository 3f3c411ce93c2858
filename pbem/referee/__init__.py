"""What can be done to a game, without a word about mail, screens or the disk."""
