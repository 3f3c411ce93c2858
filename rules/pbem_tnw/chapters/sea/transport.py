"""The line `land`: what is aboard goes ashore, freely or under the guns of a Port (13.6, 13.7)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order, OrderPath, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.windows import DueRoll, ResponseWindow, rolling
from pbem_tnw.chapters.land.battle_rules import LossWish, bear, bearers
from pbem_tnw.chapters.land.events import FormationFormed
from pbem_tnw.chapters.land.formations import (
    DrawnUp,
    form,
    kind_of,
    refuse_unlent,
    wrong_with_entering,
    wrong_with_pieces,
)
from pbem_tnw.chapters.land.interception import dice_of_battle
from pbem_tnw.chapters.land.movement import confronting
from pbem_tnw.chapters.nation.pieces import DiceCleared, PiecesMoved
from pbem_tnw.chapters.sea import sailing
from pbem_tnw.chapters.sea.battle import send_home
from pbem_tnw.chapters.sea.events import ForcesLanded, LandingFired, PiecesEmbarked, SailEnded
from pbem_tnw.chapters.sea.fleets import (
    CARRIES,
    CUTS,
    SINKS,
    able_to_sail,
    aboard,
    fleet_at,
    guns,
    guns_on,
    moored,
    room,
    voyage_of,
)
from pbem_tnw.chapters.turn.facts import BattleAhead, LineRules
from pbem_tnw.edition.board import YARD
from pbem_tnw.orders.lines import AttackLine, EmbarkLine, FormLine, LandLine, SailLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.position.control import allied, controller, friendly, seat_of
from pbem_tnw.position.forces import (
    best_first,
    enemies_at,
    enemy_squadrons,
    enemy_units,
    moving,
    squadrons_at,
    still_at,
)
from pbem_tnw.position.impulse import Contact, Pieces, WarFormation
from pbem_tnw.position.state import WarState

EMBARKING_RULE = "13.6"


def embarking_problems(view: WarState, nation: str, line: EmbarkLine) -> Iterator[Problem]:
    """Why forces cannot go aboard now."""
    yield from embarking(view, nation, line)[1]


def embark(table: Table[WarState], nation: str, line: EmbarkLine) -> None:
    """Let forces go aboard, if those who lend pieces agree."""
    party = embarking(table.state, nation, line)[0]
    if party is not None and not refuse_unlent(table, nation, party.pieces):
        table.emit(
            PiecesEmbarked(nation=nation, place=party.place, pieces=party.pieces, stay_aboard=line.stay_aboard)
        )  # fmt: skip


def embarking(state: WarState, nation: str, line: EmbarkLine) -> DrawnUp:
    """The forces that go aboard as one body, with what is aboard in that Port already; and what is wrong with them.

    Without numbers as many units as may be led and find room.
    """
    place = _place(state, line)
    duchy = state.board.duchies.get(place)
    if duchy is None or not duchy.is_port:
        return None, (Problem("embark-where", ("at",), EMBARKING_RULE, {"place": place}),)
    carries = berths(state, nation, place)
    if not carries:
        return None, (Problem("embark-no-fleet", ("at",), EMBARKING_RULE, {"place": place, "nation": nation}),)
    commander, *riders = line.generals or (None,)
    body, wrong = form(
        state, nation, FormLine(at=place, commander=commander, riders=tuple(filter(None, riders)), units=line.units)
    )
    wrong = tuple(replace(each, path=("generals",) if each.path[:1] == ("with",) else each.path) for each in wrong)
    if body is None or any(each.stops for each in wrong):
        return None, wrong
    before = _aboard_already(state, nation, place)
    wanted = bool(line.units.numbers or line.units.every)
    pieces = body.pieces if wanted else _cut(body.pieces, carries - before.strength)
    body = _joined(body, before, pieces)
    wrong += tuple(wrong_with_pieces(state, nation, body.pieces, body.commander))
    if body.pieces.strength > carries:
        args = {"strength": body.pieces.strength, "room": carries, "place": place}
        wrong += (Problem("too-much-aboard", ("units",), EMBARKING_RULE, args),)
    return body, wrong


def berths(state: WarState, nation: str, place: str) -> int:
    """The strength that the Squadrons of the Camp of *nation* in a Port could carry if they sailed now."""
    before = moored(state)
    return sum(
        min(room(squadrons_at(state, place, (each,))), CARRIES * able_to_sail(before, each, place))
        for each in state.board.sequence
        if allied(state, nation, each)
    )


def _place(state: WarState, line: EmbarkLine) -> str:
    """The Port that a line means: as it says, else where the generals are, the Fleet, or the Formation."""
    if line.at not in (None, HERE):
        return line.at or ""
    there = [state.generals.get(one, "") for one in line.generals]
    voyage, formation = voyage_of(state), moving(state)
    there += [voyage.place] if voyage is not None and voyage.squadrons else []
    there += [formation.place] if formation is not None else []
    return next((place for place in there if place in state.board.duchies), "")


def _aboard_already(state: WarState, nation: str, place: str) -> Pieces:
    boarding = state.going_on.boarding
    if boarding is None or (boarding.nation, boarding.place) != (nation, place):
        return Pieces()
    return still_at(state, place, boarding.pieces)


def _cut(pieces: Pieces, most: int) -> Pieces:
    units: dict[str, int] = {}
    for each, n in pieces.units.items():
        units[each] = max(0, min(n, most - sum(units.values())))
    return replace(pieces, units={each: n for each, n in units.items() if n})


def _joined(body: WarFormation, before: Pieces, pieces: Pieces) -> WarFormation:
    units = dict(before.units)
    for each, n in pieces.units.items():
        units[each] = units.get(each, 0) + n
    generals = tuple(dict.fromkeys((*before.generals, *pieces.generals)))
    commander = generals[0] if generals and units else ""
    return replace(body, pieces=Pieces(units=units, generals=generals), commander=commander)


RULE = "13.7"


class Party(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Forces aboard in a *zone* that land in a *port*; *hostile*: it is Uncontrolled, or enemies stand there."""

    zone: str
    port: str
    formation: WarFormation
    hostile: bool = False


