"""The register of agreements of a position as a case file writes it (21)."""

from typing import Annotated

import msgspec

from pbem.engine.reading import Named
from pbem.engine.table import Table
from pbem_maria import agreements
from pbem_maria.events.agreements import AgreementSuspended
from pbem_maria.orders.agreements import Proposal
from pbem_maria.state import State


class GivenAgreement(Proposal, frozen=True, kw_only=True, omit_defaults=True):
    """An agreement in force, or as far as it has come."""

    from_: Annotated[str, Named("seat")] = msgspec.field(name="from")
    open: bool = False
    """Whether it is only proposed."""
    suspended: bool = False
    """Whether the moderator has suspended it."""
    since: int = 0
    """The turn in which it was proposed and came into force, unless it is the present one."""


def lay_agreements(table: Table[State], given: tuple[GivenAgreement, ...]) -> None:
    """Bring the agreements of *given* to the table."""
    for each in given:
        made = agreements.entry(table.state, each.from_, each)
        if each.since:
            made = msgspec.structs.replace(made, proposed=each.since)
        agreements.propose(table, made)
        if not each.open:
            agreements.make(table, made.number, first=made.proposed)
        if each.suspended:
            table.emit(AgreementSuspended(number=made.number))
