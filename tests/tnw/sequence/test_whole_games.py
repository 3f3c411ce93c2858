import pytest

from pbem_tnw.chapters.turn.events import SheetKept
from pbem_tnw.invariants import broken
from pbem_tnw.settings import RUN_BY
from tests.tnw.sequence.rounds import for_points, on_sheet
from tests.tnw.tables import happened, new_table, play_on


@pytest.mark.parametrize("players", RUN_BY)
@pytest.mark.parametrize("seats", ["assigned", "drawn"])
def test_silent_players_come_to_the_end_of_the_game(players: int, seats: str) -> None:
    table = new_table(players, seats=seats)
    assert play_on(table) == ()
    result = table.state.result
    assert result is not None
    assert result.winners[0] in table.seats
    assert set(result.points) == set(table.seats)
    assert [str(one) for one in broken(table.state)] == []


@pytest.mark.parametrize("pace", ["round", "camp", "impulse"])
def test_every_pace_comes_to_the_end_and_no_key_is_asked_twice(pace: str) -> None:
    table = new_table(3, mail_pace=pace)
    assert play_on(table) == ()
    names = [(answer.seat, answer.key) for entry in table.entries for answer in entry.answers]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("pace", "first"),
    [
        ("round", [("france", "1.1"), ("coalition", "1.1")]),
        ("camp", [("france", "1.1.france"), ("coalition", "1.1.austria"), ("france", "1.1.spain")]),
        ("impulse", [("france", "1.1.france"), ("coalition", "1.1.austria"), ("france", "1.1.spain")]),
    ],
)
def test_2_1_a_sheet_holds_a_round_a_camp_or_the_impulses_of_a_seat(pace: str, first: list[tuple[str, str]]) -> None:
    table = new_table(2, mail_pace=pace)
    play_on(table, until="1.2.france" if pace != "round" else "1.2")
    asked = [(answer.seat, answer.key) for entry in table.entries for answer in entry.answers]
    assert asked[2:] == first


def test_2_1_with_five_seats_every_impulse_of_another_seat_has_a_sheet() -> None:
    table = new_table(5, mail_pace="impulse")
    play_on(table, until="1.2.france")
    asked = [answer.seat for entry in table.entries for answer in entry.answers][5:]
    assert asked == ["france", "austria", "britain", "russia", "prussia", "france"]


@pytest.mark.parametrize("begins", ["next-box", "france"])
def test_5_9_the_new_turn_begins_where_the_marker_is_or_with_france(begins: str) -> None:
    table = new_table(2, turn_begins=begins)
    play_on(table, until="2.1")
    assert table.state.turn == 2
    assert (table.state.marker == 0) is (begins == "france")


def test_2_1_a_later_sheet_of_a_round_adds_to_the_earlier_ones() -> None:
    """With a sheet for each Camp France is asked for its own Impulse, and later for Spain's."""
    table = new_table(2, mail_pace="camp")
    play_on(table, until="1.1.france")
    hand = table.views["france"].hands
    sheets = {
        f"1.1.{nation} france": on_sheet(nation, for_points(hand[nation].known[-1])) for nation in ("france", "spain")
    }
    play_on(table, sheets, until="1.2.france")
    kept = [event.sheet for event in happened(table, SheetKept) if event.seat == "france"][:2]
    assert [tuple(sheet.impulses) for sheet in kept] == [("france",), ("france", "spain")]
