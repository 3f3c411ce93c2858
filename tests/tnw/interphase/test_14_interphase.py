"""Camp and war, reinforcement and Deployment in the Interphase; surrender (14.1, 14.2, 15.4)."""

from msgspec.structs import replace

from pbem_tnw.chapters.politics.track import ArmisticeRefused, JoiningRefused
from pbem_tnw.chapters.turn.card_play import carry_out_line, line_problems
from pbem_tnw.chapters.turn.interphase import CaptiveReturns, Reinforcements
from pbem_tnw.chapters.turn.interphase_politics import (
    ArmisticeTalks,
    CampRequests,
    InterphaseWars,
    Surrenders,
    check_turn_end,
)
from pbem_tnw.chapters.turn.reinforcement import Reinforced, WishSkipped
from pbem_tnw.edition.board import CAPTURED, REGROUP
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.lines import BuildLine, FlagLine, RefitLine, RegroupLine, SurrenderLine
from pbem_tnw.orders.pieces import FleetSpot, PiecesWanted, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import Consents, Willing
from pbem_tnw.orders.turn import DeployLine, InterphaseWar, SurrenderOffer, TurnEndWish
from pbem_tnw.position.control import at_war, camp_of
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import Armistice, Consul, OrdersUnderWay, SubjectNeutral, WarState
from tests.tnw.positions import DiceTable, active, at_start, codes, emptied, with_forces, with_standing

YES, NO = Willing(test=Truth(yes=True)), Willing(test=Truth(yes=False))
PARTS = (
    CaptiveReturns(), ArmisticeTalks(), Surrenders(), CampRequests(), InterphaseWars(), Reinforcements(),
)  # fmt: skip


def interphase(state: WarState, *faces: int, **wishes: TurnEndWish) -> DiceTable:
    table = DiceTable(replace(state, flow=PARTS[::-1], turn_ends=wishes, impulse=None), faces)
    table.play()
    assert not table.faces
    return table


def skipped(table: DiceTable) -> list[str]:
    return [event.problem.code for event in table.told(WishSkipped)]  # type: ignore[attr-defined]


def willing(state: WarState, seat: str, **consent: dict[str, Willing]) -> WarState:
    return with_standing(state, seat, consent=Consents(**consent))  # type: ignore[arg-type]


def subject(turn: int, nation: str = "austria") -> WarState:
    out = SubjectNeutral(turn=1, conqueror="france", camp="coalition")
    camps = {power: camp for power, camp in at_start().camps.items() if power != nation}
    return at_start(turn=turn, subjects={nation: out}, camps=camps)


def test_14_11_prussia_joins_a_camp_if_every_seat_of_it_consents() -> None:
    asks = TurnEndWish(camp={"prussia": "imperial"})
    agreed = interphase(willing(at_start(), "france", join={"prussia": YES}), prussia=asks)
    assert camp_of(agreed.state, "prussia") == "imperial"
    refused = interphase(at_start(), prussia=asks)
    assert camp_of(refused.state, "prussia") == ""
    assert refused.told(JoiningRefused, "prussia")
    assert not refused.told(JoiningRefused, "france")


def test_14_11_who_is_refused_is_not_told_by_the_boxes_either() -> None:
    asks = TurnEndWish(camp={"prussia": "imperial"})
    refused, silent = interphase(at_start(), prussia=asks), interphase(at_start())
    assert len(refused.entries) == len(silent.entries)
    assert refused.views["france"] == silent.views["france"]


def test_14_11_a_seat_with_several_powers_changes_with_all_or_none() -> None:
    control = {**at_start().control, "austria": "east", "russia": "east"}
    state = willing(replace(at_start(3), control=control), "france", join={"russia": YES, "austria": YES})
    alone = interphase(state, east=TurnEndWish(camp={"russia": "imperial"}))
    assert camp_of(alone.state, "russia") == "coalition"
    assert skipped(alone) == ["camp-all-or-none"]
    both = interphase(emptied(state, "olmutz"), east=TurnEndWish(camp={"russia": "imperial", "austria": "imperial"}))
    assert {camp_of(both.state, power) for power in ("russia", "austria")} == {"imperial"}


def test_14_12_a_declaration_is_free_and_a_neutral_power_joins_the_other_camp() -> None:
    table = interphase(at_start(), france=TurnEndWish(declare=(InterphaseWar(on="prussia"),)))
    assert camp_of(table.state, "prussia") == "coalition"
    assert at_war(table.state, "france", "prussia")


