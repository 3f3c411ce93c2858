"""The checker of a Round sheet, judged by what its seat sees."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from pbem.engine.order import OrderPath, Problem, Weight
from pbem_tnw.chapters.turn.sheet_checks import least_cost, least_costs
from pbem_tnw.chapters.turn.sheets import AnyTimeSheet, RoundSheets, check_sheet
from pbem_tnw.letters import unordered_answers
from pbem_tnw.orders.choices import BattleCardWish, BattleWish, CardUse, NextCard, PlusUse
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import (
    AssaultLine,
    BuildLine,
    ConsulLine,
    DeclareLine,
    FlagLine,
    FlagPlaces,
    FormLine,
    ImpulseLine,
    MoveLine,
    RefitLine,
)
from pbem_tnw.orders.pieces import OWN, FleetSpot, PiecesWanted, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import BattleLine, WarStanding
from pbem_tnw.orders.turn import PreemptLine, RoundOrders, StandingSheet, TurnEndWish
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.state import WarState
from tests.tnw.orders.spellings import read
from tests.tnw.positions import at_start, with_forces
from tests.tnw.sequence.rounds import NO

SEQUENCE = ("france", "austria", "britain", "russia", "prussia", "turkey", "spain", "sweden", "denmark")
HANDS = {"france": ("talleyrand", "secret-envoy"), "spain": ("godoy",), "austria": ("cabinet-falls",)}


def position() -> WarState:
    hands = {nation: CardHand(known=HANDS.get(nation, ())) for nation in SEQUENCE}
    return at_start(4, turn=2, round=2, hands=hands, resources={"france": 1})


def led() -> WarState:
    """A Round in which France leads in cards past its own Impulse, and may preempt Britain."""
    more = (*HANDS["france"], "conscripts", "metternich")
    hands = {"france": CardHand(known=more), "britain": CardHand(known=("cabinet-falls",))}
    return replace(position(), hands={**position().hands, **hands})


def impulses(nation: str = "france", *lines: ImpulseLine, **fields: object) -> Mapping[str, ImpulseOrders]:
    said = {"play": CardUse(card="talleyrand", use="cp"), **fields}
    alternative = Alternative(do=OrderLines(lines=lines), **said)  # type: ignore[arg-type]
    return {nation: ImpulseOrders(alternatives=(alternative,))}


def found(order: RoundOrders, view: WarState | None = None, seat: str = "france") -> list[Problem]:
    return list(check_sheet(view or position(), seat, SEQUENCE, order))


def codes(order: RoundOrders, view: WarState | None = None) -> list[str]:
    return [problem.code for problem in found(order, view)]


def test_a_sound_sheet_has_no_problems() -> None:
    assert codes(RoundOrders(seat="france", round=2, impulses=impulses())) == []


def test_a_sheet_of_another_seat_and_round() -> None:
    assert codes(RoundOrders(seat="austria", round=3)) == ["sheet-of-another-seat", "sheet-of-another-round"]


def test_5_1_a_card_that_the_nation_does_not_hold_is_told_with_what_it_holds() -> None:
    (problem,) = found(RoundOrders(impulses=impulses(play=CardUse(card="godoy", use="cp"))))
    assert (problem.code, problem.path) == ("card-not-held", ("impulses", "france", "alternatives", 0, "play", "card"))
    assert problem.args["held"] == HANDS["france"]


def test_9_1_the_lines_are_checked_beside_a_card_that_is_not_held_but_not_what_they_cost() -> None:
    not_held = CardUse(card="godoy", use="cp")
    too_many = FormLine(at="strasbourg", commander="napoleon", units=Strengths({"": 9}))
    assert codes(RoundOrders(impulses=impulses("france", too_many, play=not_held))) == [
        "card-not-held",
        "too-few-units",
    ]
    builds = BuildLine(pieces=(PiecesWanted(n=8, at="paris"),))
    assert codes(RoundOrders(impulses=impulses("france", builds, play=not_held))) == ["card-not-held"]


def test_an_impulse_of_a_nation_that_the_seat_does_not_run() -> None:
    assert codes(RoundOrders(impulses=impulses("austria"))) == ["not-your-nation"]


def test_an_impulse_that_cannot_come_any_more() -> None:
    found = list(check_sheet(position(), "france", ("spain",), RoundOrders(impulses=impulses())))
    assert [problem.code for problem in found] == ["impulse-past"]


@pytest.mark.parametrize(
    ("line", "over"),
    [
        (PreemptLine(before=("britain",)), []),
        (PreemptLine(before=("britain",), nation="france"), []),
        (PreemptLine(before=("britain",), nation="spain"), ["impulse-past"]),
        (PreemptLine(before=("britain",), ask=True), ["impulse-past"]),
    ],
)
def test_5_2_orders_of_a_nation_whose_impulse_is_over_are_those_to_preempt_with(
    line: PreemptLine, over: list[str]
) -> None:
    order = RoundOrders(impulses=impulses(), preempt=(line,))
    found = check_sheet(led(), "france", ("austria", "britain", "spain"), order)
    assert [problem.code for problem in found if problem.stops] == over


def test_6_3_lines_to_preempt_with_that_cost_too_much_are_a_warning() -> None:
    build = BuildLine(pieces=(PiecesWanted(n=4, at="paris"),))
    line = PreemptLine(before=("britain",), nation="france", play=impulses("france", build)["france"])
    found = check_sheet(led(), "france", SEQUENCE, RoundOrders(preempt=(line,)))
    assert [(problem.code, problem.stops) for problem in found] == [("points-overspent", False)]


def test_d4_a_nation_with_two_cards_may_not_pass() -> None:
    assert codes(RoundOrders(impulses=impulses(play=None))) == ["may-not-pass"]


def test_d5_a_nation_with_cards_may_use_only_a_reserve() -> None:
    reserve = position().board.reserves["france"][0]
    assert codes(RoundOrders(impulses=impulses(play=None, plus=PlusUse(card=reserve, use="cp")))) == []


def test_d7_a_reserve_and_a_resource_in_one_impulse_are_refused() -> None:
    reserve = position().board.reserves["france"][0]
    play = CardUse(card=reserve, use="cp")
    assert codes(RoundOrders(impulses=impulses(play=play, plus=PlusUse(resource=True)))) == ["two-plus"]


def test_6_2_a_reserve_is_used_once_a_turn_and_by_its_nation() -> None:
    reserves = position().board.reserves
    own, foreign = reserves["france"][0], reserves["austria"][0]
    used = replace(position(), used=(own,))
    assert codes(RoundOrders(impulses=impulses(plus=PlusUse(card=own, use="cp"))), used) == ["reserve-used"]
    assert codes(RoundOrders(impulses=impulses(plus=PlusUse(card=foreign, use="cp")))) == ["not-your-reserve"]


def test_16_1_a_minor_country_has_no_resources() -> None:
    order = impulses("spain", play=CardUse(card="godoy", use="cp"), plus=PlusUse(resource=True))
    assert codes(RoundOrders(impulses=order)) == ["no-resources-of-minors"]


def test_d31_a_card_with_the_green_band_is_no_event_in_1805() -> None:
    view = replace(position(), turn=1, hands={**position().hands, "france": CardHand(known=("metternich",))})
    order = RoundOrders(impulses=impulses(play=CardUse(card="metternich", use="event")))
    assert codes(order, view) == ["event-not-in-1805"]
    assert "event-not-in-1805" not in codes(order, replace(view, turn=2))


def test_6_18_a_battle_card_with_the_green_band_is_warned_of_in_1805() -> None:
    view = replace(position(), turn=1, hands={**position().hands, "france": CardHand(known=("marshal-forwards",))})
    wish = BattleWish(cards=(BattleCardWish(card="marshal-forwards"),))
    march = MoveLine(commander="napoleon", path=("ulm",), battle=wish)
    order = RoundOrders(
        impulses=impulses("france", march), standing=WarStanding(battle=(BattleLine(cards=wish.cards),))
    )
    told = [one for one in found(order, view) if one.code == "event-not-in-1805"]
    assert [(one.path[0], one.weight) for one in told] == [("impulses", Weight.unwise), ("standing", Weight.unwise)]
    assert "event-not-in-1805" not in codes(order, replace(view, turn=2))
    offered = [[card.id for card in unordered_answers(replace(view, turn=turn), "france")] for turn in (1, 2)]
    assert ["marshal-forwards" in cards for cards in offered] == [False, True]


def test_2_6_a_sheet_that_says_nothing_of_the_round_answers_it_and_is_warned_of() -> None:
    assert codes(RoundOrders(standing=WarStanding(losses=("spain",)))) == ["no-impulse-said"]
    assert codes(RoundOrders(turn_end=TurnEndWish())) == ["no-impulse-said"]
    assert codes(RoundOrders(standing=WarStanding(losses=("spain",)), impulses=impulses())) == []


def test_6_3_points_overspent_are_told_with_the_sum() -> None:
    lines = (
        BuildLine(pieces=(PiecesWanted(n=2, at="paris"), PiecesWanted(what="general", general="eugene"))),
        FlagLine(at=FlagPlaces(("munich",))),
        RefitLine(at=(FleetSpot(at="brest", n=1),)),
    )
    overspent = [one for one in found(RoundOrders(impulses=impulses("france", *lines))) if one.rule == "6.3"]
    assert [(one.code, one.args["needed"], one.args["there"]) for one in overspent] == [("points-overspent", 10, 6)]
    assert overspent[0].args["parts"] == (8, 1, 1)


def test_6_3_a_march_is_measured_round_those_who_let_no_one_through() -> None:
    """From Grodno to Olmütz it is three steps by Warsaw, which is neutral, and four round it."""
    view = with_forces(at_start(4), {"grodno": {"russia": 3}}, {"bennigsen": "grodno"})
    march = MoveLine(commander="bennigsen", path=("olmutz",))
    assert least_cost(view, "russia", march) == 4
    assert least_cost(view, "russia", march, (DeclareLine(on="prussia"),)) == 3


def test_12_2_an_assault_is_reckoned_unless_the_siege_stands_already() -> None:
    assault = AssaultLine(at="olmutz")
    there = with_forces(position(), units={"olmutz": {"france": 3}})
    assert [least_cost(view, "france", assault) for view in (position(), there)] == [1, 0]
    assert least_cost(position(), "france", assault, measured=False) == 0


def test_6_3_marches_that_cost_too_much_from_where_generals_are_now_are_a_warning() -> None:
    lines = (MoveLine(commander="napoleon", path=("munich",)), BuildLine(pieces=(PiecesWanted(n=2, at="paris"),)))
    view = with_forces(position(), units={"strasbourg": {"france": 7}}, generals={"napoleon": "strasbourg"})
    short = [one for one in found(RoundOrders(impulses=impulses("france", *lines)), view) if one.rule == "6.3"]
    assert [(one.code, one.stops, one.args["parts"], one.args["there"]) for one in short] == [
        ("points-may-lack", False, (3, 4), 6)
    ]


@pytest.mark.parametrize(
    ("before", "move", "cost"),
    [
        ((), MoveLine(commander="napoleon", path=("stuttgart", "ulm", "munich")), 3),
        ((), MoveLine(commander="napoleon", path=("strasbourg", "stuttgart", "ulm")), 2),
        ((FormLine(commander="napoleon"),), MoveLine(path=("stuttgart", "ulm")), 2),
        ((FormLine(commander="napoleon", units=Strengths(every=True)),), MoveLine(path=("stuttgart", "ulm")), 2),
        ((FormLine(commander="napoleon", units=Strengths({OWN: 0})),), MoveLine(path=("stuttgart", "ulm")), 1),
        ((MoveLine(commander="napoleon", path=("ulm",)),), MoveLine(commander="napoleon", path=("ulm", "munich")), 1),
        ((MoveLine(commander="napoleon", path=("ulm",)),), MoveLine(commander="lannes", path=("ulm", "linz")), 1),
        ((), MoveLine(commander="eugene", path=("ulm", "linz")), 1),
        ((), MoveLine(commander="napoleon", path=("munich",)), 3),
        ((MoveLine(commander="napoleon", path=("ulm",)),), MoveLine(commander="davout", path=("ratisbon",)), 2),
        ((), MoveLine(commander="napoleon", path=("stuttgart", "munich")), 3),
        ((MoveLine(commander="napoleon", path=("ulm",)),), MoveLine(path=("linz",)), 2),
        ((FormLine(commander="ney", riders=("lannes",), units=Strengths({OWN: 6})),), MoveLine(path=("ulm",)), 4),
        ((FormLine(commander="ney", riders=("lannes",), units=Strengths({OWN: 4})),), MoveLine(path=("ulm",)), 2),
        ((), MoveLine(commander="ney", riders=("lannes",), units=Strengths({OWN: 6}), path=("stuttgart",)), 2),
        ((), MoveLine(commander="eugene", units=Strengths({OWN: 2}), path=("milan",)), 1),
    ],
)
def test_9_1_what_a_move_costs_at_the_least(before: tuple[ImpulseLine, ...], move: MoveLine, cost: int) -> None:
    generals = {"napoleon": "strasbourg", "eugene": "mantua"}
    view = with_forces(position(), units={"strasbourg": {"france": 7}, "mantua": {}}, generals=generals)
    assert least_cost(view, "france", move, before) == cost


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (PreemptLine(round=1, ask=True), ["round-past"]),
        (PreemptLine(nation="austria", ask=True), ["not-your-nation"]),
        (PreemptLine(before=("france",), nation="france", ask=True), ["preempts-itself"]),
        (PreemptLine(before=("britain",)), ["preempt-nothing"]),
        (PreemptLine(before=("britain",), ask=True), []),
        (PreemptLine(play=impulses()["france"]), []),
    ],
)
def test_5_2_preemption(line: PreemptLine, wrong: list[str]) -> None:
    assert codes(RoundOrders(preempt=(line,)), led()) == wrong


@pytest.mark.parametrize(
    ("before", "why"),
    [((), "preempt-not-leading"), (("austria",), "preempt-running"), (("russia",), "preempt-no-card")],
)
def test_5_2_a_line_that_can_preempt_nothing_as_things_stand_is_a_warning(before: tuple[str, ...], why: str) -> None:
    """France plays a card in its own Impulse first."""
    view = led() if before else replace(led(), hands={**led().hands, "austria": led().hands["france"]})
    (problem,) = found(RoundOrders(preempt=(PreemptLine(before=before, ask=True),)), view)
    assert (problem.code, problem.stops, problem.args["code"]) == ("preempts-none-now", False, why)


def test_5_2_the_lead_may_come_in_the_round_once_others_have_played() -> None:
    view = led()
    view = replace(view, hands={**view.hands, "austria": CardHand(unknown=4)})
    assert codes(RoundOrders(preempt=(PreemptLine(ask=True),)), view) == ["preempts-none-now"]
    view = replace(view, hands={**view.hands, "austria": CardHand(unknown=3)})
    assert codes(RoundOrders(preempt=(PreemptLine(ask=True),)), view) == []


def test_5_2_whether_a_line_can_preempt_is_foreseen_from_the_marker_on_and_for_its_own_nation() -> None:
    ahead = replace(led(), marker=SEQUENCE.index("britain"))
    few = {**ahead.hands, "france": CardHand(known=HANDS["france"])}
    assert codes(RoundOrders(preempt=(PreemptLine(before=("britain",), ask=True),)), replace(ahead, hands=few)) == []
    of_spain = RoundOrders(preempt=(PreemptLine(nation="spain", ask=True),))
    assert codes(of_spain, ahead) == ["preempts-none-now"]
    after_spain = replace(ahead, active="spain")
    assert codes(RoundOrders(preempt=(PreemptLine(before=("britain",), ask=True),)), after_spain) == []
    assert (
        codes(
            RoundOrders(preempt=(PreemptLine(before=("britain",), round=3, ask=True),)),
            replace(led(), hands={**led().hands, "austria": led().hands["france"]}),
        )
        == []
    )


def test_5_2_what_is_said_of_a_line_is_about_its_nation_and_the_cards_that_it_plays() -> None:
    ahead = replace(led(), marker=SEQUENCE.index("britain"), control={**led().control, "spain": "france"})
    unseen = replace(ahead, hands={**ahead.hands, "britain": CardHand(unknown=1)})
    of_britain = PreemptLine(before=("france", "britain"), nation="france", ask=True)
    assert codes(RoundOrders(preempt=(of_britain,)), unseen) == []
    nothing = RoundOrders(impulses=impulses("spain", play=CardUse(card="godoy", use="cp")), preempt=(
        PreemptLine(before=("britain",), nation="france"),
    ))  # fmt: skip
    assert "preempt-nothing" in codes(nothing, ahead)
    spanish = PreemptLine(before=("britain",), play=impulses(play=CardUse(card="godoy", use="cp"))["france"])
    assert codes(RoundOrders(preempt=(spanish,)), ahead) == []
    two = ImpulseOrders(
        alternatives=(*impulses()["france"].alternatives, Alternative(play=CardUse(card="secret-envoy", use="cp")))
    )
    order = RoundOrders(impulses={"france": two}, preempt=(PreemptLine(nation="france", play=impulses()["france"]),))
    assert "card-played-twice" not in codes(order, led())


def test_d9_nothing_is_preempted_in_the_first_round_of_1805() -> None:
    view = replace(position(), turn=1, round=1)
    assert codes(RoundOrders(preempt=(PreemptLine(round=1, ask=True),)), view) == ["no-preemption-yet"]


def test_one_card_for_two_impulses_is_a_warning() -> None:
    play = impulses()["france"]
    order = RoundOrders(impulses={"france": play}, preempt=(PreemptLine(nation="france", play=play),))
    assert [(one.code, one.stops) for one in found(order, led())] == [("card-played-twice", False)]


def test_every_fault_is_told_at_once() -> None:
    wrong = {**impulses("austria"), **impulses(play=CardUse(card="godoy", use="cp"))}
    order = RoundOrders(round=5, impulses=wrong, preempt=(PreemptLine(round=1, ask=True),))
    assert codes(order) == ["sheet-of-another-round", "not-your-nation", "card-not-held", "round-past"]


def lines_wrong(order: RoundOrders, view: WarState | None = None) -> list[tuple[str, OrderPath, bool]]:
    return [(one.code, one.path[4:], one.stops) for one in found(order, view) if one.path[4:5] == ("do",)]


def test_2_2_a_line_that_cannot_be_carried_out_is_refused_if_the_nation_is_next() -> None:
    march = MoveLine(commander="napoleon", path=("moscow",))
    ((code, path, stops),) = lines_wrong(RoundOrders(impulses=impulses("france", march)))
    assert (code, path[:2], stops) == ("beyond-reach", ("do", 0), True)


def test_2_2_for_a_nation_later_on_the_track_it_is_a_warning() -> None:
    flag = FlagLine(at=FlagPlaces(("moscow",)))
    order = impulses("spain", flag, play=CardUse(card="godoy", use="cp"))
    ((_, path, stops),) = lines_wrong(RoundOrders(impulses=order))
    assert (path[:2], stops) == (("do", 0), False)


def test_2_2_lines_are_checked_one_after_the_other_as_long_as_the_position_is_known() -> None:
    """The general that the first line builds can be moved by the second; after a march only what it settles is said."""
    build = BuildLine(pieces=(PiecesWanted(what="general", general="eugene", at="paris"),))
    march = MoveLine(commander="eugene", path=("lyon",))
    unknown = FlagLine(at=FlagPlaces(("moscow",)))
    assert lines_wrong(RoundOrders(impulses=impulses("france", march)))
    assert lines_wrong(RoundOrders(impulses=impulses("france", build, march, unknown))) == [
        ("flag-no-formation", ("do", 2, "at", 0), False)
    ]


def test_2_2_an_alternative_that_does_not_hold_now_is_not_held_to_the_position() -> None:
    march = MoveLine(commander="napoleon", path=("moscow",))
    assert lines_wrong(RoundOrders(impulses=impulses("france", march, condition=NO))) == []


def test_2_2_after_an_event_the_position_is_not_known() -> None:
    march = MoveLine(commander="napoleon", path=("moscow",))
    order = impulses("france", march, play=CardUse(card="secret-envoy", use="event"))
    assert lines_wrong(RoundOrders(impulses=order)) == [("points-may-lack", ("do", 0), False)]  # it brings none
    drawn = impulses("france", march, play=CardUse(card="rothschild", use="event"))
    assert lines_wrong(RoundOrders(impulses=drawn)) == []


def test_the_check_of_a_sheet_changes_nothing_that_its_seat_sees() -> None:
    view = position()
    before = repr(view)
    found(RoundOrders(impulses=impulses("france", MoveLine(commander="napoleon", path=("stuttgart",)))), view)
    assert repr(view) == before


def test_2_1_the_end_of_the_turn_in_a_round_sheet_is_checked_like_its_own_sheet() -> None:
    step = RoundSheets(nations=SEQUENCE)
    asked = next(one for one in step.ask(position(), {}) if one.seat == "france")
    order = RoundOrders(impulses=impulses(), turn_end=TurnEndWish(camp={"austria": "imperial"}))
    assert [(one.code, one.path[0]) for one in step.check(position(), asked, order)] == [
        ("not-your-nation", "turn_end")
    ]
    anytime = AnyTimeSheet(seat="france")
    (asked_any,) = anytime.ask(position(), {})
    sheet = StandingSheet(turn_end=order.turn_end)
    assert [one.code for one in anytime.check(position(), asked_any, sheet)] == ["not-your-nation"]


def test_6_3_what_consuls_and_wars_cost_now_is_part_of_the_sum() -> None:
    lines = (BuildLine(pieces=(PiecesWanted(what="unit", n=2, at="paris"),)), ConsulLine(who="sweden", way="left"))
    orders = impulses("france", *lines, DeclareLine(on="prussia"))["france"]
    costs = least_costs(at_start(5, turn=2, round=2), "france", orders.alternatives[0])
    assert costs is not None
    assert costs.parts == (4, 2, 7)


def test_16_2_a_card_that_is_drawn_is_not_played_beside_another() -> None:
    plus = PlusUse(resource=True, then=(NextCard(use="cp"),))
    assert codes(RoundOrders(impulses=impulses(plus=plus))) == ["then-after-card"]
    assert codes(RoundOrders(impulses=impulses(plus=plus, play=None))) == []


def test_5_12_what_is_used_besides_falls_with_an_event_that_cannot_be_played() -> None:
    event, plus = CardUse(card="talleyrand", use="event"), PlusUse(card="res-napoleon", use="cp")
    assert codes(RoundOrders(impulses=impulses(play=event, plus=plus))) == ["event-which-consul", "plus-falls-too"]
    assert codes(RoundOrders(impulses=impulses(plus=plus))) == []


def test_8_1_what_a_consul_costs_is_missing_for_the_lines_after_it() -> None:
    """Talleyrand brings 6 CPs: Denmark's consul to the left costs 2, so 4 are left for three units."""
    lines = (ConsulLine(who="denmark", way="left"), BuildLine(pieces=(PiecesWanted(n=3, at="paris"),)))
    (problem,) = found(RoundOrders(impulses=impulses("france", *lines)))
    assert (problem.code, problem.args["points"], problem.args["left"]) == ("points-short", 6, 4)
    assert problem.path == ("impulses", "france", "alternatives", 0, "do", 1, "pieces")


