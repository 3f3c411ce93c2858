"""Emails that go out: what each consists of, and how it comes into the outbox."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from email.header import Header
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.mail.mime.headers import bounce_address, bounce_word, message_id
from pbem.referee import letter
from pbem.referee.calendar import CalendarEntry
from pbem.referee.game import Game
from pbem.referee.pictures import LetterPicture
from pbem.report import plain
from pbem.report.forum import MARKUPS, posts
from pbem.report.html import ShownPicture, html
from pbem.report.plain import flowed, inline, text
from pbem.report.tree import Content, parse, pictures_in
from pbem.report.words import Plain, Words
from pbem.settings.forum import ForumSettings
from pbem.store.log import LogLine
from pbem.store.outbox import MessageId, QueuedMail, Waits, note_lacking, with_envelope

_header = lru_cache(maxsize=256)(HeaderRegistry())


class _Headers(HeaderRegistry):
    """Headers as the library makes them, each once: most of those of a body are the same in each email."""

    def __call__(self, name: str, value: str) -> BaseHeader:
        return _header(name, value)


_POLICY = SMTP.clone(max_line_length=76, header_factory=_Headers())


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes with an email, of the media type *kind*/*subtype* with its *parameters*; text is in UTF-8."""

    name: str
    content: bytes
    kind: str
    subtype: str
    parameters: Mapping[str, str] = {}


class MailBody(msgspec.Struct, frozen=True):
    """*text*, which is `format=flowed` if *flowed*; and *page*, the same as HTML with *pictures*, if there is one.

    *attachments* are beside both.
    """

    text: str
    flowed: bool = False
    page: str = ""
    pictures: tuple[LetterPicture, ...] = ()
    attachments: tuple[Attachment, ...] = ()


def inlined(page: str) -> str:
    """A page of HTML with its style in each element, as mail programs want it."""
    import css_inline  # noqa: PLC0415 most emails that are written were written before

    return css_inline.CSSInliner(load_remote_stylesheets=False).inline(page)


def page_of(content: Content, title: str, message_id: str, pictures: Sequence[LetterPicture] = ()) -> str:
    """*content* as HTML for the email with *message_id*, in which its *pictures* are."""
    shown: Mapping[str, ShownPicture] = {
        each.name: ShownPicture(f"cid:{content_id(each.name, message_id)}", each.alt, each.width, each.height)
        for each in pictures
    }
    return inlined(html(content, title, shown))


def content_id(name: str, message_id: str) -> str:
    """By what the HTML of an email names the picture *name* (RFC 2392): no other picture of ours has it.

    It is short, for a header that need not be folded.
    """
    left, _, domain = message_id.strip("<>").rpartition("@")
    return f"{name}.{hashlib.sha256(left.encode()).hexdigest()[:16]}@{domain}"


def body_bytes(body: MailBody, message_id: str) -> bytes:
    """The headers that tell what *body* is, and itself, in seven bits; the same bytes for the same email."""
    whole = _part()
    whole["MIME-Version"] = "1.0"
    params = {"format": "flowed"} if body.flowed else None
    whole.set_content(body.text, charset="utf-8", cte="quoted-printable", params=params)
    if body.page:
        whole.add_alternative(body.page, subtype="html", charset="utf-8", cte="quoted-printable")
        whole.set_boundary(_boundary("alternative", message_id))
        _, page = whole.iter_parts()
        for picture in body.pictures:
            page.add_related(
                picture.png,
                "image",
                "png",
                cid=f"<{content_id(picture.name, message_id)}>",
                filename=f"{picture.name}.png",
                disposition="inline",
            )
        if body.pictures:
            page.set_boundary(_boundary("related", message_id))
    for each in body.attachments:
        _attach(whole, each)
    if body.attachments:
        whole.set_boundary(_boundary("mixed", message_id))
    return whole.as_bytes()


def _attach(whole: EmailMessage, file: Attachment) -> None:
    """Put *file* beside all that is in an email; text is for programs that look for their type, and keeps its lines."""
    charset = {"charset": "utf-8"} if file.kind == "text" else {}
    whole.add_attachment(
        file.content,
        file.kind,
        file.subtype,
        filename=file.name,
        params={**file.parameters, **charset, "name": file.name},
    )


def _part() -> EmailMessage:
    return EmailMessage(_POLICY)


def _boundary(kind: str, message_id: str) -> str:
    """A line that is in no part: `=_` is in none that is encoded (RFC 2045, 6.7)."""
    return f"=_{kind}_{hashlib.sha256(message_id.encode()).hexdigest()[:24]}"


