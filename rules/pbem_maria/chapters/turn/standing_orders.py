"""Standing orders: what a seat has decided in advance about other seats' stages."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from pbem.engine.kit.reading import Most
from pbem.engine.order import Order
from pbem_maria.chapters.agreements.orders import Proposal
from pbem_maria.chapters.cards.contract_orders import Bargain
from pbem_maria.chapters.cards.orders import Subsidy
from pbem_maria.chapters.combat.plan_book import PlanBook
from pbem_maria.chapters.election.orders import Votes
from pbem_maria.chapters.hussars.orders import HussarWish
from pbem_maria.chapters.politics.expedition_orders import Generals
from pbem_maria.chapters.shifts.orders import Cities, SaxonyWish
from pbem_maria.position.names import PieceName, SuitName


class StandingAnswers(msgspec.Struct, frozen=True, omit_defaults=True):
    """Answers that hold until they are changed; what a sheet does not mention stays as it was."""

    attack: PlanBook | None = None
    defence: PlanBook | None = None
    saxony: SaxonyWish | None = None
    """Austria: how far Saxony's marker is moved for points that Prussia loses (19.3)."""
    peace: Literal["accept", "refuse", "ask"] | None = None
    """Austria: the answer to every offer of peace (19.1)."""
    withdraw: Cities | None = None
    """To which of several equally near cities a piece withdraws (19.1, 19.3)."""
    expedition: Generals | None = None
    """The general that a power sends to its off-map box, in order of preference (17)."""
    gives_way: Mapping[PieceName, Cities] | None = None
    """Where a piece goes to make room for a general that returns from such a box (17)."""
    vote: Votes | None = None
    """The seat's votes in the imperial election (18)."""
    trump: SuitName | None = None
    """The suit that the seat names when it won the latest combat (17)."""


class KeptAnswers(StandingAnswers, frozen=True, omit_defaults=True):
    """All standing orders of a seat, and its advance orders for the next turn, which are used once."""

    hussars: tuple[HussarWish, ...] = ()
    subsidy: Subsidy | None = None


class InAdvance(Order, frozen=True):
    """What the sheets of set-up, politics, stage, combat, winter and any time can hold besides their own orders."""

    hussars: tuple[HussarWish, ...] = ()
    """Austria: where the hussars go in the next turn."""
    subsidy: Subsidy | None = None
    """France: the subsidy of the next turn."""
    standing: StandingAnswers | None = None
    propose: Annotated[tuple[Proposal, ...], Most(6)] = ()
    """Agreements offered to others (21), who all have to read them."""
    accept: Annotated[tuple[int, ...], Most(20)] = ()
    decline: Annotated[tuple[int, ...], Most(20)] = ()
    end: Annotated[tuple[int, ...], Most(20)] = ()
    """Agreements to end early, if all parties say so."""
    contracts: Annotated[tuple[Bargain, ...], Most(6)] = ()
    """Subsidy contracts: offered, asked for, accepted, ended (20)."""
