"""Answers: one to each email of a seat, to the seat's own address, and none where answers do harm (RFC 3834)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.engine.order import Order
from pbem.mail.intake.judgement import MailCase
from pbem.mail.mime.text import MailNote
from pbem.mail.outgoing import writing
from pbem.referee import keys, submissions
from pbem.referee.game import Game
from pbem.report.letter import SheetArrival, SheetFate
from pbem.report.letter import receipt as receipt_text
from pbem.report.words import Words
from pbem.sheet.fault import ReadSheet
from pbem.store import encryption, files
from pbem.store.inbox import InboxItem
from pbem.store.verdict import Verdict, VerdictState


class Receipt(msgspec.Struct, frozen=True):
    """The message that carries an answer and its address; without one, the code of *why* nothing is sent."""

    ident: str = ""
    address: str = ""
    why: str = ""


def given(item: InboxItem) -> str:
    """The answer that was given to an item; empty if there was none, or if it is sealed by now."""
    path = _path(item)
    return path.read_text(encoding="utf-8") if path.exists() and not encryption.is_sealed(path) else ""


def receipt(
    game: Game,
    case: MailCase,
    fate: SheetFate,
    sheet: ReadSheet[Order],
    *,
    notes: Sequence[MailNote] = (),
    earlier: datetime | None,
    seal: encryption.SheetSeal | None = None,
) -> tuple[str, str]:
    """The text and the subject of the answer to a sheet; *earlier* is when the one came that counted before it."""
    stage, seat = case.stage, case.seat
    words = writing.words_for(game, case.view, seat)
    subject = writing.subject(game, words, stage, seat)
    quiet = fate in (SheetFate.accepted, SheetFate.held) or (
        fate is SheetFate.words and earlier
    )  # then a form is of no use
    deadline = game.pause.due_for(seat, stage.decision.key) if game.pause and stage and stage.pending else None
    arrival = SheetArrival(
        game=game.name,
        title=writing.title(game),
        seat=seat,
        titles=game.titles,
        player=game.settings.seats[seat].player,
        fate=fate,
        view=case.view,
        text=sheet.text,
        decision=stage.decision if stage else None,
        asked=bool(stage and stage.pending),
        order=sheet.order,
        faults=sheet.faults,
        notes=tuple(_said(words, note) for note in notes if _matters(note, sheet)),
        replaces=earlier is not None and fate is SheetFate.accepted,
        overtaken=fate is SheetFate.accepted and _overtaken(game, case),
        stands=earlier is not None and fate is not SheetFate.accepted,
        earlier=earlier,
        moderator=writing.moderator(game),
        deadline=deadline,
        late=deadline is not None and case.item.arrived >= deadline,
        zone=game.settings.deadlines.zone.name,
        subject=subject,
        sealed=game.settings.mail.sealed is not None and bool(stage and stage.pending),
        **_words(game, case, sheet.spoken.words),
        hash=seal.hash if seal else "",
        nonce=seal.nonce if seal else "",
        form=writing.form(game, stage, case.view) if stage and not quiet else "",
    )
    return receipt_text(words, arrival), f"Re: {subject}"


def _words(game: Game, case: MailCase, spoken: str) -> dict[str, str]:
    """What the receipt says of words of chance."""
    if not spoken:
        return {}
    salt = keys.words_salt(game.keys.words, case.seat, case.item.number)
    return {"words": spoken, "words_salt": salt, "words_hash": keys.words_hash(salt, spoken)}


def _overtaken(game: Game, case: MailCase) -> bool:
    """Whether something that came after a sheet, which was trusted late, has taken its place."""
    stage = case.stage
    return stage is not None and stage.pending and submissions.last(game, stage) > case.item.number


def _matters(note: MailNote, sheet: ReadSheet[Order]) -> bool:
    """Whether a note can change what its reader makes of the answer: a guess at letters that do not occur cannot."""
    return note.code != "charset-guessed" or not sheet.text.isascii()


def _said(words: Words, note: MailNote) -> str:
    """A note in words, with what would be better."""
    groups = [group for group in ("problems", "remedies") if words.has(group, note.code)]
    return " ".join(filter(None, (words.phrase(group, note.code, note.args) for group in groups)))


def answer(
    game: Game,
    case: MailCase,
    state: VerdictState,
    subject: str,
    text: str,
    *,
    again: str = "",
    credible: bool = True,
    stays: bool = False,
) -> Receipt:
    """Keep the answer to a case and queue it to the seat; *again* ends its id if the item was answered before.

    Emails that are not *credible* never get the last quarter of a day's answers, so that a forger leaves some for the
    player. An answer that *stays* goes to the seat's present address, even if it has another one when it is sent.
    Where sheets are sealed its Message-ID shows what became of the item, and nothing from which a text can be guessed.
    """
    files.write_text(_path(case.item), text)
    address = game.settings.seats[case.seat].address
    if not writing.mailed(game, case.seat):
        return Receipt()
    ident = f"receipt-{case.item.number:04d}{again}"
    most = game.settings.mail.answers.a_day
    most = most if credible else max(1, most - -(-most // 4))
    if game.outbox.place(ident) is None and not room_for(game, case.item, address, most):
        return Receipt(why="limit")
    ident = writing.queue(
        game,
        case.seat,
        ident,
        subject=subject,
        text=text,
        date=case.item.arrived,
        answers=case.incoming.message_id,
        references=case.incoming.references if case.item.is_mail else writing.thread(game, case.seat),
        to=address if stays else "",
        words=f"{state} {case.item.name}" if game.settings.mail.sealed else "",
    )
    return Receipt(ident, address)


def room_for(game: Game, item: InboxItem, address: str, most: int) -> bool:
    """Whether *address* may get one more answer, of *most*, on the day of an item's arrival, counted in UTC."""
    wanted = address.casefold()
    return sum(1 for verdict in given_on_day_of(game, item) if verdict.answered.casefold() == wanted) < most


def given_on_day_of(game: Game, item: InboxItem) -> Iterator[Verdict]:
    """The verdicts of the other items that were answered by mail and arrived on the day of *item*, in UTC."""
    return (verdict for verdict in game.inbox.answered_on(item.arrived.date()) if verdict.item != item.number)


def _path(item: InboxItem) -> Path:
    return item.path.with_name(f"{item.name}.txt")
