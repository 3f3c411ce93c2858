"""An email as it is understood before anyone asks whose it is: who signs it, what kind it is, what it holds."""

import logging
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from email import message_from_bytes
from email.message import Message
from itertools import islice
from typing import Any, Literal

import msgspec

from pbem.mail.extraction import languages
from pbem.mail.extraction.block import AddressedWords
from pbem.mail.extraction.command import CommandMisread, parse
from pbem.mail.extraction.find import find
from pbem.mail.extraction.languages import either
from pbem.mail.extraction.quoted_form import Correspondents
from pbem.mail.extraction.texts import contents
from pbem.mail.mime.headers import (
    addresses_in,
    headers_of,
    message_id_of,
    references_of,
    safe_header,
    sender_of,
    written_at,
)
from pbem.mail.mime.text import FoundOrders, MailContents, transferred
from pbem.mail.transport.server import ours
from pbem.settings.mail import MailSettings
from pbem.store.inbox import size_of

_MOST_READ = 100_000  # the parser takes seconds for tens of thousands of parts; a report is at the beginning
_MOST_PARTS = 100
_MOST_ODD_PARTS = 20  # those who write bounces of a form of their own write simple emails, and many parts take long
_MOST_RECIPIENTS = 50
_MOST_IDS = 10
_MOST_DIAGNOSTIC = 300
_STATUS = re.compile(r"\b([245]\.[0-9]{1,3}\.[0-9]{1,3})\b")
_ADDRESS = re.compile(r"[^\s<>@;,]{1,200}@[^\s<>@;,]{1,250}")
_ID = re.compile(r"<[^<>\s@]{1,200}@[^<>\s@]{1,200}>")
_QUOTED_ID = re.compile(
    rf"^[>| \t]{{0,20}}Message-ID:[ \t]{{0,20}}(?:\r?\n[>| \t]{{1,20}})?({_ID.pattern})", re.I | re.M
)
_LATE = re.compile(r"\b(?:delayed|not yet|warning|will be retried|still trying|verzögert|retard|ritard)", re.I)
_MOST_LATE = 2000
_MOST_TEXTS = 6
_WORD = re.compile(r"[a-z0-9-]{1,60}")
_RETURNED_PARTS = frozenset(
    {"message/rfc822", "message/global", "text/rfc822-headers", "message/rfc822-headers", "message/global-headers"}
)
_BETWEEN = re.compile(rb"\r?\n(?:[ \t]*\r?\n)+")
_ACTIONS = {"5": "failed", "4": "delayed"}
_REPORTS = ("message/delivery-status", "message/global-delivery-status")

logging.getLogger("flufl.bounce").addHandler(logging.NullHandler())  # it logs what it then raises


class Bounce(msgspec.Struct, frozen=True, kw_only=True):
    """One recipient whom a letter did not reach: *failed* for good, or *delayed* and still being tried.

    *recipient* and *status*, the enhanced code (RFC 3463), are empty if none is given; *message_ids* are those that the
    bounce names. A relay may have given the message another: then its *sender* and *subject*, and the *earlier*
    messages to which it refers, tell which it was. If nothing came back, *subject* is what the bounce itself says.
    """

    recipient: str
    failed: bool
    delayed: bool = False
    status: str = ""
    diagnostic: str = ""
    message_ids: tuple[str, ...] = ()
    sender: str = ""
    subject: str = ""
    earlier: tuple[str, ...] = ()

    @property
    def soft(self) -> bool:
        """Whether the address itself may be good: the server gave up on something that passes (4.x.x)."""
        return self.status.startswith("4")


def bounced(raw: bytes, *, sure: bool = False, likely: bool = False) -> tuple[Bounce, ...]:
    """The recipients that a bounce complains of; empty for what only tells of success. Never raises.

    Only for an email that a robot wrote: people quote bounces too. If it is *sure* to be a bounce, or *likely* and a
    message is returned in it, it need not name a recipient: it complains of whoever was sent that message.
    """
    try:
        message = message_from_bytes(raw[:_MOST_READ])
        parts = list(_parts(message))
        returned = _returned(parts)
        found = _bounced(message, parts, sure=sure or (likely and "sender" in returned))
        return tuple(msgspec.structs.replace(one, **returned) for one in found)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError):
        return ()