def test_14_13_an_armistice_needs_both_and_lapses_unless_both_renew_it() -> None:
    offer = TurnEndWish(armistice={"austria": YES})
    one = interphase(at_start(), france=offer)
    assert not one.state.armistices
    assert one.told(ArmisticeRefused, "france")
    assert not one.told(ArmisticeRefused, "austria")
    both = interphase(willing(at_start(), "austria", armistice={"france": YES}), france=offer)
    assert both.state.armistices == (Armistice(powers=("france", "austria"), turn=1),)
    old = at_start(turn=2, armistices=(Armistice(powers=("france", "austria"), turn=1),))
    assert not interphase(old).state.armistices
    renewed = interphase(old, france=offer, austria=TurnEndWish(armistice={"france": YES}))
    assert renewed.state.armistices == (Armistice(powers=("france", "austria"), turn=2),)


def test_14_13_a_seat_of_two_powers_says_of_which_an_armistice_is() -> None:
    state = at_start(3)
    both = replace(state, control={**state.control, "austria": "emperors", "russia": "emperors"})
    yes = TurnEndWish(armistice={"austria": YES, "russia": YES})
    made = interphase(both, france=yes, emperors=TurnEndWish(armistice_of={"austria": {"france": YES}}))
    assert [each.powers for each in made.state.armistices] == [("france", "austria")]
    each = interphase(both, france=yes, emperors=TurnEndWish(armistice={"france": YES}))
    assert len(each.state.armistices) == 2


def fallen_berlin() -> WarState:
    state = at_start(camps={**at_start().camps, "prussia": "coalition"})
    return with_forces(
        emptied(state, "berlin", "breslau"), flags={"berlin": "france", "breslau": "france", "konigsberg": "france"}
    )


def test_15_4_a_surrender_needs_consent_and_leaves_one_spoil_and_the_draw_number() -> None:
    offer = TurnEndWish(surrender=(SurrenderOffer(receiver="france"),))
    assert not interphase(fallen_berlin(), prussia=offer).state.subjects
    table = interphase(willing(fallen_berlin(), "france", surrender_of={"prussia": YES}), prussia=offer)
    assert table.state.subjects["prussia"].surrendered
    assert {duchy for duchy, flag in table.state.flags.items() if flag == "france"} == {"breslau"}
    assert table.state.resources == {"france": 1}


def test_15_4_surrender_by_the_first_line_of_an_impulse_ends_it() -> None:
    state = active(willing(fallen_berlin(), "france", surrender_of={"prussia": YES}), "prussia")
    table = DiceTable(state)
    assert not codes(line_problems(state, "prussia", SurrenderLine(to="france")))
    carry_out_line(table, "prussia", SurrenderLine(to="france"))
    assert "prussia" in table.state.subjects
    assert table.state.under_way["prussia"].lines == ()
    assert codes(line_problems(state, "prussia", SurrenderLine(to="austria"))) == ["surrender-no-war"]
    assert codes(line_problems(active(at_start(), "russia"), "russia", SurrenderLine(to="france"))) == [
        "surrender-no-key"
    ]


def test_15_5_a_subject_neutral_comes_back_after_grace() -> None:
    asks = TurnEndWish(camp={"austria": "coalition"})
    for turn, back in ((1, False), (2, True)):
        table = interphase(subject(turn), austria=asks)
        assert camp_of(table.state, "austria") == ("coalition" if back else "")
        assert skipped(table) == ([] if back else ["war-grace"])
    to_conqueror = TurnEndWish(camp={"austria": "imperial"})
    assert camp_of(interphase(subject(2), austria=to_conqueror).state, "austria") == ""
    agreed = willing(subject(2), "france", join={"austria": YES})
    assert camp_of(interphase(agreed, austria=to_conqueror).state, "austria") == "imperial"


def test_8_22_britain_comes_back_by_itself_unless_its_seat_says_no() -> None:
    assert camp_of(interphase(subject(2, "britain")).state, "britain") == "coalition"
    assert camp_of(interphase(subject(1, "britain")).state, "britain") == ""
    stays = with_standing(subject(2, "britain"), "britain", comes_back=False)
    assert camp_of(interphase(stays).state, "britain") == ""


def test_5_82_a_french_surrender_in_the_interphase_ends_the_game() -> None:
    state = with_forces(at_start(), flags={"paris": "austria"})
    state = willing(state, "austria", surrender_of={"france": YES})
    table = interphase(state, france=TurnEndWish(surrender=(SurrenderOffer(receiver="austria"),)))
    assert table.state.result is not None


def test_14_2_reinforcement_by_the_draw_number() -> None:
    keys = {"russia": 7}
    state = replace(at_start(), keys_at_start=keys, squadrons={"odessa": (Squadron(nation="russia", refit=1),)})
    unit = BuildLine(pieces=(PiecesWanted(at="moscow"),))
    refit = RefitLine(at=(FleetSpot("odessa"),))
    table = interphase(state, russia=TurnEndWish(reinforce={"russia": OrderLines((unit, refit))}))
    assert table.state.units["moscow"] == {"russia": 2}
    assert table.state.squadrons["odessa"][0].sails
    (spent,) = [each for each in table.told(Reinforced) if each.nation == "russia"]  # type: ignore[attr-defined]
    assert (spent.points, spent.spent) == (3, 3)  # type: ignore[attr-defined]
    dear = interphase(state, russia=TurnEndWish(reinforce={"russia": OrderLines((unit, unit))}))
    assert skipped(dear) == ["points-short"]
    flags = interphase(state, russia=TurnEndWish(reinforce={"russia": OrderLines((FlagLine(),))}))
    assert skipped(flags) == ["reinforce-not-that"]


