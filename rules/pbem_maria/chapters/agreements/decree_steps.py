"""What the moderator may decree (21): suspending agreements, and restoring them."""

from collections.abc import Iterator

from pbem.engine.decision import MODERATOR, Answers, Decision, SoFar, by_seat
from pbem.engine.problem import OrderPath, Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.agreements.agreements import IN_FORCE, RULE, numbered
from pbem_maria.chapters.agreements.decree_orders import DecreeOrders
from pbem_maria.chapters.agreements.events import AgreementRestored, AgreementSuspended
from pbem_maria.position.state import State

KEY = "decree"


class Decree(Step[State, DecreeOrders], frozen=True):
    """Takes a sheet of the moderator; it is never on the flow."""

    rule = "21"

    def ask(self, state: State, so_far: SoFar[DecreeOrders]) -> tuple[Decision[DecreeOrders], ...]:
        return (Decision(key=KEY, seat=MODERATOR, takes=DecreeOrders),)

    def check(self, view: State, decision: Decision[DecreeOrders], order: DecreeOrders) -> Iterator[Problem]:
        if not order.suspend and not order.restore:
            yield Problem("decrees-nothing", (), RULE)
        for key in ("suspend", "restore"):
            for place, number in enumerate(getattr(order, key)):
                yield from _check(view, number, (key, place), suspended=key == "restore")

    def run(self, table: Table[State], answers: Answers[DecreeOrders]) -> None:
        order = by_seat(answers)[MODERATOR]
        for number in dict.fromkeys(order.suspend):
            table.emit(AgreementSuspended(number=number))
        for number in dict.fromkeys(order.restore):
            table.emit(AgreementRestored(number=number))


def _check(state: State, number: int, path: OrderPath, *, suspended: bool) -> Iterator[Problem]:
    """Why agreement *number* cannot be suspended, or, if it should be *suspended*, restored."""
    found = numbered(state, number)
    if found is None:
        yield Problem("no-such-agreement", path, RULE, {"number": number})
    elif found.status != IN_FORCE:
        yield Problem("agreement-not-in-force", path, RULE, {"number": number, "agreement": found})
    elif found.suspended != suspended:
        yield Problem(
            "agreement-not-suspended" if suspended else "agreement-suspended-already", path, RULE, {"number": number}
        )


def decree(state: State) -> Step | None:
    """The step for a decree; nothing before the set-up is over or after the end."""
    return Decree() if state.turn and state.result is None else None
