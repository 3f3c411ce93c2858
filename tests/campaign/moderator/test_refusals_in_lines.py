"""What a refusal by email says to type is a line, not a command of a shell that its reader may not have."""

import re
from pathlib import Path

import pytest

from pbem.mail.deeds import lines as moderator_lines
from pbem.mail.deeds.lines import in_lines
from tests.campaign.moderator.world import ModeratedWorld

PBEM = Path(__file__).parents[3] / "pbem"
REACHED = ("deadlines", "people")
"""Folders of the referee whose refusals lines lead to."""
ON_THE_MACHINE = {"`pbem serve GAMES`", "`pbem show log --moderator`", "`pbem turn`"}
"""What no line does; by email a turn has been run already."""


def test_each_command_that_a_refusal_names_has_a_line() -> None:
    folders = [*(PBEM / "referee" / name for name in REACHED), PBEM / "mail" / "deeds", PBEM / "mail" / "intake"]
    texts = [path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py")]
    said = [text for each in texts for block in re.findall(r"raise .*?\n(?=\S|\n|    \S)", each, re.DOTALL)
            for text in re.findall(r"`pbem [^`\n]+`", block)]  # fmt: skip
    assert len(said) > 10
    left = {text for text in said if in_lines(text) == text}
    assert left <= ON_THE_MACHINE


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("`pbem seat invite ben --withdraw`", "withdraw ben"),
        ("`pbem seat stand-in ben --player NAME --address ADDRESS`", "stand-in ben: NAME <ADDRESS>"),
        ("`pbem play --default ben --reason WHY`", "default ben because ..."),
        ("`pbem submit FILE --as ben`", "submit ben"),
        ("`pbem ladder decline ben --wait`", "no ben wait"),
        ("`pbem deadline extend 24h --as ben`", "extend 24h for ben"),
        ("`pbem deadline set WHEN`", "set Fri 20:00"),
        ("`pbem status`", "status"),
    ],
)
def test_what_is_said_instead_is_a_line(said: str, line: str) -> None:
    assert in_lines(f"so {said} helps") == f"so `{line}` helps"
    assert moderator_lines.line_of(line.replace("NAME <ADDRESS>", "Dora <dora@example.org>")) is not None


def test_refusals_name_lines(one: ModeratedWorld) -> None:
    refused = "confirm 99\nanswer 99: no\nyes ben\nno ben\nstand-in cid\nsend again round-0009-ann\ndismiss appeal 99\n"
    assert one.mo(refused).problems == ("refused",)
    assert "pbem" not in one.reply()
    for text, line in (
        ("vacate cid\n", ""),
        ("invite cid: Dora <dora@example.org>\n", ""),
        ("invite cid: Emil <emil@example.org>\n", "`withdraw cid` takes that back"),
        ("hold\nextend 24h\n", "`go on` lets it run again"),
    ):
        one.clock.wind(minutes=1)
        one.mo(text)
        assert line in one.reply()
        one.clock.wind(minutes=1)
        one.mo("yes\n")


def test_a_refusal_of_several_lines_keeps_them(one: ModeratedWorld) -> None:
    assert one.mo("submit ben\nbid: 2\nhold\nend\n").problems == ("refused",)
    lines = one.replies()[-1].replace("> ", "").split("\n")
    assert "line 2, column 1:" in lines
    assert not [line for line in lines if line.endswith(". .")]


@pytest.mark.parametrize("line", ["extend 0h", "extend 0 hours for ben"])
def test_a_deadline_is_extended_by_no_length_of_nothing(one: ModeratedWorld, line: str) -> None:
    before = one.pause.waits
    assert one.mo(f"{line}\n").problems == ("refused",)
    assert one.pause.waits == before


def test_a_deadline_far_ahead_names_what_there_is(one: ModeratedWorld) -> None:
    assert one.mo("extend 1000 days\n").problems == ("refused",)
    assert "run `pbem deadline` with `--far` at the computer" in one.reply()


@pytest.mark.parametrize(
    ("line", "code"),
    [("please extend 24h", "extend"), ("Please hold ben, thanks.", "hold"), ("extend 24h for ben please", "extend"),
     ("yes please", "answered-yes"), ("no thanks", "dropped"), ("please do not extend 24h", "unread")],
)  # fmt: skip
def test_courtesies_around_a_line_change_nothing(one: ModeratedWorld, line: str, code: str) -> None:
    one.mo("vacate cid\n")
    one.clock.wind(minutes=1)
    assert one.mo(f"{line}\n").problems == (code,)
