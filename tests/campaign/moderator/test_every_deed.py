"""All that a moderator can do: by a command, a line of an email and a button, each named in the help and the docs."""

import re
import shlex
from pathlib import Path

import click
import pytest

from pbem.cli.main import main
from pbem.mail.intake import moderator_lines
from pbem.mail.moderating.deeds import DEEDS
from pbem.mail.outgoing import to_moderator
from pbem.web.moderator import offers
from tests.campaign.moderator.world import ModeratedWorld

DOCS = Path(__file__).parents[3] / "docs" / "campaign.md"
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
    shown = examples(words.phrase("moderator-lines", word))
    assert shown
    assert {found.word if (found := moderator_lines.line_of(one)) else None for one in shown} == {word}
    assert words.phrase("moderator-lines", f"{word}-does")


def test_the_docs_show_every_line() -> None:
    text = DOCS.read_text(encoding="utf-8").partition("## The moderator by email")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    shown = [moderator_lines.line_of(one) for cell in cells for one in examples(cell)]
    assert None not in shown
    assert {one.word for one in shown if one} == set(moderator_lines.WORDS)


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


def test_every_deed_has_a_button(tmp_path: Path) -> None:
    text = Path(offers.__file__).read_text(encoding="utf-8")
    assert [name for name in DEEDS if f'"{name}"' not in text] == []
