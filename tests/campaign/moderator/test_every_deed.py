"""All that a moderator can do: by a command, a line of an email and a button, each named in the help and the docs."""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.mail.deeds import lines as moderator_lines
from pbem.mail.moderating.deeds import DEEDS
from pbem.mail.outgoing import to_moderator
from pbem.web.moderator import offers
from pbem.web.rendering import plain_words
from tests.campaign.moderator.world import ModeratedWorld

AS_LINES = {
    "approve": "yes",
    "decline": "no",
    "decline-wait": "no",
    "dismiss-held": "dismiss",
    "dismiss-appeal": "dismiss",
    "announce": "tell",
    "confirm-new": "confirm",
}
"""The lines that do what deeds of other names do."""
BY_ITSELF = {"turn", "send"}
"""What happens at each turn, and so by each email."""
FILLED = {
    "SEAT": "louis",
    "NAME": "Dora",
    "<ADDRESS>": "<dora@example.org>",
    "...": "of a feast",
    "MESSAGE": "round-0001-ann",
}


def examples(cell: str) -> list[str]:
    found = re.findall(r"`([^`]+)`", cell)
    for word, filled in FILLED.items():
        found = [one.replace(word, filled) for one in found]
    return found


def test_every_deed_is_a_line_too() -> None:
    assert {AS_LINES.get(deed, deed) for deed in DEEDS} - set(moderator_lines.WORDS) == BY_ITSELF
    asking = [at for at, word in enumerate(moderator_lines.WORDS) if word in moderator_lines.ASKING]
    assert asking == [*range(asking[0], asking[0] + len(moderator_lines.ASKING))], "the help says from which to which"


@pytest.mark.parametrize("word", moderator_lines.WORDS)
def test_the_help_shows_how_each_line_is_written(word: str, tmp_path: Path) -> None:
    words = to_moderator.words_of(ModeratedWorld(tmp_path / "game").look())
    shown = examples(words.phrase("deeds", f"{word}-line"))
    assert shown
    assert {found.word if (found := moderator_lines.line_of(one)) else None for one in shown} == {word}
    assert words.phrase("deeds", f"{word}-does")


@pytest.mark.parametrize("name", DEEDS)
def test_the_command_that_a_deed_names_is_one(name: str) -> None:
    command: click.Command = main
    context = click.Context(main)
    fields: dict[str, str] = dict.fromkeys(map(str, (*DEEDS[name].needs, *DEEDS[name].may)), "5")
    words = shlex.split(DEEDS[name].typed(fields))[1:]
    while isinstance(command, click.Group) and words and (found := command.get_command(context, words[0])):
        command, words = found, words[1:]
    known = {option for one in command.params for option in one.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_every_deed_has_a_button_and_its_words() -> None:
    words = plain_words()
    for name, deed in DEEDS.items():
        assert deed.settles or deed.of_game or deed.of_seat, name
        assert words.has(offers.OF_DEEDS, name), name
        assert deed.undone_by in ("", *DEEDS), name


def test_help_lists_every_deed_with_its_command() -> None:
    shown = CliRunner().invoke(main, ["help", "deeds"]).output
    assert [name for name in DEEDS if f"{name}: " not in shown] == []
    assert shown.count("\n    pbem ") == len(DEEDS)
    assert "    pbem deadline grant SEAT [--reason REASON]\n    grant SEAT\n" in shown
    assert "    pbem hold --as SEAT [--until WHEN]\n" in shown
    assert not {*"{}?"} & {*shown}, "fields are shown as a person fills them in"
