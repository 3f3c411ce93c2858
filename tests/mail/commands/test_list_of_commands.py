"""The commands by mail are listed once; code, words and documents follow that list."""

import re
from pathlib import Path

import yaml

from pbem.engine.ruleset import HAND, POSITION
from pbem.mail.extraction.command import TRY, MailCommand, parse
from pbem.mail.extraction.languages import COMMANDS
from pbem.mail.intake import commands
from pbem_maria.ruleset import MARIA

MORE = {"absent": "none", "extend": "24h"}
"""What a command must say besides its word."""
ROOT = Path(__file__).parents[3]


def test_each_command_is_read_and_carried_out() -> None:
    assert set(commands._OBEY) == set(COMMANDS)
    assert all(isinstance(parse(f"{word} {MORE.get(word, '')}"), MailCommand) for word in COMMANDS)


def test_help_has_words_for_each_command_and_for_no_other() -> None:
    phrases = yaml.safe_load((ROOT / "templates/base/phrases.en.yaml").read_text(encoding="utf-8"))["commands"]
    written = {key.removeprefix("use-"): text for key, text in phrases.items() if key.startswith("use-")}

    assert tuple(word for word in written if word not in (POSITION, HAND)) == COMMANDS
    assert all(isinstance(parse(text, frozenset({POSITION, HAND})), MailCommand) for text in written.values())
    assert all(f"help-{word}" in phrases for word in written)


def test_the_page_for_players_explains_each_command_in_the_same_order() -> None:
    page = (ROOT / "docs/players.md").read_text(encoding="utf-8")
    table = page.partition("\n## Commands by email\n")[2].partition("\n\nA command ")[0]
    rows = re.findall(r"^\| `([a-z]+)", table, re.MULTILINE)

    assert tuple(dict.fromkeys(word for word in rows if word not in ("yes", "no"))) == COMMANDS
    assert set(rows) >= {"yes"}


def test_the_page_for_players_explains_each_enquiry_of_maria() -> None:
    page = (ROOT / "docs/players.md").read_text(encoding="utf-8")
    table = page.partition("\n## Ask before you order\n")[2].partition("\n\nA name ")[0]
    rows = re.findall(r"^\| (`[^|]+)\|", table, re.MULTILINE)
    words = [word for row in rows for word in re.findall(r"`([a-z]+)", row)]

    assert set(words) == {*MARIA.enquiry_words, TRY}
