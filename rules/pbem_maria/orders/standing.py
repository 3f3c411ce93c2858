"""Standing orders: what a seat has decided in advance about other seats' stages."""

import msgspec

from pbem_maria.orders.book import PlanBook
from pbem_maria.orders.hussars import HussarWish
from pbem_maria.orders.subsidy import Subsidy


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Combat plans that hold until they are changed; a book given replaces the one before."""

    attack: PlanBook | None = None
    defence: PlanBook | None = None


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a seat has answered in advance; the answers for the next turn are used once."""

    attack: PlanBook = PlanBook()
    defence: PlanBook = PlanBook()
    hussars: tuple[HussarWish, ...] = ()
    subsidy: Subsidy | None = None
