"""Declarations of war, changes of Camp, and what they bring (8.22-8.5, 17.2)."""

from typing import cast

from msgspec.structs import replace

from pbem.engine.order import Problem
from pbem_tnw.chapters.politics.camps import never_joins
from pbem_tnw.chapters.politics.track import JoiningRefused
from pbem_tnw.chapters.politics.wars import Declaration, declaration
from pbem_tnw.chapters.turn.card_play import carry_out_line, line_problems
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.edition.board import REGROUP
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.lines import DeclareLine
from pbem_tnw.orders.standing import Consents, PlaceAnswers, Willing
from pbem_tnw.position.control import at_war, camp_of
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import Armistice, Consul, SubjectNeutral, WarState
from tests.tnw.positions import DiceTable, active, at_start, codes, with_forces, with_standing

YES = Willing(test=Truth(yes=True))


def wrong(state: WarState, nation: str, on: str, camp: str | None = None) -> list[str]:
    return codes(line_problems(state, nation, DeclareLine(on=on, camp=camp)))


def declared(
    state: WarState, nation: str, on: str, *faces: int, points: int = 10, camp: str | None = None
) -> DiceTable:
    table = DiceTable(active(state, nation, points), faces)
    assert not wrong(table.state, nation, on, camp)
    carry_out_line(table, nation, DeclareLine(on=on, camp=camp))
    table.close("line")
    table.play()
    assert not table.faces
    return table


def brings(state: WarState, nation: str, on: str, *, interphase: bool = False) -> Declaration:
    return cast("Declaration", declaration(state, nation, on, interphase=interphase))


def case_6() -> WarState:
    """Sweden is a Client of Britain, as at the start."""
    return at_start(round=2)


def willing(state: WarState, nation: str, *seats: str) -> WarState:
    for seat in seats:
        state = with_standing(state, seat, consent=Consents(join={nation: YES}))
    return state


def test_8_33_an_unaligned_proxy_costs_nothing_and_the_last_power_of_the_other_camp_takes_it_over() -> None:
    state = replace(case_6(), consuls={**case_6().consuls, "sweden": Consul(column="unaligned")})
    table = declared(state, "russia", "sweden", points=0)
    assert table.state.control["sweden"] == "france"
    assert table.state.consuls["sweden"] == Consul(column="ally", row="france")
    assert at_war(table.state, "russia", "sweden")
    assert camp_of(table.state, "russia") == "coalition"


def test_8_33_war_on_a_client_of_an_ally_costs_seven_and_a_change_of_camp_with_consent() -> None:
    assert brings(case_6(), "russia", "sweden").points == 7
    assert wrong(active(case_6(), "russia", 6), "russia", "sweden") == ["war-unpaid"]
    table = declared(willing(case_6(), "russia", "france"), "russia", "sweden", 2, 2, 3, 4, 5, 6)
    state = table.state
    assert camp_of(state, "russia") == "imperial"
    assert state.consuls["sweden"] == Consul(column="ally", row="britain")
    assert state.control["sweden"] == "britain"
    assert left(state, "russia") == 3


def test_8_33_without_the_consent_of_all_members_nothing_happens_and_only_its_seat_learns_that() -> None:
    table = declared(case_6(), "russia", "sweden")
    assert camp_of(table.state, "russia") == "coalition"
    assert left(table.state, "russia") == 10
    assert table.told(JoiningRefused, "russia")
    assert not table.told(JoiningRefused, "france")


def test_8_33_war_on_an_enemys_client_costs_nothing_and_that_enemy_gains_it() -> None:
    state = at_start(3, round=2)
    table = declared(state, "britain", "denmark", points=0)
    assert table.state.consuls["denmark"] == Consul(column="ally", row="france")
    assert table.state.control["denmark"] == "france"


def test_8_32_the_own_client_goes_to_the_other_camp() -> None:
    table = declared(case_6(), "france", "denmark")
    assert table.state.consuls["denmark"] == Consul(column="ally", row="russia")
    assert at_war(table.state, "france", "denmark")


def test_8_5_a_neutral_power_that_is_attacked_joins_the_other_camp() -> None:
    table = declared(case_6(), "austria", "prussia")
    assert camp_of(table.state, "prussia") == "imperial"
    assert left(table.state, "austria") == 3
    assert at_war(table.state, "austria", "prussia")


