"""Events of pieces on the map: placed, moved, turned, removed, re-entered (4, 6, 7, 9, 10)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.position.state import State


def without(state: State, piece: str) -> State:
    """The state with *piece* off the map, and its troops gone."""
    at = {p: city for p, city in state.at.items() if p != piece}
    troops = {g: n for g, n in state.troops.items() if g != piece}
    left = (replace(s, generals=tuple(g for g in s.generals if g != piece)) for s in state.sightings)
    return replace(
        state,
        at=at,
        troops=troops,
        face_down=state.face_down - {piece},
        commanders=_commanders(state, at),
        sightings=tuple(sighting for sighting in left if sighting.generals),
    )


def _commanders(state: State, at: Mapping[str, str]) -> dict[str, str]:
    """Chosen commanders of the stacks that are still where they were."""
    return {city: general for city, general in state.commanders.items() if at.get(general) == city}


def put(state: State, piece: str, city: str) -> State:
    """The state with *piece*, which is on the map, in *city*."""
    at = {**state.at, piece: city}
    return replace(state, at=at, commanders=_commanders(state, at))


class Placed(Event[State], frozen=True):
    """A piece was put on the map: at the set-up, or returning."""

    piece: str
    city: str
    returning: bool = False

    def change(self, state: State) -> State:
        return replace(state, at={**state.at, self.piece: self.city})


class PlacedOffMap(Event[State], frozen=True):
    """A general is in an off-map box from the set-up on: out of play, with its troops (3)."""

    general: str
    box: str

    def change(self, state: State) -> State:
        return replace(state, off_map={**state.off_map, self.general: self.box})


class Moved(Event[State], frozen=True):
    """A piece went along *path* (the city it left is not in it).

    *how* is `march`, `force-march` or `retreat`.
    """

    piece: str
    start: str
    path: tuple[str, ...]
    how: str = "march"

    def change(self, state: State) -> State:
        state = put(state, self.piece, self.path[-1])
        if self.how == "retreat":
            return replace(state, retreated=state.retreated | {self.piece})
        return replace(state, moved=state.moved | {self.piece})


class MoveLeftOut(Event[State], frozen=True):
    """A move that was ordered was no longer legal when its turn came, and was not made; only its owner is told.

    *why* is the code of the problem; the *goal*, its destination, may be unknown if a general was to be joined.
    """

    piece: str
    seat: str
    why: str
    goal: str | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else None


class TakenAsGone(Event[State], frozen=True):
    """For the check of a sheet, never in a game: another player's piece is taken to have left its city (10.1)."""

    piece: str

    def change(self, state: State) -> State:
        at = {piece: city for piece, city in state.at.items() if piece != self.piece}
        return replace(state, at=at, commanders=_commanders(state, at))


class TakenAsMoved(Event[State], frozen=True):
    """For the check of a sheet, never in a game: a move that is refused is taken as made, to judge what follows it."""

    piece: str
    city: str

    def change(self, state: State) -> State:
        at = {**state.at, self.piece: self.city}
        return replace(state, at=at, moved=state.moved | {self.piece}, commanders=_commanders(state, at))


class StackFormed(Event[State], frozen=True):
    """Two generals are in one city, *commander* on top; if one has come by its move, neither moves again (10.1)."""

    city: str
    commander: str
    generals: tuple[str, ...]
    chosen: bool = False
    """Whether the commander was chosen: the ranks are equal (6)."""

    def change(self, state: State) -> State:
        commanders = {**state.commanders, self.city: self.commander} if self.chosen else state.commanders
        done = set(self.generals) if state.moved & set(self.generals) else set()
        return replace(state, moved=state.moved | done, commanders=commanders)


class TrainLost(Event[State], frozen=True):
    """A supply train was destroyed by a general that entered its city (10.1, 13)."""

    train: str
    city: str
    by: str

    def change(self, state: State) -> State:
        return without(state, self.train)


class TrainReEntered(Event[State], frozen=True):
    """A supply train re-entered on a major fortress (10.2); it does not move this phase."""

    train: str
    city: str
    picked_up: str | None = None
    """The city where it was until then, if it was on the map."""

    def change(self, state: State) -> State:
        return replace(
            state,
            at={**state.at, self.train: self.city},
            moved=state.moved | {self.train},
        )


class GeneralRemoved(Event[State], frozen=True):
    """A general without troops was removed; *why* is `supply`, `combat` or `retreat`."""

    general: str
    why: str

    def change(self, state: State) -> State:
        return without(state, self.general)


class TurnedDown(Event[State], frozen=True):
    """An unsupplied general was turned face down; it cannot conquer (9)."""

    general: str

    def change(self, state: State) -> State:
        return replace(state, face_down=state.face_down | {self.general})


class TurnedUp(Event[State], frozen=True):
    """A supplied general was turned face up again (9)."""

    general: str

    def change(self, state: State) -> State:
        return replace(state, face_down=state.face_down - {self.general})


class HussarDriven(Event[State], frozen=True):
    """A piece came upon a hussar, which is off the board until the next hussar stage (7)."""

    hussar: int
    city: str
    by: str

    def change(self, state: State) -> State:
        places = list(state.hussars)
        places[self.hussar] = None
        return replace(state, hussars=tuple(places))


class HussarNotPlaced(Event[State], frozen=True):
    """Cities that were ordered for a hussar were not open to it when it was placed; only its owner is told (7)."""

    seat: str
    hussar: int
    barred: Mapping[str, str]
    """The code of what was wrong with each city."""

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else None


class HussarPlaced(Event[State], frozen=True):
    """Austria put a hussar on a city, or left it off the board (7); *hussar* counts from 0."""

    hussar: int
    city: str | None

    def change(self, state: State) -> State:
        places = list(state.hussars)
        places[self.hussar] = self.city
        return replace(state, hussars=tuple(places))
