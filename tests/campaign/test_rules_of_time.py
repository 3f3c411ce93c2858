"""Rules of time at work: play that waits although all sheets are in, and a grace after the deadline."""

from datetime import datetime
from pathlib import Path

import pytest

from pbem.cli.status import in_a_line
from pbem.referee.deadlines.agenda import agenda
from tests.campaign.world import World, unwrapped
from tests.cli.conftest import Pbem
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


def replies(found: World) -> list[str]:
    """What was replied to each email, in their order."""
    return [unwrapped(path.read_text()) for path in sorted(found.folder.glob("inbox/*.txt"))]


def letter(found: World, seat: str) -> str:
    path = found.folder / "letters" / f"{found.pause.round:04d}" / f"{seat}.txt"
    return unwrapped(path.read_text())


def test_letter_and_replies_say_that_play_waits(tmp_path: Path) -> None:
    found = world(tmp_path, "early: no")
    says = "Play does not continue before the deadline, even if all sheets are in."
    assert says in letter(found, "ann")
    found.bid("ann")
    for seat, text in (("ben", "pass\n"), ("cid", "hold\n"), ("cid", "release\n"), ("cid", "status\n")):
        found.send(seat, text)
        found.turn()
    for reply in replies(found):
        assert says in reply
        assert "as soon as all" not in reply


def test_a_reply_names_the_time_if_it_is_not_the_deadline(tmp_path: Path) -> None:
    found = world(tmp_path, "early: not before 18:00")
    found.bid("ann")
    found.turn()
    found.at("2026-11-21 17:00")
    found.bid("ben")
    found.turn()
    before, after = replies(found)
    assert "Play does not continue before Saturday 21 November 2026, 18:00 (Europe/Berlin), even if all" in before
    assert "Play continues as soon as all sheets are in" in after


def test_letter_and_replies_tell_the_grace(tmp_path: Path) -> None:
    found = world(tmp_path, "grace: 12 hours")
    until = "sheet that comes by Thursday 26 November 2026, 08:00 (Europe/Berlin) still counts in full."
    assert f"20:00 (Europe/Berlin) A {until}" in letter(found, "ann")
    found.bid("ben")
    found.turn()
    found.at("2026-11-25 20:00")
    found.bid("ann")
    found.turn()
    found.at("2026-11-26 07:00")
    found.send("ann", "bid: 2\n")
    found.turn()
    before, during, after = replies(found)
    assert f" A {until}" in before
    assert f"The deadline has passed, but a {until}" in during
    assert "The deadline has passed; a valid sheet still counts until play continues." in after
    assert until not in after


def test_a_deadline_that_is_moved_takes_the_time_to_play_with_it(tmp_path: Path) -> None:
    from pbem.store.facts import DeadlineMoved

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


def test_status_says_that_all_sheets_are_in_and_when_play_continues(tmp_path: Path) -> None:
    found = world(tmp_path, "early: no")
    found.bid("ann", "ben", "cid")
    found.turn()
    pbem = Pbem(found.folder, found.clock)
    says = "All sheets are in. Play continues Wednesday 2026-11-25 20:00 Europe/Berlin, or at once with `pbem play"
    for command in (["status"], ["play"]):
        assert says in unwrapped(pbem(*command).output)
    line = in_a_line(found.folder, found.turn().status)
    assert "waits for no one, play continues Wednesday 2026-11-25 20:00 Europe/Berlin" in line
    assert "Entries played: 0." not in pbem("play", "--anyway").output


def test_in_the_grace_nothing_needs_the_moderator(tmp_path: Path) -> None:
    found = world(tmp_path, "grace: 12 hours")
    found.at("2026-11-25 20:00")
    assert [one.kind for one in found.turn().needs] == []
    pbem = Pbem(found.folder, found.clock)
    told = unwrapped(pbem("status").output)
    assert "it has passed; sheets count in full until Thursday 2026-11-26 08:00 Europe/Berlin." in told
    found.at("2026-11-26 07:00")
    assert {one.kind for one in found.turn().needs} == {"deadline"}
