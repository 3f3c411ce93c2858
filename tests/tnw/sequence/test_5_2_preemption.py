"""Preemption by lines of the leader's sheet (5.2-5.23, 2.5)."""

from typing import Any

import pytest
from msgspec.structs import asdict, replace

from pbem.engine.order import Problem
from pbem.engine.table import Answer
from pbem_tnw.chapters.turn.card_play import leading
from pbem_tnw.chapters.turn.events import (
    ImpulseBegan,
    ImpulseLost,
    LeaderMoved,
    NotPreempted,
    OrdersNotReached,
    RoundBegan,
)
from pbem_tnw.chapters.turn.impulse import NextImpulse
from pbem_tnw.chapters.turn.sheets import RoundSheets, past_leaders
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import FlagLine, FlagPlaces
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.turn import ImpulseSheet, PreemptLine, RoundOrders
from pbem_tnw.position.state import WarState
from tests.tnw.letters.reading import words
from tests.tnw.positions import DiceTable
from tests.tnw.sequence.rounds import NO, answer, asked, for_points, impulses, on_sheet, round_of

FRENCH = ("conscripts", "talleyrand", "godoy")


def led_by_france(marker: str = "austria", line: PreemptLine | None = None, **changes: Any) -> WarState:
    """France leads with three cards and has the line; Austria and Britain hold one card each."""
    play = ImpulseOrders(alternatives=(for_points("talleyrand"),))
    sheet = RoundOrders(preempt=(line or PreemptLine(play=play),))
    hands = {"france": FRENCH, "austria": ("cabinet-falls",), "britain": ("secret-envoy",)}
    return round_of(hands, marker, sheets={"france": sheet}, **changes)


def played(state: WarState) -> list[str]:
    table = DiceTable(state)
    table.play()
    return impulses(table)


def test_d12_the_leader_preempts_then_the_preempted_nation_plays() -> None:
    assert played(led_by_france())[:2] == ["france talleyrand", "austria cabinet-falls"]


def test_5_2_only_the_first_line_that_holds_is_played() -> None:
    play = ImpulseOrders(alternatives=(for_points("godoy"),))
    line = PreemptLine(before=("britain",), play=play)
    assert played(led_by_france(line=line)) == ["austria cabinet-falls", "france godoy", "britain secret-envoy"]
    assert played(led_by_france(line=replace(line, condition=NO)))[:2] == [
        "austria cabinet-falls",
        "britain secret-envoy",
    ]
    assert played(led_by_france(line=replace(line, round=3)))[:2] == ["austria cabinet-falls", "britain secret-envoy"]


def test_r16_the_leader_does_not_have_two_impulses_running() -> None:
    """Its own Impulse came just before Austria's, so that only Britain's can be preempted."""
    state = led_by_france("austria", active="france")
    assert played(state) == ["austria cabinet-falls", "france talleyrand", "britain secret-envoy"]


def test_d9_nothing_is_preempted_in_the_first_round_of_1805() -> None:
    state = replace(led_by_france(), turn=1, round=1)
    assert played(state)[0] == "austria cabinet-falls"
    assert played(replace(state, round=2))[0] == "france talleyrand"


def test_d10_no_one_preempts_if_two_nations_tie_for_most_cards() -> None:
    state = led_by_france()
    equal = replace(state, hands={**state.hands, "britain": state.hands["france"]})
    assert leading(equal) == ""
    assert played(equal)[0] == "austria cabinet-falls"


def test_5_2_hands_of_neutral_proxies_do_not_count() -> None:
    state = led_by_france()
    many = replace(state.hands["france"], known=(*FRENCH, "cabinet-falls"))
    state = replace(state, hands={**state.hands, "sweden": many})
    assert leading(state) == "france"
    assert leading(replace(state, options=replace(state.options, neutral_hands_count="yes"))) == "sweden"


def test_5_2_by_an_option_bought_cards_do_not_count() -> None:
    state = led_by_france(bought={"france": 2})
    assert leading(state) == "france"
    assert leading(replace(state, options=replace(state.options, bought_card_counts="no"))) == ""


def test_d11_d13_not_even_across_the_end_of_a_turn() -> None:
    assert played(led_by_france("austria", active="france", round=1))[0] == "austria cabinet-falls"


