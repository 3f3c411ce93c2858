"""What seats have ordered for their Fleets at sea, and what they do without orders (13.4; house rules, 2.3)."""

from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.cards.occasion import ResponseOccasion
from pbem_tnw.chapters.naval.fleets import BRITAIN, battle_at_sea, fleet_at
from pbem_tnw.chapters.naval.rounds import dice
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.orders.conditions.condition import BattleCondition, value
from pbem_tnw.orders.standing_lines import SeaLine
from pbem_tnw.position.control import friendly, seat_of
from pbem_tnw.position.forces import allied_squadrons, enemies_at, enemy_squadrons
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.state import WarState

TARGET = 8
"""What two dice and the modifiers must come to, to intercept or to evade."""
OUT_OF_PORT = 2
"""What is added to intercept a Fleet that comes out of a Port."""


class SeaFacts(SeatFacts):
    """The `Facts` of a seat whose *nation* meets the Fleet of *mover* in a zone, which it defends.

    `squadrons` are those that act, `own` one's own Camp's there; *need* is what two dice must show. The dice are those
    of a battle there.
    """

    def __init__(self, view: WarState, seat: str, nation: str, mover: str, zone: str, need: int) -> None:
        super().__init__(view, seat, nation, ResponseOccasion(trigger="sail", nation=mover, place=zone))
        self._zone, self._need = zone, need
        self._acting = len(fleet_at(view, mover, zone))
        self._battle = battle_at_sea(view, mover, zone)

    def squadrons(self, place: str | None) -> int | None:
        return self._acting if place is None else super().squadrons(place)

    def own(self) -> int | None:
        return len(allied_squadrons(self._view, self._nation, self._zone))

    def need(self) -> int | None:
        return self._need

    def roll(self) -> int | None:
        return None

    def dice(self, side: str) -> int | None:
        if self._battle is None:
            return None
        return dice(self._battle, "defender" if side == "own" else "attacker")


def interception_bonus(state: WarState, nation: str, *, from_port: bool) -> int:
    """What is added to the two dice of a Fleet that tries to stop another (13.4)."""
    cards = modifier(state, "sea_interception", nation)
    return (nation == BRITAIN) + (OUT_OF_PORT if from_port else 0) + cards


def evasion_bonus(ships: tuple[Squadron, ...]) -> int:
    """What is added to the two dice of Fleets that evade (13.4)."""
    return int(any(one.nation == BRITAIN for one in ships))


def intercepts(view: WarState, nation: str, mover: str, zone: str, *, from_port: bool) -> bool:
    """Whether the Fleet of *nation* tries to stop that of *mover*, by what its seat sees and has ordered.

    Without orders for that zone and enemy it does with at least as many dice.
    """
    seat = seat_of(view, nation)
    facts = SeaFacts(view, seat, nation, mover, zone, TARGET - interception_bonus(view, nation, from_port=from_port))
    ordered = [line.intercept for line in _lines(view, seat, mover, zone) if line.intercept is not None]
    if ordered:
        return _any_holds(ordered, facts)
    own, enemy = facts.dice("own") or 0, facts.dice("enemy") or 0
    return own >= enemy


def evades(view: WarState, seat: str, nation: str, attacker: str, zone: str) -> bool:
    """Whether Fleets in a zone try to evade, as *seat* decides; without orders with less than half the dice."""
    ships = enemy_squadrons(view, attacker, zone)
    facts = SeaFacts(view, seat, nation, attacker, zone, TARGET - evasion_bonus(ships))
    ordered = [line.evade for line in _lines(view, seat, attacker, zone) if line.evade is not None]
    if ordered:
        return _any_holds(ordered, facts)
    own, enemy = facts.dice("own") or 0, facts.dice("enemy") or 0
    return 2 * own < enemy


def speaker(state: WarState, ships: tuple[Squadron, ...]) -> str:
    """The nation that decides for Fleets of one Camp: that with most Squadrons, of equals the first on the Track."""
    count = {nation: sum(one.nation == nation for one in ships) for nation in state.board.sequence}
    return max(count, key=lambda nation: count[nation])


def refuge_at_sea(state: WarState, nation: str, zone: str) -> str:
    """Where Fleets of *nation* in a zone evade to: a Friendly Port, else a zone without enemies; empty if nowhere.

    Of several the first that the standing orders name, else the first in the alphabet.
    """
    ports = [port for port in state.board.zones[zone].ports if harbour(state, nation, port)]
    zones = [other for other in state.board.zones[zone].adjacent if not enemy_squadrons(state, nation, other)]
    return wished(state, nation, ports or zones)


def harbour(state: WarState, nation: str, port: str) -> bool:
    """Whether a Fleet of *nation* finds shelter in a Port: a Friendly one without enemy forces."""
    return friendly(state, nation, port) and not enemies_at(state, nation, port)


def wished(state: WarState, nation: str, places: list[str]) -> str:
    """Of places that are as good the one that the seat of *nation* names first, else the first in the alphabet."""
    orders = state.standing.get(seat_of(state, nation))
    named = (orders.march_to or ()) if orders is not None else ()
    return next((place for place in named if place in places), min(places, default=""))


def _lines(view: WarState, seat: str, enemy: str, zone: str) -> list[SeaLine]:
    orders = view.standing.get(seat)
    lines = (orders.sea or ()) if orders is not None else ()
    return [line for line in lines if line.zone.includes(zone) and line.by.includes(enemy)]


def _any_holds(conditions: list[BattleCondition], facts: SeaFacts) -> bool:
    return any(value(condition, facts) for condition in conditions)