def party(state: WarState, nation: str, line: LandLine) -> tuple[Party | None, tuple[Problem, ...]]:
    """The forces that a line lands, and what is wrong with them."""
    port, zone = target_of(state, nation, line)
    duchy = state.board.duchies.get(port)
    if duchy is None or not duchy.is_port:
        near = _ports_beside(state) if line.at == HERE else ()
        return None, (_wrong("land-where", ("at",), place="" if line.at == HERE else port, near=near),)
    if not zone:
        return None, (_wrong("nothing-aboard", ("at",), rule="13.6", place=port, nation=nation, zones=duchy.port),)
    pieces, problems = _landing(state, nation, zone, line)
    if not pieces:
        return None, tuple(problems)
    hostile = not friendly(state, nation, port) or bool(enemies_at(state, nation, port))
    commander = _commander(state, nation, pieces)
    formation = WarFormation(
        kind=kind_of(state, pieces, commander), nation=nation, place=zone, pieces=pieces, commander=commander
    )
    if hostile:
        problems += [*_wrong_ashore(state, formation, port)]
    return Party(zone=zone, port=port, formation=formation, hostile=hostile), tuple(problems)


def target_of(state: WarState, nation: str, line: LandLine) -> tuple[str, str]:
    """The Port that a line means, and the zone beside it where forces are aboard: the voyage's first; empty if none."""
    voyage = voyage_of(state)
    port = line.at
    if port == HERE:
        ports = _ports_beside(state)
        port = ports[0] if len(ports) == 1 else ""
    zones = state.board.duchies[port].port if port in state.board.duchies else ()
    near = [voyage.place] if voyage is not None and voyage.place in zones else []
    near += [zone for zone in zones if squadrons_at(state, zone, (nation,))]
    return port, next((zone for zone in near if aboard(state, nation, zone)), "")


def _ports_beside(state: WarState) -> tuple[str, ...]:
    """The Ports on the zone where the Fleet of the voyage is; the Port itself if it is in one."""
    voyage = voyage_of(state)
    if voyage is None:
        return ()
    return state.board.zones[voyage.place].ports if voyage.place in state.board.zones else (voyage.place,)


