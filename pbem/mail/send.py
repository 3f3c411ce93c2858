"""Send what is in the outbox.

A letter that comes twice does no harm, for it has one Message-ID; one that never comes stops a game. Where game.yaml
says `uncertain: ask` they wait for the moderator.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import msgspec

from pbem.errors import why
from pbem.mail.deeds.stages import Unclear
from pbem.mail.mime.headers import message_name, safe_header
from pbem.mail.mime.text import unflowed
from pbem.mail.outgoing.writing import readdressed
from pbem.mail.transport import server as transport_server
from pbem.mail.transport.server import DeliveryAttempt, DeliveryFate, NoTransport, ServerRefused
from pbem.referee.game import Clock, Game
from pbem.settings.mail import Smtp, path_of
from pbem.store import files
from pbem.store.outbox import MessageId, QueuedMail, QueuedReply, QueuePlace, with_envelope

WAIT = timedelta(minutes=10)
"""How long the server has to bring a message to its reader before it is sent again."""
MOST = 3
"""So often a message is sent again; then it waits for the moderator."""
_STOPPED = "pbem was stopped while it was being sent"


def take_up(game: Game, now: datetime, *, at_once: bool = False) -> None:
    """Put uncertain messages back in line whose time has come, or all that may go again *at_once*.

    One whose sending was killed has to wait first. The note is written before the message moves, so that a kill in
    between only makes it wait again.
    """
    for ident in game.outbox.listed("trying"):
        known = game.outbox.reply(ident)
        if known is None or not known.unsure or (known.due is None and known.unsure <= MOST and _goes_again(game)):
            known = reply(game, known, _STOPPED, now)
            game.outbox.note(ident, known)
        if known.due and _goes_again(game) and (at_once or known.due <= now or known.at > now):
            game.outbox.note(ident, msgspec.structs.replace(known, due=None))
            game.outbox.shift(ident, "trying", "queued")


def reply(game: Game, before: QueuedReply | None, said: str, now: datetime) -> QueuedReply:
    """What to keep of a try of which no one knows whether it brought a message there."""
    unsure = before.unsure + 1 if before else 1
    tries = before.tries + 1 if before else 1
    since = before.since if before and before.since else now
    due = now + WAIT if _goes_again(game) and unsure <= MOST else None
    return QueuedReply(now, said, tries, since, due, unsure)


def _goes_again(game: Game) -> bool:
    server = game.settings.mail.delivery.smtp
    return server is not None and server.uncertain == "again"


def dues(game: Game) -> Iterator[datetime]:
    """When uncertain messages are to go again."""
    replies = (game.outbox.reply(ident) for ident in game.outbox.listed("trying"))
    return (one.due for one in replies if one and one.due)


_WAITS = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 30, 60, 120, 240))
"""How long a message that was not taken waits after its first, second, ... attempt."""
_AWAY = timedelta(minutes=15)
"""The longest wait for a server that is away."""
_MINUTES = 2
"""How long one run sends where `per minute` holds it back: the game is locked meanwhile."""
GIVE_UP = timedelta(days=5)
"""How long a message is tried that the server defers (RFC 5321, 4.5.4.1)."""


_NOBODY = "there is no one to send it to: the file names no recipient, or its seat has no address"
_DAMAGED = "its file in the outbox is damaged"
_WHOLE = re.compile(rb"(?:[!-9;-~]+:[\t -~]*\r\n(?:[\t ][\t -~]*\r\n)*)+\r\n.*\n", re.DOTALL)
"""A head as we write them, and a text that ends with its last line."""


class SendResult(msgspec.Struct, frozen=True):
    """What became of one message."""

    ident: str
    fate: DeliveryFate
    said: str = ""


def send(game: Game, clock: Clock, *, now: bool = False) -> list[SendResult]:
    """Send all that is queued and due by the transport that game.yaml names; without one the mail stays queued.

    With *now* the time at which a message that was not taken is due does not matter.
    """
    delivery = game.settings.mail.delivery
    take_up(game, clock(), at_once=now)
    drop_former(game)
    idents = [ident for ident in game.outbox.listed("queued") if now or due(game, ident, clock())]
    if delivery.folder:
        return [_written(game, ident, path_of(game.folder, delivery.folder), clock) for ident in idents]
    if delivery.smtp and idents:
        return _by_smtp(game, delivery.smtp, idents, clock)
    return []


def drop_former(game: Game) -> None:
    """Put aside what waits for someone who holds the seat no longer: it is not for who holds it now, either."""
    places: tuple[QueuePlace, ...] = ("queued", "refused")
    for place in places if any(game.tenure(seat).generation for seat in game.titles) else ():
        for ident in game.outbox.listed(place):
            envelope = game.outbox.envelope(ident)
            if envelope and envelope.meant and not _is_present(game, envelope.meant):
                game.outbox.forget(ident)
                game.outbox.shift(ident, place, "dropped")


def _is_present(game: Game, holder: tuple[str, int]) -> bool:
    seat, generation = holder
    return seat not in game.titles or game.tenure(seat).generation == generation


def due(game: Game, ident: str, now: datetime) -> bool:
    """Whether it is time to try a queued message, be it for the first time.

    What was noted by a clock that has been set back since then does not count.
    """
    reply = game.outbox.reply(ident)
    return reply is None or reply.due is None or reply.due <= now or reply.at > now


def next_due(game: Game, now: datetime) -> datetime | None:
    """When `send` should come again: *now* if a message waits only for its turn; nothing if none waits for a time."""
    delivery = game.settings.mail.delivery
    if not delivery.folder and not delivery.smtp:
        return None
    replies = [game.outbox.reply(ident) for ident in game.outbox.listed("queued")]
    times = [reply.due if reply and reply.due else now for reply in replies]
    return min([*times, *dues(game)], default=None)


def _by_smtp(game: Game, server: Smtp, idents: Sequence[str], clock: Clock) -> list[SendResult]:
    from pbem.mail.transport import smtp  # noqa: PLC0415 - its libraries take a while, and often nothing is to be sent

    try:
        password = transport_server.password(server, game.folder)
        tls = transport_server.trusting(server, game.folder) if server.secured != "none" else None
    except ServerRefused as why:
        raise NoTransport(why.says) from why
    sent: list[SendResult] = []

    def trying(ident: str) -> None:
        game.outbox.shift(ident, "queued", "trying")

    def done(ident: str, fate: DeliveryFate, said: str) -> None:
        sent.append(_filed(game, ident, fate, said, clock()))

    parcels: list[DeliveryAttempt] = []
    most = int(server.per_minute * _MINUTES) or len(idents)
    for ident in idents[:most]:
        ready = _ready(game, ident)
        if isinstance(ready, str):
            done(ident, DeliveryFate.refused, ready)
        else:
            parcels.append(ready)
    smtp.deliver(server, password, parcels, trying, done, tls=tls)
    return sent


def _filed(game: Game, ident: str, fate: DeliveryFate, said: str, now: datetime) -> SendResult:
    """Put a message where an attempt has brought it, and keep what was *said* if it was not taken."""
    place = game.outbox.place(ident)
    if place is None:
        raise Unclear(f"the message {ident} left the outbox while it was sent")
    if fate is DeliveryFate.taken:
        game.outbox.shift(ident, place, "sent")
        return SendResult(ident, fate, said)
    reply = _reply(game, ident, fate, said, now)
    with suppress(OSError):  # on a full disk its place alone must say what became of it
        game.outbox.note(ident, reply)
    if fate is DeliveryFate.later and reply.due is None:
        fate = DeliveryFate.refused
    if fate is DeliveryFate.refused:
        game.outbox.shift(ident, place, "refused")
    elif fate in (DeliveryFate.later, DeliveryFate.away) and place == "trying":
        game.outbox.shift(ident, place, "queued")
    return SendResult(ident, fate, reply.text)


def _reply(game: Game, ident: str, fate: DeliveryFate, said: str, now: datetime) -> QueuedReply:
    """What to keep of an attempt that failed, and when to try again: ever less often, and not for ever.

    A server that is away does not count against the message.
    """
    before = game.outbox.reply(ident)
    since = before.since if before else None
    tries = before.tries + 1 if before else 1
    unsure = before.unsure if before else 0
    if fate is DeliveryFate.unknown:
        return reply(game, before, said, now)
    if fate is DeliveryFate.away:
        return QueuedReply(now, said, tries, since, now + min(_wait(tries), _AWAY), unsure)
    since = since or now
    if fate is not DeliveryFate.later:
        return QueuedReply(now, said, tries, since, None, unsure)
    if now - since >= GIVE_UP:
        return QueuedReply(now, f"it could not be delivered in {GIVE_UP.days} days: {said}", tries, since, None, unsure)
    return QueuedReply(now, said, tries, since, now + _wait(tries), unsure)


def _wait(tries: int) -> timedelta:
    return _WAITS[min(tries, len(_WAITS)) - 1]


def parcel_of(game: Game, ident: str) -> DeliveryAttempt | str:
    """A message with its envelope as it would go now, signed if a key is given; otherwise why it would not go."""
    try:
        envelope, data = _addressed(game, ident)
    except OSError as error:
        return f"its file in the outbox cannot be read: {why(error)}"
    if envelope is None:
        return _NOBODY
    if not _WHOLE.fullmatch(data):
        return _DAMAGED
    return DeliveryAttempt(ident, envelope.sender, envelope.recipient, data)


def _addressed(game: Game, ident: str) -> tuple[QueuedMail | None, bytes]:
    """A message for the address that its seat has now: secrets never follow an address that was given up."""
    envelope, data = game.outbox.read(ident)
    if envelope is not None and envelope.meant and not _is_present(game, envelope.meant):
        return None, data
    if envelope is None or not envelope.seat:
        return envelope, data
    who = game.settings.seats.get(envelope.seat)
    if who is None or not who.address:
        return None, data
    if who.address != envelope.recipient:
        data = readdressed(data, who.player, who.address, message_name(game.keys.message_ids, ident, who.address))
        envelope = msgspec.structs.replace(envelope, recipient=who.address)
    return envelope, data


def _ready(game: Game, ident: str) -> DeliveryAttempt | str:
    """A message as it goes now, whose file says beforehand where; otherwise why it does not go."""
    parcel = parcel_of(game, ident)
    if isinstance(parcel, str):
        return parcel
    before, _ = game.outbox.read(ident)
    envelope, data = _addressed(game, ident)
    if envelope and envelope != before:
        game.outbox.rewrite(ident, with_envelope(envelope, data))
    return parcel


def _written(game: Game, ident: str, target: Path, clock: Clock) -> SendResult:
    """Deliver into a folder: the file has the message's name, so writing it twice is writing it once."""
    parcel = _ready(game, ident)
    if isinstance(parcel, str):
        game.outbox.note(ident, QueuedReply(clock(), parcel))
        game.outbox.shift(ident, "queued", "refused")
        return SendResult(ident, DeliveryFate.refused, parcel)
    files.write(target / f"{ident}.eml", parcel.data)
    game.outbox.shift(ident, "queued", "sent")
    return SendResult(ident, DeliveryFate.taken)


