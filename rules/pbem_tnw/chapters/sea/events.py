"""What happens at sea (13)."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from pbem.engine.event import Event, SeatSecret
from pbem.engine.order import Problem
from pbem_tnw.chapters.nation.pieces import PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.sea.fleets import moored, voyage_of, with_sailed
from pbem_tnw.chapters.turn.events import with_orders
from pbem_tnw.orders.lines import SailLine
from pbem_tnw.position.forces import carried, moving, settled
from pbem_tnw.position.impulse import BattleRole, Boarding, Pieces, SailingsMade, SeaBattle, Squadron, Voyage, less
from pbem_tnw.position.state import WarState


class VoyageBegan(Event[WarState], frozen=True):
    """A Fleet or Armada begins to sail, or to attack where it is, for so many CPs (13.2)."""

    voyage: Voyage
    cost: int
    left: tuple[tuple[str, SailingsMade], ...] = ()
    """By nation: what the Squadrons that stay have done in this Impulse."""
    attacks: str = ""
    """The zone or Port that it attacks from where it is."""

    def change(self, state: WarState) -> WarState:
        impulse = moored(state).impulse
        if impulse is None:
            return state
        for nation, done in self.left:
            impulse = replace(impulse, sailed=with_sailed(impulse, self.voyage.place, nation, done))
        boarding = impulse.boarding
        if boarding is not None and boarding.place == self.voyage.place:
            impulse = replace(impulse, boarding=None)
        return replace(state, impulse=replace(impulse, voyage=self.voyage))


class FleetMoved(Event[WarState], frozen=True):
    """The Fleet made a step, with what is aboard (13.2, 13.6); *onward*: not its first."""

    nation: str
    start: str
    to: str
    squadrons: tuple[Squadron, ...]
    cargo: Pieces = Pieces()
    onward: bool = False

    def change(self, state: WarState) -> WarState:
        voyage, impulse = voyage_of(state), state.impulse
        if voyage is None or impulse is None:
            return state
        impulse = carried(state, impulse, self.start, self.to, self.cargo)
        moved = SquadronsMoved(self.start, self.to, self.squadrons, "sailed").change(state)
        moved = PiecesMoved(self.start, self.to, self.cargo, "sailed").change(moved)
        if stays := {self.to: moved.aboard[self.start]} if self.cargo and self.start in moved.aboard else {}:
            moved = replace(moved, aboard={**moved.aboard, **stays})
        voyage = replace(
            voyage, place=self.to, origin=self.start, steps=voyage.steps + 1, squadrons=self.squadrons,
            cargo=self.cargo if self.to in state.board.zones else Pieces(),
        )  # fmt: skip
        calm = tuple(zone for zone in impulse.becalmed if zone != self.to)
        return replace(moved, impulse=replace(impulse, voyage=voyage, becalmed=calm))


class SeaWaypointPassed(SeatSecret[WarState], frozen=True):
    """The Fleet is at the first place of what is left of its path."""

    def change(self, state: WarState) -> WarState:
        orders = state.under_way.get(self.seat)
        if orders is None or not isinstance(orders.current, SailLine):
            return state
        line = replace(orders.current, path=orders.current.path[1:])
        return with_orders(state, self.seat, replace(orders, current=line))


class VoyageEnded(Event[WarState], frozen=True):
    """The Fleet sails no further on this line; *refitting* are those that take a Refit marker now (13.8)."""

    nation: str
    place: str
    refitting: tuple[Squadron, ...] = ()

    def change(self, state: WarState) -> WarState:
        voyage, impulse = voyage_of(state), state.impulse
        if voyage is None or impulse is None:
            return state
        if self.place in impulse.becalmed:
            voyage = replace(voyage, over=True)
        if not self.refitting:
            return replace(state, impulse=replace(impulse, voyage=voyage))
        become = tuple(replace(one, refit=one.refit + 1) for one in self.refitting)
        state = SquadronsMoved(self.place, self.place, self.refitting, "narrows", become).change(state)
        return replace(state, impulse=replace(impulse, voyage=replace(voyage, refits=0)))


class SailEnded(SeatSecret[WarState], frozen=True):
    """A sailing ended before its last place, for a reason that only its seat learns."""

    nation: str
    place: str
    to: str
    why: Literal["condition", "odds", "problem"]
    problem: Problem | None = None


class BatteriesFired(Event[WarState], frozen=True):
    """The guns of *place* fired on the Fleet of *nation* in narrows (13.8)."""

    place: str
    nation: str
    faces: tuple[int, ...]
    sunk: tuple[Squadron, ...]
    refits: int

    def change(self, state: WarState) -> WarState:
        voyage = voyage_of(state)
        return (
            state if voyage is None else state.with_impulse(voyage=replace(voyage, refits=voyage.refits + self.refits))
        )


class SeaInterceptionTried(Event[WarState], frozen=True):
    """A Fleet tries to stop that of *mover* in a zone; it tries no more in this Impulse (13.4)."""

    nation: str
    mover: str
    zone: str
    need: int

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(sea_tried=(*state.going_on.sea_tried, (self.nation, self.zone)))


class SeaInterceptionRolled(Event[WarState], frozen=True):
    """Whether a Fleet stopped that of *mover*: two dice showed *faces*."""

    nation: str
    mover: str
    zone: str
    faces: tuple[int, ...]
    success: bool


class SeaEvasionTried(Event[WarState], frozen=True):
    """Fleets of *nations* that are attacked in a zone try to get away to a Port or another zone (13.4)."""

    nations: tuple[str, ...]
    zone: str
    to: str
    need: int


class SeaEvasionRolled(Event[WarState], frozen=True):
    """Whether they got away: two dice showed *faces*; the Squadrons go by `SquadronsMoved`."""

    nations: tuple[str, ...]
    zone: str
    to: str
    faces: tuple[int, ...]
    success: bool


class SeaBattleBegan(Event[WarState], frozen=True):
    """Fleets fight (13.41, 13.5)."""

    battle: SeaBattle

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(sea_battle=self.battle)


class SeaRoundDue(Event[WarState], frozen=True):
    """The dice of a round are rolled next."""

    number: int

    def change(self, state: WarState) -> WarState:
        battle = state.going_on.sea_battle
        return state if battle is None else state.with_impulse(sea_battle=replace(battle, round=self.number))


class PortGunsFired(Event[WarState], frozen=True):
    """The batteries of the Port fired on the fleet that attacks (13.5)."""

    battle: SeaBattle
    faces: tuple[int, ...]
    sunk: int = 0

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(sea_battle=self.battle)


class SeaRoundOver(Event[WarState], frozen=True):
    """The dice of both fleets, and what is left of them; the Squadrons sunk go by `SquadronsMoved`."""

    battle: SeaBattle
    attacking: tuple[int, ...]
    defending: tuple[int, ...]
    attackers_sunk: int = 0
    attackers_cut: int = 0
    """Dice that fives have taken from them in this round."""
    defenders_sunk: int = 0
    defenders_cut: int = 0

    def change(self, state: WarState) -> WarState:
        return state.with_impulse(sea_battle=self.battle)


class SeaBattleEnded(Event[WarState], frozen=True):
    """Who has won a naval battle; *clear*: the active side has won and sunk all its enemies, and may sail on (13.4).

    *nation* acted, from *start*; otherwise its Squadrons there sail no more in this Impulse.
    """

    place: str
    start: str
    nation: str
    role: BattleRole
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    clear: bool = False

    def change(self, state: WarState) -> WarState:
        now, voyage = state.going_on, voyage_of(state)
        ours = voyage is not None and (voyage.nation, voyage.place) == (self.nation, self.start)
        if voyage is not None and ours:
            voyage = replace(voyage, over=voyage.over or not self.clear)
        won = self.role == "attacker" if self.nation == now.nation else now.won_last
        return state.with_impulse(sea_battle=None, at_sea=(), voyage=voyage, won_last=won)


class PiecesEmbarked(Event[WarState], frozen=True):
    """Land forces in a Port go aboard the next Fleet that sails from it; *pieces* are all that do (13.6)."""

    nation: str
    place: str
    pieces: Pieces
    stay_aboard: bool = False

    def change(self, state: WarState) -> WarState:
        impulse, formation = state.impulse, moving(state)
        if impulse is None:
            return state
        if formation is not None and formation.place == self.place:
            impulse = settled(impulse, formation)
        boarding = Boarding(nation=self.nation, place=self.place, pieces=self.pieces)
        stays = impulse.stays_aboard or self.stay_aboard
        return replace(state, impulse=replace(impulse, boarding=boarding, stays_aboard=stays))


class ForcesLanded(Event[WarState], frozen=True):
    """Land forces went ashore in a Port, freely or to fight (13.6, 13.7)."""

    nation: str
    zone: str
    port: str
    pieces: Pieces
    hostile: bool = False

    def change(self, state: WarState) -> WarState:
        voyage, impulse = voyage_of(state), state.impulse
        if impulse is None:
            return state
        impulse = carried(state, impulse, self.zone, self.port, self.pieces)
        if voyage is not None and voyage.place == self.zone:
            impulse = replace(impulse, voyage=replace(voyage, cargo=less(voyage.cargo, self.pieces)))
        moved = PiecesMoved(self.zone, self.port, self.pieces, "landed").change(state)
        return replace(moved, impulse=impulse)


class LandingFired(Event[WarState], frozen=True):
    """The batteries of a Port fired on forces that land; the units *killed* go by `PiecesMoved` (13.7)."""

    place: str
    nation: str
    faces: tuple[int, ...]
    killed: Mapping[str, int] = {}
    disrupted: int = 0


class StayedAboard(Event[WarState], frozen=True):
    """What is aboard in a zone stays there, until the next Impulse of *nation*; with no nation no one does (13.6)."""

    zone: str
    nation: str = ""

    def change(self, state: WarState) -> WarState:
        others = {zone: nation for zone, nation in state.aboard.items() if zone != self.zone}
        return replace(state, aboard={**others, self.zone: self.nation} if self.nation else others)
