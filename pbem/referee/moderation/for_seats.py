"""What the moderator asks for a seat, as if its player had: to hold a stage, to be known as away."""

from datetime import date, datetime

from pbem.referee import requests
from pbem.referee.game import Clock, Game
from pbem.referee.requests import AbsenceRequest
from pbem.referee.stage import NotAsked, SeatStage


def hold(game: Game, seat: str, clock: Clock, until: datetime | None = None) -> tuple[SeatStage, ...]:
    """Keep all that *seat* is asked from being processed before its deadline, or *until* then; raises `NotAsked`."""
    return _hold(game, seat, clock, held=True, until=until)


def release(game: Game, seat: str, clock: Clock) -> tuple[SeatStage, ...]:
    """Let all that *seat* is asked be processed as soon as all answers are there; raises `NotAsked`."""
    return _hold(game, seat, clock, held=False)


def away(game: Game, seat: str, first: date, last: date, clock: Clock) -> tuple[AbsenceRequest, ...]:
    """Note that the player of *seat* is away from *first* to *last*, both included; return all absences to come."""
    if not any((one.start, one.end) == (first, last) for one in _absences(game, seat, clock)):
        requests.put_absence(game, requests.next_of_moderator(game), AbsenceRequest(seat, clock(), first, last))
    return _absences(game, seat, clock)


def back(game: Game, seat: str, clock: Clock) -> tuple[AbsenceRequest, ...]:
    """Take back all absences of *seat*; return those to come, which are none."""
    if _absences(game, seat, clock):
        requests.put_absence(game, requests.next_of_moderator(game), AbsenceRequest(seat, clock()))
    return _absences(game, seat, clock)


def _hold(game: Game, seat: str, clock: Clock, *, held: bool, until: datetime | None = None) -> tuple[SeatStage, ...]:
    stages = tuple(stage for stage in game.stages(seat) if stage.pending)
    if not stages:
        raise NotAsked(f"{seat} has nothing to answer now, so there is nothing to hold")
    now = [requests.hold_of(game, stage, clock()) for stage in stages]
    if any((one is not None) != held or (one is not None and one.until != until) for one in now):
        requests.put_hold(game, stages, requests.next_of_moderator(game), clock(), held=held, until=until)
    return stages


def _absences(game: Game, seat: str, clock: Clock) -> tuple[AbsenceRequest, ...]:
    today = clock().astimezone(game.settings.deadlines.zone.info).date()
    return requests.absences(game, seat, today)
