import asyncio
import select
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from aiosmtpd.smtp import Envelope, Session

from pbem.mail.transport import listener, maildir
from pbem.referee.opening import create
from tests.toy.game import GAME_YAML, RULESETS, SEED, mail

RAW = mail("ann@example.org", "hello", "bid: 1\n")
PBEM = (sys.executable, "-m", "tests.cli.toy_pbem")
Begin = Callable[..., tuple[Path, subprocess.Popen[str], int]]


def new_game(folder: Path, listen: str) -> Path:
    text = GAME_YAML.replace("OUT", "{folder: out}").replace("{folder: in}", f"{{listen: {{{listen}}}}}")
    create(folder, text, RULESETS, SEED)
    return folder


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Starts `pbem listen`, and ends it."""
    running: list[subprocess.Popen[str]] = []

    def start(protocol: str, *args: str) -> tuple[Path, subprocess.Popen[str], int]:
        game = new_game(tmp_path / "toy-1", f"protocol: {protocol}, port: 0")
        command = [*PBEM, "listen", "--game", str(game), *args]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("Listening on 127.0.0.1:"), said
        return game, process, int(said.split(":")[1].split()[0])

    yield start
    for process in running:
        process.kill()
        process.communicate()


def lying(game: Path) -> list[bytes]:
    return [path.read_bytes() for path in maildir.spooled(game / "spool")]


def test_by_lmtp_each_recipient_has_an_answer_and_the_mail_is_kept_once(begin: Begin) -> None:
    game, _, port = begin("lmtp")
    with smtplib.LMTP("127.0.0.1", port) as line:
        line.ehlo()
        line.mail("ann@example.org")
        codes = [line.rcpt(f"{name}@example.org")[0] for name in ("game", "other", "game+x")]
        assert codes == [250, 550, 250]
        assert line.data(RAW)[0] == 250
        assert line.getreply()[0] == 250
        top = (
            b"Return-Path: <ann@example.org>\r\nDelivered-To: game@example.org\r\nDelivered-To: game+x@example.org\r\n"
        )
        assert lying(game) == [top + RAW]
        assert line.noop()[0] == 250


def test_by_smtp_the_null_sender_is_kept_and_unknown_recipients_are_refused(begin: Begin) -> None:
    game, _, port = begin("smtp")
    with smtplib.SMTP("127.0.0.1", port) as line:
        assert line.sendmail("", ["game@example.org"], RAW) == {}
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            line.sendmail("ann@example.org", ["other@example.org"], RAW)
    assert refused.value.recipients["other@example.org"][0] == 550
    assert lying(game) == [b"Return-Path: <>\r\nDelivered-To: game@example.org\r\n" + RAW]


def test_odd_bytes_long_lines_and_dots_come_as_they_are(begin: Begin) -> None:
    game, _, port = begin("smtp")
    odd = b"Subject: \xff\x00\xfe\r\n\r\n.\r\n..\r\n" + b"x" * 100_000 + b"\r\n\r\n"
    with smtplib.SMTP("127.0.0.1", port) as line:
        line.sendmail("ann@example.org", ["game@example.org"], odd)
    assert lying(game)[0].endswith(odd)


@pytest.mark.parametrize(("protocol", "client"), [("lmtp", smtplib.LMTP), ("smtp", smtplib.SMTP)])
def test_what_cannot_be_kept_is_not_taken(begin: Begin, protocol: str, client: type[smtplib.SMTP]) -> None:
    game, _, port = begin(protocol)
    (game / "spool").write_text("no folder")
    with client("127.0.0.1", port) as line:
        line.ehlo()
        line.mail("ann@example.org")
        line.rcpt("game@example.org")
        assert line.data(RAW)[0] == 451
        (game / "spool").unlink()
        line.sendmail("ann@example.org", ["game@example.org"], RAW)
    assert len(lying(game)) == 1


def test_too_large_a_mail_is_refused_for_each_recipient_and_the_line_stays_in_step(begin: Begin) -> None:
    _, _, port = begin("lmtp")
    with smtplib.LMTP("127.0.0.1", port, timeout=30) as line:
        line.ehlo()
        assert line.docmd(f"MAIL FROM:<ann@example.org> SIZE={10**9}")[0] == 552
        line.mail("ann@example.org")
        for name in ("game", "game+x"):
            line.rcpt(f"{name}@example.org")
        assert line.data(RAW + (b"x" * 998 + b"\r\n") * 51_000)[0] == 552
        assert line.getreply()[0] == 552
        assert line.noop()[0] == 250


def test_a_bug_is_told_to_each_recipient_too() -> None:
    def keep(*_: object) -> Path:
        raise ValueError("a bug")

    handler, envelope = listener.Handler(lambda _: True, keep), Envelope()
    envelope.rcpt_tos = ["game@example.org", "game+x@example.org"]

    async def answered() -> str:
        server = listener.LmtpServer(handler)
        return await handler.handle_DATA(server, Session(asyncio.get_running_loop()), envelope)

    assert asyncio.run(answered()).count("451 ") == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly(begin: Begin, number: signal.Signals) -> None:
    _, process, port = begin("smtp")
    with socket.create_connection(("127.0.0.1", port)):
        process.send_signal(number)
        assert process.wait(20) == 0
    assert process.stderr is not None
    assert process.stderr.read() == ""


@pytest.mark.slow
def test_with_turn_the_mail_is_looked_at_soon(begin: Begin) -> None:
    game, process, port = begin("smtp", "--turn")
    with smtplib.SMTP("127.0.0.1", port) as line:
        line.sendmail("ann@example.org", ["game@example.org"], RAW)
    assert process.stdout is not None
    assert select.select([process.stdout], [], [], 30)[0]
    assert "0001" in process.stdout.readline()
    end = time.monotonic() + 20
    while not list((game / "out").glob("*")) and time.monotonic() < end:
        time.sleep(0.05)
    assert list((game / "letters").iterdir())
    assert lying(game) == []


def test_it_listens_on_this_machine_only(tmp_path: Path) -> None:
    game = new_game(tmp_path / "toy-1", "host: 0.0.0.0, port: 0")
    run = subprocess.run(
        [*PBEM, "listen", "--game", str(game)], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 1
    assert "0.0.0.0 can be reached from other computers" in run.stderr


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        game = new_game(tmp_path / "toy-1", f"port: {taken.getsockname()[1]}")
        command = [*PBEM, "listen", "--game", str(game)]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 1
    assert "annot listen on 127.0.0.1" in run.stderr
