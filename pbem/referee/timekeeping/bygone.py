"""What happened instead, for a request that came too late."""

from datetime import datetime

from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.store.pause import OpenQuestion, Pause


def instead(game: Game, now: Pause, number: int | None = None, *, seat: str = "") -> str:
    """What became of round *number*, or of what *seat* was asked last: when and by what it was played, and what is now.

    *now* is the pause whose questions are open.
    """
    told = [(line.seq, line.pause) for line in game.log.lines if line.pause and _about(line.pause, now, number, seat)]
    if number is not None and not told:
        return f"there is no round {number}; the game is at round {now.round}, which {_open(game, now)}"
    if not told:
        return f"{seat} has not been asked anything yet; round {now.round} {_open(game, now)}"
    line, then = told[-1]
    questions = [one for one in then.waits if seat in ("", one.seat)]
    played = _played(game, line, questions)
    when = f"was played on {_said(game, played)}" if played else "was asked again"
    answers = ", ".join(_answer(game, one) for one in questions)
    whose = f"what {seat} was asked in round {then.round}" if seat else f"round {then.round}"
    return f"{whose} {when} ({answers}); round {now.round} {_open(game, now)}"


def _about(pause: Pause, now: Pause, number: int | None, seat: str) -> bool:
    if number is not None:
        return pause.round == number
    open_now = {(one.seat, one.key, one.asked) for one in now.waits}
    return any(one.seat == seat and (one.seat, one.key, one.asked) not in open_now for one in pause.waits)


def _played(game: Game, after: int, questions: list[OpenQuestion]) -> datetime | None:
    """When the first of *questions*, which were put in line *after* of the log, was played."""
    wanted = {(one.seat, one.key) for one in questions}
    for line in game.log.lines[after:]:
        if line.entry and any((one.seat, one.key) in wanted for one in line.entry.answers):
            return line.at
    return None


def _answer(game: Game, question: OpenQuestion) -> str:
    counted = submissions.counting(game, question.seat, question.key, question.asked)
    if counted is None:
        return f"{question.seat} without a sheet"
    return f"{question.seat} by {counted.by}" + (f", email {counted.item}" if counted.item else "")


def _open(game: Game, now: Pause) -> str:
    seats = ", ".join(dict.fromkeys(one.seat for one in now.waits if not one.bot))
    due = f", due {_said(game, now.deadline)}" if now.deadline else ""
    return f"waits for {seats}{due}" if seats else "waits for no one"


def _said(game: Game, time: datetime) -> str:
    zone = game.settings.deadlines.zone
    return f"{time.astimezone(zone.info):%A %Y-%m-%d %H:%M} {zone.name}"
