"""What a general can reach, and what is in the way: for letters, the forecast and bots (9.1, 9.2)."""

from collections.abc import Iterator, Mapping

import msgspec

from pbem_tnw.chapters.interception.interceptors import able_to_intercept
from pbem_tnw.chapters.movement.events import FormationFormed
from pbem_tnw.chapters.movement.formations import MOST_GENERALS, FormationKind
from pbem_tnw.chapters.movement.forming import form
from pbem_tnw.chapters.movement.paths import ways
from pbem_tnw.chapters.movement.steps import enemy_fortress
from pbem_tnw.orders.lines.lines import FormLine
from pbem_tnw.orders.lines.pieces import OWN, Strengths
from pbem_tnw.position.control import friendly
from pbem_tnw.position.forces import enemies_at, general, generals_of
from pbem_tnw.position.impulse import Impulse, PointPool
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import MOST_STEPS, beside


class ReachedDuchy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A duchy that a Formation can reach: its cheapest way there and what it finds.

    *stops*: it goes no further from there at once, because of enemy units or an enemy Fortress (9.4). *intercepted* are
    the duchies from which enemies can intercept on that way, if they are ordered to (10.1).
    """

    duchy: str
    path: tuple[str, ...]
    cost: int
    friendly: bool
    enemies: Pieces = Pieces()
    fortress: bool = False
    stops: bool = False
    intercepted: tuple[str, ...] = ()

    @property
    def steps(self) -> int:
        """How many steps the way has."""
        return len(self.path)


class GeneralReach(msgspec.Struct, frozen=True, kw_only=True):
    """What a general can reach with a Formation of one kind: who is in it, and the duchies, the cheapest first."""

    kind: FormationKind
    start: str
    pieces: Pieces
    duchies: Mapping[str, ReachedDuchy]


def reach(view: WarState, nation: str, commander: str, points: int) -> tuple[GeneralReach, ...]:
    """What a general of *nation* can reach for so many CPs if it moved now: as Army, Army Group and Riders.

    The Army has as many units as the general may lead, the Army Group as many as it may with the two best others of the
    nation; a kind that it cannot form is not there. Raises `KeyError` for a general that is not in the edition.
    """
    return tuple(each_reach(view, nation, commander, points))


def each_reach(view: WarState, nation: str, commander: str, points: int) -> Iterator[GeneralReach]:
    """The same one by one, for whoever wants the first alone."""
    leader, start = general(view, commander), view.generals.get(commander, "")
    if leader.nation == nation and start in view.board.duchies:
        found = (_found(view, nation, points, line) for line in _lines(view, nation, commander, start))
        yield from (each for each in found if each is not None)


def reach_of(state: WarState, points: int) -> Mapping[str, ReachedDuchy]:
    """The duchies that the Formation of the Active nation can reach for so many CPs, the cheapest first."""
    impulse = state.impulse
    if impulse is None:
        return {}
    nation = impulse.nation
    intercepting: dict[str, tuple[str, ...]] = {}
    found: dict[str, ReachedDuchy] = {}
    for duchy, way in ways(state, points).items():
        enemies, fortress = enemies_at(state, nation, duchy), enemy_fortress(state, nation, duchy)
        found[duchy] = ReachedDuchy(
            duchy=duchy,
            path=way.path,
            cost=way.cost,
            friendly=friendly(state, nation, duchy),
            enemies=enemies,
            fortress=fortress,
            stops=bool(enemies.strength) or fortress,
            intercepted=_intercepted(state, nation, way.path, intercepting),
        )
    return found


def as_active(view: WarState, nation: str, points: int) -> WarState:
    """*view* as if *nation* had its Impulse now with so many CPs; an Impulse of it that goes on stays."""
    if view.impulse is not None and view.impulse.nation == nation:
        return view
    pools = (PointPool(nation=nation, points=points),)
    impulse = Impulse(nation=nation, number=view.numbered + 1, pools=pools)
    return msgspec.structs.replace(view, impulse=impulse, active=nation)


def _lines(view: WarState, nation: str, commander: str, start: str) -> Iterator[FormLine]:
    """The Formations that a general can lead, as lines that form them."""
    own = sum(beside(view, start, nation)[:MOST_STEPS])
    command = general(view, commander).command
    if own:
        yield FormLine(commander=commander, units=Strengths(numbers={OWN: min(own, command)}))
    others = [one for one in generals_of(view, start, (nation,)) if one != commander][: MOST_GENERALS - 1]
    together = command + sum(general(view, one).command for one in others)
    if own > command and others:
        yield FormLine(commander=commander, riders=tuple(others), units=Strengths(numbers={OWN: min(own, together)}))
    yield FormLine(riders=(commander,))


def _found(view: WarState, nation: str, points: int, line: FormLine) -> GeneralReach | None:
    state = as_active(view, nation, points)
    formation, problems = form(state, nation, line)
    if formation is None or any(problem.stops for problem in problems):
        return None
    duchies = reach_of(FormationFormed(formation=formation).change(state), points)
    return GeneralReach(kind=formation.kind, start=formation.place, pieces=formation.pieces, duchies=duchies)


def _intercepted(
    state: WarState, nation: str, path: tuple[str, ...], known: dict[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """The duchies from which enemies can intercept on a way; *known* has those of the duchies looked at before."""
    impulse = state.impulse
    if impulse is not None and impulse.formation is not None and impulse.formation.kind == "riders":
        return ()
    for duchy in path:
        if duchy not in known:
            known[duchy] = able_to_intercept(state, nation, duchy)
    return tuple(dict.fromkeys(place for duchy in path for place in known[duchy]))
