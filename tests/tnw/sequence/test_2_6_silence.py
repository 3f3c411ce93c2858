"""What is done for a seat that sends nothing, and with points that are left (2.6, `rest`)."""

from msgspec.structs import replace

from pbem_tnw.chapters.turn.events import LineSkipped
from pbem_tnw.orders.choices import CardUse
from pbem_tnw.orders.impulse import Alternative
from pbem_tnw.orders.lines import BuildLine, RestItem, RestLine
from pbem_tnw.orders.pieces import PiecesWanted
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.position.cards import CardPile
from pbem_tnw.position.forces import units_at
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import WarState
from tests.tnw.positions import DiceTable
from tests.tnw.sequence.rounds import for_points, impulses, on_sheet, round_of

HAND = {"britain": ("conscripts", "ambassadors-gift", "talleyrand"), "russia": ("secret-envoy",)}


def units(table: DiceTable, place: str, nation: str) -> int:
    return units_at(table.state, place).get(nation, 0)


def played(state: WarState) -> DiceTable:
    table = DiceTable(state)
    table.play()
    return table


def test_r17_silence_plays_the_lowest_card_for_refit_markers_and_then_a_unit_in_the_capital() -> None:
    state = round_of(HAND, "britain")
    before = units_at(state, "london")["britain"]
    table = played(state)
    assert impulses(table)[0] == "britain ambassadors-gift"
    assert units(table, "london", "britain") == before + 1
    refit = (Squadron(nation="britain", refit=1), Squadron(nation="britain"))
    table = played(replace(state, squadrons={**state.squadrons, "plymouth": refit}))
    assert all(one.sails for one in table.state.squadrons["plymouth"])
    assert units(table, "london", "britain") == before  # one CP is not enough for a unit


def test_2_6_without_a_line_the_points_of_a_card_that_an_event_draws_build_units_as_well() -> None:
    way = Alternative(play=CardUse(card="rothschild", use="event"))
    state = round_of({"britain": ("rothschild",)}, "britain", sheets={"britain": on_sheet("britain", way)})
    before = units_at(state, "london")["britain"]
    table = played(replace(state, deck=CardPile(cards=("talleyrand", *state.deck.cards))))
    assert units(table, "london", "britain") == before + state.board.cards["talleyrand"].cp // 2


def test_2_6_without_the_capital_a_unit_comes_to_the_home_duchy_with_most_own_units() -> None:
    state = round_of(HAND, "britain")
    lost = {"london": {"france": 1}, "york": {"britain": 3}, "dublin": {"britain": 2}}
    table = played(replace(state, units={**state.units, **lost}))
    assert (units(table, "dublin", "britain"), units(table, "york", "britain")) == (2, 4)


def test_2_2_the_rest_is_spent_in_its_order_as_often_as_it_can_be() -> None:
    """Talleyrand has 6 CPs: one unit, at most once in Dublin, and what is left in London."""
    rest = RestLine(items=(RestItem(use="unit", at=("dublin",), n=1), RestItem(use="unit")))
    build = BuildLine(pieces=(PiecesWanted(at="york"),))
    way = for_points("talleyrand", do=OrderLines(lines=(rest, build)))
    state = round_of(HAND, "britain", sheets={"britain": on_sheet("britain", way)})
    london, dublin = units_at(state, "london")["britain"], units_at(state, "dublin")["britain"]
    table = played(state)
    assert units(table, "york", "britain") == 1
    assert (units(table, "dublin", "britain"), units(table, "london", "britain")) == (dublin + 1, london + 1)


def test_2_2_a_line_that_is_illegal_when_its_time_comes_is_skipped_and_the_next_is_tried() -> None:
    lines = (
        BuildLine(pieces=(PiecesWanted(at="london"),)),
        BuildLine(pieces=(PiecesWanted(at="paris"),)),
        BuildLine(pieces=(PiecesWanted(at="dublin"),)),
    )
    way = for_points("talleyrand", do=OrderLines(lines=lines))
    state = round_of(HAND, "britain", sheets={"britain": on_sheet("britain", way)})
    dublin = units_at(state, "dublin")["britain"]
    table = played(state)
    assert units(table, "dublin", "britain") == dublin + 1
    skipped = table.told(LineSkipped, "britain")
    assert [one.number for one in skipped] == [2]  # type: ignore[attr-defined]
    assert not table.told(LineSkipped, "france")
