"""The fields of the lines of an Impulse, each in the way that people write most: a march, a siege, what is built."""

from collections.abc import Mapping
from typing import Final

from pbem.engine.forms.fields import (
    EitherField,
    EntryField,
    FixedField,
    FormField,
    FormKey,
    FormWay,
    KeysField,
    ListField,
    NameField,
    NumberField,
    RowsField,
    SentenceField,
    TextField,
    WordField,
)
from pbem_tnw.orders.lines.event_choices import ConsulChoice
from pbem_tnw.orders.lines.lines import FlagPlaces, RestItem
from pbem_tnw.orders.lines.order_lines import OrderLines
from pbem_tnw.orders.lines.pieces import FleetSpot, OddsLimit, PieceNames, PiecesWanted, Strengths
from pbem_tnw.orders.names import HERE, AtPlaces, ByWhom, InZones

DUCHY, PLACE, NATION = NameField(("duchy",)), NameField(("place",)), NameField(("nation",))
GENERAL, ZONE, CARD = NameField(("general",)), NameField(("zone",)), NameField(("card",))
_NUMBER = NumberField(least=1, most=40)
_KIND = WordField(("unit", "units", "squadron", "squadrons", "general", "generals"))
_WAY = WordField(("left", "right"))


def sentence(pattern: str, **slots: FormField) -> SentenceField:
    """A text with gaps."""
    return SentenceField(pattern, slots)


_PIECES = EitherField((
    FormWay("pieces-at", sentence("{number} {kind} at {place}", number=_NUMBER, kind=_KIND, place=PLACE)),
    FormWay("pieces", sentence("{number} {kind}", number=_NUMBER, kind=_KIND)),
    FormWay("general-at", sentence("{general} at {place}", general=GENERAL, place=PLACE)),
    FormWay("general", GENERAL),
))  # fmt: skip
_USE = WordField(("unit", "squadron", "general", "flag", "regroup", "refit", "end war", "assault"))
_PLACES = ListField(PLACE, between=", ")
_REST = EitherField((
    FormWay("use", _USE),
    FormWay("times", sentence("{number} {use}", number=_NUMBER, use=_USE)),
    FormWay("times-at", sentence("{number} {use} at {places}", number=_NUMBER, use=_USE, places=_PLACES)),
    FormWay("use-at", sentence("{use} at {places}", use=_USE, places=_PLACES)),
    FormWay("general-at", sentence("{general} at {places}", general=GENERAL, places=_PLACES)),
    FormWay("general", GENERAL),
))  # fmt: skip
_SPOT = EitherField((
    FormWay("all-at", PLACE), FormWay("some-at", sentence("{number} at {place}", number=_NUMBER, place=PLACE)),
))  # fmt: skip
_FLAGS = ListField(EitherField((FormWay("duchy", DUCHY), FormWay("here", FixedField(HERE)))), alone=True)
_BOXES = NumberField(least=1, most=9)
_CONSUL_WAYS = (
    FormWay("boxes", sentence("{who} {way} {steps}", who=NATION, way=_WAY, steps=_BOXES)),
    FormWay("box", sentence("{who} {way}", who=NATION, way=_WAY)),
    FormWay("box-in", sentence("{who} {way} in {row}", who=NATION, way=_WAY, row=NATION)),
    FormWay("boxes-in", sentence("{who} {way} {steps} in {row}", who=NATION, way=_WAY, steps=_BOXES, row=NATION)),
    FormWay("any-way", sentence("{who} {steps}", who=NATION, steps=_BOXES)),
    FormWay("any-way-in", sentence("{who} {steps} in {row}", who=NATION, steps=_BOXES, row=NATION)),
    FormWay("in", sentence("{who} in {row}", who=NATION, row=NATION)),
    FormWay("nation", NATION),
)
_CONSUL = EitherField((*_CONSUL_WAYS, FormWay("text", TextField(examples=("{way: right}",)))))
_TO_COLUMN = KeysField((
    FormKey("who", NATION, required=True), FormKey("to", NameField(("column",)), required=True),
    FormKey("in", NATION),
))  # fmt: skip


def _verb(word: str, value: FormField) -> FormWay:
    return FormWay(word, EntryField(FixedField(word), value))


_LINES = ListField(
    EitherField((
        FormWay("march", EntryField(ListField(GENERAL, between=" + "), ListField(DUCHY, between=" > "))),
        _verb("assault", DUCHY),
        _verb("build", ListField(_PIECES, alone=True)),
        _verb("rest", ListField(_REST, alone=True)),
        _verb("flag", _FLAGS),
        _verb("move", ListField(DUCHY, between=" > ")),
        _verb("regroup", ListField(_PIECES, alone=True)),
        _verb("refit", ListField(_SPOT, alone=True)),
        _verb("consul", EitherField((*_CONSUL_WAYS, FormWay("to-column", _TO_COLUMN)))),
        _verb("sail", PLACE),
        _verb("land", DUCHY),
        _verb("declare", NATION),
        _verb("end war", CARD),
        _verb("flip", NATION),
        _verb("surrender", NATION),
        FormWay("word", WordField(("assault", "regroup", "refit", "attack", "land", "rest", "capitulate"))),
        FormWay("text", TextField(examples=("{build: 1 unit, if: cp left >= 3}",))),
    ))
)  # fmt: skip

LINE_SHAPES: Final[Mapping[type, FormField]] = {
    AtPlaces: ListField(PLACE, alone=True, none="any"),
    InZones: ListField(ZONE, alone=True, none="any"),
    ByWhom: ListField(NATION, alone=True, none="any"),
    FlagPlaces: _FLAGS,
    PiecesWanted: _PIECES,
    FleetSpot: _SPOT,
    RestItem: _REST,
    ConsulChoice: _CONSUL,
    PieceNames: EitherField((
        FormWay("rule", WordField(("last", "never"))), FormWay("named", ListField(GENERAL)),
    )),
    Strengths: EitherField((
        FormWay("number", _NUMBER),
        FormWay("all", FixedField("all")),
        FormWay("by-nation", RowsField(NATION, _NUMBER)),
        FormWay("text", TextField(examples=("2 Spain, 3 units",))),
    )),
    OddsLimit: TextField(examples=("1", "1.5", "3:2")),
    OrderLines: _LINES,
}  # fmt: skip
"""By types that read themselves."""