METHOD = "PUBLISH"
"""What is to be done with the events (RFC 5546, 3.2.1): they are there to be read, and no one answers."""
_MAKER = "-//pbem//pbem//EN"


def attached(game: Game, seat: str, entries: Sequence[CalendarEntry]) -> tuple[Attachment, ...]:
    """The file of *entries* for the player of *seat*; none without any, or if it cannot be made for whatever reason."""
    if not entries:
        return ()
    try:
        file = Attachment(f"{game.name}.ics", _written(game, seat, entries), "text", "calendar", {"method": METHOD})
    except Exception as error:  # noqa: BLE001 nothing may keep a letter from going
        note_lacking(game.folder, "calendar files", " ".join(str(error).split()) or type(error).__name__)
        return ()
    note_lacking(game.folder, "calendar files", "")
    return (file,)


def _written(game: Game, seat: str, entries: Sequence[CalendarEntry]) -> bytes:
    """The calendar with an event for each of *entries*; titles name no decision, since calendars are often shared."""
    from icalendar import Alarm, Calendar, Event, vCalAddress  # noqa: PLC0415 few players want such files

    words = letter.words_for(game, game.view(), "")
    title = words.phrase("labels", "calendar-title", {"title": letter.title(game), "seat": game.titles[seat]})
    calendar = Calendar()
    for name, value in (("prodid", _MAKER), ("version", "2.0"), ("method", METHOD)):
        calendar.add(name, value)
    for one in entries:
        text = words.phrase("labels", "calendar-text", {"game": game.name, "round": one.round, "over": one.cancelled})
        event = Event()
        event.add("uid", one.uid)
        event.add("sequence", one.sequence)
        event.add("dtstamp", one.stamp)
        event.add("dtstart", one.due)
        event.add("summary", title)
        event.add("description", text)
        event.add("organizer", vCalAddress(f"mailto:{game.settings.mail.sender}"))
        event.add("status", "CANCELLED" if one.cancelled else "CONFIRMED")
        event.add("transp", "TRANSPARENT")
        event.add("class", "PRIVATE")
        for before in one.alarms:
            alarm = Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("trigger", -before)
            alarm.add("description", title)
            event.add_component(alarm)
        calendar.add_component(event)
    made: bytes = calendar.to_ical()
    return made


_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]*")
_ID = re.compile(r"<[!-;=?-~]{1,250}@[!-;=?-~]{1,250}>")
_TO = re.compile(rb"\r\nTo: [^\r\n]*(?:\r\n [^\r\n]*)*")
_OWN_ID = re.compile(rb"\r\nMessage-ID: (<[^\r\n]*>)")
_OWN_NAME = re.compile(rb"(?<=\r\nMessage-ID: <)[0-9a-f]{32}")
_MOST_NAME = 60
_MOST_SUBJECT = 200
MOST_REFERENCES = 10
"""Besides the first: so that the header stays small however long a campaign gets (RFC 5322, 3.6.4 sets no limit)."""


class OutgoingMail(msgspec.Struct, frozen=True, kw_only=True):
    """One email to one recipient.

    *answers* is the Message-ID of the email that it answers, *references* those of the thread before it, of which a
    letter answers the last;
    *list_id* is the game's name among lists (RFC 2919), *bounces* the envelope sender if it is not *sender*,
    *unsubscribe* the subject of an email that ends a subscription (RFC 2369, 3.2).
    """

    message_id: str
    sender: str
    sender_name: str
    recipient: str
    recipient_name: str
    subject: str
    body: MailBody
    date: datetime
    answers: str = ""
    references: tuple[str, ...] = ()
    automatic: str = "auto-generated"
    list_id: str = ""
    bounces: str = ""
    unsubscribe: str = ""


def id_of(mail: bytes) -> str:
    """The Message-ID that an email of ours bears; empty if it has none."""
    found = _OWN_ID.search(mail.partition(b"\r\n\r\n")[0])
    return found[1].decode("ascii", errors="replace") if found else ""


def letters_before(ident: str) -> tuple[str, ...]:
    """The names of all letters that may have gone to the same seat before the letter *ident*."""
    this = MessageId.parse(ident)
    before = range(1, this.number) if this.kind == "round" else ()
    return tuple(str(MessageId("round", number, this.reader)) for number in before)


