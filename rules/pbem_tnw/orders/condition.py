"""Conditions as data: a tree that is stored in the log, written back."""

from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Literal, Protocol

import msgspec

from pbem.engine.reading import NameSpeller, late_pattern

Subject = Literal["place", "nation", "proxy", "side", "seat", "title"]
"""What stands in the brackets of a word: `units(ulm)`, `dice(own)`, `played(france, conscripts)`."""
Kind = Literal["number", "truth", "nation", "place", "card", "general", "column"]
"""What a word comes to: a number to be compared, yes or no, or one or several names."""
Known = int | Fraction | bool | str | Collection[str] | None


class Facts(Protocol):
    """What is seen when a condition is looked at; a method for each word.

    None means that there is no such thing now, no battle or no roll: then the comparison does not hold. Without a
    place `units`, `enemy_units` and `squadrons` are those of the Formation that acts; `own` are one's own units, at
    sea Squadrons, that it would meet.
    """

    def units(self, place: str | None) -> int | None: ...
    def enemy_units(self, place: str | None) -> int | None: ...
    def squadrons(self, place: str | None) -> int | None: ...
    def enemy_squadrons(self, place: str | None) -> int | None: ...
    def general(self, place: str | None) -> Collection[str] | None:
        """The generals of any nation that stand there."""

    def dice(self, side: str) -> int | None:
        """Dice in the next round, of `own` or `enemy`."""

    def odds(self) -> Fraction | None:
        """Own dice to the enemy's dice."""

    def enemy_rating(self) -> int | None: ...
    def own(self) -> int | None: ...
    def controls(self, nation: str, place: str) -> bool | None: ...
    def column(self, proxy: str) -> str | None:
        """The column of the Diplomatic Track where its consul is."""

    def cards(self, nation: str) -> int | None: ...
    def cp_left(self) -> int | None: ...
    def played(self, nation: str, title: str) -> bool | None:
        """Whether the nation has played that card in this Turn."""

    def round(self) -> int | None: ...
    def turn(self) -> int | None:
        """The year: 1805, 1807, ..."""

    def points(self, seat: str | None) -> int | None:
        """The victory points of a seat, without one of one's own."""

    def won_last(self) -> bool | None:
        """Whether the seat won its last battle in this Impulse."""

    def where(self) -> str | None:
        """The place of what is answered."""

    def by(self) -> str | None:
        """The nation that does what is answered."""

    def card(self) -> str | None:
        """The card that is answered."""

    def roll(self) -> int | None:
        """What the dice show."""

    def need(self) -> int | None:
        """What they must show."""

    def margin(self) -> int | None:
        """Casualties that one's own side inflicted in this round less those of the enemy."""

    def sum(self) -> int | None:
        """The peace modifiers so far (5.8)."""

    def cp_sum(self) -> int | None:
        """The Command Points of all cards of the hand (4.5)."""


class Word(msgspec.Struct, frozen=True):
    """A word of conditions: what its brackets take, whether they may be left out, what it comes to."""

    kind: Kind = "number"
    takes: tuple[Subject, ...] = ()
    optional: bool = False

    def example(self, word: str) -> str:
        """How *word* is written in a condition."""
        asked = f"{word}({', '.join(_EXAMPLES[kind] for kind in self.takes)})" if self.takes else word
        return asked if self.kind == "truth" else f"{asked} {_COMPARED[self.kind]}"


_EXAMPLES: dict[Subject, str] = {
    "place": "Ulm", "nation": "France", "proxy": "Prussia", "side": "own", "seat": "France", "title": "Conscripts",
}  # fmt: skip
_COMPARED: dict[Kind, str] = {
    "number": ">= 5", "nation": "= France", "place": "in [Linz, Vienna]", "card": "= Conscripts", "general": "= Mack",
    "column": "= Client",
}  # fmt: skip


