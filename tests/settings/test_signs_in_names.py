"""What steers a screen, or is not seen, is shown as such in every name that comes from outside."""

from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.game import now
from pbem.referee.people import changes, words
from pbem.report.plain import visible
from tests.toy.game import GAME_YAML, RULESETS
from tests.web.seats import begun, come_in, link_in
from tests.web.serving import serving

HOSTILE = "Zo\u202e\u200b\u00ad\x1bë"
SHOWN = "Zo[U+202E][U+200B][U+00AD][U+001B]ë"
WRITTEN = '"Zo\\u202e\\u200b\\u00ad\\x1bë"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    text = GAME_YAML.replace("player: Ben", f"player: {WRITTEN}").replace("name: Mo", f"name: {WRITTEN}")
    return begun(tmp_path / "toy-1", now, f"{text}title: {WRITTEN}\nwatchers: true\n")


def test_a_name_without_such_signs_is_as_it_was() -> None:
    assert visible("Zoë d'Ünsal 王") == "Zoë d'Ünsal 王"
    assert visible(HOSTILE) == SHOWN


def test_names_in_the_settings_show_them(folder: Path) -> None:
    settings = opening.look(folder, RULESETS).settings
    assert (settings.title, settings.moderator.name, settings.seats["ben"].player) == (SHOWN, SHOWN, SHOWN)
    assert all("\u202e" not in path.read_text(encoding="utf-8") for path in folder.glob("letters/*/*.txt"))


def test_names_of_new_players_and_watchers_show_them(folder: Path) -> None:
    with opening.held(folder, RULESETS) as game:
        changes.take(game, "cid", HOSTILE, "zoe@example.org", now)
        words.begin(game, "w@example.org", now, name=HOSTILE, by="moderator")
    game = opening.look(folder, RULESETS)
    assert game.settings.seats["cid"].player == SHOWN
    assert [one.name for one in words.watchers(game)] == [SHOWN]


@pytest.mark.slow
def test_no_page_has_such_a_sign(folder: Path) -> None:
    with serving(folder.parent, module="tests.cli.toy_pbem") as desk:
        player = come_in(desk, link_in(folder, "ben"))
        pages = [desk.ask("/").text, desk.ask("/g/toy-1/").text, player.page().text]
    assert all(not {"\u202e", "\u200b", "\x1b"} & {*page} for page in pages)
    assert any("[U+202E]" in page for page in pages)
