"""A game put back from a backup, while emails had come and gone since."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.servers.sinks import Server
from tests.toy.game import mail, subject

SEATS = ("ann", "ben", "cid")


@pytest.fixture
def maildir(pbem: Pbem, tmp_path: Path, server: Server) -> Path:
    """A Maildir by which mail comes in to a game whose email goes out to *server*."""
    path = tmp_path / "Maildir"
    for place in ("tmp", "new", "cur"):
        (path / place).mkdir(parents=True)
    file = pbem.folder / "game.yaml"
    text = file.read_text().replace("{folder: in}", f"{{maildir: {path}}}")
    file.write_text(text.replace("{folder: out}", f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}"))
    return path


def ids(server: Server) -> dict[str, str]:
    """The Message-IDs of what the server took, by subject and recipient."""
    found: dict[str, str] = {}
    for path in server.folder.iterdir():
        lines = path.read_text().replace("\n ", " ").splitlines()
        heads = dict(line.split(": ", 1) for line in lines[: lines.index("")] if ": " in line)
        found[f"{heads['To']} {heads['Subject']}"] = heads["Message-ID"]
    return found


def test_what_came_since_comes_again_and_leads_to_the_same_mails(
    pbem: Pbem, maildir: Path, server: Server, tmp_path: Path
) -> None:
    pbem("turn")
    shutil.copytree(pbem.folder, tmp_path / "backup")
    for number, seat in enumerate(SEATS):
        raw = mail(f"{seat}@example.org", subject(pbem.folder, seat), f"bid: {number}\n")
        (maildir / "new" / f"{number}.host").write_bytes(raw)
    pbem("turn")
    before, sent = ids(server), len(server.taken)
    shutil.rmtree(pbem.folder)
    (tmp_path / "backup").rename(pbem.folder)

    assert [one["state"] for one in pbem.json("fetch")["verdicts"]] == ["accepted"] * 3
    pbem("play")
    pbem("letters")
    assert len(server.taken) == sent
    planned = sorted(one["id"] for one in pbem.json("send", "--dry-run"))
    assert planned == ["receipt-0001", "receipt-0002", "receipt-0003", *(f"round-0002-{seat}" for seat in SEATS)]
    for ident in planned[1:]:
        pbem("send", "--settled", ident)
    pbem("send")
    assert len(server.taken) == sent + 1
    assert ids(server) == before
