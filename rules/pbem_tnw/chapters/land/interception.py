"""Interception and evasion (10)."""

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.events import RollBonusUsed
from pbem_tnw.chapters.cards.windows import DueRoll, ResponseWindow, rolling
from pbem_tnw.chapters.land.battle import Battle
from pbem_tnw.chapters.land.battle_rules import Force, alliance, count, defence, due
from pbem_tnw.chapters.land.events import (
    ContactMade,
    EvasionRolled,
    EvasionTried,
    FormationTurnedBack,
    InterceptionRolled,
    InterceptionTried,
)
from pbem_tnw.chapters.land.formations import DETACHMENT
from pbem_tnw.chapters.land.interceptors import TARGET, Interceptor, evasions, interceptor, interceptors
from pbem_tnw.chapters.nation.pieces import DiceCleared, PiecesMoved
from pbem_tnw.chapters.turn.facts import SeatFacts
from pbem_tnw.orders.condition_parser import value
from pbem_tnw.orders.lines import MoveLine
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import enemy_units, links, moving, still_at
from pbem_tnw.position.impulse import Contact, Pieces, WarFormation
from pbem_tnw.position.state import WarState


def take_bonus(table: Table[WarState], roll: str, nation: str) -> int:
    """What cards add to the next *roll* of *nation*; it is used up by that."""
    promised = table.state.going_on.bonuses
    mine = [each.n for each in promised if (each.roll, each.nation) == (roll, nation)]
    if mine:
        table.emit(RollBonusUsed(roll=roll, nation=nation))
    return sum(mine)


BattleDice = tuple[int, int]
"""The dice of the attacker and of the defender in the first round."""


class ContactFacts(SeatFacts):
    """The `Facts` of a seat whose force of *own* units, of *nation*, meets the Formation that moves.

    *need* is what its two dice must show; *dice* tells those of the battle, in which it defends, if they are asked for.
    """

    def __init__(
        self, view: WarState, seat: str, nation: str, contact: Contact, *, own: int, need: int,
        dice: Callable[[], BattleDice | None],
    ) -> None:  # fmt: skip
        mover = view.going_on.nation
        occasion = ResponseOccasion(trigger="step", nation=mover, place=contact.place, origin=contact.origin)
        super().__init__(view, seat, nation, occasion)
        self._own, self._need, self._dice, self._enemy = own, need, dice, moving(view)

    def enemy_units(self, place: str | None) -> int | None:
        if place is None and self._enemy is not None:
            return self._enemy.pieces.strength
        return super().enemy_units(place)

    def own(self) -> int | None:
        return self._own

    def need(self) -> int | None:
        return self._need

    def roll(self) -> int | None:
        return None

    def dice(self, side: str) -> int | None:
        dice = self._dice()
        return None if dice is None else dice[1 if side == "own" else 0]

    def enemy_rating(self) -> int | None:
        commander = self._enemy.commander if self._enemy is not None else ""
        return self._view.board.leaders[commander].battle if commander else 0


def dice_of_battle(state: WarState, nation: str, contact: Contact) -> BattleDice | None:
    """The dice of the battle that follows on a *contact*, as things are; None if there is none."""
    own, enemy = alliance(state, nation, contact.place), defence(state, nation, contact.place)
    if not own.pieces.strength or not enemy.pieces.strength:
        return None
    battle = due(state, own, enemy, contact)
    return count(state, battle, "attacker").total, count(state, battle, "defender").total


def battle_box(nation: str, contact: Contact) -> Battle:
    """The battle that follows on a step."""
    return Battle(
        nation=nation, place=contact.place, origin=contact.origin, landed=contact.landed, defended=contact.defended,
        interceptors=contact.interceptors, evasion_failed=contact.evasion_failed, batteries=contact.batteries,
        disrupted=contact.disrupted,
    )  # fmt: skip


def halts_before(table: Table[WarState], formation: WarFormation, contact: Contact) -> bool:
    """Whether the Formation halts before an interceptor: as its line says, or since the odds are too bad now.

    A Formation that landed has nowhere to halt, and one that a card moves goes on.
    """
    seat = seat_of(table.state, formation.nation)
    orders = table.state.under_way.get(seat)
    line = orders.current if orders is not None else None
    if not isinstance(line, MoveLine):
        return False
    return line.if_intercepted == "halt" or not odds_allow(table.views[seat], formation.nation, contact, line)


