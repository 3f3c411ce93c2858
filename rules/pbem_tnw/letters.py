"""Functions of the rules that letters call by name, so that no rule is worked out twice."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem.engine.reading import of_position
from pbem.engine.ruleset import RuleReading, readings
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.cards.play_rules import (
    WANTS_CHOICE,
    choices_for_example,
    event_problems,
    open_choices,
    too_early,
)
from pbem_tnw.chapters.cards.windows import HoldQuestion
from pbem_tnw.chapters.land.battle_outlook import dice_seen
from pbem_tnw.chapters.land.battle_rules import alliance
from pbem_tnw.chapters.land.formations import form, left_behind, plain_cost
from pbem_tnw.chapters.land.odds import SiegeOdds
from pbem_tnw.chapters.land.paths import RIDE, GeneralReach, ReachedDuchy, as_active, each_reach
from pbem_tnw.chapters.land.sieges import outlook
from pbem_tnw.chapters.nation.buying import (
    SQUADRON,
    UNIT,
    default_return,
    default_return_port,
    generals_to_build,
    purchases,
)
from pbem_tnw.chapters.nation.pieces import PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.nation.returning import FLAG, PIECE, TRY, in_box, wrong_flag
from pbem_tnw.chapters.politics.peace import last_turn, payer
from pbem_tnw.chapters.politics.track import TURN, ConsulStep, is_open, own_row, steps_by_points
from pbem_tnw.chapters.politics.wars import ON_POWER
from pbem_tnw.chapters.sea.events import PiecesEmbarked
from pbem_tnw.chapters.sea.fleets import CARRIES, MOST_STEPS, guns_on, route
from pbem_tnw.chapters.sea.sailing import attackers, fare, fleets_ready, setting_out
from pbem_tnw.chapters.sea.transport import embarking
from pbem_tnw.chapters.turn.card_play import card_problems, impulses_in_doubt, leading
from pbem_tnw.chapters.turn.events import LineReached, RestReached
from pbem_tnw.chapters.turn.facts import PointsSpent, par, points_of_power, points_of_seat
from pbem_tnw.chapters.turn.reinforcement import reinforcement_points
from pbem_tnw.chapters.turn.sheet_checks import least_costs
from pbem_tnw.chapters.turn.sheets import (
    battle_ahead,
    battle_if_stopped,
    check_alternatives,
    meetings_ahead,
    sea_battle_ahead,
)
from pbem_tnw.chapters.turn.taking import barred_ahead, leaves_points, lowest, preemption_begun
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.edition.card_words import kind_placed
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.lexicon import lexicon
from pbem_tnw.orders.choices import BattleCardWish, CardUse, EventChoices, HoldAnswer, PlayedNow
from pbem_tnw.orders.condition import Truth, spelled
from pbem_tnw.orders.condition_parser import OrderCondition
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import (
    AssaultLine,
    BuildLine,
    DropLine,
    EmbarkLine,
    FormLine,
    ImpulseLine,
    LandLine,
    MoveLine,
    RegroupLine,
    TakeLine,
)
from pbem_tnw.orders.pieces import PiecesWanted, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import PreemptLine
from pbem_tnw.position.control import (
    allied,
    camp_of,
    controller,
    hostile,
    keys_held,
    keys_lost,
    members,
    nations_of,
    powers_of,
    seat_of,
)
from pbem_tnw.position.forces import besieging, enemies_at, enemy_squadrons, generals_of, squadrons_at, units_at
from pbem_tnw.position.impulse import Pieces, Squadron
from pbem_tnw.position.state import WarState


class FleetTarget(msgspec.Struct, frozen=True):
    """A place that a Fleet can attack or a force can land at: the strength of its enemies, the dice of batteries.

    *zone* is the one from which a force lands there.
    """

    place: str
    enemies: int
    batteries: int
    zone: str = ""


class ReadyFleet(msgspec.Struct, frozen=True):
    """Squadrons of a nation that may sail from a place, and the enemy ones that they can attack at once."""

    place: str
    squadrons: int
    targets: tuple[FleetTarget, ...]


class PossibleLanding(msgspec.Struct, frozen=True):
    """Forces that can go by sea from a Port, for so many CPs, the Ports to land at, and the way to the nearest one."""

    start: str
    pieces: Pieces
    cost: int
    ports: tuple[FleetTarget, ...]
    way: tuple[str, ...]


def ready_fleets(view: WarState, nation: str) -> Iterator[ReadyFleet]:
    """The Squadrons of *nation* that may sail, place by place, and what they can attack from there (13.2, 13.5)."""
    for place in fleets_ready(view, nation):
        zone = view.board.zones.get(place)
        near = (place, *zone.ports) if zone is not None else ()
        found = (_target(view, nation, one, len(enemy_squadrons(view, nation, one))) for one in near)
        ships = sum(1 for ship in squadrons_at(view, place, (nation,)) if ship.sails)
        yield ReadyFleet(place, ships, tuple(each for each in found if each.enemies))


def landings(view: WarState, nation: str, points: int) -> Iterator[PossibleLanding]:
    """For each Port with a general, units and Squadrons of *nation*: the enemy Ports without Squadrons (13.7).

    What others do on the way is not looked at.
    """
    active = as_active(view, nation, points)
    for start in fleets_ready(view, nation):
        for commander in generals_of(view, start, (nation,))[:1] if start in view.board.duchies else ():
            line = EmbarkLine(at=start, generals=(commander,))
            party, problems = embarking(active, nation, line)
            if party is None or not party.pieces.strength or any(each.stops for each in problems):
                continue
            aboard = PiecesEmbarked(nation=nation, place=start, pieces=party.pieces).change(active)
            out = setting_out(aboard, nation, start, Strengths(), sails=True)
            ports = tuple(_ports(view, nation, start))
            if ports and out.voyage is not None and out.cost <= points and not any(each.stops for each in out.problems):
                zones = view.board.duchies[ports[0].place].port
                ways = (route(view, nation, start, zone) for zone in zones)
                way = min((each for each in ways if each), key=len)
                yield PossibleLanding(start, party.pieces, out.cost, ports, (start, *way))


def _ports(view: WarState, nation: str, start: str) -> Iterator[FleetTarget]:
    """The enemy Ports at which forces from a Port can land, the nearest first."""
    found = []
    for port, duchy in view.board.duchies.items():
        if duchy.is_port and hostile(view, nation, port) and not enemy_squadrons(view, nation, port):
            ways = ((len(route(view, nation, start, zone)), zone) for zone in duchy.port)
            if near := [way for way in ways if 0 < way[0] <= MOST_STEPS]:
                steps, zone = min(near)
                found.append((steps, port, zone))
    for _, port, zone in sorted(found):
        yield replace(_target(view, nation, port, enemies_at(view, nation, port).strength), zone=zone)


def _target(view: WarState, nation: str, place: str, enemies: int) -> FleetTarget:
    return FleetTarget(place, enemies, guns_on(view, nation, place) if place in view.board.duchies else 0)


ONE_BY_ONE = ("built", "regrouped", "refitted")
"""The causes of moves that lines and `rest` carry out piece by piece."""
_BETWEEN = (LineReached, RestReached, PointsSpent)


def moved_together(event: PiecesMoved, so_far: Sequence[Event], to_come: Sequence[Event]) -> Pieces:
    """The pieces of *event* with those of the like events after it; none if they were told with one before it."""
    if any(_run(event, reversed(so_far))):
        return Pieces()
    units: dict[str, int] = {}
    generals: list[str] = []
    for each in (event, *_run(event, to_come)):
        assert isinstance(each, PiecesMoved)  # noqa: S101 a run is of one type
        generals += each.pieces.generals
        for nation, n in each.pieces.units.items():
            units[nation] = units.get(nation, 0) + n
    return Pieces(units=units, generals=tuple(generals))


def sailed_together(event: SquadronsMoved, so_far: Sequence[Event], to_come: Sequence[Event]) -> tuple[Squadron, ...]:
    """The same for Squadrons."""
    if any(_run(event, reversed(so_far))):
        return ()
    run = (event, *_run(event, to_come))
    return tuple(ship for each in run if isinstance(each, SquadronsMoved) for ship in each.squadrons)


def _run(event: PiecesMoved | SquadronsMoved, others: Iterable[Event]) -> Iterator[Event]:
    """Those of *others* that are like *event*, up to the first that is told by itself."""
    if event.cause not in ONE_BY_ONE:
        return
    for other in others:
        if isinstance(other, PiecesMoved | SquadronsMoved) and _alike(event, other):
            yield other
        elif not isinstance(other, _BETWEEN):
            return


def _alike(one: PiecesMoved | SquadronsMoved, other: PiecesMoved | SquadronsMoved) -> bool:
    same = (one.start, one.to, one.cause) == (other.start, other.to, other.cause)
    return type(one) is type(other) and same and _nation(one) == _nation(other)


def _nation(event: PiecesMoved | SquadronsMoved) -> str:
    """Whose units or Squadrons they are; empty for generals alone."""
    if isinstance(event, SquadronsMoved):
        return event.squadrons[0].nation if event.squadrons else ""
    return next(iter(event.pieces.units), "")


_A_GOOD_CARD = 5
"""The CPs of the best card that a seat may well hold."""


class OwnForce(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a nation has in one place: units, generals, the commander first, Squadrons ready, in refit, still built."""

    place: str
    units: int = 0
    generals: tuple[str, ...] = ()
    squadrons: int = 0
    laid_up: int = 0
    building: int = 0


