"""What a conquest, a submission or a surrender brings (15.2-15.4, 15.25)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.conquest.events import KeysCounted, MadeSubject, NationConquered, WayOut
from pbem_tnw.chapters.diplomacy.alliances import move_consul
from pbem_tnw.chapters.diplomacy.events import ArmisticeEnded, ConsulCause
from pbem_tnw.chapters.diplomacy.lost import leave_seat
from pbem_tnw.chapters.diplomacy.removals import (
    afloat,
    nations_at,
    occupied,
    regroup,
    regroup_squadrons,
    send_fleet_home,
    send_home,
    standing_of,
)
from pbem_tnw.chapters.diplomacy.resources import move_resource
from pbem_tnw.chapters.pieces.events import FlagChanged
from pbem_tnw.position.control import (
    CLIENT,
    UNALIGNED,
    allied,
    camp_of,
    controller,
    homes,
    is_power,
    is_proxy,
    keys_of_colour,
    patron,
)
from pbem_tnw.position.forces import flags_out
from pbem_tnw.position.places import on_map
from pbem_tnw.position.state import Consul, SubjectNeutral, WarState

RULE = "15.2"


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
            table.emit(FlagChanged(duchy=home, nation="", cause="conquest", by=conqueror, former=flag, rule=RULE))
    for duchy in flags_out(table.state, nation):
        table.emit(FlagChanged(duchy=duchy, nation="", cause="conquest", by=conqueror, former=nation, rule=RULE))


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
                regroup(table, duchy, (each,), "conquest", RULE)
            elif host == nation and each != nation:
                send_home(table, duchy, each, "conquest", RULE)
    for zone in afloat(table.state):
        regroup(table, zone, (nation,), "conquest", RULE)
    for place in tuple(place for place in table.state.squadrons if on_map(place)):
        at_sea = place in table.state.board.zones
        host = "" if at_sea else controller(table.state, place)
        for each in dict.fromkeys(one.nation for one in table.state.squadrons.get(place, ())):
            if (each == nation and at_sea) or _goes_to_box(table.state, each, host, nation, vassals, friends):
                regroup_squadrons(table, place, (each,), "conquest", RULE)
            elif host == nation and each != nation:
                send_fleet_home(table, place, each, "conquest", RULE)


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