def test_d14_the_box_of_a_nation_without_a_card_is_not_preempted() -> None:
    state = led_by_france()
    state = replace(state, hands={**state.hands, "austria": replace(state.hands["austria"], known=())})
    assert played(state)[0] == "france talleyrand"  # before Britain's, when Austria has passed
    assert [one.split()[0] for one in played(state)[:2]] == ["france", "britain"]


def test_d15_who_preempted_and_is_next_after_a_pass_loses_its_scheduled_impulse() -> None:
    """Austria has no card any more after France's Impulse: it passes, and so does everyone up to France."""
    state = replace(led_by_france("denmark"), sheets={}, marker=0, active="france", preempted=True)
    table = DiceTable(state)
    table.play()
    assert [event.nation for event in table.told(ImpulseLost)] == ["france"]  # type: ignore[attr-defined]
    assert impulses(table)[0] == "austria cabinet-falls"


def test_5_2_the_marker_goes_to_the_leader_and_away_when_others_tie() -> None:
    table = DiceTable(led_by_france())
    table.play()
    assert next(event.nation for event in table.told(LeaderMoved)) == "france"  # type: ignore[attr-defined]


def test_2_5_without_an_impulse_of_its_own_the_line_plays_the_one_of_the_sheet() -> None:
    sheet = replace(on_sheet("france", for_points("godoy")), preempt=(PreemptLine(before=("austria",)),))
    state = replace(led_by_france(), sheets={"france": sheet})
    assert played(state)[0] == "france godoy"


def test_2_5_preempt_ask_stops_the_game_once_a_turn() -> None:
    table = DiceTable(led_by_france(line=PreemptLine(ask=True)))
    table.play()
    (question,) = asked(table)
    assert (question.seat, question.label, question.about["before"]) == ("france", "preemption", "austria")
    answer(table, ImpulseSheet())
    assert impulses(table) == ["austria cabinet-falls", "britain secret-envoy"]
    assert not any(one.label == "preemption" for one in asked(table))


def test_2_5_the_answer_is_played_before_the_other_nation() -> None:
    table = DiceTable(led_by_france(line=PreemptLine(ask=True)))
    table.play()
    answer(table, ImpulseSheet(impulses=on_sheet("france", for_points("conscripts")).impulses))
    assert impulses(table)[:2] == ["france conscripts", "austria cabinet-falls"]
    began = (event.impulse.preempting for event in table.told(ImpulseBegan))  # type: ignore[attr-defined]
    assert [*began][:2] == [True, False]


def test_the_offer_itself_leaves_no_trace() -> None:
    """Whether the leader had a line is not told if it did not hold: the others see the same."""
    silent = DiceTable(replace(led_by_france(), sheets={}, flow=(NextImpulse(),)))
    bound = DiceTable(led_by_france(line=PreemptLine(condition=NO)))
    for table in (silent, bound):
        table.play()
    assert silent.views["austria"] == bound.views["austria"]
    assert silent.views[""] == bound.views[""]


@pytest.mark.parametrize(("pace", "kept"), [("round", False), ("camp", True)])
def test_2_5_lines_of_preemption_go_on_where_a_round_is_asked_for_in_parts(pace: str, kept: bool) -> None:
    state = led_by_france()
    state = replace(state, options=replace(state.options, mail_pace=pace))
    after = RoundBegan(round=3).change(state)
    assert ("france" in after.sheets) is kept
    if kept:
        assert after.sheets["france"] == RoundOrders(preempt=state.sheets["france"].preempt)


def reasons(state: WarState) -> list[tuple[str, str]]:
    """Why the sheet of France did not preempt, Impulse by Impulse."""
    table = DiceTable(state)
    table.play()
    assert not table.told(NotPreempted, "britain")
    return [(each.nation, each.problem.code) for each in table.told(NotPreempted, "france")]  # type: ignore[attr-defined]


