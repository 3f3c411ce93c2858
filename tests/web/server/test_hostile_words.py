"""Whatever people write, in names, sheets and emails, is words on every page of the desk, and nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.campaign.moderator.world import ModeratedWorld
from tests.toy.game import GAME_YAML, drop, mail
from tests.web.moderator.visiting import CLOCKED, Visitor, cookie_of, link_of
from tests.web.seats import ADDRESS, Player, come_in
from tests.web.serving import Desk, serving

pytestmark = pytest.mark.slow
EVIL = "</script></textarea></title><img src=x onerror=alert(1)><a href=javascript:alert(2)>quokka</a>{{7*7}}"
SIGNS = "".join(map(chr, range(0xFDD0, 0xFDF0)))
TURNS = "\u202e\u2066"
"""Controls that turn the direction of what comes after them."""
YAML = EVIL.replace('"', "")


class Place:
    """A game in which everyone writes such things, and its desk."""

    def __init__(self, folder: Path, desk: Desk) -> None:
        self.folder, self.desk = folder, desk

    def player(self, seat: str) -> Player:
        letters = sorted((self.folder / "letters").glob(f"*/{seat}.txt"))
        link = re.search(rf"{re.escape(ADDRESS)}(/l/\S+)", letters[-1].read_text("utf-8"))
        assert link
        return come_in(self.desk, link[1])

    def moderator(self) -> Visitor:
        return Visitor(self.desk, cookie_of(self.desk, link_of(self.folder.parent)))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    games = tmp_path_factory.mktemp("games")
    text = GAME_YAML.replace("player: Ben", f'player: "Ben {YAML}"').replace(
        "player: Cid", f'player: "Cid {SIGNS}\\u202e\\u2066"'
    )
    text = text.replace("game: toy-1\n", f'game: toy-1\ntitle: "Toy {YAML}"\ndesk: {ADDRESS}\n')
    world = ModeratedWorld(games / "toy-1", text=text)
    world.stranger(f"Hello {EVIL} {TURNS}", f"May I {EVIL} {SIGNS} {TURNS} join?\n")
    raw = mail("eve@elsewhere.example", "hi", f"{EVIL}\n")
    name = f'"{YAML}" <eve@elsewhere.example>'.encode()
    drop(world.folder, "0900-eve.eml", raw.replace(b"eve@elsewhere.example", name, 1), world.clock())
    world.send("ben", f"Dear Mo, {EVIL} {SIGNS} {TURNS}\n")
    world.turn()
    with pytest.MonkeyPatch.context() as patch:
        clock = games / "clock.txt"
        clock.write_text(world.clock().isoformat())
        patch.setenv("PBEM_TEST_CLOCK", str(clock))
        with serving(games, module=CLOCKED) as desk:
            yield Place(world.folder, desk)


def checked(page: str) -> LexborHTMLParser:
    """A page in which nothing is there but what the desk has put there."""
    tree = LexborHTMLParser(page)
    for script in tree.css("script"):
        assert (script.attributes.get("src") or "").startswith(("/assets/", "../../assets/", "moments.js", "base.js"))
        assert not script.text().strip()
    for node in tree.css("*"):
        assert not [name for name in node.attributes if name.startswith("on")], node.html
        assert "javascript:" not in (node.attributes.get("href") or ""), node.html
        assert node.tag not in ("iframe", "object", "embed", "base", "style"), node.html
        assert not (node.tag == "img" and node.attributes.get("src") == "x"), node.html
    assert "49" not in "".join(re.findall(r"quokka.{0,20}", page))
    return tree


@pytest.mark.parametrize("action", ["check", "try", "send", "subject", "choose", "better"])
@pytest.mark.parametrize(
    "text",
    [
        f"# {EVIL}\nbid: 1\n",
        f"bid: {EVIL}\n",
        f'"{EVIL}": 1\nbid: 2\n',
        f"bid: 1 {SIGNS}\n{SIGNS}: {EVIL}\n",
        f"> {EVIL}\n",
        f"bid: 1\n\n{EVIL} dear all,\n{EVIL}\n",
    ],
    ids=range(6),
)
def test_what_a_sheet_says_is_words_on_the_page_of_its_seat(place: Place, action: str, text: str) -> None:
    ann = place.player("ann")
    fields = {**ann.fields(), "text": text, "anyway": "yes", "about": EVIL, "ask": "yes", "select": EVIL}
    fields |= {
        "choice": f"{EVIL}|x",
        "subject": EVIL,
        "opened": EVIL,
        "stage": EVIL if action == "subject" else fields["stage"],
    }
    for headers in ({}, {"HX-Request": "true"}):
        got = ann.act(action, fields, **headers)
        assert got.status == 200
        checked(got.text)
    checked(ann.page().text)


def test_what_people_are_called_and_write_is_words_everywhere(place: Place) -> None:
    mo, seen = place.moderator(), ""
    pages = ["/m", "/m/toy-1", *(f"/m/toy-1/mail/{number}" for number in range(1, 9))]
    offers = re.findall(r'href="(/m/toy-1/ask[^"]*)"', mo.get("/m/toy-1").text + mo.get("/m").text)
    pages += [offer.replace("&amp;", "&") for offer in offers]
    for path in pages:
        got = mo.get(path)
        assert got.status in (200, 404), path
        seen += checked(got.text).text() if got.status == 200 else ""
    asked = mo.ask("toy-1", "announce", text=f"Dear all, {EVIL} {SIGNS}")
    checked(asked.text)
    seen += checked(mo.get(mo.do(asked).headers["location"]).text).text()
    assert seen.count("quokka") > 5
    of_players = "".join(checked(place.player(seat).page().text).text() for seat in ("ann", "ben", "cid"))
    for path in ("/", "/g/toy-1/", "/g/toy-1/feed.xml"):
        got = place.desk.ask(path)
        assert got.status == 200
        of_players += checked(got.text).text()
    assert "quokka" in of_players
    assert not set(TURNS).intersection(seen + of_players)
