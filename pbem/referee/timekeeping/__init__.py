"""Time in a game: what is due when, and what happens by itself."""