def _landing(state: WarState, nation: str, zone: str, line: LandLine) -> tuple[Pieces, list[Problem]]:
    """What of that which is aboard lands: what the line names, else all."""
    there = aboard(state, nation, zone)
    problems = [
        _wrong("not-aboard", ("generals", at), rule="13.6", general=one, place=zone)
        for at, one in enumerate(line.generals)
        if one not in there.generals
    ]
    units = dict(there.units)
    if line.units.numbers:
        units = {each: n for each in (nation, *there.units) if (n := line.units.of(each, nation))}
        for each, n in units.items():
            if n > there.units.get(each, 0):
                args = {"nation": each, "wanted": n, "there": there.units.get(each, 0), "place": zone}
                problems.append(_wrong("too-few-aboard", ("units",), rule="13.6", **args))
    generals = tuple(one for one in there.generals if one in line.generals or not line.generals)
    halted = state.going_on.halted
    problems += [_wrong("general-halted", rule="9.3", general=one, place=zone) for one in generals if one in halted]
    return Pieces(units=units, generals=best_first(state, generals)), problems


def _commander(state: WarState, nation: str, pieces: Pieces) -> str:
    own = (one for one in pieces.generals if state.board.leaders[one].nation == nation)
    return next(own, "") if pieces.strength else ""


def _wrong_ashore(state: WarState, formation: WarFormation, port: str) -> Iterator[Problem]:
    """What forbids a landing that may be fought (13.7)."""
    nation, pieces = formation.nation, formation.pieces
    if enemy_squadrons(state, nation, port):
        yield _wrong("land-fleet-there", ("at",), port=port)
    yield from (replace(each, path=("at",)) for each in wrong_with_entering(state, formation, port))
    if not pieces.strength or not formation.commander:
        yield _wrong("land-no-army", rule="9.1", port=port)
    else:
        yield from wrong_with_pieces(state, nation, pieces, formation.commander)


def _wrong(code: str, path: OrderPath = (), *, rule: str = RULE, **args: object) -> Problem:
    return Problem(code, path, rule, args)


DICE = "landing"
"""The purpose of the dice of batteries that fire on a landing force."""


def landing_problems(view: WarState, nation: str, line: LandLine) -> Iterator[Problem]:
    """Why what is aboard cannot land now."""
    yield from party(view, nation, line)[1]


def landing_ahead(view: WarState, nation: str, line: LandLine) -> BattleAhead:
    """The position in which what is aboard stands ashore, before the enemies in the Port."""
    found = party(view, nation, line)[0]
    if found is None or not enemy_units(view, nation, found.port):
        return BattleAhead(view)
    pieces = found.formation.pieces
    landed = ForcesLanded(nation=nation, zone=found.zone, port=found.port, pieces=pieces, hostile=True).change(view)
    ashore = replace(found.formation, place=found.port, origin=found.zone, stopped=True)
    now = FormationFormed(formation=ashore).change(landed)
    contact = Contact(place=found.port, origin=found.zone, landed=True, defended=True)
    return BattleAhead(now.with_impulse(contact=contact), found.port)


def land(table: Table[WarState], nation: str, line: LandLine) -> None:
    """Land: freely in a Friendly Port without enemies, else to fight if the odds are as good as the line asks."""
    found = party(table.state, nation, line)[0]
    if found is None:
        return
    pieces = found.formation.pieces
    landed = ForcesLanded(nation=nation, zone=found.zone, port=found.port, pieces=pieces, hostile=found.hostile)
    if not found.hostile:
        table.emit(landed)
        return
    seat = seat_of(table.state, nation)
    if not _odds_allow(landed.change(table.views[seat]), nation, found, line):
        table.emit(SailEnded(seat=seat, nation=nation, place=found.zone, to=found.port, why="odds"))
        return
    table.emit(landed)
    table.emit(FormationFormed(formation=replace(found.formation, place=found.port, origin=found.zone, stopped=True)))
    owner = controller(table.state, found.port)
    occasion = ResponseOccasion(
        trigger="landing", nation=nation, place=found.port, origin=found.zone, target=nation
    )  # fmt: skip
    guard = owner if guns_on(table.state, nation, found.port) else ""
    fire = FireOnLanding(nation=nation, zone=found.zone, port=found.port, guns=guard)
    table.enter(ResponseWindow(occasion=occasion), fire)


class FireOnLanding(Step[WarState, Order], frozen=True):
    """The batteries of a Port fire once on the force that lands; in a Friendly one, without *guns*, none do."""

    rule = "13.7"
    nation: str
    zone: str
    port: str
    guns: str = ""

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        reckon = ReckonLanding(nation=self.nation, zone=self.zone, port=self.port)
        if not self.guns:
            table.enter(reckon)
            return
        roll = DueRoll(purpose=DICE, nation=self.guns, who=self.port, dice=guns(table.state, self.port))
        table.enter(*rolling(roll), reckon)


