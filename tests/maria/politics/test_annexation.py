"""Prussia annexes Silesia (19.1), and where pieces go that may not stay."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.table import Table
from pbem_maria.chapters import conquest, shifts
from pbem_maria.chapters.turn import StageBegan
from pbem_maria.invariants import MARKERS, broken
from pbem_maria.orders.standing import HussarWish
from pbem_maria.position.powers import closed_to, home_of
from pbem_maria.position.state import State
from pbem_maria.sequence import tracks
from pbem_maria.settings import Options
from tests.maria.advanced import laid, played

SILESIA = ("breslau", "brieg", "cosel", "glatz", "glogau", "liegnitz", "neisse")
ALL = dict.fromkeys(SILESIA, "prussia")


def annexed(**given: Any) -> Table:
    """The table after the peace, in Prussia's stage of turn 4."""
    table = laid(turn=4, **given)
    tracks.annex(table)
    return played(table)


def whither(state: State, piece: str) -> tuple[str, ...]:
    """The cities among which the owner of *piece* may choose; none if it may stay."""
    return next((way.options for way in shifts.ways(state) if way.piece == piece), ())


@pytest.mark.parametrize("city", SILESIA)
def test_19_1_every_fortress_of_silesia_counts(city: str) -> None:
    assert conquest.may_offer_peace(laid(markers=ALL).state)
    assert not conquest.may_offer_peace(laid(markers={**ALL, city: "austria"}).state)
    assert conquest.open_fortresses(laid(markers={**ALL, city: "austria"}).state) == (city,)


def test_19_1_not_again() -> None:
    assert not conquest.may_offer_peace(laid(markers=ALL, annexed=True).state)


def test_19_1_silesia_is_prussias_home() -> None:
    state = annexed(markers=ALL).state
    assert all(home_of(state, city.id) == "prussia" for city in state.board.cities.values() if city.region == "silesia")
    assert "breslau" in conquest.sites(state)
    assert state.markers == ALL


@pytest.mark.parametrize(("number", "up", "down"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2)])
def test_19_1_half_of_the_markers(number: int, up: int, down: int) -> None:
    assert conquest.half(laid().state, number) == up
    assert conquest.half(laid(options=Options(half="down")).state, number) == down


def test_19_1_the_saxon_marker_goes_to_the_box_s() -> None:
    state = annexed(markers=ALL).state
    assert (state.tracks["saxony"], state.saxony, state.neutral) == (4, "neutral", {"saxony", "prussia"})


@pytest.mark.parametrize("box", [4, 5, 6])
def test_19_1_unless_saxony_is_no_ally_any_more(box: int) -> None:
    state = annexed(markers=ALL, tracks={"saxony": box}).state
    assert state.tracks["saxony"] == box


def test_19_1_markers_are_conserved() -> None:
    markers = {**ALL, "prag": "prussia", "eger": "prussia", "linz": "france", "peitz": "austria"}
    table = annexed(markers=markers)
    tracks.settle(table, ())

    state: State = table.state
    assert not [told for told in broken(state) if told.invariant == MARKERS]
    assert state.aside == {"prussia": 1}
    assert state.boxes == {"silesia": "prussia"}


@pytest.mark.parametrize(
    ("wishes", "there", "city"),
    [
        ((), {}, "breslau"),
        (("berlin",), {}, "berlin"),
        (("berlin", "magdeburg"), {"schwerin": ("berlin", 3)}, "magdeburg"),
        (("glogau", "berlin"), {}, "berlin"),
        ((), {"schwerin": ("breslau", 3)}, "berlin"),
    ],
)
def test_19_1_the_second_train(wishes: tuple[str, ...], there: dict[str, Any], city: str) -> None:
    table = laid(markers=ALL, annexed=True, pieces=there)
    tracks.settle(table, wishes)
    assert table.state.at["prussia-t2"] == city


def test_19_1_a_hussar_gives_way_to_the_train() -> None:
    table = laid(markers=ALL, annexed=True, hussars=(HussarWish(("breslau",)),))
    tracks.settle(table, ())
    assert table.state.hussars[0] is None


@pytest.mark.parametrize(("turn", "neutral"), [(4, True), (5, True), (6, False), (7, False)])
def test_19_1_the_neutrality_ends_with_the_stage_of_the_turn_after_the_next(turn: int, neutral: bool) -> None:
    table = laid(turn=5, neutral_until=6)
    table.state = replace(table.state, turn=turn)
    tracks.end_neutrality(table, "france")
    assert "prussia" in table.state.neutral
    tracks.end_neutrality(table, "prussia")
    assert ("prussia" in table.state.neutral) is neutral


