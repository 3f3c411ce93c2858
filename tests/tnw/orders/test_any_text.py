"""No sheet, however damaged, breaks the reading: it gives an order, or problems."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.engine.order import Order
from pbem.sheet.writer import write_plain, write_sheet
from pbem_tnw.orders.choices import HoldAnswer
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import EntryOrders, RoundOrders, StandingSheet, TurnEndOrders, TurnEndWish
from pbem_tnw.orders.verbs import VERBS
from tests.long import tries
from tests.tnw.orders.arbitrary import of_type
from tests.tnw.orders.spellings import LEXICON, read, said

KINDS = (RoundOrders, StandingSheet, TurnEndOrders, EntryOrders, HoldAnswer)
WORDS = [
    *(word for verb in VERBS for word in (verb.word, *verb.also)),
    *(name.replace("_", " ") for kind in (*KINDS, WarStanding, TurnEndWish) for name in kind.__struct_encode_fields__),
    "try", "play", "plus", "do", "if", "with", "by", "where", "all", "any", "none", "here", "yes", "no", "ask", "first",
    "2 units at Paris", "Davout", "Napoleon + Lannes", "Ulm > Linz", "Brest", "France", "Conscripts as cp", "resource",
    "1 squadron", "Prussia right 2 in France", "odds >= 1.5", "if turn > 1807", "to", "at", "from", "2", "-1", ">", ",",
    "", " ", "?", "event", "a if b", "x:", "after", "3:2", "keep if", "or holds", "at most", "units", "join", "lend",
]  # fmt: skip
TEXTS = st.one_of(st.sampled_from(WORDS), st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join))
TREES: st.SearchStrategy[Any] = st.recursive(
    TEXTS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(TEXTS.filter(str.strip), inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)
UNHURRIED = settings(
    max_examples=tries(12, 100), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.mark.parametrize("kind", KINDS)
@UNHURRIED
@given(data=st.data())
def test_words_in_any_order_are_read_or_refused(kind: type[Order], data: st.DataObject) -> None:
    keys = st.sampled_from([name.replace("_", " ") for name in kind.__struct_encode_fields__])
    text = write_plain(data.draw(st.dictionaries(keys, TREES, min_size=1, max_size=3)))
    sheet = read(text, kind)
    assert sheet.order is not None or sheet.faults
    assert said(text, kind) or not sheet.faults


@pytest.mark.parametrize("kind", KINDS)
@UNHURRIED
@given(data=st.data())
def test_a_damaged_sheet_is_read_or_refused(kind: type[Order], data: st.DataObject) -> None:
    text = write_sheet(data.draw(of_type(kind)), LEXICON)
    at = data.draw(st.integers(0, len(text)))
    damaged = (
        text[:at] + data.draw(st.sampled_from(["", " ", ":", ",", "]", "}", "(", "x", "\n", " if "])) + text[at + 1 :]
    )
    sheet = read(damaged, kind)
    assert sheet.order is not None or sheet.faults
    assert said(damaged, kind) or not sheet.faults


ODD: list[Any] = [
    "", " ", "if", "a if b", ",", ">", "2", "-1", "0", "x y z", "all", "any", "none", "yes", "here", "to", "at", "from",
    "2 at", "at Ulm", "Ulm", "Davout", "France", "Conscripts", "Brest > ", "if turn > 1807", "Davout, 2 units at Ulm",
    [], {}, [""], [[]], [{}], ["Ulm", ["Linz"]], [{"Ulm": "2"}], {"Ulm": "2"}, {"Ulm": []}, {"": "2"}, {"at": "Ulm"},
    {"at": ["Ulm"]}, {"unit": "2", "at": "Ulm"}, {"unit": ["2"]}, {"general": {"at": "Ulm"}}, {"to": "Ulm", "from": ""},
    {"France": "2", "Spain": []}, {"who": [], "to": {}}, {"units": [], "with": {}}, {"x": {"y": {"z": "1"}}},
]  # fmt: skip


APART = tries(93, 11)
"""Each key has one of so many odd values."""


def answered(plain: dict[str, Any], kind: type[Order]) -> None:
    text = write_plain(plain)
    sheet = read(text, kind)
    assert sheet.order is not None or sheet.faults, text
    assert said(text, kind) or not sheet.faults, text


@pytest.mark.parametrize("word", [verb.word for verb in VERBS])
def test_a_line_with_an_odd_value_is_read_or_refused(word: str) -> None:
    for value in ODD:
        for line in ({word: value}, {word: value, "if": value, "battle": value, "only if odds": value}):
            answered({"impulses": {"France": {"do": [line]}}}, RoundOrders)
        if isinstance(value, str):
            answered({"impulses": {"France": {"do": [f"{word} {value}", {f"{word} {value}": value}]}}}, RoundOrders)


@pytest.mark.parametrize(
    ("kind", "above"),
    [
        (RoundOrders, ()), (RoundOrders, ("impulses", "France")), (RoundOrders, ("preempt",)),
        (RoundOrders, ("impulses", "France", "play")), (RoundOrders, ("impulses", "France", "plus")),
        (RoundOrders, ("impulses", "France", "try")), (StandingSheet, ()), (StandingSheet, ("standing",)),
        (StandingSheet, ("standing", "consent")), (StandingSheet, ("standing", "battle")),
        (StandingSheet, ("standing", "respond")), (TurnEndOrders, ("turn end",)), (EntryOrders, ()),
        (EntryOrders, ("hand",)), (HoldAnswer, ()), (HoldAnswer, ("play",)),
    ],
)  # fmt: skip
def test_a_key_with_an_odd_value_is_read_or_refused(kind: type[Order], above: tuple[str, ...]) -> None:
    for number, key in enumerate(dict.fromkeys(filter(str.strip, WORDS))):
        for value in ODD[number % APART :: APART]:
            plain: dict[str, Any] = {key: value}
            for step in reversed(above):
                plain = {step: plain}
            answered(plain, kind)