class ReckonLanding(Step[WarState, Order], frozen=True):
    """What the batteries did: sixes kill, fives disrupt; then the force meets the enemies ashore (13.7)."""

    rule = "13.7"
    nation: str
    zone: str
    port: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        impulse, formation = table.state.impulse, moving(table.state)
        if impulse is None or formation is None or formation.place != self.port:
            return
        faces = tuple(face for roll in impulse.rolled if roll.purpose == DICE for face in roll.faces)
        table.emit(DiceCleared())
        kills, fives = faces.count(SINKS), faces.count(CUTS)
        killed = _killed(table.state, formation.pieces, kills)
        disrupted = min(fives, formation.pieces.strength - sum(killed.values()))
        if faces:
            table.emit(
                LandingFired(place=self.port, nation=self.nation, faces=faces, killed=killed, disrupted=disrupted)
            )  # fmt: skip
        if killed:
            table.emit(PiecesMoved(self.port, YARD, Pieces(units=killed), "landing-fire", RULE))
        left = moving(table.state)
        if left is None or not left.pieces.strength:
            _reembark(table, self.port, self.zone, Pieces() if left is None else left.pieces)
            go_home(table, self.nation, self.zone)
            return
        contact = Contact(
            place=self.port, origin=self.zone, landed=True, batteries=kills + fives, disrupted=disrupted
        )  # fmt: skip
        table.enter(*confronting(table, self.nation, contact), AfterLanding(nation=self.nation, zone=self.zone))


class AfterLanding(Step[WarState, Order], frozen=True):
    """The Fleet of a landing force that has lost and is aboard again goes to the nearest Friendly Port (13.7)."""

    rule = "13.7"
    nation: str
    zone: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        impulse, formation = table.state.impulse, moving(table.state)
        lost = formation is None or not formation.pieces or formation.place == self.zone
        if impulse is not None and lost:
            go_home(table, self.nation, self.zone)


def go_home(table: Table[WarState], nation: str, zone: str) -> None:
    """Send the Fleet that has landed a force in vain to the nearest Friendly Port, with what is aboard."""
    ships = fleet_at(table.state, nation, zone)
    send_home(table, zone, ships, cause="landing-lost", rule=RULE, marker=False)


def _reembark(table: Table[WarState], port: str, zone: str, pieces: Pieces) -> None:
    if pieces:
        table.emit(PiecesMoved(port, zone, pieces, "reembarked", RULE))


def _killed(state: WarState, pieces: Pieces, kills: int) -> dict[str, int]:
    """The units that sixes kill, as their seats bear losses."""
    wishes = {}
    for nation in pieces.units:
        orders = state.standing.get(seat_of(state, nation))
        wishes[seat_of(state, nation)] = LossWish(nations=(orders.losses or ()) if orders is not None else ())
    (lost,) = bear(bearers(state, pieces.units, wishes), min(kills, pieces.strength), pieces.units)
    return {nation: n for nation, n in lost.items() if n}


def _odds_allow(view: WarState, nation: str, found: Party, line: LandLine) -> bool:
    """Whether the battle ashore is as good as the line asks, as if the batteries did nothing."""
    contact = Contact(place=found.port, origin=found.zone, landed=True, defended=True)
    dice = dice_of_battle(view, nation, contact) if line.only_if_odds is not None else None
    if line.only_if_odds is None or dice is None:
        return True
    own, enemy = dice
    return not enemy or line.only_if_odds.met(Fraction(own, enemy))


SEA_LINES: Mapping[type, LineRules] = {
    SailLine: LineRules(
        problems=sailing.sailing_problems,
        carry_out=sailing.set_out,
        foreseen=sailing.foreseen,
        ahead=sailing.sail_ahead,
    ),
    AttackLine: LineRules(problems=sailing.attack_problems, carry_out=sailing.attack, ahead=sailing.attack_ahead),
    EmbarkLine: LineRules(problems=embarking_problems, carry_out=embark),
    LandLine: LineRules(problems=landing_problems, carry_out=land, ahead=landing_ahead),
}
