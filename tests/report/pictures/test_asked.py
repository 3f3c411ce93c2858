"""The picture that a person asks for by a word and a name."""

import msgspec
import pytest

from pbem.engine.order import Problem
from pbem.engine.picture import Picture
from pbem.report.pictures import asked_for
from pbem.report.words import words_of
from tests.report.pictures.test_pictures import VIEW
from tests.toy.islands.drawing import CHART, DRAWING
from tests.toy.islands.ruleset import ISLANDS, lexicon

LEXICON = lexicon(VIEW, "ann")


def close(_view: object, _seat: str, word: str, identifier: str) -> Picture:
    return Picture(name=f"{word}-{identifier}", kind=word, of=identifier) if identifier else CHART


NAMED = msgspec.structs.replace(
    DRAWING, named=close, words={"map": ("island", "power")}, choices=lambda *_: ("reef", "rock")
)


def asked(name: str) -> Picture | Problem:
    return asked_for(NAMED, LEXICON, VIEW, "ann", "map", name)


def test_without_a_name_it_is_the_whole() -> None:
    assert asked(" ") == CHART


@pytest.mark.parametrize("spelt", ["Reef", "REEF", " reef "])
def test_a_name_is_understood_as_in_sheets(spelt: str) -> None:
    assert asked(spelt) == Picture(name="map-reef", kind="map", of="reef")


def told(name: str) -> str:
    problem = asked(name)
    assert isinstance(problem, Problem)
    return words_of(ISLANDS, LEXICON).phrase("problems", problem.code, problem.args)


def test_a_wrong_name_is_told_what_would_be_right() -> None:
    assert told("Reeq") == "There is no map of “Reeq”. Did you mean Reef? There is one of Reef and Rock."
    assert told("Atlantis") == "There is no map of “Atlantis”. There is one of Reef and Rock."
