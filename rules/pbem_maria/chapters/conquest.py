"""Conquest (10.3, 12), objectives (19.2), Silesia's fortresses (19.1)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem_maria.chapters import victory
from pbem_maria.chapters.victory import MarkersSetAside
from pbem_maria.edition.board import City
from pbem_maria.position.powers import (
    CORE_AUSTRIA,
    FRANCE,
    PRUSSIA,
    SILESIA,
    allied,
    controller,
    cooperating,
    holders,
    home_of,
    in_area,
    is_enemy_fortress,
    major_of,
    side_of,
)
from pbem_maria.position.state import DisputedFortress, State


class ObjectivesReduced(Event[State], frozen=True):
    """France gave up its objectives in core Austria, once and for all (19.2)."""

    def change(self, state: State) -> State:
        return replace(state, reduced=True)


class MarkersReturned(Event[State], frozen=True):
    """The markers on these fortresses went back to their pools (19.1, 19.2, 19.3)."""

    cities: tuple[str, ...]

    def change(self, state: State) -> State:
        for city in self.cities:
            state = without_marker(state, city)
        return state


class Conquered(Event[State], frozen=True):
    """A power took a fortress; *marker* is the major power whose marker is there now, if any.

    *elector* is the side to which the elector marker was turned, on a fortress that has one.
    """

    city: str
    power: str
    general: str
    former: str
    """The power that controlled the fortress until then."""
    marker: str | None = None
    elector: str | None = None
    retroactive: bool = False

    def change(self, state: State) -> State:
        state = _without_question(state, self.city)
        if self.elector:
            return replace(state, electors={**state.electors, self.city: self.elector})
        state = without_marker(state, self.city)
        return state if self.marker is None else with_marker(state, self.city, self.marker)


class Questioned(Event[State], frozen=True):
    """A general passed a protected fortress and left a question mark, out of the pool of *marker*, on it."""

    city: str
    power: str
    general: str
    marker: str = ""

    def change(self, state: State) -> State:
        question = DisputedFortress(self.power, self.general, self.marker)
        questions = {**state.questions, self.city: question}
        return victory.laid(replace(state, questions=questions), self.marker, _question(self.city))


class QuestionLifted(Event[State], frozen=True):
    """A question mark was removed from a fortress that is still protected."""

    city: str

    def change(self, state: State) -> State:
        return _without_question(state, self.city)


class MarkerLaid(Event[State], frozen=True):
    """A control marker was laid at the set-up; an *extra* one is not from the pool (4)."""

    city: str
    power: str
    extra: bool = False

    def change(self, state: State) -> State:
        if self.extra:
            return replace(state, markers={**state.markers, self.city: self.power})
        return with_marker(state, self.city, self.power)


def with_marker(state: State, city: str, power: str) -> State:
    """The state with a marker out of the pool of *power* on *city*."""
    return victory.laid(replace(state, markers={**state.markers, city: power}), power, city)


def without_marker(state: State, city: str) -> State:
    """The state with the marker on *city*, if there is one, back in its pool."""
    if city not in state.markers:
        return state
    markers = {place: power for place, power in state.markers.items() if place != city}
    return victory.returned(replace(state, markers=markers), state.markers[city], city)


def _without_question(state: State, city: str) -> State:
    question = state.questions.get(city)
    if question is None:
        return state
    questions = {place: each for place, each in state.questions.items() if place != city}
    return victory.returned(replace(state, questions=questions), question.marker, _question(city))


def _question(city: str) -> str:
    """The place of a question mark, which a fortress may have beside a marker."""
    return f"? {city}"


def half(state: State, number: int) -> int:
    """Half of *number* markers, rounded as the option `half` says."""
    return (number + (state.options.half == "up")) // 2


def give_up(table: Table[State], power: str, cities: tuple[str, ...]) -> None:
    """Take the markers of *power* off *cities*: half of them are set aside, the rest goes to its pool."""
    if not cities:
        return
    before = table.state.pools[power]
    table.emit(MarkersReturned(cities=cities))
    aside = half(table.state, table.state.pools[power] - before)
    if aside:
        table.emit(MarkersSetAside(power=power, number=aside))


def take_back(table: Table[State], power: str) -> None:
    """Return the markers of *power* that were set aside to its pool."""
    number = table.state.aside.get(power, 0)
    if number:
        table.emit(MarkersSetAside(power=power, number=-number))


BRING_BACK = (FRANCE, "bavaria")
"""The powers whose next conquest on the Bohemia map brings back what was set aside."""


def in_the_way(state: State) -> tuple[str, ...]:
    """The French generals in core Austria."""
    return tuple(general for general in state.generals_of(FRANCE) if in_area(state, state.at[general], CORE_AUSTRIA))


def markers(state: State) -> tuple[str, ...]:
    """The fortresses of core Austria with France's markers."""
    return tuple(c for c, power in state.markers.items() if power == FRANCE and in_area(state, c, CORE_AUSTRIA))


