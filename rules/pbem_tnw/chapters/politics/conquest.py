"""What a conquest, a submission or a surrender brings (15.2-15.4, 15.25)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.event import Event
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.events import end_by_zones
from pbem_tnw.chapters.nation.pieces import FlagChanged
from pbem_tnw.chapters.politics.camps import (
    afloat,
    agrees,
    consent_of,
    leave_seat,
    move_consul,
    nations_at,
    occupied,
    regroup,
    regroup_squadrons,
    send_fleet_home,
    send_home,
    standing_of,
)
from pbem_tnw.chapters.politics.peace import SixPointsCounted
from pbem_tnw.chapters.politics.track import ArmisticeEnded, ConsulCause, move_resource
from pbem_tnw.chapters.sea.sailing import leave_ports
from pbem_tnw.chapters.turn.events import OrdersTaken
from pbem_tnw.chapters.turn.facts import FRANCE, LineRules, points_of_power
from pbem_tnw.edition.board import on_map
from pbem_tnw.orders.lines import SurrenderLine
from pbem_tnw.position.control import (
    CLIENT,
    UNALIGNED,
    allied,
    at_war,
    camp_of,
    controller,
    homes,
    hostile,
    is_power,
    is_proxy,
    keys_of_colour,
    patron,
    seat_of,
)
from pbem_tnw.position.forces import flags_out
from pbem_tnw.position.state import Consul, OrdersUnderWay, SubjectNeutral, WarState, draw_name

WayOut = Literal["conquest", "submission", "surrender"]


class ConquestRolled(Event[WarState], frozen=True):
    """The test of a nation that has lost its capital: *die* and *modifier* must come to *need* (15.1).

    Without a die it was out of reach.
    """

    nation: str
    conqueror: str
    keys: int
    modifier: int
    need: int
    die: int = 0

    @property
    def conquered(self) -> bool:
        """Whether the nation is conquered."""
        return bool(self.die) and self.die + self.modifier >= self.need


class NationConquered(Event[WarState], frozen=True):
    """A nation was conquered, submitted or surrendered (15.1, 15.3, 15.4); *spoils* stay with the conqueror."""

    nation: str
    cause: WayOut
    conqueror: str = ""
    spoils: tuple[str, ...] = ()


class MadeSubject(Event[WarState], frozen=True):
    """A Power is a Subject Neutral: in no Camp (15.5)."""

    nation: str
    subject: SubjectNeutral

    def change(self, state: WarState) -> WarState:
        camps = {power: camp for power, camp in state.camps.items() if power != self.nation}
        return replace(state, camps=camps, subjects={**state.subjects, self.nation: self.subject})


class KeysCounted(Event[WarState], frozen=True):
    """The Keys that a nation holds after its conquest: those that count for the next one (15.1)."""

    nation: str
    keys: tuple[str, ...]

    def change(self, state: WarState) -> WarState:
        return replace(state, keys_at_risk={**state.keys_at_risk, self.nation: self.keys})


class SurrenderRefused(Event[WarState], frozen=True):
    """The other seat does not accept a surrender (15.4); only the seat that offered it learns that."""

    seat: str
    nation: str
    receiver: str

    def seen_by(self, seat: str) -> "SurrenderRefused | None":
        return self if seat and seat == self.seat else None


RESULTS_RULE = "15.2"


def put_out(table: Table[WarState], nation: str, conqueror: str, cause: WayOut, holder: str = "") -> None:
    """Put *nation* out of the war with all that follows; without a *conqueror* there are no spoils (15.2, 15.3).

    *holder* is the Proxy of the conqueror that holds the capital, whose Flags count as the conqueror's.
    """
    state = table.state
    kept = spoils(state, nation, conqueror, {conqueror, holder}, cause)
    table.emit(NationConquered(nation=nation, cause=cause, conqueror=conqueror, spoils=kept))
    _flags(table, nation, conqueror, kept)
    friends = tuple(each for each in state.board.sequence if each != nation and allied(state, each, nation))
    _change_status(table, nation, conqueror, cause)
    _forces(table, nation, friends)
    leave_ports(table)
    if conqueror and is_power(table.state, nation):
        _resources(table, nation, conqueror)
    held = tuple(key for key in keys_of_colour(table.state, nation) if controller(table.state, key) == nation)
    table.emit(KeysCounted(nation=nation, keys=held))


def spoils(state: WarState, nation: str, conqueror: str, flags: set[str], cause: WayOut) -> tuple[str, ...]:
    """The Home duchies of *nation* that the conqueror keeps: those that its seat names first, then by default (15.2).

    Two, of a minor country or by a surrender one; no capital, at most one Key; by default Keys, then Fortresses.
    """
    if not conqueror:
        return ()
    duchies = state.board.duchies
    bear = [home for home in homes(state, nation) if state.flags.get(home) in flags and not duchies[home].capital]
    by_default = sorted(bear, key=lambda home: (not duchies[home].key, not duchies[home].is_fortress, home))
    wished = [home for home in standing_of(state, conqueror).spoils or () if home in bear]
    most = 2 if is_power(state, nation) and cause != "surrender" else 1
    kept: list[str] = []
    for home in dict.fromkeys((*wished, *by_default)):
        second_key = duchies[home].key and any(duchies[each].key for each in kept)
        if len(kept) < most and not second_key:
            kept.append(home)
    return tuple(kept)


def holder_of_most(state: WarState, nation: str) -> str:
    """The enemy with most Flags on the Home duchies of *nation*, of equals the later on the Track; or none (15.3)."""
    order = state.board.sequence.index
    numbers: dict[str, int] = {}
    for home in homes(state, nation):
        flag = state.flags.get(home, "")
        if flag and camp_of(state, flag) and not allied(state, flag, nation):
            numbers[flag] = numbers.get(flag, 0) + 1
    return max(numbers, key=lambda each: (numbers[each], order(each)), default="")


def submit(table: Table[WarState], nation: str) -> None:
    """Let *nation* submit, by an event or because it cannot meet one (15.3, 6.12)."""
    holder = holder_of_most(table.state, nation)
    put_out(table, nation, patron(table.state, holder) if holder else "", "submission", holder)


def _flags(table: Table[WarState], nation: str, conqueror: str, kept: tuple[str, ...]) -> None:
    """The Flags of the conqueror's Camp come off Home duchies but for the spoils; the conquered's come off abroad."""
    for home in homes(table.state, nation):
        flag = table.state.flags.get(home, "")
        if flag and home not in kept and (not conqueror or allied(table.state, flag, conqueror)):
            table.emit(
                FlagChanged(duchy=home, nation="", cause="conquest", by=conqueror, former=flag, rule=RESULTS_RULE)
            )
    for duchy in flags_out(table.state, nation):
        table.emit(
            FlagChanged(duchy=duchy, nation="", cause="conquest", by=conqueror, former=nation, rule=RESULTS_RULE)
        )


def _change_status(table: Table[WarState], nation: str, conqueror: str, cause: WayOut) -> None:
    """A Power is a Subject Neutral; a Proxy is neutral, its consul in the Client box of the conqueror (15.2)."""
    state = table.state
    for each in state.armistices:
        if nation in each.powers:
            table.emit(ArmisticeEnded(powers=each.powers, cause="out-of-war"))
    if is_proxy(state, nation):
        box = Consul(column=CLIENT, row=conqueror) if conqueror else Consul(column=UNALIGNED)
        moved: ConsulCause = "submission" if cause == "submission" else "conquest"
        move_consul(table, nation, box, nation=conqueror, cause=moved)
        leave_seat(table, nation)
        return
    subject = SubjectNeutral(
        turn=state.turn, conqueror=conqueror, surrendered=cause == "surrender", camp=camp_of(state, nation)
    )
    table.emit(MadeSubject(nation=nation, subject=subject))


def _forces(table: Table[WarState], nation: str, friends: tuple[str, ...]) -> None:
    """Forces and Squadrons of the conquered abroad go to the Regroup box, those of others go home (15.2, 15.25)."""
    vassals = _vassals(table.state, nation)
    for duchy in tuple(occupied(table.state)):
        host = controller(table.state, duchy)
        for each in nations_at(table.state, duchy):
            if _goes_to_box(table.state, each, host, nation, vassals, friends):
                regroup(table, duchy, (each,), "conquest", RESULTS_RULE)
            elif host == nation and each != nation:
                send_home(table, duchy, each, "conquest", RESULTS_RULE)
    for zone in afloat(table.state):
        regroup(table, zone, (nation,), "conquest", RESULTS_RULE)
    for place in tuple(place for place in table.state.squadrons if on_map(place)):
        at_sea = place in table.state.board.zones
        host = "" if at_sea else controller(table.state, place)
        for each in dict.fromkeys(one.nation for one in table.state.squadrons.get(place, ())):
            if (each == nation and at_sea) or _goes_to_box(table.state, each, host, nation, vassals, friends):
                regroup_squadrons(table, place, (each,), "conquest", RESULTS_RULE)
            elif host == nation and each != nation:
                send_fleet_home(table, place, each, "conquest", RESULTS_RULE)


def _goes_to_box(
    state: WarState, owner: str, host: str, nation: str, vassals: tuple[str, ...], friends: tuple[str, ...]
) -> bool:
    """Whether pieces of *owner* in a duchy that *host* controls go to the Regroup box.

    The conquered leaves what it does not control; it and its Pact allies leave the duchies of each other and of its
    former allies (15.25).
    """
    if owner == nation:
        return bool(host) and host != nation
    return owner in vassals and (host == nation or (host in friends and host not in vassals))


def _vassals(state: WarState, nation: str) -> tuple[str, ...]:
    """The Pact allies of a Subject Neutral."""
    return tuple(each for each in state.consuls if each != nation and patron(state, each) == nation)


def _resources(table: Table[WarState], nation: str, conqueror: str) -> None:
    """The conqueror of a Power gains a Resource, by an option two, taken from the conquered as far as it has any."""
    gain = int(table.state.options.conquest_resource)
    move_resource(table, nation, -gain, "conquest")
    move_resource(table, conqueror, gain, "conquest")


SURRENDER_RULE = "15.4"


def wrong_surrender(state: WarState, nation: str, receiver: str) -> Iterator[Problem]:
    """Why a Power cannot offer its surrender to another; whether that accepts is its secret."""
    for each in (nation, receiver):
        if not is_power(state, each) or is_proxy(state, each):
            yield Problem("surrender-no-power", ("to",), SURRENDER_RULE, {"nation": each})
            return
    if not at_war(state, nation, receiver):
        yield Problem("surrender-no-war", ("to",), SURRENDER_RULE, {"nation": nation, "receiver": receiver})
        return
    keys = tuple(home for home in homes(state, nation) if state.board.duchies[home].key)
    if not any(controller(state, key) == receiver for key in keys):
        holders = tuple(dict.fromkeys(controller(state, key) for key in keys if controller(state, key) != nation))
        args = {"nation": nation, "receiver": receiver, "holders": holders}
        yield Problem("surrender-no-key", ("to",), SURRENDER_RULE, args)


def surrender(table: Table[WarState], nation: str, receiver: str) -> bool:
    """Let *nation* surrender if the seat of *receiver* accepts it; whether it did. Silence is no (2.3, row 14)."""
    seat = seat_of(table.state, receiver)
    if not agrees(table, seat, consent_of(table.state, seat).surrender_of.get(nation)):
        own = seat_of(table.state, nation)
        table.emit(SurrenderRefused(seat=own, nation=nation, receiver=receiver))
        return False
    put_out(table, nation, receiver, "surrender")
    return True


def surrender_problems(view: WarState, nation: str, line: SurrenderLine) -> Iterator[Problem]:
    """Why *nation* cannot surrender by a line of its Impulse: only its first line does (15.4)."""
    orders = view.under_way.get(seat_of(view, nation))
    if orders is not None and orders.number > 1:
        yield Problem("surrender-too-late", (), SURRENDER_RULE, {"nation": nation})
    yield from wrong_surrender(view, nation, line.to)


def surrender_by_line(table: Table[WarState], nation: str, line: SurrenderLine) -> None:
    """Offer the surrender of a legal line; if it is accepted the Impulse ends."""
    if surrender(table, nation, line.to):
        table.emit(OrdersTaken(seat=seat_of(table.state, nation), orders=OrdersUnderWay(nation=nation)))


CONQUEST_LINES: Mapping[type, LineRules] = {SurrenderLine: LineRules(surrender_problems, surrender_by_line)}
"""The lines of this chapter."""


THREAT_RULE = "15.1"
NEED = 6
EASE = {"denmark": 3, "sweden": 2, "france": -2, "spain": -2, "turkey": -2}
"""The modifier of a nation; of the others -1."""


class Threat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A nation that has lost its capital or all its Keys: to *holder*, whose Power is the *conqueror*.

    *keys* of its Keys are lost; *certain*: all of them, and no die is needed.
    """

    nation: str
    holder: str
    conqueror: str
    keys: int
    modifier: int
    certain: bool = False

    @property
    def hopeless(self) -> bool:
        """Whether no die is high enough."""
        return not self.certain and 6 + self.modifier < NEED


