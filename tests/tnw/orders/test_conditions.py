"""Conditions of order lines (house rules, 2.2 and 2.4)."""

from collections.abc import Collection
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.sheet.writer import write_sheet
from pbem_tnw.orders.condition import (
    RESPONSE,
    WORDS,
    AllOf,
    Amount,
    AnyOf,
    Asked,
    Comparison,
    ConditionTest,
    NotSo,
    OneOf,
    Truth,
)
from pbem_tnw.orders.condition_parser import (
    HandCondition,
    ImpulseCondition,
    OrderCondition,
    PeaceCondition,
    ResponseCondition,
    value,
)
from tests.tnw.orders.spellings import COLUMNS, DUCHIES, EDITION, LEXICON, NATIONS, ZONES, ordered, read, told


class Sheet(msgspec.Struct, frozen=True):
    """A sheet with nothing but a condition."""

    when: ResponseCondition = ResponseCondition()
    now: ImpulseCondition = ImpulseCondition()
    peace: PeaceCondition = PeaceCondition()
    hand: HandCondition = HandCondition()


class Seen:
    """What a seat sees in these tests: `Facts` from a table; what is not in it is not there."""

    def __init__(self, **known: Any) -> None:
        self.known = known

    def __getattr__(self, word: str) -> Any:
        def said(*about: str | None) -> Any:
            found = self.known.get(word)
            return found.get(" ".join(filter(None, about))) if isinstance(found, dict) else found

        return said

    def general(self, place: str | None) -> Collection[str] | None:
        found: dict[str, tuple[str, ...]] = self.known.get("general", {})
        return found.get(place or "")


def condition(text: str) -> ConditionTest:
    return ordered(f"when: {text}", Sheet).when.test


def number(word: str, *about: str, times: str = "1", plus: str = "0") -> Amount:
    return Amount(Asked(word, about), Decimal(times), Decimal(plus))


def constant(value: str) -> Amount:
    return Amount(plus=Decimal(value))


READINGS: dict[str, ConditionTest] = {
    "enemy_units(ulm) <= 5": Comparison(number("enemy_units", "ulm"), "<=", constant("5")),
    "turn >= 1809": Comparison(number("turn"), ">=", constant("1809")),
    "roll = need - 1": Comparison(number("roll"), "=", number("need", plus="-1")),
    "dice(enemy) > 2 x dice(own)": Comparison(number("dice", "enemy"), ">", number("dice", "own", times="2")),
    "dice_enemy > 2 x dice_own": Comparison(number("dice", "enemy"), ">", number("dice", "own", times="2")),
    "odds >= 1.5 or enemy_rating >= 4": AnyOf(
        (
            Comparison(number("odds"), ">=", constant("1.5")),
            Comparison(number("enemy_rating"), ">=", constant("4")),
        )
    ),
    "need <= 7 and units <= 6": AllOf(
        (Comparison(number("need"), "<=", constant("7")), Comparison(number("units"), "<=", constant("6")))
    ),
    "margin < 1": Comparison(number("margin"), "<", constant("1")),
    "squadrons <= own": Comparison(number("squadrons"), "<=", number("own")),
    "where = linz": OneOf(Asked("where"), ("linz",)),
    "where in [Linz, Vienna]": OneOf(Asked("where"), ("linz", "vienna")),
    "where = linz or vienna": OneOf(Asked("where"), ("linz", "vienna")),
    "where = linz or by = france": AnyOf((OneOf(Asked("where"), ("linz",)), OneOf(Asked("by"), ("france",)))),
    "where = linz or won last": AnyOf((OneOf(Asked("where"), ("linz",)), Asked("won_last"))),
    "by is not france": NotSo(OneOf(Asked("by"), ("france",))),
    "by not in (France, Spain)": NotSo(OneOf(Asked("by"), ("france", "spain"))),
    "controls(Austria, Munich)": Asked("controls", ("austria", "munich")),
    "not controls(austria, munich)": NotSo(Asked("controls", ("austria", "munich"))),
    "general(ulm)": Asked("general", ("ulm",)),
    "general(ulm) = Mack": OneOf(Asked("general", ("ulm",)), ("mack",)),
    "column(prussia) = client": OneOf(Asked("column", ("prussia",)), ("client",)),
    "played(france, conscripts)": Asked("played", ("france", "conscripts")),
    "card = Conscripts": OneOf(Asked("card"), ("conscripts",)),
    "points(france) > points": Comparison(number("points", "france"), ">", number("points")),
    "yes": Truth(yes=True),
    "never": Truth(yes=False),
    "enemies in Ulm at least 4": Comparison(number("enemy_units", "ulm"), ">=", constant("4")),
    "if units at Ulm > 3": Comparison(number("units", "ulm"), ">", constant("3")),
    "units(ulm) >= 2*units(munich)": Comparison(number("units", "ulm"), ">=", number("units", "munich", times="2")),
    "1 + units(ulm) > 3": Comparison(number("units", "ulm", plus="1"), ">", constant("3")),
    "8 - units(ulm) > 3": Comparison(number("units", "ulm", times="-1", plus="8"), ">", constant("3")),
    "2 <= units(ulm) <= 5": AllOf(
        (
            Comparison(constant("2"), "<=", number("units", "ulm")),
            Comparison(number("units", "ulm"), "<=", constant("5")),
        )
    ),
    "squadrons(western baltic) ≥ 2": Comparison(number("squadrons", "western-baltic"), ">=", constant("2")),
    "(turn > 1805 or round > 3) and cp left >= 2": AllOf(
        (
            AnyOf((Comparison(number("turn"), ">", constant("1805")), Comparison(number("round"), ">", constant("3")))),
            Comparison(number("cp_left"), ">=", constant("2")),
        )
    ),
    "units(ulm) < five": Comparison(number("units", "ulm"), "<", constant("5")),
    "my dice > enemy dice": Comparison(number("dice", "own"), ">", number("dice", "enemy")),
    'card in ["Steady, the Squares", rally]': OneOf(Asked("card"), ("squares", "rally")),
}


