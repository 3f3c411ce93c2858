"""Send a message of the club: a job for each, at a pace for each domain that all workers share.

The places and the replies are those of the outbox. A message is *trying* from just before its end goes over until the
server's answer is known; one whose worker was killed meanwhile is of uncertain delivery.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from time import sleep

import msgspec

from pbem.club.database import connected
from pbem.club.games import StoredGame, newest_piece, of_no_game, stored
from pbem.club.letters import about_content
from pbem.club.messages import about_reply
from pbem.club.queue import put_play, put_send
from pbem.club.settings import Club
from pbem.errors import extra
from pbem.mail.transport.server import DeliveryAttempt, ServerRefused, transport_out
from pbem.store.outbox import (
    STOPPED,
    DeliveryFate,
    QueuedReply,
    QueuePlace,
    after_attempt,
    without_envelope,
)

with extra("club"):
    from psycopg import Connection

_PATIENCE = timedelta(seconds=2)
"""A job waits so long itself for its message's turn; for a later one it makes room."""
_CONNECTIONS = 1741


class SentByAnother(Exception):
    """Another worker has taken the message up meanwhile."""


class MessageAttempt(msgspec.Struct, frozen=True):
    """A message at one attempt to send it."""

    number: int
    game: StoredGame
    ident: str
    domain: str
    place: QueuePlace
    attempt: int
    reply: QueuedReply | None
    slot: datetime | None
    due: datetime | None
    content: bytes | None


def send(club: Club, number: int) -> str:
    """Send message *number*, or put it in line for when it may go; what became of it, in a word."""
    with connected(club.database) as connection:
        one = _found(connection, club, number)
        if one is None or one.place in ("sent", "refused"):
            return "done"
        now = datetime.now(UTC)
        if one.due is not None and one.due > now:
            return "waits"  # the job that was put in line for then sends it
        if one.place == "trying":
            return _taken_up(connection, club, one, now)
        if not club.settings.out.named:
            return "nowhere"
        parcel = _parcel(connection, one)
        if parcel is None:
            connection.execute("delete from club_messages where id = %s and place = 'queued'", (number,))
            return "dropped"
        at = _turn(connection, club, one)
        if at > now + _PATIENCE:
            put_send(connection, [number], at)
            return "waits"
        sleep(max(0.0, (at - now).total_seconds()))
        with _line(connection, club) as free:
            if not free:
                put_send(connection, [number], now + _PATIENCE)
                return "waits"
            return _sent(connection, club, one, parcel)


def _found(connection: Connection, club: Club, number: int) -> MessageAttempt | None:
    row = connection.execute(
        "select game, ident, domain, place, attempt, reply, slot, due, content from club_messages where id = %s",
        (number,),
    ).fetchone()
    if row is None:
        return None
    name, ident, domain, place, attempt, reply, slot, due, content = row
    game = of_no_game(connection, club.key) if name is None else stored(connection, club.key, name)
    said = msgspec.json.decode(game.key.open(reply, about_reply(number)), type=QueuedReply) if reply else None
    return MessageAttempt(number, game, ident, domain, place, attempt, said, slot, due, content)


def _parcel(connection: Connection, one: MessageAttempt) -> DeliveryAttempt | None:
    """The message as its game's outbox has it; None if it is to go no more."""
    if one.content is not None:
        stored_message = one.game.key.open(one.content, about_content(one.ident))
    else:
        piece = newest_piece(connection, one.game, f"outbox/{one.ident}.eml")
        stored_message = piece.content if piece and piece.content else b""
    envelope, data = without_envelope(stored_message)
    if envelope is None:
        return None
    return DeliveryAttempt(f"{one.game.name or 'club'}.{one.ident}", envelope.sender, envelope.recipient, data)