def threat(state: WarState, nation: str) -> Threat | None:
    """What threatens *nation* in the Conquest phase; None for one in no Camp, or with its capital and a Key left."""
    if not camp_of(state, nation):
        return None
    keys = keys_that_count(state, nation)
    lost = tuple(key for key in keys if hostile(state, nation, key))
    capitals = state.board.nations[nation].capitals
    fallen = all(hostile(state, nation, capital) for capital in capitals)
    certain = bool(keys) and len(lost) == len(keys)
    if not fallen and not certain:
        return None
    holders = {controller(state, capital) for capital in capitals}
    holder = holders.pop() if fallen and len(holders) == 1 else _with_most(state, lost)
    return Threat(
        nation=nation,
        holder=holder,
        conqueror=patron(state, holder),
        keys=len(lost),
        modifier=len(lost) + EASE.get(nation, -1),
        certain=certain,
    )


def keys_that_count(state: WarState, nation: str) -> tuple[str, ...]:
    """The Keys of the colour of *nation*; after a conquest those that it held then (15.1)."""
    return state.keys_at_risk.get(nation, keys_of_colour(state, nation))


def next_threat(state: WarState, tested: Iterable[str]) -> Threat | None:
    """The nation that is tested next, in the order of the Sequence Track.

    Of two that would conquer each other the one that is earlier on the Track conquers first: the other is tested.
    """
    found = {nation: threat(state, nation) for nation in state.board.sequence if nation not in set(tested)}
    threats = {nation: each for nation, each in found.items() if each is not None}
    for nation, each in threats.items():
        victim = threats.get(each.conqueror)
        order = state.board.sequence.index
        if victim is not None and victim.conqueror == nation and order(nation) < order(victim.nation):
            return victim
        return each
    return None


