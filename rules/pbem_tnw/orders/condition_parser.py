"""Read a condition: tokens, then parts from the loosest joint to the tightest.

    if: enemy_units(ulm) <= 5 and not controls(austria, munich)
    if: dice(enemy) > 2 x dice(own)
    if: roll = need - 1 or (where in [linz, vienna] and by = france)

Words are those of `words.WORDS`; names are written as anywhere in a sheet. Numbers are compared with
`<  <=  =  !=  >=  >`, may be multiplied and shifted by a constant, and parts are joined by `and`, `or`, `not` and
brackets; there is no other arithmetic. A part about what is not there, such as the roll where none was made, neither
holds nor fails to hold: the whole must hold by the other parts.

The problems and their arguments, besides those of names and choices:

    condition-empty
    condition-unexpected  text, wanted       what is there, and what would be right: a joint, close, sign, names, ...
    condition-misplaced   word, words        a word that has no meaning here, and those that have
    condition-brackets    word, example      the brackets are missing, or hold too few or too many
    condition-kinds       word, kind, example  a number where a name is wanted, and the like
    condition-number      text, most         a number of so many digits
    condition-too-deep    most
"""

import re
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from typing import ClassVar, Final, Literal, Self

import msgspec

from pbem.engine.reading import ListNode, Misread, Node, Reader, Speller, TextNode
from pbem_tnw.orders.condition import (
    ANYWHERE,
    HAND,
    IMPULSE,
    KINDS_OF_NAME,
    OTHER_SPELLINGS,
    PEACE,
    RESPONSE,
    WORDS,
    AllOf,
    Amount,
    AnyOf,
    Asked,
    Comparing,
    Comparison,
    ConditionTest,
    Facts,
    NotSo,
    OneOf,
    Truth,
    asked_in,
    spelled,
    verdict,
)

