"""Who is in which Camp, who is at war, and who controls a duchy: the words of the rulebook, read from a position."""

from collections.abc import Iterator

from pbem_tnw.position.state import COALITION, IMPERIAL, WarState

ALLY, CLIENT, UNALIGNED = "ally", "client", "unaligned"


def is_power(state: WarState, nation: str) -> bool:
    """Whether *nation* is a major power (4.3)."""
    return nation in state.board.powers


def is_proxy(state: WarState, nation: str) -> bool:
    """Whether *nation* is a Proxy: a minor country, or Prussia if fewer than five play (4.3)."""
    return nation in state.consuls


def patron(state: WarState, nation: str) -> str:
    """The Power that *nation* is a Pact ally of: itself if it is not a Proxy, empty if it is a neutral one."""
    consul = state.consuls.get(nation)
    if consul is None:
        return nation
    return consul.row if consul.column == ALLY else ""


def camp_of(state: WarState, nation: str) -> str:
    """The Camp of *nation* (8.3): of a Proxy that of the Power it is allied to; empty in neither.

    The Pact allies of a Subject Neutral stay in the Camp that it has left (15.25).
    """
    power = patron(state, nation)
    if nation != power and power in state.subjects:
        return state.subjects[power].camp
    return state.camps.get(power, "")


def opposite(camp: str) -> str:
    """The other Camp; empty for none."""
    return {IMPERIAL: COALITION, COALITION: IMPERIAL}.get(camp, "")


def members(state: WarState, camp: str) -> tuple[str, ...]:
    """The nations of a Camp in the order of the Sequence Track, its Proxies included."""
    return tuple(nation for nation in state.board.sequence if camp and camp_of(state, nation) == camp)


def allied(state: WarState, one: str, other: str) -> bool:
    """Whether two nations are allies: one nation, of one Camp (8.3), or a Pact ally and its Power in no Camp (8.2).

    A Subject Neutral and its Pact allies are not (15.25).
    """
    if one == other:
        return True
    camp = camp_of(state, one)
    power = patron(state, one)
    if not camp and power and power == patron(state, other) and power not in state.subjects:
        return True
    return bool(camp) and camp == camp_of(state, other)


def armistice(state: WarState, one: str, other: str) -> bool:
    """Whether an Armistice holds between two nations or the Powers that run them (17.2)."""
    powers = {patron(state, one), patron(state, other)}
    return any(set(each.powers) == powers for each in state.armistices)


def at_war(state: WarState, one: str, other: str) -> bool:
    """Whether two nations are enemies: of opposite Camps, without an Armistice (8.3, 17.2)."""
    camp = camp_of(state, one)
    if not camp or camp_of(state, other) != opposite(camp):
        return False
    return not armistice(state, one, other)


def enemies(state: WarState, nation: str) -> Iterator[str]:
    """The nations that *nation* is at war with, in the order of the Sequence Track."""
    return (other for other in state.board.sequence if at_war(state, nation, other))


def owner(state: WarState, duchy: str) -> str:
    """The nation of a duchy's own colour; of a doubly Associated one the lower colour (7.43)."""
    return state.board.duchies[duchy].nation


def controller(state: WarState, duchy: str) -> str:
    """The nation that controls a duchy: whose Flag it bears, else its original owner (7.4)."""
    return state.flags.get(duchy) or owner(state, duchy)


def friendly(state: WarState, nation: str, duchy: str) -> bool:
    """Whether *nation* or an ally controls a duchy (8.2)."""
    return allied(state, nation, controller(state, duchy))


def hostile(state: WarState, nation: str, duchy: str) -> bool:
    """Whether an enemy of *nation* controls a duchy."""
    return at_war(state, nation, controller(state, duchy))


def may_enter(state: WarState, nation: str, duchy: str) -> bool:
    """Whether forces of *nation* may be in a duchy: a Friendly one, or one of a nation that it is at war with (9.2)."""
    return friendly(state, nation, duchy) or hostile(state, nation, duchy)


def keys_of_colour(state: WarState, nation: str) -> tuple[str, ...]:
    """The Keys of the colour of *nation*."""
    return tuple(name for name, duchy in state.board.duchies.items() if duchy.key and duchy.nation == nation)


def keys_held(state: WarState, nation: str) -> tuple[str, ...]:
    """The Keys that *nation* controls (5.81)."""
    return tuple(name for name, duchy in state.board.duchies.items() if duchy.key and controller(state, name) == nation)


def keys_lost(state: WarState, nation: str) -> tuple[str, ...]:
    """The Keys of the colour of *nation* that another controls."""
    return tuple(key for key in keys_of_colour(state, nation) if controller(state, key) != nation)


def homes(state: WarState, nation: str) -> tuple[str, ...]:
    """The Home duchies of *nation*, in the order of the edition."""
    found = state.board.duchies.items()
    return tuple(name for name, duchy in found if duchy.nation == nation and duchy.tie == "home")


def own_lands(state: WarState, nation: str) -> tuple[str, ...]:
    """The Home, Associated and doubly Associated duchies of *nation*, the latter by either colour (7, 7.43)."""
    found = state.board.duchies.items()
    return tuple(name for name, duchy in found if nation in (duchy.nation, duchy.upper))


def seat_of(state: WarState, nation: str) -> str:
    """The seat that runs *nation* now; empty for a neutral Proxy."""
    return state.control.get(nation, "")


def nations_of(state: WarState, seat: str) -> tuple[str, ...]:
    """The nations that *seat* runs, in the order of the Sequence Track."""
    return tuple(nation for nation in state.board.sequence if seat_of(state, nation) == seat)


def powers_of(state: WarState, seat: str) -> tuple[str, ...]:
    """The Powers that *seat* runs as its own, in the order of the Sequence Track: what it scores with (5.81)."""
    return tuple(one for one in nations_of(state, seat) if is_power(state, one) and not is_proxy(state, one))


def from_active(state: WarState) -> tuple[str, ...]:
    """The nations along the Sequence Track from the Active one on (6.14, 11.1)."""
    order = state.board.sequence
    at = order.index(state.active) if state.active in order else 0
    return order[at:] + order[:at]
