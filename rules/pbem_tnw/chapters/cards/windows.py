"""Response windows (6.14, 2.4): silent; the standing orders of all seats are looked through, and no one is asked."""

import msgspec

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.position.state import WarState


class ResponseOccasion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What gives the occasion to respond: a *trigger* of part 3, whose action it is, and where.

    *trigger* is `step`, `interception`, `evasion`, `battle_card`, `battle_rolled`, `sea_battle`, `siege`, `sail`,
    `landing`, `event` or `roll`; *when* is `before` or `after` a roll. *nation* acts; *place* is where, *origin* where
    the force comes from; *card* is the card just shown. *target* is the nation whose force gave the occasion.
    """

    trigger: str
    nation: str
    when: str = ""
    place: str = ""
    origin: str = ""
    card: str = ""
    target: str = ""


class ResponseWindow(Step[WarState, Order], frozen=True):
    """Play the responses that standing orders have for an occasion, until none applies; then the holds on it."""

    rule = "6.14"
    occasion: ResponseOccasion

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
