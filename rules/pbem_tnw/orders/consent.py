"""Consent to what others ask (house rules, 2.3, rows 14 and 16); silence is no."""

from collections.abc import Mapping

import msgspec

from pbem_tnw.orders.conditions.condition import OrderCondition
from pbem_tnw.orders.conditions.expressions import ConditionTest, Truth
from pbem_tnw.orders.names import LeaderName, NationName


class Willing(OrderCondition, frozen=True):
    """`yes`, `no`, or `if turn >= 1809`."""

    test: ConditionTest = Truth(yes=False)


class LendAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which pieces another seat's Army Groups and Armadas may take along (9.1, 13.1, 13.6).

    Written `yes`, `no`, `[charles]`, `if turn >= 1809` or `{generals: [charles], units: 4, if: turn >= 1809}`.
    """

    condition: Willing = Willing()
    generals: tuple[LeaderName, ...] = ()
    """Only these, with units that they may lead; none: any pieces."""
    units: int | None = None
    """The most units and Squadrons."""


class Consents(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """By the nation that asks; of a nation that is not named, no."""

    join: Mapping[NationName, Willing] = {}
    """It joins the Camp (8.33, 14.11)."""
    lend: Mapping[NationName, LendAnswer] = {}
    """Its Formations take one's pieces along."""
    armistice: Mapping[NationName, Willing] = {}
    """An Armistice with it (17.2)."""
    surrender_of: Mapping[NationName, Willing] = {}
    """It surrenders to a Power of the seat (15.4)."""
