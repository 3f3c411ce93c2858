"""A forum of pages alone, read and written as a browser does: a real one."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import pytest
from PIL import Image

from pbem.forum.member import Account, ForumTrouble, Seen
from pbem.forum.pages import Pages, forum
from pbem.forum.posting import posted
from pbem.settings.forum import ForumSettings
from tests.forum.killing import killed_at
from tests.forum.spirit import Spirit, running
from tests.long import tries

pytestmark = pytest.mark.slow
SHEET = """round: 3
seat: Blue

orders:
  - 1st Corps: move A4 -> B4, *forced*
  - 2nd Corps: hold; if attacked <retreat> to C1 & dig in

> this line was quoted by the player"""
Member = Callable[..., Pages]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spirit]:
    with running(tmp_path_factory.mktemp("spirit")) as made:
        yield made


@pytest.fixture
def member(site: Spirit, tmp_path: Path) -> Member:
    def made(name: str, secret: str = "") -> Pages:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        (folder / "password").write_text(secret or f"{name}-secret")
        made = forum(ForumSettings("spirit", site.thread, user=name, password_file="password"), folder)
        made._line._sleep = lambda _: None  # its own limits do not hold here
        return made

    return made


def test_a_campaign_in_a_real_forum(site: Spirit, member: Member) -> None:
    anna, bert, referee = member("anna"), member("bert"), member("referee")
    assert referee.who() == Account(str(site.users["referee"]), "referee")
    _, seen = referee.read(Seen())

    order = anna.message(Account("", "referee"), "Orders of Blue", f"{SHEET}\n\n[mark of anna]")
    bert.reply(site.thread, "I attack at dawn.\n\n```\nseat: Red\norders: none\n```")
    ours = referee.reply(site.thread, "Report of round 3.\n\n[demo r3 abc]")
    news, seen = referee.read(seen)

    assert [(one.author.name, one.private) for one in news] == [("bert", False), ("anna", True)]
    assert news[1].text == f"{SHEET}\n\n[mark of anna]"
    assert news[1].thread == order.thread
    assert news[1].author.ident == str(site.users["anna"])
    assert abs(news[0].at - datetime.now(UTC)) < timedelta(minutes=2)
    assert referee.read(seen)[0] == []
    assert referee.account("Anna") == Account(str(site.users["anna"]), "anna")
    assert referee.account("nobody") is None

    anna.edit(order, SHEET.replace("hold", "attack D1"))
    changed, seen = referee.read(seen)
    assert [(one.ident, one.edits, one.text) for one in changed] == [
        (news[1].ident, 1, SHEET.replace("hold", "attack D1"))
    ]
    answer = referee.reply(order.thread, "Received.\n\n[demo r3 def]")
    assert answer.private
    assert anna.read(Seen())[0][-1].text == "Received.\n\n[demo r3 def]"
    assert referee.find("[demo r3 abc]", site.thread) == ours
    found = referee.find("[demo r3 def]", Account("", "anna"), datetime.now(UTC) - timedelta(days=1))
    assert found is not None
    assert found.ident == answer.ident
    assert referee.find("[mark of anna]", Account("", "anna")) is None


def test_a_removed_post_is_gone(site: Spirit, member: Member) -> None:
    bert, referee, admin = member("bert"), member("referee"), member("admin")
    made = bert.reply(site.thread, "A word too much.")
    _, seen = referee.read(Seen())
    page = admin._page(f"comment/{made.ident}/delete/")
    token = page.tree.css_first("input[name=csrfmiddlewaretoken]")
    assert token is not None
    where = f"comment/{made.ident}/delete/"
    admin._line.post(where, data={"csrfmiddlewaretoken": token.attributes["value"]}, headers={"Referer": page.url})
    news, seen = referee.read(seen)
    assert [(one.ident, one.gone, one.text) for one in news] == [(made.ident, True, "")]
    assert referee.read(seen)[0] == []


def test_threads_of_many_pages_are_read_from_the_end(site: Spirit, member: Member) -> None:
    bert, referee = member("bert"), member("referee")
    first = referee.reply(site.thread, "The first.\n\n[demo first]")
    for number in range(45):
        bert.reply(site.thread, f"Word {number} of many.")
    last = referee.reply(site.thread, "The last.\n\n[demo last]")
    news, _ = referee.read(Seen())
    assert [one.text for one in news if "of many" in one.text] == [f"Word {number} of many." for number in range(45)]
    assert referee.find("[demo first]", site.thread) == first
    assert referee.find("[demo last]", site.thread) == last


def test_a_picture_is_shown(site: Spirit, member: Member) -> None:
    png = BytesIO()
    Image.new("RGB", (40, 30), "teal").save(png, "PNG")
    markup = member("referee").picture("map.png", png.getvalue())
    path = markup.partition("(")[2].rstrip(")")
    assert markup.startswith("![map.png](")
    with urlopen(site.url + path) as shown:
        assert shown.headers["Content-Type"] == "image/png"


def test_what_it_refuses_is_told(site: Spirit, member: Member) -> None:
    referee = member("referee")
    refused: tuple[Callable[[], object], ...] = (
        lambda: referee.reply(site.thread, "x" * 3001),
        lambda: referee.message(Account("", "nobody"), "A title", "A letter."),
        lambda: referee.reply("private-9999", "A letter."),
    )
    for work in refused:
        with pytest.raises(ForumTrouble) as caught:
            work()
        assert (caught.value.code, caught.value.for_good) == ("refused", True)


def test_the_session_is_kept_and_begun_again(site: Spirit, member: Member, tmp_path: Path) -> None:
    member("referee").who()
    asked = member("referee")
    (tmp_path / "referee" / "password").write_text("no longer needed")
    assert asked.who().ident == str(site.users["referee"])
    asked._line.cookies.clear()
    assert asked.reply(site.thread, "After the session had ended.").ident


def test_a_wrong_password_is_tried_once(member: Member, tmp_path: Path) -> None:
    for says in ("correct", "delete"):
        with pytest.raises(ForumTrouble, match=says) as caught:
            member("bert", "wrong").who()
        assert caught.value.code == "login"
    assert member("bert").who().name == "bert"


def test_under_kills_each_text_is_there_once(site: Spirit, member: Member) -> None:
    referee, kills = member("referee"), 0
    referee.who()
    for number, instant in enumerate(tries((9, 12, 15, 18), range(1, 40))):
        mark, where = f"[kill {number}]", site.thread if number % 2 else Account("", "anna")
        kills += killed_at(instant, partial(_once, member("referee"), where, mark))
        _once(referee, where, mark)
        there = [one for one in referee._backwards("1") if mark in one.post.text]
        private = [
            one
            for thread, _ in referee._listed(referee._places.lists.sent)
            for one in referee._backwards(thread)
            if mark in one.post.text
        ]
        assert len(there + private) == 1
    print(f"{kills} kills")
    assert kills > 2


def _once(referee: Pages, where: str | Account, mark: str) -> None:
    posted(referee, where, "Kill", "A text.", mark, datetime.now(UTC), sleep=lambda _: None)


def test_its_own_pace_is_kept(tmp_path: Path) -> None:
    """It takes 1 post in 10 seconds, and says how long to wait."""
    waits: list[float] = []
    (tmp_path / "password").write_text("referee-secret")
    with running(tmp_path / "site", pace=True) as site:
        settings = ForumSettings("spirit", site.thread, user="referee", password_file="password")
        referee = forum(settings, tmp_path)
        referee._line._sleep = waits.append
        referee._line._pause, referee._line._patience = 0, 12
        for number in range(9):
            with suppress(ForumTrouble):  # as no one waits it may have been asked in vain until our patience ended
                referee.reply(site.thread, f"Text {number}.")
            if 11 in waits:
                break
        assert set(waits) <= {0, 11}
        assert 11 in waits
