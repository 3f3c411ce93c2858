"""What war and a change of Camp bring to forces in duchies of former allies (8.34)."""

from collections.abc import Collection, Iterator

import msgspec

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.attrition.suffering import Attrition, suffer
from pbem_tnw.chapters.attrition.tolls import rolls_of, toll
from pbem_tnw.chapters.builds.flags import plant
from pbem_tnw.chapters.diplomacy.new_enemies import meet_new_enemies
from pbem_tnw.chapters.diplomacy.removals import forces_at, nations_at, occupied, regroup, standing_of
from pbem_tnw.position.control import allied, at_war, camp_of, controller
from pbem_tnw.position.draws import draw_name
from pbem_tnw.position.state import WarState

RULE = "8.34"


class Stranded(msgspec.Struct, frozen=True, omit_defaults=True):
    """Forces in a duchy that a former ally or a Subject Neutral controls; *may_flag* instead of leaving."""

    duchy: str
    nation: str
    may_flag: bool = False


class WarBrings(Step[WarState, Order], frozen=True):
    """Attrition for stranded forces; the survivors place a Flag or go to the Regroup box (8.34)."""

    rule = RULE
    stranded: tuple[Stranded, ...]

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        first, *others = self.stranded
        rest = (WarBrings(stranded=tuple(others)),) if others else ()
        table.enter(Survivors(stranded=first), *rest)
        _suffer(table, first)


class Survivors(Step[WarState, Order], frozen=True):
    """Who has survived the Attrition places a Flag if it may and wants to, else goes to the Regroup box (8.34)."""

    rule = RULE
    stranded: Stranded

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        duchy, nation = self.stranded.duchy, self.stranded.nation
        survived = forces_at(table.state, duchy, (nation,))
        if not survived:
            return
        answers_of_seat = standing_of(table.state, nation).stay
        wants = answers_of_seat is None or answers_of_seat.at(duchy) is not False
        flags = self.stranded.may_flag and wants and survived.strength
        if not (flags and plant(table, nation, duchy, cause="new-war", rule=RULE)):
            regroup(table, duchy, (nation,), "former-ally", RULE)


def _suffer(table: Table[WarState], stranded: Stranded) -> None:
    """Attrition for stranded forces: in an Impulse by the boxes in which cards may change the dice (5.6, 6.14)."""
    due = toll(table.state, stranded.duchy, (stranded.nation,), int(table.state.options.attrition_loss))
    if due is None:
        return
    if table.state.impulse is not None:
        table.enter(Attrition(toll=due))
        return
    faces = []
    for roll in rolls_of(table.state, due):
        name = f"new war: attrition of {roll.nation} in {due.place}, {roll.side}"
        faces.append(tuple(sorted(table.roll(draw_name(table.state, name), roll.dice), reverse=True)))
    suffer(table, due, tuple(faces))


def stranded_forces(before: WarState, after: WarState, declaring: Collection[str]) -> Iterator[Stranded]:
    """The forces that a change of Camps strands: *declaring* are the nations that made it, their Proxies included.

    Those of the declaring side in duchies of a former ally or of a Subject Neutral leave; those of the other side in
    duchies of its former ally may place a Flag in an unfortified one. Where enemies share the duchy they are parted
    without Attrition, see `new_enemies`.
    """
    for duchy in occupied(after):
        host = controller(after, duchy)
        there = nations_at(after, duchy)
        if any(at_war(after, one, other) for one in there for other in there):
            continue
        for nation in there:
            deserted = allied(before, nation, host) and not allied(after, nation, host)
            neutral_host = not camp_of(after, host) and nation != host
            if deserted or (neutral_host and nation in declaring):
                open_enemy = at_war(after, nation, host) and not after.board.duchies[duchy].is_fortress
                yield Stranded(duchy, nation, may_flag=open_enemy and nation not in declaring)


def after_change(table: Table[WarState], before: WarState, declarer: str, declaring: Collection[str]) -> None:
    """Carry 8.34 out after Camps have changed: new enemies part at once, then Attrition for stranded forces.

    *before* is the position before the change.
    """
    stranded = tuple(stranded_forces(before, table.state, declaring))
    meet_new_enemies(table, declarer)
    if stranded:
        table.enter(WarBrings(stranded=stranded))
