"""Whatever kind of value stands in whatever field of a sheet, it is read or answered with a problem in words."""

from typing import Any, get_args

import pytest

from pbem.report.returned_sheet import explain
from pbem.report.words import Words
from pbem.sheet.reader import read_sheet
from pbem_maria.lexicon import lexicon
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings

NAMES = lexicon(start(MariaSettings(scenario="advanced")), "louis")
WORDS = Words(MARIA.words, NAMES, tools=MARIA.tools)
KINDS = (
    *("nonsense", "7", "''", "[]", "{}", "[nonsense]", "[[nonsense]]", "[{a: b}]", "[{a: [b]}]", "[{a: {b: c}}]"),
    *("{a: b}", "{a: [b]}", "{a: [{b: c}]}", "{a: {b: c}}", "{a: {b: [c]}}", "{1: 2}"),
    *("[Broglie: [Prag]]", "{Broglie: [Prag]}", "{Broglie: {Prag: 1}}", "{with: [a], kind: [b]}"),
    *("{attack: [a]}", "{attack: {play: [a]}}", "{defence: {play: {a: b}}}"),
)
TYPES = sorted(get_args(MARIA.orders), key=lambda kind: str(kind.__name__))


@pytest.mark.parametrize("wanted", TYPES, ids=lambda kind: str(kind.__name__))
def test_any_kind_of_value_is_read_or_refused_in_words(wanted: type[Any]) -> None:
    for field in wanted.__struct_fields__:
        for kind in KINDS:
            text = f"{field.replace('_', ' ')}: {kind}\n"
            sheet = read_sheet(text, wanted, NAMES)
            said = explain(WORDS, text, sheet.faults)
            assert sheet.order is not None or said, text
