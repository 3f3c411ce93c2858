"""The kinds of questions that game.yaml may give rules of time of their own, and what makes their keys."""

ENTRY = "entry"
"""Bids, first hands and standing orders before the first Turn."""
ROUNDS = "rounds"
"""The sheets for a Round, or for so much of it as the pace says."""
STOPS = "stops"
"""An Impulse that could not be played as its sheet says."""
HOLDS = "holds"
"""A window in which everyone may respond."""
TURN_ENDS = "turn ends"

KINDS = (ENTRY, ROUNDS, STOPS, HOLDS, TURN_ENDS)
