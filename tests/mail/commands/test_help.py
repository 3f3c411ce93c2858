"""The command `help` with a word: a section of the guide, by email."""

from pathlib import Path

import pytest

from pbem.mail.exchange import exchange
from pbem.mail.extraction.command import MailCommand, parse
from pbem.referee import opening
from pbem.referee.opening import create
from tests.maria.game_yaml import game_yaml
from tests.toy.game import RULESETS, Clock, drop, mail, new_game, opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("help") / "vienna"
    create(folder, game_yaml("vienna"), None, "22" * 32)
    with opening.held(folder) as game:
        exchange(game, Clock())
    return folder


def answer(folder: Path, text: str) -> str:
    """What Louis's player is sent for an email with *text* from their own address alone."""
    game = opening.look(folder)
    number = len(game.inbox.items()) + 1
    drop(folder, f"{number}.eml", mail(game.settings.seats["louis"].address, "a question", text))
    with opening.held(folder) as game:
        exchange(game, Clock())
        item = game.inbox.numbered(number)
        assert item is not None
        return item.path.with_suffix(".txt").read_text(encoding="utf-8")


def test_help_sends_the_section_that_a_word_is_about(folder: Path) -> None:
    told = answer(folder, "help moves\n")
    assert told.startswith("MOVES\n=====\n")
    assert "- `Belle-Isle: Linz`: by the legal route to Linz." in told


def test_several_sections_come_in_one_reply(folder: Path) -> None:
    told = answer(folder, "Hello,\n\nhelp attack\nHelp train!\n\nThanks\nAnna\n")
    assert "ATTACKS\n=======" in told
    assert "SUPPLY\n======" in told


def test_help_lists_the_sections_that_there_are(folder: Path) -> None:
    told = answer(folder, "help\n")
    assert "- Combat\n" in told
    assert "- The imperial election\n" in told
    assert "- `status`" in told or "- status" in told
    assert "The guide has nothing about" not in told


def test_a_word_that_is_not_in_the_guide_is_answered_with_the_list(folder: Path) -> None:
    told = answer(folder, "help zebra\n")
    assert "The guide has nothing about “zebra”." in told
    assert "- Combat\n" in told


def test_each_letter_says_where_to_read_more(folder: Path) -> None:
    for seat in ("louis", "frederick", "maria-theresa"):
        letter = " ".join((folder / "letters/0001" / f"{seat}.txt").read_text(encoding="utf-8").split())
        assert "send `help`, or `help moves`, `help combat`." in letter


def test_a_game_without_a_guide_has_the_commands_alone(tmp_path: Path) -> None:
    new_game(tmp_path / "toy")
    drop(tmp_path / "toy", "1.eml", mail("ann@example.org", "x", "help bids\n"))
    with opening.held(tmp_path / "toy", RULESETS) as game:
        exchange(game, Clock())
    told = (opened(tmp_path / "toy").inbox.items()[0].path.with_suffix(".txt")).read_text(encoding="utf-8")
    assert "The guide has nothing about “bids”." in told
    assert "sections" not in told.partition("COMMANDS")[2].partition("- help")[0]


def test_more_words_than_a_topic_has_are_a_sentence() -> None:
    assert parse("help force march") == MailCommand("help", "force march")
    assert not isinstance(parse("help me to find out what I must do"), MailCommand)


def test_help_with_several_words_says_each_thing_once(folder: Path) -> None:
    told = answer(folder, "help assault\nhelp siege\nhelp zebra\nhelp fleets\nhelp\n")
    assert told.count("MOVES\n=====") == 1
    assert told.count("COMMANDS BY EMAIL\n=================") == 2
    assert "The guide has nothing about “zebra”." in told
    assert "The guide has nothing about “fleets”." in told
    assert told.count("- Combat\n") == 1


def test_several_lines_that_are_not_understood_are_answered_with_the_list_once(folder: Path) -> None:
    told = answer(folder, "status\nreach\nwithdraww\nrelaese\n")
    assert "“withdraww” was not understood" in told
    assert "“relaese” was not understood" in told
    assert told.count("Instead of a sheet, an email may contain these commands") == 1
