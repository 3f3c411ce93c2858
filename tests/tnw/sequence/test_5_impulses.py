"""Impulses along the Sequence Track: cards, passing, the end of a Turn (5.1-5.51, 16)."""

from typing import Literal

import pytest
from msgspec.structs import asdict, replace

from pbem.report.plain import as_text
from pbem_tnw.chapters.land.battle_events import AssaultBegan
from pbem_tnw.chapters.turn.card_play import impulses_in_doubt
from pbem_tnw.chapters.turn.events import (
    AlternativeSkipped,
    CardBought,
    CardChosen,
    ImpulseBegan,
    ImpulsesOver,
    LineSkipped,
    NationPassed,
    OrdersNotReached,
    OrdersTaken,
    RoundBegan,
)
from pbem_tnw.chapters.turn.taking import with_starts
from pbem_tnw.orders.choices import CardUse, ConsulChoice, PlusMoment, PlusUse
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import AssaultLine, BuildLine, CapitulateLine, MoveLine
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn import ImpulseSheet, RoundOrders
from pbem_tnw.position.cards import CardHand
from pbem_tnw.position.control import UNALIGNED
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import Consul
from tests.tnw.letters.reading import words
from tests.tnw.positions import DiceTable, with_forces, with_standing
from tests.tnw.sequence.rounds import NO, SEQUENCE, answer, asked, for_points, impulses, on_sheet, round_of

RESERVE = "res-napoleon"


def played(table: DiceTable) -> list[str]:
    table.play()
    return impulses(table)


def test_5_1_nations_are_active_along_the_track_and_the_round_ends_after_the_last() -> None:
    hands = {"france": ("conscripts", "secret-envoy"), "britain": ("talleyrand",), "denmark": ("godoy",)}
    table = DiceTable(round_of(hands))
    assert played(table) == ["france secret-envoy", "britain talleyrand", "denmark godoy"]
    assert [event.nation for event in table.told(NationPassed)][:2] == ["austria", "russia"]  # type: ignore[attr-defined]
    assert len(table.told(RoundBegan)) == 1
    assert [decision.key for decision in asked(table)][:1] == ["2.3"]
    answer(table, RoundOrders())
    assert impulses(table)[3:] == ["france conscripts"]


def test_2_6_silence_plays_the_lowest_card_for_points_the_first_number_of_equals() -> None:
    hands = {"france": ("godoy", "talleyrand", "cabinet-falls"), "austria": ("conscripts",)}
    assert played(DiceTable(round_of(hands)))[0] == "france cabinet-falls"


def test_2_6_a_card_that_must_be_an_event_is_played_as_one() -> None:
    hands = {"france": ("europe-exhausted",), "austria": ("conscripts", "rally", "rockets")}
    table = DiceTable(round_of(hands))
    table.play()
    assert impulses(table)[0].startswith("france europe-exhausted")


@pytest.mark.parametrize(("zones", "played_as"), [(6, "event"), (5, "cp")])
def test_6_1_zones_at_the_start_of_an_impulse_are_those_held_as_it_begins(zones: int, played_as: str) -> None:
    ways = (Alternative(play=CardUse(card="res-admiralty", use="event")), for_points("talleyrand"))
    state = round_of({"britain": ("talleyrand",)}, "britain", sheets={"britain": on_sheet("britain", *ways)})
    seas = tuple(state.board.zones)[:zones]
    table = DiceTable(replace(state, squadrons={zone: (Squadron(nation="britain"),) for zone in seas}))
    table.play()
    assert table.told(CardChosen)[0].how == played_as  # type: ignore[attr-defined]


def test_2_2_the_first_alternative_that_holds_and_can_begin_is_played() -> None:
    ways = (
        for_points("talleyrand", condition=NO),
        for_points("godoy"),
        for_points("conscripts"),
    )
    state = round_of({"france": ("talleyrand", "conscripts")}, sheets={"france": on_sheet("france", *ways)})
    table = DiceTable(state)
    assert played(table)[0] == "france conscripts"
    skipped = table.told(AlternativeSkipped, "france")
    assert [(one.number, one.problem and one.problem.code) for one in skipped] == [(1, None), (2, "card-not-held")]  # type: ignore[attr-defined]


