"""What a picture says of troops: numbers and ranges that follow from what a view tells (6)."""

import pytest
from msgspec.structs import replace

from pbem_maria.drawing.theme import strength
from pbem_maria.position.state import KnownStrength, State
from tests.maria.drawing.pauses import sample

VIEW = next(shown.view for shown in sample() if shown.view.theatre.is_advanced)
FRIEDRICH = {"friedrich": "breslau", "schwerin": "brieg"}


def told(total: int | None, at: dict[str, str]) -> str:
    totals = {} if total is None else {"prussia": total}
    view: State = replace(VIEW, at=at, totals=totals, troops={}, off_map={}, sightings=())
    return str(strength(view, "friedrich"))


@pytest.mark.parametrize(
    ("total", "at", "shown"),
    [
        (5, {"friedrich": "breslau"}, "5"),
        (16, FRIEDRICH, "8"),
        (2, FRIEDRICH, "1"),
        (13, FRIEDRICH, "5–8"),
        (4, FRIEDRICH, "1–3"),
        (8, FRIEDRICH, "?"),
        (None, FRIEDRICH, "?"),
        (0, FRIEDRICH, "?"),
    ],
)
def test_6_totals_are_public_and_a_general_has_one_to_eight(total: int | None, at: dict[str, str], shown: str) -> None:
    assert told(total, at) == shown


def test_6_troops_in_an_off_map_box_count() -> None:
    view = replace(
        VIEW, at={"friedrich": "breslau"}, off_map={"dessauer": "east-prussia"}, totals={"prussia": 9}, troops={},
        sightings=(),
    )  # fmt: skip
    assert str(strength(view, "friedrich")) == "?"


def test_a_general_that_was_seen_in_combat_shows_what_it_had() -> None:
    seen = replace(VIEW, at=FRIEDRICH, totals={"prussia": 9}, troops={}, off_map={})
    seen = replace(seen, sightings=(KnownStrength(2, ("friedrich",), 6),))
    assert str(strength(seen, "friedrich")) == "6?"
    assert str(strength(replace(seen, totals={"prussia": 3}), "friedrich")) == "1–2", "it cannot have as many any more"


def test_the_sum_of_a_stack_says_nothing_of_one_general() -> None:
    seen = replace(VIEW, at=FRIEDRICH, totals={"prussia": 8}, troops={}, off_map={})
    assert str(strength(replace(seen, sightings=(KnownStrength(2, ("friedrich", "schwerin"), 8),)), "friedrich")) == "?"
