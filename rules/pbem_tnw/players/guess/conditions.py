"""Conditions by chance: most are left out, for a condition that fails plays nothing."""

from decimal import Decimal
from typing import TypeVar

from pbem_tnw.orders.conditions.condition import HandCondition, OrderCondition
from pbem_tnw.orders.conditions.expressions import (
    AllOf,
    Amount,
    AnyOf,
    Asked,
    Comparing,
    Comparison,
    ConditionTest,
    NotSo,
    OneOf,
)
from pbem_tnw.orders.conditions.words import WORDS
from pbem_tnw.players.guess.company import Company

C = TypeVar("C", bound=OrderCondition)
_SIGNS: tuple[Comparing, ...] = ("<", "<=", "=", "!=", ">=", ">")


def guess_condition(company: Company, kind: type[C], *, one_in: int = 4) -> C:
    """A condition once in so many times, else the one that always holds."""
    return kind(_test(company, kind, 2)) if company.one_in(one_in) else kind()


def guess_hand_condition(company: Company) -> HandCondition:
    """When a first hand is kept (4.5)."""
    least = Amount(plus=Decimal(6 + company.chance.below(12)))
    return HandCondition(Comparison(Amount(Asked("cp_sum")), ">=", least))


def _test(company: Company, kind: type[OrderCondition], depth: int) -> ConditionTest:
    pick = company.chance.below(8) if depth else 7
    if pick == 0:
        return NotSo(_plain(company, kind))
    if pick == 1:
        return AllOf((_plain(company, kind), _plain(company, kind)))
    if pick == 2:
        return AnyOf((_plain(company, kind), _plain(company, kind)))
    return _plain(company, kind)


def _plain(company: Company, kind: type[OrderCondition]) -> ConditionTest:
    word = company.chance.choice(sorted(kind.MAY_ASK))
    meaning = WORDS[word]
    about = () if meaning.optional and company.one_in(2) else tuple(_subject(company, each) for each in meaning.takes)
    asked = Asked(word, about)
    if meaning.kind == "truth":
        return asked
    if meaning.kind != "number":
        return OneOf(asked, company.some(_named(company, meaning.kind), 2, 1))
    times = Decimal(1 + company.chance.below(2))
    return Comparison(
        Amount(asked, times), company.chance.choice(_SIGNS), Amount(plus=Decimal(company.chance.below(10)))
    )


def _subject(company: Company, kind: str) -> str:
    return company.chance.choice(_named(company, kind))


def _named(company: Company, kind: str) -> tuple[str, ...]:
    """What may be named of a kind of name or subject."""
    board = company.board
    return {
        "place": company.places(),
        "nation": company.nations,
        "proxy": tuple(company.view.consuls) or tuple(board.minors),
        "side": ("own", "enemy"),
        "seat": tuple(dict.fromkeys(company.view.control.values())),
        "title": tuple(board.cards),
        "card": tuple(board.cards),
        "general": tuple(board.leaders),
        "column": board.tracks.diplomatic.column_ids,
    }[kind]