def test_5_12_a_reserve_besides_an_event_that_cannot_be_played_is_told_of() -> None:
    left = (ConsulChoice(who="turkey", way="left", steps=1),)
    play = CardUse(card="talleyrand", use="event", consul=left)
    way = Alternative(play=play, plus=PlusUse(card=RESERVE, use="cp"))
    orders = RoundOrders(impulses={"france": ImpulseOrders(alternatives=(way,))})
    state = round_of({"france": ("talleyrand",)}, sheets={"france": orders})
    table = DiceTable(replace(state, consuls={"turkey": Consul(column="unaligned")}))
    table.play()
    assert [(one.problem.code, one.plus) for one in table.told(AlternativeSkipped, "france")] == [  # type: ignore[attr-defined]
        ("event-consul-not-so", RESERVE)
    ]


def test_2_2_orders_that_fall_with_what_was_to_be_used_besides_are_told_with_their_lines() -> None:
    left = (ConsulChoice(who="turkey", way="left", steps=1),)
    besides = PlusUse(card=RESERVE, use="event", consul=left)
    way = Alternative(play=CardUse(card="talleyrand", use="cp"), plus=besides, do=GONE)
    for standing in (False, True):
        both = ImpulseOrders(alternatives=(way,))
        sheet = RoundOrders() if standing else RoundOrders(impulses={"france": both})
        state = round_of({"france": ("talleyrand",)}, sheets={"france": sheet}, used=(RESERVE,))
        table = DiceTable(with_standing(state, "france", extra={"france": both}) if standing else state)
        table.play()
        (told,) = table.told(AlternativeSkipped, "france")
        assert isinstance(told, AlternativeSkipped)
        marked = words(table.views["france"], "france").say("events", "alternative-skipped", asdict(told))
        said = " ".join(as_text(marked).split())
        assert ("Your standing orders for France under `extra` could" in said) == standing
        assert said.endswith("was not played besides, and none of the lines was carried out.")


GONE = OrderLines(lines=(AssaultLine(at="vienna"), BuildLine(pieces=(PiecesWanted(what="unit", n=1, at="paris"),))))
"""No one of France besieges Vienna, so that the first line cannot be carried out."""


@pytest.mark.parametrize("otherwise", [None, "lowest"])
def test_2_2_the_last_way_is_played_without_its_first_line_unless_else_says_what_to_do(
    otherwise: Literal["lowest"] | None,
) -> None:
    way = Alternative(play=CardUse(card="talleyrand", use="cp"), do=GONE)
    orders = RoundOrders(impulses={"france": ImpulseOrders(alternatives=(way,), otherwise=otherwise)})
    state = round_of({"france": ("talleyrand", "cabinet-falls")}, sheets={"france": orders})
    table = DiceTable(state)
    if otherwise:
        assert played(table)[0] == "france cabinet-falls"
        assert [one.number for one in table.told(AlternativeSkipped, "france")] == [0]  # type: ignore[attr-defined]
    else:
        assert played(table)[0] == "france talleyrand"
        assert not table.told(AlternativeSkipped, "france")
        assert [one.number for one in table.told(LineSkipped, "france")] == [1]  # type: ignore[attr-defined]
        assert table.state.units["paris"]["france"] > state.units["paris"]["france"]


def test_2_2_a_way_that_can_begin_is_played_before_one_that_loses_its_first_line() -> None:
    ways = (Alternative(play=CardUse(card="talleyrand", use="cp"), do=GONE), for_points("conscripts", condition=NO))
    orders = RoundOrders(impulses={"france": ImpulseOrders(alternatives=(*ways, for_points("cabinet-falls")))})
    table = DiceTable(round_of({"france": ("talleyrand", "cabinet-falls")}, sheets={"france": orders}))
    assert played(table)[0] == "france cabinet-falls"


@pytest.mark.parametrize(("where", "skipped"), [("genoa", []), ("innsbruck", ["general-elsewhere"])])
def test_9_2_a_march_is_not_begun_from_elsewhere_than_where_it_was_to_start(where: str, skipped: list[str]) -> None:
    march = MoveLine(commander="charles", path=("genoa", "milan"))
    way = Alternative(play=CardUse(card="talleyrand", use="cp"), do=OrderLines(lines=(march, march)))
    written = RoundOrders(impulses={"austria": ImpulseOrders(alternatives=(way,))})
    state = round_of({"austria": ("talleyrand",)})
    state = with_forces(state, units={"genoa": {"austria": 3}, "innsbruck": {"austria": 3}, "milan": {}})
    sent = replace(state, generals={**state.generals, "charles": "genoa"})
    kept = with_starts(sent, written)
    assert [line.start for line in kept.impulses["austria"].alternatives[0].do.lines] == ["genoa", None]  # type: ignore[union-attr]
    table = DiceTable(replace(state, generals={**state.generals, "charles": where}, sheets={"austria": kept}))
    table.play()
    told = [one.problem.code for one in table.told(LineSkipped, "austria") if one.number == 1]  # type: ignore[attr-defined]
    assert told == skipped


