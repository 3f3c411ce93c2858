"""The sheet of an action stage (5): read, checked on its seat's view, carried out."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Problem
from pbem.engine.table import Answer, decisions_of
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from pbem.sheet.writer import write_sheet
from pbem_maria.chapters import pieces
from pbem_maria.chapters.cards import CardsDrawn
from pbem_maria.chapters.standing import keep
from pbem_maria.chapters.turn import Ordered, StageBegan, StageEnded, StandingSet
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.cards import Subsidy
from pbem_maria.orders.movement import FORCE_MARCH, JOIN, RE_ENTER, Move
from pbem_maria.orders.names import Route
from pbem_maria.orders.plan import LOWEST, CombatPlan, PlanItem
from pbem_maria.orders.stage import StageOrders, Supply
from pbem_maria.orders.standing import HussarWish, StandingAnswers
from pbem_maria.orders.statecraft import CitiesOrNone
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import State
from pbem_maria.sequence.setup import start
from pbem_maria.sequence.turn import ActionStage, EndStage, MovementPhase, StageSheet
from pbem_maria.settings import MariaSettings
from tests.maria.drill import codes, ground, move, position, table_of

LINE = "a b c d e f g h i j"
FIELD = ground(LINE)
SHEET = StageSheet(stage="france")
LOUIS = Decision(key="2.france", seat="louis", takes=StageOrders)
NAMES = lexicon(start(MariaSettings()), "louis")


def read(*moves: str) -> ReadSheet[StageOrders]:
    return read_sheet("moves:\n" + "".join(f"- {line}\n" for line in moves), StageOrders, NAMES)


def does(path: str, *deeds: tuple[str, str]) -> Move:
    return replace(move("belle-isle", path), deeds=deeds)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Belle-Isle: Passau > Schärding > Linz", move("belle-isle", "passau schaerding linz")),
        ("Belle-Isle: Passau -> Schärding → Linz", move("belle-isle", "passau schaerding linz")),
        ("Belle-Isle: Passau – Schärding, Linz", move("belle-isle", "passau schaerding linz")),
        ("Belle-Isle > Passau > Linz", move("belle-isle", "passau linz")),
        ("Belle-Isle -> Passau -> Linz", move("belle-isle", "passau linz")),
        ("belle isle: linz", move("belle-isle", "linz")),
        ("Broglie: force march to Regensburg", move("broglie", "regensburg", how=FORCE_MARCH)),
        ("Broglie: Force-march Straubing > Regensburg", move("broglie", "straubing regensburg", how=FORCE_MARCH)),
        ("Törring: join Broglie", move("toerring", how=JOIN, joins="broglie")),
        ("train 2: Straubing", move("france-t2", "straubing")),
        ("train 2: re-enter München with ♥4", move("france-t2", "muenchen", how=RE_ENTER, cards=("H4",))),
        ("train 2: reenter in München with H4 + ♣3", move("france-t2", "muenchen", how=RE_ENTER, cards=("H4", "C3"))),
        ("train 2: re-enter München", move("france-t2", "muenchen", how=RE_ENTER)),
        ("Belle-Isle + Broglie: Linz", move("belle-isle broglie", "linz")),
        ("Belle-Isle and Broglie: Linz", move("belle-isle broglie", "linz")),
        (
            "Rutowski: join Friedrich, Rutowski commands",
            move("rutowski", how=JOIN, joins="friedrich", commander="rutowski"),
        ),
        ("Rutowski: Dresden, Rutowski commands", move("rutowski", "dresden", commander="rutowski")),
        ("Belle-Isle, Broglie: Linz", move("belle-isle broglie", "linz")),
        ("Belle-Isle retreats to Linz", move("belle-isle", "linz")),
        ("Broglie back to Linz", move("broglie", "linz")),
        ("train 2: München (♥4)", move("france-t2", "muenchen", how=RE_ENTER, cards=("H4",))),
        ("then train 2: Straubing", move("france-t2", "straubing")),
        ("and then Broglie to Linz", move("broglie", "linz")),
        ("Belle-Isle and Broglie together to Linz", move("belle-isle broglie", "linz")),
        ("Belle-Isle and Broglie: Linz, together", move("belle-isle broglie", "linz")),
        ("train 2: re-enter München, pay the 4 of hearts", move("france-t2", "muenchen", how=RE_ENTER, cards=("H4",))),
        ("train 2: back in München, paying ♥4 and 2", move("france-t2", "muenchen", how=RE_ENTER, cards=("H4", "H2"))),
        ("train 2: re-enter München ♥4", move("france-t2", "muenchen", how=RE_ENTER, cards=("H4",))),
        ("train 2: re-enter München, H4 + ♣3", move("france-t2", "muenchen", how=RE_ENTER, cards=("H4", "C3"))),
        ("train 2 back in München for H4", move("france-t2", "muenchen", how=RE_ENTER, cards=("H4",))),
        ("train 2 returns to München for ♥4", move("france-t2", "muenchen", how=RE_ENTER, cards=("H4",))),
        ("Belle-Isle to Tabor* (takes Prag)", does("tabor", ("conquers", "prag"))),
        ("Belle-Isle: Tabor, taking Prag and Pilsen", does("tabor", ("conquers", "prag"), ("conquers", "pilsen"))),
        ("Belle-Isle takes Prag and goes on to Tabor", does("tabor", ("conquers", "prag"))),
        ("Belle-Isle: take Prag, then Tabor", does("tabor", ("conquers", "prag"))),
        ("Belle-Isle: Tabor (takes nothing)", does("tabor")),
        ("Belle-Isle: Prag, taking Prag", move("belle-isle", "prag")),
        (
            "Belle-Isle: Beraun > Tabor (3 steps; takes Prag, ? on Pilsen)",
            does("beraun tabor", ("conquers", "prag"), ("flags", "pilsen")),
        ),
        ("Belle-Isle to Tabor (destroy the train!)", does("tabor", ("destroys", ""))),
        ("Belle-Isle: Iglau > Tabor and kills the train", does("iglau tabor", ("destroys", ""))),
        ("Törring follows Broglie to Linz", replace(move("toerring", "linz", how=JOIN), joins="broglie")),
        ("Belle-Isle: Iglau > Tabor and destroys the train", does("iglau tabor", ("destroys", ""))),
        (
            "Belle-Isle: Tabor (attack Traun with ♦; destroys the train in Iglau, breaks agreement 1)",
            replace(does("tabor", ("destroys", "iglau")), meets=(("attacks", "traun"),)),
        ),
        (
            "Belle-Isle: Tabor (attacks Traun, takes Prag)",
            replace(does("tabor", ("conquers", "prag")), meets=(("attacks", "traun"),)),
        ),
        (
            "Belle-Isle: Tabor (joins Broglie, takes Prag)",
            replace(does("tabor", ("conquers", "prag")), meets=(("joins", "broglie"),)),
        ),
        ("Belle-Isle stays, attacks Traun", move("belle-isle", how="stay", meets=(("attacks", "traun"),))),
        ("Belle-Isle attacks Traun from Iglau", move("belle-isle", "iglau", meets=(("attacks", "traun"),))),
        ("Törring moves to join Broglie", move("toerring", how=JOIN, joins="broglie")),
        ("Belle-Isle over Passau to Linz", move("belle-isle", "passau linz", via=True)),
        ("Belle-Isle from Passau via Wels to Linz", move("belle-isle", "passau wels linz", via=True, starts=True)),
        (
            "Broglie: force march to Regensburg via Straubing",
            move("broglie", "straubing regensburg", how=FORCE_MARCH, via=True),
        ),
    ],
)
def test_10_1_a_move_is_written_as_players_write(text: str, expected: Move) -> None:
    sheet = read(text)
    assert not sheet.faults
    assert isinstance(sheet.order, StageOrders)
    assert sheet.order.moves == (expected,)
    again = read_sheet(write_sheet(sheet.order, NAMES), StageOrders, NAMES)
    assert again.order == sheet.order


@pytest.mark.parametrize(
    "text",
    [
        "Belle-Isle: Tabor, destroys train 2",
        "Belle-Isle: Tabor, destroys train 2 and 3",
        "Belle-Isle: Tabor and kills Traun",
        "Törring follows Linz to Broglie",
        "Belle-Isle: Tabor (destroys the Austrian train)",
        "Broglie and Törring not: Linz",
        "Belle-Isle and Törring not together: Linz",
    ],
)
def test_10_1_no_number_and_no_word_of_a_move_is_left_out(text: str) -> None:
    assert read(text).order is None


def test_10_1_the_moves_may_be_a_mapping() -> None:
    sheet = read_sheet("moves: {Broglie: Linz, train 2: Straubing}", StageOrders, NAMES)
    assert isinstance(sheet.order, StageOrders)
    assert sheet.order.moves == (move("broglie", "linz"), move("france-t2", "straubing"))


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("Broglie: Linz > Lunxz", "unknown-name", 19),
        ("Brgl-e-r: Linz", "unknown-name", 3),
        ("Broglie: join Linz", "unknown-name", 17),
        ("Broglie: force march", "no-goal", 12),
        ("train 2: re-enter", "no-goal", 12),
        ("train 2: re-enter München with ♥44", "unknown-name", 34),
        ("Broglie: [Linz]", "not-a-move", 12),
        ("Broglie", "not-a-move", 3),
        ("Rutowski: Dresden, Linz commands", "unknown-name", 22),
    ],
)
def test_10_1_a_move_that_cannot_be_read_is_shown_where_it_fails(text: str, code: str, column: int) -> None:
    [fault] = read(text).faults
    assert (fault.problem.code, fault.place.line, fault.place.column) == (code, 2, column)


@pytest.mark.parametrize(
    "text",
    [
        "Belle-Isle: Tabor (takes Prag if it is empty)",
        "Belle-Isle: Tabor, taking Prag if possible",
        "Belle-Isle: Tabor without taking Prag",
        "Belle-Isle: Tabor, not taking Prag",
        "Belle-Isle: takes Prag",
        "Belle-Isle: stay, taking Prag",
        "Belle-Isle's stack to Linz",
        "Belle-Isle: together to Linz",
        "Belle-Isle attacks Linz from Tabor",
    ],
)
def test_10_1_what_a_move_says_beside_its_cities_is_never_dropped(text: str) -> None:
    assert read(text).order is None


def test_10_1_an_item_may_hold_several_moves() -> None:
    sheet = read("Belle-Isle to Linz, train 2 stays; Broglie back to Wels", "1. Törring: Passau > Linz")
    assert sheet.order is not None
    assert [each.pieces for each in sheet.order.moves] == [("belle-isle",), ("france-t2",), ("broglie",), ("toerring",)]


def test_10_1_moves_in_one_line_are_parted_at_semicolons() -> None:
    text = "moves: Belle-Isle to Linz via Passau, Wels; Broglie to Steyr"
    order = read_sheet(text, StageOrders, NAMES).order
    assert order is not None
    assert [each.path for each in order.moves] == [("passau", "wels", "linz"), ("steyr",)]


def test_10_1_first_and_the_rest_are_read() -> None:
    sheet = read("first Belle-Isle to Linz, then Broglie to Wels", "all others stay")
    assert sheet.order is not None
    assert sheet.order.moves == (move("belle-isle", "linz"), move("broglie", "wels"))


def test_11_1_several_may_be_attacked_from_where_a_move_ends() -> None:
    sheet = read("Belle-Isle to Iglau, attack Karl and Khevenhüller")
    assert sheet.order is not None
    assert sheet.order.moves == (
        move("belle-isle", "iglau", meets=(("attacks", "karl"), ("attacks", "khevenhueller"))),
    )


@pytest.mark.parametrize("text", ["France: ♦6", "pay France: ♦6", "France pays ♦6", "France: ♦6 for the hussars"])
def test_9_a_power_beside_its_cards_pays_the_hussars(text: str) -> None:
    sheet = read_sheet(f"supply: {text}", StageOrders, NAMES)
    assert sheet.order is not None
    assert sheet.order.supply == Supply(pay={"france": ("D6",)})


@pytest.mark.parametrize("text", ["France pays ♦6 for the hussars", "France pays ♦6"])
def test_9_who_pays_is_said_without_a_key(text: str) -> None:
    sheet = read_sheet(f"{text}\nmoves:\n- Broglie: Linz", StageOrders, NAMES)
    assert sheet.order is not None
    assert sheet.order.supply == Supply(pay={"france": ("D6",)})


def test_9_cards_beside_a_train_that_re_enters_may_be_for_that() -> None:
    assert read_sheet("France pays ♥4\nmoves:\n- train 2: re-enter München", StageOrders, NAMES).order is None


def test_10_1_every_misspelt_name_of_a_move_is_told() -> None:
    found = [(fault.problem.code, fault.place.column) for fault in read("Xyzzy: Plugh > Linz > Frobozz").faults]
    assert found == [("unknown-name", 3), ("unknown-name", 10), ("unknown-name", 25)]


def test_9_the_supply_part_is_read() -> None:
    text = (
        "supply: {pay: {Belle-Isle: [♣7, R], Bavaria: H2}, cover: [Broglie], "
        "path: {Broglie: Linz > Passau}, last troop: Broglie}"
    )
    sheet = read_sheet(text, StageOrders, NAMES)
    assert not sheet.faults
    assert isinstance(sheet.order, StageOrders)
    assert sheet.order.supply == Supply(
        pay={"belle-isle": ("C7", "R"), "bavaria": ("H2",)},
        cover=("broglie",),
        path={"broglie": Route(("linz", "passau"))},
        last_troop="broglie",
    )
    listed = read_sheet("supply: {path: {Broglie: [Linz, Passau]}}", StageOrders, NAMES).order
    assert isinstance(listed, StageOrders)
    assert listed.supply.path == sheet.order.supply.path
    assert read_sheet(write_sheet(sheet.order, NAMES), StageOrders, NAMES).order == sheet.order


def problems(state: State, **order: object) -> list[Problem]:
    return list(SHEET.check(state, LOUIS, StageOrders(**order)))  # type: ignore[arg-type]


def test_10_1_a_fault_is_shown_at_the_city_it_is_about() -> None:
    names = lexicon(FIRST, "louis")
    sheet = check_sheet("moves:\n- Broglie: a > b > c\n- Broglie: c > h", SHEET, LOUIS, FIRST, names)
    fault, *_ = [fault for fault in sheet.faults if fault.problem.stops]
    assert (fault.problem.code, fault.place.line, fault.place.column) == ("no-jumping", 2, 16)
    sheet = check_sheet("moves:\n- Broglie: join Karl", SHEET, LOUIS, FIRST, names)
    assert [f.place.column for f in sheet.faults if f.problem.stops] == [17]


FIRST = position(FIELD, {"broglie": "a", "karl": "b"})


def test_5_passing_and_moving_exclude_each_other() -> None:
    assert codes(problems(FIRST, passes=True)) == []
    found = problems(FIRST, passes=True, moves=(move("broglie", "c"),))
    assert codes(found)[0] == "passes-and-moves"


def test_8_only_france_chooses_the_subsidy() -> None:
    assert codes(problems(FIRST, subsidy=Subsidy(paid=True))) == []
    frederick = Decision(key="2.prussia", seat="frederick", takes=StageOrders)
    state = position(FIELD, {"schwerin": "a"}, stage="prussia")
    found = StageSheet(stage="prussia").check(state, frederick, StageOrders(subsidy=Subsidy(paid=True)))
    assert [(p.code, p.rule, p.path) for p in found if p.stops] == [("no-subsidy", "8", ("subsidy",))]


def test_7_only_austria_has_hussars() -> None:
    assert codes(problems(FIRST, hussars=(HussarWish(("stay",)),))) == ["no-hussars"]


def test_5_every_fault_of_every_part_is_told() -> None:
    found = problems(
        position(FIELD, {"broglie": "a", "belle-isle": "e"}),
        supply=Supply(cover=("karl",)),
        moves=(move("broglie", "h"), move("belle-isle", "a h"), move("schwerin", "b")),
        troops={"broglie": 3},
    )
    assert {problem.code for problem in found if problem.stops} == {
        "not-your-general", "no-way", "not-adjacent", "not-your-piece", "exchange-names-both",
    }  # fmt: skip  # both are taken to be in h, where they want to go
    assert all(problem.rule for problem in found)


def test_9_moves_are_judged_after_supply() -> None:
    state = position(FIELD, {"broglie": "a", "france-t1": "b"}, troops={"broglie": 1})
    alone = position(FIELD, {"broglie": "a"}, troops={"broglie": 1})
    assert codes(problems(state, moves=(move("broglie", "b a"),))) == ["no-jumping"]
    assert codes(problems(alone, moves=(move("broglie", "b"),))) == ["piece-off-map"]


def test_8_cards_spent_on_supply_do_not_pay_for_a_train() -> None:
    key = ground(LINE, home={"france": "j"}, major="j")
    state = position(
        key, {"broglie": "e", "france-t1": "a"}, hussars=("b", None), hands={"france": "H4.1"}
    )  # fmt: skip
    found = problems(state, moves=(Move(pieces=("france-t2",), how=RE_ENTER, path=("j",)),))
    assert codes(found) == ["paid-too-little"]


@pytest.mark.parametrize(("at", "distance"), [({"france-t1": "a"}, 7), ({}, None)])
def test_9_a_move_that_leaves_a_general_hungry_is_unwise(at: dict[str, str], distance: int | None) -> None:
    state = position(FIELD, {"broglie": "e", **at}, troops={"broglie": 8})
    [warning] = [p for p in problems(state, moves=(move("broglie", "f g h"),)) if p.code == "no-supply-ahead"]
    assert not warning.stops
    assert warning.path == ("moves", 0)
    assert warning.args == {"general": "broglie", "city": "h", "distance": distance, "face_down": distance is None}


def test_9_a_train_that_leaves_its_general_behind_is_unwise() -> None:
    state = position(FIELD, {"broglie": "g", "france-t1": "b"})
    [warning] = problems(state, moves=(move("france-t1", "a"), move("bavaria-t1", "a")))[-1:]
    assert codes(problems(state, moves=(move("france-t1", "a"),)), warnings=True) == []
    far = position(FIELD, {"broglie": "h", "france-t1": "b"})
    [warning] = problems(far, moves=(move("france-t1", "a"),))
    assert (warning.code, warning.path, warning.args["distance"]) == ("no-supply-ahead", ("moves", 0), 7)


STACK = position(FIELD, {"broglie": "a", "belle-isle": "a", "france-t1": "b"}, troops={"broglie": 2, "belle-isle": 5})


def test_6_troops_are_exchanged_in_a_stack() -> None:
    troops = {"broglie": 4, "belle-isle": 3}
    assert codes(problems(STACK, troops=troops)) == []
    table = table_of(STACK)
    table.emit(Ordered(seat="louis", order=StageOrders(troops=troops)))
    table.run(MovementPhase(stage="france"), {})
    assert table.state.troops == troops
    assert table.views["frederick"].troops == STACK.troops


@pytest.mark.parametrize("moves", [(move("broglie", "b"),), (move("belle-isle", how=JOIN, joins="broglie"),)])
def test_6_troops_are_exchanged_when_the_stack_forms(moves: tuple[Move, ...]) -> None:
    goal = "b" if moves[0].path else "a"
    start = {"broglie": "a", "belle-isle": "b"}
    state = position(FIELD, start | {"france-t1": "c"}, troops={"broglie": 2, "belle-isle": 5})
    order = StageOrders(moves=moves, troops={"broglie": 1, "belle-isle": 6})
    assert codes(SHEET.check(state, LOUIS, order)) == []
    table = table_of(state)
    table.emit(Ordered(seat="louis", order=order))
    table.run(MovementPhase(stage="france"), {})
    assert table.state.at["broglie"] == table.state.at["belle-isle"] == goal
    assert table.state.troops == {"broglie": 1, "belle-isle": 6}


@pytest.mark.parametrize(
    ("troops", "wrong"),
    [
        ({"broglie": 4, "belle-isle": 4}, ["exchange-total"]),
        ({"broglie": 4}, ["exchange-names-both"]),
        ({"broglie": 0, "belle-isle": 7}, ["troops-out-of-range"]),
        ({"karl": 4}, ["not-your-general"]),
        ({"moritz": 4}, ["general-off-map"]),
        ({"toerring": 4}, ["no-stack-to-exchange"]),
    ],
)
def test_6_an_exchange_stays_inside_a_stack_of_one_power(troops: dict[str, int], wrong: list[str]) -> None:
    at = {**STACK.at, "karl": "h", "toerring": "c"}
    state = position(FIELD, {**at, "bavaria-t1": "d"}, troops={"broglie": 2, "belle-isle": 5})
    found = problems(state, troops=troops)
    assert [p.code for p in found if p.stops] == wrong
    assert all(p.rule == "6" and p.path == ("troops", g) for p, g in zip(found, troops, strict=False) if p.stops)


def test_6_nobody_exchanges_anothers_troops() -> None:
    table = table_of(position(FIELD, {"karl": "a", "traun": "a"}))
    assert not pieces.carry_out(table, "louis", {"karl": 3, "traun": 5})
    assert pieces.carry_out(table, "maria-theresa", {"karl": 3, "traun": 5}) == {"karl", "traun"}


def test_6_generals_of_two_powers_never_exchange_troops() -> None:
    state = position(FIELD, {"broglie": "a", "toerring": "a", "france-t1": "b", "bavaria-t1": "c"})
    assert codes(problems(state, troops={"broglie": 3, "toerring": 5})) == ["no-stack-to-exchange"] * 2


def test_6_a_wrong_total_is_told_even_if_the_generals_part() -> None:
    found = problems(STACK, troops={"broglie": 4, "belle-isle": 4}, moves=(move("belle-isle", "b"),))
    assert "exchange-total" in codes(found)


def answered(state: State, **order: object) -> Mapping[Decision, Answer]:
    (decision,) = decisions_of(SHEET, state)
    return {decision: Answer(StageOrders(**order), "sheet")}  # type: ignore[arg-type]


def test_5_a_stage_goes_through_its_phases() -> None:
    table = table_of(position(FIELD, {"broglie": "a"}, stage=""))
    table.emit(StageBegan(stage="prussia"))
    entry = table.run(ActionStage(stage="france"), {})
    assert table.state.stage == "france"
    assert [type(step).__name__ for step in reversed(table.state.flow)] == [
        "DrawCards", "StageSheet", "SupplyPhase", "SheetAgain", "MovementPhase", "CombatPhase", "RetroactiveConquests",
        "ReduceObjectives", "EndStage",
    ]  # fmt: skip
    assert not any(isinstance(event, CardsDrawn) for event in entry.events)


def test_5_the_seat_of_the_stage_is_asked_and_may_be_passed_over() -> None:
    [decision] = decisions_of(SHEET, FIRST)
    assert (decision.key, decision.seat, decision.default) == ("2.france", "louis", StageOrders(passes=True))


def test_5_a_sheet_is_secret_until_its_phases_run() -> None:
    table = table_of(FIRST)
    entry = table.run(SHEET, answered(FIRST, moves=(move("broglie", "b"),), subsidy=Subsidy(paid=False)))
    assert {type(event) for event in entry.events} >= {Ordered, StandingSet}
    assert table.state.orders["louis"] == table.views["louis"].orders["louis"]
    assert table.views["frederick"].orders.get("louis") is None
    assert "frederick" not in table.views["frederick"].standing


def test_19_1_a_standing_order_about_withdrawals_is_dropped_with_none() -> None:
    table = table_of(FIRST)
    for each in ("a", "b"):
        keep(table, "louis", StageOrders(standing=StandingAnswers(withdraw=CitiesOrNone((each,)))))
    assert table.state.standing["louis"].withdraw == CitiesOrNone(("b",))
    keep(table, "louis", StageOrders(standing=StandingAnswers(trump="hearts")))
    assert table.state.standing["louis"].withdraw == CitiesOrNone(("b",))
    keep(table, "louis", StageOrders(standing=StandingAnswers(withdraw=CitiesOrNone(()))))
    assert table.state.standing["louis"].withdraw is None


@pytest.mark.parametrize("play", ["'lowest, at most 2 cards'", "[lowest, at most 2 cards]"])
def test_11_1_limits_may_be_in_the_line_of_a_plan_and_beside_it(play: str) -> None:
    names = lexicon(FIRST, "louis")
    text = f"standing: {{withdraw: none, attack: {play}, stop: losing 3 or more}}"
    told = read_sheet(text, StageOrders, names).order
    assert told is not None
    assert told.standing is not None
    assert told.standing.attack is not None
    assert told.standing.withdraw == CitiesOrNone(())
    plan = CombatPlan(play=(PlanItem(rule=LOWEST),), most_cards=2, stop_beyond=3)
    assert [chapter.plan for chapter in told.standing.attack.chapters] == [plan]


def test_5_the_end_of_a_stage_spends_its_orders() -> None:
    table = table_of(FIRST)
    table.run(SHEET, answered(FIRST))
    entry = table.run(EndStage(stage="france"), {})
    assert StageEnded(stage="france") in entry.events
    assert not table.state.orders
    assert not table.state.stage


def test_5_what_is_no_longer_legal_is_left_out() -> None:
    table = table_of(FIRST)
    order = StageOrders(
        moves=(Move(pieces=("broglie",)), move("broglie", "nowhere"), move("nobody", "a"), move("broglie", "b")),
        troops={"nobody": 3},
    )
    table.emit(Ordered(seat="louis", order=order))
    table.run(MovementPhase(stage="france"), {})
    assert table.state.at == FIRST.at


def test_5_a_sheet_is_checked_on_what_its_seat_sees() -> None:
    seen = position(FIELD, {"broglie": "a", "france-t1": "b", "karl": "e"}, hands={"france": "H4.1"})
    hands = {**seen.hands, "austria": Pile((), 5)}
    view = State(**{
        **{field: getattr(seen, field) for field in seen.__struct_fields__},
        "troops": {"broglie": 4}, "hands": hands,
    })  # fmt: skip
    assert codes(problems(view, moves=(move("broglie", "b c"),))) == ["no-jumping"]


@pytest.mark.parametrize("text", ["Belle-Isle flees to Linz", "Belle-Isle: flees", "Belle-Isle halts"])
def test_10_1_a_common_word_is_no_city_misspelt(text: str) -> None:
    assert read(text).order is None
