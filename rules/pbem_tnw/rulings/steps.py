"""The step that takes a ruling: each kind of thing has a module that checks it and one that carries it out."""

from collections.abc import Iterator

from pbem.engine.decision import MODERATOR, Answers, Decision, SoFar
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.position.state import WarState
from pbem_tnw.rulings import cards, impulse, pieces, tracks
from pbem_tnw.rulings.orders import WarRuling

KEY = "ruling"


class RuleWar(Step[WarState, WarRuling], frozen=True):
    """Takes a sheet of the moderator; it is never on the flow."""

    def ask(self, state: WarState, so_far: SoFar[WarRuling]) -> tuple[Decision[WarRuling], ...]:
        return (Decision(key=KEY, seat=MODERATOR, takes=WarRuling),)

    def check(self, view: WarState, decision: Decision[WarRuling], order: WarRuling) -> Iterator[Problem]:
        if order == WarRuling():
            yield Problem("rules-nothing")
        yield from pieces.check(view, order)
        yield from cards.check(view, order)
        yield from impulse.check(view, order)
        yield from tracks.check(view, order)

    def run(self, table: Table[WarState], answers: Answers[WarRuling]) -> None:
        """Tracks come last: what follows from an alliance or a Camp depends on where the pieces are."""
        (order,) = answers.values()
        pieces.carry_out(table, order)
        cards.carry_out(table, order)
        impulse.carry_out(table, order)
        tracks.carry_out(table, order)


def rule(state: WarState) -> RuleWar | None:
    """The step for a ruling; nothing before the set-up is over or after the end."""
    return RuleWar() if state.turn and state.result is None else None