@pytest.mark.parametrize("text", READINGS)
def test_a_condition_is_read(text: str) -> None:
    assert condition(f"'{text}'" if '"' in text or ": " in text else text) == READINGS[text]


def test_a_list_of_conditions_must_all_hold() -> None:
    test = ordered("when:\n  - turn > 1805\n  - won_last", Sheet).when.test
    assert test == AllOf((Comparison(number("turn"), ">", constant("1805")), Asked("won_last")))


WRONG: dict[str, tuple[str, str]] = {
    "enemy_units(ulx) <= 5": ("unknown-name", "ulx"),
    "enmy_unitz(ulm) <= 5": ("not-a-choice", "enmy_unitz"),
    "enemy_units(ulm)": ("condition-unexpected", ""),
    "enemy_units(ulm) <= ": ("condition-unexpected", ""),
    "enemy_units(ulm <= 5": ("condition-unexpected", "<="),
    "enemy_units(ulm, linz) <= 5": ("condition-brackets", "enemy_units"),
    "controls(austria) ": ("condition-brackets", "controls"),
    "controls": ("condition-brackets", "controls"),
    "dice > 4": ("condition-brackets", "dice"),
    "dice(ours) > 4": ("not-a-choice", "ours"),
    "units(ulm) + units(linz) > 4": ("condition-unexpected", "units"),
    "units(ulm) > mack": ("not-a-choice", "mack"),
    "where > linz": ("condition-kinds", "where"),
    "where": ("condition-unexpected", ""),
    "won_last = yes": ("condition-kinds", "won_last"),
    "units(ulm) > where": ("condition-kinds", "where"),
    "units(ulm) > 5 won_last": ("condition-unexpected", "won_last"),
    "(units(ulm) > 5": ("condition-unexpected", ""),
    "units(ulm) > 5)": ("condition-unexpected", ")"),
    "and units(ulm) > 5": ("not-a-choice", "and"),
    "units(ulm) > 12345678901": ("condition-number", "12345678901"),
    "where in linz, 7": ("unknown-name", "7"),
    "sum > 1": ("condition-misplaced", "sum"),
    "if": ("condition-empty", "if"),
    "he won": ("not-a-choice", "he"),
    "he is outnumbered": ("not-a-choice", "he"),
    "it has 3 or more units in ulm": ("not-a-choice", "it has"),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_condition_that_cannot_be_read_says_where(text: str) -> None:
    sheet = read(f"when: {text}", Sheet)
    code, spot = WRONG[text]
    assert sheet.order is None
    line = f"when: {text}".rstrip()
    column = (line.rindex(spot) if spot else len(line)) + 1
    assert told(sheet) == [(code, 1, column)]


def test_all_unknown_names_of_a_condition_are_told_at_once() -> None:
    sheet = read("when: controls(asria, minx) and units(ulx) > 3 and where in [linx, vienna]", Sheet)
    assert [code for code, _, _ in told(sheet)] == ["unknown-name"] * 4
    assert sheet.faults[0].problem.args["nearest"] == ("Austria",)


def test_a_word_counts_only_where_it_means_something() -> None:
    assert [code for code, _, _ in told(read("now: roll = 3", Sheet))] == ["condition-misplaced"]
    assert [code for code, _, _ in told(read("hand: units(ulm) > 3", Sheet))] == ["condition-misplaced"]
    assert ordered("peace: sum >= 1 and points >= 3\nhand: cp_sum >= 14\nnow: cp left > 2", Sheet)


def test_brackets_that_are_too_deep_are_refused() -> None:
    assert [code for code, _, _ in told(read(f"when: {'(' * 40}won_last{')' * 40}", Sheet))] == ["condition-too-deep"]
    assert [code for code, _, _ in told(read(f"when: {'not ' * 40}won_last", Sheet))] == ["condition-too-deep"]


VIEW = Seen(
    enemy_units={"ulm": 5, "": 4},
    units={"ulm": 3},
    dice={"own": 6, "enemy": 5},
    odds=Fraction(6, 5),
    general={"ulm": ("mack", "ferdinand")},
    controls={"austria munich": False},
    column={"prussia": "client"},
    turn=1807,
    where="linz",
    won_last=True,
)
HOLDS = {
    "enemy_units(ulm) <= 5": True,
    "enemy_units(ulm) < 5": False,
    "enemy_units >= 4": True,
    "odds >= 1.2": True,
    "odds > 1.2": False,
    "dice(own) > 1.25 x dice(enemy)": False,
    "dice(own) >= 1.2 x dice(enemy)": True,
    "dice(own) = dice(enemy) + 1": True,
    "not controls(austria, munich)": True,
    "general(ulm) = mack": True,
    "general(ulm) in [charles]": False,
    "general(ulm)": True,
    "general(linz)": False,
    "column(prussia) in [client, ally]": True,
    "where in [linz, vienna]": True,
    "where != linz": False,
    "won_last": True,
    "roll = need - 1": False,
    "not roll = need - 1": False,
    "roll = 1 or won_last": True,
    "roll = 1 and won_last": False,
    "roll != 1": False,
    "no": False,
    "not no": True,
}


@pytest.mark.parametrize("text", HOLDS)
def test_a_condition_holds_by_what_is_seen(text: str) -> None:
    assert value(OrderCondition(condition(text)), VIEW) is HOLDS[text]


def test_the_words_of_a_condition() -> None:
    words = ResponseCondition(condition("not (units(ulm) > 2 x own) or where = linz")).words
    assert words == {"units", "own", "where"}


def subjects(kind: str) -> st.SearchStrategy[str]:
    ids = {
        "place": (*DUCHIES, *ZONES), "nation": tuple(NATIONS), "proxy": tuple(NATIONS), "side": ("own", "enemy"),
        "seat": tuple(LEXICON.kinds["seat"]), "title": tuple(EDITION.cards), "card": tuple(EDITION.cards),
        "general": tuple(EDITION.leaders), "column": COLUMNS,
    }  # fmt: skip
    return st.sampled_from(ids[kind])


@st.composite
def asked(draw: st.DrawFn, *kinds: str) -> Asked:
    word = draw(st.sampled_from([name for name, word in WORDS.items() if word.kind in kinds and name in RESPONSE]))
    takes = () if WORDS[word].optional and draw(st.booleans()) else WORDS[word].takes
    return Asked(word, tuple(draw(subjects(kind)) for kind in takes))


DECIMALS = st.decimals(min_value=-99, max_value=99, places=2)
AMOUNTS = st.one_of(
    st.builds(lambda plus: Amount(plus=plus), DECIMALS), st.builds(Amount, asked("number"), DECIMALS, DECIMALS)
)


@st.composite
def one_of(draw: st.DrawFn) -> OneOf:
    word = draw(asked("place", "nation", "card", "general", "column"))
    names = draw(st.lists(subjects(WORDS[word.word].kind), min_size=1, max_size=3, unique=True))
    return OneOf(word, tuple(names))


LEAVES: st.SearchStrategy[ConditionTest] = st.one_of(
    st.builds(Truth, yes=st.booleans()),
    st.builds(Comparison, AMOUNTS, st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]), AMOUNTS),
    one_of(),
    asked("truth", "general"),
)
TESTS = st.recursive(
    LEAVES,
    lambda parts: st.one_of(
        st.builds(NotSo, parts),
        st.builds(AllOf, st.lists(parts, min_size=2, max_size=3).map(tuple)),
        st.builds(AnyOf, st.lists(parts, min_size=2, max_size=3).map(tuple)),
    ),
    max_leaves=5,
)


@settings(deadline=None)
@given(TESTS)
def test_a_condition_is_read_as_it_is_written(test: ConditionTest) -> None:
    sheet = Sheet(when=ResponseCondition(test))
    assert ordered(write_sheet(sheet, LEXICON), Sheet) == sheet
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet) == sheet


PIECES = st.sampled_from(
    [*WORDS, "0",
     "(", ")", "[", "]", ",", "and", "or", "not", "<=", "=", "in", "is", "at", "least", "x", "-", "+", "2", "1.5",
     "ulm", "Western Baltic", "france", "own", "if", '"', "yes", "%", "é", "in the", "not in"]
)  # fmt: skip


@settings(deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map(" ".join)))
def test_no_text_breaks_the_reading_of_a_condition(text: str) -> None:
    sheet = read("when: |\n  " + text.replace("\n", " "), Sheet)
    assert sheet.order is not None or sheet.faults
