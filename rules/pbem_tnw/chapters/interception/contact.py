"""What follows when a Formation has entered a duchy, in this order: responses, interception, evasion, battle (10.1)."""

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.position import Box
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.windows import ResponseOccasion, ResponseWindow
from pbem_tnw.chapters.interception.evasion import TryEvasion
from pbem_tnw.chapters.interception.facts import battle_box
from pbem_tnw.chapters.interception.interception import NextInterceptor
from pbem_tnw.chapters.movement.events import ContactMade, ForcesHalted, FormationStopped
from pbem_tnw.chapters.movement.scattering import scatter
from pbem_tnw.chapters.movement.steps import enemy_fortress
from pbem_tnw.position.forces import allies_at, enemy_units
from pbem_tnw.position.impulse import Contact
from pbem_tnw.position.pieces import less
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving


def meeting(table: Table[WarState], nation: str, place: str, origin: str) -> tuple[Box, ...]:
    """The boxes that follow when the Formation of *nation* has entered *place* from the duchy *origin*."""
    step = ResponseOccasion(trigger="step", nation=nation, place=place, origin=origin, target=nation)
    return (ResponseWindow(occasion=step), *confronting(table, nation, Contact(place=place, origin=origin)))


def confronting(table: Table[WarState], nation: str, contact: Contact) -> tuple[Box, ...]:
    """The boxes of interception, evasion and battle for the Formation of *nation* that is in a duchy now.

    For a landing (13.7) the contact says that it *landed*, and what the batteries did; it is not evaded.
    """
    defended = enemy_units(table.state, nation, contact.place) > 0
    table.emit(ContactMade(contact=replace(contact, defended=defended)))
    evasion = () if contact.landed else (TryEvasion(),)
    return (NextInterceptor(), *evasion, MeetEnemy())


class MeetEnemy(Step[WarState, Order], frozen=True):
    """The Formation fights the enemies who are still there (11.1)."""

    rule = "11.1"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        contact = table.state.impulse.contact if table.state.impulse is not None else None
        formation = moving(table.state)
        if contact is None or formation is None:
            return
        fights = enemy_units(table.state, formation.nation, contact.place) > 0
        table.enter(battle_box(formation.nation, contact), Arrive(place=contact.place, fought=fights))


class Arrive(Step[WarState, Order], frozen=True):
    """Generals alone go (9.6), and an enemy Fortress stops the Formation (9.4).

    After an Overrun the Formation goes on, but what *fought* beside it is not taken up (9.3).
    """

    rule = "9.4"
    place: str
    fought: bool = False

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        scatter(table, self.place)
        table.emit(ContactMade())
        formation = moving(table.state)
        if formation is None or not formation.pieces or formation.place != self.place or formation.stopped:
            return
        if self.fought and (others := less(allies_at(table.state, formation.nation, self.place), formation.pieces)):
            table.emit(ForcesHalted(place=self.place, pieces=others, beside=True))
        if enemy_fortress(table.state, formation.nation, self.place):
            table.emit(
                FormationStopped(nation=formation.nation, commander=formation.commander, place=self.place)
            )  # fmt: skip
