from typing import Any

import pytest

from pbem.playtest.case_run import Matcher, split_expected
from tests.toy import TOY
from tests.toy.ruleset import Settings

MATCHER = Matcher(TOY.lexicon(TOY.start(Settings()), ""))


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("Cup 9", "c9"),
        ("c9", "c9"),
        ("C9", "c9.2"),
        ("Ann", "ann"),
        ("3", 3),
        ("yes", True),
        ("no", False),
        ("nobody", None),
        ("none", ()),
        ("some words", "some-words"),
        (["Ann", "Ben"], ("ann", "ben")),
        ({"Ann": "2"}, {"ann": 2, "ben": 3}),
        ({"two words": "2"}, {"two_words": 2}),
        ({"Cid": "none"}, {"ann": 2}),
        ({"7": "none"}, {"1": 2}),
        ({}, {"ann": 2}),
    ],
)
def test_the_same(expected: Any, actual: Any) -> None:
    assert MATCHER.same(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("Cup 9", "c10"),
        ("3", 4),
        ("yes", False),
        ("nobody", "ann"),
        (["Ann"], ("ann", "ben")),
        (["Ann", "Ben"], ("ann",)),
        (["Ben", "Ann"], ("ann", "ben")),
        (["Ann"], "ann"),
        ({"Ann": "3"}, {"ann": 2}),
        ({"Cid": "1"}, {"ann": 2}),
        ({"Anne of the Vale": "none"}, {"ann": 2}),
        ({"Ann": "1"}, "ann"),
    ],
)
def test_not_the_same(expected: Any, actual: Any) -> None:
    assert not MATCHER.same(expected, actual)


def test_an_expected_event_is_a_word_alone_or_with_fields() -> None:
    assert split_expected("point won") == ("point-won", {})
    assert split_expected({"point-won": {"seat": "Ann"}}) == ("point-won", {"seat": "Ann"})
    assert split_expected({"point-won": ""}) == ("point-won", {})
