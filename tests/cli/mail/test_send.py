import errno
import os

import pytest

from pbem.mail import exchange
from pbem.store import files
from tests.cli.conftest import Pbem
from tests.servers.sinks import Server
from tests.toy.game import send_sheet


def prepared(pbem: Pbem, server: Server) -> None:
    file = pbem.folder / "game.yaml"
    text = file.read_text().replace("{folder: out}", f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}")
    file.write_text(text.replace("ann@example.org", "busy@example.org").replace("ben@", "gone@"))
    pbem("play")
    pbem("letters")


def test_send_says_of_each_message_what_became_of_it_and_when_it_is_tried_again(pbem: Pbem, server: Server) -> None:
    prepared(pbem, server)
    said = pbem("send").output
    assert "round-0001-ann: not accepted now, it will be tried again (the server accepts nothing for busy@" in said
    assert "round-0001-ben: refused (the server accepts nothing for gone@example.org: 550" in said
    assert "round-0001-cid: sent." in said
    assert "round-0001-ann waits until 2026-11-21 08:05 UTC" in pbem("send").output
    planned = pbem("send", "--dry-run").output
    assert "round-0001-ann would go to busy@example.org, not before 2026-11-21 08:05 UTC." in planned
    assert "tried 1 times; the last time: the server accepts nothing for busy@" in planned
    assert "not accepted now" in pbem("send", "--now").output
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
    assert "No space left on device; fix that, then run the command again." in pbem("turn", code=1).stderr
    assert pbem.json("turn", code=1)["error"] == "disk-trouble"


def test_what_is_not_to_go_can_be_settled_while_it_waits(pbem: Pbem, server: Server) -> None:
    prepared(pbem, server)
    said = pbem("send", "--settled", "round-0001-cid").stdout.splitlines()
    assert said == ["round-0001-cid counts as done.", "Messages waiting: 2; `pbem send` sends them."]
    pbem("send")
    assert server.taken == []
    assert (
        "there is no unsettled message round-0001-cid"
        in pbem("send", "--settled", "round-0001-cid", code=1).stderr.lower()
    )


def test_status_says_what_to_do_about_a_refused_mail(pbem: Pbem, server: Server) -> None:
    prepared(pbem, server)
    pbem("send")
    said = pbem("status").stdout.splitlines()
    (told,) = [number for number, line in enumerate(said) if line.startswith("round-0001-ben was refused: ")]
    assert "`pbem send --again round-0001-ben`, or drop it: `pbem send --settled round-0001-ben`" in said[told + 1]


def test_what_waits_is_sent_even_if_the_program_fails_in_play(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    pbem("turn")
    send_sheet(pbem.folder, "ann", "bid: 1\n")
    monkeypatch.setattr(exchange, "play_on", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        pbem("turn")
    assert (pbem.folder / "out" / "receipt-0001.eml").exists()


def test_a_folder_in_the_place_of_a_file_is_told_in_words(pbem: Pbem) -> None:
    (pbem.folder / "log.jsonl").mkdir()
    assert "log.jsonl: Is a directory; fix that, then run the command again." in pbem("status", code=1).stderr
    assert pbem.json("turn", code=1)["error"] == "disk-trouble"


def test_a_line_of_the_log_that_is_cut_short_is_told_in_words(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:10]))
    assert "log.jsonl: the line was not written completely; is the disk full?" in pbem("turn", code=1).stderr
    monkeypatch.undo()
    assert "Entries played: 2." in pbem("turn").stdout
