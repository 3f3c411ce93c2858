"""Steps: the boxes of a rulebook's sequence of play."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.names import slug
from pbem.engine.problem import Problem

if TYPE_CHECKING:
    from pbem.engine.order import Order
    from pbem.engine.table import Table


class Step(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="step",
    tag=slug,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """One box of the sequence of play: data saying where the game stands, and what to do there.

    The steps of a state's `flow` are public: no secret belongs in one.
    """

    rule: ClassVar[str] = ""
    """The section of the rulebook."""

    def ask(self, state: Any) -> tuple[Decision, ...]:
        """The questions this step waits for, all at once; a seat may be asked several, each with a key of its own.

        Nothing may be learnt from being asked.
        """
        return ()

    def meant(self, view: Any, decision: Decision) -> Mapping[str, tuple[str, ...]]:
        """By key of the sheet, whom an order may be for that stands there without a name."""
        return {}

    def check(self, view: Any, decision: Decision, order: Any) -> Iterator[Problem]:
        """Everything wrong with *order*, judged by what its seat can see."""
        yield from ()

    def run(self, table: "Table", answers: "Mapping[Decision, Order]") -> None:
        """Carry the step out; *answers* are the legal orders by the decisions that they answer."""
        table.leave()
