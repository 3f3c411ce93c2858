"""game.yaml: what the moderator writes about a game, and what a game began with."""
