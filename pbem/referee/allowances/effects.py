"""What follows from the absences of a seat, for whoever told them: in codes, with times."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from pbem.referee.allowances import shift, standing_in
from pbem.referee.allowances.away import absences_of, away_at
from pbem.referee.allowances.budget import days_left, year_of
from pbem.referee.game import Game
from pbem.settings.ladder import has_grace


class AbsenceEffect(msgspec.Struct, frozen=True):
    """Something that follows: the code of its phrase, and its details."""

    code: str
    args: Mapping[str, Any] = {}


def carry_out(game: Game, seat: str, at: datetime, *, back: bool = False) -> tuple[AbsenceEffect, ...]:
    """Do what follows at once from an absence of *seat* told *at* a time, and say what does.

    It may be that its player is *back*, so that there is none any more.
    """
    before = game.pause.due_for(seat) if game.pause else None
    shift.act(game, at)
    if back:
        moved = game.settings.absence.follows == "shift" and before is not None
        return (AbsenceEffect("back", {"due": before}),) if moved else ()
    return tuple(_effects(game, seat, at, before))


def _effects(game: Game, seat: str, at: datetime, before: datetime | None) -> Iterator[AbsenceEffect]:
    follows = game.settings.absence.follows
    if follows == "nothing":
        yield AbsenceEffect("nothing")
    elif follows == "shift":
        yield from _shifted(game, seat, at, before)
    elif follows == "standing orders":
        yield _standing_orders(game, seat, at)
    elif follows == "stand-in":
        yield _stand_in(game, seat, at)


def _stand_in(game: Game, seat: str, at: datetime) -> AbsenceEffect:
    """Who takes the seat over, and from when until when."""
    player = standing_in.named(game, seat)
    if not player:
        return AbsenceEffect("no-stand-in")
    times = [(one.begins if one.begins > at else None, one.ends) for one in absences_of(game, seat, at)]
    return AbsenceEffect("stand-in", {"player": player, "times": times})


def _standing_orders(game: Game, seat: str, at: datetime) -> AbsenceEffect:
    """When the default counts for what the seat is asked now, if that is due while its player is away."""
    pause = game.pause
    asked = [one for one in pause.waits if one.seat == seat and not one.bot] if pause else []
    dues = ((pause.due(one), pause.closes(one)) for one in asked) if pause else ()
    ends = [end for due, end in dues if due and end and due > at and away_at(game, seat, due, at)]
    return AbsenceEffect(
        "standing-orders", {"at": min(ends, default=None), "grace": has_grace(game.settings.deadlines)}
    )


def _shifted(game: Game, seat: str, at: datetime, before: datetime | None) -> Iterator[AbsenceEffect]:
    pause = game.pause
    due = pause.due_for(seat) if pause else None
    asked = bool(pause and any(one.seat == seat and not one.bot for one in pause.waits))
    if due is not None and due != before:
        yield AbsenceEffect("moved", {"before": before, "due": due})
    elif due is not None and asked and due > at and away_at(game, seat, due, at):
        yield AbsenceEffect("stays", {"due": due})
    years = {year_of(game, time) for one in absences_of(game, seat, at) for time in (one.begins, one.ends)}
    left = [{"year": year, "days": days_left(game, seat, year)} for year in sorted(years)]
    yield AbsenceEffect("shift", {"left": left})
