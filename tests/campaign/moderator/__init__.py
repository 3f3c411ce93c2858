"""Letters to the moderator, and the emails by which the moderator settles what waits."""
