"""Events that only a ruling makes."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.chapters.cards.events import CardsOfPower, set_aside
from pbem_maria.chapters.conquest.events import QuestionLifted, with_marker, without_marker
from pbem_maria.chapters.pieces.events import put, without
from pbem_maria.chapters.victory.pools import shifted
from pbem_maria.position.cards import Pile, deck_of
from pbem_maria.position.state import Agreement, State


class PieceRuled(Event[State], frozen=True):
    """A piece is in a *city*, a general in an off-map *box*; or it is removed, with its troops.

    Where its *side* is said, `up` or `down`, a general is turned.
    """

    piece: str
    city: str = ""
    box: str = ""
    side: str = ""

    def change(self, state: State) -> State:
        face_down = {"up": state.face_down - {self.piece}, "down": state.face_down | {self.piece}}
        state = replace(state, face_down=face_down.get(self.side, state.face_down))
        off_map = {general: box for general, box in state.off_map.items() if general != self.piece}
        if self.city:
            return put(replace(state, off_map=off_map), self.piece, self.city)
        if not self.box:
            return without(replace(state, off_map=off_map), self.piece)
        troops = state.troops
        state = without(state, self.piece)
        return replace(state, off_map={**off_map, self.piece: self.box}, troops=troops)


class HussarPut(Event[State], frozen=True):
    """A hussar, counted from 0, is in a *city*, or off the board."""

    hussar: int
    city: str | None = None

    def change(self, state: State) -> State:
        places = list(state.hussars)
        places[self.hussar] = self.city
        return replace(state, hussars=tuple(places))


class CardsTaken(CardsOfPower, frozen=True):
    """Cards left the hand of a power; only its own seat sees which."""

    def change(self, state: State) -> State:
        return replace(state, hands={**state.hands, self.power: state.hands[self.power].lose(self.cards)})


class CardsGiven(CardsOfPower, frozen=True):
    """Cards came to the hand of a power; only its own seat sees which."""

    def change(self, state: State) -> State:
        return replace(state, hands={**state.hands, self.power: state.hands.get(self.power, Pile()).gain(self.cards)})


class DrawPileRuled(Event[State], frozen=True):
    """Cards came to the bottom of the draw pile, or left it if they are *gone*; no one sees which."""

    cards: tuple[str, ...] | int
    gone: bool = False

    def seen_by(self, seat: str) -> "Event[State] | None":
        return replace(self, cards=self.cards if isinstance(self.cards, int) else len(self.cards))

    def change(self, state: State) -> State:
        draw = state.draw.lose(self.cards) if self.gone else state.draw.gain(self.cards)
        return replace(state, draw=draw)


class SetAsideRuled(Event[State], frozen=True):
    """Cards were set aside, face up, or taken back from there if they are *gone*."""

    cards: tuple[str, ...]
    gone: bool = False

    def change(self, state: State) -> State:
        if not self.gone:
            return set_aside(state, self.cards)
        used = {number: list(cards) for number, cards in state.used.items()}
        for card in self.cards:
            used[deck_of(card)].remove(card)
        return replace(state, used={number: tuple(cards) for number, cards in used.items()})


class ControlRuled(Event[State], frozen=True):
    """A *power* controls a fortress, by a *marker* of a major power, by an *elector* marker, or as its home."""

    city: str
    power: str
    marker: str = ""
    elector: str = ""

    def change(self, state: State) -> State:
        state = QuestionLifted(city=self.city).change(state)
        if self.elector:
            return replace(state, electors={**state.electors, self.city: self.elector})
        state = without_marker(state, self.city)
        return with_marker(state, self.city, self.marker) if self.marker else state


class BattleRuled(Event[State], frozen=True):
    """A major power has so many markers in its battle boxes; the others are in its pool."""

    power: str
    markers: int

    def change(self, state: State) -> State:
        more = self.markers - state.battle.get(self.power, 0)
        battle = {**state.battle, self.power: self.markers}
        return replace(state, battle=battle, pools=shifted(state.pools, self.power, -more))


class StageRuled(Event[State], frozen=True):
    """The action stage of *stage* begins; what was ordered and still to be fought in the one before is gone."""

    stage: str

    def change(self, state: State) -> State:
        for city in state.questions:
            state = QuestionLifted(city=city).change(state)
        none: Mapping[str, None] = {}
        return replace(
            state,
            stage="",
            moved=frozenset(),
            retreated=frozenset(),
            orders=none,
            overtaken=False,
            due=(),
            fight=None,
            plans=none,
        )


class AgreementRuled(Event[State], frozen=True):
    """An agreement is in force though its parties did not make it in a sheet."""

    agreement: Agreement

    def change(self, state: State) -> State:
        return replace(state, agreements=(*state.agreements, self.agreement))


class AgreementStopped(Event[State], frozen=True):
    """An agreement is over though its parties did not end it in a sheet."""

    number: int

    def change(self, state: State) -> State:
        register = tuple(
            replace(each, status="ended") if each.number == self.number else each for each in state.agreements
        )
        return replace(state, agreements=register)