def test_2_5_a_line_without_an_impulse_plays_that_of_the_sheet() -> None:
    assert codes(RoundOrders(preempt=(PreemptLine(),), impulses=impulses()), led()) == []
    assert [one.stops for one in found(RoundOrders(preempt=(PreemptLine(),)), led())] == [False]


def test_lines_that_never_come_to_anything_are_refused_alone() -> None:
    """2.2: they stand apart from the Impulses of the sheet; without any of these a lowest card would be played."""
    wrong = PreemptLine(nation="austria", ask=True)
    order = RoundOrders(impulses=impulses("france"), preempt=(PreemptLine(ask=True), wrong))
    assert [one.apart for one in found(order) if one.stops] == [(("preempt", 1),)]
    assert [one.apart for one in found(RoundOrders(preempt=(wrong,))) if one.stops] == [()]


@pytest.mark.parametrize("besides", ["res-senate", None])
def test_6_1_cps_leave_no_choice_and_what_is_chosen_beside_them_is_an_events(besides: str | None) -> None:
    place = (PiecesWanted(what="unit", n=2, at="strasbourg"),)
    plus = PlusUse(card=besides, use="event") if besides else None
    order = RoundOrders(impulses=impulses(play=CardUse(card="talleyrand", use="cp", place=place), plus=plus))
    (problem,) = [each for each in found(order) if each.stops]
    assert (problem.code, problem.path[-2:]) == ("choice-of-no-event", ("play", "place"))
    assert problem.args == {"card": "talleyrand", "key": "place", "besides": besides}


@pytest.mark.parametrize("text", ["no", "No.", "none", "never", "nothing"])
def test_a_no_alone_is_no_sheet_for_a_round(text: str) -> None:
    sheet = read(text, RoundOrders)
    assert sheet.order is None
    assert [fault.problem.code for fault in sheet.faults] == ["wrong-shape"]
