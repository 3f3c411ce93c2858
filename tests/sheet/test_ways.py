"""Whatever way a game declares to write something is read as it was meant, shown by forms, and told on a page."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec import inspect as types

from pbem.engine.reading import Lexicon
from pbem.engine.ruleset import Ruleset
from pbem.sheet.names import kinds_of, names_of
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import WrittenWay, spelled, ways_of, write_sheet
from pbem.web.forms.fields import NO_HINTS, PlainReader, form_of
from pbem_maria.orders.cards import RESERVE
from pbem_maria.orders.plan import LOWEST
from pbem_maria.position.powers import FRANCE
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW
from tests.maria.advanced import laid
from tests.tnw.orders.spellings import LEXICON

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"pbem_maria": DOCS / "maria", "pbem_tnw": DOCS / "napoleonic-wars"}
RULESETS: dict[str, Ruleset] = {"pbem_maria": MARIA, "pbem_tnw": TNW}
GIVEN: dict[str, dict[str, Any]] = {
    "{rule}": {"rule": LOWEST}, "{add}": {"add": 1}, "{power}": {"power": FRANCE},
    "{rule} of {suit}": {"rule": LOWEST}, "{card} as {value}": {"card": RESERVE},
}  # fmt: skip
"""By way, what its slots hold that their types do not say."""
BY_MODERATORS = ("orders.ruling", ".fixture.")


def structs(of: type[Struct] = Struct) -> Iterator[type[Struct]]:
    for each in of.__subclasses__():
        yield each
        yield from structs(each)


def game_of(struct: type) -> str:
    return struct.__module__.partition(".")[0]


def is_whole(struct: type[Struct]) -> bool:
    """Whether it has the fields of its ways, and not only its subclasses."""
    slots = {slot for way in getattr(struct, "WAYS", ()) for slot in re.findall(r"\{(\w+)\}", str(way))}
    return slots <= set(struct.__struct_fields__) and not struct.__subclasses__()


DECLARED = [
    pytest.param(struct, way, id=f"{struct.__name__}: {way.pattern}")
    for struct in dict.fromkeys(structs())
    if game_of(struct) in RULESETS and is_whole(struct)
    for way in ways_of(struct)
]


@cache
def lexicon_of(game: str) -> Lexicon:
    return LEXICON if game == "pbem_tnw" else MARIA.lexicon(laid(turn=4).views["maria-theresa"], "maria-theresa")


def some(wanted: types.Type, lexicon: Lexicon, number: int = 0) -> Any:
    """A value of a type; others of other numbers."""
    match wanted:
        case types.Metadata() if kinds := kinds_of(wanted):
            return sorted(lexicon.kinds[kinds[0]])[number]
        case types.Metadata(extra={"words": words}):
            return words[0]
        case types.Metadata(type=inner):
            return some(inner, lexicon, number)
        case types.UnionType(types=members):
            return some(members[0], lexicon, number)
        case types.StructType(cls=cls):
            return value_of(cls, ways_of(cls)[0], lexicon, number)
        case types.VarTupleType(item_type=item):
            return tuple(some(item, lexicon, each) for each in range(2))
        case types.DictType(key_type=key, value_type=value):
            return {some(key, lexicon): some(value, lexicon)}
        case types.LiteralType(values=values):
            return values[0]
        case types.DecimalType():
            return Decimal("1.5")
    return 3


def value_of(struct: type[Struct], way: WrittenWay, lexicon: Lexicon, number: int = 0) -> Struct:
    """What is written in a *way*."""
    held = {name: some(field.type, lexicon, number) for name, field in way.slots.items()}
    constant = {name: each for name, each in way.said.items() if each is not msgspec.NODEFAULT}
    return struct(**{**constant, **held, **GIVEN.get(way.pattern, {})})


@pytest.mark.parametrize(("struct", "way"), DECLARED)
def test_each_way_is_read_as_it_is_written(struct: type[Struct], way: WrittenWay) -> None:
    game = game_of(struct)
    lexicon = lexicon_of(game)
    sheet_of = msgspec.defstruct("SheetOfOne", [("it", struct)])
    sheet = sheet_of(value_of(struct, way, lexicon))
    text = write_sheet(sheet, lexicon)
    read = read_sheet(text, sheet_of, lexicon)
    assert read.order == sheet, (text, read.faults)
    if not any(each in struct.__module__ for each in BY_MODERATORS):
        hints = RULESETS[game].forms or NO_HINTS
        plain = spelled(sheet, types.type_info(sheet_of), lexicon, hints.by_keys)
        assert PlainReader(names_of(lexicon)).read(form_of(sheet_of, hints), plain) is not None, text


@cache
def examples(game: str) -> str:
    """What is to be typed on the pages for the players of a game, each piece in a line."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES[game].glob("*.md"))
    fenced = re.findall(r"^```.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return "\n".join((*fenced, *re.findall(r"`([^`\n]+)`", text)))


@pytest.mark.parametrize(("struct", "way"), DECLARED)
def test_each_way_with_words_is_on_a_page_for_players(struct: type[Struct], way: WrittenWay) -> None:
    value = way.pattern.rpartition(": ")[2]
    around = re.split(r"\{\w+\}", value)
    if not any(each.isalpha() for each in "".join(around)) or any(each in struct.__module__ for each in BY_MODERATORS):
        return
    looks = r"[^\n:]+?".join(map(re.escape, around)).replace(r"\ turns", r"\ turns?")
    assert re.search(rf"(?:^|[\[{{,:;-] ?){looks}(?:$|[\]}},;])", examples(game_of(struct)), re.MULTILINE)