def test_8_33_a_neutral_power_joins_the_camp_against_its_enemy_without_consent() -> None:
    table = declared(case_6(), "prussia", "france")
    assert camp_of(table.state, "prussia") == "coalition"
    assert wrong(active(case_6(), "prussia"), "prussia", "france", "imperial") == ["war-other-camp"]


def test_8_33_who_declares_no_war() -> None:
    state = active(case_6(), "france")
    assert wrong(state, "france", "austria") == ["war-already"]
    assert wrong(state, "france", "spain") == ["war-on-own"]
    assert wrong(state, "spain", "prussia") == ["war-by-proxy"]
    allies = replace(state, consuls={**state.consuls, "sweden": Consul(column="ally", row="britain")})
    assert wrong(allies, "russia", "sweden") == ["war-on-pact-ally"]
    assert wrong(active(case_6(), "russia", 5), "russia", "prussia") == ["war-unpaid"]
    turkey = replace(case_6(), consuls={**case_6().consuls, "turkey": Consul(column="unaligned")})
    assert wrong(active(turkey, "prussia"), "prussia", "turkey") == ["war-which-camp"]


def test_8_22_france_and_britain_never_change_camp() -> None:
    problem = never_joins(case_6(), "britain", "imperial", interphase=True)
    assert problem is not None
    assert problem.code == "camp-never"
    assert wrong(active(case_6(), "britain"), "britain", "russia") == ["camp-never"]


def test_8_3_with_two_players_no_power_changes_camp() -> None:
    two = replace(case_6(), players=2)
    assert wrong(active(two, "russia"), "russia", "austria") == ["camp-two-players"]


def test_8_3_a_seat_with_several_powers_changes_camp_with_all() -> None:
    control = {**case_6().control, "austria": "east", "russia": "east"}
    state = willing(replace(case_6(), control=control), "russia", "france")
    table = declared(state, "russia", "britain")
    assert {camp_of(table.state, power) for power in ("russia", "austria")} == {"imperial"}


def test_15_24_no_war_on_or_by_a_subject_neutral_before_the_interphase_of_the_next_turn() -> None:
    state = at_start(subjects={"austria": SubjectNeutral(turn=1, conqueror="france", camp="coalition")}, round=2)
    state = replace(state, camps={power: camp for power, camp in state.camps.items() if power != "austria"})
    for turn, interphase, legal in (
        (1, False, False),
        (1, True, False),
        (2, False, False),
        (2, True, True),
        (3, False, True),
    ):
        for nation, on in (("russia", "austria"), ("austria", "france")):
            found = declaration(replace(state, turn=turn), nation, on, interphase=interphase)
            assert isinstance(found, Declaration) == legal, (turn, interphase, found)
            if isinstance(found, Problem):
                assert found.code == "war-grace"


def test_8_33_a_subject_neutral_joins_its_conquerors_camp_only_with_consent() -> None:
    state = at_start(turn=3, subjects={"austria": SubjectNeutral(turn=1, conqueror="france", camp="coalition")})
    state = replace(state, camps={power: camp for power, camp in state.camps.items() if power != "austria"})
    assert brings(state, "austria", "russia").consent
    assert not brings(state, "austria", "france").consent


def test_17_2_war_breaks_an_armistice_for_seven_points() -> None:
    state = at_start(round=2, armistices=(Armistice(powers=("france", "austria"), turn=1),))
    table = declared(state, "austria", "france")
    assert at_war(table.state, "austria", "france")
    assert not table.state.armistices
    assert left(table.state, "austria") == 3


def test_14_12_in_the_interphase_a_declaration_is_free() -> None:
    assert brings(case_6(), "france", "prussia", interphase=True).points == 0


def test_8_34_new_enemies_in_one_duchy_are_parted_without_attrition() -> None:
    state = with_forces(willing(case_6(), "russia", "france"), {"lemberg": {"russia": 2, "austria": 3}, "olmutz": {}})
    state = replace(state, generals={**state.generals, "kutuzov": "kiev", "bagration": "kiev"})
    table = declared(state, "russia", "sweden")
    assert table.state.units["lemberg"] == {"austria": 3}
    assert table.state.units[REGROUP] == {"russia": 2}


