"""The odds of a landing against forces: the batteries fire, then there is a battle (13.7)."""

from functools import lru_cache

import msgspec

from pbem_tnw.odds.battle import BattleOdds, SideInNumbers, battle
from pbem_tnw.odds.dice import FIVE_OF_NO_SIX, SIX, Chances, binomial


@lru_cache(maxsize=1024)
def landing(attacker: SideInNumbers, defender: SideInNumbers, batteries: int) -> BattleOdds:
    """The odds of *attacker*, on whom *batteries* of so many dice fire first, against *defender*."""
    cases: list[tuple[float, BattleOdds]] = []
    for kills, chance in enumerate(binomial(batteries, SIX)):
        for disrupts, as_well in enumerate(binomial(batteries - kills, FIVE_OF_NO_SIX)):
            if kills >= attacker.strength:
                cases.append((chance * as_well, _nobody_lands(attacker, defender)))
            else:
                ashore = msgspec.structs.replace(attacker, hits_before=(kills, disrupts))
                cases.append((chance * as_well, battle(ashore, defender)))
    return BattleOdds(
        wins=sum(chance * odds.wins for chance, odds in cases),
        routs=sum(chance * odds.routs for chance, odds in cases),
        routed=sum(chance * odds.routed for chance, odds in cases),
        destroys=sum(chance * odds.destroys for chance, odds in cases),
        destroyed=sum(chance * odds.destroyed for chance, odds in cases),
        second_round=sum(chance * odds.second_round for chance, odds in cases),
        attacker_lost=_mixed([(chance, odds.attacker_lost) for chance, odds in cases]),
        defender_lost=_mixed([(chance, odds.defender_lost) for chance, odds in cases]),
    )


def _nobody_lands(attacker: SideInNumbers, defender: SideInNumbers) -> BattleOdds:
    lost = (*[0.0] * attacker.strength, 1.0)
    return BattleOdds(
        wins=0, routs=0, routed=0, destroys=0, destroyed=1, second_round=0,
        attacker_lost=lost, defender_lost=(1.0, *[0.0] * defender.strength),
    )  # fmt: skip


def _mixed(cases: list[tuple[float, Chances]]) -> Chances:
    return tuple(map(sum, zip(*([chance * each for each in lost] for chance, lost in cases), strict=True)))
