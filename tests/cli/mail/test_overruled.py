"""The moderator has the last word on each email: also where the program failed at it or judged it wrongly."""

from pathlib import Path
from typing import Any

import pytest

from pbem.mail.intake import beside
from pbem.mail.message.received import ReceivedMail, opened
from tests.cli.conftest import Pbem
from tests.mail.authentication.signing import rsa_key, signed
from tests.toy.game import drop, mail, send_sheet, subject

OOPS = "oops"


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that cannot read emails with a certain word."""

    def failing(raw: bytes, **how: Any) -> ReceivedMail:
        if OOPS.encode() in raw:
            raise KeyError(OOPS)
        return opened(raw, **how)

    monkeypatch.setattr(beside, "opened", failing)


@pytest.mark.usefixtures("fault")
def test_a_mail_at_which_the_program_fails_is_set_aside_and_the_rest_goes_on(pbem: Pbem) -> None:
    pbem("turn")
    send_sheet(pbem.folder, "ann", f"bid: 1\n# {OOPS}\n", "1.eml")
    send_sheet(pbem.folder, "ben", "bid: 2\n", "2.eml")
    said = pbem("turn", code=3).stdout.splitlines()
    assert said[:2] == ["0001 failed: a bug in pbem (KeyError)", "0002 accepted: ben"]
    assert "No new mail." in pbem("turn", code=3).stdout
    status = pbem("status").stdout.splitlines()
    told = status.index("Set aside, because of a bug in pbem: `pbem mail N` says where it is. Submit what it says by")
    assert status[told + 2].startswith("  0001  KeyError at ")
    assert "in failing" in status[told + 2]
    assert "0001-" in pbem("mail", "1").stdout
    assert OOPS not in next((pbem.folder / "inbox").glob("0001-*.fault")).read_text()
    pbem("submit", "-", "--as", "ann", typed="bid: 1\n")
    pbem("dismiss", "1")
    assert "Set aside" not in pbem("status").stdout


def test_a_mail_set_aside_can_be_tried_again(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(beside, "opened", lambda *_, **__: 1 / 0)
        pbem("turn")
        send_sheet(pbem.folder, "ann", "bid: 1\n", "1.eml")
        assert pbem.json("fetch")["verdicts"][0]["why"] == "ZeroDivisionError"
        assert pbem.json("confirm", "1", "--as", "ann")["verdicts"][0]["state"] == "failed"
    assert pbem.json("confirm", "1", "--as", "ann")["verdicts"][0]["state"] == "accepted"


def test_a_sheet_handed_in_at_which_the_program_fails_is_set_aside(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    pbem("turn")
    monkeypatch.setattr(beside, "read_bare", lambda *_: 1 / 0)
    assert (
        "pbem has a bug and failed at it (ZeroDivisionError)"
        in pbem("submit", "-", "--as", "ann", typed="bid: 1\n", code=1).stdout
    )


WRONGLY = {
    "robot": {"Auto_Submitted": "auto-replied"},
    "refused": {"Subject": "my bid"},
    "elsewhere": {"Subject": "Re: [other-1] your bid {abcd-efgh}"},
}


@pytest.mark.parametrize("state", WRONGLY)
def test_a_mail_judged_wrongly_can_be_overruled(pbem: Pbem, state: str) -> None:
    pbem("turn")
    headers = {**WRONGLY[state]}
    drop(
        pbem.folder,
        "1.eml",
        mail("ann@example.org", headers.pop("Subject", subject(pbem.folder, "ann")), "bid: 1\n", **headers),
    )
    assert pbem.json("fetch")["verdicts"][0]["state"] == state
    (verdict,) = pbem.json("confirm", "1", "--as", "ann")["verdicts"]
    assert (verdict["state"], verdict["seat"], verdict["vouched"]) == ("accepted", "ann", "moderator")
    assert "already trusted" in pbem("confirm", "1", "--as", "ann", code=1).stderr
    assert "No new mail." in pbem("fetch").stdout


@pytest.mark.parametrize(("text", "state", "counts"), [("pass", "accepted", 1), ("hold", "command", None)])
def test_a_command_that_was_not_obeyed_for_what_its_mail_did_not_show_can_be_overruled(
    pbem: Pbem, tmp_path: Path, text: str, state: str, counts: int | None
) -> None:
    pbem("turn")
    raw = mail("ann@example.org", "to the game", f"{text}\n")
    drop(pbem.folder, "1.eml", raw)
    (verdict,) = pbem.json("fetch")["verdicts"]
    assert (verdict["state"], verdict["problems"]) == ("command", ["unproven"])
    (verdict,) = pbem.json("confirm", "1", "--as", "ann")["verdicts"]
    assert (verdict["state"], verdict["vouched"]) == (state, "moderator")
    (ann, *_) = pbem.json("status")["seats"]
    assert (ann["counts"], ann["holds"]) == (counts, text == "hold")
    assert "already trusted" in pbem("confirm", "1", "--as", "ann", code=1).stderr
    (tmp_path / "1.eml").write_bytes(raw)
    assert pbem.json("submit", str(tmp_path / "1.eml"), "--as", "ann")["new"] is False
    assert "No new mail." in pbem("fetch").stdout


def test_a_bounce_that_holds_a_players_sheet_can_be_overruled(pbem: Pbem) -> None:
    pbem("turn")
    raw = mail("ann@example.org", subject(pbem.folder, "ann"), "bid: 1\n").replace(
        b"From: ", b"Return-Path: <>\r\nFrom: ", 1
    )
    drop(pbem.folder, "1.eml", raw)
    assert pbem.json("fetch")["verdicts"][0]["state"] in ("bounce", "robot")
    assert pbem.json("confirm", "1", "--as", "ann")["verdicts"][0]["state"] == "accepted"


def test_a_dismissal_can_be_taken_back(pbem: Pbem) -> None:
    pbem("turn")
    drop(pbem.folder, "1.eml", mail("new@example.org", subject(pbem.folder, "ann"), "bid: 1\n"))
    pbem("fetch")
    pbem("dismiss", "1")
    assert pbem.json("confirm", "1", "--as", "ann")["verdicts"][0]["state"] == "accepted"


def test_what_confirming_cannot_change_says_what_would_help(pbem: Pbem) -> None:
    pbem("turn")
    raw = mail("ann@example.org", subject(pbem.folder, "ann"), "My king goes home.\n")
    drop(pbem.folder, "1.eml", raw)
    drop(pbem.folder, "2.eml", b"X-Relay: two\r\n" + raw)
    pbem("fetch")
    assert "`pbem submit FILE --as ann`" in pbem("confirm", "1", code=1).stderr
    assert "a duplicate of email 1" in pbem("confirm", "2", code=1).stderr


@pytest.mark.slow
def test_a_mail_that_was_not_judged_yet_can_be_looked_at_and_closed(pbem: Pbem) -> None:
    path = pbem.folder / "game.yaml"
    trust = "trust: {policy: [token, dkim], resolver: '127.0.0.1:1'}"
    path.write_text(path.read_text().replace("mail:\n", f"mail:\n  {trust}\n"))
    pbem("turn")
    raw = mail("ann@example.org", subject(pbem.folder, "ann"), "bid: 1\n")
    drop(pbem.folder, "1.eml", signed(rsa_key(), raw, headers=("from", "subject", "message-id")))
    assert pbem.json("fetch")["verdicts"] == []
    assert "Email 1 has not been processed yet. It is in" in pbem("mail", "1").stdout
    assert "`pbem confirm 1 --as SEAT`, or `pbem dismiss 1`." in pbem("status").stdout
    pbem("dismiss", "1")
    assert "Not judged yet" not in pbem("status").stdout


def test_a_players_mail_to_the_moderator_can_be_handed_in_as_it_is(pbem: Pbem, tmp_path: Path) -> None:
    pbem("turn")
    file = tmp_path / "his.eml"
    file.write_bytes(mail("ann@home.example", subject(pbem.folder, "ann"), "Dear Mo,\n\nbid: 1\n"))
    first = pbem.json("submit", str(file), "--as", "ann")
    assert (first["verdict"]["state"], first["verdict"]["vouched"]) == ("accepted", "moderator")
    assert pbem.json("submit", str(file), "--as", "ann")["new"] is False
    assert len(pbem.json("mail")) == 1


def test_a_mail_that_waits_can_be_handed_in_too(pbem: Pbem, tmp_path: Path) -> None:
    pbem("turn")
    raw = mail("ann@home.example", subject(pbem.folder, "ann"), "bid: 1\n")
    drop(pbem.folder, "1.eml", raw)
    assert pbem.json("fetch")["verdicts"][0]["state"] == "unclaimed"
    (tmp_path / "1.eml").write_bytes(raw)
    assert pbem.json("submit", str(tmp_path / "1.eml"), "--as", "ann")["verdict"]["state"] == "accepted"


def test_the_same_sheet_counts_again_after_another_one(pbem: Pbem) -> None:
    pbem("turn")
    for typed, counts in (("bid: 1\n", 1), ("bid: 1\n", 1), ("bid: 2\n", 2), ("bid: 1\n", 3), ("bid: 1\n", 3)):
        pbem("submit", "-", "--as", "ann", typed=typed)
        assert pbem.json("status")["seats"][0]["counts"] == counts
    for _ in range(2):
        pbem("submit", "-", "--as", "ann", typed="withdraw\n")
    assert pbem.json("status")["seats"][0]["counts"] is None
    pbem("submit", "-", "--as", "ann", typed="bid: 1\n")
    assert pbem.json("status")["seats"][0]["counts"] == 5


def waiting_twice(pbem: Pbem) -> None:
    """Two sheets of ann wait for the moderator's word."""
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("mail:\n", "mail:\n  trust: {policy: [token, moderator confirms]}\n"))
    pbem("turn")
    for number in (1, 2):
        send_sheet(pbem.folder, "ann", f"bid: {number}\n", f"{number}.eml")
    pbem("fetch")


