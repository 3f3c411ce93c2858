"""Send what is in the outbox.

A letter that comes twice does no harm, for it has one Message-ID; one that never comes stops a game. Where game.yaml
says `uncertain: ask` they wait for the moderator.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes
from email.message import Message

import msgspec

from pbem.errors import why
from pbem.mail.mime.headers import message_name, safe_header
from pbem.mail.mime.text import unflowed
from pbem.mail.outgoing.writing import readdressed
from pbem.mail.transport.server import DeliveryAttempt, NoTransport, ServerRefused, transport_out
from pbem.referee.game import Clock, Game
from pbem.store.outbox import DeliveryFate, MessageId, QueuedMail, QueuePlace, with_envelope

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
    delivery, outbox, sent = game.settings.mail.delivery, game.outbox, list[SendResult]()
    server = delivery.server
    again = server is not None and server.uncertain == "again"
    outbox.take_up(clock(), again=again, at_once=now)
    drop_former(game)
    idents = outbox.due(clock(), at_once=now, per_minute=server.per_minute if server else 0)

    def trying(ident: str) -> None:
        outbox.shift(ident, "queued", "trying")

    def done(ident: str, fate: DeliveryFate, said: str) -> None:
        sent.append(SendResult(ident, *outbox.tried(ident, fate, said, clock(), again=again)))

    def parcels() -> Iterator[DeliveryAttempt]:
        for ident in idents:
            ready = ready_to_go(game, ident)
            if isinstance(ready, str):
                done(ident, DeliveryFate.refused, ready)
            else:
                yield ready

    for name, settings in delivery.named.items() if idents else ():
        try:
            transport_out(name).deliver(settings, game.folder, parcels(), trying, done)
        except ServerRefused as why:
            raise NoTransport(why.says) from why
    return sent


def drop_former(game: Game) -> None:
    """Put aside what waits for someone who holds the seat no longer: it is not for who holds it now, either."""
    places: tuple[QueuePlace, ...] = ("queued", "refused", "post")
    for place in places if any(game.tenure(seat).generation for seat in game.titles) else ():
        for ident in game.outbox.listed(place):
            envelope = game.outbox.envelope(ident)
            if envelope and envelope.meant and not _is_present(game, envelope.meant):
                game.outbox.forget(ident)
                game.outbox.shift(ident, place, "dropped")


def _is_present(game: Game, holder: tuple[str, int]) -> bool:
    seat, generation = holder
    return seat not in game.titles or game.tenure(seat).generation == generation


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


def ready_to_go(game: Game, ident: str) -> DeliveryAttempt | str:
    """A message as it goes now, whose file says beforehand where; otherwise why it does not go."""
    parcel = parcel_of(game, ident)
    if isinstance(parcel, str):
        return parcel
    before, _ = game.outbox.read(ident)
    envelope, data = _addressed(game, ident)
    if envelope and envelope != before:
        game.outbox.rewrite(ident, with_envelope(envelope, data))
    return parcel


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
