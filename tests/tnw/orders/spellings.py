"""The names of the historical edition, and ways to read and write parts of a sheet with them."""

from typing import Any, TypeVar

from pbem.report.returned_sheet import explain
from pbem.report.words import Words
from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from pbem_tnw.edition import edition
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW

EDITION = edition.named("historical")
DUCHIES = {duchy.id: (duchy.name, *duchy.aliases) for duchy in EDITION.duchies.values()}
ZONES = {zone.id: (zone.name, *zone.aliases) for zone in EDITION.zones.values()}
NATIONS: dict[str, tuple[str, ...]] = {nation.id: (nation.name, *nation.aliases) for nation in EDITION.nations.values()}
COLUMNS = ("unaligned", "envoy", "client", "ally")
VIEW = WarState(edition=EDITION.key, players=2, control={"france": "france", "spain": "france", "russia": "coalition"})
LEXICON = lexicon(VIEW, "france")
WORDS = Words(TNW.words, LEXICON, tools=TNW.tools)
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


def said(text: str, wanted: type[Any]) -> str:
    """What a receipt says of *text* as a sheet of the type *wanted*."""
    return explain(WORDS, text, read(text, wanted).faults)
