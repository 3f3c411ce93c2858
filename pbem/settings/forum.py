"""Game.yaml: the forum of a campaign, what its kind can show, and who is reached there."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from pbem.engine.order import Problem
from pbem.report.forum import LEAST
from pbem.settings.times import Zone

ForumKind = Literal["phpbb", "xenforo", "vbulletin", "discourse", "spirit", "bgg", "discord", "other"]
Channel = Literal["mail", "forum"]
"""How players are reached: by email, or in a forum, by its private messages and its thread."""


class ForumTraits(msgspec.Struct, frozen=True):
    """What a kind of forum takes: its *markup* (a key of `MARKUPS`) and how long a post may be, in characters.

    With *written* a program can read and write there as a member, *to_itself* too. A *spoiler* is
    what is around a block that is shown on a click, with `{}` for a title.
    """

    markup: str
    most: int
    written: bool = False
    to_itself: bool = True
    spoiler: tuple[str, str] = ("**{}**\n```\n", "\n```")


_BBCODE = ("[spoiler={}][code]\n", "\n[/code][/spoiler]")
KINDS: Mapping[ForumKind, ForumTraits] = {
    "phpbb": ForumTraits("bbcode", 60_000, written=True, spoiler=("[b]{}[/b]\n[code]\n", "\n[/code]")),
    "xenforo": ForumTraits("bbcode", 10_000, spoiler=_BBCODE),
    "vbulletin": ForumTraits("bbcode", 10_000, spoiler=_BBCODE),
    "discourse": ForumTraits("markdown", 32_000, written=True, spoiler=('[details="{}"]\n```\n', "\n```\n[/details]")),
    "spirit": ForumTraits("markdown", 3_000, written=True),
    "bgg": ForumTraits("bbcode", 60_000, spoiler=("[b]{}[/b]\n[o][c]\n", "\n[/c][/o]")),
    "discord": ForumTraits("discord", 2_000, written=True, to_itself=False),
    "other": ForumTraits("bbcode", 60_000, spoiler=_BBCODE),
}
"""As each is set up unless its administrator changes it."""
SEALED_LEAST = 7_000
"""A sealed block takes so many characters of a post."""
DISCORD_CHANNEL = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(\d+)/(?:\d+/threads/)?(\d+)(?:/\d+)?/?")
"""The address of a channel or thread, with the numbers of its server and its own."""
_URL = re.compile(r"https?://[^\s/?#@]+(/\S*)?")


class ForumSettings(msgspec.Struct, frozen=True):
    """The forum of a campaign: its *kind*, the *thread* for all, and the most characters of a post (0: as usual).

    Its pages show times in a *zone*, by default the game's. With a *user* the program itself reads and writes there as
    that member, with the password, or the key of the forum's interface, on the first line of *password_file*;
    *certificates* is a file of further certificates to trust, *selectors* one that says where pages have what.
    Orders that a player posts in the thread count, or are refused, as *open_orders* says.

    In Discord *channels* has for members, by name, a channel that is theirs, if that is not direct messages.

    What is *private* goes as messages, or sealed into the thread, for the keys of seats; sheets are sealed for the
    *recipient*, whose key is in *identity_file*.
    """

    kind: ForumKind = "other"
    thread: str = ""
    most: int = 0
    zone: Zone | None = None
    user: str = ""
    password_file: str = ""
    certificates: str = ""
    selectors: str = ""
    channels: Mapping[str, str] = {}
    open_orders: Literal["count", "refuse"] = "count"
    private: Literal["messages", "sealed"] = "messages"
    recipient: str = ""
    identity_file: str = "sealing-key"

    @property
    def by_hand(self) -> bool:
        """Whether a person posts what is for one player, each as a message of its own."""
        return not self.user and self.private == "messages"

    @property
    def longest(self) -> int:
        """How long a post may be, in characters."""
        return self.most or KINDS[self.kind].most

    @property
    def markup(self) -> str:
        """The format of posts: a key of `MARKUPS`."""
        return KINDS[self.kind].markup


def wrong_forum(forum: ForumSettings) -> Iterator[Problem]:
    """What is wrong with the settings beyond their form."""
    if forum.thread and not _URL.fullmatch(forum.thread):
        yield Problem("bad-thread", ("forum", "thread"), args={"text": forum.thread})
    if forum.most and forum.most < LEAST:
        yield Problem("too-small", ("forum", "most"), args={"number": forum.most, "least": LEAST})
    if forum.private == "sealed" and not forum.recipient:
        yield Problem("no-recipient", ("forum", "private"))
    if forum.private == "sealed" and forum.longest < SEALED_LEAST:
        yield Problem("sealed-too-long", ("forum", "private"), args={"most": forum.longest, "least": SEALED_LEAST})
    yield from _wrong_channels(forum)
    if forum.user and not KINDS[forum.kind].written:
        kinds = [kind for kind, traits in KINDS.items() if traits.written]
        yield Problem("forum-not-written", ("forum", "user"), args={"kind": forum.kind, "kinds": kinds})
    elif forum.user and not (forum.thread and forum.password_file):
        yield Problem("forum-incomplete", ("forum", "user"), args={"missing": _missing(forum)})


def _wrong_channels(forum: ForumSettings) -> Iterator[Problem]:
    """The channels that are not of one member alone."""
    numbers = [_channel(url) for url in (forum.thread, *forum.channels.values())]
    for name, url in forum.channels.items():
        if forum.kind != "discord" or not _channel(url) or numbers.count(_channel(url)) > 1:
            yield Problem("bad-channel", ("forum", "channels", name), args={"text": url, "name": name})


def _channel(url: str) -> str:
    found = DISCORD_CHANNEL.fullmatch(url)
    return found[2] if found else ""


def _missing(forum: ForumSettings) -> list[str]:
    return [name for name, value in (("thread", forum.thread), ("password file", forum.password_file)) if not value]
