"""Players for tests and bots."""