def test_5_2_a_seat_learns_why_its_line_did_not_preempt() -> None:
    play = ImpulseOrders(alternatives=(for_points("talleyrand"),))
    on_austria = PreemptLine(before=("austria",), play=play)
    assert reasons(led_by_france(line=on_austria)) == []  # it preempts
    assert reasons(led_by_france(line=on_austria, active="france")) == [("austria", "preempt-running")]
    assert reasons(led_by_france(line=replace(on_austria, condition=NO))) == [("austria", "condition-does-not-hold")]
    without = led_by_france(line=on_austria)
    without = replace(without, hands={**without.hands, "austria": replace(without.hands["austria"], known=())})
    assert reasons(without) == [("austria", "preempt-no-card")]
    equal = replace(without, hands={**without.hands, "britain": without.hands["france"]})
    assert reasons(equal) == [("austria", "preempt-not-leading")]


def test_5_5_a_seat_learns_whom_it_was_to_preempt_when_the_turn_was_over() -> None:
    """Britain has the last card of all, so that the Impulse of Russia does not come."""
    line = PreemptLine(before=("russia",), ask=True)
    state = round_of({"austria": ("cabinet-falls",)}, "austria", sheets={"france": RoundOrders(preempt=(line,))})
    table = DiceTable(state)
    table.play()
    (told,) = table.told(OrdersNotReached, "france")
    assert (told.nations, told.ahead) == ((), ("russia",))  # type: ignore[attr-defined]
    said = words(table.views["france"], "france").say("events", "orders-not-reached", asdict(told))
    assert said == "There was no Impulse of Russia left to preempt: the Turn was over before (5.5)."


def test_5_2_a_line_for_any_nation_is_told_each_reason_once_in_a_round() -> None:
    state = led_by_france()
    equal = replace(state, hands={**state.hands, "russia": state.hands["france"], "spain": state.hands["france"]})
    assert reasons(equal)[0] == ("austria", "preempt-not-leading")
    codes = [code for _, code in reasons(equal)]
    assert len(codes) == len(set(codes))


def test_5_2_nothing_is_told_of_a_line_whose_card_is_played() -> None:
    assert reasons(led_by_france()) == []


def test_5_2_a_line_for_a_nation_of_the_seat_that_does_not_lead_is_told_who_does() -> None:
    play = ImpulseOrders(alternatives=(for_points("godoy"),))
    state = led_by_france(line=PreemptLine(nation="spain", before=("austria",), play=play))
    assert reasons(state) == []  # Spain does not hold the card that it would play
    held = replace(state, hands={**state.hands, "spain": replace(state.hands["austria"], known=("godoy",))})
    assert reasons(held) == [("austria", "preempt-other-leads")]


def test_5_2_a_line_that_names_nations_is_told_the_same_reason_before_each_of_them() -> None:
    play = ImpulseOrders(alternatives=(for_points("talleyrand"),))
    for before, told in ((("austria", "britain"), ["austria", "britain"]), ((), ["austria"])):
        line = PreemptLine(before=before, condition=NO, play=play)
        found = reasons(led_by_france(line=line))
        assert [nation for nation, code in found if code == "condition-does-not-hold"] == told


def test_5_2_a_line_that_asks_is_told_why_it_did_not_ask() -> None:
    line = PreemptLine(before=("austria",), ask=True)
    assert reasons(led_by_france(line=line, active="france")) == [("austria", "preempt-running")]
    assert reasons(led_by_france(line=line, active="france", stops={"france"})) == []


def test_5_2_nothing_is_told_of_the_impulse_that_follows_a_preemption() -> None:
    """The preempted nation plays next, as the line has done what it says."""
    play = ImpulseOrders(alternatives=(for_points("talleyrand"),))
    again = PreemptLine(before=("austria",), condition=NO, play=play)
    state = led_by_france(line=again, active="france", preempted=True)
    assert [nation for nation, _ in reasons(state)] == []


def test_5_2_of_the_seats_own_nations_only_those_that_the_line_names_are_told_of() -> None:
    play = ImpulseOrders(alternatives=(for_points("talleyrand"),))
    line = PreemptLine(before=("austria", "spain"), condition=NO, play=play)
    state = led_by_france(line=line)
    held = replace(state, hands={**state.hands, "spain": replace(state.hands["austria"], known=("godoy",))})
    assert [nation for nation, _ in reasons(held)] == ["austria", "spain"]
    any_nation = replace(held, sheets={"france": RoundOrders(preempt=(replace(line, before=()),))})
    assert "spain" not in [nation for nation, _ in reasons(any_nation)]
    none_left = replace(held, marker=held.board.sequence.index("spain"), active="austria")
    no_march = PreemptLine(before=("spain",), play=ImpulseOrders(alternatives=(for_points("godoy", do=MOSCOW),)))
    stays = replace(none_left, sheets={"france": RoundOrders(preempt=(no_march,))})
    assert reasons(stays) == [("spain", "flag-no-formation")]