def condition_said(view: WarState, seat: str, condition: OrderCondition | None) -> str:
    """A condition as a sheet says it; empty if it always holds."""
    if condition is None or condition.test == Truth(yes=True):
        return ""
    return spelled(condition.test, lexicon(view, seat))


def readings_of(view: WarState) -> tuple[RuleReading, ...]:
    """The readings of the rules that this game is played with."""
    return readings(view.options)


def no_event(view: WarState, nation: str, card: str) -> Problem | None:
    """The first reason why *nation* cannot play a card as an event now (6.1), whatever it chooses; None if it can.

    When a battle card or a response can be played depends on the occasion; but for the year it always can.
    """
    found = next((each for each in event_problems(view, nation, card) if each.code not in WANTS_CHOICE), None)
    if found is not None and found.code in ("event-in-battle", "event-needs-trigger"):
        return Problem("event-not-in-1805", ("card",), "6.18", {"card": card}) if too_early(view, card) else None
    return found


def reserves_left(view: WarState, nation: str) -> tuple[WarCard, ...]:
    """The Reserves that *nation* may still use in this Turn (6.2)."""
    if forbidden(view, "reserve", nation):
        return ()
    found = view.board.reserves.get(nation, ())
    return tuple(view.board.cards[card] for card in found if card not in view.used)


