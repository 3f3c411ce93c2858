"""The fields of the lines of an Impulse, each in the way that people write most: a march, a siege, what is built."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pbem.engine.decision import Decision
from pbem.engine.menu import (
    EitherField,
    EntryField,
    FixedField,
    FormField,
    FormKey,
    FormOffer,
    FormWay,
    KeysField,
    ListField,
    NameField,
    NumberField,
    RowsField,
    SentenceField,
    TextField,
    TypeField,
    WordField,
)
from pbem.engine.order import Order
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.letters import answers_held, hand_of, playable_now, reserves_left
from pbem_tnw.orders import condition_parser
from pbem_tnw.orders.choices import (
    BattleCardWish,
    BattleWish,
    CardUse,
    ConsulChoice,
    HoldAnswer,
    MarchChoice,
    NextCard,
    PlayedNow,
    PlusUse,
)
from pbem_tnw.orders.condition import WORDS
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import FlagPlaces, RestItem
from pbem_tnw.orders.names import HERE
from pbem_tnw.orders.pieces import FleetSpot, OddsLimit, PieceNames, PiecesWanted, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import (
    LOWEST_CARDS,
    RESERVES,
    RESOURCES,
    BattleLine,
    Consents,
    EvadeLine,
    HoldWish,
    InterceptLine,
    LendAnswer,
    PeaceLine,
    PlaceAnswers,
    RespondLine,
    Sacrifices,
    WarStanding,
    Willing,
)
from pbem_tnw.orders.turn import (
    OTHERS,
    DeployLine,
    HandRule,
    HandRules,
    InterphaseWar,
    PreemptLine,
    SurrenderOffer,
    TurnEndWish,
)
from pbem_tnw.position.control import nations_of, powers_of
from pbem_tnw.position.state import WarState

DUCHY, PLACE, NATION = NameField(("duchy",)), NameField(("place",)), NameField(("nation",))
GENERAL, ZONE, CARD = NameField(("general",)), NameField(("zone",)), NameField(("card",))
_NUMBER = NumberField(least=1, most=40)
_KIND = WordField(("unit", "units", "squadron", "squadrons", "general", "generals"))


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
_FLAGS = ListField(EitherField((FormWay("duchy", DUCHY), FormWay("here", FixedField(HERE)))), alone=True)
_CONSUL_WAYS = FormWay("", TypeField(ConsulChoice))
_CONSUL = EitherField((_CONSUL_WAYS, FormWay("text", TextField(examples=("{way: right}",)))))
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
        _verb("refit", ListField(TypeField(FleetSpot), alone=True)),
        _verb("consul", EitherField((_CONSUL_WAYS, FormWay("to-column", _TO_COLUMN)))),
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
    FlagPlaces: _FLAGS,
    PiecesWanted: _PIECES,
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


_YES_OR_NO = WordField(("yes", "no"))


def _condition(kind: type[condition_parser.OrderCondition], *first: str) -> TextField:
    """A condition with an example for each word that it may ask."""
    asked = (WORDS[word].example(word) for word in sorted(kind.MAY_ASK) if word in WORDS)
    return TextField(examples=tuple(dict.fromkeys((*first, *asked))))


_CONDITIONS: Mapping[type, FormField] = {
    kind: _condition(kind, *first)
    for kind, first in (
        (condition_parser.ImpulseCondition, ("cp_left >= 2",)),
        (condition_parser.BattleCondition, ("odds >= 1", "odds < 0.5")),
        (condition_parser.ResponseCondition, ("turn >= 2",)),
        (condition_parser.PeaceCondition, ("points >= 3",)),
        (condition_parser.HandCondition, ("cp_sum >= 12",)),
        (condition_parser.OrderCondition, ("turn >= 2",)),
        (Willing, ("yes", "no", "turn >= 2")),
    )
}
_HAND = KeysField(
    (
        FormKey("keep if", _CONDITIONS[condition_parser.HandCondition]),
        FormKey("or holds", ListField(CARD)),
        FormKey("at most", NumberField(least=0, most=9)),
    ),
    main="keep if",
)
_SPENT = WordField(tuple(word.replace("_", " ") for word in (RESERVES, LOWEST_CARDS, RESOURCES)))

SHAPES: Final[Mapping[type, FormField]] = {
    **LINE_SHAPES,
    **_CONDITIONS,
    LendAnswer: TextField(examples=("yes", "no", "turn >= 2")),
    PlayedNow: ListField(
        EitherField((FormWay("card", CARD), FormWay("text", TextField(examples=("{card: Guard, if: odds >= 1}",))))),
        alone=True,
    ),
    Sacrifices: ListField(EitherField((FormWay("spent", _SPENT), FormWay("card", CARD)))),
    PlaceAnswers: EitherField((
        FormWay("everywhere", _YES_OR_NO),
        FormWay(
            "by-place",
            RowsField(EitherField((FormWay("place", PLACE), FormWay("others", FixedField("others")))), _YES_OR_NO),
        ),
    )),
    HandRule: _HAND,
    HandRules: RowsField(
        EitherField((FormWay("others", FixedField(OTHERS)), FormWay("nation", NATION))), _HAND, alone=OTHERS
    ),
}  # fmt: skip
"""By types that read themselves; what is written in yet another way is shown as text."""

BY_KEYS: Final[frozenset[type]] = frozenset({
    Alternative, BattleCardWish, BattleLine, BattleWish, CardUse, Consents, DeployLine, EvadeLine, HoldWish,
    ImpulseOrders, InterceptLine, InterphaseWar, MarchChoice, NextCard, PeaceLine, PlusUse, PreemptLine, RespondLine,
    SurrenderOffer, TurnEndWish, WarStanding,
})  # fmt: skip
"""Types that read themselves and have keys that anyone may write."""


_IMPULSES = ("impulses/*/value", "preempt/*/with", "standing/extra/*/value")
_RESTS = ("regroup", "refit", "unit", "flag")


def offers(view: WarState, seat: str, decision: Decision, order: Order | None) -> Iterator[FormOffer]:
    """What *seat* can choose for *decision*."""
    del order
    own = nations_of(view, seat)
    asked = tuple(decision.about.get("nations", own))
    for key in ("seat", "round"):
        yield FormOffer(at=key, only=True)
    yield FormOffer(at="impulses/*/name", values=asked)
    held = tuple(card.id for nation in own for card in hand_of(view, nation))
    reserves = tuple(card.id for nation in own for card in reserves_left(view, nation))
    yield from _impulses(view, own, held, reserves)
    yield FormOffer(at="preempt/*/nation", values=own)
    answers = tuple(card.id for card in answers_held(view, seat))
    yield FormOffer(at="standing/respond/*/card", values=answers)
    yield FormOffer(at="standing/battle/*/cards/*/card", values=answers)
    yield FormOffer(at="hand/*/name/nation", values=own)
    yield FormOffer(at="resource", values=powers_of(view, seat))
    for key in ("camp", "armistice", "reinforce"):
        yield FormOffer(at=f"turn end/{key}/*/name", values=powers_of(view, seat) if key != "armistice" else ())
    if issubclass(decision.takes, HoldAnswer):
        yield FormOffer(at="play/*/card", values=tuple(card.id for card in playable_now(view, decision)))
    if not decision.about.get("bids", True):
        yield from (FormOffer(at=key, only=True) for key in ("bid", "camp", "give up"))


def _impulses(
    view: WarState, own: tuple[str, ...], held: Iterable[str], reserves: Iterable[str]
) -> Iterator[FormOffer]:
    """The cards and generals of an Impulse, wherever a sheet may have one."""
    known = view.board.leaders
    generals = tuple(one for one, place in view.generals.items() if place != REGROUP and known[one].nation in own)
    for impulse in _IMPULSES:
        yield FormOffer(at=f"{impulse}/try/*/play/card", values=(*held, *reserves))
        yield FormOffer(at=f"{impulse}/try/*/plus/card", values=tuple(reserves))
        yield FormOffer(at=f"{impulse}/try/*/do/*/march/name/*", values=generals)
        yield FormOffer(at=f"{impulse}/try/*/do/*/rest/value", values=_RESTS)
