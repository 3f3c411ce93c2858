"""Letters, dossiers and reminders as emails.

One that was made is never changed.
"""

from collections.abc import Container, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pbem.engine.event import PUBLIC
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.writing import Attachment, Notice, Telling
from pbem.referee import calendar, letter
from pbem.referee.deadlines.ladder_steps import steps_to_come
from pbem.referee.deadlines.received import seat_status
from pbem.referee.deadlines.reminders import is_of_now, wants
from pbem.referee.game import Game
from pbem.referee.letter import (
    PUBLIC_NAME,
    STORY,
    _path,
    dossier,
    dossier_ident,
    letter_path,
    pictures_of,
    present_context,
    question_state,
    written,
)
from pbem.referee.pictures import FOLDER, LetterPicture
from pbem.referee.pictures import made as made_pictures
from pbem.referee.private_messages import need_of_letter
from pbem.referee.records.chance import record_of, text_of
from pbem.report.html import ShownPicture, html
from pbem.report.letter import Joined
from pbem.report.plain import as_it_is, text
from pbem.report.template_files import files_looked_at_once
from pbem.report.tree import Content, parse
from pbem.report.words import Words
from pbem.store import files
from pbem.store.facts import Reminded, SeatTaken, StandInBegun, StandInEnded
from pbem.store.log import LogLine, Pause
from pbem.store.outbox import MessageId, Waits

RECORD = "draws.json"
"""The file with the record of all draws, beside the last letters."""


class MadeLetter(msgspec.Struct, frozen=True):
    """A letter that was written: its round, its seat (`public` for the report), its file, its mail."""

    round: int
    seat: str
    path: Path
    message: str = ""


@files_looked_at_once()
def make_letters(game: Game) -> list[MadeLetter]:
    """Write and queue every letter that is not there yet; return the new ones. Raises what `guard` does."""
    game.guard()
    made: list[MadeLetter] = []
    there = frozenset(game.outbox.idents())
    for line in [line for line in game.log.noted if line.pause]:
        for seat in (*game.titles, PUBLIC):
            made += _make(game, line, seat, there)
        if line.pause and not line.pause.waits and game.ruleset.outcome(game.table.at(line.pause.entry)[0]) is not None:
            _send_record(game, line.pause, line.at, there)
    return made


def _send_record(game: Game, pause: Pause, at: datetime, there: Container[str]) -> None:
    """Keep the record of all draws beside the last letters, and send it to every seat, for a forum it is too long."""
    path = letter_path(game, pause, PUBLIC).with_name(RECORD)
    idents = {seat: str(MessageId("draws", pause.round, seat)) for seat in game.titles if game.settings.reach(seat)}
    idents = {seat: ident for seat, ident in idents.items() if not game.settings.in_forum(seat)}
    due = {seat: ident for seat, ident in idents.items() if not path.exists() or ident not in there}
    record = text_of(record_of(game, pause.entry)) if due or not path.exists() else ""
    for seat, ident in due.items():
        words = letter.words_for(game, game.view(seat, pause.entry), seat)
        subject = words.phrase("labels", "record-subject", {"game": game.name})
        writing.queue(game, ident, Notice(subject, as_it_is(record), seat, only_text=True), at)
    if not path.exists():
        files.write_text(path, record)


def _make(game: Game, line: LogLine, seat: str, there: Container[str]) -> list[MadeLetter]:
    """Write the letter of a pause to *seat* unless it is there already, and queue it unless its mail is *there*."""
    pause = line.pause
    if pause is None or not pause.tells(seat):
        return []
    path = letter_path(game, pause, seat)
    ident = str(MessageId("round", pause.round, seat))
    in_forum = bool(seat) and game.settings.in_forum(seat)
    mailed = bool(seat and game.settings.reach(seat)) and line.seq > game.tenure(seat).line
    if path.exists() and (not mailed or in_forum or ident in there):
        return []
    needed = need_of_letter(game, pause, seat) if mailed and in_forum else "now"
    mailed = mailed and bool(needed)  # in the thread all can read the report
    subject, content = written(game, pause, seat)
    shown = pictures_of(game, pause, seat, content)
    pictures = made_pictures(game, game.view(seat, pause.entry), seat, shown) if shown else ()
    if mailed:
        wanted = wants(game, seat, "calendar", line)
        entries = calendar.beside_letter(game, pause, seat) if wanted else ()
        beside = writing.attached(game, seat, entries)
        waits: Waits = "news" if needed == "later" else ""
        notice = Notice(subject, content, seat, pictures=pictures, attachments=beside, waits=waits)
        ident = writing.queue(game, ident, notice, line.at)
    if not path.exists():  # last: one of another text that went before must not stand for this one
        keep_page(path.with_suffix(".html"), content, subject, pictures)
        files.write_text(path, text(content))
    return [MadeLetter(pause.round, seat or PUBLIC_NAME, path, ident if mailed else "")]


def keep_page(path: Path, content: Content, subject: str, pictures: Sequence[LetterPicture]) -> None:
    """Keep a letter as a page for a browser; what may be wrong with it was noted when it was sent."""
    shown = {
        each.name: ShownPicture(f"../../{FOLDER}/{each.file.name}", each.alt, each.width, each.height)
        for each in pictures
    }
    with suppress(Exception):
        files.write_text(path, html(content, subject or path.stem, shown))