TokenKind = Literal["number", "sign", "mark", "quoted", "word", "other", "end"]
SIGNS: Final[dict[str, Comparing]] = {
    "<": "<", "<=": "<=", "=<": "<=", "≤": "<=", ">": ">", ">=": ">=", "=>": ">=", "≥": ">=",
    "=": "=", "==": "=", "!=": "!=", "<>": "!=", "≠": "!=", "/=": "!=",
}  # fmt: skip
PHRASES: Final[dict[tuple[str, ...], Comparing]] = {
    ("is", "at", "least"): ">=", ("at", "least"): ">=", ("is", "at", "most"): "<=", ("at", "most"): "<=",
    ("is", "more", "than"): ">", ("more", "than"): ">", ("greater", "than"): ">", ("above",): ">", ("over",): ">",
    ("is", "less", "than"): "<", ("less", "than"): "<", ("fewer", "than"): "<", ("below",): "<", ("under",): "<",
    ("is", "not"): "!=", ("isnt",): "!=", ("is",): "=", ("equals",): "=", ("are",): "=",
}  # fmt: skip
"""Signs in words, the longest first."""
JOINTS: Final[dict[str, str]] = {
    "and": "and", "&": "and", "&&": "and", "und": "and", "et": "and",
    "or": "or", "|": "or", "||": "or", "oder": "or", "ou": "or",
    "not": "not", "!": "not", "nicht": "not",
}  # fmt: skip
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>\d+(?:\.\d+|\s?[/:]\s?(?:[1245]|10))?(?!\d))
    |(?P<sign><=|>=|=<|=>|==|!=|<>|/=|[<>=≤≥≠])
    |(?P<mark>&&|\|\||[()\[\]{},+\-*×·–−&|!])
    |"(?P<quoted>[^"]*)"
    |(?P<word>[^\W\d]+(?:[-'’.][^\W\d]+)*\.?)
    |(?P<other>\S)
    )""",
    re.VERBOSE,
)


class Token(msgspec.Struct, frozen=True):
    """A token from *start* to *end* of the text; *text* is folded, quoted names are without their marks."""

    kind: TokenKind
    text: str
    start: int
    end: int


def tokens_of(text: str) -> tuple[Token, ...]:
    """All tokens of *text*, with one of kind `end` behind them."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind: TokenKind = match.lastgroup  # type: ignore[assignment] # the groups are called like the kinds
        start, end = match.span(kind)
        around = 1 if kind == "quoted" else 0
        found.append(Token(kind, match[kind].casefold(), start - around, end + around))
    return (*found, Token("end", "", len(text.rstrip()), len(text)))


MOST_DEEP = 12
_MOST_DIGITS = 9
_TRUTHS: Final = {"yes": True, "true": True, "always": True, "no": False, "false": False, "never": False}
_TIMES: Final = frozenset({"x", "*", "×", "·", "times"})
_MINUS: Final = frozenset({"-", "–", "−", "minus"})
_PLUS: Final = frozenset({"+", "plus"})
_BEFORE_NAME: Final = frozenset({"at", "in", "of", "for", "from", "by"})
_SIDES: Final = {"own": "own", "my": "own", "mine": "own", "our": "own", "enemy": "enemy", "their": "enemy"}
_OPENING: Final = frozenset({"(", "["})
_STOPS: Final = frozenset({",", ")", "]", "}"})


def parsed_condition(text: TextNode, reader: Reader, may_ask: frozenset[str]) -> ConditionTest:
    """The condition in *text*, which may ask the words *may_ask*; otherwise its problems are noted."""
    return _Parser(text, reader, may_ask).whole()


def _value(text: str) -> Decimal:
    """The number that *text* is, perhaps as a fraction or as odds: `0.5`, `1/2`, `1:2`."""
    number, *by = re.split(r"\s?[/:]\s?", text)
    return Decimal(number) / Decimal(by[0]) if by else Decimal(number)


class _Parser:
    def __init__(self, text: TextNode, reader: Reader, may_ask: frozenset[str]) -> None:
        self._text, self._reader, self._may_ask = text, reader, may_ask
        self._tokens = tokens_of(text.text)
        self._at = 0
        self._deep = 0
        self._failed = False

    def whole(self) -> ConditionTest:
        if self._now.text == "if":
            self._at += 1
        if self._ends():
            raise self._reader.blame(self._text, "condition-empty")
        test = self._any_of()
        if not self._ends():
            raise self._unexpected("joint")
        if self._failed:
            raise Misread
        return test

    @property
    def _now(self) -> Token:
        return self._tokens[self._at]

    def _ends(self) -> bool:
        return self._tokens[self._at].kind == "end"

    def _next(self, ahead: int = 1) -> Token:
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    def _node(self, start: Token, end: Token | None = None) -> TextNode:
        return self._text.part(start.start, (end or start).end)

    def _unexpected(self, wanted: str) -> Misread:
        now = self._now
        place = self._node(now) if not self._ends() else self._text.part(len(self._text.text))
        return self._reader.blame(place, "condition-unexpected", text=place.text, wanted=wanted)

    def _any_of(self) -> ConditionTest:
        return self._joined("or", self._all_of, AnyOf)

    def _all_of(self) -> ConditionTest:
        return self._joined("and", self._one, AllOf)

    def _joined(
        self, joint: str, read: Callable[[], ConditionTest], made: Callable[[tuple[ConditionTest, ...]], ConditionTest]
    ) -> ConditionTest:
        parts = [read()]
        while JOINTS.get(self._now.text) == joint:
            self._at += 1
            parts.append(read())
        return parts[0] if len(parts) == 1 else made(tuple(parts))

    def _one(self) -> ConditionTest:
        self._deep += 1
        if self._deep > MOST_DEEP:
            raise self._reader.blame(self._node(self._now), "condition-too-deep", most=MOST_DEEP)
        try:
            if JOINTS.get(self._now.text) == "not":
                self._at += 1
                return NotSo(self._one())
            if self._now.text == "(":
                return self._in_brackets()
            if self._now.text in _TRUTHS:
                self._at += 1
                return Truth(_TRUTHS[self._tokens[self._at - 1].text])
            return self._test()
        finally:
            self._deep -= 1

    def _in_brackets(self) -> ConditionTest:
        self._at += 1
        test = self._any_of()
        if self._now.text != ")":
            raise self._unexpected("close")
        self._at += 1
        return test

    def _test(self) -> ConditionTest:
        """A comparison, or a word that is true or false by itself, or that is one of several names."""
        first = self._now
        left = self._amount()
        word = left.of
        if word is not None and WORDS[word.word].kind != "number":
            return self._of_names(word, first) if left == Amount(word) else self._wrong_kind(word, first)
        if (sign := self._sign()) is None:
            raise self._unexpected("sign")
        right = self._number_amount()
        found = Comparison(left, sign, right)
        if (again := self._sign()) is None:
            return found
        return AllOf((found, Comparison(right, again, self._number_amount())))

    def _number_amount(self) -> Amount:
        first = self._now
        found = self._amount()
        if found.of is not None and WORDS[found.of.word].kind != "number":
            self._wrong_kind(found.of, first)
        return found

    def _wrong_kind(self, word: Asked, first: Token) -> ConditionTest:
        example, kind = WORDS[word.word].example(word.word), WORDS[word.word].kind
        raise self._reader.blame(self._node(first), "condition-kinds", word=word.word, kind=kind, example=example)

    def _of_names(self, word: Asked, first: Token) -> ConditionTest:
        kind = WORDS[word.word].kind
        wrong = False
        if JOINTS.get(self._now.text) == "not" and self._next().text == "in":
            wrong = True
            self._at += 1
        listed = self._now.text == "in"
        if listed:
            self._at += 1
        sign = None if listed else self._sign()
        if not listed and sign is None:
            if kind in ("truth", "general"):
                return word
            raise self._unexpected("names")
        if kind == "truth" or sign not in (None, "=", "!="):
            return self._wrong_kind(word, first)
        names = self._names(kind)
        return NotSo(OneOf(word, names)) if wrong or sign == "!=" else OneOf(word, names)

    def _names(self, kind: str) -> tuple[str, ...]:
        """One name, or several in brackets or with `or` between them."""
        close = {"(": ")", "[": "]"}.get(self._now.text)
        if close:
            self._at += 1
        names = [self._name(self._run(), kind)]
        while True:
            if (
                self._now.text == ","
                or (close and JOINTS.get(self._now.text) == "or")
                or (not close and JOINTS.get(self._now.text) == "or" and self._is_name_ahead(kind))
            ):
                self._at += 1
            else:
                break
            names.append(self._name(self._run(), kind))
        if close:
            if self._now.text != close:
                raise self._unexpected("close")
            self._at += 1
        return tuple(dict.fromkeys(names))

    def _is_name_ahead(self, kind: str) -> bool:
        """Whether a name comes next, and not the next part of the condition."""
        before = self._at
        self._at += 1
        taken = self._now.text in JOINTS or self._now.text in _TRUTHS or self._word_at() is not None
        if taken or self._now.kind not in ("word", "quoted"):
            self._at = before
            return False
        run = self._run()
        ends = self._ends() or self._now.text in _STOPS or self._now.text in JOINTS
        self._at = before
        return ends and self._reader.may_name(run, kind)

    def _run(self) -> TextNode:
        """The words of a name, to the next joint, sign or bracket."""
        first = last = self._now
        if first.kind == "quoted":
            self._at += 1
            return self._text.part(first.start + 1, first.end - 1)
        while (now := self._now).kind in ("word", "number", "other") or now.text in _MINUS:
            if now.text in JOINTS or (last is not now and self._sign_length()):
                break
            last = now
            self._at += 1
        if self._tokens[self._at] is first:
            raise self._unexpected("name")
        return self._node(first, last)

    def _name(self, text: TextNode, kind: str) -> str:
        """The id that *text* names; a problem of it does not keep the rest from being read."""
        with suppress(Misread):
            if kind == "side":
                said = _SIDES.get(text.text.casefold())
                return said or self._reader.choice(text, "own", "enemy")
            return self._reader.name(text, KINDS_OF_NAME.get(kind, kind))
        self._failed = True
        return ""

    def _sign_length(self) -> int:
        """How many tokens the sign has that comes next."""
        if self._now.kind == "sign":
            return 1
        ahead = [self._next(number).text.replace("'", "").replace("’", "") for number in range(3)]
        return next((len(words) for words in PHRASES if tuple(ahead[: len(words)]) == words), 0)

    def _sign(self) -> Comparing | None:
        length = self._sign_length()
        if not length:
            return None
        said = tuple(self._next(number).text.replace("'", "").replace("’", "") for number in range(length))
        self._at += length
        return SIGNS[said[0]] if said[0] in SIGNS else PHRASES[said]

    def _amount(self) -> Amount:
        """A number, or a word multiplied and shifted by numbers."""
        times, plus, word = Decimal(1), Decimal(0), None
        number = self._number()
        if number is None:
            word = self._asked()
        elif self._now.text in _TIMES:
            self._at += 1
            times, word = number, self._asked()
        elif self._now.text in _PLUS | _MINUS:
            minus = self._now.text in _MINUS
            self._at += 1
            factor = self._number()
            if factor is not None and self._now.text not in _TIMES:
                raise self._unexpected("times")
            self._at += factor is not None
            times = (factor or Decimal(1)) * (-1 if minus else 1)
            plus, word = number, self._asked()
        else:
            return Amount(plus=number)
        if self._now.text in _TIMES:
            self._at += 1
            times *= self._needed_number()
        if self._now.text in _PLUS | _MINUS:
            minus = self._now.text in _MINUS
            self._at += 1
            plus += self._needed_number() * (-1 if minus else 1)
        return Amount(word, times, plus)

    def _needed_number(self) -> Decimal:
        number = self._number()
        if number is None:
            raise self._unexpected("number")
        return number

    def _number(self) -> Decimal | None:
        minus = self._now.text in _MINUS and self._next().kind == "number"
        found = self._next() if minus else self._now
        if found.kind == "word" and self._word_at() is None and self._reader.is_number(self._node(found)):
            self._at += 1
            return Decimal(self._reader.number(self._node(found)))
        if found.kind != "number":
            return None
        if len(found.text) > _MOST_DIGITS:
            raise self._reader.blame(self._node(found), "condition-number", text=found.text, most=_MOST_DIGITS)
        self._at += 2 if minus else 1
        number = _value(found.text)
        return -number if minus else number

    def _word_at(self) -> tuple[str, int] | None:
        """The word that comes next and the number of its tokens: `enemy units` is one word."""
        for length in (3, 2, 1):
            tokens = [self._next(number) for number in range(length)]
            if all(token.kind == "word" for token in tokens):
                said = "_".join(token.text.strip(".") for token in tokens)
                if (word := OTHER_SPELLINGS.get(said, said)) in WORDS or "(" in word:
                    return word, length
        return None

    def _asked(self) -> Asked:
        """A word and what its brackets hold."""
        if self._now.kind != "word":
            raise self._unexpected("word")
        first = self._now
        found = self._word_at()
        if found is None:
            alone = len(self._tokens) == 2  # a word and the end
            choices = (*(("yes", "no") if alone else ()), *(word for word in WORDS if word in self._may_ask))
            found = self._reader.choice(self._node(first), *choices, under="if"), 1
        word, length = found
        last = self._next(length - 1)
        self._at += length
        word, _, side = word.partition("(")
        if word not in self._may_ask:
            self._failed = True
            with suppress(Misread):
                choices = tuple(each for each in WORDS if each in self._may_ask)
                raise self._reader.blame(
                    self._node(first, last), "condition-misplaced", word=self._node(first, last).text, words=choices
                )
        about = (side.rstrip(")"),) if side else self._about(word, first, last)
        return Asked(word, about)

    def _about(self, word: str, first: Token, last: Token) -> tuple[str, ...]:
        takes = WORDS[word].takes
        given: list[TextNode] = []
        if self._now.text == "(" and (takes or self._next().text == ")"):
            self._at += 1
            while self._now.text != ")":
                given.append(self._run())
                if self._now.text == ",":
                    self._at += 1
                elif self._now.text != ")":
                    raise self._unexpected("close")
            self._at += 1
        elif len(takes) == 1 and self._now.text in _BEFORE_NAME and self._next().text not in _OPENING:
            self._at += 1
            given.append(self._run())
        if len(given) != len(takes) and not (not given and WORDS[word].optional):
            example = WORDS[word].example(word)
            raise self._reader.blame(self._node(first, last), "condition-brackets", word=word, example=example)
        return tuple(self._name(text, kind) for text, kind in zip(given, takes, strict=False))


class OrderCondition(msgspec.Struct, frozen=True, omit_defaults=True):
    """What must hold for a line to count; `yes` always holds, `no` never."""

    MAY_ASK: ClassVar[frozenset[str]] = ANYWHERE
    test: ConditionTest = Truth(yes=True)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, ListNode) and node.items:  # one condition a line: all must hold
            parts = tuple(cls._part(item, reader) for item in node.items)
            return cls(parts[0] if len(parts) == 1 else AllOf(parts))
        return cls(cls._part(node, reader))

    @classmethod
    def _part(cls, node: Node, reader: Reader) -> ConditionTest:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
        return parsed_condition(node, reader, cls.MAY_ASK)

    def spell(self, speller: Speller) -> str:
        return spelled(self.test, speller)

    @property
    def words(self) -> frozenset[str]:
        """The words that it asks."""
        return frozenset(word.word for word in asked_in(self.test))


class ImpulseCondition(OrderCondition, frozen=True):
    """Of an alternative or a line of an Impulse."""

    MAY_ASK = IMPULSE


class BattleCondition(OrderCondition, frozen=True):
    """Of what is done in a battle, and before it: evasion, interception."""

    MAY_ASK = RESPONSE


class ResponseCondition(OrderCondition, frozen=True):
    """Of a response to what another does."""

    MAY_ASK = RESPONSE


class PeaceCondition(OrderCondition, frozen=True):
    """Of a peace modifier (5.8)."""

    MAY_ASK = PEACE


class HandCondition(OrderCondition, frozen=True):
    """Of a first hand (4.5)."""

    MAY_ASK = HAND


def value(condition: OrderCondition, facts: Facts) -> bool:
    """Whether *condition* holds."""
    return verdict(condition.test, facts) is True
