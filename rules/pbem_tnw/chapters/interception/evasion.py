"""Evasion: forces avoid battle with the Formation that enters their duchy, all of them or none (10.2)."""

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.windows import ResponseOccasion, ResponseWindow
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.interception.bonuses import take_bonus
from pbem_tnw.chapters.interception.events import EvasionRolled, EvasionTried
from pbem_tnw.chapters.interception.facts import ContactFacts, dice_of_battle
from pbem_tnw.chapters.interception.interception import in_contact
from pbem_tnw.chapters.movement.commanders import Force, defence
from pbem_tnw.chapters.movement.events import ContactMade
from pbem_tnw.chapters.movement.formations import DETACHMENT
from pbem_tnw.chapters.movement.retreat import evasions
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.position.forces import links, still_at
from pbem_tnw.position.impulse import Contact, WarFormation
from pbem_tnw.position.state import WarState

PURPOSE = "evasion"
TARGET = 8
"""What two dice and the modifiers must come to."""
HIGHEST = 12
"""What two dice can show."""
FEW = 3
"""Forces with fewer units than one for so many of the enemy's evade by default (2.3, row 22)."""


class TryEvasion(Step[WarState, Order], frozen=True):
    """Let the enemies in the duchy evade if their commander's seat has ordered it and there is somewhere to go.

    After a successful interception no one evades, nor do forces that do not act as one (9.7).
    """

    rule = "10.2"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        contact, formation = in_contact(table.state)
        if contact is None or formation is None or contact.interceptors:
            return
        force = defence(table.state, formation.nation, contact.place)
        if not force.pieces.strength or force.split:
            return
        to = wanted(table.views[force.seat], force, formation, contact)
        if not to:
            return
        nation, modifier = nation_of(table.state, force), modifier_of(table.state, force, formation, to)
        table.emit(
            EvasionTried(
                nation=nation, commander=force.commander, place=force.place, to=to, need=TARGET - modifier
            )
        )  # fmt: skip
        before = _occasion(nation, force.place, formation.nation, "before")
        table.enter(ResponseWindow(occasion=before), RollEvasion(to=to, modifier=modifier))


class RollEvasion(Step[WarState, Order], frozen=True):
    """Roll two dice for forces that evade to *to*, with what cards have promised."""

    rule = "10.2"
    to: str
    modifier: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        contact, formation = in_contact(table.state)
        if contact is None or formation is None:
            return
        force = defence(table.state, formation.nation, contact.place)
        if not force.pieces.strength:
            return
        nation = nation_of(table.state, force)
        modifier = self.modifier + take_bonus(table, PURPOSE, nation)
        roll = DueRoll(
            purpose=PURPOSE, nation=nation, dice=2, who=force.commander, modifier=modifier, need=TARGET - modifier
        )
        after = _occasion(nation, force.place, formation.nation, "after")
        table.enter(*rolling(roll, windows=(after,)), EvasionDone(to=self.to))


class EvasionDone(Step[WarState, Order], frozen=True):
    """Reckon the dice: on 8 or more the forces are gone, else they fight at a disadvantage (11.2)."""

    rule = "10.2"
    to: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        contact, formation = in_contact(table.state)
        if contact is None or formation is None:
            return
        force = defence(table.state, formation.nation, contact.place)
        rolled = table.state.impulse.rolled if table.state.impulse is not None else ()
        success = bool(rolled) and rolled[0].total >= TARGET
        table.emit(DiceCleared())
        table.emit(
            EvasionRolled(
                nation=nation_of(table.state, force), commander=force.commander, place=force.place, to=self.to,
                success=success,
            )
        )  # fmt: skip
        if success:
            pieces = still_at(table.state, force.place, force.pieces)
            table.emit(PiecesMoved(start=force.place, to=self.to, pieces=pieces, cause="evasion", rule="10.2"))
        else:
            table.emit(ContactMade(contact=replace(contact, evasion_failed=True)))


def wanted(view: WarState, force: Force, formation: WarFormation, contact: Contact) -> str:
    """Where the seat of a force lets it evade to, by what it sees; empty: it stays (2.3, row 22).

    The first line that holds counts. Without any for this duchy and this enemy Detachments evade, and forces of fewer
    than a third of the enemy's units.
    """
    goals = evasions(view, force.place, force.pieces, contact.origin)
    if not goals:
        return ""
    orders = view.standing.get(force.seat)
    lines = [
        line
        for line in (orders.evade if orders is not None else None) or ()
        if line.where.includes(force.place) and line.coming_from.includes(formation.nation)
    ]
    for line in lines:
        to = next((duchy for duchy in line.goes_to if duchy in goals), goals[0])
        if value(line.condition, _facts(view, force, formation, contact, to)):
            return to
    if lines or not _weak(force, formation):
        return ""
    possible = (to for to in goals if TARGET - modifier_of(view, force, formation, to) <= HIGHEST)
    return next(possible, "")


def _weak(force: Force, formation: WarFormation) -> bool:
    """Whether forces evade whose seat says nothing of it, if a roll can be high enough."""
    units, generals = force.pieces.units, force.pieces.generals
    detachment = not generals and len(units) == 1 and force.pieces.strength <= DETACHMENT
    return detachment or FEW * force.pieces.strength < formation.pieces.strength


def modifier_of(state: WarState, force: Force, formation: WarFormation, to: str) -> int:
    """Own Rating less that of the commander who enters, and 1 less over a pass."""
    enemy = state.board.leaders[formation.commander].battle if formation.commander else 0
    over_pass = links(state, force.place)[to].kind == "pass"
    return force.rating(state) - enemy - over_pass


def nation_of(state: WarState, force: Force) -> str:
    """The nation that rolls for a force: its commander's, else that of most units."""
    if force.commander:
        return state.board.leaders[force.commander].nation
    return max(force.pieces.units, key=lambda nation: force.pieces.units[nation], default="")


def _facts(view: WarState, force: Force, formation: WarFormation, contact: Contact, to: str) -> ContactFacts:
    return ContactFacts(
        view, force.seat, nation_of(view, force), contact, own=force.pieces.strength,
        need=TARGET - modifier_of(view, force, formation, to),
        dice=lambda: dice_of_battle(view, formation.nation, contact),
    )  # fmt: skip


def _occasion(nation: str, place: str, mover: str, when: str) -> ResponseOccasion:
    return ResponseOccasion(trigger=PURPOSE, nation=nation, when=when, place=place, target=mover)
