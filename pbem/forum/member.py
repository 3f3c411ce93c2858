"""What a member does in a forum, whatever its kind: read, reply, write privately, find and edit own posts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from pbem.errors import Refusal
from pbem.settings.forum import ForumKind, ForumSettings


class Account(msgspec.Struct, frozen=True):
    """A member of a forum: *ident* is the forum's own number, which stays when the *name* changes."""

    ident: str
    name: str


class ForumPost(msgspec.Struct, frozen=True):
    """A post as the forum has it, with its *text* as it was typed, and times in UTC.

    *edited_at* is None where the forum does not tell when; a post that is *gone* has no text. *thread* is what `reply`
    takes. The *ident* is empty where the post still waits for the forum's moderators.
    """

    ident: str
    thread: str
    author: Account
    at: datetime
    edited_at: datetime | None = None
    edits: int = 0
    gone: bool = False
    private: bool = False
    text: str = ""
    link: str = ""


class ThreadSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was read of a thread: the `digest` of the text of each post, empty for one that is gone.

    The kind of forum notes in *state* how the thread looked in a list. Posts up to number *settled* are so old that
    they are not read again.
    """

    posts: Mapping[str, str] = {}
    state: str = ""
    settled: int = 0


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was read of a forum, by its threads: to be stored once the posts are."""

    threads: Mapping[str, ThreadSeen] = {}


TroubleCode = Literal["busy", "login", "captcha", "logged-out", "refused", "unknown", "away", "odd"]
STOPPING: frozenset[TroubleCode] = frozenset({"login", "captcha"})
"""What a person must see to before anything else is tried: one more attempt may lock the account."""


class ForumTrouble(Exception):
    """The forum did not do as asked, and *says* why.

    It is `busy` (try again after *later* seconds), does not know user and password (`login`), wants a `captcha`, ended
    the session (`logged-out`), has `refused` this text, member or thread, is `away` (nothing reached it), or answers
    something `odd`. With `unknown` the line broke, and the text may have been posted. What is *for_good* would be
    refused again.
    """

    def __init__(self, code: TroubleCode, says: str, later: float | None = None, *, for_good: bool = False) -> None:
        self.code, self.says, self.later, self.for_good = code, says, later, for_good
        super().__init__(says)


class Forum(Protocol):
    """One forum, used by one program at a time; each function may raise `ForumTrouble`."""

    @property
    def longest(self) -> int:
        """How long a post may be, in characters."""

    def who(self) -> Account:
        """The member that we are."""

    def account(self, name: str) -> Account | None:
        """The member of that *name*; None if there is none."""

    def read(self, seen: Seen) -> tuple[list[ForumPost], Seen]:
        """What others posted, edited or removed since *seen*, in the public thread and all private ones."""

    def reply(self, thread: str, text: str) -> ForumPost:
        """Post *text* in *thread*; the public one is called as in game.yaml."""

    def message(self, to: Sequence[str], title: str, text: str) -> ForumPost:
        """Begin a private thread with the members of these names."""

    def picture(self, name: str, png: bytes) -> str:
        """Upload a picture; returns the markup that shows it in a post."""

    def find(self, mark: str, thread: str | None, since: datetime | None = None) -> ForumPost | None:
        """Our own post that holds *mark*, in *thread*, or in private ones; posts before *since* need not be read."""

    def edit(self, post: ForumPost, text: str) -> None:
        """Put *text* in place of that of our own *post*."""


class NoForum(Refusal):
    """pbem cannot be a member of this kind of forum."""

    code = "no-forum"


_MODULES: Mapping[ForumKind, str] = {"discourse": "discourse", "phpbb": "pages", "spirit": "pages"}


def forum_of(settings: ForumSettings, folder: Path) -> Forum:
    """The forum that game.yaml names; the game is in *folder*, where its session is kept."""
    module = _MODULES.get(settings.kind)
    if module is None:
        raise NoForum(f"pbem cannot read and write forums of the kind {settings.kind!r}")
    forum: Forum = import_module(f"{__package__}.{module}").forum(settings, folder)
    return forum


def digest(text: str) -> str:
    """By which a text is compared with what was read before."""
    return sha256(text.encode()).hexdigest()[:32]
