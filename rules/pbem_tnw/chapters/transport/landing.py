"""The line `land`: what is aboard goes ashore, freely or under the guns of a Port (13.6, 13.7)."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.battle.losses import LossWish, bear, bearers
from pbem_tnw.chapters.cards.occasion import ResponseOccasion
from pbem_tnw.chapters.cards.windows import ResponseWindow
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.interception.contact import confronting
from pbem_tnw.chapters.interception.facts import dice_of_battle
from pbem_tnw.chapters.movement.events import FormationFormed
from pbem_tnw.chapters.naval.events import SailEnded
from pbem_tnw.chapters.naval.fleets import fleet_at, guns, guns_on
from pbem_tnw.chapters.naval.home import send_home
from pbem_tnw.chapters.naval.rounds import CUTS, SINKS
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.chapters.transport.events import ForcesLanded, LandingFired
from pbem_tnw.chapters.transport.parties import Party, party
from pbem_tnw.orders.lines.lines import LandLine
from pbem_tnw.position.control import controller, seat_of
from pbem_tnw.position.impulse import Contact
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import YARD
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving

RULE = "13.7"
DICE = "landing"
"""The purpose of the dice of batteries that fire on a landing force."""


def problems(view: WarState, nation: str, line: LandLine) -> Iterator[Problem]:
    """Why what is aboard cannot land now."""
    yield from party(view, nation, line)[1]


def carry_out(table: Table[WarState], nation: str, line: LandLine) -> None:
    """Land: freely in a Friendly Port without enemies, else to fight if the odds are as good as the line asks."""
    found = party(table.state, nation, line)[0]
    if found is None:
        return
    pieces = found.formation.pieces
    landed = ForcesLanded(nation=nation, zone=found.zone, port=found.port, pieces=pieces, hostile=found.hostile)
    if not found.hostile:
        table.emit(landed)
        return
    seat = seat_of(table.state, nation)
    if not _odds_allow(landed.change(table.views[seat]), nation, found, line):
        table.emit(SailEnded(seat=seat, nation=nation, place=found.zone, to=found.port, why="odds"))
        return
    table.emit(landed)
    table.emit(FormationFormed(formation=replace(found.formation, place=found.port, origin=found.zone, stopped=True)))
    owner = controller(table.state, found.port)
    occasion = ResponseOccasion(
        trigger="landing", nation=nation, place=found.port, origin=found.zone, target=nation
    )  # fmt: skip
    guard = owner if guns_on(table.state, nation, found.port) else ""
    fire = FireOnLanding(nation=nation, zone=found.zone, port=found.port, guns=guard)
    table.enter(ResponseWindow(occasion=occasion), fire)


class FireOnLanding(Step[WarState, Order], frozen=True):
    """The batteries of a Port fire once on the force that lands; in a Friendly one, without *guns*, none do."""

    rule = "13.7"
    nation: str
    zone: str
    port: str
    guns: str = ""

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        reckon = ReckonLanding(nation=self.nation, zone=self.zone, port=self.port)
        if not self.guns:
            table.enter(reckon)
            return
        roll = DueRoll(purpose=DICE, nation=self.guns, who=self.port, dice=guns(table.state, self.port))
        table.enter(*rolling(roll), reckon)


class ReckonLanding(Step[WarState, Order], frozen=True):
    """What the batteries did: sixes kill, fives disrupt; then the force meets the enemies ashore (13.7)."""

    rule = "13.7"
    nation: str
    zone: str
    port: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        impulse, formation = table.state.impulse, moving(table.state)
        if impulse is None or formation is None or formation.place != self.port:
            return
        faces = tuple(face for roll in impulse.rolled if roll.purpose == DICE for face in roll.faces)
        table.emit(DiceCleared())
        kills, fives = faces.count(SINKS), faces.count(CUTS)
        killed = _killed(table.state, formation.pieces, kills)
        disrupted = min(fives, formation.pieces.strength - sum(killed.values()))
        if faces:
            table.emit(
                LandingFired(place=self.port, nation=self.nation, faces=faces, killed=killed, disrupted=disrupted)
            )  # fmt: skip
        if killed:
            table.emit(PiecesMoved(self.port, YARD, Pieces(units=killed), "landing-fire", RULE))
        left = moving(table.state)
        if left is None or not left.pieces.strength:
            _reembark(table, self.port, self.zone, Pieces() if left is None else left.pieces)
            go_home(table, self.nation, self.zone)
            return
        contact = Contact(
            place=self.port, origin=self.zone, landed=True, batteries=kills + fives, disrupted=disrupted
        )  # fmt: skip
        table.enter(*confronting(table, self.nation, contact), AfterLanding(nation=self.nation, zone=self.zone))


class AfterLanding(Step[WarState, Order], frozen=True):
    """The Fleet of a landing force that has lost and is aboard again goes to the nearest Friendly Port (13.7)."""

    rule = "13.7"
    nation: str
    zone: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        impulse, formation = table.state.impulse, moving(table.state)
        lost = formation is None or not formation.pieces or formation.place == self.zone
        if impulse is not None and lost:
            go_home(table, self.nation, self.zone)


def go_home(table: Table[WarState], nation: str, zone: str) -> None:
    """Send the Fleet that has landed a force in vain to the nearest Friendly Port, with what is aboard."""
    ships = fleet_at(table.state, nation, zone)
    send_home(table, zone, ships, cause="landing-lost", rule=RULE, marker=False)


def _reembark(table: Table[WarState], port: str, zone: str, pieces: Pieces) -> None:
    if pieces:
        table.emit(PiecesMoved(port, zone, pieces, "reembarked", RULE))


def _killed(state: WarState, pieces: Pieces, kills: int) -> dict[str, int]:
    """The units that sixes kill, as their seats bear losses."""
    wishes = {}
    for nation in pieces.units:
        orders = state.standing.get(seat_of(state, nation))
        wishes[seat_of(state, nation)] = LossWish(nations=(orders.losses or ()) if orders is not None else ())
    (lost,) = bear(bearers(state, pieces.units, wishes), min(kills, pieces.strength), pieces.units)
    return {nation: n for nation, n in lost.items() if n}


def _odds_allow(view: WarState, nation: str, found: Party, line: LandLine) -> bool:
    """Whether the battle ashore is as good as the line asks, as if the batteries did nothing."""
    contact = Contact(place=found.port, origin=found.zone, landed=True, defended=True)
    dice = dice_of_battle(view, nation, contact) if line.only_if_odds is not None else None
    if line.only_if_odds is None or dice is None:
        return True
    own, enemy = dice
    return not enemy or line.only_if_odds.met(Fraction(own, enemy))
