"""The line `attack`: on enemy Squadrons in the zone where the Fleet is, or in a Port beside it (13.4, 13.5)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.naval.armadas import refuse_unlent
from pbem_tnw.chapters.naval.battle import OFF_MAP, SeaFight, battle_due
from pbem_tnw.chapters.naval.encounters import AttackAtSea
from pbem_tnw.chapters.naval.events import SailEnded, VoyageBegan
from pbem_tnw.chapters.naval.fleets import prey_off_map, sailing
from pbem_tnw.chapters.naval.sailing import USE, EndVoyage, odds_allow
from pbem_tnw.chapters.naval.setting_out import SettingOut, fleets_ready, setting_out
from pbem_tnw.chapters.sequence.points import left, spend
from pbem_tnw.orders.lines.lines import AttackLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import enemy_squadrons, squadrons_at
from pbem_tnw.position.places import FLEETS
from pbem_tnw.position.state import WarState

RULE = "13.4"


def problems(view: WarState, nation: str, line: AttackLine) -> Iterator[Problem]:
    """Why a Fleet cannot attack now."""
    target = target_of(view, line)
    start = _start(view, nation, line, target)
    if target == FLEETS and not prey_off_map(view, nation):
        yield Problem("attack-none-off-map", ("off_map",), OFF_MAP, {"nation": nation})
        return
    if not target or not start:
        yield Problem("attack-where", ("at",), RULE, {"nation": nation, "at": target})
        return
    if target != FLEETS and not enemy_squadrons(view, nation, target):
        yield Problem("attack-no-enemy", ("at",), RULE, {"place": target})
        return
    started = _ready(view, nation, line, start, target)
    yield from started.problems
    if started.voyage is None or any(problem.stops for problem in started.problems):
        return
    if start in view.board.zones and (card := forbidden(view, "sail", nation, start)):
        yield Problem("sailing-forbidden", ("at",), "6.11", {"zone": start, "card": card})
    if view.impulse is not None and (there := left(view, nation, USE)) < started.cost:
        yield Problem("sail-unpaid", (), "6.3", {"cost": started.cost, "left": there})


def carry_out(table: Table[WarState], nation: str, line: AttackLine) -> None:
    """Let the Fleet attack, if the odds are as good as the line asks."""
    target = target_of(table.state, line)
    start = _start(table.state, nation, line, target)
    started = _ready(table.state, nation, line, start, target)
    if started.voyage is None or refuse_unlent(table, nation, started.voyage.squadrons):
        return
    began = VoyageBegan(voyage=started.voyage, cost=started.cost, left=started.staying, attacks=target)
    seat = seat_of(table.state, nation)
    if not odds_allow(battle_due(began.change(table.views[seat]), nation, target), line.only_if_odds):
        table.emit(SailEnded(seat=seat, nation=nation, place=start, to=target, why="odds"))
        return
    spend(table, nation, started.cost, USE)
    table.emit(began)
    if target == FLEETS:
        table.enter(SeaFight(nation=nation, place=FLEETS))
    elif target in table.state.board.zones:
        table.enter(AttackAtSea(nation=nation, zone=target))
    else:
        table.enter(SeaFight(nation=nation, place=target), EndVoyage())


def target_of(state: WarState, line: AttackLine) -> str:
    """The zone or Port that a line means, or the box of off-map fleets."""
    if line.off_map:
        return FLEETS
    if line.at != HERE:
        return line.at
    voyage = sailing(state)
    return voyage.place if voyage is not None else ""


def _start(state: WarState, nation: str, line: AttackLine, target: str) -> str:
    """From where the Fleet attacks: the zone itself, one that the Port touches, with the voyage's first."""
    if line.origin is not None:
        return line.origin if _beside(state, line.origin, target) else ""
    if target == FLEETS:
        ready = fleets_ready(state, nation)
        return ready[0] if len(ready) == 1 else ""
    if target in state.board.zones:
        return target if squadrons_at(state, target, (nation,)) else ""
    zones = state.board.duchies[target].port if target in state.board.duchies else ()
    voyage = sailing(state)
    if voyage is not None and voyage.squadrons and voyage.place in zones:
        return voyage.place
    return max(zones, key=lambda zone: len(squadrons_at(state, zone, (nation,))), default="")


def _beside(state: WarState, start: str, target: str) -> bool:
    """Whether a Fleet can attack from there: it is there, in a zone of the Port, or goes off the map from anywhere."""
    if target == FLEETS:
        return True
    port = state.board.duchies.get(target)
    return start == target if port is None else start in port.port


def _ready(state: WarState, nation: str, line: AttackLine, start: str, target: str) -> SettingOut:
    """The Fleet that attacks; a step into a Port is a sailing (13.5), an attack where it is is none."""
    found = setting_out(state, nation, start, line.squadrons, sails=target != start)
    if found.voyage is None or target == start:
        return found
    return replace(found, voyage=replace(found.voyage, steps=1))
