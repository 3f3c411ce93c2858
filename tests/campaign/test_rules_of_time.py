"""Rules of time at work: play that waits although all sheets are in, and a grace after the deadline."""

from datetime import datetime
from pathlib import Path

import pytest

from pbem.referee.timekeeping.agenda import agenda
from pbem.store.facts.time import DeadlineMoved
from tests.campaign.world import World
from tests.toy.game import GAME_YAML

DUE = "2026-11-25 19:00"
"""Wednesday 20:00 in Berlin, after letters of Saturday 21 November, 9:00 there."""


def world(folder: Path, more: str) -> World:
    return World(folder / "game", text=GAME_YAML.replace("notice: 48 hours", f"notice: 48 hours, {more}"))


def planned(found: World) -> list[tuple[str, str]]:
    with found.game() as game:
        return [(f"{one.at:%Y-%m-%d %H:%M}", one.kind) for one in agenda(game, found.clock())]


@pytest.mark.parametrize(
    ("early", "opens"),
    [("no", DUE), ("not before 18:00", "2026-11-21 17:00"), ("not before 24 hours", "2026-11-22 08:00")],
)
def test_play_waits_although_all_sheets_are_in(tmp_path: Path, early: str, opens: str) -> None:
    found = world(tmp_path, f"early: {early}")
    found.clock.wind(hours=1)
    found.bid("ann", "ben", "cid")
    assert found.turn().played == 0
    assert found.pause.round == 1
    assert (opens, "play") in planned(found)
    found.at(opens)
    found.clock.wind(seconds=-1)
    assert found.turn().played == 0
    found.clock.wind(seconds=1)
    assert found.turn().played > 0
    assert found.pause.round == 2


def test_an_idle_game_wakes_when_play_may_continue(tmp_path: Path) -> None:
    found = world(tmp_path, "early: not before 18:00")
    found.bid("ann", "ben", "cid")
    found.turn()
    for _ in range(2):
        found.clock.wind(minutes=1)
        assert found.turn().idle
    found.at("2026-11-21 17:00")
    assert found.turn().played > 0


def test_nothing_is_planned_while_a_sheet_is_missing(tmp_path: Path) -> None:
    found = world(tmp_path, "early: not before 18:00")
    found.bid("ann", "ben")
    found.turn()
    assert "play" not in [kind for _, kind in planned(found)]
    found.at("2026-11-21 18:00")
    found.bid("cid")
    assert found.turn().played > 0, "its time has come before the last sheet did"


def test_a_deadline_that_is_moved_takes_the_time_to_play_with_it(tmp_path: Path) -> None:
    found = world(tmp_path, "early: no, grace: 12 hours")
    later = datetime.fromisoformat("2026-11-29T19:00:00+00:00")
    with found.game() as game:
        game.note(DeadlineMoved(round=1, to=later, by="moderator"), found.clock())
    found.bid("ann", "ben", "cid")
    found.at(DUE)
    assert found.turn().played == 0
    (question,) = (one for one in found.pause.waits if one.seat == "ann")
    assert f"{found.pause.closes(question)}" == "2026-11-30 07:00:00+00:00"
    found.at("2026-11-29 19:00")
    assert found.turn().played > 0
