"""Units, generals and Squadrons; the Regroup box and Refit markers; Foreign Wars (7-7.3, 7.6, 7.7)."""

import pytest
from msgspec.structs import replace

from pbem_tnw.chapters.nation.attrition import Shipbuilding
from pbem_tnw.chapters.nation.returning import end_foreign_war
from pbem_tnw.chapters.turn.card_play import carry_out_line, line_problems
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.edition.board import KILLED, REGROUP, YARD, war_box
from pbem_tnw.orders.lines import BuildLine, EndWarLine, OrderLine, RefitLine, RegroupLine
from pbem_tnw.orders.pieces import FleetSpot, PiecesWanted
from pbem_tnw.position.cards import CardPile
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import ForeignWar, OrdersUnderWay, WarState
from tests.tnw.positions import DiceTable, active, at_start, codes, with_forces


def build(*pieces: tuple[str, str, int]) -> BuildLine:
    made = [
        PiecesWanted(what=what, at=at or None, n=n) if what in ("unit", "squadron")  # type: ignore[arg-type]
        else PiecesWanted(what="general", general=what, at=at or None)
        for what, at, n in pieces
    ]  # fmt: skip
    return BuildLine(pieces=tuple(made))


def wrong(state: WarState, nation: str, line: OrderLine) -> list[str]:
    return codes(line_problems(state, nation, line))


def done(state: WarState, nation: str, line: OrderLine, *faces: int) -> DiceTable:
    table = DiceTable(state, faces)
    assert not wrong(state, nation, line)
    carry_out_line(table, nation, line)
    table.play()
    return table


def test_7_1_two_points_a_unit_and_what_is_left_is_left() -> None:
    table = done(active(at_start(), "france", 5), "france", build(("unit", "paris", 2)))
    assert table.state.units["paris"] == {"france": 3}
    assert left(table.state, "france") == 1


def test_6_3_points_that_do_not_suffice_are_said_with_their_sum() -> None:
    line = build(("unit", "paris", 2), ("eugene", "milan", 1))
    (problem,) = line_problems(active(at_start(), "france", 7), "france", line)
    assert (problem.code, problem.args["points"], problem.args["left"]) == ("points-short", 8, 7)


@pytest.mark.parametrize(
    ("nation", "duchy", "why"),
    [
        ("france", "vienna", "build-not-own"),
        ("france", "kattegat", "build-not-own"),
        ("france", "warsaw", "build-not-controlled"),
        ("britain", "hanover", "build-not-controlled"),
        ("prussia", "hanover", ""),
        ("france", "amsterdam", ""),
        ("france", "milan", ""),
        ("france", "munich", "build-enemies"),
    ],
)
def test_7_where_building_is_allowed(nation: str, duchy: str, why: str) -> None:
    found = wrong(active(at_start(), nation), nation, build(("unit", duchy, 1)))
    assert found == ([why] if why else [])


def test_7_43_the_upper_colour_builds_where_its_flag_is() -> None:
    state = active(with_forces(at_start(), {"hanover": {}}, flags={"hanover": "britain"}), "britain")
    assert not wrong(state, "britain", build(("unit", "hanover", 1)))
    assert wrong(active(state, "prussia"), "prussia", build(("unit", "hanover", 1))) == ["build-not-controlled"]


def test_7_under_an_enemy_flag_but_never_where_enemies_stand() -> None:
    state = active(with_forces(at_start(), {"munich": {}}), "france")
    assert state.flags["munich"] == "austria"
    assert not wrong(state, "france", build(("unit", "munich", 1)))


def test_7_no_more_pieces_than_the_game_contains() -> None:
    state = active(at_start(), "denmark", 40)
    assert not wrong(state, "denmark", build(("unit", "copenhagen", 2)))
    assert wrong(state, "denmark", build(("unit", "copenhagen", 2), ("unit", "kiel", 1))) == ["build-limit"]
    assert wrong(state, "denmark", build(("squadron", "aarhus", 2))) == ["build-limit"]