def odds_allow(view: WarState, nation: str, contact: Contact, line: MoveLine) -> bool:
    """Whether a battle is as good for *nation* as its line asks, by what its seat sees: own dice for each enemy die."""
    limit = line.only_if_odds
    dice = dice_of_battle(view, nation, contact) if limit is not None else None
    if limit is None or dice is None:
        return True
    own, enemy = dice
    return not enemy or limit.met(Fraction(own, enemy))


INTERCEPTION = "interception"


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
        modifier = self.modifier + take_bonus(table, INTERCEPTION, self.nation)
        roll = DueRoll(
            purpose=INTERCEPTION, nation=self.nation, dice=2, who=self.commander, modifier=modifier,
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
        rolled = state.going_on.rolled
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
    formation, contact = moving(state), state.going_on.contact
    if contact is None or formation is None or formation.place != contact.place or not formation.pieces.strength:
        return None, None
    return contact, formation


def ordered(view: WarState, force: Force, nation: str, contact: Contact) -> Interceptor | None:
    """The interception that the seat of a force has ordered, by what it sees; None if none (2.3, row 23)."""
    orders = view.standing.get(force.seat)
    lines = [
        line
        for line in (orders.intercept if orders is not None else None) or ()
        if line.start.includes(force.place) and line.into.includes(contact.place) and line.by.includes(nation)
    ]
    never = any(line.condition.never and (line.start.names or line.into.names) for line in lines)
    for line in lines:
        named = line.start.names or line.into.names
        if never and not named:
            continue  # what is said of this duchy goes before what is said of all
        if line.condition.never and named:
            return None
        found = interceptor(view, force, contact.place, line.bringing)
        if found is not None and value(line.condition, _interceptor_facts(view, found, nation, contact)):
            return found
    return None


def occasion_of(nation: str, into: str, place: str, mover: str, when: str) -> ResponseOccasion:
    """What gives an occasion to respond to an interception."""
    return ResponseOccasion(
        trigger=INTERCEPTION, nation=nation, when=when, place=into, origin=place, target=mover
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


def _interceptor_facts(view: WarState, found: Interceptor, nation: str, contact: Contact) -> ContactFacts:
    """What the interceptor's seat sees: the dice are those of a battle after it came in."""
    met = replace(contact, interceptors=(*contact.interceptors, found.place))
    came_in = PiecesMoved(start=found.place, to=found.into, pieces=found.pieces, cause="interception").change(view)
    return ContactFacts(
        view, found.force.seat, found.nation, contact, own=found.pieces.strength, need=found.need,
        dice=lambda: dice_of_battle(came_in, nation, met),
    )  # fmt: skip


EVASION = "evasion"
EVASION_TARGET = 8
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
                nation=nation, commander=force.commander, place=force.place, to=to, need=EVASION_TARGET - modifier
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
        modifier = self.modifier + take_bonus(table, EVASION, nation)
        roll = DueRoll(
            purpose=EVASION,
            nation=nation,
            dice=2,
            who=force.commander,
            modifier=modifier,
            need=EVASION_TARGET - modifier,
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
        rolled = table.state.going_on.rolled
        success = bool(rolled) and rolled[0].total >= EVASION_TARGET
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

    The first line that holds counts, of those before one that says never of this duchy. Without any for this duchy and
    this enemy Detachments evade, and forces of fewer than a third of the enemy's units.
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
    never = any(line.condition.never and line.where.names for line in lines)
    for line in lines:
        if never and not line.where.names:
            continue  # what is said of this duchy goes before what is said of all
        if line.condition.never and line.where.names:
            return ""
        to = next((duchy for duchy in line.goes_to if duchy in goals), goals[0])
        if value(line.condition, _evader_facts(view, force, formation, contact, to)):
            return to
    if lines or not _weak(force, formation):
        return ""
    possible = (to for to in goals if EVASION_TARGET - modifier_of(view, force, formation, to) <= HIGHEST)
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


def _evader_facts(view: WarState, force: Force, formation: WarFormation, contact: Contact, to: str) -> ContactFacts:
    return ContactFacts(
        view, force.seat, nation_of(view, force), contact, own=force.pieces.strength,
        need=EVASION_TARGET - modifier_of(view, force, formation, to),
        dice=lambda: dice_of_battle(view, formation.nation, contact),
    )  # fmt: skip


def _occasion(nation: str, place: str, mover: str, when: str) -> ResponseOccasion:
    return ResponseOccasion(trigger=EVASION, nation=nation, when=when, place=place, target=mover)
