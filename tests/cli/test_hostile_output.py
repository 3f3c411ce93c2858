"""What steers a terminal or turns a line about reaches none, be it that people or programs read."""

import json
import unicodedata
from email.header import Header
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.toy.game import drop, mail, send_sheet

HOSTILE = "\u202egnorw \u2066x\u2069 \u200f \x1b[31m \x07 \x9b2J \u2028 \u00ad \U000e0041 end"
"""An override, isolates, a mark, sequences that steer a terminal, a line separator, a soft hyphen, a tag."""


def encoded(text: str) -> str:
    return Header(text, "utf-8", maxlinelen=1000).encode()


@pytest.fixture
def played(pbem: Pbem) -> Pbem:
    """A game with emails from everyone, whose every word is hostile."""
    pbem("turn")
    send_sheet(pbem.folder, "ann", f"bid: {HOSTILE}\n")
    drop(
        pbem.folder,
        "1.eml",
        mail("x@example.net", "SUBJECT", f"hello {HOSTILE}\n").replace(b"SUBJECT", encoded(HOSTILE).encode()),
    )
    drop(pbem.folder, "2.eml", mail("ben@example.org", "hello", f"Dear moderator, {HOSTILE}\nhow are you?\n"))
    drop(pbem.folder, "3.eml", mail("ben@example.org", "hello", f"status {HOSTILE}\n"))
    drop(pbem.folder, f"x{HOSTILE.replace('/', '')}.yaml", b"bid: 1\n")
    (pbem.folder / "in" / f"ann-{HOSTILE}.yaml").symlink_to("nowhere")
    return pbem


COMMANDS = {
    "fetch": 1,
    "turn": 3,
    "status": 0,
    "doctor": 1,
    "mail": 0,
    "mail 1": 0,
    "mail 2": 0,
    "mail 3": 0,
    "show board": 0,
    "show log --moderator": 0,
    "seats": 0,
    "send --dry-run": 0,
    "letters": 0,
    "report": 0,
}


@pytest.mark.parametrize("how", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_that_a_command_says_steers_a_terminal(played: Pbem, command: str, how: tuple[str, ...]) -> None:
    if command != "fetch":
        played("fetch", code=1)
    result = played(*command.split(), *how, code=COMMANDS[command])
    steering = {f"{ord(one):x}" for one in result.output if unicodedata.category(one) in {"Cc", "Cf", "Zl", "Zp"}}
    assert steering <= {"a"}, result.output
    if how:
        json.loads(result.stdout)


def test_json_says_the_same_all_the_same(played: Pbem) -> None:
    played("fetch", code=1)
    one = next(one for one in played.json("mail") if one["state"] == "words")
    assert "\u200f \x1b[31m" in played.json("mail", str(one["item"]))["words"]
    assert "\U000e0041" in played.json("mail", str(one["item"]))["words"]
    assert r"\udb40\udc41" in played("mail", str(one["item"]), "--json").stdout


def test_what_a_file_shows_of_a_mail_steers_no_terminal(pbem: Pbem, tmp_path: Path) -> None:
    pbem("turn")
    path = tmp_path / "x.eml"
    path.write_bytes(mail("ann@example.org", "hello", f"---\nbid: {HOSTILE}\n...\n"))
    for how in ((), ("--json",)):
        said = pbem("check", str(path), "--as", "ann", *how, code=1).output
        assert not any(unicodedata.category(one) in {"Cc", "Cf", "Zl", "Zp"} and one != "\n" for one in said)
