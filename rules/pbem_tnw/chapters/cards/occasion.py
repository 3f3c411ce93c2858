"""What gives the occasion to play a response or a battle card (6.14, part 3)."""

import msgspec


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
