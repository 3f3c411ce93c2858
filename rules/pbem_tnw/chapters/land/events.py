"""What happens when forces move (9)."""

from typing import Literal

from msgspec.structs import replace

from pbem.engine.event import Event, SeatSecret
from pbem.engine.order import Problem
from pbem_tnw.chapters.nation.pieces import PiecesMoved
from pbem_tnw.chapters.turn.events import with_orders
from pbem_tnw.orders.lines import MoveLine
from pbem_tnw.position.forces import beaten_at, beside, joined, moving, parted, settled, spent, stepped, with_worn
from pbem_tnw.position.impulse import Contact, Impulse, Pieces, WarFormation, both, less
from pbem_tnw.position.state import WarState


class InterceptionTried(Event[WarState], frozen=True):
    """A force tries to come into a duchy first: its generals, *all* of them, try no more in this Impulse (10.1)."""

    nation: str
    commander: str
    place: str
    into: str
    pieces: Pieces
    need: int
    all: tuple[str, ...] = ()

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(tried=(*state.going_on.tried, *self.all))


class InterceptionRolled(Event[WarState], frozen=True):
    """Whether an interception succeeded; the pieces go by `PiecesMoved`."""

    nation: str
    commander: str
    place: str
    into: str
    success: bool


class EvasionTried(Event[WarState], frozen=True):
    """Forces try to avoid battle by going from a duchy to another (10.2)."""

    nation: str
    commander: str
    place: str
    to: str
    need: int


class EvasionRolled(Event[WarState], frozen=True):
    """Whether an evasion succeeded; the pieces go by `PiecesMoved`."""

    nation: str
    commander: str
    place: str
    to: str
    success: bool


class FormationFormed(Event[WarState], frozen=True):
    """The Active nation formed a Formation, or one took up or dropped pieces: what it is now (9.1, 9.3).

    Of each nation it has the units that have made fewest steps.
    """

    formation: WarFormation
    how: Literal["formed", "took", "dropped"] = "formed"
    changed: Pieces = Pieces()
    """What it took up or dropped."""

    def change(self, state: WarState) -> WarState:
        if state.impulse is None:
            return state
        freed = replace(state, impulse=settled(state.impulse, moving(state)))
        return _with_formation(freed, self.formation)


class FormationMoved(Event[WarState], frozen=True):
    """The Formation made a step, or as Riders went all the way, for so many CPs (9.2); *onward*: not its first."""

    nation: str
    kind: str
    commander: str
    pieces: Pieces
    start: str
    to: str
    cost: int
    onward: bool = False

    def change(self, state: WarState) -> WarState:
        formation, impulse = moving(state), state.impulse
        if formation is None or impulse is None:
            return state
        moved = _relocated(state, self.pieces, self.start, self.to)
        if formation.kind != "riders":
            impulse = replace(
                impulse,
                steps={**impulse.steps, **{one: impulse.steps.get(one, 0) + 1 for one in self.pieces.generals}},
            )
        worn = {nation: stepped(each) for nation, each in formation.worn.items()}
        formation = replace(formation, place=self.to, origin=self.start, worn=worn)
        return replace(moved, impulse=replace(impulse, formation=formation))


class FormationTurnedBack(Event[WarState], frozen=True):
    """The Formation halted before an interception: it stands where it was, and is stopped (10.1)."""

    nation: str
    commander: str
    place: str
    back: str

    def change(self, state: WarState) -> WarState:
        formation, impulse = moving(state), state.impulse
        if formation is None or impulse is None:
            return state
        moved = _relocated(state, formation.pieces, self.place, self.back)
        formation = replace(formation, place=self.back, origin="", stopped=True)
        return replace(moved, impulse=replace(impulse, formation=formation))


class FormationStopped(Event[WarState], frozen=True):
    """The movement of the Formation is over for this Impulse (9.4), by the Fortress of *place*."""

    nation: str
    commander: str
    place: str

    def change(self, state: WarState) -> WarState:
        return with_formation(state, stopped=True)


