"""The fields that make the text of what reads itself: combats and their plans, wishes, cards, agreements."""

from collections.abc import Mapping
from typing import Final

from pbem.engine.menu import (
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
    TypeField,
    WordField,
)
from pbem_maria.orders import plan
from pbem_maria.orders.cards import RESERVE_VALUES
from pbem_maria.orders.movement import Move
from pbem_maria.orders.plan import ALL, CombatPlan, Drive, PlanBook, PlanItem
from pbem_maria.orders.politics import DROP, NONE, PLAY, SAVE, CardPart, Placing, Taking
from pbem_maria.orders.stage import SharedStack
from pbem_maria.orders.standing import STAY, HussarWish

_CITY, _GENERAL, _POWER = NameField(("city",)), NameField(("general",)), NameField(("power",))
_CARD = NameField(("card",))
_PATH = ListField(_CITY, between=" > ")
_TOGETHER = ListField(_CARD, between=" + ")
_RESERVE = NumberField(least=min(RESERVE_VALUES), most=max(RESERVE_VALUES))
_LOSS = NumberField(least=0, most=99)


def _sentence(pattern: str, **slots: FormField) -> SentenceField:
    return SentenceField(pattern, slots)


def _item(*rules: str) -> EitherField:
    """An entry of `play`: a rule, a card, a Reserve with its value."""
    return EitherField((
        FormWay("rule", WordField(rules)),
        FormWay("card", _CARD),
        FormWay("reserve", _sentence("Reserve as {value}", value=_RESERVE)),
        FormWay("of-suit", _sentence("{rule} of {suit}", rule=WordField(rules), suit=NameField(("suit",)))),
    ))  # fmt: skip


_PLAY = ListField(_item(*plan.RULES), alone=True)
_LIMITS = ListField(
    EitherField((
        FormWay("cards", _sentence("{number} cards", number=_LOSS)),
        FormWay("points", _sentence("{number} points", number=_LOSS)),
    )),
    alone=True,
    most=2,
)  # fmt: skip
_STOPS = ListField(
    EitherField((
        FormWay("or-less", _sentence("losing {number} or less", number=_LOSS)),
        FormWay("or-more", _sentence("losing {number} or more", number=_LOSS)),
    )),
    alone=True,
    most=2,
)  # fmt: skip
_RESERVES = EitherField((
    FormWay("rule", WordField((plan.KEEP, plan.LAST, plan.FREE))),
    FormWay("as-value", _sentence("as {value}", value=_RESERVE)),
))  # fmt: skip
_PLAN = KeysField(
    (
        FormKey("play", _PLAY, required=True),
        FormKey("stop", _STOPS, often=True),
        FormKey("drive", TypeField(Drive), often=True),
        FormKey("at most", _LIMITS),
        FormKey("reserves", _RESERVES),
        FormKey("at zero", _item(*plan.ZERO_RULES)),
        FormKey("losses", _sentence("{general} first", general=_GENERAL)),
        FormKey("last troop", _GENERAL),
    ),
    main="play",
)
_FIGHT = _sentence("{own} > {enemy}", own=_GENERAL, enemy=_GENERAL)
_ON = EitherField((
    FormWay("every", FixedField(ALL)),
    FormWay("fight", _FIGHT),
    FormWay("whom", NameField(("general", "power"))),
))  # fmt: skip
_PLACED = ListField(_CARD, between=" or ", none=NONE)
_PARTS = ListField(
    EitherField((
        FormWay("whole", FixedField(PLAY)),
        FormWay("drop", FixedField(DROP)),
        FormWay("", TypeField(CardPart)),
    )),
    between=", ",
)  # fmt: skip
_TAKEN = ListField(
    EitherField((
        FormWay("card", EntryField(NameField(("political",)), _PARTS)),
        FormWay("save", FixedField(SAVE)),
    ))
)  # fmt: skip
_MOVED = EitherField((
    FormWay("to", _PATH),
    FormWay("force-march", _sentence("force march to {city}", city=_CITY)),
    FormWay("join", _sentence("join {general}", general=_GENERAL)),
    FormWay("re-enter", _sentence("re-enter {city} with {cards}", city=_CITY, cards=_TOGETHER)),
    FormWay("re-enter-cheaply", _sentence("re-enter {city}", city=_CITY)),
    FormWay("stay", FixedField("stay")),
    FormWay("force-march-by", _sentence("force march {path}", path=ListField(_CITY, between=" > ", least=2))),
    FormWay("from", _sentence("from {path}", path=_PATH)),
))  # fmt: skip
_COMMANDED = EitherField((
    *_MOVED.ways[1:],
    _MOVED.ways[0],
    FormWay("to-commanded", _sentence("{path}, {general} commands", path=_PATH, general=_GENERAL)),
    FormWay(
        "join-commanded", _sentence("join {other}, {general} commands", other=_GENERAL, general=_GENERAL)
    ),
))  # fmt: skip

SHAPES: Final[Mapping[type, FormField]] = {
    HussarWish: ListField(
        EitherField((FormWay("city", _CITY), FormWay("stay", FixedField(STAY)))), between=" or "
    ),
    Move: EntryField(ListField(NameField(("general", "train")), between=" + "), _COMMANDED),
    SharedStack: EitherField((
        FormWay(
            "under",
            _sentence("{general} + {other} under {commander}", general=_GENERAL, other=_GENERAL, commander=_GENERAL),
        ),
        FormWay("together", _sentence("{general} + {other}", general=_GENERAL, other=_GENERAL)),
    )),
    PlanItem: _item(*plan.RULES),
    CombatPlan: _PLAN,
    PlanBook: RowsField(_ON, _PLAN, alone=ALL),
    Placing: EitherField((FormWay("one-power", _PLACED), FormWay("by-power", RowsField(_POWER, _PLACED)))),
    Taking: EitherField((FormWay("one-power", _TAKEN), FormWay("by-power", RowsField(_POWER, _TAKEN)))),
}  # fmt: skip
"""By types that read themselves; what is written in yet another way is shown as text."""