def hand_of(view: WarState, nation: str) -> tuple[WarCard, ...]:
    """The cards of a hand that the view knows, those of most CPs first."""
    cards = (view.board.cards[card] for card in view.holdings(nation).known)
    return tuple(sorted(cards, key=lambda card: (-card.cp, card.number)))


def forces_of(view: WarState, nation: str) -> tuple[OwnForce, ...]:
    """The forces of *nation* on the map and in the Regroup box, the strongest first."""
    there = {place for place, units in view.units.items() if units.get(nation)}
    there |= {place for general, place in view.generals.items() if view.board.leaders[general].nation == nation}
    there |= {place for place, ships in view.squadrons.items() if any(ship.nation == nation for ship in ships)}
    places = (*view.board.duchies, *view.board.zones, REGROUP)
    found = [_force(view, nation, place) for place in places if place in there]
    return tuple(sorted(found, key=lambda force: (force.place == REGROUP, -force.units, -len(force.generals))))


def _force(view: WarState, nation: str, place: str) -> OwnForce:
    ships = squadrons_at(view, place, (nation,))
    chief = alliance(view, nation, place).commander
    sailing, building = sum(ship.sails for ship in ships), sum(ship.build for ship in ships)
    return OwnForce(
        place=place,
        units=units_at(view, place).get(nation, 0),
        generals=tuple(sorted(generals_of(view, place, (nation,)), key=lambda one: one != chief)),
        squadrons=sailing,
        laid_up=len(ships) - sailing - building,
        building=building,
    )


