"""What the doctor finds."""

from typing import Literal

import msgspec

FindingState = Literal["good", "bad", "unsure", "not tried"]


class DoctorFinding(msgspec.Struct, frozen=True):
    """One thing that was looked at: how it is, and what would help."""

    what: str
    state: FindingState
    says: str
    remedy: str = ""


def good(what: str, says: str) -> DoctorFinding:
    """Nothing need be done."""
    return DoctorFinding(what, "good", says)


def bad(what: str, says: str, remedy: str = "") -> DoctorFinding:
    """It cannot work like this."""
    return DoctorFinding(what, "bad", says, remedy)


def unsure(what: str, says: str, remedy: str = "") -> DoctorFinding:
    """It may work like this; someone should look."""
    return DoctorFinding(what, "unsure", says, remedy)


def untried(what: str, says: str, remedy: str = "") -> DoctorFinding:
    """It was not read."""
    return DoctorFinding(what, "not tried", says, remedy)