def neutral_prussia(**given: Any) -> State:
    """Prussia's stage of turn 4, just after the peace."""
    table = laid(turn=4, neutral_until=6, markers=ALL, **given)
    table.emit(StageBegan(stage="prussia", powers=("prussia",)))
    return table.state  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("piece", "city", "expected"),
    [
        ("karl", "cosel", ("jaegerndorf",)),
        ("karl", "berlin", ("boehmisch-leipa", "reichenberg", "rumburg", "teplitz")),
        ("karl", "ratibor", ("teschen", "troppau")),
        ("austria-t3", "glatz", ("nachod",)),
        ("karl", "nachod", ()),
        ("karl", "dresden", ()),
        ("friedrich", "nachod", ("glatz",)),
        ("friedrich", "rawitsch", ("militsch", "steinau", "trebnitz", "wohlau")),
        ("friedrich", "glatz", ()),
        ("toerring", "halle", ("tirschenreuth",)),
        ("toerring", "rawitsch", ()),
    ],
)
def test_19_1_the_nearest_city_at_home(piece: str, city: str, expected: tuple[str, ...]) -> None:
    assert whither(neutral_prussia(pieces={piece: (city, 3)}), piece) == expected


def test_19_1_austrians_leave_poland_when_peace_is_made_and_not_later() -> None:
    state = neutral_prussia(pieces={"karl": ("rawitsch", 3)})
    assert whither(state, "karl")
    for turn in (4, 5):
        later = laid(turn=turn, neutral_until=6, markers=ALL, pieces={"karl": ("rawitsch", 3)}).state
        assert not whither(later, "karl")


def test_19_1_no_third_general_and_no_train_into_a_taken_city() -> None:
    there = {"schwerin": ("glatz", 3), "friedrich": ("nachod", 3)}
    assert whither(neutral_prussia(pieces=there), "friedrich") == ("glatz",)
    full = {**there, "leopold": ("glatz", 3)}
    assert "glatz" not in whither(neutral_prussia(pieces=full), "friedrich")
    train = {"schwerin": ("glatz", 3), "prussia-t1": ("nachod", 1)}
    assert "glatz" not in whither(neutral_prussia(pieces=train), "prussia-t1")


def test_19_1_a_city_taken_by_an_enemy_is_no_refuge() -> None:
    there = {"friedrich": ("nachod", 3), "austria-t1": ("glatz", 1)}
    order = [way.piece for way in shifts.ways(neutral_prussia(pieces=there))]
    assert order == ["austria-t1", "friedrich"]


def test_19_1_only_french_and_austrian_pieces_change_maps() -> None:
    state = laid(pieces={"toerring": ("halle", 3), "broglie": ("halle", 3)}).state
    assert "flanders" in {state.board.cities[c].board for c in shifts.nearest(state, "broglie", _in_flanders(state))}
    assert shifts.nearest(state, "toerring", _in_flanders(state)) == ()


def _in_flanders(state: State) -> Any:
    return lambda city: state.board.cities[city].board == "flanders"


def test_19_1_of_equals_the_one_nearest_to_the_first_wish() -> None:
    state = neutral_prussia(pieces={"friedrich": ("rawitsch", 3)})

    def going(*wish: str) -> str:
        return next(shifts.ways(state, lambda piece, seat: wish)).city

    assert going("steinau") == "steinau"
    assert going("berlin", "wohlau") == "wohlau"
    assert going("oels") == "trebnitz"
    assert going() == "militsch"


def test_19_4_a_neutral_country_is_closed_and_shut_in() -> None:
    state = neutral_prussia()
    assert closed_to(state, "glatz", "austria")
    assert closed_to(state, "nachod", "prussia")
    assert not closed_to(state, "glatz", "prussia")
    assert not closed_to(state, "nachod", "austria")


@pytest.mark.parametrize("annexed", [False, True])
def test_19_1_silesia_takes_a_marker_even_from_prussia_whose_home_it_is(annexed: bool) -> None:
    state = laid(markers={"breslau": "austria"}, annexed=annexed).state

    assert conquest.marker_for(state, "breslau", "prussia") == "prussia"
