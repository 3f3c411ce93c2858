"""Mail that comes while a part of pbem is not installed: nothing is lost, and it says what to install."""

import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

from tests.referee.sealing.sealed_game import answer, sealed_game, turn
from tests.toy.game import START, Clock, new_game, opened

TURN = """\
import sys
sys.modules.update(dict.fromkeys({missing!r}))
from pathlib import Path
from pbem.cli.turn import attempt
from pbem.mail.turn import turn
from tests.toy.game import RULESETS, START
attempt(Path({folder!r}), lambda folder: turn(folder, lambda: START, RULESETS))
"""
"""A turn in a process where some libraries are not there."""


def turned(folder: Path, *missing: str) -> str:
    code = TURN.format(missing=missing, folder=str(folder))
    return subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True).stderr


def test_a_sheet_that_needs_more_than_is_installed_waits_until_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "toy-1"
    sealed_game(folder)
    turn(folder)
    answer(folder, "ann", "bid: 1\n")

    said = turned(folder, "pyrage")

    assert "pyrage is missing" in said
    assert "pip install 'pbem[sealed]'" in said
    assert judged(folder) == []

    turn(folder, Clock(START))
    assert judged(folder) == ["accepted"]


def judged(folder: Path) -> list[str]:
    inbox = opened(folder).inbox
    verdicts = [inbox.verdict(item) for item in inbox.items()]
    return [verdict.state for verdict in verdicts if verdict is not None]


def test_a_game_by_mail_needs_no_extra(tmp_path: Path) -> None:
    folder = tmp_path / "toy-1"
    new_game(folder)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ann@example.org", "game@example.org", "[toy-1] sheet"
    mail["Message-ID"] = "<one@example.org>"
    mail.set_content("<p>bid: 2</p>", subtype="html")
    (folder / "in").mkdir(exist_ok=True)
    (folder / "in" / "one.eml").write_bytes(bytes(mail))

    said = turned(folder, "pyrage", "aiohttp", "anyio", "discord", "h11", "httpx", "starlette", "uvicorn")

    assert "missing" not in said
    assert opened(folder).inbox.waiting() == []