def _with_most(state: WarState, duchies: Iterable[str]) -> str:
    """The enemy that controls most of *duchies*; of equals the later one on the Sequence Track."""
    order = state.board.sequence.index
    numbers = Counter(controller(state, duchy) for duchy in duchies)
    return max(numbers, key=lambda nation: (numbers[nation], order(nation)), default="")


class ConquestPhase(Step[WarState, Order], frozen=True):
    """Test the nations that have lost their capital or all their Keys, one after the other; *tested* were so far.

    Before that lasting events end by the zones that a Camp controls, as their cards say.
    """

    rule = THREAT_RULE
    tested: tuple[str, ...] = ()

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if not self.tested:
            end_by_zones(table)
            if table.state.options.six_points == "before-spoils":
                table.emit(SixPointsCounted(points=points_of_power(table.state, FRANCE)))
        found = next_threat(table.state, self.tested)
        if found is None:
            return
        table.enter(ConquestPhase(tested=(*self.tested, found.nation)))
        if _conquered(table, found):
            put_out(table, found.nation, found.conqueror, "conquest", found.holder)


def _conquered(table: Table[WarState], found: Threat) -> bool:
    """Whether *found* comes true: with all Keys lost without a die, out of reach without one, too."""
    if found.certain:
        return True
    die = 0
    if not found.hopeless:
        (die,) = table.roll(draw_name(table.state, f"conquest of {found.nation}"), 1)
    rolled = ConquestRolled(
        nation=found.nation, conqueror=found.conqueror, keys=found.keys, modifier=found.modifier, need=NEED, die=die
    )  # fmt: skip
    table.emit(rolled)
    return rolled.conquered
