"""Saxony's marker moves for points that Prussia loses (19.3)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.politics import tracks
from pbem_maria.chapters.shifts.events import SaxonPointsSpent
from pbem_maria.chapters.shifts.orders import ASK, NONE, SaxonyOrders, SaxonyWish
from pbem_maria.position import saxony_track
from pbem_maria.position.questions import POLITICS
from pbem_maria.position.state import AUSTRIA, State


class MoveSaxony(Step[State, SaxonyOrders], frozen=True):
    """Austria moves Saxony's marker to the right, one box at most for every point; only where it stops counts."""

    rule = "19.3"

    def ask(self, state: State, so_far: SoFar[SaxonyOrders]) -> tuple[Decision[SaxonyOrders], ...]:
        most = saxony_track.most(state)
        if not most:
            return ()
        seat = state.seat_of(AUSTRIA)
        key = f"{state.turn}.{state.stage}.saxony.{len(state.due)}"
        about = {"points": state.owed, "most": most, "zones": saxony_track.zones_ahead(state)}
        default = SaxonyOrders(saxony=SaxonyWish(NONE))
        return (
            Decision(
                key=key,
                turn=state.turn,
                seat=seat,
                takes=SaxonyOrders,
                due=POLITICS,
                default=default,
                about=about,
                concerns=(seat,),
            ),
        )

    def check(self, view: State, decision: Decision[SaxonyOrders], order: SaxonyOrders) -> Iterator[Problem]:
        wish, most = order.saxony, saxony_track.most(view)
        if wish.boxes is not None and wish.boxes > most:
            args = {"boxes": wish.boxes, "most": most, "points": view.owed}
            yield Problem("saxony-too-far", ("saxony",), "19.3", args)
        if wish.to == ASK:
            yield Problem("nothing-left-to-ask", ("saxony",), "19.3", {"most": most})

    def run(self, table: Table[State], answers: Answers[SaxonyOrders]) -> None:
        table.leave()
        answer = by_seat(answers).get(table.state.seat_of(AUSTRIA))
        boxes = saxony_track.wished(table.state, answer.saxony) if answer else 0
        table.emit(SaxonPointsSpent(points=table.state.owed, boxes=boxes))
        if boxes:
            tracks.shift(table, {saxony_track.TRACK: boxes})
