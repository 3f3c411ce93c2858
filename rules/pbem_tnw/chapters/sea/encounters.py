"""What follows when a Fleet has entered a zone, or is attacked there: interception and evasion at sea (13.4, 13.8)."""

from collections.abc import Iterator

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.position import Box
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.windows import DueRoll, ResponseWindow, rolling
from pbem_tnw.chapters.nation.pieces import DiceCleared, PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.sea.battle import (
    TARGET,
    SeaFight,
    battle_due,
    evades,
    evasion_bonus,
    fight_at_once,
    harbour,
    interception_bonus,
    intercepts,
    refuge_at_sea,
    speaker,
)
from pbem_tnw.chapters.sea.events import (
    BatteriesFired,
    SeaEvasionRolled,
    SeaEvasionTried,
    SeaInterceptionRolled,
    SeaInterceptionTried,
    StayedAboard,
)
from pbem_tnw.chapters.sea.fleets import (
    CUTS,
    SINKS,
    aboard,
    drown,
    fleet_at,
    guarding,
    guns,
    in_sinking_order,
    nations_of_fleet,
    voyage_of,
)
from pbem_tnw.edition.board import REGROUP, YARD
from pbem_tnw.position.control import controller, seat_of
from pbem_tnw.position.forces import enemy_squadrons, squadrons_at
from pbem_tnw.position.state import WarState, draw_name

INTERCEPTION, EVASION, NARROWS = "sea-interception", "sea-evasion", "narrows"
"""The purposes of the rolls."""


class NextSeaInterceptor(Step[WarState, Order], frozen=True):
    """Let the next enemy Fleet in a zone that is ordered to stop that of *mover* try it; then there is a battle."""

    rule = "13.4"
    mover: str
    zone: str
    from_port: bool = False

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if not fleet_at(table.state, self.mover, self.zone):
            return
        for nation in may_intercept(table.state, self.mover, self.zone):
            view = table.views.get(seat_of(table.state, nation))
            if view is None or not intercepts(view, nation, self.mover, self.zone, from_port=self.from_port):
                continue
            bonus = interception_bonus(table.state, nation, from_port=self.from_port)
            need = TARGET - bonus
            table.emit(SeaInterceptionTried(nation=nation, mover=self.mover, zone=self.zone, need=need))
            roll = DueRoll(purpose=INTERCEPTION, nation=nation, dice=2, who=self.zone, modifier=bonus, need=need)
            done = SeaInterceptionDone(nation=nation, mover=self.mover, zone=self.zone)
            table.enter(*rolling(roll), done, self)
            return


class SeaInterceptionDone(Step[WarState, Order], frozen=True):
    """Reckon the dice: on 8 or more there is a naval battle, in which the mover is the active side."""

    rule = "13.4"
    nation: str
    mover: str
    zone: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        rolled = table.state.going_on.rolled
        success = bool(rolled) and rolled[0].total >= TARGET
        faces = rolled[0].faces if rolled else ()
        table.emit(DiceCleared())
        table.emit(
            SeaInterceptionRolled(
                nation=self.nation, mover=self.mover, zone=self.zone, faces=faces, success=success
            )
        )  # fmt: skip
        if success:
            table.enter(SeaFight(nation=self.mover, place=self.zone))


class AttackAtSea(Step[WarState, Order], frozen=True):
    """*nation* attacks the enemies in a zone, who may evade first: all of them or none."""

    rule = "13.4"
    nation: str
    zone: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        ships = enemy_squadrons(table.state, self.nation, self.zone)
        if not ships or not fleet_at(table.state, self.nation, self.zone):
            return
        leading = speaker(table.state, ships)
        seat = seat_of(table.state, leading)
        view = table.views.get(seat)
        to = refuge_at_sea(view, leading, self.zone) if view is not None else ""
        if view is None or not to or not evades(view, seat, leading, self.nation, self.zone):
            table.enter(SeaFight(nation=self.nation, place=self.zone))
            return
        nations, bonus = nations_of_fleet(table.state, ships), evasion_bonus(ships)
        table.emit(SeaEvasionTried(nations=nations, zone=self.zone, to=to, need=TARGET - bonus))
        roll = DueRoll(
            purpose=EVASION, nation=leading, dice=2, who=self.zone, modifier=bonus, need=TARGET - bonus
        )  # fmt: skip
        table.enter(*rolling(roll), SeaEvasionDone(nation=self.nation, zone=self.zone, leading=leading, to=to))