def word_of(pattern: str, addresses: Iterable[str]) -> str:
    """The word in the first of the addresses, or lines of addresses, that is made from *pattern*; empty if none is."""
    before, star, after = pattern.lower().partition("*")
    for line in addresses if star else ():
        for address in _ADDRESS.findall(line.lower()):
            word = address[len(before) : len(address) - len(after)]
            if address == before + word + after and _WORD.fullmatch(word):
                return str(word)
    return ""


def _bounced(message: Message, parts: list[Message], *, sure: bool) -> tuple[Bounce, ...]:
    reports = [part for part in parts if part.get_content_type() in _REPORTS]
    blocks = [block for part in reports for block in _blocks(part)]
    ids = _message_ids(parts, blocks)
    told = [block for block in blocks if "Action" in block or "Final-Recipient" in block]
    if told:
        found = (_told(block, ids) for block in told[:_MOST_RECIPIENTS])
        return tuple(one for one in found if one is not None)
    odd = tuple(_odd(message, ids)) if len(parts) <= _MOST_ODD_PARTS else ()
    if odd or not sure:
        return odd
    late = is_late(" ".join([safe_header(message, "Subject"), *map(_text, parts[:2])]))
    return (Bounce(recipient="", failed=not late, delayed=late, message_ids=ids),)


def is_late(text: str) -> bool:
    """Whether a mail server that writes *text* has not given up yet."""
    return _LATE.search(text[:_MOST_LATE]) is not None


def _returned(parts: list[Message]) -> dict[str, Any]:
    """What the headers of the returned message say of it; if none came back, what the bounce itself says."""
    for inner in _heads(parts):
        earlier = references_of(inner)[-_MOST_IDS:]
        return {"sender": sender_of(inner), "subject": safe_header(inner, "Subject"), "earlier": earlier}
    texts = (_text(part)[:_MOST_LATE] for part in parts[:_MOST_TEXTS] if part.get_content_maintype() == "text")
    return {"subject": " ".join([*(safe_header(part, "Subject") for part in parts[:1]), *texts])}


def _heads(parts: list[Message]) -> Iterator[Message]:
    """The headers of what was returned, though it must not be encoded and some servers do."""
    returned = (part for part in parts if part.get_content_type() in _RETURNED_PARTS)
    return (headers_of(_whole(part).lstrip(b"\r\n")) for part in returned)


def _parts(message: Message) -> Iterator[Message]:
    for number, part in enumerate(message.walk()):
        if number == _MOST_PARTS:
            return
        yield part


def _blocks(part: Message) -> list[Message]:
    """The blocks of fields of a report; Python's parser takes those with letters of all languages for an email."""
    return [headers_of(block.lstrip(b"\r\n")) for block in _BETWEEN.split(_whole(part))[: 2 * _MOST_RECIPIENTS]]


def _whole(part: Message) -> bytes:
    """The bytes of a part that Python may have taken for an email within the email."""
    payload = part.get_payload()
    if not isinstance(payload, list):
        return _text(part).encode()
    whole = "\n\n".join(map(_as_written, payload)).encode("utf-8", "surrogateescape")
    return transferred(whole, safe_header(part, "Content-Transfer-Encoding")).data


def _as_written(block: Message) -> str:
    """What was parsed as *block*; Python would fold its headers anew, which takes time by the square of their words."""
    payload = block.get_payload()
    body = "\n\n".join(map(_as_written, payload)) if isinstance(payload, list) else str(payload or "")
    return "".join(f"{name}: {value}\n" for name, value in block.raw_items()) + f"\n{body}"