def sieges(view: WarState) -> Iterator[tuple[str, str, OwnForce]]:
    """The sieges that are going on: the Fortress, a nation before it, and its force there (12.2)."""
    for nation in view.board.sequence:
        for place in besieging(view, nation):
            yield place, nation, _force(view, nation, place)


def assaults(view: WarState, nation: str) -> Iterator[tuple[str, OwnForce, SiegeOdds]]:
    """The Fortresses that *nation* can assault now, as it stands before them: its force, and its odds."""
    for place in besieging(view, nation):
        odds = outlook(view, nation, place)
        if odds is not None and not enemies_at(view, nation, place):
            yield place, _force(view, nation, place), odds


def ranking(view: WarState) -> tuple[tuple[str, int], ...]:
    """The seats with Powers and their points so far, at the end as they were compared; those with most first (5.81)."""
    seats = [seat for seat in dict.fromkeys(view.control.values()) if seat and powers_of(view, seat)]
    final = view.result.points if view.result is not None else {}
    found = ((seat, final.get(seat, points_of_seat(view, seat))) for seat in seats)
    return tuple(sorted(found, key=lambda each: -each[1]))


@of_position(64)
def attacks(view: WarState, nation: str, points: int) -> tuple[tuple[GeneralReach, tuple[ReachedDuchy, ...]], ...]:
    """For each general of *nation* that can lead an Army: what it can reach that is not Friendly, or holds enemies."""
    return tuple(_attacks(view, nation, points))


def _attacks(view: WarState, nation: str, points: int) -> Iterator[tuple[GeneralReach, tuple[ReachedDuchy, ...]]]:
    for force in forces_of(view, nation):
        for one in force.generals[:1] if force.units else ():
            found = next(each_reach(view, nation, one, points), None)
            if found is not None:
                wanted = (each for each in found.duchies.values() if each.enemies or not each.friendly)
                nearest = sorted(wanted, key=lambda each: (each.cost, -each.enemies.strength, each.duchy))
                yield found, tuple(nearest)


def suggested_march(view: WarState, nation: str, use: CardUse | None) -> MoveLine | None:
    """A march that *nation* can make with the CPs of a card: at an enemy that it outnumbers, else into enemy land."""
    if use is None or use.use != "cp":
        return None
    found: list[tuple[int, int, MoveLine]] = []
    for army, duchies in attacks(view, nation, view.board.cards[use.card].cp):
        for each in duchies:
            weaker = each.enemies.strength * 3 <= army.pieces.strength * 2
            if weaker and not each.fortress:
                line = MoveLine(commander=army.pieces.generals[0], path=each.path)
                found.append((-bool(each.enemies), each.cost, line))
    for _, _, line in sorted(found, key=lambda one: one[:2]):
        if _is_legal(view, nation, use, line):
            return line
    return None


def suggested_assault(view: WarState, nation: str, use: CardUse | None) -> str:
    """The Fortress that *nation* can assault with the CPs of a card and takes most likely; empty for none (12.2)."""
    if use is None or use.use != "cp":
        return ""
    found = sorted(assaults(view, nation), key=lambda each: -each[2].falls)
    return next((each[0] for each in found if _is_legal(view, nation, use, AssaultLine(at=each[0]))), "")


