"""How emails come into the outbox, whatever they say."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.mail.message.sender_kind import bounce_address
from pbem.mail.mime.headers import bounce_word, message_id
from pbem.mail.outgoing.message import (
    Attachment,
    MailBody,
    OutgoingMail,
    as_bytes,
    id_of,
    letters_before,
    page_of,
    posted,
    shortened,
)
from pbem.referee import letter, need
from pbem.referee.game import Game
from pbem.referee.pictures import LetterPicture
from pbem.report import plain
from pbem.report.parse import parse
from pbem.report.plain import flowed, text
from pbem.report.tree import Content, pictures_in
from pbem.report.words import Plain, Words
from pbem.store.log import LogLine


def subject(game: Game, name: str, seat: str = "") -> str:
    """The subject of the notice called *name*, to a *seat* or to someone whom the game does not know."""
    says = _words(game).phrase("notices", name)
    return f"[{game.name}] {game.titles[seat]}: {says}" if seat else f"[{game.name}] {says}"


def content(game: Game, name: str, seat: str = "", **context: Plain) -> Content:
    """What the notice called *name* says; *context* is what its template asks for besides names."""
    moderator = game.settings.moderator
    return parse(
        _words(game).fill(
            f"notices/{name}.txt.j2",
            game=plain.inline(game.name),
            title=plain.inline(letter.title(game)),
            moderator=plain.inline(moderator.name),
            moderator_address=moderator.address,
            seat=plain.inline(game.titles[seat]) if seat else "",
            player=plain.inline(game.settings.seats[seat].player) if seat else "",
            **context,
        )
    )


def _words(game: Game) -> Words:
    return letter.words_for(game, game.view(), PUBLIC)


class Notice(msgspec.Struct, frozen=True):
    """An email to *seat*, or to someone else at *address* called *name*.

    *answers* is the Message-ID of the email that it answers, and *references* are those of the thread before that.
    """

    subject: str
    content: Content
    seat: str = ""
    address: str = ""
    name: str = ""
    answers: str | None = None
    references: tuple[str, ...] = ()


class Telling(msgspec.Struct, frozen=True):
    """How a type of facts is told: *to* whom (seats, or words that stand for other people), and *notice* for each."""

    to: Callable[[Game, LogLine, Any], tuple[str, ...]]
    notice: Callable[[Game, LogLine, Any, str], Notice | None]


def queue(
    game: Game,
    seat: str,
    ident: str,
    *,
    subject: str,
    content: Content,
    date: datetime,
    pictures: Sequence[LetterPicture] = (),
    attachments: Sequence[Attachment] = (),
    only_text: bool = False,
    answers: str | None = None,
    references: Sequence[str] = (),
    to: str = "",
    words: str = "",
) -> str:
    """Put an email to *seat* in the outbox, once per *ident*; return the id it has, empty if none can go to the seat.

    It says *content*, as text and, unless *only_text*, as HTML with those of the *pictures* that the content shows,
    and beside both the *attachments*.
    *answers* is the Message-ID of the email that it answers, for receipts, and *references* the thread before that
    mail. Whatever goes to the seat's address belongs to one thread, that of its letters so far. *to* is another address
    of the seat's player. Its Message-ID is made from the *words* instead of the text, if that is sealed.
    """
    who, mail, generation = game.settings.seats[seat], game.settings.mail, game.tenure(seat).generation
    address = to or who.address
    if not address or not mail.sender:
        return ""
    if not to:
        references = (*_thread(game, seat, ident), *references)
    return queue_to(
        game,
        ident,
        address,
        who.player,
        subject=subject,
        content=content,
        date=date,
        pictures=pictures,
        attachments=attachments,
        only_text=only_text,
        answers=answers,
        references=references,
        seat="" if to else seat,
        holder=(seat, generation) if to or generation else None,
        words=words,
    )


def _thread(game: Game, seat: str, ident: str) -> Sequence[str]:
    """The Message-IDs of the letters to *seat* before message *ident*, the first and the last ones."""
    last = f"round-{game.pause.round + 1:04d}-{seat}" if game.pause else ""
    there = [one for one in letters_before(ident) or letters_before(last) if game.outbox.place(one)]
    if line := game.tenure(seat).line:
        first = f"dossier-{line:05d}-{seat}"
        begun = [first] if first != ident and game.outbox.place(first) else []
        there = [*begun, *(one for one in there if _is_own(game, seat, one))]
    return [id_of(game.outbox.read(one)[1]) for one in shortened(there)]


def _is_own(game: Game, seat: str, ident: str) -> bool:
    """Whether a message went to whoever holds *seat* now, and not to an earlier holder."""
    envelope = game.outbox.envelope(ident)
    return envelope is not None and envelope.meant == (seat, game.tenure(seat).generation)


def queue_to(
    game: Game,
    ident: str,
    address: str,
    name: str,
    *,
    subject: str,
    content: Content,
    date: datetime,
    pictures: Sequence[LetterPicture] = (),
    attachments: Sequence[Attachment] = (),
    only_text: bool = False,
    answers: str | None = None,
    references: Sequence[str] = (),
    seat: str = "",
    holder: tuple[str, int] | None = None,
    words: str = "",
    unsubscribe: str = "",
) -> str:
    """Put an email to someone called *name* in the outbox, once per *ident*; see `queue`.

    With a *seat* it follows that seat's address if it changes before the mail goes; it goes to no one once the seat has
    another *holder* than this one. *unsubscribe* is the subject of an email that ends all of its kind.
    """
    mail = game.settings.mail
    known_as = message_id(game.keys.message_ids, ident, address, mail.sender, subject, words or text(content))
    message = OutgoingMail(
        message_id=known_as,
        sender=mail.sender,
        sender_name=letter.title(game),
        recipient=address,
        recipient_name=name,
        subject=subject,
        body=MailBody(text(content), attachments=tuple(attachments)),
        date=date,
        answers=answers or "",
        references=tuple(references),
        automatic="auto-generated" if answers is None else "auto-replied",
        list_id=f"{game.name}.{mail.sender.rpartition('@')[2]}",
        bounces=bounce_address(mail.bounces, bounce_word(game.keys.bounces, ident)),
        unsubscribe=unsubscribe,
    )
    if not only_text:
        message = _with_page(game, message, content, pictures)
    return game.outbox.queue(ident, posted(message, seat, holder))


def _with_page(game: Game, message: OutgoingMail, content: Content, pictures: Sequence[LetterPicture]) -> OutgoingMail:
    """*message* with its *content* as HTML too, and with as many of its pictures as the mail server takes.

    It goes with text alone if no HTML can be made, for whatever reason.
    """
    body = replace(message.body, text=flowed(content), flowed=True)
    server, wanted = game.settings.mail.delivery.smtp, pictures_in(content)
    shown = tuple(each for each in pictures if each.name in wanted)
    try:
        while True:
            page = page_of(content, message.subject, message.message_id, shown)
            whole = replace(message, body=replace(body, page=page, pictures=shown))
            if server is None or not shown or len(as_bytes(whole)) <= server.most_bytes:
                break
            shown = shown[:-1]
    except Exception as error:  # noqa: BLE001 nothing may keep a letter from going, and the text says all of it
        need.note_lacking(game.folder, "HTML", " ".join(str(error).split()) or type(error).__name__)
        return replace(message, body=body)
    need.note_lacking(game.folder, "HTML", "")
    return whole


def mailed(game: Game, seat: str) -> bool:
    """Whether letters go to *seat* by mail, not only into files."""
    return bool(game.settings.seats[seat].address and game.settings.mail.sender)
