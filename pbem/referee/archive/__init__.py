"""The public archive of a finished game: all that was played, and nothing about people or their mail."""
