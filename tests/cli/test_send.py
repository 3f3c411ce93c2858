import errno

import pytest

from pbem.store import files
from tests.cli.conftest import Pbem
from tests.servers.sinks import Server


def prepared(pbem: Pbem, server: Server) -> None:
    file = pbem.folder / "game.yaml"
    text = file.read_text().replace("{folder: out}", f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}")
    file.write_text(text.replace("ann@example.org", "busy@example.org").replace("ben@", "gone@"))
    pbem("play")
    pbem("letters")


def test_send_says_of_each_message_what_became_of_it_and_when_it_is_tried_again(pbem: Pbem, server: Server) -> None:
    prepared(pbem, server)
    said = pbem("send").output
    assert "round-0001-ann: not taken now, it will be tried again (the server takes nothing for busy@" in said
    assert "round-0001-ben: refused by the server (the server takes nothing for gone@example.org: 550" in said
    assert "round-0001-cid: sent." in said
    assert "round-0001-ann waits until 2026-11-21 08:05 UTC" in pbem("send").output
    planned = pbem("send", "--dry-run").output
    assert "round-0001-ann would go to busy@example.org, not before 2026-11-21 08:05 UTC." in planned
    assert "tried 1 times; the last time: the server takes nothing for busy@" in planned
    assert "not taken now" in pbem("send", "--now").output
    assert pbem.json("send")["due"] == {"round-0001-ann": "2026-11-21T08:15:00Z"}
    assert server.taken == ["cid"]


def test_a_dry_run_shows_what_then_goes_to_the_byte(pbem: Pbem, server: Server) -> None:
    prepared(pbem, server)
    plan = next(one for one in pbem.json("send", "--dry-run") if one["id"] == "round-0001-cid")
    pbem("send")
    (path,) = server.folder.iterdir()
    raw = path.read_bytes()
    assert plan["size"] == len(raw)
    assert plan["headers"] == raw.partition(b"\r\n\r\n")[0].decode()


def test_a_full_disk_is_told_in_words(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "write", full)
    assert "No space left on device; mend that, and do it again." in pbem("turn", code=1).stderr
    assert pbem.json("turn", code=1)["error"] == "disk-trouble"
