"""What sending would do, without doing it."""

from datetime import datetime
from email import message_from_bytes
from email.message import Message

import msgspec

from pbem.mail.mime.flowed import unflowed
from pbem.mail.mime.headers import safe_header
from pbem.mail.send import parcel_of
from pbem.referee.game import Game

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
    return game.settings.mail.sealed is not None and not ident.startswith("round-")


def _text(message: Message) -> str:
    """The words of an email as its reader sees them; its HTML and its pictures are left out."""
    part = next((part for part in message.walk() if part.get_content_type() == "text/plain"), message)
    body = part.get_payload(decode=True)
    if not isinstance(body, bytes):
        return ""
    text = body.decode("utf-8", errors="replace").replace("\r\n", "\n")
    return unflowed(text) if part.get_param("format") == "flowed" else text
