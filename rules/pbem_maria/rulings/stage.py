"""Rulings on the political tracks and on whose action stage it is."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.politics import tracks
from pbem_maria.chapters.turn.stage_steps import ActionStage
from pbem_maria.chapters.turn.steps import after_stages
from pbem_maria.position import icons
from pbem_maria.position.state import State
from pbem_maria.rulings.events import StageRuled
from pbem_maria.rulings.orders import RulingOrders


def check(state: State, order: RulingOrders) -> Iterator[Problem]:
    """What is wrong with what *order* says of tracks and of the stage."""
    for track, box in order.tracks.items():
        if track not in state.tracks:
            yield Problem("no-tracks", ("tracks", track), "17")
            continue
        boxes = icons.boxes(state.theatre.edition, track)
        if box not in boxes:
            args = {"track": track, "box": box, "first": min(boxes), "last": max(boxes)}
            yield Problem("no-such-box", ("tracks", track), "17", args)
    if order.stage is None:
        return
    if not state.stages().get(order.stage):
        leads = tuple(lead for lead, powers in state.stages().items() if powers)
        yield Problem("leads-no-stage", ("stage",), "5", {"power": order.stage, "powers": leads})
    elif not state.stage:
        yield Problem("between-stages", ("stage",), "5")


def carry_out(table: Table[State], order: RulingOrders) -> None:
    """Begin the stage that *order* says, and move the markers of tracks with what follows from it."""
    if order.stage is not None:
        _begin(table, order.stage)
    if order.tracks:
        tracks.move(table, order.tracks)


def _begin(table: Table[State], lead: str) -> None:
    """Leave all that is still to do in this turn, and begin it again with the action stage of *lead*."""
    table.emit(StageRuled(stage=lead))
    while table.state.flow:
        table.leave()
    state = table.state
    leads = [each for each, powers in state.stages().items() if powers]
    stages: list[Step] = [ActionStage(stage=each) for each in leads[leads.index(lead) :]]
    table.enter(*stages, *after_stages(state, state.turn))
