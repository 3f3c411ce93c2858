"""The fuzzer's look at what is done for players before they order, on what their seats see."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pbem.engine.table import Chance
from pbem.playtest import views
from pbem.playtest.fuzz import fuzz
from tests.toy.playtest import PLAYTEST
from tests.toy.ruleset import TOY


def test_a_sound_game_ends_as_it_does_without_looks() -> None:
    plain, looked = (fuzz(TOY, PLAYTEST, {}, "s", views=views) for views in (False, True))
    assert not looked.failure
    assert looked.outcome == plain.outcome


def endless(*_args: Any) -> Any:
    while True:
        pass


def crashes(*_args: Any) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize(("foresee", "why"), [(endless, "TooSlow"), (crashes, "ZeroDivisionError")])
def test_a_hang_and_a_crash_name_the_sheet(foresee: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_SECONDS", 0.1)
    tally = fuzz(msgspec.structs.replace(TOY, foresee=foresee), PLAYTEST, {"rounds": 9}, "s", views=True)
    assert why in tally.failure
    assert " sent\n" in tally.failure
    assert tally.recorded.secret == "s"


def mutated(sheet: str, number: int) -> Iterator[str]:
    for mutation in views._MUTATIONS:
        yield "\n".join(mutation(sheet.split("\n"), Chance("x", str(number)), [sheet, "other: 1\n"]))


def test_each_mutation_changes_some_sheets_and_takes_any() -> None:
    changed = [{text for number in range(40) for text in mutated(sheet, number)} for sheet in ("bid: 1\nb: 2\n", "")]
    assert len(changed[0]) > 20
    assert changed[1]
