"""Facts about what players want to be sent."""

from typing import Literal

import msgspec

Wish = Literal["calendar", "reminders"]
"""What a player may switch on and off: calendar files with letters, reminders."""


class PreferenceSet(msgspec.Struct, frozen=True, tag="preference-set", kw_only=True):
    """The player of *seat* wants the thing *about* which it is from now on, or does not; before game.yaml."""

    seat: str
    about: Wish
    wanted: bool
