"""Conditions as data: a tree that is stored in the log, written back, and looked at when its line is reached."""

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Literal

import msgspec

from pbem.engine.kit.reading import Speller
from pbem_tnw.orders.conditions.words import KINDS_OF_NAME, WORDS, Facts, Known

Comparing = Literal["<", "<=", "=", "!=", ">=", ">"]
_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}


class Asked(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="test", tag="asked"):
    """A word and what its brackets hold, ids in the order of the word's subjects: `units(ulm)`, `won_last`.

    As a condition by itself it holds if the answer is yes, or, of a general, if there is one.
    """

    word: str
    about: tuple[str, ...] = ()


class Amount(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="test", tag="amount"):
    """A constant, or a word that comes to a number, multiplied and shifted by constants."""

    of: Asked | None = None
    times: Decimal = Decimal(1)
    plus: Decimal = Decimal(0)


class Comparison(msgspec.Struct, frozen=True, tag_field="test", tag="comparison"):
    """Two numbers compared."""

    left: Amount
    sign: Comparing
    right: Amount


class OneOf(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="test", tag="one-of"):
    """Whether a word comes to one of several names: `where in [linz, vienna]`, `general(ulm) = mack`."""

    of: Asked
    names: tuple[str, ...]


class Truth(msgspec.Struct, frozen=True, tag_field="test", tag="truth"):
    """`yes` or `no`."""

    yes: bool


class NotSo(msgspec.Struct, frozen=True, tag_field="test", tag="not"):
    """What holds if *part* does not."""

    part: "ConditionTest"


class AllOf(msgspec.Struct, frozen=True, tag_field="test", tag="and"):
    """Two or more parts that must all hold."""

    parts: tuple["ConditionTest", ...]


class AnyOf(msgspec.Struct, frozen=True, tag_field="test", tag="or"):
    """Two or more parts of which one must hold."""

    parts: tuple["ConditionTest", ...]


ConditionTest = Truth | Comparison | OneOf | Asked | NotSo | AllOf | AnyOf


def asked_in(test: ConditionTest | Amount) -> Iterator[Asked]:
    """Every word of *test*."""
    match test:
        case Asked():
            yield test
        case Amount(of=word):
            yield from (word,) if word else ()
        case Comparison(left=left, right=right):
            yield from (*asked_in(left), *asked_in(right))
        case OneOf(of=word):
            yield word
        case NotSo(part=part):
            yield from asked_in(part)
        case AllOf(parts=parts) | AnyOf(parts=parts):
            for part in parts:
                yield from asked_in(part)


def known(word: Asked, facts: Facts) -> Known:
    """What *facts* say of *word*."""
    method = getattr(facts, word.word)
    if WORDS[word.word].optional and not word.about:
        return method(None)  # type: ignore[no-any-return] # the words are the methods of Facts
    return method(*word.about)  # type: ignore[no-any-return]


def verdict(test: ConditionTest, facts: Facts) -> bool | None:
    """Whether *test* holds; None if that depends on what is not there, as on the roll where none was made."""
    match test:
        case Truth(yes=yes):
            return yes
        case Asked():
            said = known(test, facts)
            return None if said is None else bool(said)
        case OneOf(of=word, names=names):
            said = known(word, facts)
            if said is None or isinstance(said, int | Fraction):
                return None
            return said in names if isinstance(said, str) else any(name in said for name in names)
        case Comparison(left=left, sign=sign, right=right):
            one, other = number(left, facts), number(right, facts)
            return None if one is None or other is None else _TESTS[sign](one, other)
        case NotSo(part=part):
            inner = verdict(part, facts)
            return None if inner is None else not inner
        case AllOf(parts=parts):
            found = [verdict(part, facts) for part in parts]
            return False if False in found else None if None in found else True
        case AnyOf(parts=parts):
            found = [verdict(part, facts) for part in parts]
            return True if True in found else None if None in found else False


def number(amount: Amount, facts: Facts) -> Fraction | None:
    """What *amount* comes to, exactly; None if its word has no answer now."""
    said: Known = 0 if amount.of is None else known(amount.of, facts)
    if said is None or not isinstance(said, int | Fraction):
        return None
    return Fraction(amount.times) * said + Fraction(amount.plus)


_SAFE = re.compile(r"[^\W\d](?:[\w'’. -]*[\w.])?")
_JOINED = re.compile(r"(?i)\b(?:and|und|et|or|oder|ou|not|nicht|is|are|at|above|over|below|under|more|less)\b")
_LOOSE, _OR, _AND, _NOT = range(4)
"""How tightly the parts of a condition hold together."""


def spelled(test: ConditionTest, speller: Speller, around: int = _LOOSE) -> str:
    """*test* as a person writes it, in brackets where what is *around* it holds tighter."""
    match test:
        case Truth(yes=yes):
            return "yes" if yes else "no"
        case Asked():
            return _word(test, speller)
        case OneOf(of=word, names=names):
            said = [_quoted(speller.name(WORDS[word.word].kind, name)) for name in names]
            return f"{_word(word, speller)} " + (f"= {said[0]}" if len(said) == 1 else f"in [{', '.join(said)}]")
        case Comparison(left=left, sign=sign, right=right):
            return f"{_amount(left, speller)} {sign} {_amount(right, speller)}"
        case NotSo(part=part):
            return f"not {spelled(part, speller, _NOT)}"
        case AllOf(parts=parts):
            text = " and ".join(spelled(part, speller, _AND) for part in parts)
            return f"({text})" if around >= _AND else text
        case AnyOf(parts=parts):
            text = " or ".join(spelled(part, speller, _OR) for part in parts)
            return f"({text})" if around >= _OR else text


def _word(word: Asked, speller: Speller) -> str:
    takes = WORDS[word.word].takes
    said = [
        about if kind == "side" else _quoted(speller.name(KINDS_OF_NAME.get(kind, kind), about))
        for kind, about in zip(takes, word.about, strict=False)
    ]
    return f"{word.word}({', '.join(said)})" if said else word.word


def _quoted(name: str) -> str:
    """*name* in quotation marks if it could not be read without them."""
    return name if _SAFE.fullmatch(name) and not _JOINED.search(name) else f'"{name}"'


def _amount(amount: Amount, speller: Speller) -> str:
    if amount.of is None:
        return plain_number(amount.plus)
    times = "" if amount.times == 1 else f"{plain_number(amount.times)} x "
    shift = f" {'-' if amount.plus < 0 else '+'} {plain_number(abs(amount.plus))}" if amount.plus else ""
    return f"{times}{_word(amount.of, speller)}{shift}"


def plain_number(value: Decimal) -> str:
    """*value* without an exponent or needless zeros: `5`, `1.2`."""
    text = f"{value:f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"