def test_2_7_what_was_not_played_stays_with_its_seat() -> None:
    ways = (for_points("talleyrand", condition=NO), for_points("conscripts"))
    table = DiceTable(round_of({"france": ("conscripts",)}, sheets={"france": on_sheet("france", *ways)}))
    table.play()
    for kind in (AlternativeSkipped, OrdersTaken):
        assert table.told(kind, "france")
        assert not table.told(kind, "austria")
        assert not table.told(kind, "-")
    assert table.views["austria"].under_way == {}


def test_2_1_else_ask_stops_the_game_for_that_seat_alone() -> None:
    sheets = {"france": on_sheet("france", for_points("godoy"), ask=True)}
    table = DiceTable(round_of({"france": ("conscripts", "talleyrand")}, sheets=sheets))
    table.play()
    (question,) = asked(table)
    assert (question.seat, question.key, question.concerns) == ("france", "2.2.impulse.france", ("france",))
    answer(table, ImpulseSheet(impulses=on_sheet("france", for_points("talleyrand")).impulses))
    assert impulses(table)[0] == "france talleyrand"


def test_2_1_an_alternative_may_ask_by_its_condition() -> None:
    ways = (Alternative(ask=True, condition=NO), Alternative(ask=True), for_points("conscripts"))
    table = DiceTable(round_of({"france": ("conscripts",)}, sheets={"france": on_sheet("france", *ways)}))
    table.play()
    assert len(asked(table)) == 1
    answer(table, ImpulseSheet())
    assert impulses(table)[0] == "france conscripts"


def test_5_4_a_nation_without_a_card_is_not_asked_and_passes() -> None:
    sheets = {"austria": on_sheet("austria", for_points("godoy"), ask=True)}
    table = DiceTable(round_of({"france": ("conscripts", "talleyrand")}, sheets=sheets, marker="austria"))
    assert played(table) == []
    assert "austria" in [event.nation for event in table.told(NationPassed)]  # type: ignore[attr-defined]
    assert [decision.label for decision in asked(table)][:1] == ["round"]


def test_d5_a_nation_without_a_card_may_use_a_resource_at_its_box() -> None:
    sheets = {"austria": on_sheet("austria", Alternative(plus=PlusUse(resource=True)))}
    state = round_of(
        {"france": ("talleyrand",), "britain": ("godoy",)}, "austria", sheets=sheets, resources={"austria": 1}
    )
    table = DiceTable(state)
    assert played(table)[0] == "austria"
    assert table.state.resources["austria"] == 0
    assert [event.nation for event in table.told(CardBought)] == ["austria"]  # type: ignore[attr-defined]


def test_d6_points_of_a_card_and_a_reserve_are_one_sum() -> None:
    plus = PlusUse(card=RESERVE, use="cp", when=PlusMoment(after=0))
    state = round_of({"france": ("conscripts",)})
    reserve = state.board.reserves["france"][0]
    sheets = {"france": on_sheet("france", for_points("conscripts", plus=replace(plus, card=reserve)))}
    table = DiceTable(replace(state, sheets=sheets))
    assert played(table)[0] == f"france conscripts {reserve}"
    assert reserve in table.state.used


def test_h68_a_resource_draws_a_card_and_goes_down_by_one() -> None:
    sheets = {"france": on_sheet("france", for_points("godoy", plus=PlusUse(resource=True)))}
    state = round_of({"france": ("godoy",), "austria": ("talleyrand",)}, sheets=sheets, resources={"france": 2})
    table = DiceTable(state)
    table.play()
    assert table.state.resources["france"] == 1
    assert impulses(table)[0] == "france godoy"
    assert table.state.hands["france"].known == ("conscripts",)


def test_d16_the_last_holder_has_one_impulse_more_and_keeps_the_rest() -> None:
    hands = {"austria": ("godoy",), "britain": ("conscripts", "talleyrand", "secret-envoy")}
    table = DiceTable(round_of(hands, "austria"))
    assert played(table) == ["austria godoy", "britain secret-envoy"]
    (over,) = table.told(ImpulsesOver)
    assert over.kept == {"britain": 2}  # type: ignore[attr-defined]


