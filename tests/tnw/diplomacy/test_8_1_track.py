"""The Diplomatic Track: rows, steps, costs, the +1 side (8.1)."""

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.politics.lines import (
    consul_problems,
    flip_problems,
    move_by_points,
    planned_steps,
    turn_by_points,
)
from pbem_tnw.chapters.politics.track import moves_by_event
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.orders.lines import ConsulLine, FlipLine
from pbem_tnw.position.state import Consul, WarState
from tests.tnw.positions import DiceTable, active, at_start, codes


def second_round(nation: str, points: int = 10, players: int = 5, **consuls: Consul) -> WarState:
    state = at_start(players, round=2)
    return active(replace(state, consuls={**state.consuls, **consuls}), nation, points)


def wrong(state: WarState, nation: str, **line: object) -> list[str]:
    return codes(consul_problems(state, nation, ConsulLine(**line)))  # type: ignore[arg-type]


def test_8_1_the_track_is_closed_in_the_first_round_of_the_first_turn() -> None:
    first = active(at_start(), "russia")
    assert wrong(first, "russia", who="turkey", way="right") == ["track-closed"]
    assert moves_by_event(first, "turkey", 2, "either") == ()
    assert not wrong(second_round("russia"), "russia", who="turkey", way="right")


@pytest.mark.parametrize(
    ("consul", "way", "steps", "cost"),
    [
        (Consul(column="envoy", row="russia"), "right", 1, 3),
        (Consul(column="envoy", row="russia"), "right", 2, 8),
        (Consul(column="envoy", row="russia"), "left", 1, 1),
        (Consul(column="unaligned"), "right", 1, 2),
        (Consul(column="client", row="russia"), "left", 2, 3),
        (Consul(column="envoy", row="russia", plus=True), "right", 1, 2),
        (Consul(column="envoy", row="russia", plus=True), "right", 2, 7),
        (Consul(column="client", row="russia", plus=True), "left", 1, 3),
    ],
)
def test_8_1_a_step_costs_the_column_entered_one_less_or_more_on_the_plus_side(
    consul: Consul, way: str, steps: int, cost: int
) -> None:
    state = second_round("russia", cost, turkey=consul)
    line = ConsulLine(who="turkey", way=way, steps=steps)  # type: ignore[arg-type]
    assert sum(step.cost for step in planned_steps(state, "russia", line)) == cost
    assert not wrong(state, "russia", who="turkey", way=way, steps=steps)
    assert wrong(second_round("russia", cost - 1, turkey=consul), "russia", who="turkey", way=way, steps=steps) == [
        "consul-unpaid"
    ]


def test_8_1_a_consul_that_moves_is_turned_back_to_its_plain_side() -> None:
    table = DiceTable(second_round("russia", 10, turkey=Consul(column="envoy", row="russia", plus=True)))
    move_by_points(table, "russia", ConsulLine(who="turkey", way="right"))
    assert table.state.consuls["turkey"] == Consul(column="client", row="russia")
    assert left(table.state, "russia") == 8


def test_8_1_right_by_points_only_in_the_own_row_left_in_any() -> None:
    state = second_round("austria", turkey=Consul(column="envoy", row="britain"))
    assert wrong(state, "austria", who="turkey", way="right") == ["consul-row-of-another"]
    assert not wrong(state, "austria", who="turkey", way="left")
    assert not wrong(
        second_round("spain", turkey=Consul(column="envoy", row="britain")), "spain", who="turkey", way="left"
    )
    assert wrong(second_round("spain"), "spain", who="turkey", way="right") == ["consul-row-of-another"]


def test_8_1_rows_are_changed_at_unaligned_only_and_not_on_the_plus_side() -> None:
    unaligned, turned = Consul(column="unaligned"), Consul(column="unaligned", row="russia", plus=True)
    assert not wrong(second_round("austria", turkey=unaligned), "austria", who="turkey", way="right")
    assert wrong(second_round("austria", turkey=turned), "austria", who="turkey", way="right", row="austria") == [
        "consul-plus-other-row"
    ]
    in_row = Consul(column="envoy", row="russia")
    assert wrong(second_round("austria", turkey=in_row), "austria", who="turkey", way="right", row="austria") == [
        "consul-in-other-row"
    ]


def test_8_1_only_the_power_of_the_row_turns_a_consul_and_anyone_turns_it_back() -> None:
    plain, turned = Consul(column="envoy", row="russia"), Consul(column="envoy", row="russia", plus=True)
    line = FlipLine(who="turkey")
    assert codes(flip_problems(second_round("france", turkey=plain), "france", line)) == ["consul-row-of-another"]
    assert not codes(flip_problems(second_round("france", turkey=turned), "france", line))
    table = DiceTable(second_round("russia", 2, turkey=Consul(column="unaligned")))
    turn_by_points(table, "russia", line)
    assert table.state.consuls["turkey"] == Consul(column="unaligned", row="russia", plus=True)
    turn_by_points(table, "russia", line)
    assert table.state.consuls["turkey"] == Consul(column="unaligned")


def test_8_2_points_do_nothing_to_a_consul_in_an_ally_box() -> None:
    state = second_round("britain")
    assert wrong(state, "britain", who="spain", way="left") == ["consul-of-ally"]
    assert codes(flip_problems(state, "britain", FlipLine(who="spain"))) == ["consul-of-ally"]
    assert moves_by_event(state, "spain", 2, "left") == ()


def test_8_1_the_row_of_prussia_is_closed_while_it_is_a_proxy() -> None:
    unaligned = Consul(column="unaligned")
    four = second_round("france", players=4, turkey=unaligned)
    assert {box.row for box in moves_by_event(four, "turkey", 1, "right")} == {"france", "austria", "britain", "russia"}
    five = second_round("prussia", turkey=unaligned)
    assert not wrong(five, "prussia", who="turkey", way="right")


def test_6_16_an_event_moves_a_consul_one_way_up_to_its_steps() -> None:
    state = second_round("france", turkey=Consul(column="envoy", row="russia"))
    boxes = moves_by_event(state, "turkey", 2, "either")
    assert boxes == (
        Consul(column="client", row="russia"), Consul(column="ally", row="russia"), Consul(column="unaligned"),
    )  # fmt: skip
    assert moves_by_event(state, "turkey", 2, "right", ["france"]) == ()
    assert Consul(column="ally", row="russia") not in moves_by_event(state, "turkey", 2, "either", to_ally=False)
    assert moves_by_event(state, "prussia", 1, "right") == (), "a Power has no consul"


def test_8_1_the_end_of_the_track() -> None:
    state = second_round("russia")
    assert wrong(state, "russia", who="turkey", way="left", steps=2) == ["consul-end-of-track"]
    assert wrong(state, "russia", who="turkey", to="envoy") == ["consul-no-way"]
    assert not wrong(state, "russia", who="turkey", to="ally")


def test_8_1_by_an_option_the_points_of_a_pact_ally_move_consuls_to_the_right_in_its_powers_row() -> None:
    state = second_round("spain", turkey=Consul(column="envoy", row="france"))
    assert wrong(state, "spain", who="turkey", way="right") == ["consul-row-of-another"]
    state = replace(state, options=replace(state.options, ally_cp_right="yes"))
    assert not wrong(state, "spain", who="turkey", way="right")
