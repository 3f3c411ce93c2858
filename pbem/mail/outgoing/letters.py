"""Letters: at each pause of play one to every seat, and one report for everyone.

A letter is a function of the log up to its pause, so that it can be made again to the byte; one
that was made is never changed.
"""

from collections.abc import Container
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.chance import commitment
from pbem.engine.event import PUBLIC
from pbem.mail.outgoing import writing
from pbem.referee import bots, pauses, submissions
from pbem.referee.chance.record import record_of, text_of
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage, filled
from pbem.report.letter import Occasion, letter, public_report
from pbem.report.words import Words
from pbem.store import files
from pbem.store.log import LogLine, Pause

PUBLIC_NAME = "public"
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
    text = text_of(record_of(game, pause.entry)) if due or not path.exists() else ""
    for seat, ident in due.items():
        words = writing.words_for(game, game.view(seat, pause.entry), seat)
        subject = words.phrase("labels", "record-subject", {"game": game.name})
        writing.queue(game, seat, ident, subject=subject, text=text, date=at)
    if not path.exists():
        files.write_text(path, text)


def letter_path(game: Game, pause: Pause, seat: str) -> Path:
    """The file of a letter."""
    return game.folder / "letters" / f"{pause.round:04d}" / f"{seat or PUBLIC_NAME}.txt"


def _make(game: Game, line: LogLine, seat: str, there: Container[str]) -> list[MadeLetter]:
    """Write the letter of a pause to *seat* unless it is there already, and queue it unless its mail is *there*."""
    pause = line.pause
    if pause is None:
        return []
    path = letter_path(game, pause, seat)
    ident = f"round-{pause.round:04d}-{seat}"
    mailed = bool(seat) and writing.mailed(game, seat)
    if path.exists() and (not mailed or ident in there):
        return []
    subject, text = written(game, pause, seat)
    if path.exists():
        text = path.read_text(encoding="utf-8")
    if mailed:
        ident = writing.queue(game, seat, ident, subject=subject, text=text, date=line.at)
    if not path.exists():  # last: one of another text that went before must not stand for this one
        files.write_text(path, text)
    return [MadeLetter(pause.round, seat or PUBLIC_NAME, path, ident if mailed else "")]


def written(game: Game, pause: Pause, seat: str) -> tuple[str, str]:
    """The subject and the text of the letter of *pause* to *seat*, or of the public report."""
    words, about = occasion(game, pause, seat)
    return about.subject or f"[{game.name}]", _rendered(words, about)


def occasion(game: Game, pause: Pause, seat: str) -> tuple[Words, Occasion]:
    """The words for the reader of a letter, and all that the letter draws on."""
    state, views = game.table.at(pause.entry)
    view = views[seat]
    words = writing.words_for(game, view, seat)
    earlier = [other for other in game.log.pauses if other.round < pause.round]
    since = earlier[-1].entry if earlier else 0
    outcome = game.ruleset.outcome(state)
    stages = _stages(game, pause, seat) if seat else ()
    stage = stages[0] if stages else None
    return words, Occasion(
        game=game.name,
        round=pause.round,
        seat=seat,
        titles=game.titles,
        view=view,
        title=writing.title(game),
        player=game.settings.seats[seat].player if seat else "",
        entries=tuple(game.table.entries[since : pause.entry]),
        decision=stage.decision if stage else None,
        several=writing.several(game, stages, view, pause),
        asked=bool(stage and stage.pending),
        answered=bool(stage and pauses.in_advance(game, stage, view)),
        waiting=tuple(dict.fromkeys(question.seat for question in pause.waits if not question.bot)),
        bots=bots.seats(game),
        deadline=pause.due_for(seat),
        zone=game.settings.deadlines.zone.name,
        subject=writing.subject(game, words, stages, seat) if seat else "",
        form=writing.form(game, stages, view, pause.entry),
        outcome=outcome,
        **_proof(game, pause, since, over=outcome is not None),
        hashes=submissions.hashes(game, seat, since + 1, pause.entry) if seat else (),
        moderator=writing.moderator(game),
    )


def _proof(game: Game, pause: Pause, since: int, *, over: bool) -> dict[str, Any]:
    """What a letter says of chance: the commitment where a key begins to hold, the key where it ends."""
    key = game.chance_key(pause.entry)
    begins = pause.round == 1 or key != game.chance_key(since)
    return {
        "commitment": commitment(key) if begins else "",
        "chance_key": key if over else "",
        "next_commitment": commitment(game.chance_key(pause.entry, ahead=1)) if over and not game.is_old else "",
    }


def _rendered(words: Words, about: Occasion) -> str:
    return letter(words, about) if about.seat else public_report(words, about)


def _stages(game: Game, pause: Pause, seat: str) -> tuple[SeatStage, ...]:
    """What *seat* could send as it was at *pause*."""
    view, put = game.table.at(pause.entry)[1][seat], game.put(pause, seat)
    return tuple(filled(game.ruleset, stage, view) for stage in put) if game.even else put
