"""Events of conquest (10.3, 12)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.state import Question, State


class Conquered(Event, frozen=True):
    """A power took a fortress; *marker* is the major power whose marker lies there now, if any."""

    city: str
    power: str
    general: str
    former: str
    """The power that controlled the fortress until then."""
    marker: str | None = None
    retroactive: bool = False

    def change(self, state: State) -> State:
        markers = {city: power for city, power in state.markers.items() if city != self.city}
        if self.marker:
            markers[self.city] = self.marker
        questions = {city: question for city, question in state.questions.items() if city != self.city}
        return replace(state, markers=markers, questions=questions)


class Questioned(Event, frozen=True):
    """A general passed a protected fortress and left a question mark on it."""

    city: str
    power: str
    general: str

    def change(self, state: State) -> State:
        question = Question(self.power, self.general)
        return replace(state, questions={**state.questions, self.city: question})


class QuestionLifted(Event, frozen=True):
    """A question mark was taken off a fortress that is still protected."""

    city: str

    def change(self, state: State) -> State:
        return replace(state, questions={c: q for c, q in state.questions.items() if c != self.city})


class MarkerLaid(Event, frozen=True):
    """A control marker was laid at the set-up (4)."""

    city: str
    power: str

    def change(self, state: State) -> State:
        return replace(state, markers={**state.markers, self.city: self.power})
