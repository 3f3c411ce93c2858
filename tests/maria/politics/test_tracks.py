"""The political tracks (17): where markers stop, and what the boxes do."""

import msgspec
import pytest

from pbem.engine.event import Event
from pbem.engine.play import play, policies
from pbem.engine.table import Table
from pbem_maria import unions
from pbem_maria.chapters.cards import income
from pbem_maria.chapters.politics import TrackMoved
from pbem_maria.fixture.position import GivenPosition
from pbem_maria.invariants import broken
from pbem_maria.position import state as position_state
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence import tracks
from pbem_maria.sequence.tracks import ReturnExpedition, SendExpedition
from pbem_maria.settings import Options
from tests.maria.advanced import laid

FRANCE, AUSTRIA = "france", "austria"


def shifted(table: Table, **steps: int) -> list[Event]:
    """The events of moving markers by *steps*."""
    tracks.shift(table, steps)
    return list(table.close("shift", {}).events)


@pytest.mark.parametrize(
    ("track", "start", "by", "end"),
    [
        ("italy", 4, 1, 5),
        ("italy", 4, -3, 1),
        ("italy", 4, -9, 1),
        ("italy", 6, 2, 7),
        ("russia", 3, 0, 3),
        ("russia", 5, 1, 5),
        ("saxony", 2, -4, 1),
        ("saxony", 2, 9, 6),
    ],
)
def test_17_a_marker_never_leaves_its_track(track: str, start: int, by: int, end: int) -> None:
    table = laid(tracks={track: start})
    moves = [event for event in shifted(table, **{track: by}) if isinstance(event, TrackMoved)]
    assert table.state.tracks[track] == end
    assert moves == ([TrackMoved(track=track, start=start, end=end)] if start != end else [])


@pytest.mark.parametrize(("returns", "start", "end"), [("yes", 6, 2), ("no", 6, 5), ("no", 4, 4), ("no", 3, 1)])
def test_19_3_saxony_is_pushed_back_only_if_the_game_allows_it(returns: str, start: int, end: int) -> None:
    table = laid(tracks={"saxony": start}, options=Options(saxony_returns=returns))  # type: ignore[arg-type]
    assert tracks.landing(table.state, "saxony", -4) == end


def test_17_other_tracks_stay() -> None:
    table = laid()
    shifted(table, italy=-1, russia=1)
    assert dict(table.state.tracks) == {"italy": 3, "russia": 4, "saxony": 2}


@pytest.mark.parametrize("former", [None, FRANCE, AUSTRIA])
@pytest.mark.parametrize("start", range(1, 8))
@pytest.mark.parametrize("end", range(1, 8))
def test_17_italys_victory_marker_stays_until_its_marker_is_back_on_the_star(
    former: str | None, start: int, end: int
) -> None:
    table = laid(tracks={"italy": start}, boxes={"italy": former} if former else {})
    before = dict(table.state.pools)
    shifted(table, italy=end - start)
    over_star = start != end and 4 in range(min(start, end), max(start, end) + 1)
    kept = None if over_star else former
    expected = {1: FRANCE, 2: FRANCE, 6: AUSTRIA, 7: AUSTRIA}.get(end, kept) if start != end else former
    assert table.state.boxes.get("italy") == expected
    for power in (FRANCE, AUSTRIA):
        assert table.state.pools[power] == before[power] + (former == power) - (expected == power)


@pytest.mark.parametrize(
    ("boxes", "power", "cards"),
    [
        ({}, "austria", 5),
        ({"italy": 3}, "austria", 4),
        ({"italy": 3, "russia": 4}, "austria", 5),
        ({"russia": 5}, "austria", 6),
        ({"italy": 5}, "france", 3),
        ({"italy": 5}, "bavaria", 2),
        ({"russia": 1, "saxony": 1}, "prussia", 5),
        ({"russia": 5, "saxony": 6}, "prussia", 1),
        ({"russia": 5, "saxony": 6}, "pragmatic", 3),
    ],
)
def test_17_icons_change_the_income(boxes: dict[str, int], power: str, cards: int) -> None:
    assert income(laid(tracks=boxes).state, power) == cards


def test_8_the_introductory_game_has_no_icons() -> None:
    state = MARIA.start(GivenPosition().settings())
    assert position_state.income(state, "austria") == 0
    assert position_state.expeditions(state) == frozenset()


@pytest.mark.parametrize(
    ("start", "end", "returns", "sends"),
    [
        (3, 1, ["prussia"], ["pragmatic"]),
        (1, 5, ["pragmatic"], ["prussia"]),
        (3, 2, ["prussia"], []),
        (2, 3, [], ["prussia"]),
        (3, 5, [], []),
        (1, 2, ["pragmatic"], []),
    ],
)
def test_17_a_corps_comes_and_goes_with_its_icon(start: int, end: int, returns: list[str], sends: list[str]) -> None:
    table = laid(tracks={"russia": start})
    shifted(table, russia=end - start)
    expected = [*(ReturnExpedition(power=p) for p in returns), *(SendExpedition(power=p) for p in sends)]
    assert list(reversed(table.state.flow)) == expected


def test_17_two_tracks_move_at_once() -> None:
    """France's corps begins as Prussia's ends; the one that returns does so first."""
    table = laid(tracks={"italy": 6}, off_map={"dessauer": 6}, pieces={"moritz": ("verdun", 5)})
    shifted(table, italy=1, russia=-1)
    play(table, [policies(MARIA.policies)])
    state: State = table.state
    assert state.at == {"dessauer": "landsberg-an-der-warthe"}
    assert state.off_map == {"moritz": "provence"}
    assert state.flow == ()
    assert not list(broken(state))


def test_17_what_is_entered_can_be_read_back_from_the_log() -> None:
    table = laid(tracks={"russia": 3}, off_map={"dessauer": 6})
    for event in shifted(table, russia=-2):
        assert msgspec.json.decode(msgspec.json.encode(event), type=unions.MariaEvents) == event
