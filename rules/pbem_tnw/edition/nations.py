"""Nations, their pieces and leaders, the set-up and the tracks; the types of armies.yaml."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem_tnw.edition.board import NationId

GreatPower = Literal["france", "austria", "britain", "russia", "prussia"]
ProxyId = Literal["spain", "turkey", "sweden", "denmark", "prussia"]
CampId = Literal["imperial", "coalition"]
ColumnId = str


class Leader(msgspec.Struct, frozen=True, omit_defaults=True):
    """A general: *command* is also what it costs to build, *battle* is its Rating (7.2, 9.1)."""

    id: str
    name: str
    command: int
    battle: int
    aliases: tuple[str, ...] = ()
    nation: str = ""
    at: str = ""
    """A duchy, or `yard`: it may be built at once; nothing for one that comes later."""
    not_before: int | None = None
    """The Turn from which on it may be built."""
    card: bool = False
    """Whether only its card brings it into play."""


class Units(msgspec.Struct, frozen=True):
    """Units at the start."""

    at: str
    strength: int


class Squadrons(msgspec.Struct, frozen=True):
    """Squadrons at the start, in a Port or at sea in a zone."""

    at: str
    number: int


class KeyCount(msgspec.Struct, frozen=True):
    """Keys of a nation's own colour, and Keys that it controls at the start with its Flags."""

    own: int
    start: int


class PieceLimits(msgspec.Struct, frozen=True):
    """How many pieces of a nation there are: units as strength, Squadrons, Flags (7, 7.44)."""

    units: int
    squadrons: int
    flags: int


class PlacedFlags(msgspec.Struct, frozen=True):
    """The duchies with Flags of a nation at the start."""

    placed: tuple[str, ...] = ()


class ReserveSlot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place for a Reserve of a nation (4.4, 6.2); cards.yaml has its text."""

    slot: str
    name: str = ""


class Nation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A nation, its pieces and where they stand at the start."""

    id: NationId
    name: str
    adjective: str
    aliases: tuple[str, ...] = ()
    kind: Literal["power", "minor"]
    camp: Literal["imperial", "coalition", "neutral"]
    hand: int
    """Its hand at the start, and its Draw number before anything changes that (4.4, 14.3)."""
    colour: str
    keys: KeyCount
    capitals: tuple[str, ...]
    limits: PieceLimits
    units: tuple[Units, ...] = ()
    leaders: tuple[Leader, ...] = ()
    squadrons: tuple[Squadrons, ...] = ()
    flags: PlacedFlags = PlacedFlags()
    reserves: tuple[ReserveSlot, ...] = ()

    @property
    def is_power(self) -> bool:
        """Whether it is a Power, and no minor country."""
        return self.kind == "power"


class TurnTrack(msgspec.Struct, frozen=True):
    """The years of the Turns; the last one only with Napoleon's Abdication (5)."""

    boxes: tuple[int, ...]
    start: int


class SequenceTrack(msgspec.Struct, frozen=True):
    """Where the Impulse marker starts (5)."""

    start: NationId


class KeyControlTrack(msgspec.Struct, frozen=True, omit_defaults=True):
    """The track of Keys controlled; *start* says in words where the markers start."""

    first: int = msgspec.field(name="from")
    last: int = msgspec.field(name="to")
    start: str = ""
    carries_round_marker: bool = False


class ResourceTrack(msgspec.Struct, frozen=True):
    """The track of Resources, and where each marker starts but for those that players choose (4.2, 16.1)."""

    first: int = msgspec.field(name="from")
    last: int = msgspec.field(name="to")
    start: int = 0


class DiplomaticColumn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A column of the Diplomatic Track: the CPs to enter it from either side; a *shared* one has one box for all."""

    id: ColumnId
    name: str
    cost: int
    shared: bool = False


class ConsulStart(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a Proxy's consul starts; *players_below*: only with fewer players than this is the nation a Proxy."""

    column: ColumnId
    row: GreatPower | None = None
    players_below: int = 0


class DiplomaticTrack(msgspec.Struct, frozen=True, kw_only=True):
    """The Diplomatic Track from the left to the right, and the consuls of the Proxies (8.1)."""

    rows: tuple[GreatPower, ...]
    prussia_row: str = ""
    columns: tuple[DiplomaticColumn, ...]
    consuls: Mapping[ProxyId, ConsulStart]

    @property
    def column_ids(self) -> tuple[ColumnId, ...]:
        """The columns from left to right: `unaligned` first, `ally` last."""
        return tuple(column.id for column in self.columns)

    def cost(self, column: ColumnId) -> int:
        """CPs to enter *column*."""
        return next(each.cost for each in self.columns if each.id == column)


class WarTracks(msgspec.Struct, frozen=True):
    """The tracks beside the map."""

    turn: TurnTrack
    sequence: SequenceTrack
    key_control: KeyControlTrack
    resource: ResourceTrack
    diplomatic: DiplomaticTrack


class Nations(msgspec.Struct, frozen=True, kw_only=True):
    """armies.yaml; *sequence* is the order of the Sequence Track."""

    name: str = ""
    title: str = ""
    version: int = 1
    date: str = ""
    sequence: tuple[NationId, ...]
    nations: tuple[Nation, ...]
    tracks: WarTracks
