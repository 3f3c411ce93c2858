"""Play a game of the club: its copy brought up to date, ordinary turns in it, and one commit of all that came of them.

A turn is run for each email, at the moment at which it arrived, and for each thing that is due before it: what comes of
the game does not depend on when a worker had time for it. What falls into an outage has one turn when that is over.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from time import perf_counter

import msgspec

from pbem.club.copies import CopyMark, GameCopy, changes, marked
from pbem.club.database import connected
from pbem.club.games import OtherWorkerFirst, StoredGame, bring, commit, stored
from pbem.club.messages import Deliveries, commit_messages, rows_of
from pbem.club.operation.figures import count
from pbem.club.outages import Outage, during, outages_of, seen
from pbem.club.queue import hold, put_play
from pbem.club.routing import note_marks
from pbem.club.seats import KnownAddresses, addresses_of, note_addresses
from pbem.club.settings import Club
from pbem.errors import extra
from pbem.mail.exchange import exchange
from pbem.mail.transport import maildir
from pbem.mail.turn import stands
from pbem.referee import opening
from pbem.referee.deadlines import deadlines
from pbem.referee.game import Rulesets
from pbem.store.editions import HEARTBEAT

with extra("club"):
    from psycopg import Connection

_MOST = 50
"""So many emails are played in one job; then the other games have their turn."""
_LATER = timedelta(minutes=1)
"""After so long a worker looks again at a game that a newer program wrote: it leaves it to newer workers."""
_DIGEST = timedelta(hours=1)
"""What is left to be told at another time is told in the next hour."""
_TRIES = 3


class WaitingMail(msgspec.Struct, frozen=True):
    """An email that the game has not taken in yet."""

    number: int
    raw: bytes
    arrived: datetime


class PlayResult(msgspec.Struct, frozen=True):
    """What a job did: turns, emails taken in, messages put in line, bytes committed, seconds in turns and beside."""

    turns: int = 0
    mails: int = 0
    messages: int = 0
    size: int = 0
    in_turns: float = 0.0
    beside: float = 0.0
    left: str = ""


def play(club: Club, name: str, rulesets: Rulesets | None = None) -> PlayResult:
    """Play the game *name* as far as it goes; where another worker was first, again from what that one left."""
    for _ in range(_TRIES - 1):
        try:
            return _play(club, name, rulesets)
        except OtherWorkerFirst:
            continue
    return _play(club, name, rulesets)


def _play(club: Club, name: str, rulesets: Rulesets | None) -> PlayResult:
    began = perf_counter()
    copy = GameCopy(club.cache, name)
    with connected(club.database) as connection, copy.held():
        game = stored(connection, club.key, name)
        if game.aside:
            return PlayResult(left="aside")
        if game.is_newer:
            with connection.transaction():
                put_play(connection, name, datetime.now(UTC) + _LATER)
            return PlayResult(left="newer")
        seen(connection)
        outages = outages_of(connection, name, game.played)
        now, mails = _waiting(connection, club, name, outages)
        rows = rows_of(connection, game)
        untold = any(not row.told for row in rows.values())
        if not mails and not untold and (game.due is None or game.due > now):
            return PlayResult()
        before = bring(connection, game, copy)
        try:
            ran = perf_counter()
            turns = Turns(copy.folder, game, Deliveries(rows), outages, rulesets)
            turns.run(mails, now)
            done = perf_counter()
            size, messages = _commit(connection, club, game, turns, mails, before, copy)
        except BaseException:
            copy.throw_away()
            raise
        copy.keep(marked(copy.folder, game.version + 1, before.files))
    took = done - ran
    return PlayResult(turns.count, len(mails), messages, size, took, perf_counter() - began - took)


def _waiting(
    connection: Connection, club: Club, name: str, outages: Sequence[Outage]
) -> tuple[datetime, list[WaitingMail]]:
    """The emails of the game *name* in the order of their arrival, and until when there are no others.

    Nothing that is due later may be done before the emails that are still to come. Those of one outage come together.
    """
    waiting = "select id, raw, arrived from club_mails where game = %s and taken is null"
    with connection.transaction():
        hold(connection, name)
        now = club.clock()
        found = connection.execute(f"{waiting} order by arrived, id limit %s", (name, _MOST)).fetchall()
        if len(found) == _MOST:
            now = found[-1][2].astimezone(UTC)
            if outage := during(outages, now):
                now = outage.until.astimezone(UTC)
                found = connection.execute(f"{waiting} and arrived <= %s order by arrived, id", (name, now)).fetchall()
    return now, [WaitingMail(number, club.key.unwrap(raw), arrived.astimezone(UTC)) for number, raw, arrived in found]


def _commit(
    connection: Connection,
    club: Club,
    game: StoredGame,
    turns: "Turns",
    mails: Sequence[WaitingMail],
    before: CopyMark,
    copy: GameCopy,
) -> tuple[int, int]:
    """Commit all that came of the turns; how many bytes, and how many messages were put in line."""
    pieces = list(changes(copy.folder, before))
    with connection.transaction():
        size = commit(connection, game, pieces, at=turns.at, due=turns.due)
        note_addresses(connection, club.key, game.name, turns.addresses)
        taken = connection.execute(
            "update club_mails set taken = %s, raw = null where id = any(%s) and taken is null "
            "returning greatest(0, extract(epoch from clock_timestamp() - arrived))::float8",
            (game.version + 1, [one.number for one in mails]),
        ).fetchall()
        if len(taken) != len(mails):
            raise OtherWorkerFirst
        messages = commit_messages(connection, game, turns.deliveries)
        note_marks(connection, club.key, game.name, frozenset().union(*turns.deliveries.marks.values()))
        if len(mails) >= _MOST:
            put_play(connection, game.name)
        count(connection, club.worker, (seconds for (seconds,) in taken), turns.verdicts)
    return size, messages


class Turns:
    """The turns of one job in the copy *folder* of *game*."""

    def __init__(
        self,
        folder: Path,
        game: StoredGame,
        deliveries: Deliveries,
        outages: Sequence[Outage],
        rulesets: Rulesets | None,
    ) -> None:
        self.folder, self.deliveries, self._outages, self._rulesets = folder, deliveries, outages, rulesets
        self.due, self.count = game.due, 0
        self.addresses: KnownAddresses = {}
        self.verdicts: list[str] = []
        self.at = game.played or datetime.min.replace(tzinfo=UTC)

    def run(self, mails: Sequence[WaitingMail], now: datetime) -> None:
        """Let each email come after what was due before it, and do what is due *now*."""
        for outage, group in groupby(mails, key=lambda one: during(self._outages, one.arrived)):
            if outage:
                self._until(outage.since)
            for one in group:
                if outage is None:
                    self._until(one.arrived)
                maildir.keep(self.folder / maildir.NAME, one.raw, one.arrived)
                if outage is None:
                    self._turn(one.arrived)
            if outage:
                self._turn_after(outage)
        self._until(now if mails and now <= mails[-1].arrived else now + timedelta(microseconds=1))
        if not self.count:
            self._turn(now)

    def _until(self, moment: datetime) -> None:
        """Do what is due before *moment*, each at its time."""
        while self.due is not None and self.due < moment:
            due, self.due = self.due, None
            if outage := during(self._outages, due):
                self._turn_after(outage)
            else:
                self._turn(due)

    def _turn_after(self, outage: Outage) -> None:
        """One turn when *outage* was over, which is told by a heartbeat when the turn before was."""
        self._turn(outage.until, since=outage.since)
        (self.folder / HEARTBEAT).unlink(missing_ok=True)

    def _turn(self, at: datetime, since: datetime | None = None) -> None:
        """One turn, the first *since* a time if that is given; the clock of a game never goes back."""
        self.at = max(self.at, at.astimezone(UTC).replace(microsecond=0))
        self.count += 1
        (self.folder / HEARTBEAT).unlink(missing_ok=True)  # it says when this copy was played, not when the game was
        if since:
            deadlines.stood_still(self.folder, since)
        with opening.held(self.folder, self._rulesets) as game:
            done = exchange(game, lambda: self.at, deliver=self.deliveries)
            self.verdicts += [one.verdict.state for one in done.handled]
            coming = [item.at for item in stands(game, lambda: self.at).coming]
            self.addresses = addresses_of(game)
        later = [moment for moment in coming if moment > self.at]
        if self.deliveries.pending:
            later.append(self.at + _DIGEST)
        self.due = min(later, default=None)
