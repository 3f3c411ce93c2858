"""The kinds of questions that game.yaml may give rules of time of their own."""

STAGES = "stages"
"""What a power does in its own time: the set-up, the subsidy, the hussars, an action stage."""
COMBATS = "combats"
"""The plans of a side for the combats of a stage."""
SINGLE_PLAYS = "single plays"
"""A card at a time, in a combat or on the political display."""
WINTER = "winter"
POLITICS = "politics"
"""Political cards and all that follows from them, peace and the imperial election among it."""

KINDS = (STAGES, COMBATS, SINGLE_PLAYS, WINTER, POLITICS)
