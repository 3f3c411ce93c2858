"""A need of the moderator, failures of the program.

The words are phrases of the group `needs`: of each kind `KIND` says what waits, `KIND-run` what to type, and
`KIND-reply` has a line to mail on each of its lines, if mail can settle it.
"""

import traceback
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Literal

import msgspec

from pbem.engine.reading import NO_NAMES
from pbem.referee.game import Game
from pbem.report import tree
from pbem.store.facts import PlayFailed, PlayWorks
from pbem.store.log import LogLine

if TYPE_CHECKING:
    from pbem.report.words import Plain, Words


def unresolved(game: Game) -> LogLine | None:
    """The line of the log that says how play failed, if no turn has been complete since."""
    found = (line for line in reversed(game.log.facts) if isinstance(line.fact, PlayFailed | PlayWorks))
    last = next(found, None)
    return last if last is not None and isinstance(last.fact, PlayFailed) else None


def note(game: Game, fault: Exception, at: datetime) -> None:
    """Note that play failed, unless the same is noted already; without a word of what was played."""
    frames = traceback.extract_tb(fault.__traceback__)
    where = f"{frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    fact, last = PlayFailed(why=type(fault).__name__, where=where), unresolved(game)
    if last is None or last.fact != fact:
        game.note(fact, at)


def over(game: Game, at: datetime) -> None:
    """Note that a turn was complete, if the last one failed."""
    if unresolved(game) is not None:
        game.note(PlayWorks(), at)


_MOST = 10
"""How many of one kind are listed; spam may be many more."""

NeedKind = Literal[
    "stopped",
    "damaged",
    "ladder",
    "ladder-asks",
    "extension",
    "appeal",
    "bot",
    "deadline",
    "vacant",
    "sealed",
    "behind",
    "unread",
    "held",
    "unclaimed",
    "former",
    "words",
    "failed",
    "refused",
    "uncertain",
    "unsent",
    "to-post",
    "bounced",
    "unheard",
    "unreachable",
    "unfetched",
    "file",
]
"""All kinds, the most urgent first."""


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that waits for the moderator: what it *says*, what to *run*, and the lines to *reply* by mail.

    It waits *since* a time, if that is known, and is about a *seat*, an inbox *item* or the message *ident*, if about
    one.
    """

    kind: NeedKind
    says: str
    run: str
    reply: tuple[str, ...] = ()
    since: datetime | None = None
    seat: str = ""
    item: int = 0
    ident: str = ""

    @property
    def key(self) -> str:
        """What tells it from every other need of its game, whatever the words for it."""
        return " ".join(
            map(str, filter(None, (self.kind, self.item, self.seat, self.since and self.since.isoformat())))
        )


def need(kind: NeedKind, *, since: datetime | None = None, seat: str = "", item: int = 0, **args: "Plain") -> Need:
    """A need in the words for its *kind*, which may name *seat*, *item* and *args*."""
    words, names = _words(), {"seat": seat, "item": item, **args}
    reply = words.lines("needs", f"{kind}-reply", names) if words.has("needs", f"{kind}-reply") else []
    return Need(
        kind=kind,
        says=words.phrase("needs", kind, names),
        run=words.phrase("needs", f"{kind}-run", names),
        reply=tuple(map(tree.plain, reply)),
        since=since,
        seat=seat,
        item=item,
        ident=str(args.get("ident", "")),
    )


def most(found: Iterable[Need]) -> Iterator[Need]:
    """The first needs of one kind, and how many more there are."""
    every = [*found]
    yield from every[:_MOST]
    if len(every) > _MOST:
        says, run = (_words().phrase("needs", key, {"count": len(every) - _MOST}) for key in ("more", "more-run"))
        yield Need(kind=every[0].kind, says=says, run=run)


@cache
def _words() -> "Words":
    from pbem.report.words import Words  # noqa: PLC0415 - where nothing waits no words are needed

    return Words((), NO_NAMES)
