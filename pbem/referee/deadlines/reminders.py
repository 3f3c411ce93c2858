"""Reminders: to whoever the game still waits for, at set times before the deadline.

The times follow from the deadline as it is now. That a seat was reminded is a fact, of which its email is made; no one
else is told, and nothing public shows it.
"""

from collections.abc import Iterator, Mapping, Set
from datetime import datetime

from pbem.referee.deadlines.allowances import away_at
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource
from pbem.referee.deadlines.received import WAITED_FOR, SeatStatus, seat_status
from pbem.referee.game import Game
from pbem.settings.reminders import Schedule
from pbem.store.facts import PreferenceSet, Reminded, Wish
from pbem.store.log import LogLine, Pause


def wants(game: Game, seat: str, about: Wish, at: LogLine | None = None) -> bool:
    """Whether the player of *seat* wants reminders or calendar files, now or when a line of the log was written.

    What a former player of the seat said is forgotten.
    """
    since = game.tenure(seat, at.pause if at else None).line
    wanted = getattr(game.settings.seats[seat], about) is True
    until = at.seq if at else len(game.log.lines)
    for line in game.log.facts:
        if isinstance(line.fact, PreferenceSet) and (line.fact.seat, line.fact.about) == (seat, about):
            wanted = line.fact.wanted if since < line.seq <= until else wanted
    return wanted


KIND = "reminder"


def coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    """The reminders that will be sent if nothing comes until then."""
    for seat in _reachable(game, at):
        times = {time for _, time in _reminders(game, seat_status(game, seat, lambda: at), at)}
        later = {_once_back(game, seat, time, at) for time in times}
        yield from (AgendaItem(time, KIND, (seat,)) for time in sorted(later))


def act(game: Game, at: datetime) -> bool:
    """Note that those are reminded for whom it is time; whether anyone was."""
    acted = False
    for seat in _reachable(game, at):
        if _once_back(game, seat, at, at) > at:
            continue
        found = seat_status(game, seat, lambda: at)
        due = next((due for due, time in _reminders(game, found, at) if time <= at), None)
        if due is not None:
            game.note(_reminded(game, found, due), at)
            acted = True
    return acted


SOURCE = AgendaSource(coming, act)


def is_of_now(game: Game, fact: Reminded, at: datetime) -> bool:
    """Whether *fact*, of the time *at*, still says how things are: nothing came since, and no deadline moved."""
    if game.pause is None or game.pause.round != fact.round:
        return False
    found = seat_status(game, fact.seat, lambda: at)
    if fact.due <= at:
        return fact == of_overdue(game, fact.seat, fact.due, at)
    reachable = fact.seat in _reachable(game, at)
    return reachable and fact == _reminded(game, found, fact.due) and fact.due in _missing(game, found, at)


def of_overdue(game: Game, seat: str, due: datetime, at: datetime) -> Reminded | None:
    """The reminder of what *seat* has not answered though it was *due*; None if there is no one to remind of it."""
    who, found = game.settings.seats[seat], seat_status(game, seat, lambda: at)
    reachable = game.settings.reach(seat) and not who.bot and wants(game, seat, "reminders")
    if not reachable or found.held is not None:
        return None
    overdue = any(one.deadline == due and one.received in WAITED_FOR for one in found.questions)
    return _reminded(game, found, due) if overdue else None


def _reminded(game: Game, found: SeatStatus, due: datetime) -> Reminded:
    round_ = game.pause.round if game.pause else 0
    return Reminded(round=round_, seat=found.seat, due=due, received=found.received, newest=found.newest or 0)


def _reachable(game: Game, at: datetime) -> tuple[str, ...]:
    """The seats with a deadline to come whose player can be reminded, and wants it."""
    pause, settings = game.pause, game.settings
    if pause is None:
        return ()
    asked = {one.seat for one in pause.waits if (due := pause.due(one)) is not None and due > at}
    players = {seat: settings.seats[seat] for seat in game.titles if seat in asked}
    reached = (seat for seat, who in players.items() if settings.reach(seat) and not who.bot)
    return tuple(seat for seat in reached if wants(game, seat, "reminders"))


def _once_back(game: Game, seat: str, time: datetime, at: datetime) -> datetime:
    """*time*, or when the player of *seat* is back, whom the rules for absences let no one remind before."""
    away = away_at(game, seat, time, at) if game.settings.absence.follows == "standing orders" else None
    return away.ends if away else time


def _reminders(game: Game, found: SeatStatus, at: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The reminders to a seat that are still to be sent: the deadline that each is about, and its time."""
    pause, settings = game.pause, game.settings
    if pause is None:
        return
    for due, kinds in sorted(_missing(game, found, at).items()):
        before = {length for kind in kinds for length in settings.reminders.before(kind)}
        schedule = Schedule(
            asked=_asked(game, pause),
            due=due,
            before=tuple(sorted(before, reverse=True)),
            quiet=settings.quiet_of(found.seat),
            zone=settings.zone_of(found.seat).name,
        )
        yield from ((due, time) for time in schedule.to_come(at, found.reminded))


def _missing(game: Game, found: SeatStatus, at: datetime) -> Mapping[datetime, Set[str]]:
    """The deadlines to come of what is missing from a seat, each with the kinds of the questions.

    Nothing is missing while a sheet of the seat waits for the moderator.
    """
    pause, missing = game.pause, dict[datetime, set[str]]()
    if pause is None or found.held is not None:
        return missing
    waited = {(one.key, one.since) for one in found.questions if one.received in WAITED_FOR}
    kinds = {stage.put: stage.decision.due for stage in game.stages(found.seat) if stage.put in waited}
    for one in pause.waits:
        due, kind = pause.due(one), kinds.get((one.key, one.asked))
        if one.seat == found.seat and kind is not None and due is not None and due > at:
            missing.setdefault(due, set()).add(kind)
    return missing


def _asked(game: Game, pause: Pause) -> datetime:
    """When the letters of *pause* were written."""
    return next(line.at for line in game.log.noted if line.pause and line.pause.round == pause.round)