def may_reduce(state: State) -> bool:
    """Whether France may reduce its objectives now: once in the game, with no general of its own in core Austria."""
    return state.theatre.is_advanced and not state.reduced and not in_the_way(state) and bool(markers(state))


def reduce(table: Table[State]) -> None:
    """Take France's markers in core Austria off the map."""
    table.emit(ObjectivesReduced())
    give_up(table, FRANCE, markers(table.state))


def return_set_aside(table: Table[State], event: Conquered) -> None:
    """Return what was set aside if France or Bavaria has taken a fortress on the Bohemia map."""
    state = table.state
    if state.reduced and event.power in BRING_BACK and state.board.cities[event.city].board == "bohemia":
        take_back(table, FRANCE)


PROTECTS = 3
"""A general protects fortresses at most this many cities away."""


def protectors(state: State, city: str) -> tuple[str, ...]:
    """The generals that protect the fortress *city*, the nearest first; whatever is in between."""
    owner = controller(state, city)
    if owner is None:
        return ()
    near = [
        (state.board.distance(where, city), general)
        for general, where in state.at.items()
        if state.theatre.is_general(general) and _holds(state, city, owner, state.power_of(general))
    ]
    return tuple(general for distance, general in sorted(near) if distance <= PROTECTS)


def _holds(state: State, city: str, owner: str, power: str) -> bool:
    """Whether generals of *power* protect the fortress *city* of *owner*: they cooperate with one that holds it."""
    return any(cooperating(state, holder, power) for holder in holders(state, city, owner))


def marker_for(state: State, city: str, power: str) -> str | None:
    """The marker that a conquest of *city* by *power* leaves there, if any.

    There is none with an elector marker, nor where a fortress returns to a friendly major power, except in Silesia.
    """
    home = home_of(state, city)
    comes_home = home is not None and state.theatre.edition.powers[home].is_major and allied(state, home, power)
    if city in state.electors or (comes_home and state.board.cities[city].region != SILESIA):
        return None
    return major_of(state, power)


def conquest_of(state: State, city: str, question: DisputedFortress, *, retroactive: bool = False) -> Conquered:
    """The event of the conquest of *city*."""
    return Conquered(
        city=city,
        power=question.power,
        general=question.general,
        former=controller(state, city) or "",
        marker=marker_for(state, city, question.power),
        elector=side_of(state, question.power) if city in state.electors else None,
        retroactive=retroactive,
    )


def on_leaving(state: State, general: str, city: str) -> Event[State] | None:
    """What happens to *city* when *general* leaves it by a march: conquest, question mark, or nothing."""
    power = state.power_of(general)
    if general in state.face_down or not is_enemy_fortress(state, city, power):
        return None
    question = DisputedFortress(power, general, major_of(state, power))
    if not protectors(state, city):
        return conquest_of(state, city, question)
    if city in state.questions:
        return None
    return Questioned(city=city, power=power, general=general, marker=question.marker)


def take(table: Table[State], event: Event[State]) -> None:
    """Carry out a conquest or a question mark, with what it means for the Electors box and for 19.2."""
    table.emit(event)
    victory.settle_electors(table)
    if isinstance(event, Conquered):
        return_set_aside(table, event)


TURNS = 2
"""Prussia is neutral until its action stage of the turn this many later."""


def open_fortresses(state: State) -> tuple[str, ...]:
    """The Silesian fortresses that Prussia does not control."""
    return tuple(city.id for city in silesian(state) if controller(state, city.id) != PRUSSIA)


def silesian(state: State) -> tuple[City, ...]:
    """The fortresses of Silesia."""
    return tuple(city for city in state.board.fortresses if city.region == SILESIA)


def may_offer_peace(state: State) -> bool:
    """Whether Prussia may offer peace now: it controls all Silesian fortresses, and has never made this peace."""
    return state.theatre.is_advanced and not state.annexed and not open_fortresses(state)


def sites(state: State) -> tuple[str, ...]:
    """The major fortresses of Prussia and of Silesia, these first."""
    major = [city for city in state.board.fortresses if city.is_major_fortress]
    own = [city for city in major if city.region == SILESIA or home_of(state, city.id) == PRUSSIA]
    return tuple(city.id for city in sorted(own, key=lambda city: city.region != SILESIA))


def crossed(table: Table[State], piece: str, path: tuple[str, ...]) -> None:
    """Return the markers set aside if *piece* is Prussian and has left Prussia on its *path* (19.1, step 7)."""
    state = table.state
    if state.annexed and state.power_of(piece) == PRUSSIA and any(home_of(state, city) != PRUSSIA for city in path):
        take_back(table, PRUSSIA)