def _is_legal(view: WarState, nation: str, use: CardUse, line: ImpulseLine) -> bool:
    """Whether *nation* could order this one line with a card."""
    orders = ImpulseOrders(alternatives=(Alternative(play=use, do=OrderLines(lines=(line,))),))
    return not any(problem.stops for problem in check_alternatives(view, seat_of(view, nation), nation, orders))


class Suggestion(msgspec.Struct, frozen=True, kw_only=True):
    """A way to play the Impulse of *nation* that is legal as things are: a card for its CPs, and lines."""

    nation: str
    use: CardUse
    assault: str
    march: MoveLine | None
    rest: tuple[str, ...]


def suggestions(view: WarState, nations: Iterable[str]) -> tuple[Suggestion, ...]:
    """For each of *nations* that has a card to play for CPs: the one with most, an assault, a march, and builds."""
    found = (_suggestion(view, nation) for nation in nations)
    return tuple(each for each in found if each is not None)


@of_position(64)
def _suggestion(view: WarState, nation: str) -> Suggestion | None:
    use = best_for_points(view, nation)
    if use is None:
        return None
    return Suggestion(
        nation=nation,
        use=use,
        assault=suggested_assault(view, nation, use),
        march=suggested_march(view, nation, use),
        rest=("refit", "regroup", "unit"),
    )


@of_position(64)
def best_for_points(view: WarState, nation: str) -> CardUse | None:
    """The card that brings *nation* most CPs, of equals one that cannot be an event now; or none."""
    uses = [CardUse(card=card.id, use="cp") for card in hand_of(view, nation)]
    legal = [use for use in uses if not any(card_problems(view, nation, use))]
    return min(legal, key=lambda use: _worth_keeping(view, nation, view.board.cards[use.card]), default=None)


def _worth_keeping(view: WarState, nation: str, card: WarCard) -> tuple[int, bool, bool]:
    """How little fit a card is to be played for its CPs: it has few, it answers something, it could be an event."""
    answers = card.kind in ("response", "battle")
    return -card.cp, answers, not answers and no_event(view, nation, card.id) is None


def preemption_barred(view: WarState, seat: str) -> tuple[str, Problem] | None:
    """Why *seat* may preempt no Impulse of this Round, at the first, if each nation plays a card in its own (5.2)."""
    return barred_ahead(view, seat, PreemptLine(ask=True))


def foresees_preemption(view: WarState) -> bool:
    """Whether the leader in cards may preempt an Impulse of this Round, if each nation plays one card in its own."""
    ahead = view.board.sequence[view.marker :]
    leader = leading(view)
    return bool(ahead) and barred_ahead(view, seat_of(view, leader), PreemptLine(nation=leader)) is None


def plays_lowest_for_points(view: WarState, nation: str) -> bool:
    """Whether *nation* without an order plays its lowest card for CPs (2.6)."""
    found = lowest(view, nation)
    return found is not None and found.play is not None and found.play.use == "cp"


def most_points(view: WarState, nation: str) -> int:
    """The CPs of the best card of *nation*; 0 if it has none to play for CPs."""
    use = best_for_points(view, nation)
    return view.board.cards[use.card].cp if use is not None else 0


def reach_points(view: WarState, general: str) -> int:
    """The CPs for the reach of a general: of its nation's best card, or as many as a good card has."""
    return most_points(view, view.board.leaders[general].nation) or _A_GOOD_CARD


def answers_held(view: WarState, seat: str) -> tuple[WarCard, ...]:
    """The cards and Reserves of *seat* that answer something, by standing orders (6.14, 6.15)."""
    own = ((*hand_of(view, nation), *reserves_left(view, nation)) for nation in nations_of(view, seat))
    return tuple(card for cards in own for card in cards if card.kind in ("response", "battle"))


