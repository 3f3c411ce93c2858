"""How emails come into the outbox, whatever they say."""

from collections.abc import Sequence
from datetime import datetime

from pbem.mail.message.bounce import bounce_address
from pbem.mail.outgoing.message import (
    OutgoingMail,
    bounce_word,
    id_of,
    letters_before,
    message_id,
    posted,
    shortened,
)
from pbem.referee.game import Game
from pbem.referee.letters import wording


def queue(
    game: Game,
    seat: str,
    ident: str,
    *,
    subject: str,
    text: str,
    date: datetime,
    answers: str | None = None,
    references: Sequence[str] = (),
    to: str = "",
    words: str = "",
) -> str:
    """Put an email to *seat* in the outbox, once per *ident*; return the id it has, empty if none can go to the seat.

    *answers* is the Message-ID of the email that it answers, for receipts, and *references* the thread before that
    mail. Whatever goes to the seat's address belongs to one thread, that of its letters so far. *to* is another address
    of the seat's player. Its Message-ID is made from the *words* instead of the text, if that is sealed.
    """
    who, mail = game.settings.seats[seat], game.settings.mail
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
        text=text,
        date=date,
        answers=answers,
        references=references,
        seat="" if to else seat,
        words=words,
    )


def _thread(game: Game, seat: str, ident: str) -> Sequence[str]:
    """The Message-IDs of the letters to *seat* before message *ident*, the first and the last ones."""
    last = f"round-{game.pause.round + 1:04d}-{seat}" if game.pause else ""
    there = [one for one in letters_before(ident) or letters_before(last) if game.outbox.place(one)]
    return [id_of(game.outbox.read(one)[1]) for one in shortened(there)]


def queue_to(
    game: Game,
    ident: str,
    address: str,
    name: str,
    *,
    subject: str,
    text: str,
    date: datetime,
    answers: str | None = None,
    references: Sequence[str] = (),
    seat: str = "",
    words: str = "",
) -> str:
    """Put an email to someone called *name* in the outbox, once per *ident*; see `queue`.

    With a *seat* it follows that seat's address if it changes before the mail goes.
    """
    mail = game.settings.mail
    message = OutgoingMail(
        message_id=message_id(game.keys.message_ids, ident, address, mail.sender, subject, words or text),
        sender=mail.sender,
        sender_name=wording.title(game),
        recipient=address,
        recipient_name=name,
        subject=subject,
        text=text,
        date=date,
        answers=answers or "",
        references=tuple(references),
        automatic="auto-generated" if answers is None else "auto-replied",
        list_id=f"{game.name}.{mail.sender.rpartition('@')[2]}",
        bounces=bounce_address(mail.bounces, bounce_word(game.keys.bounces, ident)),
    )
    return game.outbox.queue(ident, posted(message, seat))


def mailed(game: Game, seat: str) -> bool:
    """Whether letters go to *seat* by mail, not only into files."""
    return bool(game.settings.seats[seat].address and game.settings.mail.sender)
