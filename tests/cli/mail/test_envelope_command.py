import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from tests.mail.corpus.mails import FOLDER, corpus
from tests.toy.game import new_game

GOOD = b"From: Ann <ann@example.org>\r\nSubject: Re: [toy-1] your bid {gkzp-4iow}\r\n\r\n---\r\nbid: 2\r\n...\r\n"
KEYS = {"file", "verdict", "reason", "says", "sender", "subject", "kind", "how", "text", "command", "notes"}


def run(*args: str, code: int = 0, typed: bytes = b"") -> Result:
    result = CliRunner().invoke(main, ["envelope", *args], input=typed, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def looks(*args: str, code: int = 0, typed: bytes = b"") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(*args, "--json", code=code, typed=typed).stdout)
    return found


def test_every_mail_of_the_corpus_is_told_as_data() -> None:
    mails = corpus()
    found = looks(*(str(FOLDER / f"{mail.name}.eml") for mail in mails))
    assert [set(one) for one in found] == [KEYS] * len(mails)
    known = looks("--rules", "maria", *(str(FOLDER / f"{mail.name}.eml") for mail in mails))
    for one, other, mail in zip(found, known, mails, strict=True):
        if not mail.expected.form:  # without the rules words with a colon look like a sheet, with them odd keys do not
            assert mail.expected.verdict in (one["verdict"], other["verdict"]), mail.name
    assert all(one["says"] and one["says"] != one["reason"] for one in found if one["verdict"] == "refused")


def test_with_the_rules_words_with_a_colon_are_words(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(GOOD.replace(b"---\r\nbid: 2\r\n...\r\n", b"Info: away\r\n"))
    assert [one["verdict"] for one in looks(str(tmp_path / "a.eml"))] == ["orders"]
    assert [one["verdict"] for one in looks("--rules", "maria", str(tmp_path / "a.eml"))] == ["moderator"]


def test_orders_are_shown_with_who_sent_them_and_what_they_were_found_by(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(GOOD)
    (one,) = looks(str(tmp_path / "a.eml"))
    assert (one["verdict"], one["sender"], one["kind"], one["how"]) == ("orders", "ann@example.org", "person", "marks")
    assert "bid: 2" in one["text"]
    shown = run(str(tmp_path / "a.eml")).stdout
    assert "orders" in shown
    assert "    | bid: 2\n" in shown


@pytest.mark.parametrize("sender", [b"", b"From: ann\r\n", b"From: a@b.example\r\nFrom: c@d.example\r\n"])
def test_a_mail_of_no_clear_sender_is_told_so_in_words(sender: bytes) -> None:
    (one,) = looks("-", typed=sender + GOOD.partition(b"\r\n")[2])
    assert one["verdict"] == "moderator"
    assert one["says"].startswith(("The email", "The From line of the email"))


def test_notes_are_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(GOOD.replace(b"---\r\n", b"").replace(b"...\r\n", b""))
    (one,) = looks(str(tmp_path / "a.eml"))
    assert one["notes"]
    assert all(" " in note for note in one["notes"])


def test_a_mail_comes_from_standard_input_too() -> None:
    assert looks("-", typed=GOOD)[0]["verdict"] == "orders"


def test_an_mbox_holds_several_mails(tmp_path: Path) -> None:
    quoted = GOOD.replace(b"\r\n---", b"\r\n>From the hill:\r\n---").replace(b"\r\n", b"\n")
    (tmp_path / "box").write_bytes(b"From ann Mon Jan 12 20:48:19 2026\n" + quoted + b"\nFrom ann Mon\n" + quoted)
    found = looks(str(tmp_path / "box"))
    assert [one["verdict"] for one in found] == ["orders", "orders"]
    assert found[1]["file"].endswith("box#2")


def test_a_file_whose_name_is_in_an_old_code_is_told_as_data(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bes\xfcch.eml"))
    path.write_bytes(GOOD)
    (one,) = looks(str(path))
    assert one["verdict"] == "orders"
    assert one["file"].endswith("bes\ufffdch.eml")


@pytest.mark.parametrize("command", ["envelope -", "submit --as ann -"])
def test_a_closed_standard_input_is_an_empty_one(command: str, tmp_path: Path) -> None:
    new_game(tmp_path / "toy-1")
    line = f"exec {sys.executable} -m tests.cli.toy_pbem {command} <&-"
    told = subprocess.run(
        ["sh", "-c", line],
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PBEM_GAME": str(tmp_path / "toy-1")},
    )
    assert told.stdout
    assert b"Traceback" not in told.stderr


@pytest.mark.parametrize("raw", [b"", b"\0" * 5000, bytes(range(256)) * 40, b"From ", b"\n\n\n"])
def test_no_file_whatever_is_a_traceback(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(raw)
    assert looks(str(tmp_path / "a.eml"))[0]["verdict"] in ("moderator", "ignored", "refused")
    assert run(str(tmp_path / "a.eml")).stdout


def test_files_that_cannot_be_read_are_said_and_the_others_looked_at(tmp_path: Path) -> None:
    (tmp_path / "good.eml").write_bytes(GOOD)
    found = looks(str(tmp_path / "none.eml"), str(tmp_path), str(tmp_path / "good.eml"), code=1)
    assert [one["verdict"] for one in found] == ["unreadable", "unreadable", "orders"]
    assert found[0]["says"]


def test_a_mail_of_a_hundred_megabytes_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "huge.eml"
    with path.open("wb") as stream:
        stream.write(GOOD)
        stream.truncate(100_000_000)
    (one,) = looks(str(path))
    assert (one["verdict"], one["reason"]) == ("refused", "mail-too-large")


def test_what_a_mail_says_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(GOOD.replace(b"[toy-1]", b"\x1b[31m").replace(b"bid: 2", b"bid: \x1b[31m2"))
    assert "\x1b" not in run(str(tmp_path / "a.eml")).stdout


def test_the_installed_command_works_without_a_game(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(GOOD)
    pbem = shutil.which("pbem", path=str(Path(sys.executable).parent))
    if pbem is None:
        pytest.skip("pbem is not installed beside this Python")
    done = subprocess.run([pbem, "envelope", "a.eml"], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.startswith(b"a.eml: orders")
    assert not done.stderr


def test_of_what_is_ignored_no_orders_are_told() -> None:
    corpus = Path(__file__).parents[2] / "mail" / "corpus" / "emails"
    (look,) = json.loads(CliRunner().invoke(main, ["envelope", str(corpus / "091-ticket-system.eml"), "--json"]).stdout)
    assert (look["verdict"], look["text"], look["how"], look["notes"]) == ("ignored", "", "", [])