class SeaEvasionDone(Step[WarState, Order], frozen=True):
    """Reckon the dice: on 8 or more the Fleets are gone *to* a Port or zone, else they fight (13.4)."""

    rule = "13.4"
    nation: str
    zone: str
    leading: str
    to: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        state = table.state
        rolled = state.going_on.rolled
        success = bool(rolled) and rolled[0].total >= TARGET
        ships = enemy_squadrons(state, self.nation, self.zone)
        faces = rolled[0].faces if rolled else ()
        table.emit(DiceCleared())
        table.emit(
            SeaEvasionRolled(
                nations=nations_of_fleet(state, ships), zone=self.zone, to=self.to, faces=faces, success=success
            )
        )  # fmt: skip
        if not success:
            table.enter(SeaFight(nation=self.nation, place=self.zone, evasion_failed=True))
            return
        carried = aboard(state, self.leading, self.zone)
        table.emit(SquadronsMoved(self.zone, self.to, ships, "evaded", rule=self.rule))
        if carried:
            at_sea = self.to in state.board.zones
            shelter = at_sea or harbour(state, self.leading, self.to)
            table.emit(PiecesMoved(self.zone, self.to if shelter else REGROUP, carried, "evaded", self.rule))
            if at_sea and self.zone in state.aboard:
                table.emit(StayedAboard(zone=self.to, nation=state.aboard[self.zone]))


class PassNarrows(Step[WarState, Order], frozen=True):
    """Reckon the guns of *place* on the Fleet that has passed narrows: sixes sink, fives count on arrival (13.8)."""

    rule = "13.8"
    place: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        voyage = voyage_of(table.state)
        if voyage is None:
            return
        faces = tuple(face for roll in table.state.going_on.rolled for face in roll.faces if roll.purpose == NARROWS)
        table.emit(DiceCleared())
        sunk = in_sinking_order(voyage.squadrons)[: faces.count(SINKS)]
        table.emit(
            BatteriesFired(
                place=self.place, nation=voyage.nation, faces=faces, sunk=sunk, refits=faces.count(CUTS)
            )
        )  # fmt: skip
        if sunk:
            table.emit(SquadronsMoved(voyage.place, YARD, sunk, "sunk", rule=self.rule))
            drown(table, voyage.nation, voyage.place, len(sunk), voyage.cargo)


def entering(state: WarState, nation: str, start: str, to: str) -> tuple[Box, ...]:
    """The boxes that follow when a Fleet of *nation* has entered a zone: narrows, responses, interception."""
    guard = guarding(state, nation, start, to)
    fire: tuple[Box, ...] = ()
    if guard:
        owner = controller(state, guard)
        roll = DueRoll(purpose=NARROWS, nation=owner, who=guard, dice=guns(state, guard))
        fire = (*rolling(roll), PassNarrows(place=guard))
    sail = ResponseOccasion(trigger="sail", nation=nation, place=to, origin=start, target=nation)
    stopped = NextSeaInterceptor(mover=nation, zone=to, from_port=start in state.board.duchies)
    return (*fire, ResponseWindow(occasion=sail), stopped)


def may_intercept(state: WarState, mover: str, zone: str) -> Iterator[str]:
    """The nations whose Fleets in a zone may try to stop that of *mover*, in the order of the Track.

    Each once in an Impulse, with a Squadron that is fit to sail.
    """
    tried = state.going_on.sea_tried
    there = enemy_squadrons(state, mover, zone)
    for nation in nations_of_fleet(state, there):
        if (nation, zone) not in tried and any(one.sails for one in squadrons_at(state, zone, (nation,))):
            yield nation


def intercept_at_once(table: Table[WarState], mover: str, zone: str, port: str) -> None:
    """Let enemies stop Fleets of *mover* that put to sea from a Port outside Impulses, where no one may respond."""
    for nation in tuple(may_intercept(table.state, mover, zone)):
        state, view = table.state, table.views.get(seat_of(table.state, nation))
        if not fleet_at(state, mover, zone) or not squadrons_at(state, zone, (nation,)):
            continue
        if view is None or not intercepts(view, nation, mover, zone, from_port=True):
            continue
        bonus = interception_bonus(state, nation, from_port=True)
        table.emit(SeaInterceptionTried(nation=nation, mover=mover, zone=zone, need=TARGET - bonus))
        why = f"{mover} from {port} into {zone}"
        faces = table.roll(draw_name(state, f"{nation} intercepts {why}"), 2)
        success = sum(faces) + bonus >= TARGET
        table.emit(SeaInterceptionRolled(nation=nation, mover=mover, zone=zone, faces=faces, success=success))
        battle = battle_due(table.state, mover, zone) if success else None
        if battle is not None:
            fight_at_once(table, battle, f"battle of {nation} and {why}")
