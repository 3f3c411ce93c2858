"""What has changed for a seat between two of its views: strength, generals, Keys, points, cards, standing orders."""

from collections.abc import Iterator

import msgspec

from pbem_tnw.chapters.peace.points import points_of_seat
from pbem_tnw.position.control import keys_held, nations_of
from pbem_tnw.position.places import on_map
from pbem_tnw.position.state import WarState


class StrengthChange(msgspec.Struct, frozen=True):
    """The units and Squadrons on the map of a nation, before and now."""

    nation: str
    before: tuple[int, int]
    now: tuple[int, int]


class GeneralChange(msgspec.Struct, frozen=True):
    """A general that has come to the map or left it, with its place now."""

    general: str
    place: str


class KeysChange(msgspec.Struct, frozen=True):
    """The Keys that a nation controls now and did not, and those that it has lost."""

    nation: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


class WarHandChange(msgspec.Struct, frozen=True):
    """The cards that came into the hand of a nation, and those that left it."""

    nation: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


class WarChanges(msgspec.Struct, frozen=True, kw_only=True):
    """All that is different for a seat; empty where nothing is."""

    strengths: tuple[StrengthChange, ...] = ()
    generals: tuple[GeneralChange, ...] = ()
    keys: tuple[KeysChange, ...] = ()
    hands: tuple[WarHandChange, ...] = ()
    points: tuple[int, int] | None = None
    """The seat's points before and now, if they are others."""
    standing: bool = False
    """Whether the standing orders are others."""


def changes(before: WarState, now: WarState, seat: str) -> WarChanges:
    """What is different for *seat*, whose views these are; a rewind may be between them, and nations may be new."""
    own = nations_of(now, seat)
    points = (points_of_seat(before, seat), points_of_seat(now, seat))
    return WarChanges(
        strengths=tuple(_strengths(before, now, own)),
        generals=tuple(_generals(before, now, own)),
        keys=tuple(_keys(before, now, own)),
        hands=tuple(_hands(before, now, own)),
        points=points if before.turn and points[0] != points[1] else None,
        standing=before.standing.get(seat) != now.standing.get(seat),
    )


def _strengths(before: WarState, now: WarState, nations: tuple[str, ...]) -> Iterator[StrengthChange]:
    for nation in nations:
        was, found = _strength(before, nation), _strength(now, nation)
        if was not in (found, (0, 0)):
            yield StrengthChange(nation, was, found)


def _strength(view: WarState, nation: str) -> tuple[int, int]:
    """The units on the map, and the Squadrons."""
    units = sum(there.get(nation, 0) for place, there in view.units.items() if on_map(place))
    ships = (ship for place, there in view.squadrons.items() if on_map(place) for ship in there)
    return units, sum(1 for ship in ships if ship.nation == nation)


def _generals(before: WarState, now: WarState, nations: tuple[str, ...]) -> Iterator[GeneralChange]:
    leaders = now.board.leaders
    for general, place in now.generals.items():
        was = before.generals.get(general, place)
        if leaders[general].nation in nations and was != place and on_map(was) != on_map(place):
            yield GeneralChange(general, place)


def _keys(before: WarState, now: WarState, nations: tuple[str, ...]) -> Iterator[KeysChange]:
    for nation in nations:
        was, found = keys_held(before, nation), keys_held(now, nation)
        gained, lost = (tuple(key for key in one if key not in other) for one, other in ((found, was), (was, found)))
        if before.units and was and (gained or lost):  # before the set-up there are none
            yield KeysChange(nation, gained, lost)


def _hands(before: WarState, now: WarState, nations: tuple[str, ...]) -> Iterator[WarHandChange]:
    for nation in nations:
        was, found = before.holdings(nation).known, now.holdings(nation).known
        gained, lost = (tuple(card for card in one if card not in other) for one, other in ((found, was), (was, found)))
        if gained or lost:
            yield WarHandChange(nation, gained, lost)
