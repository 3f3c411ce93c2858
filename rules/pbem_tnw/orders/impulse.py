"""An Impulse in a sheet: alternatives, of which the first that holds and can begin is played (house rules, 2.2).

    france:
      try:
        - if: enemy_units(ulm) <= 5
          play: marching-season as event
          do:
            - form: {at: strasbourg, commander: napoleon, units: 7}
            - move: stuttgart > ulm
        - play: conscripts as cp
          plus: {resource: 1, when: first}
          do:
            - build: 1 unit at strasbourg
      else: ask

With one alternative its keys may be there without `try`. An alternative without `play` is for a nation that has no
playable card (5.4), or that uses only its `plus`.
"""

from typing import Literal

import msgspec

from pbem_tnw.orders.conditions.condition import ImpulseCondition
from pbem_tnw.orders.lines.event_choices import EventChoices
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.names import WarCardName


class CardUse(EventChoices, frozen=True, kw_only=True, omit_defaults=True, rename={"use": "as"}):
    """A card or Reserve played as an event, with its choices, or as CPs (6)."""

    card: WarCardName
    use: Literal["event", "cp"]


class PlusMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """When in the Impulse the card with the plus is used (5.12): *after* so many lines, None: after all."""

    after: int | None = 0


class PlusUse(EventChoices, frozen=True, kw_only=True, omit_defaults=True, rename={"use": "as"}):
    """What is used besides the card of the Impulse: a Resource (16.2), or a Reserve (6.2)."""

    resource: bool = False
    card: WarCardName | None = None
    use: Literal["event", "cp"] = "event"
    when: PlusMoment = PlusMoment()


class Alternative(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"condition": "if"}):
    """One way to play the Impulse."""

    condition: ImpulseCondition = ImpulseCondition()
    play: CardUse | None = None
    plus: PlusUse | None = None
    do: OrderLines = OrderLines()
    ask: bool = False
    """Stop and ask the seat, if this is the first alternative that holds."""


class ImpulseOrders(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"alternatives": "try", "otherwise": "else"}
):
    """The Impulse of one nation."""

    alternatives: tuple[Alternative, ...] = ()
    otherwise: Literal["ask", "lowest"] = "lowest"
    """If no alternative can be played: stop and ask, or the card of lowest CP as in 2.6."""