def _told(block: Message, ids: tuple[str, ...]) -> Bounce | None:
    """One recipient's fields (RFC 3464, 2.3); None if the letter went its way."""
    names = ("Original-Recipient", "Final-Recipient", "X-Actual-Recipient")
    recipient = next(filter(None, (_recipient(safe_header(block, name)) for name in names)), "")
    diagnostic = safe_header(block, "Diagnostic-Code").partition(";")[2].strip()
    found = _STATUS.search(safe_header(block, "Status")) or _STATUS.search(diagnostic)
    status = found[1] if found else ""
    action = safe_header(block, "Action").partition("(")[0].strip().lower() or _ACTIONS.get(status[:1], "")
    if action not in _ACTIONS.values():
        return None
    return Bounce(
        recipient=recipient,
        failed=action == "failed",
        delayed=action == "delayed",
        status=status,
        diagnostic=diagnostic[:_MOST_DIAGNOSTIC],
        message_ids=ids,
    )


def _recipient(value: str) -> str:
    found = _ADDRESS.search(value.rpartition(";")[2])
    return found.group() if found else ""


def _message_ids(parts: list[Message], blocks: list[Message]) -> tuple[str, ...]:
    """The Message-IDs of what was returned, or quoted, or answered; the surest first."""
    ids = [message_id_of(inner) for inner in _heads(parts)]
    for part in parts:
        if part.get_content_maintype() == "text" and not part.is_multipart():
            ids += _QUOTED_ID.findall(_text(part))
    for named in (*blocks, *parts[:1]):
        for name in ("Original-Message-ID", "X-Original-Message-ID", "In-Reply-To", "References"):
            ids += _ID.findall(safe_header(named, name))
    return tuple(dict.fromkeys(one for one in ids if one and one.isascii()))[:_MOST_IDS]


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return payload.decode("utf-8", errors="replace") if isinstance(payload, bytes) else ""


def _odd(message: Message, ids: tuple[str, ...]) -> Iterator[Bounce]:
    """What a collection of the world's non-standard bounces recognises; it cannot tell why."""
    from flufl.bounce import all_failures  # noqa: PLC0415 - costs 30 ms that most commands need not pay

    try:
        waiting, failed = all_failures(message)
    except Exception:  # noqa: BLE001 - seventeen readers of foreign texts, none of which expects bad bytes
        return
    for known, final in ((failed, True), (waiting - failed, False)):
        for address in sorted(known)[:_MOST_RECIPIENTS]:
            if recipient := _recipient(address.decode("utf-8", errors="replace")):
                yield Bounce(recipient=recipient, failed=final, delayed=not final, message_ids=ids)


class SenderKind(msgspec.Struct, frozen=True):
    """What wrote an email and *why* it is thought so, as a code; not *sure* where only the subject speaks for it."""

    what: Literal["person", "list", "robot", "bounce"]
    why: str = ""
    sure: bool = True