def test_14_2_silence_takes_refit_markers_off_and_then_builds_units_in_the_capital() -> None:
    state = replace(at_start(), squadrons={"odessa": (Squadron(nation="russia", refit=2),)})
    after = interphase(state).state
    assert after.squadrons["odessa"] == (Squadron(nation="russia", refit=1, since=-1),)
    assert after.units["st-petersburg"] == {"russia": 3}
    assert after.units["paris"] == {"france": 4}
    assert after.units["madrid"] == {"spain": 2}
    assert after.units["copenhagen"] == {"denmark": 1}, "a neutral Proxy has none"


def test_14_22_a_squadron_that_comes_back_here_keeps_its_marker_till_later() -> None:
    state = replace(at_start(), squadrons={REGROUP: (Squadron(nation="russia"),)})
    back = RegroupLine(pieces=(PiecesWanted(what="squadron", at="odessa"),))
    table = interphase(state, russia=TurnEndWish(reinforce={"russia": OrderLines((back, RefitLine()))}))
    assert table.state.squadrons["odessa"] == (Squadron(nation="russia", refit=1, since=-1),)
    assert skipped(table) == ["refit-none"]


def deployed(state: WarState, *lines: DeployLine, seat: str = "france") -> DiceTable:
    points = replace(state, options=replace(state.options, reinforcement_cp="2"))
    return interphase(points, **{seat: TurnEndWish(reinforce={seat: OrderLines()}, deploy=lines)})


def test_14_21_two_deployments_and_a_third_for_a_point() -> None:
    def to(goal: str) -> DeployLine:
        return DeployLine(origin="strasbourg", goal=goal, units=Strengths({"": 1}))

    table = deployed(at_start(), to("paris"), to("lyon"), to("mainz"), to("metz"))
    assert table.state.units["strasbourg"] == {"france": 3}
    assert table.state.units["mainz"] == {"france": 5}
    assert skipped(table) == ["deploy-too-often"]
    (spent,) = [each for each in table.told(Reinforced) if each.nation == "france"]  # type: ignore[attr-defined]
    assert spent.spent == 1  # type: ignore[attr-defined]


def test_14_21_along_friendly_duchies_free_of_enemies() -> None:
    line = DeployLine(origin="strasbourg", goal="madrid", units=Strengths({"": 8}), leaders=("napoleon",))
    big = with_forces(at_start(), {"strasbourg": {"france": 9}})
    table = deployed(big, line)
    assert table.state.units["madrid"] == {"spain": 2, "france": 8}
    assert table.state.generals["napoleon"] == "madrid"
    assert skipped(deployed(big, replace(line, units=Strengths({"": 9})))) == ["deploy-too-many"]
    assert skipped(deployed(at_start(), replace(line, goal="vienna", units=Strengths({"": 1})))) == [
        "deploy-not-connected"
    ]
    blocked = with_forces(at_start(), {"bayonne": {"britain": 1}, "toulouse": {"britain": 1}})
    assert skipped(deployed(blocked, replace(line, units=Strengths({"": 1})))) == ["deploy-not-connected"]


def test_14_21_without_a_start_a_deployment_is_from_where_its_general_is() -> None:
    line = DeployLine(goal="paris", units=Strengths({"": 2}), leaders=("ney",))
    table = deployed(at_start(), line)
    assert table.state.generals["ney"] == "paris"
    assert table.state.units["strasbourg"] == {"france": 4}
    lost = replace(at_start(), generals={**at_start().generals, "ney": "regroup"})
    assert skipped(deployed(lost, line)) == ["deploy-general-nowhere"]


def test_14_21_generals_of_whom_no_units_are_said_deploy_alone() -> None:
    line = DeployLine(origin="strasbourg", goal="paris", leaders=("lannes", "murat"))
    table = deployed(at_start(), line)
    assert {table.state.generals[one] for one in line.leaders} == {"paris"}
    assert table.state.units["strasbourg"] == at_start().units["strasbourg"]
    with_all = deployed(at_start(), replace(line, units=Strengths(every=True)))
    assert "france" not in with_all.state.units.get("strasbourg", {})
    place_alone = deployed(at_start(), replace(line, leaders=()))
    assert "france" not in place_alone.state.units.get("strasbourg", {})