def shortened(thread: Iterable[str]) -> Sequence[str]:
    """The first of a *thread* and the last ones, each once: enough for a mail program to join them."""
    known = list(dict.fromkeys(thread))
    return [*known[:1], *known[1:][-MOST_REFERENCES:]]


def ids_in(text: str) -> tuple[str, ...]:
    """The Message-IDs in a References or In-Reply-To header, in their order and each once; the rest is left out."""
    return tuple(dict.fromkeys(_ID.findall(text)))


def as_bytes(message: OutgoingMail) -> bytes:
    """The mail exactly as it goes to the server."""
    fields = [
        ("From", _mailbox(message.sender_name, message.sender)),
        ("To", _mailbox(message.recipient_name, message.recipient)),
        ("Subject", encoded(_shortened(inline(message.subject)), "Subject")),
        ("Date", format_datetime(message.date)),
        ("Message-ID", message.message_id),
    ]
    answered = ids_in(message.answers)[:1]
    if thread := _bounded((*message.references, *answered)):
        fields.append(("In-Reply-To", thread[-1]))
        fields.append(("References", "\r\n ".join(thread)))
    fields += [("Auto-Submitted", message.automatic), ("X-Auto-Response-Suppress", "All")]
    if message.list_id:
        fields.append(("List-Id", _named(message.sender_name, message.list_id)))
        fields.append(("List-Help", f"<mailto:{message.sender}?subject=help>"))
    if message.unsubscribe:
        fields.append(("List-Unsubscribe", f"<mailto:{message.sender}?subject={quote(message.unsubscribe)}>"))
    head = "".join(f"{name}: {value}\r\n" for name, value in fields).encode("ascii")
    return head + body_bytes(message.body, message.message_id)


def posted(message: OutgoingMail, seat: str = "", holder: tuple[str, int] | None = None) -> bytes:
    """The mail with its envelope, as it is in the outbox; with a *seat* it follows the address of that *holder*."""
    envelope = QueuedMail(message.recipient, message.bounces or message.sender, message.date, seat, holder)
    return with_envelope(envelope, as_bytes(message))


def readdressed(mail: bytes, player: str, address: str, name: str) -> bytes:
    """An email of ours with another recipient in its head, and with *name* (`message_name`) in its Message-ID."""
    head, end, body = mail.partition(b"\r\n\r\n")
    to = f"\r\nTo: {_mailbox(player, address)}".encode("ascii").replace(b"\\", rb"\\")
    return _OWN_NAME.sub(name.encode("ascii"), _TO.sub(to, head, count=1), count=1) + end + body


def encoded(text: str, name: str) -> str:
    """*text* as the value of the header *name*, folded, in encoded words if it needs them (RFC 2047)."""
    plain = text.isascii() and "=?" not in text and all(len(word) < _MOST_NAME for word in text.split())
    header = Header(text, "us-ascii" if plain else "utf-8", maxlinelen=76, header_name=name)
    return header.encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    return _named(name, address) if inline(name) else address


def _named(name: str, address: str) -> str:
    """A phrase and an address in angle brackets; too long for one line, the address is on the next."""
    shown = inline(name)[:_MOST_NAME].strip()
    if not _PLAIN.fullmatch(shown):
        quotable = shown.isascii() and "=?" not in shown
        shown = '"' + re.sub(r'(["\\])', r"\\\1", shown) + '"' if quotable else _one_word(shown)
    gap = " " if len(shown) + len(address) < 64 else "\r\n "
    return f"{shown}{gap}<{address}>"


def _one_word(name: str) -> str:
    """As much of *name* as fits into one encoded word: some programs put a space between two."""
    while "\n" in (word := encoded(name, "From")):
        name = name[:-1]
    return word


def _shortened(subject: str) -> str:
    """A subject without the middle of one that no one would read: its end carries the token."""
    if len(subject) <= _MOST_SUBJECT:
        return subject
    half = _MOST_SUBJECT // 2 - 3
    return f"{subject[:half]} ... {subject[-half:]}"


def _bounded(ids: Iterable[str]) -> Sequence[str]:
    """The thread's first id and its last ones; whatever is not an id is left out."""
    return shortened(one for one in ids if _ID.fullmatch(one))


def subject(game: Game, name: str, seat: str = "") -> str:
    """The subject of the notice called *name*, to a *seat* or to someone whom the game does not know."""
    says = _words(game, seat).phrase("notices", name)
    return f"[{game.name}] {game.titles[seat]}: {says}" if seat else f"[{game.name}] {says}"