_MOST_FIELDS = 1000  # each of some forty names is looked for in all of them
_MOST_VALUE = 5000
_ASIDE = re.compile(r"\([^()]*\)|;.*")
_NO = frozenset({"", "no", "false", "0", "none"})
_DAEMONS = frozenset({"mailer-daemon", "mailerdaemon", "mail-daemon", "mdaemon"})
_PROGRAMS = re.compile(
    r"(?:postmaster|(?:no|do-?not|dont)[-_.]?reply|auto-?(?:reply|responder|answer)|vacation|listserv|majordomo|mailman"
    r"|listmaster|sympa|ezmlm|bounces?|root|daemon)(?:[+=].*)?"
    r"|.+-(?:request|bounces?|owner|admin-bounces|noreply|no-reply|unsubscribe)(?:[+=].*)?|owner-.+|bounces?[-+=].+"
    r"|.+[-_.](?:no|do-?not)[-_]?reply"
)
_ANSWERING = (
    *("X-Autoreply", "X-Auto-Reply", "X-Autorespond", "X-Auto-Respond", "X-Autoresponder", "X-Autogenerated"),
    *("X-Mail-Autoreply", "X-AutoReply-From", "X-Autoreply-From", "X-FC-MachineGenerated"),
)
_TICKETS = (
    *("x-otrs-", "x-znuny-", "x-rt-", "rt-ticket", "x-zendesk-", "x-zammad-", "x-freshdesk-", "x-freescout-"),
    *("x-osticket-", "x-redmine-", "x-jira-", "x-bugzilla-", "x-github-", "x-gitlab-", "x-launchpad-", "x-cron-"),
    *("x-pbem-", "x-helpscout-", "x-kayako-", "x-nagios-"),
)
_LIST_FIELDS = ("List-Id", "List-Post", "Mailing-List", "X-Mailing-List", "X-Mailman-Version", "X-Listserver")
_FAILURE = re.compile(either(languages.FAILURES), re.IGNORECASE)
_RETURNED = re.compile(either(languages.RETURNED), re.IGNORECASE)
_ANSWERS = re.compile(rf"\s*(?:{either(languages.REPLY_PREFIXES)})\s*(?:\[\d+\]\s*)?[:：]", re.IGNORECASE)
_BEGINNING = 2000
"""A mail server says there that something could not be delivered, in characters."""
_AWAY = re.compile(
    rf"(?:{either(languages.AWAY)})(?!\w)\s*(?:[:\-–(\[]|(?:{either(languages.REPLY_PREFIXES)})\s*:)"
    rf"|[^:：\[\]{{}}]{{0,40}}?(?:{either(languages.AUTOMATIC)})[^:：\[\]{{}}]{{0,40}}[:：]\s*"
    rf"(?:(?:{either(languages.REPLY_PREFIXES)})\s*:|\[)",
    re.IGNORECASE,
)
"""How the subject of a note of absence begins, or any that a program put before the subject of an email of ours."""
_ABSENT = re.compile(either((*languages.AWAY, *languages.AUTOMATIC)), re.IGNORECASE)
_TOKEN = re.compile(r"\{[a-z0-9]{4}-[a-z0-9]{4}\}")
"""What is in the subject of our letters alone."""


def kind_of(headers: Message, sender: str, text: str = "", *, by_player: bool = False) -> SenderKind:
    """What wrote an email with these headers and *text* from *sender* (empty if it has no clear one); never raises.

    A subject makes no bounce of what comes from the address of a player: they, or a program of theirs, write about one.
    """
    name = sender.partition("@")[0].lower()
    few = Message()
    for field, value in islice(headers.raw_items(), _MOST_FIELDS):
        few[field] = str(value)[:_MOST_VALUE]
    return (
        _bounce(few, name, text[:_BEGINNING], by_player=by_player)
        or _said_automatic(few)
        or _list(few)
        or _automatic(few, name)
        or _away(few)
        or SenderKind("person")
    )


def _bounce(headers: Message, name: str, text: str, *, by_player: bool) -> SenderKind | None:
    if _report_type(headers) == "delivery-status":
        return SenderKind("bounce", "delivery-status")
    if safe_header(headers, "X-Failed-Recipients"):
        return SenderKind("bounce", "failed-recipients")
    if name in _DAEMONS:
        return SenderKind("bounce", "mailer-daemon")
    # Out-of-office notes come from the null sender as well (RFC 3834, 3.3): the subject tells them apart.
    nobody = from_nobody(headers) or name == "postmaster"
    subject = safe_header(headers, "Subject")
    if by_player or not _FAILURE.search(subject):
        return None
    # Some servers send bounces from an address of their own; people who ask about one answer it or pass it on.
    returned = _RETURNED.search(text) is not None and not _ANSWERS.match(subject)
    return SenderKind("bounce", "failure-subject") if nobody or returned else None


