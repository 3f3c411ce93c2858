"""Looks at the forum for `pbem doctor`: account, thread, private messages."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from pbem.errors import Refusal
from pbem.forum.member import ForumTrouble, TroubleCode, forum_of
from pbem.mail.transport.server import DoctorFinding, bad, good, here
from pbem.settings.forum import ForumSettings

_NOWHERE = "no post holds this"
_TITLE, _TEXT = "A test message of pbem", "This message shows that pbem can send private messages in this forum."
_HELPS: Mapping[TroubleCode, str] = {
    "login": "log in there by hand, correct `user` or the password file, and try again",
    "captcha": "log in there by hand, as the same member, and try again",
    "odd": "the forum may have changed its pages: see `selectors`",
    "away": "check the address in `thread`, and the network",
}


def examine(settings: ForumSettings, folder: Path, *, send: bool = False) -> Iterator[DoctorFinding]:
    """Whether the member can log in, read the thread and, with *send*, write a private message; nothing without a user.

    Reading posts tells the forum that they were read, as the page of a browser does.
    """
    if not settings.user:
        return
    parts = urlsplit(settings.thread)
    what = f"forum: {settings.kind} {parts.netloc}"
    if parts.scheme == "http" and not here(parts.hostname or ""):
        yield bad(what, "the password is sent unencrypted, for anyone to read", "write the address with https://")
    try:
        forum, now = forum_of(settings, folder), datetime.now(UTC)
        account = forum.who()
        yield good(what, f"lets {account.name} in, who is number {account.ident} there")
        forum.find(_NOWHERE, settings.thread, now)
        yield good(what, "the thread can be read")
        forum.find(_NOWHERE, None, now)
        yield good(what, "private messages can be read")
        if send:
            sent = forum.message([account.name], _TITLE, _TEXT)
            yield good(what, f"a private message to {account.name} was sent: {sent.link or 'it must be approved'}")
    except ForumTrouble as trouble:
        yield bad(what, trouble.says, _HELPS.get(trouble.code, ""))
    except Refusal as refused:
        yield bad(what, str(refused))
