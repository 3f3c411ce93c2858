"""What the passing of a deadline itself brings; the agenda tells it, and play does it once its time has come."""

from collections.abc import Iterator
from datetime import datetime

from pbem.referee.game import Game
from pbem.referee.ladder.received import WAITED_FOR
from pbem.referee.status import SeatStatus, status
from pbem.referee.timekeeping.agenda_item import AgendaItem, AgendaSource
from pbem.store.pause import OpenQuestion, Pause


def _coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    pause = game.pause
    for seat in status(game, lambda: at).seats if pause and game.outcome is None else ():
        for one in pause.waits if pause else ():
            if pause and one.seat == seat.seat:
                yield from (item for item in _of(game, pause, seat, one) if item.at > at)


def _of(game: Game, pause: Pause, seat: SeatStatus, question: OpenQuestion) -> Iterator[AgendaItem]:
    """What the deadline of a *question* brings for *seat*, and the end of its grace, as far as is known now."""
    due, closes, seats = pause.due(question), pause.closes(question), (seat.seat,)
    if due is None or closes is None:
        return
    received = next((one.received for one in seat.questions if one.key == question.key), None)
    stages = (stage.decision for stage in game.stages(seat.seat) if stage.decision.key == question.key)
    if received in WAITED_FOR and any(decision.silence is not None for decision in stages):
        yield AgendaItem(closes, "silence", seats)
    elif received in WAITED_FOR:
        yield AgendaItem(due, "deadline", seats)
    elif received == "standing" and game.even:
        yield AgendaItem(closes, "standing", seats)
    if seat.holds:
        yield AgendaItem(min(due, seat.holds_until or due), "hold", seats)


def _act(game: Game, at: datetime) -> bool:
    return False


SOURCE = AgendaSource(_coming, _act)
