"""What a command imports: a command that is called every few minutes must not load what it does not use."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.content import games

HEAVY = {
    *("aiosmtplib", "asyncio", "charset_normalizer", "cryptography", "dkim", "dns", "email", "imap_tools", "jinja2"),
    *("multiprocessing", "rapidfuzz", "rich", "selectolax", "pbem_maria.bot", "pbem_maria.guess", "pbem_maria.given"),
    *("pbem_maria.edition_check", "pbem_maria.invariants", "pbem.content.find", "pbem.desk"),
}


def modules(*arguments: str) -> set[str]:
    """The modules of a process that ran a command, once what can be kept was kept."""
    code = (
        "import json, sys\n"
        "from pbem.cli.main import main\n"
        f"try: main({list(arguments)!r}, prog_name='pbem')\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return games.maria(tmp_path / "game").folder


def test_a_good_sheet_is_checked_without_what_it_does_not_need(folder: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text("moves: [Törring: Landshut]\n", encoding="utf-8")
    loaded = modules("check", str(sheet), "--game", str(folder), "--seat", "louis")
    assert HEAVY & loaded == set()
    assert "filelock" not in loaded
    assert "pbem_maria.ruleset" in loaded
