"""When a forum's post came: as its heading says, wherever it was put, past a deadline too, and whatever is killed."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.fetch import fetch
from pbem.mail.judges import judge_all
from pbem.referee import opening
from pbem.referee.deadlines.ladder_steps import late_answers
from tests.campaign.ladder.late import DUE, LateGame
from tests.campaign.world import unwrapped
from tests.referee.killer import deaths, tree, turn
from tests.toy.game import RULESETS, START, Clock, drop, opened

REMIND = "{nothing: {deadline: remind, grace: default}, faulty: {deadline: remind, grace: default}}"
SHOWN = "%a %b %d, %Y %I:%M %p"
CID = {"player: Cid,": "player: Cid, forum: pfeil_77,"}
BERLIN = timedelta(hours=1)


@pytest.fixture
def late(tmp_path: Path) -> LateGame:
    """A game past its first deadline, for which Cid alone has sent nothing."""
    world = LateGame(tmp_path / "g", REMIND, swap=CID)
    world.send("ann", "bid: 1")
    world.send("ben", "bid: 1")
    return world


def post(at: datetime, text: str = "bid: 2", by: str = "pfeil_77") -> str:
    return f"Re: Round 1\nPost by {by} » {at + BERLIN:{SHOWN}}\n\n{text}\nTop\n"


def received(folder: Path, seat: str) -> datetime | None:
    """When the last sheet of a seat came that counted."""
    verdicts = opened(folder).inbox.verdicts()
    return next((one.received for one in reversed(verdicts) if (one.seat, one.state) == (seat, "accepted")), None)


def submit(world: LateGame, text: str) -> str:
    with world.game() as game:
        done, _ = judges.submit_sheet(game, "cid", text.encode(), world.clock)
    world.turn()
    return done.answer


def put_in_folder(world: LateGame, text: str) -> str:
    world.hand_in("cid", text)
    return world.mails("cid")[-1]


@pytest.mark.parametrize("way", [submit, put_in_folder])
@pytest.mark.parametrize("turned", [False, True])
def test_a_post_in_time_by_its_heading_counts_as_in_time_though_pasted_later(
    late: LateGame, way: object, turned: bool
) -> None:
    if turned:
        late.at(DUE, minutes=1)
    late.clock.at = DUE + timedelta(hours=2)
    assert callable(way)
    way(late, post(DUE - timedelta(minutes=10)))
    assert received(late.folder, "cid") == DUE - timedelta(minutes=10)
    assert late.asked() == ["1.impulse.ann"], "play continued with it"
    assert late_answers(opened(late.folder), "cid") == 0
    assert ("DeadlineMissed cid" in late.done()) is turned, "the note of that evening stays, and counts for nothing"


@pytest.mark.parametrize("way", [submit, put_in_folder])
def test_a_post_that_was_late_by_its_heading_is_late(late: LateGame, way: object) -> None:
    late.at(DUE, minutes=1)
    late.clock.at = DUE + timedelta(hours=2)
    assert callable(way)
    way(late, post(DUE + timedelta(minutes=10)))
    assert received(late.folder, "cid") == DUE + timedelta(minutes=10)
    assert late.asked() == ["1.impulse.ann"]
    assert late_answers(opened(late.folder), "cid") == 1


def test_files_in_a_folder_are_dated_by_their_headings(tmp_path: Path) -> None:
    late = LateGame(tmp_path / "g", swap=CID)
    now = late.clock.at = DUE - timedelta(hours=2)
    late.hand_in("cid", post(now - timedelta(hours=1)))
    late.clock.wind(minutes=5)
    late.hand_in("cid", post(now - timedelta(hours=3), "bid: 3"))
    assert "it replaces nothing" in unwrapped(late.mails("cid")[-1])
    assert received(late.folder, "cid") == now - timedelta(hours=1)


@pytest.mark.parametrize(
    ("heading", "says", "hours"),
    [
        ("2 hours ago", "counts as of", 2),
        ("03/04/2026, 1:00 pm", "may be one of two days", 0),
        ("Fri Dec 25, 2026 1:00 pm", "still to come", 0),
    ],
)
def test_a_file_is_seen_from_its_own_time(late: LateGame, heading: str, says: str, hours: int) -> None:
    put = late.clock.at = DUE - timedelta(hours=2)
    drop(late.folder, "cid-1.yaml", f"Post by pfeil_77 » {heading}\n\nbid: 2\n".encode(), put)
    late.clock.wind(hours=1)
    with late.game() as game:
        fetch(game)
        (item,) = game.inbox.waiting()
    assert item.arrived == put - timedelta(hours=hours)
    late.clock.wind(hours=1)
    with late.game() as game:
        (done,) = judge_all(game, late.clock)
    assert says in unwrapped(done.answer)


def test_a_yes_for_a_post_counts_as_of_the_post(late: LateGame) -> None:
    late.clock.at = DUE + timedelta(hours=2)
    text = post(DUE - timedelta(minutes=10), "Provisional: will change.\n\nbid: 2")
    with late.game() as game:
        (one,) = judges.submit_page(game, text.encode(), late.clock, yes=True)
    assert one.handled
    assert one.handled.verdict.state == "accepted"
    assert received(late.folder, "cid") == DUE - timedelta(minutes=10)


def paste(folder: Path) -> None:
    """Paste a post of two hours ago, and another one of a seat that says yes for it."""
    clock = Clock(START + timedelta(hours=6))
    page = post(START + timedelta(hours=4)) + post(START, "Provisional: will change.\n\nbid: 1", "Ben")
    with opening.held(folder, RULESETS) as game:
        judge_all(game, clock)
        judges.submit_page(game, page.encode(), clock, yes=True)


@pytest.mark.slow
def test_killed_at_any_write_a_page_loses_nothing_of_its_posts(late: LateGame, tmp_path: Path) -> None:
    """The moderator pastes the page again, or never does: what was kept of it has its time and all that is told."""
    base, wanted = late.folder, tmp_path / "wanted"
    shutil.copytree(base, wanted)
    paste(wanted)
    turn(wanted)
    told = tree(wanted)
    for instant, killed in deaths(base, tmp_path, paste):
        once = shutil.copytree(killed, tmp_path / "once" / base.name)
        paste(killed)
        turn(killed)
        found = tree(killed)
        assert [name for name in told.keys() | found.keys() if told.get(name) != found.get(name)] == [], instant
        turn(once)
        if list(once.glob("inbox/*-cid.yaml")):
            assert received(once, "cid") == START + timedelta(hours=4), instant
        shutil.rmtree(once)


@pytest.mark.slow
def test_killed_at_any_write_a_file_in_the_folder_loses_nothing(late: LateGame, tmp_path: Path) -> None:
    base, wanted = late.folder, tmp_path / "wanted"
    drop(base, "cid-1.yaml", post(START - timedelta(minutes=30)).encode())
    shutil.copytree(base, wanted)
    turn(wanted)
    told = tree(wanted)
    for instant, killed in deaths(base, tmp_path):
        turn(killed)
        found = tree(killed)
        assert [name for name in told.keys() | found.keys() if told.get(name) != found.get(name)] == [], instant