def test_14_21_over_a_strait_only_if_no_enemy_controls_its_zone() -> None:
    line = DeployLine(origin="antwerp", goal="flushing", units=Strengths({"": 1}))
    start = with_forces(at_start(), {"antwerp": {"france": 1}})
    assert skipped(deployed(start, line)) == ["deploy-not-connected"], "Britain holds the North Sea"
    free = replace(start, squadrons={})
    assert deployed(free, line).state.units["flushing"] == {"france": 1}


def test_14_21_a_fleet_from_a_port_that_is_not_blockaded_through_zones_without_enemy_control() -> None:
    line = DeployLine(origin="brest", goal="toulon", squadrons=2)
    assert skipped(deployed(at_start(), line)) == ["deploy-blockaded"]
    free = replace(at_start(), squadrons={"brest": at_start().squadrons["brest"]})
    assert len(deployed(free, line).state.squadrons["toulon"]) == 2
    barred = replace(free, squadrons={**free.squadrons, "gulf-of-cadiz": (Squadron(nation="britain"),)})
    assert skipped(deployed(barred, line)) == ["deploy-not-reached"]


def test_17_3_a_captive_napoleon_is_in_the_regroup_box_after_the_interphase() -> None:
    state = with_forces(at_start(), generals={"napoleon": CAPTURED})
    assert interphase(state).state.generals["napoleon"] == REGROUP


def test_14_12_a_client_of_an_ally_needs_consent_in_the_interphase_too() -> None:
    state = replace(at_start(), consuls={**at_start().consuls, "sweden": Consul(column="client", row="britain")})
    table = interphase(state, russia=TurnEndWish(declare=(InterphaseWar(on="sweden"),)))
    assert camp_of(table.state, "russia") == "coalition"
    assert table.told(JoiningRefused, "russia")


def told(state: WarState, seat: str, **wish: object) -> dict[str, bool]:
    """The problems of a Turn-end sheet, and whether they stop it."""
    found = check_turn_end(state, seat, TurnEndWish(**wish))  # type: ignore[arg-type]
    return {problem.code: problem.stops for problem in found}


def test_14_a_sheet_is_refused_for_what_can_never_be_and_warned_of_what_may_change() -> None:
    state = at_start()
    assert told(state, "france", camp={"france": "coalition"}) == {"camp-never": True}
    assert told(state, "france", camp={"austria": "imperial"}) == {"not-your-nation": True}
    assert told(state, "france", declare=(InterphaseWar(on="austria"),)) == {"war-already": False}
    assert told(state, "france", declare=(InterphaseWar(on="spain"),)) == {"war-on-own": True}
    assert told(state, "russia", surrender=(SurrenderOffer(receiver="france"),)) == {"surrender-no-key": False}
    assert told(state, "france", armistice={"prussia": YES}) == {"armistice-no-war": False}
    assert told(state, "france", reinforce={"france": OrderLines((FlagLine(),))}) == {"reinforce-not-that": True}
    dear = OrderLines((BuildLine(pieces=(PiecesWanted(n=9, at="paris"),)),))
    assert told(state, "france", reinforce={"france": dear}) == {"points-short": False}
    far = DeployLine(origin="paris", goal="vienna", units=Strengths({"": 1}))
    assert told(state, "france", deploy=(far,)) == {"deploy-not-connected": False}
    near = DeployLine(origin="strasbourg", goal="paris", units=Strengths({"": 1}))
    assert told(state, "france", deploy=(near, near, near)) == {}
    assert told(state, "france", deploy=(near, near, near, near)) == {"deploy-too-often": False}


def test_14_2_the_sum_of_the_lines_is_told_with_its_parts() -> None:
    unit = BuildLine(pieces=(PiecesWanted(n=2, at="paris"),))
    general = BuildLine(pieces=(PiecesWanted(what="general", general="eugene", at="paris"),))
    lines = OrderLines((unit, general))
    (problem,) = check_turn_end(at_start(), "france", TurnEndWish(reinforce={"france": lines}))
    assert problem.path == ("reinforce", "france")
    assert (problem.args["points"], problem.args["left"]) == (8, 7)


def test_14_2_a_proxy_may_be_an_ally_by_then() -> None:
    unit = OrderLines((BuildLine(pieces=(PiecesWanted(at="copenhagen"),)),))
    assert told(at_start(), "france", reinforce={"denmark": unit}) == {"not-your-nation": False}
    assert told(at_start(), "france", reinforce={"russia": unit}) == {"not-your-nation": True}


def test_15_4_a_power_surrenders_at_the_start_of_its_impulse_only() -> None:
    line = SurrenderLine(to="france")
    later = OrdersUnderWay(nation="prussia", current=line, number=2)
    state = active(replace(fallen_berlin(), under_way={"prussia": later}), "prussia")
    assert codes(line_problems(state, "prussia", line)) == ["surrender-too-late"]