def told(*lines: PreemptLine, **changes: Any) -> list[tuple[str, str]]:
    state = led_by_france(**changes)
    return reasons(replace(state, sheets={"france": replace(state.sheets["france"], preempt=lines)}))


TALLEYRAND = ImpulseOrders(alternatives=(for_points("talleyrand"),))
MOSCOW = OrderLines(lines=(FlagLine(at=FlagPlaces(("moscow",))),))


def test_5_2_the_leader_does_not_preempt_its_own_impulse() -> None:
    """A line that names no nation is about those of others."""
    sheet = replace(on_sheet("france", for_points("conscripts")), preempt=(PreemptLine(play=TALLEYRAND),))
    state = replace(led_by_france("france", active="sweden"), sheets={"france": sheet})
    assert played(state)[:2] == ["france conscripts", "austria cabinet-falls"]


def test_2_5_the_next_line_counts_once_the_seat_was_asked() -> None:
    state = led_by_france(stops={"france"})
    lines = (PreemptLine(ask=True), PreemptLine(play=TALLEYRAND))
    assert played(replace(state, sheets={"france": RoundOrders(preempt=lines)}))[0] == "france talleyrand"


@pytest.mark.parametrize(
    "orders",
    [
        ImpulseOrders(alternatives=(Alternative(ask=True),)),
        ImpulseOrders(alternatives=(Alternative(ask=True), for_points("talleyrand"))),
        ImpulseOrders(alternatives=(for_points("talleyrand", do=MOSCOW),), otherwise="ask"),
        ImpulseOrders(otherwise="ask"),
    ],
)
def test_2_5_an_impulse_that_says_ask_asks_once_a_turn_whether_it_preempts(orders: ImpulseOrders) -> None:
    """Its receipt says so."""
    line = PreemptLine(before=("austria",), play=orders)
    table = DiceTable(led_by_france(line=line))
    table.play()
    assert [(each.seat, each.label) for each in asked(table)] == [("france", "preemption")]
    answer(table, ImpulseSheet())
    assert impulses(table)[0] == "austria cabinet-falls"
    assert played(led_by_france(line=line, stops={"france"}))[0] == "austria cabinet-falls"
    codes = [code for _, code in told(line, stops={"france"})]
    assert codes == (["flag-no-formation"] if orders.alternatives and orders.otherwise else [])


def test_2_5_an_impulse_is_not_worth_the_loss_of_its_first_line_to_preempt_with() -> None:
    line = PreemptLine(before=("austria",), play=ImpulseOrders(alternatives=(for_points("talleyrand", do=MOSCOW),)))
    assert played(led_by_france(line=line))[0] == "austria cabinet-falls"


def test_2_5_it_is_played_with_the_lowest_card_only_if_the_line_itself_says_so() -> None:
    """What the sheet says of the nation's own Impulse is not about that of another."""
    way = for_points("talleyrand", do=MOSCOW)
    for orders in (ImpulseOrders(otherwise="lowest"), ImpulseOrders(alternatives=(way,), otherwise="lowest")):
        line = PreemptLine(before=("austria",), play=orders)
        assert played(led_by_france(line=line))[0] == "france godoy"
        assert played(led_by_france(line=replace(line, before=("britain",))))[0] == "austria cabinet-falls"
        assert played(led_by_france(line=replace(line, condition=NO)))[0] == "austria cabinet-falls"
    sheet = replace(on_sheet("france", way), preempt=(PreemptLine(before=("austria",)),))
    assert played(replace(led_by_france(), sheets={"france": sheet}))[0] == "austria cabinet-falls"
    assert played(led_by_france(line=PreemptLine(play=ImpulseOrders())))[0] == "austria cabinet-falls"


def test_2_5_a_line_that_names_nobody_preempts_with_no_lowest_card() -> None:
    """It would play one before each Impulse of the Round."""
    line = PreemptLine(play=ImpulseOrders(alternatives=(for_points("landwehr"),), otherwise="lowest"))
    assert played(led_by_france(line=line))[0] == "austria cabinet-falls"
    assert played(led_by_france(line=replace(line, before=("austria",))))[0] == "france godoy"


