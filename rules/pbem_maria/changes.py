"""What has changed for a seat between two of its views: its pieces, troops and cards, and what it knows of others."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from pbem_maria.position.cards import Pile, order_of
from pbem_maria.position.state import KnownStrength, State


class PieceAt(msgspec.Struct, frozen=True, kw_only=True):
    """A piece at one time: its *city* or off-map *box*, neither if it was removed; a train has no *troops*."""

    city: str = ""
    box: str = ""
    troops: int = 0
    face_down: bool = False


class PieceChange(msgspec.Struct, frozen=True):
    """A piece of the seat, before and now."""

    piece: str
    before: PieceAt
    now: PieceAt


class HandChange(msgspec.Struct, frozen=True):
    """The cards that came into the hand of a power, and those that left it."""

    power: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """All that is different for a seat; empty where nothing is."""

    pieces: tuple[PieceChange, ...] = ()
    hands: tuple[HandChange, ...] = ()
    pools: tuple[tuple[str, int, int], ...] = ()
    """The victory markers in the pools of the seat's powers that are others: power, before, now."""
    sightings: tuple[KnownStrength, ...] = ()
    """The troops of other seats that combat has shown."""
    standing: bool = False
    """Whether the standing orders are others."""


def changes(before: State, now: State, seat: str) -> Changes:
    """What is different for *seat*, whose views these are; a rewind may be between them, and powers may be new."""
    own = now.powers_of(seat)
    return Changes(
        pieces=tuple(_pieces(before, now, own)),
        hands=tuple(_hands(before, now, own)),
        pools=tuple(_pools(before, now, own)),
        sightings=tuple(
            each for each in now.sightings if each not in before.sightings and now.power_of(each.generals[0]) not in own
        ),
        standing=before.standing.get(seat) != now.standing.get(seat),
    )


def _pieces(before: State, now: State, powers: tuple[str, ...]) -> Iterator[PieceChange]:
    theatre = now.theatre
    pieces = (*theatre.generals, *theatre.trains)
    for power in powers:
        for piece in (each for each in pieces if now.power_of(each) == power):
            was, found = _piece(before, piece), _piece(now, piece)
            if was != found:
                yield PieceChange(piece, was, found)


def _piece(view: State, piece: str) -> PieceAt:
    return PieceAt(
        city=view.at.get(piece, ""),
        box=view.off_map.get(piece, ""),
        troops=view.troops.get(piece, 0),
        face_down=piece in view.face_down,
    )


def _hands(before: State, now: State, powers: tuple[str, ...]) -> Iterator[HandChange]:
    for power in powers:
        was, found = (Counter(view.hands.get(power, Pile()).known) for view in (before, now))
        gained, lost = (tuple(sorted(cards.elements(), key=order_of)) for cards in (found - was, was - found))
        if gained or lost:
            yield HandChange(power, gained, lost)


def _pools(before: State, now: State, powers: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    for power in powers:
        was, found = before.pools.get(power), now.pools.get(power)
        if was is not None and found is not None and was != found:
            yield power, was, found
