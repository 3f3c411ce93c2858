"""The tests' own Dovecot is begun again where something ended it."""

import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.servers.dovecot import DovecotServer


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_server_that_was_ended_runs_again_with_its_mailboxes(
    dovecot_server: DovecotServer, capsys: pytest.CaptureFixture[str], number: signal.Signals
) -> None:
    before = dovecot_server.running()
    before.append("ended", b"Subject: x\r\n\r\nx\r\n", datetime(2026, 11, 21, tzinfo=UTC))
    many = len(before.flags("ended"))
    assert dovecot_server.process
    dovecot_server.process.send_signal(number)
    dovecot_server.process.wait(20)
    after = dovecot_server.running()
    assert after == before
    assert Path(after.folder, "log").exists()
    assert len(after.flags("ended")) == many
    assert "Dovecot had ended with" in capsys.readouterr().err
