"""What all our emails have in common: their words, subjects and forms, and how they come into the outbox."""

from collections.abc import Sequence
from datetime import datetime

from pbem.engine.position import Position
from pbem.mail.message.bounce import bounce_address
from pbem.mail.outgoing.message import OutgoingMail, bounce_word, id_of, letters_before, message_id, posted
from pbem.referee.game import Game
from pbem.referee.pauses import in_advance
from pbem.referee.stage import SeatStage
from pbem.report.several import Question, questions, sheet_parts
from pbem.report.words import Words, words_of
from pbem.sheet.parts import Part
from pbem.sheet.writer import write_sheet
from pbem.store.log import Pause


def words_for(game: Game, view: Position, seat: str) -> Words:
    """The words for a reader in *seat*."""
    return words_of(game.ruleset, game.ruleset.lexicon(view, seat))


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
    mail. A letter follows those that went to the seat before it. *to* is another address of the seat's player. Its
    Message-ID is made from the *words* instead of the text, if that is sealed.
    """
    who, mail = game.settings.seats[seat], game.settings.mail
    address = to or who.address
    if not address or not mail.sender:
        return ""
    if answers is None and not references:
        references = _ids(game, letters_before(ident))
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


def thread(game: Game, seat: str) -> Sequence[str]:
    """The Message-IDs of the letters to *seat* so far."""
    past = letters_before(f"round-{game.pause.round + 1:04d}-{seat}") if game.pause else ()
    return _ids(game, past)


def _ids(game: Game, letters: Sequence[str]) -> Sequence[str]:
    """The Message-IDs of those of *letters* that are still there."""
    return [id_of(game.outbox.read(one)[1]) for one in letters if game.outbox.place(one)]


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
        sender_name=title(game),
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


def title(game: Game) -> str:
    """The game's title in letters."""
    return game.settings.title or game.ruleset.title


def moderator(game: Game) -> str:
    """The moderator's name and address in letters, as far as game.yaml has them."""
    who = game.settings.moderator
    return f"{who.name} <{who.address}>" if who.name and who.address else who.name or who.address


def subject(game: Game, words: Words, stages: Sequence[SeatStage], seat: str) -> str:
    """The subject that an answer of *seat* must keep: game, what is asked, and token."""
    if not stages:
        return f"[{game.name}] {game.titles[seat]}"
    asked = questions(words, [stage.decision for stage in stages], seat)
    token = game.token(seat, *stages[0].put)
    return f"[{game.name}] {asked} {{{token}}}"


def parts(game: Game, view: Position, stages: Sequence[SeatStage]) -> tuple[Part, ...]:
    """The parts of a sheet that answers *stages* of one seat, each with its heading."""
    decisions = [stage.decision for stage in stages]
    return sheet_parts(game.ruleset, view, stages[0].step, decisions) if stages else ()


def form(
    game: Game, stages: Sequence[SeatStage], view: Position, entry: int | None = None, *, parts: bool = False
) -> str:
    """A sheet that is legal as it stands, at present or after *entry*; empty if the decision has none.

    For several decisions, or where *parts* say so, it is what is below all parts: what is asked once for all.
    """
    if not stages:
        return ""
    asks = game.asks_words(stages[0], entry)
    line = words_for(game, view, stages[0].seat).phrase("labels", "words-line") if asks else ""
    if len(stages) > 1 or parts:
        return line
    sheet = _sheet(game, stages[0], view)
    return f"{sheet}{line}\n" if sheet and line else sheet


def several(
    game: Game, stages: Sequence[SeatStage], view: Position, pause: Pause | None = None, *, parts: bool = False
) -> tuple[Question, ...]:
    """The questions of *stages*, put at *pause*, each with its part of the form; none if there are not several.

    Where *parts* say so even a single one has its heading: it is what is left of several.
    """
    if len(stages) < (1 if parts else 2):
        return ()
    return tuple(
        Question(
            decision=stage.decision,
            form=_sheet(game, stage, view),
            answered=in_advance(game, stage, view),
            deadline=pause.due_for(stage.seat, stage.decision.key) if pause and stage.pending else None,
        )
        for stage in stages
    )


def _sheet(game: Game, stage: SeatStage, view: Position) -> str:
    order = stage.decision.default
    return "" if order is None else write_sheet(order, game.ruleset.lexicon(view, stage.seat))