def _said_automatic(headers: Message) -> SenderKind | None:
    """The mail says itself that no person sent it (RFC 3834, 5, and what was in use before)."""
    if _word(headers, "Auto-Submitted") not in ("", "no"):
        return SenderKind("robot", "auto-submitted")
    # Exchange puts it into what it answers by itself, but some firms into all their mail, to be spared receipts and
    # notes of absence (DR, RN, NRN, OOF). Who forbids automatic answers as such does not want ours either.
    refused = {word.strip() for word in safe_header(headers, "X-Auto-Response-Suppress").lower().split(",")}
    if refused & {"all", "autoreply"}:
        return SenderKind("robot", "answers-suppressed")
    if any(_word(headers, field) not in _NO for field in _ANSWERING):
        return SenderKind("robot", "auto-reply")
    if _word(headers, "Precedence").replace("_", "-") in ("auto-reply", "junk"):
        return SenderKind("robot", "precedence")
    return None


def _list(headers: Message) -> SenderKind | None:
    if any(safe_header(headers, field) for field in _LIST_FIELDS) or _word(headers, "Precedence") == "list":
        return SenderKind("list", "list")
    # Alone it is in advertisements, but some firms' gateways add it to all mail. Advertisements answer no letter.
    if safe_header(headers, "List-Unsubscribe") and not _answers(headers):
        return SenderKind("list", "announcement")
    return None


def _automatic(headers: Message, name: str) -> SenderKind | None:
    """What programs leave in their emails without saying that they are programs."""
    if _word(headers, "Precedence") == "bulk":
        return SenderKind("robot", "precedence")
    if headers.get_content_type() == "multipart/report":
        return SenderKind("robot", "receipt" if _report_type(headers) == "disposition-notification" else "report")
    if headers.get_content_type() == "text/calendar" or "calendarmessage" in _word(headers, "Content-Class"):
        return SenderKind("robot", "calendar")
    if from_nobody(headers):
        return SenderKind("robot", "null-sender")
    if _PROGRAMS.fullmatch(name[:100]):
        return SenderKind("robot", "program-address")
    # Feedback-ID does not show a robot: some providers write it into every private email.
    if any(field.lower().startswith(_TICKETS) for field in headers):
        return SenderKind("robot", "ticket-system")
    if safe_header(headers, "X-Loop"):
        return SenderKind("robot", "loop")
    return None


def _away(headers: Message) -> SenderKind | None:
    """A note of absence of an old client: only by how the subject begins, and only if it answers something.

    Who answers such a note by hand writes "Re:" before it.
    """
    subject = safe_header(headers, "Subject")
    return SenderKind("robot", "away-subject", sure=False) if _AWAY.match(subject) and _answers(headers) else None


def is_away(headers: Message) -> bool:
    """Whether a program answers for someone, by its subject or by what such programs alone say."""
    if any(_word(headers, field) not in _NO for field in _ANSWERING):
        return True
    subject = safe_header(headers, "Subject")
    vacation = "vacation" in safe_header(headers, "Auto-Submitted").lower()
    return vacation or (_ABSENT.search(subject) is not None and not _FAILURE.search(subject))


def _answers(headers: Message) -> bool:
    subject = safe_header(headers, "Subject").lower()
    if safe_header(headers, "In-Reply-To") or safe_header(headers, "References"):
        return True
    return " re: " in f" {subject}" or _TOKEN.search(subject) is not None


def from_nobody(headers: Message) -> bool:
    """Whether the envelope has no sender, as those of bounces and of some automatic answers."""
    return safe_header(headers, "Return-Path").replace(" ", "") == "<>"


def _word(headers: Message, name: str) -> str:
    return _ASIDE.sub("", safe_header(headers, name)).strip().lower()


def _report_type(headers: Message) -> str:
    """The report-type of a multipart/report (RFC 6522, 3); otherwise empty."""
    if headers.get_content_type() != "multipart/report":
        return ""
    found = re.search(r"report-type\s{0,5}=\s{0,5}\"?([a-z-]{1,40})", safe_header(headers, "Content-Type").lower())
    return found[1] if found else ""


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
    rb"^(?:Content-Type:[ \t]*+text/calendar[^\r\n]*+(?:\r?\n[ \t][^\r\n]*+)*|METHOD:.*$)", re.IGNORECASE | re.MULTILINE
)
"""What tells of a calendar, in the head of a part or in the calendar itself (RFC 5545, 3.7.2)."""
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
