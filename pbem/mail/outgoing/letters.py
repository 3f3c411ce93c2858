"""Letters: at each pause of play one to every seat that it concerns; if it concerns all, a report for everyone, too.

One that was made is never changed.
"""

from collections.abc import Container, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from pbem.engine.event import PUBLIC
from pbem.mail.outgoing import calendar_files, writing
from pbem.referee.chance.record import record_of, text_of
from pbem.referee.game import Game
from pbem.referee.letters import calendar, wording
from pbem.referee.letters.letter import PUBLIC_NAME, letter_path, pictures_of, written
from pbem.referee.letters.pictures import FOLDER, LetterPicture
from pbem.referee.letters.pictures import made as made_pictures
from pbem.referee.timekeeping.preferences import wants
from pbem.report.content.html import ShownPicture, html
from pbem.report.content.text import as_it_is, text
from pbem.report.content.tree import Content
from pbem.store import files
from pbem.store.log import LogLine
from pbem.store.pause import Pause

RECORD = "draws.json"
"""The file with the record of all draws, beside the last letters."""


class MadeLetter(msgspec.Struct, frozen=True):
    """A letter that was written: its round, its seat (`public` for the report), its file, its mail."""

    round: int
    seat: str
    path: Path
    message: str = ""


def make_letters(game: Game) -> list[MadeLetter]:
    """Write and queue every letter that is not there yet; return the new ones. Raises what `guard` does."""
    game.guard()
    made: list[MadeLetter] = []
    there = frozenset(game.outbox.idents())
    for line in [line for line in game.log.lines if line.pause]:
        for seat in (*game.titles, PUBLIC):
            made += _make(game, line, seat, there)
        if line.pause and not line.pause.waits and game.ruleset.outcome(game.table.at(line.pause.entry)[0]) is not None:
            _send_record(game, line.pause, line.at, there)
    return made


def _send_record(game: Game, pause: Pause, at: datetime, there: Container[str]) -> None:
    """Keep the record of all draws beside the last letters, and send it to every seat."""
    if game.is_old:
        return
    path = letter_path(game, pause, PUBLIC).with_name(RECORD)
    idents = {seat: f"draws-{pause.round:04d}-{seat}" for seat in game.titles if writing.mailed(game, seat)}
    due = {seat: ident for seat, ident in idents.items() if not path.exists() or ident not in there}
    record = text_of(record_of(game, pause.entry)) if due or not path.exists() else ""
    for seat, ident in due.items():
        words = wording.words_for(game, game.view(seat, pause.entry), seat)
        subject = words.phrase("labels", "record-subject", {"game": game.name})
        writing.queue(game, seat, ident, subject=subject, content=as_it_is(record), date=at, only_text=True)
    if not path.exists():
        files.write_text(path, record)


def _make(game: Game, line: LogLine, seat: str, there: Container[str]) -> list[MadeLetter]:
    """Write the letter of a pause to *seat* unless it is there already, and queue it unless its mail is *there*."""
    pause = line.pause
    if pause is None or not pause.tells(seat):
        return []
    path = letter_path(game, pause, seat)
    ident = f"round-{pause.round:04d}-{seat}"
    mailed = bool(seat) and writing.mailed(game, seat) and line.seq > game.tenure(seat).line
    if path.exists() and (not mailed or ident in there):
        return []
    subject, content = written(game, pause, seat)
    shown = pictures_of(game, pause, seat, content)
    pictures = made_pictures(game, game.view(seat, pause.entry), seat, shown) if shown else ()
    if mailed:
        wanted = wants(game, seat, "calendar", line)
        entries = calendar.beside_letter(game, pause, seat) if wanted else ()
        ident = writing.queue(
            game,
            seat,
            ident,
            subject=subject,
            content=content,
            date=line.at,
            pictures=pictures,
            attachments=calendar_files.attached(game, seat, entries),
        )
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
