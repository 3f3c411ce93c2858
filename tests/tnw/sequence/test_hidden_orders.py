"""Twin worlds: what a seat ordered and did not come to play is told by nothing that others see (2.7)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.table import Answer
from pbem_tnw.orders.condition import Truth
from pbem_tnw.orders.condition_parser import ResponseCondition
from pbem_tnw.orders.lines import BuildLine, RefitLine, RestItem, RestLine
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.orders.standing import PeaceLine, RespondLine, WarStanding
from pbem_tnw.orders.turn import PreemptLine, RoundOrders, TurnEndWish
from pbem_tnw.position.state import WarState
from tests.tnw.positions import DiceTable
from tests.tnw.sequence.rounds import NO, asked, for_points, on_sheet, round_of

HANDS = {"france": ("conscripts", "talleyrand"), "austria": ("godoy", "cabinet-falls"), "britain": ("secret-envoy",)}
UNIT = BuildLine(pieces=(PiecesWanted(at="vienna"),))
REST = RestLine(items=(RestItem(use="unit"),))


def seen(table: DiceTable, seat: str) -> list[Event[WarState]]:
    """What *seat* learns."""
    events = (event for entry in table.entries for event in entry.events)
    return [seen for event in events if (seen := event.seen_by(seat)) is not None]


def twins() -> tuple[DiceTable, DiceTable]:
    """Austria plays one card and builds a unit in both worlds; in the second it had much else in mind."""
    plain = on_sheet("austria", for_points("cabinet-falls", do=OrderLines(lines=(UNIT, REST))))
    never = BuildLine(pieces=(PiecesWanted(n=3, at="prague"),), condition=NO)
    full = OrderLines(lines=(never, UNIT, RefitLine(), REST))
    ways = (for_points("godoy", condition=NO), for_points("metternich"), for_points("cabinet-falls", do=full))
    preempt = (PreemptLine(condition=NO, ask=True), PreemptLine(before=("russia",), round=9))
    standing = WarStanding(
        respond=(
            RespondLine(card="metternich"),
            RespondLine(card="godoy", condition=ResponseCondition(test=Truth(yes=False))),
        ),
        peace=(PeaceLine(add=1),),
    )
    richer = replace(on_sheet("austria", *ways), preempt=preempt)
    one = round_of(HANDS, "austria", sheets={"austria": plain})
    other = round_of(
        HANDS, "austria", sheets={"austria": richer}, standing={"austria": standing},
        turn_ends={"austria": TurnEndWish()},
    )  # fmt: skip
    return DiceTable(one), DiceTable(other)


def test_others_learn_nothing_of_what_was_not_played() -> None:
    plain, full = twins()
    for table in (plain, full):
        table.play()
    assert seen(full, "austria") != seen(plain, "austria")
    for seat in ("france", "britain", "russia", ""):
        assert plain.views[seat] == full.views[seat]
        assert seen(plain, seat) == seen(full, seat)


def test_the_flow_never_says_which_line_is_due() -> None:
    _, full = twins()
    for entry in full.entries:
        for event in entry.events:
            assert "number" not in repr(getattr(event, "steps", ""))


def test_no_view_has_orders_of_others() -> None:
    _, full = twins()
    full.play()
    for seat, view in full.views.items():
        for kept in (view.sheets, view.standing, view.turn_ends, view.under_way):
            assert set(kept) <= {seat}


def test_a_sheet_that_changes_standing_orders_is_known_to_its_seat_alone() -> None:
    table = DiceTable(round_of(HANDS, "austria", called={}))
    table.play()
    step = table.state.flow[-1]
    orders = {"austria": RoundOrders(standing=WarStanding(peace=(PeaceLine(add=1),)), turn_end=TurnEndWish())}
    answers = {one: Answer(orders.get(one.seat, RoundOrders())) for one in asked(table)}
    table.run(step, answers)  # type: ignore[arg-type]
    assert table.state.standing["austria"].peace == (PeaceLine(add=1),)
    assert "austria" not in table.views["france"].standing
    assert table.views["austria"].turn_ends == {"austria": TurnEndWish()}
