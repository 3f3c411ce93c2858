"""Interception: an enemy force tries to come into a duchy before the Formation that enters it (10.1)."""

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.windows import ResponseOccasion, ResponseWindow
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.interception.bonuses import take_bonus
from pbem_tnw.chapters.interception.events import InterceptionRolled, InterceptionTried
from pbem_tnw.chapters.interception.facts import ContactFacts, dice_of_battle
from pbem_tnw.chapters.interception.halting import halts_before
from pbem_tnw.chapters.interception.interceptors import TARGET, Interceptor, interceptor, interceptors
from pbem_tnw.chapters.movement.commanders import Force
from pbem_tnw.chapters.movement.events import ContactMade, FormationTurnedBack
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.position.forces import enemy_units, still_at
from pbem_tnw.position.impulse import Contact, WarFormation
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving

PURPOSE = "interception"


class NextInterceptor(Step[WarState, Order], frozen=True):
    """Let the next force that is ordered to intercept try it; after the last the Active player goes on or halts."""

    rule = "10.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        contact, formation = in_contact(table.state)
        if contact is None or formation is None:
            return
        for force in interceptors(table.state, formation.nation, contact.place, formation.pieces):
            found = ordered(table.views[force.seat], force, formation.nation, contact)
            if found is not None:
                _try(table, found, formation, contact)
                return
        if contact.interceptors and halts_before(table, formation, contact):
            back = contact.origin
            table.emit(
                FormationTurnedBack(
                    nation=formation.nation, commander=formation.commander, place=contact.place, back=back
                )
            )  # fmt: skip
            table.emit(ContactMade())


class RollInterception(Step[WarState, Order], frozen=True):
    """Roll two dice for a force that tries to intercept, with what cards have promised."""

    rule = "10.1"
    nation: str
    commander: str
    place: str
    into: str
    pieces: Pieces
    modifier: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        modifier = self.modifier + take_bonus(table, PURPOSE, self.nation)
        roll = DueRoll(
            purpose=PURPOSE, nation=self.nation, dice=2, who=self.commander, modifier=modifier,
            need=TARGET - modifier,
        )  # fmt: skip
        after = occasion_of(self.nation, self.into, self.place, table.state.active, "after")
        done = InterceptionDone(
            nation=self.nation, commander=self.commander, place=self.place, into=self.into, pieces=self.pieces
        )  # fmt: skip
        table.enter(*rolling(roll, windows=(after,)), done)


class InterceptionDone(Step[WarState, Order], frozen=True):
    """Reckon the dice: on 9 or more the force comes in."""

    rule = "10.1"
    nation: str
    commander: str
    place: str
    into: str
    pieces: Pieces

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        state, (contact, formation) = table.state, in_contact(table.state)
        rolled = state.impulse.rolled if state.impulse is not None else ()
        pieces = still_at(state, self.place, self.pieces)
        success = bool(rolled) and rolled[0].total >= TARGET and bool(pieces.strength)
        table.emit(DiceCleared())
        table.emit(
            InterceptionRolled(
                nation=self.nation, commander=self.commander, place=self.place, into=self.into, success=success
            )
        )  # fmt: skip
        if not success or contact is None or formation is None:
            return
        defended = contact.defended if contact.interceptors else enemy_units(state, formation.nation, self.into) > 0
        table.emit(PiecesMoved(start=self.place, to=self.into, pieces=pieces, cause="interception", rule="10.1"))
        table.emit(
            ContactMade(
                contact=replace(contact, defended=defended, interceptors=(*contact.interceptors, self.place))
            )
        )  # fmt: skip


def in_contact(state: WarState) -> tuple[Contact | None, WarFormation | None]:
    """The Formation with units that has just entered a duchy, and what has followed so far."""
    formation, contact = moving(state), state.impulse.contact if state.impulse is not None else None
    if contact is None or formation is None or formation.place != contact.place or not formation.pieces.strength:
        return None, None
    return contact, formation


def ordered(view: WarState, force: Force, nation: str, contact: Contact) -> Interceptor | None:
    """The interception that the seat of a force has ordered, by what it sees; None if none (2.3, row 23)."""
    orders = view.standing.get(force.seat)
    for line in (orders.intercept if orders is not None else None) or ():
        if not (line.start.includes(force.place) and line.into.includes(contact.place) and line.by.includes(nation)):
            continue
        found = interceptor(view, force, contact.place, line.bringing)
        if found is not None and value(line.condition, _facts(view, found, nation, contact)):
            return found
    return None


def occasion_of(nation: str, into: str, place: str, mover: str, when: str) -> ResponseOccasion:
    """What gives an occasion to respond to an interception."""
    return ResponseOccasion(
        trigger=PURPOSE, nation=nation, when=when, place=into, origin=place, target=mover
    )  # fmt: skip


def _try(table: Table[WarState], found: Interceptor, formation: WarFormation, contact: Contact) -> None:
    table.emit(
        InterceptionTried(
            nation=found.nation, commander=found.commander, place=found.place, into=found.into, pieces=found.pieces,
            need=found.need, all=found.force.pieces.generals,
        )
    )  # fmt: skip
    before = occasion_of(found.nation, found.into, found.place, formation.nation, "before")
    roll = RollInterception(
        nation=found.nation, commander=found.commander, place=found.place, into=found.into, pieces=found.pieces,
        modifier=found.modifier,
    )  # fmt: skip
    table.enter(ResponseWindow(occasion=before), roll, NextInterceptor())


def _facts(view: WarState, found: Interceptor, nation: str, contact: Contact) -> ContactFacts:
    """What the interceptor's seat sees: the dice are those of a battle after it came in."""
    met = replace(contact, interceptors=(*contact.interceptors, found.place))
    came_in = PiecesMoved(start=found.place, to=found.into, pieces=found.pieces, cause="interception").change(view)
    return ContactFacts(
        view, found.force.seat, found.nation, contact, own=found.pieces.strength, need=found.need,
        dice=lambda: dice_of_battle(came_in, nation, met),
    )  # fmt: skip