def make_dossiers(game: Game) -> list[str]:
    """Write and queue the dossiers that are not there yet; return the ids of the messages."""
    there = frozenset(game.outbox.idents()) if any(game.tenure(seat).generation for seat in game.titles) else ()
    made = (_make_dossier(game, seat, there) for seat in game.titles)
    return [ident for ident in made if ident]


def _make_dossier(game: Game, seat: str, there: Container[str]) -> str:
    line = _joined_with(game, seat)
    if line is None:
        return ""
    path, ident, mailed = _path(game, seat), dossier_ident(game, seat), game.settings.reach(seat)
    if path is None or (ident in there if mailed else _was_made(path)):
        return ""
    joined, until = _how(line)
    made = dossier(game, seat, joined, until)
    if made is None:
        return ""
    shown = made_pictures(game, game.view(seat, made.entry), seat, made.pictures) if made.pictures else ()
    if not path.exists():
        files.write_text(path.with_name(f"{path.stem}-{STORY}"), made.story)
        keep_page(path.with_suffix(".html"), made.content, made.subject, shown)
        files.write_text(path, text(made.content))
    if not mailed:
        return ""
    story = Attachment(STORY, made.story.encode(), "text", "plain")
    notice = Notice(made.subject, made.content, seat, pictures=shown, attachments=(story,))
    return writing.queue(game, ident, notice, line.at)


def _was_made(path: Path) -> bool:
    """Whether the dossier was written, in this round or in an earlier one."""
    return any(path.parents[1].glob(f"*/{path.name}"))


def _joined_with(game: Game, seat: str) -> LogLine | None:
    """The line of the log with which whoever holds *seat* now took it over."""
    number = game.tenure(seat).line
    line = game.log.lines[number - 1] if number else None
    if not any(one.pause for one in game.log.lines[:number]):
        return None  # its first letter will tell all there is
    return line if line and isinstance(line.fact, SeatTaken | StandInBegun | StandInEnded) else None


def _how(line: LogLine) -> tuple[Joined, datetime | None]:
    if isinstance(line.fact, StandInBegun):
        return "stand-in", line.fact.until
    return ("returned" if isinstance(line.fact, StandInEnded) else "taken"), None


def _to(_game: Game, _line: LogLine, fact: Reminded) -> tuple[str, ...]:
    return (fact.seat,)


def _notice(game: Game, line: LogLine, fact: Reminded, seat: str) -> Notice | None:
    """The reminder, unless something came before it could go."""
    if not is_of_now(game, fact, line.at):
        return None
    if seat == PUBLIC:
        return _for_all(game, line, fact)
    words = letter.words_for(game, game.view(seat), seat)
    became = words.phrase("labels", "became-reminder")
    subject = letter.subject(game, words, game.stages(seat), seat, game.pause, became, fact.due)
    return Notice(subject, _content(game, words, fact, line.at), seat)


def _for_all(game: Game, line: LogLine, fact: Reminded) -> Notice | None:
    """The reminder in the forum, once to all: it names no one, as no one is to learn who has sent what."""
    alike = (one.seq for one in game.log.facts if isinstance(one.fact, Reminded) and one.fact.due == fact.due)
    same = [seq for seq in alike if game.log.lines[seq - 1].at == line.at]
    if same and same[0] != line.seq:
        return None
    words = letter.words_for(game, game.view(), PUBLIC)
    due = words.moment(fact.due, game.settings.deadlines.zone.name)
    hours = left(words, fact.due, line.at)
    content = writing.content(game, "reminder", "", True, due=due, left=hours)  # noqa: FBT003 it is for the thread
    return Notice(letter.subject(game, words, (), "", game.pause, words.phrase("labels", "became-reminder")), content)


TELLING = Telling(_to, _notice, lambda _fact: True)


def _content(game: Game, words: Words, fact: Reminded, at: datetime) -> Content:
    seat, stages = fact.seat, game.stages(fact.seat)
    found = seat_status(game, seat, lambda: at)
    context = present_context(game, words, seat, stages, game.view(seat), at)
    asked = {stage.put: stage for stage in stages}
    came = {verdict.item: verdict for verdict in game.inbox.verdicts() if verdict.seat == seat}
    states = [
        question_state(words, asked[put], one, context, at, came[one.counts].received if one.counts in came else None)
        for one in found.questions
        if (put := (one.key, one.since)) in asked
    ]
    newest, doubted = came.get(found.newest or 0), came.get(found.doubted or 0)
    context = replace(
        context,
        states=states if len(states) > 1 else [],
        received=found.received.replace(" ", "-"),
        newest_at=newest.received if newest else None,
        doubted_at=doubted.received if doubted else None,
        left=left(words, fact.due, at) if fact.due > at else "",
        missed=letter.to_come(game, words, seat, steps_to_come(game, seat, at)),
        wrong=newest.wrong if newest and newest.state in ("refused", "partly") else "",
        own_hold=letter.own_hold(game, words, stages, at, game.pause.due_for(seat) if game.pause else None),
        press=letter.press(game, words, seat),
    )
    return parse(words.render("letters/reminder.txt.j2", context))


def left(words: Words, due: datetime, at: datetime) -> str:
    """How long it is from *at* until *due*, as people say it."""
    minutes = max(1, round((due - at).total_seconds() / 60))
    hours = round(minutes / 60)
    return words.phrase("labels", "time-left", {"minutes": minutes, "hours": hours, "days": hours // 24})
