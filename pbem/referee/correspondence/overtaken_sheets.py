"""Sheets that counted until a ruling changed the position: each seat is told once of each sheet."""

from collections.abc import Iterator
from datetime import datetime

from pbem.engine.decision import RULING
from pbem.engine.play import faults
from pbem.engine.problem import Problem
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage
from pbem.referee.timekeeping.agenda_item import AgendaSource
from pbem.store.facts.sheets import SheetNoLongerLegal


def overtaken(game: Game) -> Iterator[tuple[SheetNoLongerLegal, list[Problem]]]:
    """The sheets that would count if a ruling had not made them illegal, with what is wrong in them now."""
    ruled = max(
        (entry.number for entry in game.table.entries if any(one.by == RULING for one in entry.answers)), default=0
    )
    for seat in game.titles:
        for stage in game.stages(seat):
            if stage.pending and stage.asked < ruled and (found := _overtaken(game, stage)):
                yield found


def _overtaken(game: Game, stage: SeatStage) -> tuple[SheetNoLongerLegal, list[Problem]] | None:
    counts = submissions.counting(game, stage.seat, *stage.put)
    order = submissions.opened(game, counts).order if counts and counts.by == "sheet" else None
    if counts is None or order is None:
        return None
    wrong = faults(stage.step, game.view(stage.seat), stage.decision, order)
    fact = SheetNoLongerLegal(seat=stage.seat, key=stage.decision.key, asked=stage.asked, item=counts.item)
    return (fact, wrong) if wrong else None


def _note(game: Game, at: datetime) -> bool:
    told = [fact for fact in game.facts if isinstance(fact, SheetNoLongerLegal)]
    new = [fact for fact, _ in overtaken(game) if fact not in told]
    for fact in new:
        game.note(fact, at)
    return bool(new)


SOURCE = AgendaSource(lambda game, at: (), _note)
"""Notes such sheets in the turn after the ruling."""
