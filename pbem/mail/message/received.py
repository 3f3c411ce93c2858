"""An email as it is understood before anyone asks whose it is: who signs it, what kind it is, what it holds."""

import re
from collections.abc import Callable, Collection
from typing import Literal

import msgspec

from pbem.mail.extraction.block import AddressedWords
from pbem.mail.extraction.command import CommandMisread, parse
from pbem.mail.extraction.find import find
from pbem.mail.extraction.quoted_form import Correspondents
from pbem.mail.extraction.texts import contents
from pbem.mail.message.sender_kind import Bounce, SenderKind, bounced, from_nobody, is_away, kind_of
from pbem.mail.mime.headers import (
    addresses_in,
    headers_of,
    message_id_of,
    references_of,
    safe_header,
    sender_of,
    size_of,
    written_at,
)
from pbem.mail.mime.text import FoundOrders, MailContents
from pbem.mail.transport.server import ours
from pbem.settings.mail import MailSettings


def to_the_game(mail: MailSettings, raw: bytes, *, copies: bool) -> bool:
    """Whether the header To names the game among others or alone, or Cc does where *copies* are to be looked at."""
    headers = headers_of(raw)
    names = ("To", "Cc") if copies else ("To",)
    return any(ours(mail, address) for name in names for address in addresses_in(headers, name))


FirstLook = Literal["orders", "command", "refused", "moderator", "ignored"]
_UNCLEAR = {0: "no-sender", 1: "unclear-sender"}
_NO_BOUNCE = frozenset({"receipt", "report", "calendar", "delivery-status"})
"""Robots that say themselves what they tell."""
_CALENDAR = re.compile(
    rb"^Content-Type:[ \t]*+text/calendar[^\r\n]*+(?:\r?\n[ \t][^\r\n]*+)*", re.IGNORECASE | re.MULTILINE
)
_MOST_LOOKED_AT = 256 * 1024
_RECIPIENTS = ("Delivered-To", "X-Original-To", "To", "Cc")


class ReceivedMail(msgspec.Struct, frozen=True, kw_only=True):
    """What an email says of itself; *sender* is empty unless it has exactly one clear From, and *unclear* says why.

    *date* is what its sender says, and decides nothing. *recipients* are the lines that name who it went to. Words that
    are *addressed* to other players are not in its *contents* any more. It is *from_nobody* if its envelope has no
    sender, and nothing in it says that someone is away. *plain* is what is found without what its seat was sent. It
    *settles* the sheet of an item if it names that for its yes or no, as only a button does; one that does not exist is
    negative.
    """

    sender: str = ""
    unclear: str = ""
    shown: str = ""
    subject: str = ""
    message_id: str = ""
    references: tuple[str, ...] = ()
    date: str = ""
    recipients: tuple[str, ...] = ()
    kind: SenderKind
    from_nobody: bool = False
    bounces: tuple[Bounce, ...] = ()
    contents: MailContents = MailContents()
    found: FoundOrders = FoundOrders()
    addressed: tuple[AddressedWords, ...] = ()
    settles: int = 0
    plain: FoundOrders = FoundOrders()


def opened(
    raw: bytes,
    form: str = "",
    keys: frozenset[str] = frozenset(),
    search: Callable[[ReceivedMail], ReceivedMail] | None = None,
    players: Collection[str] = (),
) -> ReceivedMail:
    """An email as it is understood; never raises, whatever the bytes.

    *form* is the form that its writer may have edited where it was quoted, *keys* are those of all sheets of the game,
    *players* the addresses of seats. Who knows more of its writer says how to *search* it instead.
    """
    headers = headers_of(raw)
    sender = sender_of(headers)
    held = contents(raw, size_of(raw))
    kind = kind_of(headers, sender, held.texts[0].text if held.texts else "", by_player=sender.casefold() in players)
    mail = ReceivedMail(
        sender=sender,
        unclear="" if sender else _UNCLEAR.get(len(headers.get_all("From", [])), "two-senders"),
        shown=safe_header(headers, "From"),
        subject=safe_header(headers, "Subject"),
        message_id=message_id_of(headers),
        references=references_of(headers),
        date=written_at(headers),
        recipients=tuple(safe_header(headers, name) for name in _RECIPIENTS if name in headers),
        kind=kind,
        from_nobody=from_nobody(headers) and not is_away(headers),
        contents=held,
    )
    plain = with_form(mail, form, keys)
    mail = msgspec.structs.replace(search(plain) if search else plain, plain=plain.found)
    found = mail.found
    kind = _known_better(kind, found)
    if found.what not in ("orders", "command") and _answers_invitation(raw):
        kind = SenderKind("robot", "calendar")
    likely = kind.why not in _NO_BOUNCE and (mail.from_nobody or sender.lower().startswith("postmaster@"))
    automatic = kind.what in ("robot", "bounce")
    bounces = bounced(raw, sure=kind.what == "bounce", likely=likely) if automatic else ()
    return msgspec.structs.replace(
        mail,
        kind=SenderKind("bounce", kind.why or "bounce") if bounces else kind,
        from_nobody=mail.from_nobody and kind.why not in _NO_BOUNCE,
        bounces=bounces,
    )


def _answers_invitation(raw: bytes) -> bool:
    """Whether a calendar wrote an email, to accept or decline a date (RFC 5546, 3.2.3)."""
    dates = _CALENDAR.findall(raw[:_MOST_LOOKED_AT])
    return any(b"reply" in date.lower() or b"counter" in date.lower() for date in dates)


def _known_better(kind: SenderKind, found: FoundOrders) -> SenderKind:
    """Who writes a sheet is a person though a firm forbids automatic answers to all its mail, or the subject says away.

    Under such a subject so is who writes a command.
    """
    written = found.what == "orders" and found.how in ("marks", "fence", "attachment")
    known = (written or found.what == "command") if not kind.sure else written and kind.why == "answers-suppressed"
    return SenderKind("person") if known else kind


def with_form(
    incoming: ReceivedMail,
    form: str,
    keys: frozenset[str] = frozenset(),
    letter: str = "",
    asks: frozenset[str] = frozenset(),
    known: Correspondents = Correspondents(),  # noqa: B008  # it cannot be changed
) -> ReceivedMail:
    """The same email, looked at again by someone who knows the game's words, and the form and letter of its writer."""
    found = find(incoming.contents, form, incoming.subject, keys, letter, asks, known)
    return msgspec.structs.replace(incoming, found=found)


def first_look(incoming: ReceivedMail, asks: frozenset[str] = frozenset()) -> tuple[FirstLook, str]:
    """What an email is at first sight to someone who knows what its game *asks*, and the code of why.

    `refused` was meant for us and has to be sent again; `moderator` needs a person; `ignored` is kept, not answered.
    """
    found, kind = incoming.found, incoming.kind
    if kind.what in ("robot", "bounce") or kind.why == "announcement":
        return "ignored", kind.why or kind.what
    if incoming.unclear:
        return "moderator", incoming.unclear
    if found.problem:
        return "refused", found.problem
    if found.what == "orders":
        return "orders", found.how
    if found.what == "command":
        asked = parse(found.command, asks)
        unknown = isinstance(asked, CommandMisread) and asked.code == "unknown-command"
        return ("refused", "unknown-command") if unknown else ("command", found.command)
    if kind.what == "list":
        return "ignored", kind.why or "list"
    if found.what == "words":
        return "moderator", "words"
    return "refused", "empty-sheet"
