"""Sea battles, orders for them, the way home."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.events import end_without_fleets
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.cards.windows import DueRoll, ResponseWindow, rolling
from pbem_tnw.chapters.nation.pieces import DiceCleared, PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.sea.events import (
    PortGunsFired,
    SeaBattleBegan,
    SeaBattleEnded,
    SeaRoundDue,
    SeaRoundOver,
    StayedAboard,
)
from pbem_tnw.chapters.sea.fleets import (
    BRITAIN,
    LAST_ROUND,
    aboard,
    attack_off_map,
    attack_on_port,
    battle_at_sea,
    beyond_room,
    dice,
    drown,
    fleet_at,
    fought,
    room,
    sunk_as_wished,
    under_fire,
    voyage_of,
    winner,
)
from pbem_tnw.chapters.turn.facts import SeatFacts
from pbem_tnw.edition.board import FLEETS, REGROUP, YARD
from pbem_tnw.orders.condition_parser import BattleCondition, value
from pbem_tnw.orders.standing import SeaLine
from pbem_tnw.position.control import allied, friendly, seat_of
from pbem_tnw.position.forces import allied_squadrons, enemies_at, enemy_squadrons, nearest_ports, squadrons_at
from pbem_tnw.position.impulse import BattleModifier, BattleRole, Pieces, SeaBattle, Squadron, other_role
from pbem_tnw.position.state import WarState, draw_name

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


RULE = "13.6"


def settle_aboard(table: Table[WarState], nation: str) -> None:
    """At the end of an Impulse of *nation*: what may stay aboard stays until its next one, the rest goes to Regroup.

    That is what the orders of this Impulse give leave to stay (`stay aboard`).
    """
    impulse = table.state.impulse
    strand(table)
    for zone in table.state.board.zones:
        pieces, host = aboard(table.state, nation, zone), table.state.aboard.get(zone, "")
        if host and not _anyone(table.state, zone):
            table.emit(StayedAboard(zone=zone))
        if not pieces or host not in ("", nation):
            continue
        if impulse is not None and impulse.stays_aboard:
            table.emit(StayedAboard(zone=zone, nation=nation))
        else:
            table.emit(PiecesMoved(zone, REGROUP, pieces, "no-leave-to-stay", RULE))
            if host:
                table.emit(StayedAboard(zone=zone))


def strand(table: Table[WarState]) -> None:
    """Let land forces at sea whom the Squadrons of their Camp there cannot carry any more go to the Regroup box."""
    for zone in table.state.board.zones:
        for nation in table.state.board.sequence:
            if pieces := beyond_room(table.state, nation, zone):
                table.emit(PiecesMoved(zone, REGROUP, pieces, "no-ships", RULE))


def _anyone(state: WarState, zone: str) -> bool:
    """Whether land forces are aboard in a zone."""
    return bool(state.units.get(zone)) or zone in state.generals.values()


class Homeward(Step[WarState, Order], frozen=True):
    """At the end of the Attrition phase a Fleet at sea whose zone touches no Friendly Port goes home (13.10)."""

    rule = "13.10"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for zone, nation in adrift(table.state):
            ships = allied_squadrons(table.state, nation, zone)
            send_home(table, zone, ships, cause="homeward", rule=self.rule, marker=False)
        strand(table)


def adrift(state: WarState) -> tuple[tuple[str, str], ...]:
    """The Fleets at sea whose zone touches no Friendly Port: the zone, and the first nation of the Camp there."""
    found = []
    for zone, printed in state.board.zones.items():
        led: list[str] = []
        for nation in state.board.sequence:
            if squadrons_at(state, zone, (nation,)) and not any(allied(state, nation, one) for one in led):
                led.append(nation)
        found += [(zone, nation) for nation in led if not any(friendly(state, nation, port) for port in printed.ports)]
    return tuple(found)


def send_home(
    table: Table[WarState], start: str, ships: tuple[Squadron, ...], *, cause: str = "beaten", rule: str = "13.42",
    marker: bool = True,
) -> None:  # fmt: skip
    """Send Squadrons of one Camp and what is aboard to the nearest Friendly Port, with a Refit *marker* each.

    Without such a Port they go to the Regroup box.
    """
    if not ships:
        return
    state = table.state
    nation = speaker(state, ships)
    to = home_port(state, nation, start) or REGROUP
    become = tuple(replace(one, refit=one.refit + 1) for one in ships) if marker and to != REGROUP else ()
    carried = _aboard(state, nation, start, ships)
    table.emit(SquadronsMoved(start, to, ships, cause, become, rule))
    if carried:
        ashore = to if to == REGROUP or harbour(state, nation, to) else REGROUP
        table.emit(PiecesMoved(start, ashore, carried, cause, rule))


def home_port(state: WarState, nation: str, start: str) -> str:
    """The nearest Friendly Port of a Fleet of *nation*, whatever is in the zones between; empty if there is none."""
    return wished(state, nation, list(nearest_ports(state, nation, start, closed=_open)))


def _open(state: WarState, nation: str, zone: str) -> bool:
    return False


def _aboard(state: WarState, nation: str, start: str, ships: tuple[Squadron, ...]) -> Pieces:
    """What goes with Squadrons: all that is aboard if no others stay, else what those that stay cannot carry."""
    pieces = aboard(state, nation, start)
    staying = list(allied_squadrons(state, nation, start))
    for one in ships:
        staying.remove(one)
    if not staying:
        return pieces
    surplus = max(0, pieces.strength - room(tuple(staying)))
    units: dict[str, int] = {}
    for each, n in pieces.units.items():
        units[each] = min(n, surplus)
        surplus -= units[each]
    return Pieces(units={each: n for each, n in units.items() if n})


OFF_MAP = "6.13"
DICE = "sea"
"""The purpose of the dice of fleets and of batteries in a naval battle."""
ROLES: tuple[BattleRole, BattleRole] = ("attacker", "defender")


class SeaFight(Step[WarState, Order], frozen=True):
    """The Fleets of *nation* fight the enemies in a zone, or with the voyage those in a Port beside it."""

    rule = "13.41"
    nation: str
    place: str
    evasion_failed: bool = False

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = battle_due(table.state, self.nation, self.place, evasion_failed=self.evasion_failed)
        if battle is None:
            return
        table.emit(SeaBattleBegan(battle=battle))
        begins = ResponseOccasion(
            trigger="sea_battle", nation=battle.nation, place="" if self.place == FLEETS else self.place,
            origin=battle.origin,
            target=battle.defender.nations[0],
        )  # fmt: skip
        table.enter(ResponseWindow(occasion=begins), SeaRound(number=1))


class SeaRound(Step[WarState, Order], frozen=True):
    """A round: the batteries of a Port fire first (13.5)."""

    rule = "13.41"
    number: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(SeaRoundDue(number=self.number))
        battle = table.state.going_on.sea_battle
        if battle is None:
            return
        if battle.batteries:
            guns = DueRoll(
                purpose=DICE, nation=battle.defender.nations[0], side="defender", who=battle.place,
                dice=battle.batteries,
            )  # fmt: skip
            table.enter(*rolling(guns), ReckonGuns(), FleetDice())
        else:
            table.enter(FleetDice())


class ReckonGuns(Step[WarState, Order], frozen=True):
    """The sixes of the batteries sink, their fives cut the dice of this round already (13.5)."""

    rule = "13.5"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = table.state.going_on.sea_battle
        if battle is None:
            return
        faces = _faces(table.state, "defender")
        table.emit(DiceCleared())
        reckon_guns(table, battle, faces, table.state.going_on.at_sea)


class FleetDice(Step[WarState, Order], frozen=True):
    """The dice of both fleets, all at once."""

    rule = "13.41"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = table.state.going_on.sea_battle
        if battle is None:
            return
        rolls = (
            DueRoll(
                purpose=DICE, nation=battle.side(role).nations[0], side=role,
                dice=dice(battle, role, table.state.going_on.at_sea),
            )
            for role in ROLES
        )  # fmt: skip
        table.enter(*rolling(*rolls), ReckonSeaRound())


class ReckonSeaRound(Step[WarState, Order], frozen=True):
    """What the dice on the table did, and who has won."""

    rule = "13.41"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = table.state.going_on.sea_battle
        if battle is None:
            return
        attacking, defending = (_faces(table.state, role) for role in ROLES)
        table.emit(DiceCleared())
        after = reckon_round(table, battle, attacking, defending, table.state.going_on.at_sea)
        won = winner(after)
        if won is None:
            table.enter(SeaRound(number=after.round + 1))
        else:
            settle(table, after, won)


def battle_due(state: WarState, nation: str, place: str, *, evasion_failed: bool = False) -> SeaBattle | None:
    """The naval battle of *nation* in a zone, or of its voyage with Squadrons in a Port or off the map; else None."""
    if place in state.board.zones:
        return battle_at_sea(state, nation, place, evasion_failed=evasion_failed)
    voyage = voyage_of(state)
    if voyage is None:
        return None
    return attack_off_map(state, voyage) if place == FLEETS else attack_on_port(state, voyage, place)


def fight_at_once(table: Table[WarState], battle: SeaBattle, why: str) -> None:
    """Fight a battle outside Impulses, where no one may respond."""
    table.emit(SeaBattleBegan(battle=battle))
    for number in range(1, LAST_ROUND + 1):
        battle = replace(battle, round=number)
        shown = {}
        for role in ROLES:
            name = draw_name(table.state, f"{why}, round {number}, {role}")
            shown[role] = tuple(sorted(table.roll(name, dice(battle, role)), reverse=True))
        battle = reckon_round(table, battle, shown["attacker"], shown["defender"])
        won = winner(battle)
        if won is not None:
            settle(table, battle, won)
            return


def reckon_guns(
    table: Table[WarState], battle: SeaBattle, faces: Sequence[int], cards: Sequence[BattleModifier] = ()
) -> None:
    """Let the dice of batteries do what they do."""
    after = under_fire(battle, faces, cards)
    after = replace(after, attacker=sunk_as_wished(table.state, battle.attacker, after.attacker))
    table.emit(PortGunsFired(battle=after, faces=tuple(faces), sunk=after.attacker.sunk - battle.attacker.sunk))
    _sink(table, battle, after, "attacker")


def reckon_round(
    table: Table[WarState], battle: SeaBattle, attacking: Sequence[int], defending: Sequence[int],
    cards: Sequence[BattleModifier] = (),
) -> SeaBattle:  # fmt: skip
    """Let the dice of both fleets do what they do; gives back the battle after it."""
    after = fought(battle, attacking, defending, cards)
    sides = {role: sunk_as_wished(table.state, battle.side(role), after.side(role)) for role in ROLES}
    after = replace(after, attacker=sides["attacker"], defender=sides["defender"])
    table.emit(
        SeaRoundOver(
            battle=after, attacking=tuple(attacking), defending=tuple(defending),
            attackers_sunk=after.attacker.sunk - battle.attacker.sunk,
            attackers_cut=after.attacker.off - battle.attacker.off,
            defenders_sunk=after.defender.sunk - battle.defender.sunk,
            defenders_cut=after.defender.off - battle.defender.off,
        )
    )  # fmt: skip
    for role in ROLES:
        _sink(table, battle, after, role)
    return after


def settle(table: Table[WarState], battle: SeaBattle, won: BattleRole) -> None:
    """The battle is over: what was aboard sunk Squadrons is lost, and the beaten fleet goes (13.42, 13.5)."""
    loser = other_role(won)
    clear = won == "attacker" and (battle.in_port or not battle.defender.afloat)
    table.emit(
        SeaBattleEnded(
            place=battle.place, start=battle.where("attacker"), nation=battle.nation, role=won,
            winners=battle.side(won).nations, losers=battle.side(loser).nations, clear=clear,
        )
    )  # fmt: skip
    for role in ROLES:
        if not (battle.in_port and role == "defender"):
            drown(table, battle.side(role).nations[0], battle.where(role), battle.side(role).sunk)
    if battle.in_port and won == "attacker":
        left = _there(table.state, battle, "defender")
        if left:
            table.emit(SquadronsMoved(battle.place, YARD, left, "lost-with-port", rule="13.5"))
    elif battle.place != FLEETS:
        send_home(table, battle.where(loser), _there(table.state, battle, loser))
    else:
        _settle_off_map(table, battle, won)


def _settle_off_map(table: Table[WarState], battle: SeaBattle, won: BattleRole) -> None:
    """The Fleet that was sent returns without a marker; Squadrons that were beaten off the map go to the Regroup box.

    With none left there the event ends.
    """
    start = battle.where("attacker")
    if start in table.state.board.zones:
        ships = _there(table.state, battle, "attacker")
        send_home(table, start, ships, cause="returned", rule=OFF_MAP, marker=False)
    beaten = _there(table.state, battle, "defender") if won == "attacker" else ()
    if beaten:
        table.emit(SquadronsMoved(FLEETS, REGROUP, beaten, "beaten", rule="13.42"))
    end_without_fleets(table)


def _sink(table: Table[WarState], before: SeaBattle, after: SeaBattle, role: BattleRole) -> None:
    side = after.side(role)
    sunk = side.squadrons[before.side(role).sunk : side.sunk]
    if sunk:
        table.emit(SquadronsMoved(after.where(role), YARD, sunk, "sunk", rule="13.41"))


def _there(state: WarState, battle: SeaBattle, role: BattleRole) -> tuple[Squadron, ...]:
    """The Squadrons of a side that are afloat."""
    there = list(squadrons_at(state, battle.where(role)))
    left = []
    for one in battle.side(role).afloat:
        if one in there:
            there.remove(one)
            left.append(one)
    return tuple(left)


def _faces(state: WarState, role: BattleRole) -> tuple[int, ...]:
    rolled = state.going_on.rolled
    return tuple(face for roll in rolled if roll.purpose == DICE and roll.side == role for face in roll.faces)
