"""Standing orders are kept key by key, and lapse when they say so (2.3)."""

from pbem_tnw.chapters.turn.facts import keep, lapse, standing_of
from pbem_tnw.orders.standing import InterceptLine, PeaceLine, RespondLine, WarStanding
from pbem_tnw.orders.turn import TurnEndWish
from tests.tnw.positions import DiceTable, at_start

LINE = RespondLine(card="godoy")


def test_2_3_a_key_that_a_sheet_has_replaces_what_was_there_and_the_others_stay() -> None:
    table = DiceTable(at_start())
    keep(table, "france", WarStanding(respond=(LINE,), peace=(PeaceLine(add=1),)))
    keep(table, "france", WarStanding(peace=()))
    assert standing_of(table.state, "france") == WarStanding(respond=(LINE,), peace=())
    assert standing_of(table.state, "austria") == WarStanding()


def test_2_1_a_sheet_without_an_end_of_the_turn_keeps_the_one_that_was_sent() -> None:
    table = DiceTable(at_start())
    keep(table, "france", None, TurnEndWish(peace=()))
    keep(table, "france", WarStanding(), None)
    assert table.state.turn_ends == {"france": TurnEndWish(peace=())}


def test_2_3_lines_lapse_with_the_round_or_the_turn() -> None:
    table = DiceTable(at_start())
    lines = tuple(RespondLine(card="godoy", until=until) for until in ("round", "turn", "changed"))
    keep(table, "france", WarStanding(respond=lines, intercept=(InterceptLine(until="round"),)))
    lapse(table, ("round",))
    assert standing_of(table.state, "france") == WarStanding(respond=lines[1:], intercept=())
    lapse(table, ("round", "turn"))
    assert standing_of(table.state, "france").respond == lines[2:]


def test_2_3_only_the_seat_learns_of_its_standing_orders() -> None:
    table = DiceTable(at_start())
    keep(table, "france", WarStanding(respond=(LINE,)))
    assert {seat for seat, view in table.views.items() if view.standing} == {"france"}
