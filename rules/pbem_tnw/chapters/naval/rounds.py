"""A round of a naval battle in numbers: dice, what hits do, and who has won; pure functions (13.41, 13.5)."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from pbem_tnw.chapters.naval.fleets import (
    attack_on_port,
    battle_at_sea,
    card_dice_at_sea,
    sailing,
    squadron_dice,
)
from pbem_tnw.position.battle import BattleModifier, BattleRole
from pbem_tnw.position.control import allied
from pbem_tnw.position.state import WarState
from pbem_tnw.position.voyage import SeaBattle, SeaSide

SINKS, CUTS = 6, 5
LAST_ROUND = 2


def dice(battle: SeaBattle, role: BattleRole, modifiers: Iterable[BattleModifier] = ()) -> int:
    """The dice of a side in the round, with what cards add and a failed evasion brings."""
    side, number, cards = battle.side(role), max(1, battle.round), tuple(modifiers)
    if not side.afloat:
        return 0
    more = {each.nation: each.n for each in cards if each.what == "squadron-dice" and each.side == role}
    ships = sum(squadron_dice(one) + (0 if one.build else more.get(one.nation, 0)) for one in side.afloat)
    bonus = card_dice_at_sea(cards, role, number)
    bonus += role == "attacker" and battle.evasion_failed and number == 1
    return max(0, ships + bonus - side.off)


def struck(
    side: SeaSide, role: BattleRole, faces: Sequence[int], modifiers: Iterable[BattleModifier] = ()
) -> tuple[SeaSide, int]:
    """A side after it was fired on, and the hits that count: a 6 sinks a Squadron, a 5 takes a die off."""
    spared, counted = dict(side.spared), {}
    cards = tuple(each for each in modifiers if each.what == "spared" and each.side == role)
    for face in (SINKS, CUTS):
        shown = sum(one == face for one in faces)
        saved = min(shown, sum(each.n for each in cards if each.face == face) - spared.get(face, 0))
        if saved > 0:
            spared[face] = spared.get(face, 0) + saved
        counted[face] = shown - max(0, saved)
    sunk = min(len(side.squadrons), side.sunk + counted[SINKS])
    return replace(side, sunk=sunk, off=side.off + counted[CUTS], spared=spared), sum(counted.values())


def under_fire(battle: SeaBattle, faces: Sequence[int], modifiers: Iterable[BattleModifier] = ()) -> SeaBattle:
    """The battle after the batteries of the Port have fired: their hits count in the round (13.5)."""
    side, hits = struck(battle.attacker, "attacker", faces, modifiers)
    return replace(battle, attacker=replace(side, hits=0), defender=replace(battle.defender, hits=hits))


def fought(
    battle: SeaBattle, attacking: Sequence[int], defending: Sequence[int], modifiers: Iterable[BattleModifier] = ()
) -> SeaBattle:
    """The battle after a round with the dice of both fleets, all at once."""
    cards = tuple(modifiers)
    attacker, suffered = struck(battle.attacker, "attacker", defending, cards)
    defender, inflicted = struck(battle.defender, "defender", attacking, cards)
    early = battle.defender.hits if battle.in_port else 0
    return replace(
        battle, attacker=replace(attacker, hits=inflicted), defender=replace(defender, hits=suffered + early)
    )  # fmt: skip


def winner(battle: SeaBattle) -> BattleRole | None:
    """Who has won after the round; None: a second round is due.

    More hits win; who has no Squadron left has lost. In a Port a second round needs a fleet on both sides: else the
    Port wins ties (13.5).
    """
    lead = battle.attacker.hits - battle.defender.hits
    if not battle.attacker.afloat:
        return "defender"
    if not battle.defender.afloat:
        return "defender" if battle.in_port and lead <= 0 else "attacker"
    if not lead and battle.round < LAST_ROUND:
        return None
    return "attacker" if lead > 0 else "defender"


def sea_dice(view: WarState, nation: str, place: str) -> tuple[int, int] | None:
    """The dice of the side of *nation* and of its enemies in the naval battle that goes on; None if there is none.

    Otherwise of a battle at *place* in which the Active nation attacks: in a zone, or with its voyage in a Port, whose
    batteries are among its dice.
    """
    impulse, voyage = view.impulse, sailing(view)
    battle, cards = (None, ()) if impulse is None else (impulse.sea_battle, impulse.at_sea)
    if battle is None and place in view.board.zones:
        battle = battle_at_sea(view, view.active or nation, place)
    elif battle is None and place in view.board.duchies and voyage is not None:
        battle = attack_on_port(view, voyage, place)
    if battle is None:
        return None
    attacks = allied(view, nation, battle.nation)
    dice_of = {"attacker": dice(battle, "attacker", cards), "defender": dice(battle, "defender", cards)}
    dice_of["defender"] += battle.batteries
    own, other = ("attacker", "defender") if attacks else ("defender", "attacker")
    return dice_of[own], dice_of[other]
