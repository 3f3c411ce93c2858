"""The public pages of a game: what is on them, and what is not before the end."""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.people import words
from pbem.referee.play import rewind
from pbem.store.facts import ClockStopped
from pbem.store.log import OpenQuestion, Pause
from pbem.web.public.game_pages import public_standing
from pbem.web.public.moments import boards, difference, moments
from tests.toy.game import Clock
from tests.web.public.pages_of import ISLANDS_YAML, KNOWN, TOY_YAML, begun, pages, played

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("running") / "isles"
    begun(folder, ISLANDS_YAML)
    return played(folder, 2)


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("over") / "isles"
    begun(folder, ISLANDS_YAML)
    return played(folder)


class Links(HTMLParser):
    """What a page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value for name, value in attrs if name in ("href", "src") and value}


def test_a_game_that_runs_says_who_is_waited_for_and_until_when(running: Game) -> None:
    page = pages(running)["index.html"].decode()

    assert "The game waits for Ann and Ben." in page
    assert "(Europe/Berlin)" in page
    standing = public_standing(running)
    assert standing.until
    assert standing.until.isoformat() in page


def test_every_moment_has_a_page_that_leads_to_its_neighbours(running: Game) -> None:
    found = pages(running)
    names = [one.name for one in moments(running)]

    assert len(names) == 3
    assert {f"{name}.html" for name in names} < found.keys()
    middle = Links()
    middle.feed(found[f"{names[1]}.html"].decode())
    assert {f"{names[0]}.html", f"{names[2]}.html", "index.html", "../../index.html"} <= middle.found


def test_all_links_within_the_pages_lead_to_files(over: Game) -> None:
    found = pages(over)
    for name, content in found.items():
        if name.endswith(".html"):
            links = Links()
            links.feed(content.decode())
            own = {link for link in links.found if not link.startswith(("../", "#", "http"))}
            assert own <= found.keys(), name


def test_before_the_end_nothing_is_told_that_is_not_public(running: Game) -> None:
    found = pages(running)
    everything = b"\n".join(found.values()).decode()

    assert not [name for name in found if name.startswith("draws")]
    assert "only one seat knew" not in everything
    assert running.keys.chance not in everything
    assert running.secret not in everything
    assert "@example.org" not in everything
    for name in ("Ünsal", "Mo<", "Ben Player"):
        assert name not in everything


def test_after_the_end_everything_is_told(over: Game) -> None:
    found = pages(over)

    assert {"draws.html", "draws.js", "draws.json"} <= found.keys()
    first = next(content for name, content in sorted(found.items()) if name.endswith(".html") and name.startswith("r"))
    assert "What only one seat knew" in first.decode()
    sheets = "".join(content.decode() for name, content in found.items() if name.endswith(".html")).count("<pre>")
    assert sheets >= sum(len(entry.answers) for entry in over.log.entries)
    assert over.keys.chance in found["draws.json"].decode()
    assert "The game is over." in found["index.html"].decode()
    assert "@example.org" not in b"".join(found.values()).decode()


def test_players_are_named_only_if_that_is_wanted(running: Game) -> None:
    assert "Ann [red] Ünsal" in pages(running, names=True)["index.html"].decode()
    assert "Ünsal" not in pages(running)["index.html"].decode()


def test_the_board_of_a_moment_can_be_made_from_the_first(running: Game) -> None:
    first, *_, last = moments(running)
    (base,), (board,) = boards(running, first), boards(running, last)
    parts = difference(base.svg, board.svg)
    old = base.svg.split("<")
    again = "<".join(part if isinstance(part, str) else "<".join(old[part[0] : part[0] + part[1]]) for part in parts)

    assert again == board.svg
    assert base.svg != board.svg
    assert len(str(parts)) < len(board.svg)
    assert difference("", "<a><b>") == [[0, 1], "a>", "b>"]


def test_a_feed_has_an_entry_for_each_report_with_an_id_that_stays(running: Game, over: Game) -> None:
    feed = ET.fromstring(pages(running)["feed.xml"])
    entries = feed.findall(f"{ATOM}entry")

    assert [one.tag for one in feed][:4] == [f"{ATOM}{tag}" for tag in ("id", "title", "updated", "author")]
    assert len(entries) == len(moments(running))
    ids = {text_of(one, "id") for one in entries}
    assert len(ids) == len(entries)
    assert text_of(feed, "id") not in ids
    assert text_of(feed, "updated") == text_of(entries[0], "updated") == "2026-11-29T08:00:00Z"
    assert all(text_of(one, "title") and text_of(one, "content") for one in entries)
    later = ET.fromstring(pages(over)["feed.xml"])
    assert ids < {text_of(one, "id") for one in later.findall(f"{ATOM}entry")}


def test_links_of_a_feed_are_whole_only_if_the_address_is_known(running: Game) -> None:
    plain, whole = (pages(running, address=where)["feed.xml"].decode() for where in ("", "https://example.org/war/"))

    assert "http" not in plain.replace("http://www.w3.org/2005/Atom", "")
    assert "https://example.org/war/g/isles/feed.xml" in whole
    assert all(link.startswith("https://example.org/war/g/isles/") for link in re.findall(r'href="(.*?)"', whole))


def text_of(element: ET.Element, tag: str) -> str:
    found = element.find(f"{ATOM}{tag}")
    assert found is not None
    return found.text or ""


def test_a_game_without_a_report_has_a_page_that_says_so(tmp_path: Path) -> None:
    from pbem.referee.opening import create

    game = create(tmp_path / "game", TOY_YAML, KNOWN, "00" * 32)
    found = pages(game)

    assert found.keys() == {"index.html", "feed.xml"}
    assert "There is no report yet." in found["index.html"].decode()


def test_what_was_set_back_is_marked(tmp_path: Path) -> None:
    begun(tmp_path / "game", ISLANDS_YAML)
    played(tmp_path / "game", 2)
    with opening.held(tmp_path / "game", KNOWN) as game:
        rewind(game, game.log.pauses[0].entry, "Mo's mistake, see mo@example.org", Clock())
    again = played(tmp_path / "game", 0)
    found = pages(again)

    assert [one.undone for one in moments(again)] == [False, True, True, False]
    assert found["index.html"].count(b"(undone)") == 2
    assert b"set back to before this moment" in found["r0002.html"]
    assert b"[address]" in found["r0004.html"]


def test_words_of_the_moderator_to_all_are_told_without_addresses(tmp_path: Path) -> None:
    begun(tmp_path / "game")
    with opening.held(tmp_path / "game", KNOWN) as game:
        words.announce(game, "Write to other@example.org <b>soon</b>.", Clock())
        words.tell(game, "ben", "only-for-ben", Clock())
    found = pages(played(tmp_path / "game", 1))

    assert b"Write to [address] &lt;b&gt;soon&lt;/b&gt;." in found["r0002.html"]
    assert b"only-for-ben" not in b"".join(found.values())


def test_a_question_to_some_seats_alone_is_on_no_page(tmp_path: Path) -> None:
    game = begun(tmp_path / "game")
    before = pages(game)
    with opening.held(tmp_path / "game", KNOWN) as held:
        question = OpenQuestion(key="secret-key", seat="cid", asked=0)
        held.stop(Pause(round=2, entry=len(held.log.entries), waits=(question,), to=("cid",)), Clock()())
    found = pages(opening.look(tmp_path / "game", KNOWN))

    assert found.keys() == before.keys()
    assert [name for name in found if found[name] != before[name]] == ["index.html"]
    page = found["index.html"].decode()
    assert "asks some seats alone" in page
    assert "secret-key" not in page
    assert "waits for" not in page


def test_a_stopped_clock_is_told(tmp_path: Path) -> None:
    begun(tmp_path / "game")
    with opening.held(tmp_path / "game", KNOWN) as game:
        game.note(ClockStopped(by="moderator", reason="holidays"), Clock()())
    page = pages(opening.look(tmp_path / "game", KNOWN))["index.html"].decode()

    assert "The clock is stopped" in page
    assert "Until" not in page


def test_no_page_loads_the_board_of_another_moment_before_it_is_asked_for(over: Game) -> None:
    found = pages(over)
    assert b"base.js" not in b"".join(content for name, content in found.items() if name.endswith(".html"))
    assert "base.js" in found
