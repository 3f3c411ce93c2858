"""The commands by mail are listed once; code, words and documents follow that list."""

import re
from pathlib import Path

import pytest
import yaml

from pbem.engine.reading import Lexicon
from pbem.engine.ruleset import HAND, POSITION, Ruleset
from pbem.mail.extraction.command import MailCommand, parse
from pbem.mail.extraction.languages import COMMANDS
from pbem.mail.intake import commands
from pbem.report.words import words_of
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW
from tests.pages import told

MORE = {"absent": "none", "extend": "24h"}
"""What a command must say besides its word."""
ROOT = Path(__file__).parents[3]


def test_each_command_is_read_and_carried_out() -> None:
    assert set(commands._OBEY) == set(COMMANDS)
    assert all(isinstance(parse(f"{word} {MORE.get(word, '')}"), MailCommand) for word in COMMANDS)


def test_help_has_words_for_each_command_and_for_no_other() -> None:
    phrases = yaml.safe_load((ROOT / "templates/base/phrases.en.yaml").read_text(encoding="utf-8"))["commands"]
    written = {key.removeprefix("use-"): text for key, text in phrases.items() if key.startswith("use-")}

    assert tuple(word for word in written if word not in (POSITION, HAND)) == tuple(COMMANDS)
    assert all(isinstance(parse(text, frozenset({POSITION, HAND})), MailCommand) for text in written.values())
    assert all(f"help-{word}" in phrases for word in written)


@pytest.mark.parametrize(
    ("page", "templates"),
    [("players/commands.md", "base"), ("maria/asking.md", "maria"), ("napoleonic-wars/asking.md", "tnw")],
)
def test_the_page_for_players_lists_commands_in_the_words_of_the_help(page: str, templates: str) -> None:
    said = yaml.safe_load((ROOT / f"templates/{templates}/phrases.en.yaml").read_text(encoding="utf-8"))["commands"]
    words = [key.removeprefix("use-") for key in said if key.startswith("use-")]
    rows = [f"| `{said[f'use-{word}']}` | {said[f'help-{word}']} |" for word in words]

    assert re.findall(r"^\| `.*", told(page), re.MULTILINE) == rows


@pytest.mark.parametrize("ruleset", [MARIA, TNW], ids=["maria", "tnw"])
def test_every_enquiry_has_its_words(ruleset: Ruleset) -> None:
    assert {*ruleset.enquiry_words} <= {
        use.split()[0] for use in words_of(ruleset, Lexicon({})).group("commands").values()
    }
