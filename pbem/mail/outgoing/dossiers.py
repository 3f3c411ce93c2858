"""Dossiers: what whoever takes over a seat is sent, and a copy as a file; one that was made is never changed."""

from collections.abc import Container
from datetime import datetime
from pathlib import Path

from pbem.mail.outgoing import writing
from pbem.mail.outgoing.body import Attachment
from pbem.mail.outgoing.letters import keep_page
from pbem.referee.game import Game
from pbem.referee.letters.dossier import STORY, dossier
from pbem.referee.letters.letter import letter_path
from pbem.referee.letters.pictures import made as made_pictures
from pbem.report.content.text import text
from pbem.report.letter import Joined
from pbem.store import files
from pbem.store.facts.seats import SeatTaken, StandInBegun, StandInEnded
from pbem.store.log import LogLine


def make_dossiers(game: Game) -> list[str]:
    """Write and queue the dossiers that are not there yet; return the ids of the messages."""
    there = frozenset(game.outbox.idents()) if any(game.tenure(seat).generation for seat in game.titles) else ()
    made = (_make(game, seat, there) for seat in game.titles)
    return [ident for ident in made if ident]


def dossier_ident(game: Game, seat: str) -> str:
    """The id of the message with the dossier for whoever holds *seat* now."""
    return f"dossier-{game.tenure(seat).line:05d}-{seat}"


def dossier_path(game: Game, seat: str) -> Path | None:
    """The file with the dossier for whoever holds *seat* now; None where the last letter to the seat is newer."""
    last, tenure = game.last_letter(seat), game.tenure(seat)
    if last is None or not tenure.generation or game.tenure(seat, last) == tenure:
        return None
    return _path(game, seat)


def _path(game: Game, seat: str) -> Path | None:
    last = game.last_letter(seat)
    if last is None:
        return None
    return letter_path(game, last, seat).with_name(f"{seat}-dossier-{game.tenure(seat).generation}.txt")


def _make(game: Game, seat: str, there: Container[str]) -> str:
    line = _joined_with(game, seat)
    if line is None:
        return ""
    path, ident, mailed = _path(game, seat), dossier_ident(game, seat), writing.mailed(game, seat)
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
    return writing.queue(
        game,
        seat,
        ident,
        subject=made.subject,
        content=made.content,
        date=line.at,
        pictures=shown,
        attachments=(Attachment(STORY, made.story.encode(), "text", "plain"),),
    )


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
