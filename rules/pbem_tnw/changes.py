"""What has changed for a seat between two of its views: cards, strength, generals, Flags, sieges, points, orders."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from pbem_tnw.chapters.turn.facts import points_of_seat
from pbem_tnw.edition.board import on_map
from pbem_tnw.letters import forces_of, reserves_left
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.control import controller, nations_of
from pbem_tnw.position.forces import besieged
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


class ControlChange(msgspec.Struct, frozen=True):
    """A duchy, and the nations that controlled it before and control it now."""

    duchy: str
    before: str
    now: str


class WarHandChange(msgspec.Struct, frozen=True):
    """The cards that came into the hand of a nation, and those that left it."""

    nation: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


class WarChanges(msgspec.Struct, frozen=True, kw_only=True):
    """All that is different for a seat; empty where nothing is."""

    strengths: tuple[StrengthChange, ...] = ()
    generals: tuple[GeneralChange, ...] = ()
    control: tuple[ControlChange, ...] = ()
    """All duchies that have changed hands, in the order of the edition."""
    sieges: tuple[str, ...] = ()
    """The Fortresses that were not besieged before."""
    relieved: tuple[str, ...] = ()
    """The Fortresses that are not besieged any more, and were not taken."""
    lasting: tuple[str, ...] = ()
    """The cards that have come into play."""
    hands: tuple[WarHandChange, ...] = ()
    new_cards: tuple[str, ...] = ()
    """The cards and Reserves of the seat's nations that none of them had."""
    moved: tuple[str, ...] = ()
    """The nations, of all, whose forces on the map and in the Regroup box are others."""
    diplomacy: bool = False
    """Whether a consul, a Camp or a Subject Neutral is another."""
    points: tuple[int, int] | None = None
    """The seat's points before and now, if they are others."""
    standing: WarStanding | None = None
    """The standing orders, without what is as it was; nothing if all is."""


def changes(before: WarState, now: WarState, seat: str) -> WarChanges:
    """What is different for *seat*, whose views these are; a rewind may be between them, and nations may be new."""
    own = nations_of(now, seat)
    points = (points_of_seat(before, seat), points_of_seat(now, seat))
    return WarChanges(
        strengths=tuple(_strengths(before, now, own)),
        generals=tuple(_generals(before, now, own)),
        control=tuple(_control(before, now)),
        sieges=_more(besieged(now), besieged(before)) if before.units else (),
        relieved=tuple(_relieved(before, now)),
        lasting=_more((each.card for each in now.lasting), (each.card for each in before.lasting)),
        hands=tuple(_hands(before, now, own)),
        new_cards=_more(_cards(now, own), _cards(before, nations_of(before, seat)) if before.turn else ()),
        moved=tuple(each for each in now.board.sequence if forces_of(before, each) != forces_of(now, each)),
        diplomacy=_alliances(before) != _alliances(now),
        points=points if before.turn and points[0] != points[1] else None,
        standing=_standing(before.standing.get(seat), now.standing.get(seat)),
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


def _control(before: WarState, now: WarState) -> Iterator[ControlChange]:
    for duchy in now.board.duchies if before.units else ():  # before the set-up there are no Flags
        was, found = controller(before, duchy), controller(now, duchy)
        if was != found:
            yield ControlChange(duchy, was, found)


def _relieved(before: WarState, now: WarState) -> Iterator[str]:
    for place in _more(besieged(before), besieged(now)):
        if controller(before, place) == controller(now, place):
            yield place


def _alliances(view: WarState) -> tuple[object, ...]:
    """All that says in which Camp or in none a nation is."""
    return view.consuls, view.camps, view.subjects


def _cards(view: WarState, nations: Iterable[str]) -> tuple[str, ...]:
    """The cards of hands that the view knows, and the Reserves."""
    return tuple(
        card for one in nations for card in (*view.holdings(one).known, *(each.id for each in reserves_left(view, one)))
    )


def _more(these: Iterable[str], those: Iterable[str]) -> tuple[str, ...]:
    """*these* without *those*."""
    others = set(those)
    return tuple(one for one in these if one not in others)


def _standing(before: WarStanding | None, now: WarStanding | None) -> WarStanding | None:
    if now is None or now == before:
        return None
    was = before or WarStanding()
    same = {key: None for key in now.__struct_fields__ if getattr(was, key) == getattr(now, key)}
    return replace(now, **same)


def _hands(before: WarState, now: WarState, nations: tuple[str, ...]) -> Iterator[WarHandChange]:
    for nation in nations:
        was, found = before.holdings(nation).known, now.holdings(nation).known
        gained, lost = _more(found, was), _more(was, found)
        if gained or lost:
            yield WarHandChange(nation, gained, lost)