def content(game: Game, name: str, seat: str = "", in_thread: bool = False, /, **context: Plain) -> Content:  # noqa: FBT001, FBT002
    """What the notice called *name* says to *seat*, to someone whom the game does not know, or to all in the *thread*.

    *context* is what its template asks for besides names.
    """
    moderator, there = game.settings.moderator, in_thread or (bool(seat) and game.settings.in_forum(seat))
    return parse(
        letter.words_for(game, game.view(), PUBLIC, posted=there).fill(
            f"notices/{name}.txt.j2",
            game=plain.inline(game.name),
            title=plain.inline(letter.title(game)),
            moderator="" if there else plain.inline(moderator.name),
            moderator_address=plain.inline(game.settings.forum.user or moderator.name) if there else moderator.address,
            seat=plain.inline(game.titles[seat]) if seat else "",
            player=plain.inline(game.settings.seats[seat].player) if seat else "",
            **context,
        )
    )


def _words(game: Game, seat: str) -> Words:
    """The words of a notice to *seat*, which names nothing that not all may know."""
    return letter.words_for(game, game.view(), PUBLIC, posted=bool(seat) and game.settings.in_forum(seat))


class Notice(msgspec.Struct, frozen=True):
    """An email to the player of *seat*, or with an *address* to that one, of someone called *name* if it is of no seat.

    It says *content*, as text and, unless *only_text*, as HTML with those of the *pictures* that the content shows, and
    beside both the *attachments*.
    *answers* is the Message-ID of the email that it answers, and *references* are those of the thread before that.
    Its Message-ID is made from the *words* instead of the text, if that is sealed. *unsubscribe* is the subject of an
    email that ends all of its kind. A post that *waits* can go with the next one to its seat.
    """

    subject: str
    content: Content
    seat: str = ""
    address: str = ""
    name: str = ""
    answers: str | None = None
    references: Sequence[str] = ()
    pictures: Sequence[LetterPicture] = ()
    attachments: Sequence[Attachment] = ()
    only_text: bool = False
    words: str = ""
    unsubscribe: str = ""
    waits: Waits = ""


def to_seat(
    game: Game, seat: str, became: str, template: str, named: Mapping[str, Plain] = {}, /, **context: Plain
) -> Notice:
    """The notice to *seat*, or to all, by *template*; its subject says what *became* of what is *named*."""
    words = letter.words_for(game, game.view(seat), seat, posted=not seat)
    says = words.phrase("labels", f"became-{became}", named)
    about = letter.subject(game, words, game.stages(seat) if seat else (), seat, game.pause, says)
    return Notice(about, content(game, template, seat, not seat, **context), seat)


class Telling(msgspec.Struct, frozen=True):
    """How a type of facts is told: *to* whom (seats, or words that stand for other people), and *notice* for each.

    What is *for_all* is told once in the thread, by the notice for `PUBLIC`, to all who are reached in the forum.
    """

    to: Callable[[Game, LogLine, Any], tuple[str, ...]]
    notice: Callable[[Game, LogLine, Any, str], Notice | None]
    for_all: Callable[[Any], bool] = lambda _fact: False


def queue(game: Game, ident: str, notice: Notice, date: datetime) -> str:
    """Put an email in the outbox, once per *ident*; return the id it has, empty if it cannot go to anyone.

    Whatever goes to a seat's own address belongs to one thread, that of its letters so far, and follows that address if
    it changes before the mail goes; it goes to no one once the seat has another holder.
    """
    mail, seat = game.settings.mail, notice.seat
    if seat and not notice.address and game.settings.in_forum(seat):
        return queue_post(game, ident, notice, date)
    who, generation = (game.settings.seats[seat], game.tenure(seat).generation) if seat else (None, 0)
    address = notice.address or (who.address if who else "")
    if not address or not mail.sender:
        return ""
    follows = "" if notice.address else seat
    known_as = message_id(
        game.keys.message_ids, ident, address, mail.sender, notice.subject, notice.words or text(notice.content)
    )
    message = OutgoingMail(
        message_id=known_as,
        sender=mail.sender,
        sender_name=letter.title(game),
        recipient=address,
        recipient_name=who.player if who else notice.name,
        subject=notice.subject,
        body=MailBody(text(notice.content), attachments=tuple(notice.attachments)),
        date=date,
        answers=notice.answers or "",
        references=(*(_thread(game, seat, ident) if follows else ()), *notice.references),
        automatic="auto-generated" if notice.answers is None else "auto-replied",
        list_id=f"{game.name}.{mail.sender.rpartition('@')[2]}",
        bounces=bounce_address(mail.bounces, bounce_word(game.keys.bounces, ident)),
        unsubscribe=notice.unsubscribe,
    )
    if not notice.only_text:
        message = _with_page(game, message, notice.content, notice.pictures)
    holder = (seat, generation) if seat and (notice.address or generation) else None
    return game.outbox.queue(ident, posted(message, follows, holder))


