"""Errors whose words are for the moderator."""


class Refusal(Exception):
    """Something asked for cannot be done; the message says what, and what would help."""
