"""A naval battle: the cards before it, its rounds, and what becomes of the fleets (13.41, 13.42, 13.5)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.done import end_without_fleets
from pbem_tnw.chapters.cards.occasion import ResponseOccasion
from pbem_tnw.chapters.cards.windows import ResponseWindow
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.naval.cargo import drown
from pbem_tnw.chapters.naval.events import (
    PortGunsFired,
    SeaBattleBegan,
    SeaBattleEnded,
    SeaRoundDue,
    SeaRoundOver,
)
from pbem_tnw.chapters.naval.fleets import attack_off_map, attack_on_port, battle_at_sea, sailing, sunk_as_wished
from pbem_tnw.chapters.naval.home import send_home
from pbem_tnw.chapters.naval.rounds import LAST_ROUND, dice, fought, under_fire, winner
from pbem_tnw.chapters.pieces.events import SquadronsMoved
from pbem_tnw.position.battle import BattleModifier, BattleRole, other_role
from pbem_tnw.position.draws import draw_name
from pbem_tnw.position.forces import squadrons_at
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.places import FLEETS, REGROUP, YARD
from pbem_tnw.position.state import WarState
from pbem_tnw.position.voyage import SeaBattle

OFF_MAP = "6.13"
DICE = "sea"
"""The purpose of the dice of fleets and of batteries in a naval battle."""
ROLES: tuple[BattleRole, BattleRole] = ("attacker", "defender")


class SeaFight(Step[WarState, Order], frozen=True):
    """The Fleets of *nation* fight the enemies in a zone, or with the voyage those in a Port beside it."""

    rule = "13.41"
    nation: str
    place: str
    evasion_failed: bool = False

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = battle_due(table.state, self.nation, self.place, evasion_failed=self.evasion_failed)
        if battle is None:
            return
        table.emit(SeaBattleBegan(battle=battle))
        begins = ResponseOccasion(
            trigger="sea_battle", nation=battle.nation, place="" if self.place == FLEETS else self.place,
            origin=battle.origin,
            target=battle.defender.nations[0],
        )  # fmt: skip
        table.enter(ResponseWindow(occasion=begins), SeaRound(number=1))


class SeaRound(Step[WarState, Order], frozen=True):
    """A round: the batteries of a Port fire first (13.5)."""

    rule = "13.41"
    number: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(SeaRoundDue(number=self.number))
        battle = _going_on(table.state)
        if battle is None:
            return
        if battle.batteries:
            guns = DueRoll(
                purpose=DICE, nation=battle.defender.nations[0], side="defender", who=battle.place,
                dice=battle.batteries,
            )  # fmt: skip
            table.enter(*rolling(guns), ReckonGuns(), FleetDice())
        else:
            table.enter(FleetDice())


class ReckonGuns(Step[WarState, Order], frozen=True):
    """The sixes of the batteries sink, their fives cut the dice of this round already (13.5)."""

    rule = "13.5"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = _going_on(table.state)
        if battle is None:
            return
        faces = _faces(table.state, "defender")
        table.emit(DiceCleared())
        reckon_guns(table, battle, faces, _cards(table.state))


class FleetDice(Step[WarState, Order], frozen=True):
    """The dice of both fleets, all at once."""

    rule = "13.41"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = _going_on(table.state)
        if battle is None:
            return
        rolls = (
            DueRoll(
                purpose=DICE, nation=battle.side(role).nations[0], side=role,
                dice=dice(battle, role, _cards(table.state)),
            )
            for role in ROLES
        )  # fmt: skip
        table.enter(*rolling(*rolls), ReckonSeaRound())


class ReckonSeaRound(Step[WarState, Order], frozen=True):
    """What the dice on the table did, and who has won."""

    rule = "13.41"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = _going_on(table.state)
        if battle is None:
            return
        attacking, defending = (_faces(table.state, role) for role in ROLES)
        table.emit(DiceCleared())
        after = reckon_round(table, battle, attacking, defending, _cards(table.state))
        won = winner(after)
        if won is None:
            table.enter(SeaRound(number=after.round + 1))
        else:
            settle(table, after, won)


def battle_due(state: WarState, nation: str, place: str, *, evasion_failed: bool = False) -> SeaBattle | None:
    """The naval battle of *nation* in a zone, or of its voyage with Squadrons in a Port or off the map; else None."""
    if place in state.board.zones:
        return battle_at_sea(state, nation, place, evasion_failed=evasion_failed)
    voyage = sailing(state)
    if voyage is None:
        return None
    return attack_off_map(state, voyage) if place == FLEETS else attack_on_port(state, voyage, place)


def fight_at_once(table: Table[WarState], battle: SeaBattle, why: str) -> None:
    """Fight a battle outside Impulses, where no one may respond."""
    table.emit(SeaBattleBegan(battle=battle))
    for number in range(1, LAST_ROUND + 1):
        battle = replace(battle, round=number)
        shown = {}
        for role in ROLES:
            name = draw_name(table.state, f"{why}, round {number}, {role}")
            shown[role] = tuple(sorted(table.roll(name, dice(battle, role)), reverse=True))
        battle = reckon_round(table, battle, shown["attacker"], shown["defender"])
        won = winner(battle)
        if won is not None:
            settle(table, battle, won)
            return


def reckon_guns(
    table: Table[WarState], battle: SeaBattle, faces: Sequence[int], cards: Sequence[BattleModifier] = ()
) -> None:
    """Let the dice of batteries do what they do."""
    after = under_fire(battle, faces, cards)
    after = replace(after, attacker=sunk_as_wished(table.state, battle.attacker, after.attacker))
    table.emit(PortGunsFired(battle=after, faces=tuple(faces), sunk=after.attacker.sunk - battle.attacker.sunk))
    _sink(table, battle, after, "attacker")


def reckon_round(
    table: Table[WarState], battle: SeaBattle, attacking: Sequence[int], defending: Sequence[int],
    cards: Sequence[BattleModifier] = (),
) -> SeaBattle:  # fmt: skip
    """Let the dice of both fleets do what they do; gives back the battle after it."""
    after = fought(battle, attacking, defending, cards)
    sides = {role: sunk_as_wished(table.state, battle.side(role), after.side(role)) for role in ROLES}
    after = replace(after, attacker=sides["attacker"], defender=sides["defender"])
    table.emit(
        SeaRoundOver(
            battle=after, attacking=tuple(attacking), defending=tuple(defending),
            attackers_sunk=after.attacker.sunk - battle.attacker.sunk,
            attackers_cut=after.attacker.off - battle.attacker.off,
            defenders_sunk=after.defender.sunk - battle.defender.sunk,
            defenders_cut=after.defender.off - battle.defender.off,
        )
    )  # fmt: skip
    for role in ROLES:
        _sink(table, battle, after, role)
    return after


def settle(table: Table[WarState], battle: SeaBattle, won: BattleRole) -> None:
    """The battle is over: what was aboard sunk Squadrons is lost, and the beaten fleet goes (13.42, 13.5)."""
    loser = other_role(won)
    clear = won == "attacker" and (battle.in_port or not battle.defender.afloat)
    table.emit(
        SeaBattleEnded(
            place=battle.place, start=battle.where("attacker"), nation=battle.nation, role=won,
            winners=battle.side(won).nations, losers=battle.side(loser).nations, clear=clear,
        )
    )  # fmt: skip
    for role in ROLES:
        if not (battle.in_port and role == "defender"):
            drown(table, battle.side(role).nations[0], battle.where(role), battle.side(role).sunk)
    if battle.in_port and won == "attacker":
        left = _there(table.state, battle, "defender")
        if left:
            table.emit(SquadronsMoved(battle.place, YARD, left, "lost-with-port", rule="13.5"))
    elif battle.place != FLEETS:
        send_home(table, battle.where(loser), _there(table.state, battle, loser))
    else:
        _settle_off_map(table, battle, won)


def _settle_off_map(table: Table[WarState], battle: SeaBattle, won: BattleRole) -> None:
    """The Fleet that was sent returns without a marker; Squadrons that were beaten off the map go to the Regroup box.

    With none left there the event ends.
    """
    start = battle.where("attacker")
    if start in table.state.board.zones:
        ships = _there(table.state, battle, "attacker")
        send_home(table, start, ships, cause="returned", rule=OFF_MAP, marker=False)
    beaten = _there(table.state, battle, "defender") if won == "attacker" else ()
    if beaten:
        table.emit(SquadronsMoved(FLEETS, REGROUP, beaten, "beaten", rule="13.42"))
    end_without_fleets(table)


def _sink(table: Table[WarState], before: SeaBattle, after: SeaBattle, role: BattleRole) -> None:
    side = after.side(role)
    sunk = side.squadrons[before.side(role).sunk : side.sunk]
    if sunk:
        table.emit(SquadronsMoved(after.where(role), YARD, sunk, "sunk", rule="13.41"))


def _there(state: WarState, battle: SeaBattle, role: BattleRole) -> tuple[Squadron, ...]:
    """The Squadrons of a side that are afloat."""
    there = list(squadrons_at(state, battle.where(role)))
    left = []
    for one in battle.side(role).afloat:
        if one in there:
            there.remove(one)
            left.append(one)
    return tuple(left)


def _going_on(state: WarState) -> SeaBattle | None:
    return None if state.impulse is None else state.impulse.sea_battle


def _cards(state: WarState) -> tuple[BattleModifier, ...]:
    return () if state.impulse is None else state.impulse.at_sea


def _faces(state: WarState, role: BattleRole) -> tuple[int, ...]:
    rolled = () if state.impulse is None else state.impulse.rolled
    return tuple(face for roll in rolled if roll.purpose == DICE and roll.side == role for face in roll.faces)
