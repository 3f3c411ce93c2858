"""What a member does in a forum, whatever its kind: read, reply, write privately, find and edit own posts."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from pbem.errors import Refusal
from pbem.settings.credentials import ServerRefused, password, trusting
from pbem.settings.forum import ForumKind, ForumSettings

if TYPE_CHECKING:
    import ssl


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


_OLD = timedelta(days=30)
"""After so long a post of others is not looked at again: few forums let it be edited then."""


class ThreadReading:
    """What is new, edited or gone in a *thread* since it was as *before*, as its posts come by in their order.

    *first* is the number from which on a post that does not come by is gone.
    """

    def __init__(self, thread: str, before: ThreadSeen, *, private: bool, first: int = 0) -> None:
        self.news: list[ForumPost] = []
        self.first = first
        self._thread, self._private = thread, private
        self._texts, self.settled = dict(before.posts), before.settled
        self._old, self._steady = datetime.now(UTC) - _OLD, True

    def is_new(self, post: ForumPost, looks: str, ours: str) -> bool:
        """Whether a post that comes by *looks* otherwise than before; empty if it is gone. We are *ours*."""
        self._steady = self._steady and (post.at < self._old or post.author.ident == ours)
        self.settled = max(self.settled, int(post.ident)) if self._steady else self.settled
        before, self._texts[post.ident] = self._texts.get(post.ident, ""), looks
        return before != looks

    def end(self, there: Collection[str], state: str = "") -> tuple[list[ForumPost], ThreadSeen]:
        """The news, and what was seen, as all that is *there* has come by."""
        for ident in [ident for ident, text in self._texts.items() if text and ident not in there]:
            if int(ident) >= self.first:
                self._texts[ident] = ""
                post = ForumPost(ident, self._thread, Account("", ""), datetime.now(UTC), gone=True)
                self.news.append(msgspec.structs.replace(post, private=self._private))
        return self.news, ThreadSeen(self._texts, state, self.settled)


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

    @property
    def unread(self) -> Sequence[str]:
        """What was in the way of reading some private threads, while all others were read."""

    def who(self) -> Account:
        """The member that we are."""

    def account(self, name: str) -> Account | None:
        """The member of that *name*; None if there is none."""

    def read(self, seen: Seen, accounts: Sequence[Account] = ()) -> tuple[list[ForumPost], Seen]:
        """What others posted, edited or removed since *seen*, in the public thread and all private ones.

        Where the forum has no list of these, they are those with *accounts*.
        """

    def reply(self, thread: str, text: str) -> ForumPost:
        """Post *text* in *thread*; the public one is called as in game.yaml."""

    def message(self, to: Account, title: str, text: str) -> ForumPost:
        """Begin a private thread with a member, whose *ident* is empty if only the name is known."""

    def picture(self, name: str, png: bytes) -> str:
        """Upload a picture; returns the markup that shows it in a post."""

    def find(self, mark: str, where: str | Account, since: datetime | None = None) -> ForumPost | None:
        """Our own post that holds *mark*, in a thread, or privately to a member; older ones need not be read."""

    def edit(self, post: ForumPost, text: str) -> None:
        """Put *text* in place of that of our own *post*."""

    def close(self) -> None:
        """Leave the forum, of which nothing else is asked then."""


_QUOTED = 300


class NoForum(Refusal):
    """pbem cannot be a member of this kind of forum."""

    code = "no-forum"


_MODULES: Mapping[ForumKind, str] = {
    "discourse": "discourse",
    "discord": "discord",
    "phpbb": "pages",
    "spirit": "pages",
}


def forum_of(settings: ForumSettings, folder: Path) -> Forum:
    """The forum that game.yaml names; the game is in *folder*, where its session is kept."""
    module = _MODULES.get(settings.kind)
    if module is None:
        raise NoForum(f"pbem cannot read and write forums of the kind {settings.kind!r}")
    forum: Forum = import_module(f"{__package__}.{module}").forum(settings, folder)
    return forum


@contextmanager
def visiting(settings: ForumSettings, folder: Path) -> Iterator[Forum]:
    """The forum that game.yaml names, until the block ends."""
    forum = forum_of(settings, folder)
    try:
        yield forum
    finally:
        forum.close()


def entry(settings: ForumSettings, folder: Path) -> "tuple[str, ssl.SSLContext]":
    """The password of the member that we are, and how to check that the forum is who it says."""
    try:
        return password(settings, folder), trusting(settings, folder)
    except ServerRefused as refused:
        raise ForumTrouble("login", refused.says) from None


def digest(text: str) -> str:
    """By which a text is compared with what was read before."""
    return sha256(text.encode()).hexdigest()[:32]


def short(said: object) -> str:
    """What a forum said, on one line and not too long."""
    return " ".join("".join(char if char.isprintable() else " " for char in str(said)).split())[:_QUOTED]
