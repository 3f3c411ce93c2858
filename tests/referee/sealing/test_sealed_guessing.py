"""What a moderator who wants to know could work out from what stands in the open."""

import hashlib
import os
import re
from pathlib import Path

import pytest

from pbem.mail.mime.headers import message_id
from pbem.mail.outgoing.writing import id_of
from pbem.store import encryption
from tests.mail.rounds.letters_back import REPORT
from tests.mail.rounds.transports import seat
from tests.referee.sealing.sealed_game import sealed_game, turn
from tests.toy.game import drop, mail, opened, subject

SHEETS = ("bid: 0\n", "bid: 1\n", "bid: 2\n", "bid: 3\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    sealed_game(folder)
    turn(folder)
    return folder


def left(folder: Path, text: str, about: str = "", **headers: str) -> list[dict[str, str]]:
    """What the verdict and the docket say in the open of a sheet of Ann's."""
    raw = mail("ann@example.org", about or f"Re: {subject(folder, 'ann')}", text, **headers)
    raw = re.sub(rb"Message-ID: [^\r]*", b"Message-ID: <known@example.org>", raw)
    drop(folder, "1.eml", raw)
    turn(folder)
    return [vars_of(path) for path in sorted(folder.glob("inbox/*.json"))]


def vars_of(path: Path) -> dict[str, str]:
    return {name: str(value) for name, value in re.findall(r'"(\w+)": "([^"]*)"', path.read_text())}


def test_the_verdict_on_a_sheet_is_the_same_whatever_the_sheet_says(tmp_path: Path) -> None:
    found = []
    for number, text in enumerate(SHEETS):
        folder = tmp_path / str(number) / "game"
        sealed_game(folder, tmp_path / f"key{number}")
        turn(folder)
        found.append(left(folder, text, Date="Sat, 21 Nov 2026 10:00:00 +0000"))
    assert all(one == found[0] for one in found)


def test_of_a_command_in_the_subject_nothing_is_left(folder: Path) -> None:
    about = f"Pass {{{subject(folder, 'ann').partition('{')[2]}"
    (verdict,) = left(folder, "\n", about)
    assert verdict["state"] == "accepted"
    assert not any("pass" in value.lower() for value in verdict.values())
    kept = left(folder, "\n", about, X_Road="another")
    assert kept[-1]["state"] == "doubled"
    assert not any("pass" in value.lower() for one in kept for value in one.values())


def test_the_same_mail_by_another_road_is_still_known(folder: Path) -> None:
    raw = mail("ann@example.org", f"Re: {subject(folder, 'ann')}", "bid: 1\n")
    drop(folder, "1.eml", raw)
    turn(folder)
    drop(folder, "2.eml", b"Received: from a by b\r\n" + raw)
    turn(folder)
    assert [one.state for one in opened(folder).inbox.verdicts()] == ["accepted", "doubled"]


def test_what_may_quote_a_receipt_is_sealed_as_well(folder: Path) -> None:
    left(folder, "bid: 1\n")
    receipt = (folder.with_name("game-out") / "receipt-0001.eml").read_text()
    found = re.search(r"^Message-ID: (\S+)", receipt, re.MULTILINE)
    assert found
    report = REPORT.format(recipient="ann@example.org", to="game@example.org")
    drop(
        folder, "2.eml", report.replace("\n--b--", f"\n--b\nContent-Type: message/rfc822\n\n{receipt}\n--b--").encode()
    )
    about = {"In-Reply-To": found[1], "Auto-Submitted": "auto-replied"}
    drop(folder, "3.eml", mail("ann@example.org", "Away", receipt, **about))
    drop(folder, "4.eml", mail("ann@example.org", "Away", "till Monday", Auto_Submitted="auto-replied"))
    turn(folder)
    inbox = opened(folder).inbox
    assert [(one.state, one.about) for one in inbox.verdicts()[1:]] == [
        ("bounce", "receipt-0001"),
        ("robot", "receipt-0001"),
        ("robot", ""),
    ]
    assert [encryption.is_sealed(item.path) for item in inbox.items()] == [True, True, True, False]
    assert [encryption.is_sealed(path) for path in sorted((folder / "in" / "taken").iterdir())] == [
        True,
        True,
        True,
        False,
    ]


def test_a_sealed_receipt_that_comes_back_shows_in_the_status(folder: Path) -> None:
    left(folder, "bid: 1\n")
    found = re.search(
        r"^Message-ID: (\S+)", (folder.with_name("game-out") / "receipt-0001.eml").read_text(), re.MULTILINE
    )
    assert found
    report = REPORT.format(recipient="ann@example.org", to="game@example.org")
    drop(folder, "2.eml", report.replace("No such user.", f"Message-ID: {found[1]}").encode())
    turn(folder)
    assert seat(folder, "ann").bounced.startswith("5.1.1")


def test_a_sheet_in_what_looks_like_a_robots_mail_is_sealed_as_well(folder: Path) -> None:
    text = "---\nbid: 1\n...\n"
    drop(folder, "1.eml", mail("ann@example.org", subject(folder, "ann"), text, Auto_Submitted="auto-replied"))
    turn(folder)
    inbox = opened(folder).inbox
    assert [(one.state, one.guess) for one in inbox.verdicts()] == [("robot", "ann")]
    assert [encryption.is_sealed(item.path) for item in inbox.items()] == [True]


def test_names_and_sizes_of_files_are_the_same_whatever_the_sheet_says(tmp_path: Path) -> None:
    found = []
    for number, text in enumerate((*SHEETS, "# because of Silesia\nbid: 1\n", "pass\n")):
        folder = tmp_path / str(number) / "game"
        sealed_game(folder, tmp_path / f"key{number}")
        turn(folder)
        left(folder, text)
        paths = [path for room in ("inbox", "sheets", "sent") for path in folder.glob(f"{room}/**/*.*")]
        found.append({_nameless(folder, path): _size(path) for path in paths if path.is_file()})
    assert all(one == found[0] for one in found)
    assert len(found[0]) > 5


def _nameless(folder: Path, path: Path) -> str:
    """The name of a file without the digest of the mail, which is chance to whoever does not have all its bytes."""
    return re.sub(r"-[0-9a-f]{8}(?=[-.])", "", str(path.relative_to(folder)))


def _size(path: Path) -> int:
    """The size of a file; a sealed one has up to a thousand bytes of chance."""
    size = path.stat().st_size
    return size // 4096 if encryption.is_sealed(path) or b"AGE ENCRYPTED" in path.read_bytes() else size


def test_of_a_command_that_waits_for_the_moderator_nothing_is_left_either(folder: Path) -> None:
    file = folder / "game.yaml"
    file.write_text(file.read_text().replace("  in:", "  trust: {policy: [token, moderator confirms]}\n  in:"))
    (verdict,) = left(folder, "\n", f"Pass {{{subject(folder, 'ann').partition('{')[2]}")
    assert (verdict["state"], opened(folder).inbox.verdicts()[0].problems) == ("held", ("moderator-confirms",))
    assert not any("pass" in value.lower() for value in verdict.values())


def test_the_message_id_of_an_answer_tells_nothing_that_a_guess_at_the_sheet_could_be_tried_on(folder: Path) -> None:
    left(folder, "bid: many\n")
    receipt = (folder.with_name("game-out") / "receipt-0001.eml").read_bytes()
    assert b"REFUSED" in receipt
    game = opened(folder)
    about = (
        "receipt-0001",
        "ann@example.org",
        "game@example.org",
        f"Re: {subject(folder, 'ann').replace(' your', ' refused - your')}",
    )
    assert id_of(receipt) == message_id(game.keys.message_ids, *about, f"refused {game.inbox.items()[0].name}")


def test_the_name_of_a_sheet_in_a_file_says_nothing_that_a_guess_could_be_tried_on(folder: Path) -> None:
    path = folder / "in" / "ann.yaml"
    path.write_bytes(b"bid: 1\n")
    os.utime(path, ns=(1, 1))
    turn(folder)
    (item,) = opened(folder).inbox.items()
    said = b"\0".join((b"ann", b"ann.yaml 1", b"bid: 1\n"))
    shown = [path.name for path in folder.rglob("*") if path.is_file()]
    assert any(item.name in name for name in shown)
    assert not any(hashlib.sha256(said).hexdigest()[:8] in name for name in shown)
