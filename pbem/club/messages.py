"""The messages of a game's outbox as rows: a turn's new ones go in line, and its folder learns of their fate."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec

from pbem.club.games import StoredGame
from pbem.club.queue import put_send
from pbem.club.routing import marks_of
from pbem.errors import extra
from pbem.mail.exchange import pending
from pbem.mail.send import SendResult, drop_former, ready_to_go
from pbem.referee.game import Clock, Game
from pbem.store.outbox import DeliveryFate, Outbox, QueuedReply, QueuePlace

with extra("club"):
    from psycopg import Connection


class MessageRow(msgspec.Struct, frozen=True):
    """A message that is in line, or whose fate its folder may not know yet."""

    number: int
    ident: str
    place: QueuePlace
    attempt: int
    unsure: int
    reply: QueuedReply | None
    due: datetime | None
    told: bool


def about_reply(number: int) -> bytes:
    """What the reply to a message is sealed about."""
    return b"reply" + number.to_bytes(8)


def rows_of(connection: Connection, game: StoredGame) -> dict[str, MessageRow]:
    """The messages of *game* that are not done with, by their names in its outbox."""
    found = connection.execute(
        "select id, ident, place, attempt, unsure, reply, due, told from club_messages "
        "where game = %s and content is null and (place <> 'sent' or not told)",
        (game.name,),
    )
    return {row[1]: _row(game, row) for row in found}


def _row(game: StoredGame, row: tuple) -> MessageRow:  # type: ignore[type-arg]
    number, ident, place, attempt, unsure, reply, due, told = row
    said = msgspec.json.decode(game.key.open(reply, about_reply(number)), type=QueuedReply) if reply else None
    return MessageRow(number, ident, place, attempt, unsure, said, due, told)


class Deliveries:
    """Takes the place of sending while a turn is run in a copy: nothing leaves it.

    The outbox is told what became of the messages in *rows*; what is queued is gathered, with its recipient's domain,
    and the *marks* that replies to new messages will carry.
    """

    def __init__(self, rows: Mapping[str, MessageRow]) -> None:
        self.rows, self.queued, self.pending = rows, dict[str, str](), False
        self.marks = dict[str, frozenset[str]]()
        self._told = False

    def __call__(self, game: Game, clock: Clock) -> list[SendResult]:
        """Tell the outbox, and gather what is queued."""
        if not self._told:
            tell_outbox(game.outbox, (one for one in self.rows.values() if not one.told))
            self._told = True
        drop_former(game)
        done: list[SendResult] = []
        self.queued = {}
        for ident in game.outbox.listed("queued"):
            ready = ready_to_go(game, ident)
            if isinstance(ready, str):
                done.append(
                    SendResult(ident, *game.outbox.tried(ident, DeliveryFate.refused, ready, clock(), again=False))
                )
            else:
                self.queued[ident] = ready.recipient.rpartition("@")[2].lower()
                if ident not in self.rows and ident not in self.marks:
                    self.marks[ident] = marks_of(ready)
        self.pending = pending(game)
        return done


def tell_outbox(outbox: Outbox, rows: Iterable[MessageRow]) -> None:
    """Put messages of *outbox* where attempts have brought them."""
    for one in rows:
        if one.place != "queued" and outbox.place(one.ident) == "queued":
            if one.reply and one.place != "sent":
                outbox.note(one.ident, one.reply)
            outbox.shift(one.ident, "queued", one.place)


def commit_messages(connection: Connection, game: StoredGame, gathered: Deliveries) -> int:
    """Put in line what was queued and is not, in the transaction of the game's commit; how many."""
    told = [one.number for one in gathered.rows.values() if not one.told]
    connection.execute("update club_messages set told = true where id = any(%s) and not told", (told,))
    new = [
        (game.name, ident, domain)
        for ident, domain in gathered.queued.items()
        if ident not in gathered.rows or _was_put_back(gathered.rows[ident])
    ]
    numbers: list[int] = []
    for row in new:
        made = connection.execute(
            "insert into club_messages (game, ident, domain, place) values (%s, %s, %s, 'queued') "
            "on conflict (game, ident) do update set domain = excluded.domain, place = 'queued', reply = null, "
            "slot = null, due = null, changed = now() returning id",
            row,
        ).fetchone()
        assert made is not None  # noqa: S101 - it returns its row
        numbers.append(made[0])
    put_send(connection, numbers)
    return len(numbers)


def _was_put_back(row: MessageRow) -> bool:
    """Whether the moderator lets a message go again whose folder knew that it would not."""
    undecided = row.place == "trying" and row.reply is not None and row.reply.unsure > 0 and row.reply.due is None
    return row.told and (row.place == "refused" or undecided)
