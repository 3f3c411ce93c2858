"""Events of conquest (10.3, 12)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.chapters.victory import pools
from pbem_maria.position.state import DisputedFortress, State


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
        return pools.laid(replace(state, questions=questions), self.marker, _question(self.city))


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
    return pools.laid(replace(state, markers={**state.markers, city: power}), power, city)


def without_marker(state: State, city: str) -> State:
    """The state with the marker on *city*, if there is one, back in its pool."""
    if city not in state.markers:
        return state
    markers = {place: power for place, power in state.markers.items() if place != city}
    return pools.returned(replace(state, markers=markers), state.markers[city], city)


def _without_question(state: State, city: str) -> State:
    question = state.questions.get(city)
    if question is None:
        return state
    questions = {place: each for place, each in state.questions.items() if place != city}
    return pools.returned(replace(state, questions=questions), question.marker, _question(city))


def _question(city: str) -> str:
    """The place of a question mark, which a fortress may have beside a marker."""
    return f"? {city}"
