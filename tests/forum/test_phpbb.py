"""phpBB as a member, by pages as it makes them."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import pytest

from pbem.forum.member import Account, ForumTrouble, NoForum, Seen
from pbem.forum.pages import Pages, forum
from pbem.forum.places import BadSelectors, places_of, time_of
from pbem.forum.posting import posted
from pbem.settings.forum import ForumSettings
from pbem.settings.times import Zone
from tests.forum.phpbb_site import START, PhpbbSite
from tests.forum.site import Trick, running

SHEET = "round: 3\nseat: Blue\n\norders:\n  - 1st Corps: [b]move[/b] A4 -> B4 & hold <C1>"
Referee = Callable[..., Pages]


@pytest.fixture
def site() -> Iterator[PhpbbSite]:
    made = PhpbbSite()
    with running(made):
        yield made


@pytest.fixture
def referee(site: PhpbbSite, tmp_path: Path) -> Referee:
    """The member, whose waiting moves the clock of the site and is noted there."""

    def made(**more: Any) -> Pages:
        (tmp_path / "password").write_text(more.pop("password", "secret"))
        values = {"thread": site.thread, "user": "referee", "password_file": "password", **more}
        member = forum(ForumSettings("phpbb", **values), tmp_path)

        def sleep(seconds: float) -> None:
            site.now += int(seconds)

        member._line._sleep, member._line._clock = sleep, lambda: float(site.now)
        return member

    return made


def test_accounts_are_found_by_name(referee: Referee) -> None:
    member = referee()
    assert member.who() == Account("2", "referee")
    assert member.account("ANNA") == Account("54", "anna")
    assert member.account("bert b.") == Account("55", "bert b.")
    assert member.account("nobody") is None


@pytest.mark.parametrize("rfc", [True, False])
def test_what_others_write_is_read_once_with_its_source(site: PhpbbSite, referee: Referee, rfc: bool) -> None:
    site.rfc = rfc
    member = referee()
    _, seen = member.read(Seen())
    site.post(55, SHEET)
    site.post(2, "A report of ours.")
    site.message(54, (2,), f"[quote=Referee]The letter[/quote]\n{SHEET}")
    site.message(54, (55,), "Not for the referee.")

    news, seen = member.read(seen)

    assert [(one.author, one.private, one.text) for one in news] == [
        (Account("55", "bert b."), False, SHEET),
        (Account("54", "anna"), True, f"[quote=Referee]The letter[/quote]\n{SHEET}"),
    ]
    exact = datetime.fromtimestamp(START, UTC)
    assert news[0].at == (exact if rfc else exact.replace(second=0))
    assert news[0].link == f"{site.url}/forum/viewtopic.php?p={news[0].ident}#p{news[0].ident}"
    site.asked.clear()
    assert member.read(seen)[0] == []
    assert len(site.asked) == 2, "the thread and the inbox"


def test_edits_and_removals_are_seen(site: PhpbbSite, referee: Referee) -> None:
    member = referee()
    edited, removed = site.post(55, "orders: none"), site.post(54, "orders: some")
    _, seen = member.read(Seen())
    site.edit(edited, "orders: all")
    del site.posts[removed.ident]
    news, seen = member.read(seen)
    assert [(one.ident, one.text, one.edits, one.gone) for one in news] == [
        (str(edited.ident), "orders: all", 1, False),
        (str(removed.ident), "", 0, True),
    ]
    assert member.read(seen)[0] == []


def test_a_thread_of_many_pages(site: PhpbbSite, referee: Referee) -> None:
    member = referee()
    first = member.reply(site.thread, "First.\n\n[demo first 1]")
    for number in range(33):
        site.post(55, f"Word {number}.")
    last = member.reply(site.thread, "Last.\n\n[demo last 1]")
    news, seen = member.read(Seen())
    assert [one.text for one in news][1:] == [f"Word {number}." for number in range(33)]
    assert member.find("[demo first 1]", site.thread) == first
    site.asked.clear()
    assert member.find("[demo last 1]", site.thread, last.at - timedelta(seconds=1)) == last
    assert len(site.asked) == 2, "the first page, and the last"
    site.now += 100 * 24 * 3600
    for number in range(15):
        site.post(55, f"More {number}.")
    assert [one.text for one in member.read(seen)[0]] == [f"More {number}." for number in range(15)]


def test_texts_are_posted_privately_and_in_public(site: PhpbbSite, referee: Referee) -> None:
    member = referee()
    reply = member.reply(site.thread, "The report: é & <ü>.\n\n[demo r3 abc]")
    letter = member.message(Account("54", "anna"), "Round 3", "Your letter.\n\n[demo r3 def]")
    order = site.message(54, (2,), SHEET)
    answer = member.reply(f"private-{order.ident}", "Received.\n\n[demo r3 ghi]")

    assert site.texts() == [
        "The report: é & <ü>.\n\n[demo r3 abc]",
        "Your letter.\n\n[demo r3 def]",
        "Received.\n\n[demo r3 ghi]",
    ]
    assert site.messages[int(letter.ident)].to == (54,)
    assert site.messages[int(answer.ident)].to == (54,)
    assert member.find("[demo r3 abc]", site.thread) == reply
    member.edit(reply, "The report, corrected.")
    assert site.texts()[0] == "The report, corrected."


def test_a_form_is_not_sent_in_the_second_in_which_it_was_made_and_posts_keep_their_pace(
    site: PhpbbSite, referee: Referee
) -> None:
    member = referee()
    began = site.now
    for number in range(3):
        member.reply(site.thread, f"Report {number}.")
    assert len(site.texts()) == 3
    assert site.now - began >= 30
    site.flood_until = site.now + 40
    member.reply(site.thread, "Report 4.")
    assert len(site.texts()) == 4


def test_what_must_be_approved_counts_as_posted(site: PhpbbSite, referee: Referee) -> None:
    site.approving = True
    assert referee().reply(site.thread, "The report.").ident == ""


def test_a_report_that_is_lost_is_not_taken_for_posted(site: PhpbbSite, referee: Referee) -> None:
    cuts: tuple[Literal["before", "after"], ...] = ("before", "after")
    for when in cuts:
        member = referee()
        member.who()
        site.tricks.append(Trick(when))
        site.now += 60
        text = f"Report, cut {when}."
        if when == "before":
            with pytest.raises(ForumTrouble) as caught:
                posted(member, site.thread, "", text, f"[mark {when}]", None, sleep=lambda _: None)
            assert caught.value.code == "unknown"
        posted(member, site.thread, "", text, f"[mark {when}]", None, sleep=lambda _: None)

    assert [text.partition("\n")[0] for text in site.texts()] == ["Report, cut before.", "Report, cut after."]


def test_refusals(site: PhpbbSite, referee: Referee) -> None:
    member = referee()
    for work, says in (
        (lambda: member.reply(site.thread, "x" * 60_001), "60001 characters"),
        (lambda: member.message(Account("99", "nobody"), "Round 3", "A letter."), "recipient"),
        (lambda: member.reply("private-77", "A letter."), "recipient"),
        (lambda: member.reply("elsewhere", "A letter."), "not a thread"),
        (lambda: member.picture("map.png", b""), "by hand"),
    ):
        with pytest.raises(ForumTrouble, match=says) as caught:
            work()
        assert (caught.value.code, caught.value.for_good) == ("refused", True)
    site.locked = True
    with pytest.raises(ForumTrouble, match="locked"):
        member.reply(site.thread, "A report.")
    site.post(55, "Its source cannot be had, only what is shown.\nTwo lines.")
    assert member.read(Seen())[0][-1].text == "Its source cannot be had, only what is shown.\n\nTwo lines."


def test_a_wrong_password_is_tried_once_and_a_captcha_stops(site: PhpbbSite, referee: Referee) -> None:
    for _ in range(3):
        with pytest.raises(ForumTrouble, match="password") as caught:
            referee(password="wrong").who()
        assert caught.value.code == "login"
    assert site.wrong_logins == 1
    site.wrong_logins = 3
    with pytest.raises(ForumTrouble) as caught:
        referee().who()
    assert caught.value.code == "captcha"
    site.wrong_logins = 0
    assert referee().who().ident == "2"


def test_a_session_that_ends_is_begun_again_once(site: PhpbbSite, referee: Referee) -> None:
    member = referee()
    member.reply(site.thread, "Report 1.")
    site.sessions.clear()
    member.reply(site.thread, "Report 2.")
    assert len(site.texts()) == 2
    assert len([one for one in site.asked if one.method == "POST" and "ucp" in one.path]) == 2
    logins = len([one for one in site.asked if "login" in one.value("mode")])
    referee().reply(site.thread, "Report 3.")
    assert logins == len([one for one in site.asked if "login" in one.value("mode")]), "its cookies were kept"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pots: {item: .post}", "unknown field `pots`"),
        ("post: {item: [1]}", "post.item"),
        ("paging: {links: {pattern: '(x'}}", "not a pattern"),
        ("who: {pattern: 'u=2'}", "no group"),
        ("captcha: 'input['", "CSS selector"),
        ("post: {item: .post", "not YAML"),
    ],
)
def test_a_mistake_in_selectors_of_ones_own_is_told(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "own.yaml").write_text(text)
    with pytest.raises(BadSelectors, match=says):
        places_of(ForumSettings("phpbb", selectors="own.yaml"), tmp_path)


def test_selectors_of_ones_own_replace_only_what_they_name(tmp_path: Path) -> None:
    shipped = places_of(ForumSettings("phpbb"), tmp_path)
    (tmp_path / "own.yaml").write_text("pause: 30\npost: {item: .message}\n")
    own = places_of(ForumSettings("phpbb", selectors="own.yaml"), tmp_path)
    assert (own.pause, own.post.item) == (30, ".message")
    assert own.post.author == shipped.post.author
    with pytest.raises(BadSelectors, match=r"cannot be read: .*none\.yaml"):
        places_of(ForumSettings("phpbb", selectors="none.yaml"), tmp_path)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("2026-03-04T20:00:00+00:00", "20:00"),
        ("2026-03-04T21:00:00+01:00", "20:00"),
        ("1772654400", "20:00"),
        ("Wed Mar 04, 2026 8:00 pm", "20:00"),
        ("March 4, 2026, 8 p.m.", "20:00"),
        ("Mar. 4, 2026, noon", "12:00"),
        ("March 4, 2026, midnight", "00:00"),
        ("Mar 4, 2026, 8:05 p.m.", "20:05"),
        ("yesterday", ""),
        ("", ""),
    ],
)
def test_times_as_forums_show_them(said: str, read: str) -> None:
    found = time_of(said, ("%a %b %d, %Y %I:%M %p", "%b %d, %Y, %I:%M %p"), UTC)
    assert (f"{found:%H:%M}" if found else "") == read


def test_times_are_in_the_zone_that_game_yaml_names(site: PhpbbSite, referee: Referee) -> None:
    site.rfc = False
    member = referee(zone=Zone("Europe/Vienna"))
    assert member.read(Seen())[0][0].at == datetime.fromtimestamp(START, UTC).replace(second=0) - timedelta(hours=1)


def test_an_address_without_a_thread_is_refused(referee: Referee) -> None:
    with pytest.raises(NoForum):
        referee(thread="https://forum.example.org/viewforum.php?f=3")
