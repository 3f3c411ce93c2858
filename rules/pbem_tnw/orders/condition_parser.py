"""Read a condition: tokens, then parts from the loosest joint to the tightest.

    if: enemy_units(ulm) <= 5 and not controls(austria, munich)
    if: dice(enemy) > 2 x dice(own)
    if: roll = need - 1 or (where in [linz, vienna] and by = france)
    if: fewer than 3 enemy units in ulm, or: mack is in ulm; ulm is empty; france holds munich; from france

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

from pbem.engine.reading import ListNode, Misread, Node, Reader, Speller, TextNode, late_pattern
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
_SIGN_WORDS: Final[dict[tuple[str, ...], Comparing]] = {
    ("at", "least"): ">=", ("at", "most"): "<=", ("more", "than"): ">", ("less", "than"): "<",
}  # fmt: skip
PHRASES: Final[dict[tuple[str, ...], Comparing]] = {
    **{(be, *words): sign for be in ("is", "are") for words, sign in _SIGN_WORDS.items()},
    **_SIGN_WORDS, ("greater", "than"): ">", ("above",): ">", ("over",): ">", ("fewer", "than"): "<", ("below",): "<",
    ("under",): "<", ("is", "not"): "!=", ("are", "not"): "!=", ("isnt",): "!=", ("is",): "=", ("equals",): "=",
    ("are",): "=",
}  # fmt: skip
"""Signs in words, the longest first."""
JOINTS: Final[dict[str, str]] = {
    "and": "and", "&": "and", "&&": "and", "und": "and", "et": "and",
    "or": "or", "|": "or", "||": "or", "oder": "or", "ou": "or",
    "not": "not", "!": "not", "nicht": "not",
}  # fmt: skip
_TOKEN = late_pattern(
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
_FILLERS: Final = frozenset({"there", "is", "are", "we", "i", "have", "if", "still"})
"""What may be before what a sentence says, and adds nothing to it; `he` and `it` may be the enemy."""
_OF_WON: Final = frozenset({"the", "my", "our", "his", "its", "last", "that", "this", "battle", "it", "fight"})
_EMPTY: Final = frozenset({"empty", "free", "unoccupied", "clear", "vacant", "undefended"})
_HOLDS: Final = frozenset({"controls", "control", "holds", "hold", "owns", "own"})
_MOST_IN_NAME: Final = 4
_OF_HAND: Final = frozenset({"cp_left", "points"})
"""What is said of the Command Points of a first hand."""
_MORE: Final[dict[str, Comparing]] = {"more": ">=", "greater": ">=", "fewer": "<=", "less": "<="}
"""Behind a number and `or`."""
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
            if (said := self._in_words()) is not None:
                return said
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

    def _in_words(self) -> ConditionTest | None:
        """What a sentence says that begins with a number or a name; None if none does."""
        for way in (self._counted, self._of_name, self._won, self._by_whom):
            before = self._at
            if (found := way()) is not None:
                return found
            self._at = before
        return None

    def _skip(self, words: frozenset[str]) -> None:
        while self._now.text in words:
            self._at += 1

    def _counted(self) -> ConditionTest | None:
        """`at least 5 units in Ulm`, `3 or more enemy units in Ulm`, `no enemy units in Ulm`."""
        sign = None if self._word_at() else self._sign()
        if sign is None:
            self._skip(_FILLERS)
            sign = self._sign()
        none = self._now.text == "no"
        self._at += none
        number = Decimal(0) if none else self._number()
        if number is None:
            return None
        sign = sign or self._or_more()
        word = self._word_at()
        asked = Asked("cp_sum") if word is None and not none and self._may_ask == HAND else None
        if word is not None and WORDS[word[0].partition("(")[0]].kind == "number":
            asked = self._asked()
        sign = sign or self._or_more() or ("=" if none else None)
        if sign is None or asked is None or not self._is_over():
            return None
        return Comparison(Amount(asked), sign, Amount(plus=number))

    def _is_over(self) -> bool:
        return self._ends() or self._now.text in JOINTS or self._now.text == ")"

    def _or_more(self) -> Comparing | None:
        """The sign of `3 or more`, `3+`."""
        beside = self._tokens[self._at - 1].end == self._now.start
        if self._now.text == "+" and beside and self._next().kind in ("word", "end"):
            self._at += 1
            return ">="
        if JOINTS.get(self._now.text) != "or" or self._next().text not in _MORE:
            return None
        self._at += 2
        return _MORE[self._tokens[self._at - 1].text]

    def _of_name(self) -> ConditionTest | None:
        """`Mack is in Ulm`, `Ulm is empty`, `France controls Munich`."""
        for length in range(1, _MOST_IN_NAME + 1):
            if any(self._next(number).kind not in ("word", "quoted") for number in range(length)):
                return None
            name, after = self._node(self._now, self._next(length - 1)), self._next(length).text
            if after in _HOLDS and self._reader.knows(name, "nation"):
                self._at += length + 1
                return Asked("controls", (self._name(name, "nation"), self._name(self._run(), "place")))
            start = self._at
            self._at += length
            self._skip(_FILLERS)
            wrong = JOINTS.get(self._now.text) == "not"
            self._at += wrong
            self._skip(_FILLERS)
            if self._now.text in ("in", "at") and self._reader.knows(name, "general"):
                self._at += 1
                there = Asked("general", (self._name(self._run(), "place"),))
                found: ConditionTest = OneOf(there, (self._name(name, "general"),))
                return NotSo(found) if wrong else found
            if self._now.text in _EMPTY and self._reader.knows(name, "place"):
                self._at += 1
                units = Amount(Asked("enemy_units", (self._name(name, "place"),)))
                return Comparison(units, ">" if wrong else "=", Amount(plus=Decimal(0)))
            self._at = start
        return None

    def _won(self) -> ConditionTest | None:
        """`we won`, `we win the battle`, `outnumbered`."""
        self._skip(_FILLERS)
        said = self._now.text
        if said == "outnumbered":
            self._at += 1
            by = self._number()  # `2:1`
            limit = Decimal(1) / by if by else Decimal(1)
            return Comparison(Amount(Asked("odds")), "<=" if by else "<", Amount(plus=limit))
        if said not in ("won", "wins", "win", "victorious") or "won_last" not in self._may_ask:
            return None
        self._at += 1
        self._skip(_OF_WON)
        return Asked("won_last") if self._is_over() else None

    def _by_whom(self) -> ConditionTest | None:
        """`from France`, `by France`, `against Mack`, `in Vienna`."""
        lead, kind = self._now.text, ""
        word = {"from": "by", "by": "by", "against": "general", "in": "where", "at": "where"}.get(lead, "")
        if word not in self._may_ask or self._next().kind != "word" or self._next().text in JOINTS:
            return None
        kind = WORDS[word].kind
        self._at += 1
        before = self._at
        named = self._reader.may_name(self._run(), kind)
        self._at = before
        return OneOf(Asked(word), self._names(kind)) if named else None

    def _test(self) -> ConditionTest:
        """A comparison, or a word that is true or false by itself, or that is one of several names."""
        first = self._now
        left = self._amount()
        word = left.of
        if word is not None and WORDS[word.word].kind != "number":
            return self._of_names(word, first) if left == Amount(word) else self._wrong_kind(word, first)
        if (within := self._between(left)) is not None:
            return within
        if (sign := self._sign()) is None:
            raise self._unexpected("sign")
        right = self._number_amount()
        sign = (self._or_more() if sign == "=" else None) or sign
        found = Comparison(left, sign, right)
        if (again := self._sign()) is None:
            return found
        return AllOf((found, Comparison(right, again, self._number_amount())))

    def _between(self, amount: Amount) -> ConditionTest | None:
        """`odds between 0.7 and 1.5`: both ends are in it."""
        ahead = 1 if self._now.text in ("is", "are") else 0
        if self._next(ahead).text != "between":
            return None
        self._at += ahead + 1
        least = self._number_amount()
        if JOINTS.get(self._now.text) != "and":
            raise self._unexpected("joint")
        self._at += 1
        return AllOf((Comparison(amount, ">=", least), Comparison(amount, "<=", self._number_amount())))

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
                word = OTHER_SPELLINGS.get(said, said)
                if word in _OF_HAND and self._may_ask == HAND:
                    word = "cp_sum"
                if word in WORDS or "(" in word:
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

    @property
    def never(self) -> bool:
        """Whether it is `no`."""
        return isinstance(self.test, Truth) and not self.test.yes

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
