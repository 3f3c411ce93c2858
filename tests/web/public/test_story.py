"""`pbem story`: the public story of a whole game as one document."""

import base64
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.people import changes
from pbem.referee.play import rewind
from pbem.store.posts import NAME, PostBook, PostRecord
from pbem.web.public.story import story_page, story_posts
from tests.forum.world import THREAD, ForumWorld
from tests.toy.game import Clock
from tests.web.public.pages_of import ISLANDS_YAML, KNOWN, begun, played

PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("over") / "isles"
    begun(folder, ISLANDS_YAML)
    return played(folder)


def story(game: Game, *arguments: str | Path) -> Result:
    arguments = ("--game", game.folder, *arguments)
    done = CliRunner().invoke(main, ["story", *map(str, arguments)], obj=Host(rulesets=KNOWN), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


def test_a_page_has_every_report_its_pictures_and_the_end_and_asks_nothing_of_any_server(
    over: Game, tmp_path: Path
) -> None:
    story(over, tmp_path / "story.html")
    page = (tmp_path / "story.html").read_text(encoding="utf-8")
    rounds = [pause.round for pause in over.log.pauses if not pause.to]
    assert len(rounds) > 2
    assert re.findall(r'<section id="r(\d+)">', page) == [f"{number:04d}" for number in rounds]
    pictures = re.findall(r'<img src="data:image/png;base64,([^"]+)" alt="[^"]+"', page)
    assert len(pictures) >= len(rounds)
    assert all(base64.b64decode(one).startswith(PNG) for one in pictures)
    assert "How long it took" in page
    assert set(re.findall(r'(?:src|href)="(?!data:|#)([^"]*)', page)) == set()
    assert "<img" not in story_page(over, drawn=False)


def test_markdown_has_its_pictures_beside_it(over: Game, tmp_path: Path) -> None:
    story(over, tmp_path / "a story.md")
    text = (tmp_path / "a story.md").read_text(encoding="utf-8")
    named = re.findall(r"!\[[^\]]+\]\((.+)\)", text)
    assert named
    assert {tmp_path / one.replace("%20", " ") for one in named} == {*(tmp_path / "a story-pictures").iterdir()}
    assert re.findall(r"^# .*", text) == ["# Islands"]
    assert "pictures" not in story(over, "--format", "markdown").stdout


def test_players_are_named_only_if_asked_for(over: Game) -> None:
    assert "- Ann: a player\n" in story(over, "--format", "text").stdout
    assert "- Ann: Ann [red] Ünsal\n" in story(over, "--names").stdout


def test_addresses_are_never_in_it_and_what_was_undone_is_marked(tmp_path: Path) -> None:
    begun(tmp_path / "isles", ISLANDS_YAML)
    played(tmp_path / "isles", 2)
    with opening.held(tmp_path / "isles", KNOWN) as game:
        rewind(game, game.log.pauses[0].entry, "Mo's mistake, see mo@example.org", Clock())
    game = played(tmp_path / "isles", 1)
    for told in (story_page(game, drawn=False), *story_posts(game, "text")):
        assert "later set back" in told
        assert "Mo's mistake" in told.replace("&#x27;", "'").replace("&#39;", "'")
        assert "@" not in told.replace("@media", "")


def test_in_a_forum_it_has_accounts_who_came_when_and_the_links_of_reports(tmp_path: Path) -> None:
    world = ForumWorld(tmp_path / "game")
    with world.game() as game:
        changes.take(game, "ann", "Dora", "", world.clock, forum="dora_1")
    PostBook(world.folder / NAME).close(PostRecord(9, ("report-0001-thread",), links=(f"{THREAD}&p=7",)))
    (said,) = story_posts(world.look(), "bbcode")
    assert re.search(r"Ann of the Hill: ann_76; from .* 2026, .* on dora_1\n", said)
    assert f"{THREAD}&p=7" in said
    assert said.index("report 1") < said.index(f"{THREAD}&p=7")
    parts = story_posts(world.look(), "bbcode", 600)
    assert len(parts) > 1
    assert all(len(part) <= 600 for part in parts)
