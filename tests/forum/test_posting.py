"""Each text is posted exactly once, whatever breaks off."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from pbem.forum.member import Account, ForumPost, ForumTrouble, forum_of
from pbem.forum.posting import SETTLES, mark, posted
from pbem.settings.forum import ForumSettings
from tests.forum.discourse_site import START, DiscourseSite
from tests.forum.killing import killed_at
from tests.forum.site import Said, Trick, running

KEY = b"a key of the game"


def test_a_mark_is_one_line_that_no_one_else_can_write() -> None:
    assert mark(KEY, "demo", "r3", 1, 2) == "[demo r3 1/2 0166b10140]"
    marks = {
        mark(KEY, "demo", "r3"),
        mark(KEY, "demo", "r4"),
        mark(b"other", "demo", "r3"),
        mark(KEY, "demo", "r3", 2, 2),
    }
    assert len(marks) == 4


class Posting:
    """Posts to the site of a test, with a clock that only waiting moves."""

    def __init__(self, site: DiscourseSite, folder: Path) -> None:
        self.site, self.folder, self.waits = site, folder, list[float]()
        self.now = START
        (folder / "key").write_text("key-of-referee")
        self.settings = ForumSettings("discourse", site.thread, user="referee", password_file="key")

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += timedelta(seconds=seconds)

    def posted(self, text: str, where: str | Account = "", began: datetime | None = None) -> ForumPost:
        said = mark(KEY, "demo", text)
        forum, to = forum_of(self.settings, self.folder), where or self.site.thread
        return posted(forum, to, "Round 3", text, said, began, now=lambda: self.now, sleep=self.sleep)


@pytest.fixture
def site() -> Iterator[DiscourseSite]:
    made = DiscourseSite()
    with running(made):
        yield made


@pytest.fixture
def posting(site: DiscourseSite, tmp_path: Path) -> Posting:
    return Posting(site, tmp_path)


def test_a_text_is_posted_once_with_its_mark(posting: Posting, site: DiscourseSite) -> None:
    first = posting.posted("Report of round 3")
    assert posting.posted("Report of round 3") == first
    assert site.texts() == [f"Report of round 3\n\n{mark(KEY, 'demo', 'Report of round 3')}"]
    assert posting.waits == []


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("where", ["", Account("2", "anna")])
def test_after_an_uncertain_try_it_waits_and_looks(
    posting: Posting, site: DiscourseSite, when: str, where: str | Account
) -> None:
    site.tricks.append(Trick(when))  # type: ignore[arg-type]
    if when == "after":
        posting.posted("Report", where)
    else:
        with pytest.raises(ForumTrouble) as caught:
            posting.posted("Report", where)
        assert caught.value.code == "unknown"
        posting.posted("Report", where, began=START)
    assert posting.waits[0] == SETTLES.total_seconds()
    assert len(site.texts()) == 1


def test_after_a_kill_it_waits_for_what_is_left_of_two_minutes(posting: Posting, site: DiscourseSite) -> None:
    posting.now = START + timedelta(seconds=50)
    posting.posted("Report", began=START)
    posting.posted("Report", began=START)
    posting.posted("Report", began=START + timedelta(days=300))  # a clock that was set back does not hold it up
    assert posting.waits == [70, 0, 120]
    assert len(site.texts()) == 1


def test_a_refusal_is_passed_on_at_once(posting: Posting, site: DiscourseSite) -> None:
    site.tricks.append(Trick(Said(422, b'{"errors": ["Body is too short"]}')))
    with pytest.raises(ForumTrouble, match="too short"):
        posting.posted("Report")
    assert posting.waits == []


def test_the_mark_in_a_post_of_others_counts_for_nothing(posting: Posting, site: DiscourseSite) -> None:
    site.post(7, 3, mark(KEY, "demo", "Report"))
    posting.posted("Report")
    assert len(site.texts()) == 1


@pytest.mark.slow
def test_killed_at_every_instant_each_text_is_there_once(posting: Posting, site: DiscourseSite) -> None:
    kills = there = 0
    for where in ("", Account("2", "anna")):
        for instant in count(1):
            site.begin()
            killed = killed_at(instant, partial(posting.posted, "Report", where))
            kills += killed
            there += len(site.texts()) if killed else 0
            posting.posted("Report", where, began=START)
            assert len(site.texts()) == 1
            if not killed:
                break
    print(f"{kills} kills, after {there} of them the text was there")
    assert kills > 20
    assert 0 < there < kills
