"""Mail that comes while a part of pbem is not installed: nothing is lost, and it says what to install."""

import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.exchange import judge_and_play
from pbem.mail.fetch import fetch
from pbem.referee.opening import held
from tests.toy.game import RULESETS, START, Clock, new_game, opened

TURN = """\
import sys
sys.modules.update(dict.fromkeys({missing!r}))
from pathlib import Path
from pbem.cli.play.turn import attempt
from pbem.mail.turn import turn
from tests.toy.game import RULESETS, START
attempt(Path({folder!r}), lambda folder: turn(folder, lambda: START, RULESETS))
"""
"""A turn in a process where some libraries are not there."""


def posted(folder: Path, *, html: bool) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ann@example.org", "game@example.org", "[toy-1] sheet"
    mail["Message-ID"] = "<one@example.org>"
    mail.set_content("<p>bid: 2</p>" if html else "bid: 2\n", subtype="html" if html else "plain")
    (folder / "in").mkdir(exist_ok=True)
    (folder / "in" / "one.eml").write_bytes(bytes(mail))


def turned(folder: Path, *missing: str) -> str:
    code = TURN.format(missing=missing, folder=str(folder))
    return subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True).stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game(tmp_path / "toy-1")
    return tmp_path / "toy-1"


def test_a_mail_that_needs_more_than_is_installed_waits_until_it_is(folder: Path) -> None:
    posted(folder, html=True)

    said = turned(folder, "selectolax")

    assert "selectolax is missing" in said
    assert "pip install 'pbem[mail]'" in said
    (item,) = opened(folder).inbox.waiting()
    assert opened(folder).inbox.verdict(item) is None

    with held(folder, RULESETS) as game:
        fetch(game)
        (handled,) = judge_and_play(game, Clock(START)).handled
    assert handled.verdict.state != "failed"


def test_plain_mail_needs_nothing_more(folder: Path) -> None:
    posted(folder, html=False)

    said = turned(folder, "selectolax", "charset_normalizer", "cryptography", "dns", "flufl", "dkim", "pyrage")

    assert "missing" not in said
    assert opened(folder).inbox.waiting() == []
