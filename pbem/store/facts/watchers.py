"""Facts about watchers: who gets the public report by email, from when on, and who no longer does."""

from typing import Literal

import msgspec


class WatchBegun(msgspec.Struct, frozen=True, tag="watch-begun", omit_defaults=True, kw_only=True):
    """From now on the public reports go to *address*; its owner, or the moderator, asked for it (*by*)."""

    address: str
    name: str = ""
    by: Literal["watcher", "moderator"] = "watcher"


class WatchEnded(msgspec.Struct, frozen=True, tag="watch-ended", omit_defaults=True, kw_only=True):
    """No more reports go to *address*: its owner or the moderator ended it, or email to it came back (`bounce`)."""

    address: str
    by: Literal["watcher", "moderator", "bounce"] = "watcher"