@contextmanager
def _line(connection: Connection, club: Club) -> Iterator[bool]:
    """One of the connections that all workers together may have; whether one was free."""
    for slot in range(club.settings.connections):
        row = connection.execute("select pg_try_advisory_lock(%s, %s)", (_CONNECTIONS, slot)).fetchone()
        if row and row[0]:
            try:
                yield True
            finally:
                connection.execute("select pg_advisory_unlock(%s, %s)", (_CONNECTIONS, slot))
            return
    yield False


def _turn(connection: Connection, club: Club, one: MessageAttempt) -> datetime:
    """When the domain of a message is free for it, which it keeps."""
    if one.slot is not None:
        return one.slot
    row = connection.execute(
        "insert into club_domains as known (domain, free) values (%(domain)s, now() + %(pace)s) on conflict (domain) "
        "do update set free = greatest(known.free, now()) + %(pace)s returning free - %(pace)s",
        {"domain": one.domain, "pace": club.settings.pace(one.domain)},
    ).fetchone()
    assert row is not None  # noqa: S101 - it returns its row
    at: datetime = row[0]
    connection.execute("update club_messages set slot = %s where id = %s", (at, one.number))
    return at


def _sent(connection: Connection, club: Club, one: MessageAttempt, parcel: DeliveryAttempt) -> str:
    """Hand a message over, and note what became of it before anything else is done."""
    attempt, fates = one.attempt + 1, list[str]()

    def trying(_ident: str) -> None:
        found = connection.execute(
            "update club_messages set place = 'trying', attempt = %s, changed = now() "
            "where id = %s and place = 'queued' and attempt = %s",
            (attempt, one.number, one.attempt),
        ).rowcount
        if not found:
            raise SentByAnother

    def done(_ident: str, fate: DeliveryFate, said: str) -> None:
        fates.append(fate.value)
        _note(connection, club, one, fate, said)

    for name, settings in club.settings.out.named.items():
        try:
            transport_out(name).deliver(settings, club.folder, iter([parcel]), trying, done)
        except ServerRefused as refused:
            done("", DeliveryFate.away, refused.says)
        except SentByAnother:
            return "another's"
    return fates[-1] if fates else "nowhere"


def _note(connection: Connection, club: Club, one: MessageAttempt, fate: DeliveryFate, said: str) -> None:
    """Put a message where an attempt has brought it, as the outbox does, and in line again if it is to be repeated."""
    now = datetime.now(UTC)
    if fate is DeliveryFate.taken:
        connection.execute(
            "update club_messages set place = 'sent', reply = null, due = null, told = content is not null, "
            "changed = now() where id = %s and place in ('queued', 'trying')",
            (one.number,),
        )
        return
    server = club.settings.out.server
    reply = after_attempt(one.reply, fate, said, now, again=server is not None and server.uncertain == "again")
    place = "trying" if fate is DeliveryFate.unknown else "queued"
    if fate is DeliveryFate.refused or (fate is DeliveryFate.later and reply.due is None):
        place = "refused"
    with connection.transaction():
        connection.execute(
            "update club_messages set place = %s, reply = %s, due = %s, slot = null, unsure = %s, told = %s, "
            "changed = now() where id = %s and place in ('queued', 'trying')",
            (
                place,
                one.game.key.seal(msgspec.json.encode(reply), about_reply(one.number)),
                reply.due,
                reply.unsure,
                reply.due is not None,
                one.number,
            ),
        )
        if reply.due is not None:
            put_send(connection, [one.number], reply.due)
        elif one.game.name:
            put_play(connection, one.game.name)  # its folder, and so its moderator, should know


def _taken_up(connection: Connection, club: Club, one: MessageAttempt, now: datetime) -> str:
    """A message that is *trying*: its worker was killed, and it has to wait; or it has waited, and goes again."""
    if one.due is None:
        if one.reply is None or one.reply.due is not None or not one.reply.unsure:
            _note(connection, club, one, DeliveryFate.unknown, STOPPED)
        return "uncertain"
    connection.execute(
        "update club_messages set place = 'queued', due = null, changed = now() "
        "where id = %s and place = 'trying' and due <= %s",
        (one.number, now),
    )
    put_send(connection, [one.number])
    return "again"
