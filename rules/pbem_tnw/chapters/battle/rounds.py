"""What the dice of a round do: kills, disrupts, the winner (11.3 to 11.5, 11.7)."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from pbem_tnw.chapters.battle.losses import Bearers, bear, less, together
from pbem_tnw.position.battle import (
    BattleModifier,
    BattleRole,
    BattleSide,
    BattleVerdict,
    LandBattle,
    other_role,
)

KILL, DISRUPT = 6, 5
ROUT = 3
"""The margin of casualties that is a Rout (11.5)."""
LAST_ROUND = 2


class SideResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a round did to one side and what its dice were.

    *casualties* are those that it inflicted, *sixes* its sixes, batteries not included (11.7); the rest is what it
    suffered. *bodies* are its units and generals at the start of the round.
    """

    faces: tuple[int, ...] = ()
    casualties: int = 0
    sixes: int = 0
    bodies: int = 0
    killed: Mapping[str, int] = {}
    fallen: tuple[str, ...] = ()
    disrupted: Mapping[str, int] = {}
    shaken: tuple[str, ...] = ()
    """The generals disrupted."""
    dice_lost: int = 0
    rallied: Mapping[str, int] = {}
    left: int = 0
    """Units alive after it."""


def inflicted(battle: LandBattle, role: BattleRole, faces: Iterable[int]) -> tuple[int, int]:
    """The sixes and fives of a side that count: a card may have spared the other side some."""
    shown = list(faces)
    for each in battle.modifiers:
        if each.what == "spared" and each.side == other_role(role):
            for _ in range(min(each.n, shown.count(each.face))):
                shown.remove(each.face)
    return shown.count(KILL), shown.count(DISRUPT)


def suffered(
    side: BattleSide, units: Mapping[str, int], sixes: int, fives: int, who: Bearers, rallies: Iterable[BattleModifier]
) -> SideResult:
    """What so many sixes and fives do to a side with these *units* alive.

    Kills come first, and of units first on the disrupted ones; subordinates die before units only if their owner wants
    it. Disrupts go to units, then to subordinates, then to the commander, then each takes a die.
    """
    fallen = tuple(one for one in who.willing if one in side.subordinates)[:sixes]
    weak, strong = bear(who, sixes - len(fallen), side.disrupted, less(units, side.disrupted))
    good = less(less(units, side.disrupted), strong)
    (newly,) = bear(who, fives, good)
    rest = fives - sum(newly.values())
    fit = [one for one in reversed(side.subordinates) if one not in (*fallen, *side.disrupted_generals)]
    if side.commander and side.commander not in side.disrupted_generals:
        fit.append(side.commander)
    shaken = tuple(fit[:rest])
    disrupted = together((less(side.disrupted, weak), newly))
    killed = together((weak, strong))
    return SideResult(
        bodies=sum(units.values()) + len(side.generals), killed=killed, fallen=fallen, disrupted=newly, shaken=shaken,
        dice_lost=rest - len(shaken), rallied=rallied(disrupted, rallies), left=sum(less(units, killed).values()),
    )  # fmt: skip


def rallied(disrupted: Mapping[str, int], rallies: Iterable[BattleModifier]) -> dict[str, int]:
    """The disrupted units that cards make good again: of the nation that a card names, else of the most numerous."""
    left, found = dict(disrupted), dict[str, int]()
    for each in rallies:
        for _ in range(each.n):
            nations = [one for one in left if left[one] and each.nation in ("", one)]
            if nations:
                nation = max(nations, key=lambda one: left[one])
                left[nation] -= 1
                found[nation] = found.get(nation, 0) + 1
    return found


def after(side: BattleSide, result: SideResult) -> BattleSide:
    """The side after a round."""
    weak = {nation: min(number, side.disrupted.get(nation, 0)) for nation, number in result.killed.items()}
    disrupted = together((less(side.disrupted, weak), result.disrupted))
    gone = set(result.fallen)
    return replace(
        side,
        disrupted=less(disrupted, result.rallied),
        disrupted_generals=(*(one for one in side.disrupted_generals if one not in gone), *result.shaken),
        subordinates=tuple(one for one in side.subordinates if one not in gone),
        generals=tuple(one for one in side.generals if one not in gone),
        fallen=(*side.fallen, *result.fallen),
        dice_lost=side.dice_lost + result.dice_lost,
        casualties=(*side.casualties, result.casualties),
    )


def verdict(
    battle: LandBattle, attacker: SideResult, defender: SideResult, eased: Mapping[BattleRole, int] | None = None
) -> BattleVerdict | None:
    """Who has won after the round with these results; None: a second round is due (11.4).

    *eased* is what lasting events add to the margin of a Rout of either side.
    """
    if not attacker.left or not defender.left:
        winner: BattleRole = "attacker" if attacker.left else "defender"
    elif attacker.casualties != defender.casualties:
        winner = "attacker" if attacker.casualties > defender.casualties else "defender"
    elif battle.round < LAST_ROUND:
        return None
    else:
        winner = "defender"
    lead = attacker.casualties - defender.casualties
    margin = lead if winner == "attacker" else -lead
    return BattleVerdict(
        winner=winner, margin=margin, rout=routed(battle, other_role(winner), margin, eased or {}),
        desert=not attacker.left and not defender.left, flag=flag_overrun(winner, attacker, defender),
    )  # fmt: skip


def routed(battle: LandBattle, loser: BattleRole, margin: int, eased: Mapping[BattleRole, int]) -> bool:
    """Whether a margin is a Rout of *loser* (11.5), with what cards change of it."""
    mine = [each for each in battle.modifiers if each.side == loser]
    if any(each.what == "no-rout" for each in mine):
        return False
    needed = ROUT + eased.get(loser, 0) + sum(each.n for each in mine if each.what == "rout-margin")
    return margin >= max(1, needed)


def flag_overrun(winner: BattleRole, attacker: SideResult, defender: SideResult) -> bool:
    """Whether the winner's sixes exceed the loser's units and generals at the start of the round (11.7)."""
    won, lost = (attacker, defender) if winner == "attacker" else (defender, attacker)
    return won.sixes > lost.bodies