def test_8_34_the_declaring_side_leaves_the_other_side_may_flag() -> None:
    state = with_forces(willing(case_6(), "russia", "france"), {"olmutz": {"russia": 2}, "vilna": {"austria": 2}})
    state = replace(state, generals={**state.generals, "kutuzov": "kiev", "bagration": "kiev"})
    table = declared(state, "russia", "sweden", 1, 6, 6, 6)
    assert "olmutz" not in table.state.units, "one lost, one in the Regroup box"
    assert table.state.units[REGROUP] == {"russia": 1}
    assert table.state.flags["vilna"] == "austria"
    assert table.state.units["vilna"] == {"austria": 2}
    stay = with_standing(state, "austria", stay=PlaceAnswers({"vilna": False}))
    table = declared(stay, "russia", "sweden", 1, 6, 6, 6)
    assert "vilna" not in table.state.flags
    assert table.state.units[REGROUP] == {"russia": 1, "austria": 2}


def test_8_34_squadrons_in_a_port_of_a_new_enemy_put_to_sea() -> None:
    state = replace(willing(case_6(), "russia", "france"), squadrons={"st-petersburg": (Squadron(nation="britain"),)})
    state = with_forces(state, {"olmutz": {}}, {"kutuzov": "kiev", "bagration": "kiev"})
    table = declared(state, "russia", "sweden")
    assert set(table.state.squadrons) == {"eastern-baltic"}


def test_8_34_the_declaring_side_places_no_flag_in_an_open_duchy_either() -> None:
    state = with_forces(willing(case_6(), "russia", "france"), {"linz": {"russia": 2}, "olmutz": {}})
    state = replace(state, generals={**state.generals, "kutuzov": "kiev", "bagration": "kiev"})
    table = declared(state, "russia", "sweden", 6, 6)
    assert "linz" not in table.state.flags
    assert table.state.units[REGROUP] == {"russia": 2}


def test_8_33_war_on_proxy_prussia_costs_what_the_option_says() -> None:
    state = at_start(4, round=2)
    assert brings(state, "austria", "prussia").points == 0
    dear = replace(state, options=replace(state.options, proxy_prussia_war="7"))
    assert brings(dear, "austria", "prussia").points == 7


def test_8_22_no_war_makes_britain_join_the_imperial_camp() -> None:
    out = SubjectNeutral(turn=1, conqueror="france", camp="coalition")
    camps = {power: camp for power, camp in at_start().camps.items() if power != "britain"}
    state = at_start(turn=3, camps=camps, subjects={"britain": out})
    assert wrong(active(state, "russia"), "russia", "britain") == ["war-cannot-join"]
    assert wrong(active(state, "prussia"), "prussia", "britain", "coalition") == ["war-cannot-join"]
    assert not wrong(active(state, "france"), "france", "britain")


def test_8_3_no_war_gives_a_seat_members_of_both_camps() -> None:
    out = SubjectNeutral(turn=1, conqueror="france", camp="coalition")
    camps = {power: camp for power, camp in at_start().camps.items() if power != "austria"}
    control = {**at_start().control, "austria": "east", "russia": "east"}
    state = at_start(turn=3, camps=camps, subjects={"austria": out}, control=control)
    assert wrong(active(state, "britain"), "britain", "austria") == ["war-cannot-join"]
    assert not wrong(active(state, "france"), "france", "austria")


def test_8_33_what_the_members_of_a_camp_think_of_others_shows_nowhere() -> None:
    """Whether France would let Austria join is hidden while Austria does not ask, and Russia's refusal is Russia's."""
    worlds = [declared(state, "russia", "sweden") for state in (case_6(), willing(case_6(), "austria", "france"))]
    one, other = worlds
    assert {seat: one.views[seat] for seat in ("austria", "britain", "russia")} == {
        seat: other.views[seat] for seat in ("austria", "britain", "russia")
    }
    silent = DiceTable(active(case_6(), "russia", 10))
    assert silent.views["britain"] == one.views["britain"]


def test_8_33_war_on_an_enemys_client_is_declared_in_the_first_round_too() -> None:
    """The Diplomatic Track is closed then to CPs only (8.1)."""
    state = at_start(4)
    assert (state.turn, state.round) == (1, 1)
    assert state.consuls["denmark"] == Consul(column="client", row="france")
    after = declared(state, "britain", "denmark", points=0).state
    assert after.consuls["denmark"] == Consul(column="ally", row="france")
    assert at_war(after, "britain", "denmark")
