"""A Discourse forum as a member, over a real socket."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.forum.connection import Connection
from pbem.forum.discourse import Discourse
from pbem.forum.member import Account, Forum, ForumTrouble, NoForum, Seen, forum_of
from pbem.settings.forum import ForumSettings
from tests.forum.discourse_site import START, DiscourseSite
from tests.forum.site import Said, Trick, data, running

SHEET = "round: 3\nseat: Blue\n\norders:\n  - 1st Corps: move A4 -> B4, *forced*\n> quoted\n"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def site() -> Iterator[DiscourseSite]:
    made = DiscourseSite()
    with running(made):
        yield made


def settings(site: DiscourseSite, folder: Path, **more: str) -> ForumSettings:
    (folder / "key").write_text(more.pop("key", "key-of-referee") + "\n")
    values = {"thread": site.thread, "user": "referee", **more}
    return ForumSettings("discourse", **values, password_file="key")  # type: ignore[arg-type]


@pytest.fixture
def forum(site: DiscourseSite, tmp_path: Path) -> Forum:
    return forum_of(settings(site, tmp_path), tmp_path)


def impatient(site: DiscourseSite, folder: Path) -> tuple[Discourse, list[float]]:
    """A member whose waits are noted, not waited."""
    waits: list[float] = []
    wanted = settings(site, folder)
    return Discourse(wanted, Connection(wanted, folder, "", 5, clock=lambda: 0.0, sleep=waits.append), "7"), waits


def test_accounts_have_the_numbers_of_the_forum(forum: Forum, site: DiscourseSite) -> None:
    assert forum.who() == Account("1", "Referee")
    assert forum.account("ANNA") == Account("2", "anna")
    assert forum.account("no one/..") is None
    site.users[2] = "anna_the_great"
    assert forum.account("anna_the_great") == Account("2", "anna_the_great")


def test_what_others_post_is_read_once_with_its_source(forum: Forum, site: DiscourseSite) -> None:
    _, seen = forum.read(Seen())
    secret = site.message(2, {1}, SHEET)
    site.post(7, 3, "I attack at dawn.")
    site.message(2, {3}, "Not for the referee.")
    site.post(7, 1, "A report of ours.")

    news, seen = forum.read(seen)

    assert [(one.author.name, one.private, one.text) for one in news] == [
        ("bert", False, "I attack at dawn."),
        ("anna", True, SHEET),
    ]
    assert news[1].at == START
    assert news[1].ident == str(secret.ident)
    assert news[1].link == f"{site.url}/t/8/1"
    assert forum.read(seen)[0] == []


def test_edits_are_seen_by_their_text_and_removals_by_what_is_left(forum: Forum, site: DiscourseSite) -> None:
    quick, slow, removed = (site.post(7, 3, f"orders: {name}") for name in ("quick", "slow", "removed"))
    _, seen = forum.read(Seen())
    site.now = START + timedelta(minutes=2)
    site.edit(quick, "orders: changed")
    site.now = START + timedelta(hours=2)
    site.edit(slow, "orders: changed later")
    removed.gone = True

    news, seen = forum.read(seen)

    assert [(one.text, one.edits, one.edited_at, one.gone) for one in news] == [
        ("orders: changed", 0, START + timedelta(minutes=2), False),
        ("orders: changed later", 1, START + timedelta(hours=2), False),
        ("", 0, None, True),
    ]
    assert news[2].ident == str(removed.ident)
    assert forum.read(seen)[0] == []


def test_an_edit_in_a_private_thread_is_seen_though_its_line_in_the_list_is_the_same(
    forum: Forum, site: DiscourseSite
) -> None:
    secret = site.message(2, {1}, SHEET)
    _, seen = forum.read(Seen())
    secret.raw = SHEET.replace("B4", "C4")
    assert [one.text for one in forum.read(seen)[0]] == [SHEET.replace("B4", "C4")]


def test_what_is_old_is_not_read_again(forum: Forum, site: DiscourseSite) -> None:
    site.now = site.topics[7].posts[0].at = START - timedelta(days=400)
    for topic in range(40):
        site.message(2, {1}, f"An old letter, number {topic}.")
    for number in range(50):
        site.post(7, 3, f"An old post, number {number}.")
    news, seen = forum.read(Seen())
    assert len(news) == 91
    site.asked.clear()
    site.topics[7].bumped = site.now = START
    site.post(7, 3, "A new post.")
    site.topics[7].posts[3].gone = True
    news, seen = forum.read(seen)
    assert [one.text for one in news] == ["A new post.", ""]
    assert len(site.asked) == 4


def test_texts_are_posted_and_found_again(forum: Forum, site: DiscourseSite) -> None:
    reply = forum.reply(site.thread, "The report.\n\n[demo r3 abc]")
    letter = forum.message(Account("2", "anna"), "Round 3", "Your letter.\n\n[demo r3 def]")
    answer = forum.reply(letter.thread, "An afterthought.\n\n[demo r4 abc]")
    site.post(7, 3, "[demo r9 forged]")

    assert (reply.private, letter.private, answer.thread) == (False, True, letter.thread)
    assert forum.find("[demo r3 abc]", site.thread) == reply
    assert forum.find("[demo r3 def]", Account("2", "anna"), START - timedelta(days=1)) == letter
    assert forum.find("[demo r4 abc]", letter.thread) == answer
    assert forum.find("[demo r9 forged]", site.thread) is None
    assert forum.find("[demo r3 def]", Account("2", "anna"), START + timedelta(days=1)) is None
    forum.edit(reply, "The report, corrected.")
    assert "The report, corrected." in site.texts()


def test_what_waits_for_approval_counts_as_posted(forum: Forum, site: DiscourseSite) -> None:
    site.approving = True
    assert forum.reply(site.thread, "The report. [mark]").ident == ""
    assert forum.find("[mark]", site.thread) is not None
    assert forum.find("[other]", site.thread) is None


def test_a_picture_is_uploaded(forum: Forum, site: DiscourseSite) -> None:
    assert forum.picture("map.png", PNG) == "![map.png](upload://picture1.png)"
    assert PNG in site.uploads[0]


def test_a_forum_that_wants_fewer_requests_is_obeyed(site: DiscourseSite, tmp_path: Path) -> None:
    forum, waits = impatient(site, tmp_path)
    slow = data({"errors": ["slow down"], "extras": {"wait_seconds": 20}}, 429, Retry_After="12")
    site.tricks += [Trick(slow)] * 2
    forum.reply(site.thread, "The first report.")
    forum.reply(site.thread, "The second report.")
    assert waits == [20, 20, 5]
    assert len(site.texts()) == 2

    site.tricks.append(Trick(Said(429, b"", {"Retry-After": "3600"})))
    with pytest.raises(ForumTrouble) as caught:
        forum.reply(site.thread, "The third report.")
    assert (caught.value.code, caught.value.later) == ("busy", 3600)


@pytest.mark.parametrize(
    ("thread", "text", "says", "for_good"),
    [
        ("7", "x", "too short", True),
        ("7", "x" * 32_001, "limited to 32000", True),
        ("8", "A letter of others", "not permitted", True),
        ("99", "To a thread that is not there", "not permitted", True),
    ],
)
def test_what_the_forum_refuses_is_told_in_its_words(
    forum: Forum, site: DiscourseSite, thread: str, text: str, says: str, for_good: bool
) -> None:
    site.message(2, {3}, "Not for the referee.")
    with pytest.raises(ForumTrouble, match=says) as caught:
        forum.reply(thread, text)
    assert (caught.value.code, caught.value.for_good) == ("refused", for_good)


def test_too_many_replies_in_a_row_wait_for_others(forum: Forum, site: DiscourseSite) -> None:
    for _ in range(3):
        site.post(7, 1, "A report.")
    with pytest.raises(ForumTrouble, match="consecutive") as caught:
        forum.reply(site.thread, "One more report.")
    assert (caught.value.code, caught.value.for_good, caught.value.later) == ("refused", False, 3600)


def test_an_unknown_member_is_no_one_to_write_to(forum: Forum) -> None:
    with pytest.raises(ForumTrouble, match="valid user") as caught:
        forum.message(Account("9", "nobody"), "Round 3", "A letter.")
    assert caught.value.for_good


def test_a_wrong_key_stops_everything(site: DiscourseSite, tmp_path: Path) -> None:
    forum = forum_of(settings(site, tmp_path, key="wrong"), tmp_path)
    for work in (forum.who, lambda: forum.read(Seen()), lambda: forum.reply("7", "A report.")):
        with pytest.raises(ForumTrouble) as caught:
            work()
        assert caught.value.code == "login"


def test_a_missing_key_is_told(site: DiscourseSite, tmp_path: Path) -> None:
    wanted = settings(site, tmp_path)
    (tmp_path / "key").unlink()
    with pytest.raises(ForumTrouble, match="missing") as caught:
        forum_of(wanted, tmp_path)
    assert caught.value.code == "login"


@pytest.mark.parametrize(
    ("trick", "code"),
    [
        (Trick("before"), "unknown"),
        (Trick("after"), "unknown"),
        (Trick(Said(502, b"Bad gateway")), "unknown"),
        (Trick(Said(200, b"<html>maintenance</html>")), "odd"),
        (Trick(Said(302, b"", {"Location": "https://elsewhere.example/"})), "odd"),
        (Trick(Said(302, b"", {"Location": "http://127.0.0.1:1@elsewhere.example/"})), "odd"),
        (Trick("before", "GET"), "away"),
        (Trick(Said(503), "GET"), "away"),
        (Trick(Said(200, b"[]"), "GET"), "odd"),
        (Trick(Said(200, b"x" * 4_000_001), "GET"), "away"),
        (Trick(Said(200, b"", {"Content-Encoding": "gzip"}), "GET"), "away"),
        (Trick(Said(200, b"", {"Location": "/"}), "GET"), "odd"),
    ],
)
def test_what_a_broken_line_or_an_odd_answer_means(forum: Forum, site: DiscourseSite, trick: Trick, code: str) -> None:
    if trick.method == "POST":
        forum.who()
    site.tricks.append(trick)
    with pytest.raises(ForumTrouble) as caught:
        forum.reply(site.thread, "A report.") if trick.method == "POST" else forum.who()
    assert caught.value.code == code


def test_no_one_is_there(site: DiscourseSite, tmp_path: Path) -> None:
    wanted = settings(site, tmp_path, thread="http://127.0.0.1:9/t/a-game/7")
    with pytest.raises(ForumTrouble) as caught:
        forum_of(wanted, tmp_path).reply("7", "A report.")
    assert caught.value.code == "away"


@pytest.mark.parametrize(
    ("path", "topic", "root"),
    [
        ("/t/a-game/42", "42", "/"),
        ("/t/a-game/42/7", "42", "/"),
        ("/t/42/7", "42", "/"),
        ("/forum/t/a-game/42/", "42", "/forum/"),
        ("/c/games/5", "", ""),
    ],
)
def test_the_topic_is_in_the_address_of_its_thread(
    path: str, topic: str, root: str, tmp_path: Path, site: DiscourseSite
) -> None:
    wanted = settings(site, tmp_path, thread=f"https://forum.example.org{path}")
    if not topic:
        with pytest.raises(NoForum):
            forum_of(wanted, tmp_path)
        return
    forum = forum_of(wanted, tmp_path)
    assert isinstance(forum, Discourse)
    assert (forum._public, forum._line.root) == (topic, root)
