"""The moderator's decisions."""