def playable_now(view: WarState, decision: Decision[HoldAnswer]) -> tuple[WarCard, ...]:
    """The cards and Reserves that the seat of *decision* can play in the hold that has stopped the game (2.4)."""
    box = view.flow[-1] if view.flow else None
    if not isinstance(box, HoldQuestion):
        return ()
    held = [(card, PlayedNow((BattleCardWish(card=card.id),))) for card in answers_held(view, decision.seat)]
    return tuple(card for card, play in held if not any(box.check(view, decision, HoldAnswer(play=play))))


def is_idle(view: WarState, seat: str, card: str) -> bool:
    """Whether a line of *seat* for a card does nothing, as it has the card neither in a hand nor as a Reserve (2.4)."""
    return all(card != one.id for one in answers_held(view, seat))


def idle_answers(view: WarState, seat: str) -> tuple[str, ...]:
    """The cards of which the standing orders of *seat* say when to respond, and which it does not hold (2.4)."""
    kept = view.standing.get(seat)
    named = (line.card for line in (kept.respond if kept else None) or ())
    return tuple(dict.fromkeys(card for card in named if is_idle(view, seat, card)))


def unordered_answers(view: WarState, seat: str) -> tuple[WarCard, ...]:
    """The cards and Reserves of *seat* that answer something, but that none of its standing orders plays (2.3)."""
    kept = view.standing.get(seat) or WarStanding()
    fought = (wish.card for line in kept.battle or () for wish in line.cards or ())
    named = {*(line.card for line in kept.respond or ()), *fought}
    return tuple(card for card in answers_held(view, seat) if card.id not in named and not too_early(view, card.id))


def flags_of(view: WarState, nation: str) -> tuple[str, ...]:
    """The duchies with a Flag of *nation*, in the order of the alphabet."""
    return tuple(sorted(duchy for duchy, one in view.flags.items() if one == nation))