def _thread(game: Game, seat: str, ident: str) -> Sequence[str]:
    """The Message-IDs of the letters to *seat* before message *ident*, the first and the last ones."""
    last = str(MessageId("round", game.pause.round + 1, seat)) if game.pause else ""
    there = [one for one in letters_before(ident) or letters_before(last) if game.outbox.place(one)]
    if game.tenure(seat).line:
        first = letter.dossier_ident(game, seat)
        begun = [first] if first != ident and game.outbox.place(first) else []
        there = [*begun, *(one for one in there if _is_own(game, seat, one))]
    return [id_of(game.outbox.read(one)[1]) for one in shortened(there)]


def _is_own(game: Game, seat: str, ident: str) -> bool:
    """Whether a message went to whoever holds *seat* now, and not to an earlier holder."""
    envelope = game.outbox.envelope(ident)
    return envelope is not None and envelope.meant == (seat, game.tenure(seat).generation)


def _with_page(game: Game, message: OutgoingMail, content: Content, pictures: Sequence[LetterPicture]) -> OutgoingMail:
    """*message* with its *content* as HTML too, and with as many of its pictures as the mail server takes.

    It goes with text alone if no HTML can be made, for whatever reason.
    """
    body = replace(message.body, text=flowed(content), flowed=True)
    wanted = pictures_in(content)
    shown = tuple(each for each in pictures if each.name in wanted)
    try:
        while True:
            page = page_of(content, message.subject, message.message_id, shown)
            whole = replace(message, body=replace(body, page=page, pictures=shown))
            server = game.settings.mail.delivery.server if shown else None
            if server is None or len(as_bytes(whole)) <= server.most_bytes:
                break
            shown = shown[:-1]
    except Exception as error:  # noqa: BLE001 nothing may keep a letter from going, and the text says all of it
        note_lacking(game.folder, "HTML", " ".join(str(error).split()) or type(error).__name__)
        return replace(message, body=body)
    note_lacking(game.folder, "HTML", "")
    return whole


IN_FORUM = ("forum:thread", "forum:message")
"""The recipients of posts: all in the thread, or the account of a seat by a private message."""
PARTS = "\n\f\n"
"""What parts the posts of a text that is too long for one."""
PICTURES = "X-Pictures"
"""The header that names the files of a post's pictures, in the game's folder of pictures."""
ROOM_FOR_MARK = 60
"""What is left free in each post for the line by which a program knows it again."""
TOKEN_AT_END = re.compile(r" \{[^{}]*\}$")


def _in_parts(content: Content, forum: ForumSettings) -> Sequence[str]:
    return posts(content, MARKUPS[forum.markup], forum.longest - ROOM_FOR_MARK)


def queue_post(game: Game, ident: str, notice: Notice, date: datetime, parts: Sequence[str] = ()) -> str:
    """Put a text for the forum in the outbox, once per *ident*: for the thread, or for the account of its seat.

    What will be sealed for its seat has no marks of a forum. It may be in *parts* already.
    """
    seat, forum = notice.seat, game.settings.forum
    sealed = bool(seat) and forum.private == "sealed"
    said = parts or ([text(notice.content)] if sealed else _in_parts(notice.content, forum))
    sender = game.settings.mail.sender or f"{game.name}@localhost"
    recipient = IN_FORUM[1 if seat else 0]
    whole = _part()
    whole["Subject"] = _shortened(inline(TOKEN_AT_END.sub("", notice.subject)))
    whole["Date"] = format_datetime(date)
    words = notice.words or text(notice.content)
    whole["Message-ID"] = message_id(game.keys.message_ids, ident, recipient, sender, notice.subject, words)
    whole.set_content(PARTS.join(part.strip("\n") for part in said), charset="utf-8", cte="quoted-printable")
    if notice.pictures:
        whole[PICTURES] = " ".join(picture.file.name for picture in notice.pictures)
    holder = (seat, game.tenure(seat).generation) if seat else None
    envelope = QueuedMail(recipient, "", date, seat, holder, notice.waits)
    return game.outbox.queue(ident, with_envelope(envelope, whole.as_bytes()), "post")
