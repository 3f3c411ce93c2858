"""What a command imports: a command that is called every few minutes must not load what it does not use."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pbem.mail.turn import turn
from pbem.referee.game import now
from pbem.store import editions
from tests.mail.corpus import games
from tests.toy.game import drop, mail

pytestmark = pytest.mark.unmeasured

HEAVY = {
    *("aiosmtplib", "asyncio", "charset_normalizer", "cryptography", "dkim", "dns", "email", "imap_tools", "jinja2"),
    *(
        "multiprocessing",
        "rapidfuzz",
        "rich",
        "selectolax",
        "whenever",
        "pbem_maria.bot",
        "pbem_maria.guess",
        "pbem_maria.fixture.position",
    ),
    *(
        "pbem_maria.edition.check",
        "pbem_maria.invariants",
        "pbem_maria.playtest",
        "pbem.mail.extraction.find",
        "pbem.mail.intake",
    ),
}


def modules(*arguments: str, settled: bool = False) -> set[str]:
    """The modules of a process that ran a command, once what can be kept was kept.

    For a *settled* one nothing changed on disk a moment ago.
    """
    later = "from pbem.store import editions; editions.time_ns = lambda: time.time_ns() + editions.SETTLED\n"
    code = (
        "import json, sys, time\n"
        f"{later if settled else ''}"
        "from pbem.cli.main import main\n"
        f"try: main({list(arguments)!r}, prog_name='pbem')\n"
        "except SystemExit as end: assert end.code in (None, 0, 3), end.code\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return games.maria(tmp_path / "game").folder


@pytest.mark.parametrize("command", ["status", "turn"])
def test_a_game_in_which_nothing_changed_is_told_of_without_its_rules(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(editions, "time_ns", lambda: time.time_ns() + editions.SETTLED)
    for _ in range(2):
        turn(folder, now)
    loaded = modules(command, "--game", str(folder), "--json", settled=True)
    assert (
        HEAVY | {"filelock", "pbem_maria", "importlib.metadata", "pbem.mail.intake", "pbem.mail.outgoing"}
    ) & loaded == set()


def test_a_turn_with_mail_loads_no_library_of_a_road_that_it_does_not_go(folder: Path) -> None:
    drop(folder, "1.eml", mail("chloe@example.org", "hello", "I shall be late.\n"))
    loaded = modules("turn", "--game", str(folder), "--json")
    assert "pbem.mail.judges" in loaded
    assert {"aiosmtplib", "asyncio", "cryptography", "dkim", "dns", "imap_tools", "rapidfuzz", "rich"} & loaded == set()
    assert {
        "pbem_maria.bot",
        "pbem_maria.guess",
        "pbem_maria.fixture.position",
        "pbem_maria.edition.check",
    } & loaded == set()


def test_a_good_sheet_is_checked_without_what_it_does_not_need(folder: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text("moves: [Törring: Landshut]\n", encoding="utf-8")
    loaded = modules("check", str(sheet), "--game", str(folder), "--seat", "louis")
    assert HEAVY & loaded == {"jinja2"}, "it says in words how the sheet was read"
    assert {"filelock", "secrets"} & loaded == set()
    assert "pbem.referee.sealing" not in loaded
    assert "pbem_maria.ruleset" in loaded