def lost_to(view: WarState, nation: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who holds the Keys of the colour of *nation* that it does not hold itself, and which; an empty name is no one."""
    held: dict[str, tuple[str, ...]] = {}
    for key in keys_lost(view, nation):
        holder = controller(view, key) or ""
        held[holder] = (*held.get(holder, ()), key)
    return tuple(held.items())


def generals_in(view: WarState, box: str) -> tuple[str, ...]:
    """The generals in a box of the map."""
    return tuple(general for general, place in view.generals.items() if place == box)


def duchies_to_flag(view: WarState, nation: str) -> tuple[str, ...]:
    """Where *nation* may place its Flag, or take one off, from where its forces are now (7.41): Keys first."""
    found = [duchy for duchy in view.board.duchies if wrong_flag(view, nation, duchy) is None]
    return tuple(sorted(found, key=lambda duchy: (not view.board.duchies[duchy].is_key, duchy)))


def affordable(steps: Iterable[tuple[str, str, ConsulStep]], points: int) -> tuple[tuple[str, str, ConsulStep], ...]:
    """Those of *steps* that cost no more than *points*."""
    return tuple(each for each in steps if each[2].cost <= points)


def consul_steps(view: WarState, nation: str) -> Iterator[tuple[str, str, ConsulStep]]:
    """By CPs of *nation*: each Proxy whose consul may move a box, the way, and the step with its cost (8.1)."""
    if not is_open(view):
        return
    row = own_row(view, nation)
    for proxy, consul in view.consuls.items():
        if proxy != nation and consul.column != "ally":
            if row and consul.row in ("", row):
                yield from ((proxy, "right", step) for step in steps_by_points(view, nation, proxy, "right", 1, row))
            if consul.row:
                yield from ((proxy, "left", step) for step in steps_by_points(view, nation, proxy, "left", 1))


class UnitsMeant(msgspec.Struct, frozen=True):
    """The units that a Formation takes where no numbers are said, or those of nations that a bare number *left*."""

    taken: Mapping[str, int] | None = None
    left: tuple[str, ...] = ()
    staying: tuple[str, ...] = ()
    """The generals of the seat where it sets out that are not in it."""
    bare: str = ""
    """That place, if no unit stays with them."""


_ELSEWHERE = (TakeLine, DropLine, EmbarkLine, LandLine, BuildLine, RegroupLine)


def units_meant(view: WarState, nation: str, line: ImpulseLine, before: Sequence[ImpulseLine]) -> UnitsMeant | None:
    """Whose units a line forms a Formation of, as things stand; None if it forms none, or lines *before* may matter."""
    if not isinstance(line, FormLine | MoveLine) or not line.commander or (isinstance(line, MoveLine) and line.alone):
        return None
    place = (line.at if isinstance(line, FormLine) else None) or view.generals.get(line.commander, "")
    if place not in view.board.duchies or any(_may_change(view, each, place) for each in before):
        return None
    formed = FormLine(at=place, commander=line.commander, riders=line.riders, units=line.units)
    found, problems = form(view, nation, formed)
    wrong = found is None or any(each.stops for each in problems)
    staying, alone = ((), False) if found is None or wrong else left_behind(view, found)
    bare = place if alone else ""
    if line.units.numbers:
        there = units_at(view, place)
        others = (each for each in view.board.sequence if there.get(each) and allied(view, nation, each))
        left = tuple(each for each in others if each != nation and not line.units.of(each, nation))
        return UnitsMeant(left=left, staying=staying, bare=bare) if left or staying else None
    if found is None or wrong:
        return None
    return UnitsMeant(taken=found.pieces.units, staying=staying, bare=bare)


def _may_change(view: WarState, line: ImpulseLine, place: str) -> bool:
    """Whether a line may change which units are at *place*."""
    if isinstance(line, MoveLine):
        return place in (*line.path, view.generals.get(line.commander or "", place))
    if isinstance(line, FormLine):
        return place == (line.at or view.generals.get(line.commander or "", place))
    return isinstance(line, _ELSEWHERE)


def pieces_placed(view: WarState, use: EventChoices) -> tuple[PiecesWanted, ...]:
    """What the card of *use* places, by the kind of piece that it places where the sheet says only where."""
    card = view.board.cards.get(getattr(use, "card", None) or "") if view.turn else None
    if card is None:
        return use.place
    return tuple(replace(each, what=kind_placed(card.effects, each.what)) for each in use.place)


FIGURES: Mapping[str, int] = {
    "army": plain_cost("army"),
    "army-group": plain_cost("army-group"),
    "carries": CARRIES,
    "flag": FLAG,
    "fleet": fare(()),
    "flip": TURN,
    "piece": PIECE,
    "ride": RIDE,
    "roll": TRY,
    "squadron": SQUADRON,
    "unit": UNIT,
    "war": ON_POWER,
}
"""Numbers of the rules that letters name."""
_BY_NAME: tuple[Callable[..., Any], ...] = (
    affordable, answers_held, assaults, attackers, attacks, pieces_placed, battle_ahead, battle_if_stopped,
    meetings_ahead, sea_battle_ahead, camp_of, condition_said, choices_for_example, consul_steps, default_return,
    default_return_port, dice_seen, duchies_to_flag, flags_of, forces_of, generals_in, generals_to_build, hand_of,
    idle_answers, in_box, is_idle, keys_held, keys_lost, landings, last_turn, leading, least_costs, leaves_points,
    lost_to, moved_together, lowest, most_points, nations_of, no_event, open_choices, playable_now,
    plays_lowest_for_points, par, points_of_power, points_of_seat, ranking, ready_fleets, powers_of, purchases,
    impulses_in_doubt, foresees_preemption, preemption_barred, preemption_begun, readings_of, reinforcement_points,
    reserves_left, sailed_together, sieges, suggestions, units_meant, unordered_answers,
)  # fmt: skip
TOOLS: Mapping[str, Callable[..., Any]] = {one.__name__: one for one in _BY_NAME} | {
    "camp_members": members,
    "peace_payer": payer,
    "standing_keys": attrgetter("__struct_fields__"),
    "figure": FIGURES.__getitem__,
}
