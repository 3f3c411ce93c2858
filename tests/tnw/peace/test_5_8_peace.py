"""The Peace phase, victory points and what ends the game (5.8-5.82, 17.1)."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.politics.conquest import ConquestPhase
from pbem_tnw.chapters.politics.peace import (
    AutomaticPeace,
    Capitulation,
    PeaceModified,
    PeacePhase,
    PeaceRolled,
    wrong_payers,
)
from pbem_tnw.chapters.turn.facts import final_points, points_of_power, points_of_seat, winner
from pbem_tnw.orders.condition import AllOf, Amount, Asked, Comparison
from pbem_tnw.orders.condition_parser import PeaceCondition
from pbem_tnw.orders.standing import PeaceLine, WarStanding
from pbem_tnw.orders.turn import TurnEndWish
from pbem_tnw.position.control import keys_held
from pbem_tnw.position.state import SubjectNeutral, WarState
from tests.tnw.positions import DiceTable, at_start

ADD, TAKE = PeaceLine(add=1), PeaceLine(add=-1)


def peace_of(players: int = 5, step: Any = None, **changes: Any) -> WarState:
    state = at_start(players, turn=2, **changes)
    keys = {nation: len(keys_held(at_start(players), nation)) for nation in state.board.sequence}
    return replace(state, keys_at_start=keys, flow=(step or PeacePhase(),))


def at_least(word: str, number: int) -> Comparison:
    return Comparison(Amount(Asked(word)), ">=", Amount(plus=number))  # type: ignore[arg-type]


def rolled(state: WarState, face: int) -> DiceTable:
    table = DiceTable(state, [face])
    table.play()
    return table


def wishing(state: WarState, **lines: PeaceLine) -> WarState:
    return replace(state, standing={seat: WarStanding(peace=(line,)) for seat, line in lines.items()})


def test_d21_modifiers_are_added_in_the_order_of_the_track_and_6_ends_the_game() -> None:
    state = wishing(peace_of(), france=ADD, britain=ADD, austria=TAKE)
    table = rolled(state, 5)
    assert [(event.seat, event.total) for event in table.told(PeaceModified)] == [  # type: ignore[attr-defined]
        ("france", 1), ("austria", 0), ("britain", 1),
    ]  # fmt: skip
    assert table.state.result is not None
    assert (table.state.result.cause, table.state.result.dice) == ("peace", (5,))


def test_5_8_below_6_the_game_goes_on() -> None:
    table = rolled(wishing(peace_of(), france=TAKE), 6)
    assert [(event.total, event.need) for event in table.told(PeaceRolled)] == [(5, 6)]  # type: ignore[attr-defined]
    assert table.state.result is None


def test_5_8_by_an_option_seven_is_needed() -> None:
    state = peace_of()
    assert rolled(replace(state, options=replace(state.options, peace_at="7")), 6).state.result is None


def test_d22_a_seat_with_two_powers_has_one_modifier() -> None:
    state = peace_of(3)
    both = dict.fromkeys(("austria", "russia"), "emperors")
    state = wishing(replace(state, control={**state.control, **both}), emperors=ADD)
    table = rolled(state, 4)
    assert [(event.seat, event.power) for event in table.told(PeaceModified)] == [("emperors", "austria")]  # type: ignore[attr-defined]
    assert table.state.fewer_cards == {"austria": 1}


def two_powers(*lines: PeaceLine, **changes: Any) -> WarState:
    state = peace_of(3, **changes)
    both = dict.fromkeys(("austria", "russia"), "emperors")
    state = replace(state, control={**state.control, **both})
    return replace(state, standing={"emperors": WarStanding(peace=lines)})


def test_5_8_a_seat_says_which_of_its_powers_pays() -> None:
    first, second = (replace(TAKE, payer=power) for power in ("austria", "russia"))
    france = replace(ADD, condition=PeaceCondition(test=at_least("sum", 1)))
    for lines, paid in (((second,), "russia"), ((first, second), "austria"), ((second, first), "russia")):
        assert rolled(two_powers(*lines), 4).state.fewer_cards == {paid: 1}
    state = two_powers(replace(second, condition=france.condition), first)
    state = replace(state, standing={**state.standing, "france": WarStanding(peace=(ADD,))})
    assert rolled(state, 4).state.fewer_cards == {"france": 1, "russia": 1}
    out = two_powers(second, ADD, subjects={"russia": SubjectNeutral(turn=1)})
    assert rolled(out, 4).state.fewer_cards == {"austria": 1}
    wrong = wrong_payers(two_powers(), "emperors", (replace(ADD, payer="france"), first, TAKE))
    assert [(each.code, each.path) for each in wrong] == [("not-your-nation", (0, "payer"))]
    unpaid = two_powers(subjects={"russia": SubjectNeutral(turn=1)})
    assert [each.code for each in wrong_payers(unpaid, "emperors", (first, second, TAKE))] == ["peace-unpaid"]


def test_h58_a_nation_at_its_minimum_hand_has_no_modifier() -> None:
    lost = dict.fromkeys(("vienna", "venice", "prague", "trieste"), "france")
    assert not rolled(wishing(peace_of(flags=lost), austria=ADD), 1).told(PeaceModified)


def test_5_8_a_subject_neutral_has_no_modifier() -> None:
    state = wishing(peace_of(subjects={"austria": SubjectNeutral(turn=1)}), austria=ADD)
    assert not rolled(state, 1).told(PeaceModified)


def test_r18_a_modifier_by_the_sum_and_the_points() -> None:
    both = PeaceCondition(test=AllOf((at_least("sum", 1), at_least("points", 3))))
    lines = WarStanding(peace=(PeaceLine(condition=both, add=1),))
    state = replace(
        peace_of(resources={"britain": 4}), standing={"britain": lines, "france": WarStanding(peace=(ADD,))}
    )
    table = rolled(state, 4)
    assert [event.seat for event in table.told(PeaceModified)] == ["france", "britain"]  # type: ignore[attr-defined]
    assert table.state.result is not None
    poor = replace(state, resources={})
    assert rolled(poor, 4).state.result is None


def test_14_the_turn_end_sheet_counts_before_the_standing_order() -> None:
    state = wishing(peace_of(turn_ends={"france": TurnEndWish(peace=())}), france=ADD)
    assert not rolled(state, 1).told(PeaceModified)


def test_5_82_the_last_turn_ends_the_game_without_a_roll() -> None:
    state = replace(peace_of(), turn=5)
    table = DiceTable(state)
    table.play()
    assert table.state.result is not None
    assert table.state.result.cause == "last-turn"


def test_5_a_sixth_turn_is_played_if_an_event_opened_it() -> None:
    state = replace(peace_of(sixth_turn=True), turn=5)
    assert rolled(state, 3).state.result is None
    last = DiceTable(replace(state, turn=6))
    last.play()
    assert last.state.result is not None


def test_case_4_points_for_keys_are_those_gained() -> None:
    state = peace_of()
    state = replace(state, flags={**state.flags, "vienna": "france"})
    assert len(keys_held(state, "france")) == 14
    assert points_of_power(state, "france") == 14 - 13 + 1  # and one for Spain, its ally


def test_d23_keys_minor_allies_and_resources() -> None:
    state = peace_of(flags={"milan": "austria", "turin": "austria"}, resources={"austria": 2})
    gained = len(keys_held(state, "austria")) - state.keys_at_start["austria"]
    assert points_of_power(state, "austria") == gained + 2


def test_5_81_proxy_prussia_is_worth_a_point_only_by_an_option() -> None:
    state = peace_of(4)
    ally = {**state.consuls, "prussia": replace(state.consuls["spain"], row="russia")}
    state = replace(state, consuls=ally)
    assert points_of_power(state, "russia") == 0
    assert points_of_power(replace(state, options=replace(state.options, proxy_prussia_point="yes")), "russia") == 1


def test_5_81_several_powers_count_together_or_the_best() -> None:
    state = peace_of(2, resources={"austria": 2, "russia": 1})
    control = {**state.control, **dict.fromkeys(("austria", "britain", "russia"), "coalition")}
    state = replace(state, control=control)
    assert points_of_seat(state, "coalition") == 3
    assert points_of_seat(replace(state, options=replace(state.options, several_powers="best")), "coalition") == 2


def test_d24_a_tie_goes_to_the_seat_further_along_the_track() -> None:
    assert winner(peace_of(4, resources={"britain": 1})) == "britain"


def test_par_takes_points_off_at_the_end_only() -> None:
    state = peace_of()
    par = replace(state, options=replace(state.options, par="france-3"))
    assert (final_points(par)["france"], points_of_seat(par, "france")) == (-2, 1)


@pytest.mark.parametrize(("players", "france", "britain"), [(2, 1, 0), (3, 1, 0), (4, 2, 0), (5, 4, 1)])
def test_par_depends_on_the_number_of_players(players: int, france: int, britain: int) -> None:
    state = replace(peace_of(), players=players)
    free, less = final_points(state), final_points(replace(state, options=replace(state.options, par="by-players")))
    taken = {seat: points - less[seat] for seat, points in free.items()}
    assert taken == dict.fromkeys(free, 0) | {"france": france, "britain": britain}


@pytest.mark.parametrize(("resources", "ends"), [(4, False), (5, True)])
@pytest.mark.parametrize("out", ["russia", "britain"])
def test_d25_an_enemy_out_of_the_war_ends_the_game_if_france_has_6_points(out: str, resources: int, ends: bool) -> None:
    subjects = {out: SubjectNeutral(turn=2, conqueror="france")}
    table = DiceTable(peace_of(step=AutomaticPeace(), subjects=subjects, resources={"france": resources}))
    table.play()
    assert (table.state.result is not None) is ends


@pytest.mark.parametrize(("counted", "ends"), [(5, False), (6, True)])
def test_5_82_by_an_option_the_points_before_the_spoils_end_the_game(counted: int, ends: bool) -> None:
    subjects = {"russia": SubjectNeutral(turn=2, conqueror="france")}
    state = peace_of(step=AutomaticPeace(), subjects=subjects, resources={"france": 11 - counted})
    state = replace(state, options=replace(state.options, six_points="before-spoils"), points_before=counted)
    table = DiceTable(state)
    table.play()
    assert (table.state.result is not None) is ends


def test_5_82_by_an_option_they_are_counted_as_the_conquest_phase_begins() -> None:
    state = peace_of(step=ConquestPhase(), resources={"france": 3})
    table = DiceTable(replace(state, options=replace(state.options, six_points="before-spoils")))
    now = points_of_power(table.state, "france")
    table.play()
    assert table.state.points_before == now


def test_5_82_a_power_that_was_out_before_does_not_end_the_game() -> None:
    subjects = {"russia": SubjectNeutral(turn=1, conqueror="france")}
    table = DiceTable(peace_of(step=AutomaticPeace(), subjects=subjects, resources={"france": 6}))
    table.play()
    assert table.state.result is None


def test_5_82_france_conquered_ends_the_game() -> None:
    table = DiceTable(peace_of(step=AutomaticPeace(), subjects={"france": SubjectNeutral(turn=2)}))
    table.play()
    assert table.state.result is not None
    assert table.state.result.cause == "france-conquered"


def test_h70_france_capitulates_if_paris_is_lost_and_napoleon_captured() -> None:
    state = peace_of(step=Capitulation(), flags={"paris": "austria"})
    table = DiceTable(replace(state, generals={**state.generals, "napoleon": "captured"}))
    before = points_of_power(state, "austria"), points_of_power(state, "france")
    table.play()
    assert table.state.result is not None
    assert (table.state.result.cause, table.state.result.rule) == ("capitulation", "17.1")
    after = table.state.result.by_power
    assert (after["austria"] - before[0], after["france"] - before[1]) == (2, -2)


def test_17_1_no_capitulation_while_napoleon_is_free() -> None:
    table = DiceTable(peace_of(step=Capitulation(), flags={"paris": "austria"}))
    table.play()
    assert table.state.result is None


def test_5_82_no_other_enemy_out_of_the_war_ends_the_game() -> None:
    subjects = {"austria": SubjectNeutral(turn=2, conqueror="france")}
    table = DiceTable(peace_of(step=AutomaticPeace(), subjects=subjects, resources={"france": 6}))
    table.play()
    assert table.state.result is None


def test_5_81_by_default_no_par_comes_off_the_points_of_a_power() -> None:
    state = peace_of(resources={"france": 6, "britain": 2})
    assert final_points(state) == {seat: points_of_seat(state, seat) for seat in state.control.values()}
