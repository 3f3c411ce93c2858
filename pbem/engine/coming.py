"""Answers before the question: the kinds of decisions that a seat may answer in advance."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import PlanDropped, PlanKept
from pbem.engine.order import Order
from pbem.engine.position import Condition, KeptOrder, Position
from pbem.engine.step import Step
from pbem.engine.table import Entry, Table

PLANS = "plans"
"""What the entry is called by which a seat's plans are kept, replaced or taken back, and the key that asks for them."""


def only_plans(entry: Entry) -> bool:
    """Whether nothing but the plans of a seat changed by *entry*."""
    return all(isinstance(event, (PlanKept, PlanDropped)) for event in entry.events)


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions called *label*, of a *power* if there is one, that a seat may answer with the orders that one *takes*.

    At *most* so many at once. *when* is the type of the conditions that people may add, *about* what the words of the
    order need, as in a `Decision`.
    """

    label: str
    takes: type[Order]
    power: str = ""
    most: int = 10
    when: type[Condition] | None = None
    about: Mapping[str, Any] = {}

    def asked_of(self, seat: str) -> Decision:
        """A decision of this kind, for the words of an order."""
        return Decision(key="", seat=seat, takes=self.takes, power=self.power, label=self.label, about=self.about)


class Plans(Order, frozen=True, tag=PLANS):
    """The answer to no decision: a sheet with nothing but plans."""


class Planning(Step[Position, Plans], frozen=True):
    """Takes the plans of a seat that is asked nothing; it is never on a flow."""

    def decision(self, seat: str) -> Decision[Plans]:
        return Decision(key=PLANS, seat=seat, takes=Plans)


def replace_plans(table: Table, seat: str, plans: tuple[KeptOrder, ...]) -> Entry:
    """Let *seat* have these *plans*, in their order, and no others: one entry, which is known to that seat alone."""
    for plan in table.views[seat].kept:
        table.drop(seat, plan.number)
    for plan in plans:
        table.keep(seat, plan.on, plan.order, power=plan.power, when=plan.when)
    return table.tell(PLANS, ())
