import threading
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.mail.transport import imap
from pbem.mail.transport import imap as module
from pbem.mail.transport.imap import Idler
from pbem.mail.transport.server import TransportTrouble
from pbem.settings.mail import Imap
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.proxy import between

RAW = b"Subject: x\r\n\r\nx\r\n"


class Ear:
    """What an idler told."""

    def __init__(self) -> None:
        self.count = 0
        self.troubles: list[TransportTrouble] = []
        self.heard = threading.Event()

    def news(self) -> None:
        self.count += 1
        self.heard.set()

    def wait(self, seconds: float = 10) -> bool:
        found = self.heard.wait(seconds)
        self.heard.clear()
        return found


Listening = Callable[..., tuple[Ear, Idler]]


@pytest.fixture
def server(dovecot: Dovecot) -> Imap:
    return Imap(host=dovecot.host, port=dovecot.imap, security="none", user=f"u{uuid.uuid4().hex}")


@pytest.fixture
def listening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    monkeypatch.setattr(module, "LEAST_WAIT", 0.05)
    running: list[Idler] = []

    def begin(server: Imap, password: str = PASSWORD, **more: Any) -> tuple[Ear, Idler]:
        ear = Ear()
        one = Idler(server, lambda: password, tmp_path, ear.news, ear.troubles.append, **more)
        running.append(one)
        one.start()
        return ear, one

    yield begin
    for one in running:
        one.stop()


def arrive(dovecot: Dovecot, server: Imap) -> None:
    dovecot.append(server.user, RAW, datetime(2026, 11, 21, tzinfo=UTC))


@pytest.mark.slow
def test_new_mail_is_heard_of_at_once(dovecot: Dovecot, server: Imap, listening: Listening) -> None:
    ear, _ = listening(server)
    assert ear.wait()
    assert not ear.wait(0.3)
    for _ in range(2):
        arrive(dovecot, server)
        assert ear.wait()
        ear.wait(0.3)
    assert ear.troubles == []


def test_idle_is_begun_anew_before_anybody_forgets_the_line(server: Imap, listening: Listening) -> None:
    ear, _ = listening(server, idle_seconds=0.2)
    for _ in range(4):
        assert ear.wait()
    assert ear.troubles == []


def test_a_line_that_breaks_is_made_anew(dovecot: Dovecot, server: Imap, listening: Listening) -> None:
    with between(dovecot.imap) as proxy:
        ear, one = listening(msgspec.structs.replace(server, port=proxy.port))
        assert ear.wait()
        proxy.break_lines()
        assert ear.wait()
        assert [trouble.code for trouble in ear.troubles] == ["line-broken"]
        arrive(dovecot, server)
        assert ear.wait()
        one.stop()


def test_a_line_that_has_gone_dumb_is_noticed(
    dovecot: Dovecot, server: Imap, listening: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "TIMEOUT", 0.5)
    dumb = threading.Event()
    with between(dovecot.imap, lambda data: b"" if dumb.is_set() else data) as proxy:
        ear, one = listening(msgspec.structs.replace(server, port=proxy.port), idle_seconds=0.5)
        assert ear.wait()
        dumb.set()
        end = time.monotonic() + 60
        while not ear.troubles and time.monotonic() < end:
            time.sleep(0.05)
        assert ear.troubles[0].code in {"no-answer", "line-broken"}
        dumb.clear()
        ear.heard.clear()
        assert ear.wait()
        one.stop()


def test_a_server_without_idle_is_asked_now_and_then(dovecot: Dovecot, server: Imap, listening: Listening) -> None:
    with between(dovecot.imap, lambda data: data.replace(b" IDLE", b" IDOL")) as proxy:
        ear, one = listening(msgspec.structs.replace(server, port=proxy.port), every=0.1)
        for _ in range(4):
            assert ear.wait()
        one.stop()
        assert proxy.count == 1


@pytest.mark.slow
def test_a_refused_login_is_told_and_tried_again_ever_more_seldom(server: Imap, listening: Listening) -> None:
    ear, _ = listening(server, "wrong-secret")
    end = time.monotonic() + 60
    while not ear.troubles and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(1.5)
    assert {trouble.code for trouble in ear.troubles} == {"login-refused"}
    assert len(ear.troubles) < 7
    assert "wrong-secret" not in ear.troubles[0].says
    assert not ear.wait(0)


def test_it_stops_at_once(server: Imap, listening: Listening) -> None:
    ear, one = listening(server)
    assert ear.wait()
    one.stop()
    assert ear.troubles == []