def test_5_5_impulses_stop_when_no_one_holds_a_card() -> None:
    table = DiceTable(round_of({"austria": ("godoy",)}, "austria"))
    assert played(table) == ["austria godoy"]
    assert len(table.told(ImpulsesOver)) == 1


def test_5_5_a_seat_is_told_of_orders_that_were_not_reached_as_the_turn_was_over() -> None:
    sheets = {"russia": on_sheet("russia", Alternative(plus=PlusUse(resource=True))), "britain": RoundOrders()}
    state = round_of({"austria": ("godoy",)}, "austria", sheets=sheets, resources={"russia": 1})
    assert impulses_in_doubt(state) == SEQUENCE[2:]
    table = DiceTable(state)
    assert played(table) == ["austria godoy"]
    seat = state.control["russia"]
    (told,) = table.told(OrdersNotReached, seat)
    assert told.nations == ("russia",)  # type: ignore[attr-defined]
    assert not table.told(OrdersNotReached, "britain")
    assert table.state.resources["russia"] == 1
    longer = round_of({"austria": ("godoy",), "denmark": ("conscripts", "rally")}, "austria")
    assert impulses_in_doubt(longer) == ()


def test_case_3_a_card_that_another_has_got_extends_the_turn() -> None:
    """The last holder's Impulse ends, and another nation has got a card in it (5.51)."""
    state = round_of({"sweden": ("godoy",), "denmark": ("conscripts",)}, "sweden", active="france", last_impulse=True)
    assert played(DiceTable(replace(state, hands={**state.hands, "france": CardHand()}))) == [
        "sweden godoy", "denmark conscripts",
    ]  # fmt: skip


@pytest.mark.parametrize(("last_card", "over"), [("", 1), ("keeps", 1), ("plays", 0)])
def test_5_51_by_an_option_the_last_nation_plays_a_card_that_it_draws(last_card: str, over: int) -> None:
    """If nothing is settled it keeps it."""
    sheets = {"france": on_sheet("france", for_points("godoy", plus=PlusUse(resource=True)))}
    state = round_of({"france": ("godoy",)}, sheets=sheets, resources={"france": 1})
    options = replace(state.options, last_card=last_card) if last_card else state.options
    table = DiceTable(replace(state, options=options))
    assert played(table) == ["france godoy"]
    assert len(table.told(ImpulsesOver)) == over
    assert (table.state.round, table.state.hands["france"].known) == (3 - over, ("conscripts",))


@pytest.mark.parametrize("last_card", ["keeps", "plays"])
def test_5_5_the_last_nation_keeps_what_it_held_before(last_card: str) -> None:
    state = round_of({"austria": ("godoy", "talleyrand")}, "austria")
    table = DiceTable(replace(state, options=replace(state.options, last_card=last_card)))
    assert len(played(table)) == len(table.told(ImpulsesOver)) == 1


def test_5_51_an_unforeseen_impulse_is_played_as_the_standing_orders_say() -> None:
    extra = WarStanding(extra={"austria": on_sheet("austria", for_points("talleyrand")).impulses["austria"]})
    state = round_of({"austria": ("godoy", "talleyrand")}, "austria", standing={"austria": extra})
    assert played(DiceTable(state))[0] == "austria talleyrand"


def test_17_5_a_neutral_proxy_turns_a_card_up_and_holds_up_the_end_of_the_turn() -> None:
    hands = {"austria": ("conscripts",), "sweden": ("talleyrand",)}
    assert played(DiceTable(round_of(hands, "austria"))) == ["austria conscripts", "sweden talleyrand"]


def test_17_5_by_an_option_a_neutral_proxy_keeps_its_cards() -> None:
    state = round_of({"austria": ("conscripts",), "sweden": ("talleyrand",)}, "austria")
    kept = replace(state, options=replace(state.options, neutral_hands="keep"))
    table = DiceTable(kept)
    assert played(table) == ["austria conscripts"]
    assert len(table.state.hands["sweden"]) == 1


def test_5_1_the_marker_is_past_the_last_nation_that_was_active() -> None:
    table = DiceTable(round_of({"britain": ("conscripts",)}, "britain"))
    table.play()
    assert SEQUENCE[table.state.marker] == "russia"


