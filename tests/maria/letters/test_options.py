"""The options of a game: `hussar_shortfall`, `march_onto_train`; their cases stand in `cases/options.yaml`."""

import pytest
from msgspec.structs import replace

from pbem_maria.chapters.paths import ways, wrong_with_path
from pbem_maria.chapters.supply import HandShown
from pbem_maria.orders.movement import FORCE_MARCH
from pbem_maria.orders.stage import Supply
from pbem_maria.position.state import State
from pbem_maria.sequence.supply import settle_supply
from pbem_maria.settings import Options
from tests.maria.drill import ground, position, table_of

FIELD = ground("a b c d e f, b x d")


def with_option(state: State, **chosen: str) -> State:
    return replace(state, options=Options(**chosen))  # type: ignore[arg-type]


def train_next_to_the_start(choice: str) -> State:
    return with_option(position(FIELD, {"broglie": "a", "austria-t1": "b"}), march_onto_train=choice)


@pytest.mark.parametrize(("choice", "goals"), [("no", set()), ("yes", {"b", "c", "x", "d", "e", "f"})])
def test_10_1_a_force_march_onto_the_train_next_to_its_start(choice: str, goals: set[str]) -> None:
    found = set(ways(train_next_to_the_start(choice), "broglie", FORCE_MARCH))
    assert {path[-1] for path in found} == goals


def test_10_1_every_such_way_is_legal_city_by_city() -> None:
    state = train_next_to_the_start("yes")
    for path in ways(state, "broglie", FORCE_MARCH):
        assert list(wrong_with_path(state, "broglie", path, FORCE_MARCH)) == []


@pytest.mark.parametrize("choice", ["no", "yes"])
def test_10_1_a_train_farther_on_bars_its_neighbourhood(choice: str) -> None:
    state = with_option(position(FIELD, {"broglie": "a", "austria-t1": "c"}), march_onto_train=choice)
    assert {path[-1] for path in ways(state, "broglie", FORCE_MARCH)} == set()
    assert [p.code for _, p in wrong_with_path(state, "broglie", ("b", "c"), FORCE_MARCH)][:1] == ["march-beside-enemy"]


def test_10_1_another_enemy_still_bars_the_trains_city() -> None:
    state = with_option(position(FIELD, {"broglie": "a", "austria-t1": "b", "karl": "c"}), march_onto_train="yes")
    assert {path[-1] for path in ways(state, "broglie", FORCE_MARCH)} == set()


def test_10_1_two_ways_differ_in_the_train_they_destroy() -> None:
    key = ground("a b c d e, a v w y e")
    state = with_option(position(key, {"broglie": "a", "austria-t1": "b"}), march_onto_train="yes")
    assert set(ways(state, "broglie", FORCE_MARCH, "e")) == {("b", "c", "d", "e"), ("v", "w", "y", "e")}


def test_9_the_hand_that_is_shown_is_shown_to_all() -> None:
    key = ground("a b c d e f g h")
    state = position(key, {"broglie": "e", "france-t1": "a"}, hussars=("b", None), hands={"france": "H2.1"})
    table = table_of(with_option(state, hussar_shortfall="keep"))
    settle_supply(table, "france", Supply())
    [shown] = [event for event in table.close("", {}).events if isinstance(event, HandShown)]
    assert shown == HandShown(power="france", owed=4, cards=("H2.1",))
    assert all(shown.seen_by(seat) == shown for seat in (*table.seats, ""))
    assert table.state.hands["france"].known == ("H2.1",)
