"""Where pieces can be: duchies and sea zones by their ids, and the boxes beside the map."""

REGROUP = "regroup"
"""The Regroup box (7.7)."""
YARD = "yard"
"""The pieces that may be built (7.1-7.3)."""
KILLED = "killed"
"""Generals out of the game (6.12, 7.2)."""
CAPTURED = "captured"
"""Napoleon as a captive, until the next Interphase (17.3)."""
FLEETS = "fleets"
"""The off-map fleets of *Guerre de Course* (5.9, 6.13)."""

BOXES = (REGROUP, YARD, KILLED, CAPTURED, FLEETS)

_WAR = "war:"


def war_box(card: str) -> str:
    """The place of the pieces of the Foreign War that *card* opened (6.13)."""
    return f"{_WAR}{card}"


def war_of(place: str) -> str:
    """The card of the Foreign War whose box *place* is; empty for any other place."""
    return place.removeprefix(_WAR) if place.startswith(_WAR) else ""


def on_map(place: str) -> bool:
    """Whether *place* is a duchy or a sea zone."""
    return place not in BOXES and not war_of(place)
