"""The fields of whole sheets: Impulses with their cards, standing orders, the end of the Turn, conditions."""

from collections.abc import Mapping
from typing import Final

from pbem.engine.forms.fields import (
    EitherField,
    FixedField,
    FormField,
    FormKey,
    FormWay,
    KeysField,
    ListField,
    NumberField,
    RowsField,
    TextField,
    WordField,
)
from pbem_tnw.forms.lines import CARD, LINE_SHAPES, NATION, PLACE, sentence
from pbem_tnw.orders.conditions import condition as conditions
from pbem_tnw.orders.conditions.words import WORDS
from pbem_tnw.orders.consent import Consents, LendAnswer, Willing
from pbem_tnw.orders.entry import OTHERS, HandRule, HandRules
from pbem_tnw.orders.hold import PlayedNow
from pbem_tnw.orders.impulse import Alternative, CardUse, ImpulseOrders, PlusMoment, PlusUse
from pbem_tnw.orders.lines.battle_wish import BattleCardWish, BattleWish
from pbem_tnw.orders.lines.event_choices import NextCard
from pbem_tnw.orders.round_orders import PreemptLine
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.standing_lines import (
    BattleLine,
    EvadeLine,
    HoldWish,
    InterceptLine,
    PeaceLine,
    RespondLine,
)
from pbem_tnw.orders.standing_lists import LOWEST_CARDS, RESERVES, RESOURCES, PlaceAnswers, Sacrifices
from pbem_tnw.orders.turn_end import DeployLine, InterphaseWar, SurrenderOffer, TurnEndWish

_YES_OR_NO = WordField(("yes", "no"))


def _condition(kind: type[conditions.OrderCondition], *first: str) -> TextField:
    """A condition with an example for each word that it may ask."""
    asked = (WORDS[word].example(word) for word in sorted(kind.MAY_ASK) if word in WORDS)
    return TextField(examples=tuple(dict.fromkeys((*first, *asked))))


_CONDITIONS: Mapping[type, FormField] = {
    kind: _condition(kind, *first)
    for kind, first in (
        (conditions.ImpulseCondition, ("cp_left >= 2",)),
        (conditions.BattleCondition, ("odds >= 1", "odds < 0.5")),
        (conditions.ResponseCondition, ("turn >= 2",)),
        (conditions.PeaceCondition, ("points >= 3",)),
        (conditions.HandCondition, ("cp_sum >= 12",)),
        (conditions.OrderCondition, ("turn >= 2",)),
        (Willing, ("yes", "no", "turn >= 2")),
    )
}
_HAND = KeysField(
    (
        FormKey("keep if", _CONDITIONS[conditions.HandCondition]),
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
    PlusMoment: EitherField((
        FormWay("moment", WordField(("first", "last"))),
        FormWay("after-line", sentence("after {number}", number=NumberField(least=1, most=30))),
    )),
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
    ImpulseOrders, InterceptLine, InterphaseWar, NextCard, PeaceLine, PlusUse, PreemptLine, RespondLine,
    SurrenderOffer, TurnEndWish, WarStanding,
})  # fmt: skip
"""Types that read themselves and have keys that anyone may write."""
