"""The names of the historical edition, and ways to read and write parts of a sheet with them."""

from typing import Any, TypeVar

import msgspec

from pbem.engine.kit.lexicon import Lexicon
from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from pbem_tnw.edition import edition

EDITION = edition.named("historical")
DUCHIES = {duchy.id: (duchy.name, *duchy.aliases) for duchy in EDITION.duchies.values()}
ZONES = {zone.id: (zone.name, *zone.aliases) for zone in EDITION.zones.values()}
NATIONS: dict[str, tuple[str, ...]] = {nation.id: (nation.name, *nation.aliases) for nation in EDITION.nations.values()}
COLUMNS = ("unaligned", "envoy", "client", "ally")
LEXICON = Lexicon(
    {
        "duchy": DUCHIES,
        "zone": ZONES,
        "place": {**DUCHIES, **ZONES},
        "nation": NATIONS,
        "general": {leader.id: (leader.name, *leader.aliases) for leader in EDITION.leaders.values()},
        "card": {card.id: (card.title,) for card in EDITION.cards.values()},
        "seat": {"france": ("France",), "allies": ("the Allies",)},
        "camp": {"imperial": ("Imperial",), "coalition": ("Coalition",)},
        "column": {column: (column.capitalize(),) for column in COLUMNS},
    },
    numbers={"two": 2, "three": 3},
)
T = TypeVar("T")


def read(text: str, wanted: type[T]) -> ReadSheet[T]:
    """*text* read as a sheet of the type *wanted*."""
    return read_sheet(text, wanted, LEXICON)


def told(sheet: ReadSheet[Any]) -> list[tuple[str, int, int]]:
    """The codes of what is wrong with *sheet*, warnings too, with line and column."""
    return [(each.problem.code, each.place.line, each.place.column) for each in sheet.faults]


def ordered(text: str, wanted: type[T]) -> T:
    """The order in *text*, in which nothing may be wrong."""
    sheet = read(text, wanted)
    assert sheet.order is not None, told(sheet)
    return sheet.order


def holder(**fields: Any) -> type[msgspec.Struct]:
    """The type of a sheet with these keys, each with a type and a default."""
    return msgspec.defstruct("Holder", [(name, *said) for name, said in fields.items()], frozen=True)
