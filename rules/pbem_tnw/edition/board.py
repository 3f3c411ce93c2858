"""The map: duchies, links, sea zones, narrows, boxes, and where pieces can be; the types of map.yaml."""

from collections.abc import Iterator
from typing import Literal

import msgspec

NationId = Literal["france", "austria", "britain", "russia", "prussia", "turkey", "spain", "sweden", "denmark"]
Tie = Literal["home", "associated", "double"]
LinkKind = Literal["plain", "rough", "pass", "marsh", "strait"]
BoxId = Literal["regroup", "fleets", "foreign-wars", "yard", "killed"]

REGROUP = "regroup"
"""The Regroup box (7.7)."""
YARD = "yard"
"""The pieces that may be built (7.1-7.3)."""
KILLED = "killed"
"""Generals out of the game (6.12, 7.2)."""
CAPTURED = "captured"
"""Napoleon as a captive, until the next Interphase (17.3)."""
FLEETS = "fleets"
"""The off-map fleets of *Guerre de Course* (5.9, 6.13)."""

BOXES = (REGROUP, YARD, KILLED, CAPTURED, FLEETS)

_WAR = "war:"


class PrintedPlace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What duchies and sea zones have in common: *x* grows to the east, *y* to the south."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    x: float
    y: float


class Duchy(PrintedPlace, frozen=True, kw_only=True, omit_defaults=True):
    """A duchy; *nation* controls it at the start, *upper* is the upper colour of a doubly Associated one (7.43)."""

    nation: NationId
    tie: Tie
    kind: Literal["open", "key", "fortress"]
    upper: NationId | None = None
    strength: int = 0
    """Of its Fortress (12.3); 0 for an unfortified duchy."""
    key: bool = False
    """Whether it is a Key; in map.yaml only a Fortress that is a Key besides says so."""
    capital: bool = False
    port: tuple[str, ...] = ()
    """The zones that its Port touches; no Port without one."""
    lon: float | None = None
    lat: float | None = None

    @property
    def is_key(self) -> bool:
        """Whether it is a Key: by its kind, or a Fortress that says so."""
        return self.key or self.kind == "key"

    @property
    def is_fortress(self) -> bool:
        """Whether a Fortress stands there (12)."""
        return self.kind == "fortress"

    @property
    def is_port(self) -> bool:
        """Whether it has a Port (13.1)."""
        return bool(self.port)

    @property
    def is_home(self) -> bool:
        """Whether it is a Home duchy of its nation."""
        return self.tie == "home"


class SeaZone(PrintedPlace, frozen=True, kw_only=True, omit_defaults=True):
    """A sea zone, the zones *adjacent* to it and the duchies whose *ports* touch it."""

    adjacent: tuple[str, ...]
    ports: tuple[str, ...]


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """What joins two duchies; a strait crosses *zone* (9.2)."""

    kind: LinkKind
    zone: str = ""


class PrintedLinks(msgspec.Struct, frozen=True):
    """The links by kind, each between two duchies; a strait names its zone as third."""

    plain: tuple[tuple[str, str], ...] = ()
    rough: tuple[tuple[str, str], ...] = ()
    pass_: tuple[tuple[str, str], ...] = msgspec.field(name="pass", default=())
    marsh: tuple[tuple[str, str], ...] = ()
    strait: tuple[tuple[str, str, str], ...] = ()

    def each(self) -> Iterator[tuple[str, str, Link]]:
        """Every link once, with its two ends."""
        by_land: tuple[tuple[LinkKind, tuple[tuple[str, str], ...]], ...] = (
            ("plain", self.plain), ("rough", self.rough), ("pass", self.pass_), ("marsh", self.marsh),
        )  # fmt: skip
        for kind, pairs in by_land:
            yield from ((one, other, Link(kind)) for one, other in pairs)
        yield from ((one, other, Link("strait", zone)) for one, other, zone in self.strait)


class Narrows(msgspec.Struct, frozen=True):
    """Two zones that meet under the guns of a duchy (13.8)."""

    name: str
    zones: tuple[str, str]
    guarded_by: str


class MapBox(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place off the map; *holds* says in words what."""

    id: BoxId
    name: str
    aliases: tuple[str, ...] = ()
    holds: str = ""


class DrawingSpace(msgspec.Struct, frozen=True):
    """The size of the map as it is drawn; *x* and *y* say in words how longitude and latitude became points."""

    width: int
    height: int
    x: str = ""
    y: str = ""


class WarMap(msgspec.Struct, frozen=True, kw_only=True):
    """map.yaml."""

    name: str = ""
    title: str = ""
    version: int = 1
    board: DrawingSpace
    duchies: tuple[Duchy, ...]
    links: PrintedLinks
    zones: tuple[SeaZone, ...]
    narrows: tuple[Narrows, ...] = ()
    boxes: tuple[MapBox, ...]


class Coast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """coast.yaml, which pictures show and no rule needs: the outlines of *land* as paths of SVG."""

    land: tuple[str, ...] = ()


def war_box(card: str) -> str:
    """The place of the pieces of the Foreign War that *card* opened (6.13)."""
    return f"{_WAR}{card}"


def war_of(place: str) -> str:
    """The card of the Foreign War whose box *place* is; empty for any other place."""
    return place.removeprefix(_WAR) if place.startswith(_WAR) else ""


def on_map(place: str) -> bool:
    """Whether *place* is a duchy or a sea zone."""
    return place not in BOXES and not war_of(place)
