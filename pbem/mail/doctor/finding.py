"""What the doctor finds."""

from typing import Literal

import msgspec

State = Literal["good", "bad", "unsure", "not tried"]


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at: how it is, and what would help."""

    what: str
    state: State
    says: str
    remedy: str = ""


def good(what: str, says: str) -> Finding:
    """Nothing need be done."""
    return Finding(what, "good", says)


def bad(what: str, says: str, remedy: str = "") -> Finding:
    """It cannot work like this."""
    return Finding(what, "bad", says, remedy)


def unsure(what: str, says: str, remedy: str = "") -> Finding:
    """It may work like this; somebody should look."""
    return Finding(what, "unsure", says, remedy)


def untried(what: str, says: str, remedy: str = "") -> Finding:
    """It was not looked at."""
    return Finding(what, "not tried", says, remedy)