@pytest.mark.parametrize("otherwise", ["lowest", "ask"])
def test_5_2_a_line_without_a_card_of_its_own_is_told_why_it_does_not_preempt(otherwise: Any) -> None:
    for ways in ((), (for_points("landwehr"),)):  # which France does not hold
        line = PreemptLine(before=("austria",), play=ImpulseOrders(alternatives=ways, otherwise=otherwise))
        assert told(line, active="france") == [("austria", "preempt-running")]
        asked_before = told(line, active="france", stops={"france"})
        assert asked_before == ([("austria", "preempt-running")] if otherwise == "lowest" else [])


def test_5_2_another_seats_preemption_does_not_keep_one_from_learning_why() -> None:
    line = PreemptLine(before=("austria",), condition=NO, play=TALLEYRAND)
    assert told(line, active="russia", preempted=True) == [("austria", "condition-does-not-hold")]


def test_5_2_of_several_lines_the_first_says_why() -> None:
    never = PreemptLine(condition=NO, play=TALLEYRAND)
    lines = never, PreemptLine(before=("austria",), play=ImpulseOrders(alternatives=(for_points("godoy", do=MOSCOW),)))
    assert told(*lines)[0] == ("austria", "condition-does-not-hold")
    assert told(*reversed(lines))[0][1] == "flag-no-formation"
    by_name = replace(never, before=("britain",))
    assert [nation for nation, _ in told(never, by_name)][:2] == ["austria", "britain"]


def test_5_2_what_kept_the_ways_of_a_line_from_being_played_is_told_before_that_conditions_do_not_hold() -> None:
    ways = for_points("talleyrand", condition=NO), for_points("godoy", do=MOSCOW)
    line = PreemptLine(before=("austria",), play=ImpulseOrders(alternatives=ways))
    assert told(line) == [("austria", "flag-no-formation")]


def test_5_2_a_line_that_plays_no_card_of_the_hand_is_told_of_as_well() -> None:
    line = PreemptLine(before=("austria",), condition=NO, play=ImpulseOrders(alternatives=(Alternative(),)))
    assert told(line) == [("austria", "condition-does-not-hold")]


def test_5_2_the_marker_leaves_who_led_when_others_tie() -> None:
    state = led_by_france(leader="france")
    state = replace(state, hands={**state.hands, "russia": state.hands["france"]})
    table = DiceTable(state)
    table.play()
    assert next(event.nation for event in table.told(LeaderMoved)) == ""  # type: ignore[attr-defined]


def test_5_21_who_is_asked_though_its_box_is_past() -> None:
    """Who alone can have most cards when all who are still to come have played one, in the first Round of a Turn."""
    hands = {"austria": ("cabinet-falls", "smugglers"), "britain": ("secret-envoy", "rally")}
    past = replace(round_of(hands, "britain", round=1), called={})
    assert past_leaders(past) == ("austria",)
    assert past_leaders(replace(past, round=2)) == ()
    more = replace(past.hands["britain"], known=("secret-envoy", "rally", "godoy"))
    assert past_leaders(replace(past, hands={**past.hands, "britain": more})) == (), "they tie"
    assert past_leaders(replace(past, hands={**past.hands, "france": past.hands["austria"]})) == (), "so do these"


def test_2_1_a_later_sheet_of_a_round_keeps_the_lines_of_preemption_that_it_does_not_replace() -> None:
    state = led_by_france()
    earlier = state.sheets["france"]
    for later in (RoundOrders(), RoundOrders(preempt=(PreemptLine(ask=True),))):
        table = DiceTable(state)
        step = RoundSheets(nations=("france",))
        table.run(step, {decision: Answer(later) for decision in step.ask(state, {})})
        assert table.state.sheets["france"].preempt == (later.preempt or earlier.preempt)


def test_5_2_each_reason_that_was_told_is_remembered() -> None:
    state = led_by_france()
    for code in ("preempt-running", "preempt-no-card"):
        state = NotPreempted(seat="france", nation="austria", problem=Problem(code, ())).change(state)
    assert state.not_preempted == {"france": ("preempt-running", "preempt-no-card")}
