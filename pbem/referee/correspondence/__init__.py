"""Words between people: from the moderator to players, and who hears them when."""