class FormationFreed(Event[WarState], frozen=True):
    """The Formation may go on moving: it won by an Overrun (9.4, 11.6, 12.3)."""

    nation: str
    commander: str
    place: str

    def change(self, state: WarState) -> WarState:
        return with_formation(state, stopped=False, fought=False)


class ForcesHalted(Event[WarState], frozen=True):
    """Forces that have fought, or assaulted, make no more steps in this Impulse (9.3, 9.4).

    The Formation's are among them, unless they only stood *beside* it. Those that have *lost* lay no Flag (7.41).
    """

    place: str
    pieces: Pieces
    lost: bool = False
    beside: bool = False

    def change(self, state: WarState) -> WarState:
        impulse = state.impulse
        if impulse is None:
            return state
        formation, others = impulse.formation, self.pieces
        with_them = formation is not None and not self.beside
        if formation is not None and with_them and (formation.place == self.place or not _still_there(state)):
            formation = _halted(formation, self)
            others = less(self.pieces, formation.pieces)
            impulse = replace(impulse, formation=formation if formation.pieces else None)
        state = replace(state, impulse=impulse)
        worn = {}
        for nation, number in others.units.items():
            over, left = parted(beside(state, self.place, nation)[::-1], number)
            worn[nation] = joined(left[::-1], spent(sum(over)))
        halted = tuple(dict.fromkeys((*impulse.halted, *others.generals)))
        beaten = {**impulse.beaten, self.place: both(beaten_at(state, self.place), self.pieces)} if self.lost else {}
        impulse = replace(with_worn(impulse, self.place, worn), halted=halted, beaten=beaten or impulse.beaten)
        return replace(state, impulse=impulse)


class ContactMade(Event[WarState], frozen=True):
    """What follows on a step changed: who intercepted, whether evasion failed; nothing when it is over (10)."""

    contact: Contact | None = None

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(contact=self.contact)


class WaypointPassed(SeatSecret[WarState], frozen=True):
    """The Formation is at the first duchy of what is left of its path."""

    def change(self, state: WarState) -> WarState:
        orders = state.under_way.get(self.seat)
        if orders is None or not isinstance(orders.current, MoveLine):
            return state
        line = replace(orders.current, path=orders.current.path[1:])
        return with_orders(state, self.seat, replace(orders, current=line))


class MarchEnded(SeatSecret[WarState], frozen=True):
    """A move ended before its last duchy, for a reason that only its seat learns."""

    nation: str
    place: str
    to: str
    why: Literal["condition", "odds", "problem"]
    problem: Problem | None = None
    commander: str = ""


def with_formation(state: WarState, **fields: object) -> WarState:
    """*state* with other *fields* of its Formation."""
    formation = moving(state)
    return state if formation is None else state.with_impulse(formation=replace(formation, **fields))


def _with_formation(state: WarState, formation: WarFormation) -> WarState:
    """*state*, in which nothing is moved, with *formation*, whose units are taken from those where it stands."""
    impulse: Impulse | None = state.impulse
    if impulse is None:
        return state
    worn, left = {}, {}
    for nation, number in formation.pieces.units.items():
        worn[nation], left[nation] = parted(beside(state, formation.place, nation), number)
    impulse = with_worn(impulse, formation.place, left)
    return replace(state, impulse=replace(impulse, formation=replace(formation, worn=worn)))


def _still_there(state: WarState) -> bool:
    formation = moving(state)
    return formation is not None and bool(formation.pieces)


def _halted(formation: WarFormation, event: ForcesHalted) -> WarFormation:
    """What is left of a Formation among the pieces of *event*, wherever they are now."""
    units = {nation: min(n, event.pieces.units.get(nation, 0)) for nation, n in formation.pieces.units.items()}
    units = {nation: n for nation, n in units.items() if n}
    generals = tuple(one for one in formation.pieces.generals if one in event.pieces.generals)
    worn = {nation: spent(n) for nation, n in units.items()}
    place, pieces = event.place, Pieces(units=units, generals=generals)
    return replace(formation, place=place, pieces=pieces, worn=worn, stopped=True, fought=True)


def _relocated(state: WarState, pieces: Pieces, start: str, to: str) -> WarState:
    return PiecesMoved(start=start, to=to, pieces=pieces, cause="moved").change(state)