def answered(pbem: Pbem, number: int) -> str:
    return " ".join(next((pbem.folder / "inbox").glob(f"{number:04d}-*.txt")).read_text().split())


def test_a_sheet_that_is_confirmed_after_a_later_one_is_said_not_to_count(pbem: Pbem) -> None:
    waiting_twice(pbem)
    pbem("confirm", "2")
    pbem("confirm", "1")
    assert pbem.json("status")["seats"][0]["counts"] == 2
    said = answered(pbem, 1)
    assert "SHEET VALID, BUT REPLACED" in said
    assert "a later sheet or `withdraw` command from you has replaced it" in said
    assert "This replaces" not in said
    assert "This sheet counts" not in said
    assert "This sheet counts" in answered(pbem, 2)


def test_a_sheet_that_is_confirmed_after_a_withdrawal_is_said_not_to_count(pbem: Pbem) -> None:
    waiting_twice(pbem)
    pbem("submit", "-", "--as", "ann", typed="bid: 3\n")
    pbem("submit", "-", "--as", "ann", typed="withdraw\n")
    pbem("confirm", "1")
    assert pbem.json("status")["seats"][0]["counts"] is None
    assert "BUT REPLACED" in answered(pbem, 1)


def test_sheets_that_are_confirmed_in_their_order_replace_each_other(pbem: Pbem) -> None:
    waiting_twice(pbem)
    pbem("confirm", "1")
    pbem("confirm", "2")
    assert "It replaces all of your earlier sheet" in answered(pbem, 2)
    assert "This sheet counts" in answered(pbem, 2)


@pytest.mark.parametrize("command", ["pass", "withdraw"])
def test_a_command_that_is_confirmed_after_a_later_sheet_is_said_to_change_nothing(pbem: Pbem, command: str) -> None:
    pbem("turn")
    pbem("submit", "-", "--as", "ann", typed="bid: 1\n")
    path = pbem.folder / "game.yaml"
    path.write_text(path.read_text().replace("mail:\n", "mail:\n  trust: {policy: [token, moderator confirms]}\n"))
    send_sheet(pbem.folder, "ann", f"{command}\n", "2.eml")
    pbem("fetch")
    pbem("submit", "-", "--as", "ann", typed="bid: 3\n")
    pbem("confirm", "2")
    assert pbem.json("status")["seats"][0]["counts"] == 3
    said = answered(pbem, 2)
    assert "SOMETHING LATER COUNTS" in said
    assert "nothing has changed" in said