WORDS: dict[str, Word] = {
    "units": Word(takes=("place",), optional=True),
    "enemy_units": Word(takes=("place",), optional=True),
    "squadrons": Word(takes=("place",), optional=True),
    "enemy_squadrons": Word(takes=("place",), optional=True),
    "general": Word("general", ("place",), optional=True),
    "dice": Word(takes=("side",)),
    "odds": Word(),
    "enemy_rating": Word(),
    "own": Word(),
    "controls": Word("truth", ("nation", "place")),
    "column": Word("column", ("proxy",)),
    "cards": Word(takes=("nation",)),
    "cp_left": Word(),
    "played": Word("truth", ("nation", "title")),
    "round": Word(),
    "turn": Word(),
    "points": Word(takes=("seat",), optional=True),
    "won_last": Word("truth"),
    "where": Word("place"),
    "by": Word("nation"),
    "card": Word("card"),
    "roll": Word(),
    "need": Word(),
    "margin": Word(),
    "sum": Word(),
    "cp_sum": Word(),
}
KINDS_OF_NAME: dict[str, str] = {"proxy": "nation", "title": "card"}
"""The kind of name of a subject that is not called like its kind."""
OTHER_SPELLINGS: dict[str, str] = {
    "own_dice": "dice(own)", "dice_own": "dice(own)", "my_dice": "dice(own)",
    "enemy_dice": "dice(enemy)", "dice_enemy": "dice(enemy)",
    "enemies": "enemy_units", "enemy": "enemy_units", "unit": "units", "strength": "units",
    "fleet": "squadrons", "ships": "squadrons", "enemy_fleet": "enemy_squadrons", "enemy_ships": "enemy_squadrons",
    "generals": "general", "leader": "general", "hand": "cards", "cp": "cp_left", "cps": "cp_left",
    "cps_left": "cp_left", "year": "turn", "vp": "points", "nation": "by", "place": "where", "total": "sum",
    "rating": "enemy_rating", "needs": "need", "needed": "need", "rolled": "roll", "won": "won_last",
}  # fmt: skip
"""What else players write for a word, with spaces as underscores."""
ANYWHERE: frozenset[str] = frozenset({
    "units", "enemy_units", "squadrons", "enemy_squadrons", "general", "controls", "column", "cards", "played",
    "round", "turn", "points",
})  # fmt: skip
"""The words that can be asked at any time; without brackets those of pieces need a Formation that acts."""
IMPULSE: frozenset[str] = ANYWHERE | {"dice", "odds", "enemy_rating", "cp_left", "won_last"}
OF_BATTLES: frozenset[str] = frozenset({
    "units", "enemy_units", "squadrons", "enemy_squadrons", "general", "dice", "odds", "enemy_rating",
})  # fmt: skip
"""The words that ask a line that acts for those who act, or for the battle that it leads to."""
RESPONSE: frozenset[str] = IMPULSE | {"own", "where", "by", "margin", "card", "roll", "need"}
PEACE: frozenset[str] = ANYWHERE | {"sum"}
HAND: frozenset[str] = frozenset({"cp_sum"})


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


_SAFE = late_pattern(r"[^\W\d](?:[\w'’. -]*[\w.])?")
_JOINED = late_pattern(r"(?i)\b(?:and|und|et|or|oder|ou|not|nicht|is|are|at|above|over|below|under|more|less)\b")
_LOOSE, _OR, _AND, _NOT = range(4)
"""How tightly the parts of a condition hold together."""


def spelled(test: ConditionTest, speller: NameSpeller, around: int = _LOOSE) -> str:
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


def _word(word: Asked, speller: NameSpeller) -> str:
    takes = WORDS[word.word].takes
    said = [
        about if kind == "side" else _quoted(speller.name(KINDS_OF_NAME.get(kind, kind), about))
        for kind, about in zip(takes, word.about, strict=False)
    ]
    return f"{word.word}({', '.join(said)})" if said else word.word


def _quoted(name: str) -> str:
    """*name* in quotation marks if it could not be read without them."""
    return name if _SAFE.fullmatch(name) and not _JOINED.search(name) else f'"{name}"'


def _amount(amount: Amount, speller: NameSpeller) -> str:
    if amount.of is None:
        return plain_number(amount.plus)
    times = "" if amount.times == 1 else f"{plain_number(amount.times)} x "
    shift = f" {'-' if amount.plus < 0 else '+'} {plain_number(abs(amount.plus))}" if amount.plus else ""
    return f"{times}{_word(amount.of, speller)}{shift}"


def plain_number(value: Decimal) -> str:
    """*value* without an exponent or needless zeros: `5`, `1.2`."""
    text = f"{value:f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"