def test_8_2_a_pact_ally_plays_by_the_sheet_of_its_power() -> None:
    sheets = {"france": on_sheet("spain", for_points("talleyrand"))}
    state = round_of({"spain": ("talleyrand", "godoy"), "sweden": ("conscripts",)}, "spain", sheets=sheets)
    assert played(DiceTable(state))[0] == "spain talleyrand"
    neutral = replace(
        state, control={**state.control, "spain": ""}, consuls={**state.consuls, "spain": Consul(column=UNALIGNED)}
    )
    assert played(DiceTable(neutral))[0] in ("spain talleyrand", "spain godoy")


def test_2_3_a_seat_is_asked_for_a_proxy_that_came_to_it_since_the_sheets_were_asked_for() -> None:
    """Row 13: its Impulse is asked for at its next box."""
    state = round_of({"sweden": ("talleyrand", "godoy"), "denmark": ("conscripts",)}, "sweden")
    table = DiceTable(replace(state, control={**state.control, "sweden": "britain"}))
    table.play()
    (question,) = asked(table)
    assert (question.seat, question.power, question.about["nation"]) == ("britain", "sweden", "sweden")
    answer(table, ImpulseSheet(impulses=on_sheet("sweden", for_points("talleyrand")).impulses))
    assert impulses(table)[0] == "sweden talleyrand"


def test_12_2_an_impulse_knows_which_fortresses_were_besieged_when_it_began() -> None:
    state = with_forces(round_of({"france": ("conscripts",)}), {"gibraltar": {"france": 3}})
    table = DiceTable(state)
    table.play()
    (event,) = table.told(ImpulseBegan)
    assert event.impulse.stood == ("gibraltar",)  # type: ignore[attr-defined]


def test_17_1_france_capitulates_in_its_impulse() -> None:
    way = for_points("conscripts", do=OrderLines(lines=(CapitulateLine(),)))
    state = round_of({"france": ("conscripts",)}, sheets={"france": on_sheet("france", way)})
    table = DiceTable(replace(state, flags={**state.flags, "paris": "austria"}))
    table.play()
    assert table.state.result is not None
    assert table.state.result.cause == "capitulation"


def test_5_5_the_sole_holder_plays_on_though_it_had_the_last_impulse() -> None:
    table = DiceTable(round_of({"britain": ("conscripts", "godoy")}, "britain", active="britain"))
    assert played(table) == ["britain godoy"]


def test_2_1_who_was_asked_cannot_ask_again() -> None:
    table = DiceTable(round_of({"france": ("conscripts", "godoy")}, sheets={"france": on_sheet("france", ask=True)}))
    table.play()
    ways = (Alternative(ask=True), for_points("conscripts"))
    answer(table, ImpulseSheet(impulses=on_sheet("france", *ways).impulses))
    assert impulses(table)[0] == "france conscripts"


@pytest.mark.parametrize(("after", "built"), [(0, 1), (None, 0)])
def test_5_12_a_reserve_comes_when_the_sheet_says(after: int | None, built: int) -> None:
    """A unit costs 2 CPs, the card has 1: with the Reserve before the line there are enough."""
    state = round_of({"france": ("secret-envoy",), "austria": ("godoy",)})
    plus = PlusUse(card=state.board.reserves["france"][0], use="cp", when=PlusMoment(after=after))
    line = BuildLine(pieces=(PiecesWanted(at="paris"),))
    way = for_points("secret-envoy", plus=plus, do=OrderLines(lines=(line,)))
    before = state.units["paris"]["france"]
    table = DiceTable(replace(state, sheets={"france": on_sheet("france", way)}))
    table.play()
    assert table.state.units["paris"]["france"] == before + built
    assert len(table.state.used) == 1


def test_5_4_12_2_a_nation_without_a_card_carries_on_a_siege_at_its_box() -> None:
    way = Alternative(do=OrderLines(lines=(AssaultLine(at="gibraltar"),)))
    state = round_of({"austria": ("godoy",), "britain": ("conscripts",)}, sheets={"france": on_sheet("france", way)})
    state = with_forces(state, {"gibraltar": {"france": 3}}, {"ney": "gibraltar"})
    table = DiceTable(state, [6, 6, 6, 6, 6, 1, 1, 1, 1, 1])
    table.run(table.state.flow[-1], {})  # type: ignore[arg-type] # every box is a step
    while table.state.active != "austria":
        table.run(table.state.flow[-1], {})  # type: ignore[arg-type] # as above
    assert impulses(table)[0] == "france"
    assert table.told(AssaultBegan)
