"""Facts about words between people: what was said to whom, so that each hears it once."""

import msgspec


class WordsAnnounced(msgspec.Struct, frozen=True, tag="announced", omit_defaults=True, kw_only=True):
    """The moderator said *text* to everyone, in public.

    It is in the next letter of each seat, unless it went by email at once (*now*). *by* is who said it, *cause* the
    line of an email that asked for it, by which it is known again.
    """

    text: str
    now: bool = False
    by: str = "moderator"
    cause: str = ""


class WordsTold(msgspec.Struct, frozen=True, tag="told", omit_defaults=True, kw_only=True):
    """The moderator said *text* to *seat* alone; otherwise as `WordsAnnounced`."""

    seat: str
    text: str
    now: bool = False
    by: str = "moderator"
    cause: str = ""


class WordsPassed(msgspec.Struct, frozen=True, tag="passed-on", omit_defaults=True, kw_only=True):
    """The player of seat *sender* wrote *text* to those of other seats, by part number *part* of inbox item *item*.

    Under no name if it was *anonymous*. There is no text where the log must not show it: it is then beside the item.
    """

    sender: str
    to: tuple[str, ...]
    item: int
    part: int
    text: str = ""
    anonymous: bool = False
    to_all: bool = False


class WordsAnswered(msgspec.Struct, frozen=True, tag="answered", omit_defaults=True, kw_only=True):
    """The moderator replied to inbox item number *item*, which is from *seat*, or from a watcher at *address*."""

    item: int
    text: str
    seat: str = ""
    address: str = ""
    by: str = "moderator"
    cause: str = ""