def test_7_2_generals_cost_their_command_and_some_come_later_or_by_their_card_only() -> None:
    lost = with_forces(at_start(), generals={"schwarzenberg": YARD})
    table = done(active(lost, "austria", 6), "austria", build(("schwarzenberg", "", 1)))
    assert table.state.generals["schwarzenberg"] == "vienna"
    assert left(table.state, "austria") == 0
    early = active(at_start(), "france", 20)
    assert wrong(early, "france", build(("suchet", "paris", 1))) == ["general-too-early"]
    assert not wrong(replace(early, turn=2), "france", build(("suchet", "paris", 1)))
    assert wrong(early, "france", build(("poniatowski", "paris", 1))) == ["general-by-card"]
    assert wrong(early, "france", build(("davout", "paris", 1))) == ["general-in-play"]
    assert wrong(early, "france", build(("mack", "paris", 1))) == ["general-of-another"]
    killed = replace(early, generals={**early.generals, "ney": KILLED, "davout": REGROUP})
    assert wrong(killed, "france", build(("ney", "paris", 1))) == ["general-killed"]
    assert wrong(killed, "france", build(("davout", "paris", 1))) == ["general-regroups"]
    assert wrong(early, "france", build(("eugene", "paris", 1), ("eugene", "milan", 1))) == ["general-twice"]


def test_7_3_a_squadron_is_under_a_build_marker_in_a_home_port() -> None:
    state = active(at_start(), "france", 4)
    table = done(state, "france", build(("squadron", "toulon", 1)))
    assert table.state.squadrons["toulon"] == (Squadron(nation="france", build=True),)
    assert wrong(state, "france", build(("squadron", "amsterdam", 1))) == ["build-no-home-port"]
    assert wrong(state, "france", build(("squadron", "paris", 1))) == ["build-no-home-port"]
    lost = with_forces(state, flags={"antwerp": "britain"})
    assert wrong(lost, "france", build(("squadron", "antwerp", 1))) == ["build-port-lost"]


def regrouping(nation: str = "france", points: int = 10) -> WarState:
    state = with_forces(at_start(), {REGROUP: {"france": 3, "austria": 1}}, {"ney": REGROUP, "mack": REGROUP})
    squadrons = {**state.squadrons, REGROUP: (Squadron(nation="france", refit=2), Squadron(nation="britain"))}
    return active(replace(state, squadrons=squadrons), nation, points)


def test_7_7_each_piece_costs_a_point_and_comes_to_a_friendly_home_duchy() -> None:
    pieces = (PiecesWanted(n=2, at="paris"), PiecesWanted(what="general", general="ney", at="lyon"))
    table = done(regrouping(), "france", RegroupLine(pieces=pieces))
    assert table.state.units["paris"]["france"] == 3
    assert table.state.generals["ney"] == "lyon"
    assert left(table.state, "france") == 7
    for at, why in (("milan", "regroup-not-home"), ("vienna", "regroup-not-home")):
        assert wrong(regrouping(), "france", RegroupLine(pieces=(PiecesWanted(at=at),))) == [why]
    assert wrong(regrouping(), "france", RegroupLine(pieces=(PiecesWanted(n=4),))) == ["regroup-not-there"]
    mack = RegroupLine(pieces=(PiecesWanted(what="general", general="mack"),))
    assert wrong(regrouping(), "france", mack) == ["regroup-not-there"]


def test_7_7_without_names_generals_come_first_as_far_as_the_points_go() -> None:
    table = done(regrouping(points=2), "france", RegroupLine())
    assert table.state.generals["ney"] == "paris"
    assert table.state.units[REGROUP]["france"] == 2
    assert wrong(regrouping("spain"), "spain", RegroupLine()) == ["regroup-empty"]


def test_7_7_a_squadron_comes_back_with_a_refit_marker_which_stays_on_in_that_impulse() -> None:
    ship = RegroupLine(pieces=(PiecesWanted(what="squadron", at="toulon"),))
    table = done(regrouping(), "france", ship)
    assert table.state.squadrons["toulon"] == (Squadron(nation="france", refit=1, since=1),)
    assert wrong(table.state, "france", RefitLine(at=(FleetSpot("toulon"),))) == ["refit-too-soon"]
    later = replace(table.state, impulse=replace(active(table.state, "france").impulse, number=2))  # type: ignore[type-var]
    refitted = done(later, "france", RefitLine(at=(FleetSpot("toulon"),)))
    assert refitted.state.squadrons["toulon"][0].sails
    blockaded = RegroupLine(pieces=(PiecesWanted(what="squadron", at="brest"),))
    assert wrong(regrouping(), "france", blockaded) == ["regroup-blockaded"]
    foreign = RegroupLine(pieces=(PiecesWanted(what="squadron", at="naples"),))
    assert wrong(regrouping(), "france", foreign) == ["regroup-no-port"]


