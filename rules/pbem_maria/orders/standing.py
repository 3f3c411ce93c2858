"""Standing orders: what a seat has decided in advance about other seats' stages."""

import msgspec

from pbem.engine.order import Order
from pbem_maria.orders.book import PlanBook
from pbem_maria.orders.hussars import HussarWish
from pbem_maria.orders.subsidy import Subsidy


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Answers that hold until they are changed; what a sheet does not mention stays as it was."""

    attack: PlanBook | None = None
    defence: PlanBook | None = None


class Kept(Standing, frozen=True, omit_defaults=True):
    """All that a seat has answered in advance; the answers for the next turn are used once."""

    hussars: tuple[HussarWish, ...] = ()
    subsidy: Subsidy | None = None


class InAdvance(Order, frozen=True):
    """What every larger sheet can hold besides the answer to its question."""

    hussars: tuple[HussarWish, ...] = ()
    """Austria: where the hussars go in the next turn."""
    subsidy: Subsidy | None = None
    """France: the subsidy of the next turn."""
    standing: Standing | None = None
