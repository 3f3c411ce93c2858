"""Posts a text exactly once, whatever breaks off: a mark in its last line is looked for before it is posted."""

import hmac
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from pbem.forum.member import Account, Forum, ForumPost, ForumTrouble

SETTLES = timedelta(minutes=2)
"""After a try whose end is unknown the forum may be at work for so long."""
_CLOCKS = timedelta(days=1)
"""What the forum's clock, and the zone it shows times in, may be off."""
_DIGITS = 10


def mark(key: bytes, game: str, ident: str, part: int = 1, parts: int = 1) -> str:
    """The last line of a post, which no one can guess before it is there: `[demo r3 1/2 6f0c1a9b2e]`."""
    said = f"{game} {ident}" + (f" {part}/{parts}" if parts > 1 else "")
    return f"[{said} {hmac.new(key, said.encode(), 'sha256').hexdigest()[:_DIGITS]}]"


def posted(
    forum: Forum,
    where: str | Account,
    title: str,
    text: str,
    mark: str,
    began: datetime | None,
    *,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    sleep: Callable[[float], None] = time.sleep,
) -> ForumPost:
    """Post *text* with its *mark* in thread *where*, or as a private message to a member, unless it is there already.

    An earlier try *began* then, if there was one that may have reached the forum. Call it again after any trouble.
    """
    if began is not None:
        sleep(max(0.0, min(SETTLES, began + SETTLES - now()).total_seconds()))
    since = (now() if began is None else began) - _CLOCKS
    if there := forum.find(mark, where, since):
        return there
    whole = f"{text}\n\n{mark}"
    try:
        return forum.reply(where, whole) if isinstance(where, str) else forum.message(where, title, whole)
    except ForumTrouble as trouble:
        if trouble.code != "unknown":
            raise
        sleep(SETTLES.total_seconds())
        if there := forum.find(mark, where, since):
            return there
        raise