_SEALED = "(sealed: for its recipient alone)"


class SendPlan(msgspec.Struct, frozen=True):
    """A message that would be sent: its envelope, subject, size in bytes, due time, headers and text."""

    id: str
    sender: str
    to: str
    subject: str
    size: int
    due: datetime | None
    said: str
    tries: int
    headers: str
    text: str


def plans(game: Game) -> list[SendPlan]:
    """What `send` would do with each message that is queued."""
    return [plan(game, ident) for ident in game.outbox.listed("queued")]


def plan(game: Game, ident: str) -> SendPlan:
    """What `send` would do with the message *ident*."""
    ready = parcel_of(game, ident)
    parcel, why = (None, ready) if isinstance(ready, str) else (ready, "")
    reply = game.outbox.reply(ident)
    data = parcel.data if parcel else b""
    message = message_from_bytes(data)
    return SendPlan(
        id=ident,
        sender=parcel.sender if parcel else "",
        to=parcel.recipient if parcel else "",
        subject=safe_header(message, "Subject"),
        size=len(data),
        due=reply.due if reply else None,
        said=why or (reply.text if reply else ""),
        tries=reply.tries if reply else 0,
        headers=data.partition(b"\r\n\r\n")[0].decode("ascii", errors="replace"),
        text=_SEALED if _is_sealed(game, ident) else _text(message),
    )


def _is_sealed(game: Game, ident: str) -> bool:
    """Whether a message may quote a sealed sheet: then only its recipient may read it."""
    return game.settings.mail.sealed is not None and MessageId.parse(ident).kind != "round"


def _text(message: Message) -> str:
    """The words of an email as its reader sees them; its HTML and its pictures are left out."""
    part = next((part for part in message.walk() if part.get_content_type() == "text/plain"), message)
    body = part.get_payload(decode=True)
    if not isinstance(body, bytes):
        return ""
    text = body.decode("utf-8", errors="replace").replace("\r\n", "\n")
    return unflowed(text) if part.get_param("format") == "flowed" else text