def test_7_3_of_several_refit_markers_one_is_removed_at_a_time() -> None:
    state = active(at_start(), "france")
    state = replace(state, squadrons={"toulon": (Squadron(nation="france", refit=2),) * 2})
    table = done(state, "france", RefitLine())
    assert left(table.state, "france") == 8
    assert {one.refit for one in table.state.squadrons["toulon"]} == {1}
    assert wrong(table.state, "france", RefitLine()) == ["refit-none"]
    built = replace(state, squadrons={"toulon": (Squadron(nation="france", build=True),)})
    assert wrong(built, "france", RefitLine(at=(FleetSpot("toulon"),))) == ["refit-under-build"]


def at_foreign_war(points: int, cp: int, **options: object) -> WarState:
    state = with_forces(at_start(), {war_box("persian-war"): {"russia": 2}})
    war = ForeignWar(card="persian-war", nation="russia")
    under_way = OrdersUnderWay(nation="russia", current=EndWarLine(war="persian-war", cp=cp), number=1)
    return active(replace(state, wars=(war,), under_way={"russia": under_way}, **options), "russia", points)


def test_7_6_a_roll_for_each_point_until_a_six_ends_the_war() -> None:
    table = done(at_foreign_war(5, 4), "russia", EndWarLine(war="persian-war", cp=4), 2, 5, 6)
    assert not table.state.wars
    assert table.state.units[REGROUP] == {"russia": 2}
    assert left(table.state, "russia") == 2, "the fourth is not needed"
    assert "persian-war" in table.state.removed
    short = at_foreign_war(2, 3)
    assert wrong(short, "russia", EndWarLine(war="persian-war", cp=3)) == ["points-short"]
    other = active(short, "britain")
    assert wrong(other, "britain", EndWarLine(war="persian-war")) == ["foreign-war-not-own"]


def test_7_6_rolls_stop_when_the_line_says_so() -> None:
    table = done(at_foreign_war(5, 2), "russia", EndWarLine(war="persian-war", cp=2), 2, 5)
    assert table.state.wars
    assert left(table.state, "russia") == 3


def test_7_6_a_card_without_a_red_notice_goes_to_the_pile_or_by_the_option_to_the_deck() -> None:
    state = at_foreign_war(5, 1)
    for option in ("pile", "deck"):
        start = replace(
            state, wars=(ForeignWar(card="conscripts", nation="russia"),), deck=CardPile(cards=("tilsit", "subsidy")),
            options=replace(state.options, war_card=option),
        )  # fmt: skip
        table = DiceTable(start)
        end_foreign_war(table, "conscripts")
        assert ("conscripts" in table.state.played.cards) == (option == "pile")
        assert ("conscripts" in table.state.deck.cards) == (option == "deck")
        assert len(table.views["france"].deck) == len(table.state.deck)


def test_7_7_by_an_option_the_units_of_one_entry_cost_one_point_together() -> None:
    state = regrouping()
    counter = replace(state, options=replace(state.options, regroup_cost="counter"))
    line = RegroupLine(pieces=(PiecesWanted(n=3, at="paris"),))
    assert left(done(state, "france", line).state, "france") == 7
    assert left(done(counter, "france", line).state, "france") == 9


def test_5_62_a_squadron_is_built_turned_to_its_refit_side_and_sails_after_a_point_more() -> None:
    built = done(active(at_start(squadrons={}), "france"), "france", build(("squadron", "toulon", 1))).state
    assert wrong(built, "france", RefitLine(at=(FleetSpot("toulon"),))) == ["refit-under-build"]
    yard = DiceTable(replace(built, impulse=None, flow=(Shipbuilding(),)))
    yard.play()
    assert yard.state.squadrons["toulon"] == (Squadron(nation="france", refit=1),)
    assert not yard.state.squadrons["toulon"][0].sails
    table = done(active(yard.state, "france", 1), "france", RefitLine(at=(FleetSpot("toulon"),)))
    assert table.state.squadrons["toulon"][0].sails
    assert left(table.state, "france") == 0
