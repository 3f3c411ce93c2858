import base64
import quopri
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mail.rounds.transports import begun, body, fetch, one, seat, waiting_mails
from tests.toy.game import drop, mail, opened, send_sheet

BOUNCES = ("  in:", "  bounces: game+*@example.org\n  in:")


def bounce(
    folder: Path, ident: str, action: str = "failed", *, word: bool = True, recipient: str = "ann@example.org"
) -> bytes:
    """What a mail server sends back for a message of ours."""
    from pbem.mail.mime.headers import bounce_word

    game = opened(folder)
    to = f"game+{bounce_word(game.keys.bounces, ident)}@example.org" if word else "game@example.org"
    _, message = game.outbox.read(ident)
    status = "5.1.1" if action == "failed" else "4.4.1"
    return (
        (
            f"Return-Path: <>\r\nDelivered-To: {to}\r\nFrom: MAILER-DAEMON@mail.example.org\r\nTo: {to}\r\n"
            "Subject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
            'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
            "--b\r\n\r\nI'm sorry to have to inform you\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
            f"Reporting-MTA: dns; mail.example.org\r\n\r\nFinal-Recipient: rfc822; {recipient}\r\nAction: {action}\r\n"
            f"Status: {status}\r\nDiagnostic-Code: smtp; 550 no such user here\r\n\r\n--b\r\n"
            "Content-Type: message/rfc822\r\n\r\n"
        ).encode()
        + message
        + b"\r\n--b--\r\n"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "game", BOUNCES)


def test_a_letter_that_comes_back_shows_in_the_status_of_its_seat(folder: Path) -> None:
    drop(folder, "b.eml", bounce(folder, "round-0001-ann"))
    verdict = one(folder)
    assert (verdict.state, verdict.seat, verdict.about) == ("bounce", "ann", "round-0001-ann")
    assert "no such user" in seat(folder, "ann").bounced
    assert seat(folder, "ben").bounced == ""
    assert waiting_mails(folder) == {}


def test_without_addresses_of_their_own_messages_are_known_by_their_ids(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    drop(folder, "b.eml", bounce(folder, "round-0001-ann", word=False))
    assert one(folder).about == "round-0001-ann"


def test_a_bounce_of_nothing_of_ours_is_not_believed(folder: Path) -> None:
    raw = bounce(folder, "round-0001-ann", word=False)
    raw = raw.replace(opened_id(folder), b"<made-up@example.org>")
    drop(folder, "b.eml", re.sub(rb"(?m)^From: .*game@example.org.*$", b"From: made-up@example.com", raw))
    assert one(folder).state == "robot"
    assert seat(folder, "ann").bounced == ""


@pytest.mark.parametrize("left", ["token", "references", "recipient"])
def test_a_letter_whose_id_a_relay_replaced_is_known_by_what_is_left(tmp_path: Path, left: str) -> None:
    folder = begun(tmp_path / "game")
    whom = "someone@relay.example" if left != "recipient" else "ann@example.org"
    raw = bounce(folder, "round-0001-ann", word=False, recipient=whom)
    own = opened_id(folder)
    raw = raw.replace(own, b"<1234.relay@example.net>")
    if left != "token":
        raw = re.sub(rb"\{[a-z0-9]{4}-[a-z0-9]{4}\}", b"", raw)
    if left == "references":
        raw = raw.replace(b"Message-ID: <1234", b"References: " + own + b"\r\nMessage-ID: <1234")
    drop(folder, "b.eml", raw)
    verdict = one(folder)
    assert (verdict.state, verdict.seat, verdict.about) == ("bounce", "ann", "round-0001-ann")
    assert "no such user" in seat(folder, "ann").bounced


@pytest.mark.parametrize("encoding", ["", "base64", "quoted-printable"])
def test_a_report_with_letters_of_all_languages_is_one_of_its_letter(tmp_path: Path, encoding: str) -> None:
    folder = begun(tmp_path / "game")
    raw = bounce(folder, "round-0001-ann", word=False).replace(b"rfc822; ann@", b"utf-8; ann@")
    head, _, rest = raw.partition(b"Content-Type: message/delivery-status\r\n\r\n")
    blocks, _, returned = rest.partition(b"\r\n--b\r\nContent-Type: message/rfc822\r\n")
    if encoding == "base64":
        blocks = base64.encodebytes(blocks)
    elif encoding:
        blocks = quopri.encodestring(blocks)
    kind = f"Content-Type: message/global-delivery-status\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    raw = head + kind.encode() + blocks + b"\r\n--b\r\nContent-Type: message/global-headers\r\n" + returned
    drop(folder, "b.eml", raw)
    assert one(folder).about == "round-0001-ann"
    assert "no such user" in seat(folder, "ann").bounced


def nobody(folder: Path, subject: str, head: str = "", sender: str = "system@mx.example") -> bytes:
    """Words in some language that come without a sender to the address for the bounces of a letter."""
    to = bounce(folder, "round-0001-ann").split(b"Delivered-To: ")[1].split(b"\r\n")[0].decode()
    return (
        f"Return-Path: <>\r\nFrom: {sender}\r\nTo: {to}\r\nSubject: {subject}\r\n{head}"
        "Content-Type: text/plain; charset=utf-8\r\n\r\n配信できませんでした\r\n"
    ).encode()


@pytest.mark.parametrize("subject", ["配信不能通知", "تعذر تسليم الرسالة", "Kézbesítési hiba", "gagal terkirim", ""])
def test_whatever_comes_without_a_sender_to_the_address_for_a_letter_s_bounces_is_one(
    folder: Path, subject: str
) -> None:
    drop(folder, "b.eml", nobody(folder, subject))
    assert one(folder).about == "round-0001-ann"
    assert seat(folder, "ann").bounced in (subject, "failed")


@pytest.mark.parametrize(
    ("subject", "head", "sender"),
    [
        ("Out of office", "", "x@example.net"),
        ("不在", "Auto-Submitted: auto-replied (vacation)\r\n", "x@example.net"),
        ("Je suis en vacances", "X-Autoreply: yes\r\n", "x@example.net"),
        ("Jsem na dovolené", "", "ann@example.org"),
    ],
)
def test_a_note_of_absence_is_no_bounce_though_it_has_no_sender(
    folder: Path, subject: str, head: str, sender: str
) -> None:
    drop(folder, "b.eml", nobody(folder, subject, head, sender))
    assert one(folder).state == "robot"
    assert seat(folder, "ann").bounced == ""


Change = Callable[[str, str], str]
"""From a bounce as Postfix writes it, and the Message-ID of our letter, to one as another server writes it."""

RETURNED = "Content-Type: message/rfc822\r\n\r\n"
ODD: dict[str, Change] = {
    "encoded": lambda raw, _: _encoded(raw),
    "headers that are encoded": lambda raw, _: _encoded(raw).replace("message/rfc822", "text/rfc822-headers"),
    "headers that are folded": lambda raw, own: _headers(raw).replace(f"Message-ID: {own}", f"Message-ID:\r\n {own}"),
    "no recipient": lambda raw, _: raw.replace("Final-Recipient: rfc822; ann@example.org\r\n", ""),
    "a recipient of X.400": lambda raw, _: raw.replace("rfc822; ann@example.org", "x400; /C=DE/S=ann/"),
    "an id beside the report": lambda raw, own: _alone(raw, f"X-Original-Message-ID: {own}\r\n\r\nFinal-"),
    "our subject alone": lambda raw, _: _alone(raw, "\r\nFinal-", subject=_subject(raw)),
    "a report of no known kind": lambda raw, _: raw.replace("message/delivery-status", "text/plain").replace(
        "multipart/report; report-type=delivery-status", "multipart/mixed"
    ).replace("MAILER-DAEMON@", "postmaster@").replace("Undelivered Mail Returned to Sender", "xyz"),
    "another language": lambda raw, _: (
        "From: Postmaster@163.example\r\nTo: game@example.org\r\n"
        f"Subject: 系统退信\r\n\r\n抱歉 {_subject(raw)}\r\n"
    ),
}  # fmt: skip


def _subject(raw: str) -> str:
    found = re.search(r"(?m)^Subject: (\[toy-1\][^\r\n]*(?:\r\n [^\r\n]*)*)", raw)
    assert found
    return found[1].replace("\r\n", "")


def _headers(raw: str) -> str:
    """Of a letter that was forwarded come back the headers alone, without its token."""
    head, _, returned = raw.replace("rfc822; ann@example.org", "rfc822; a@relay.example").partition(RETURNED)
    kept = re.sub(r"\{[a-z0-9]{4}-[a-z0-9]{4}\}", "", returned.partition("\r\n\r\n")[0])
    return f"{head}Content-Type: text/rfc822-headers\r\n\r\n{kept}\r\n\r\n--b--\r\n"


def _encoded(raw: str) -> str:
    head, _, returned = raw.replace("rfc822; ann@example.org", "rfc822; a@relay.example").partition(RETURNED)
    kind = "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    return f"{head}{kind}{base64.encodebytes(returned.encode()).decode()}\r\n--b--\r\n"


def _alone(raw: str, fields: str, subject: str = "x") -> str:
    """A report with which nothing comes back, of a recipient to whom their provider forwards our letters."""
    kept = re.sub(r"(?s)Content-Type: message/rfc822.*", "\r\n--b--\r\n", raw).replace(
        "\r\n\r\nFinal-", f"\r\n{fields}"
    )
    return kept.replace("ann@example.org", "a@relay.example").replace("Undelivered Mail Returned to Sender", subject)


@pytest.mark.parametrize("change", ODD.values(), ids=ODD)
def test_a_bounce_of_any_shape_is_one_of_the_letter_that_it_shows(tmp_path: Path, change: Change) -> None:
    folder = begun(tmp_path / "game")
    raw = bounce(folder, "round-0001-ann", word=False).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n").decode()
    drop(folder, "b.eml", change(raw, opened_id(folder).decode()).encode())
    verdict = one(folder)
    assert (verdict.state, verdict.seat, verdict.about) == ("bounce", "ann", "round-0001-ann")
    assert seat(folder, "ann").bounced


def test_what_a_server_has_not_given_up_is_late_though_it_names_no_action(folder: Path) -> None:
    raw = bounce(folder, "round-0001-ann").replace(b"Action: failed\r\n", b"").replace(b"5.1.1", b"4.4.7")
    drop(folder, "b.eml", raw)
    assert one(folder).why == "delayed"


def test_a_complaint_about_a_letter_that_arrived_is_no_bounce(folder: Path) -> None:
    raw = bounce(folder, "round-0001-ann").replace(b"delivery-status", b"feedback-report")
    raw = raw.replace(b"MAILER-DAEMON", b"staff").replace(b"Undelivered Mail Returned to Sender", b"complaint")
    drop(folder, "b.eml", raw.replace(b"Auto-Submitted: auto-replied\r\n", b""))
    assert one(folder).state == "robot"
    assert seat(folder, "ann").bounced == ""


@pytest.mark.parametrize(
    ("subject", "text", "headers", "state"),
    [
        ("Undeliverable until May: {}", "My mailbox is not read.", {"Auto_Submitted": "auto-replied"}, "robot"),
        ("Mail delivery problem", "My last message could not be delivered to Ben.", {}, "words"),
        ("Mail delivery: I left the firm", "Write to my colleague.", {"Return_Path": "<>"}, "robot"),
    ],
)
def test_nothing_from_a_player_s_own_address_is_a_bounce_by_its_subject(
    folder: Path, subject: str, text: str, headers: dict[str, str], state: str
) -> None:
    about = subject.format(_subject(bounce(folder, "round-0001-ann").decode()))
    raw = mail("ann@example.org", about, text, In_Reply_To=opened_id(folder).decode(), **headers)
    drop(folder, "b.eml", raw)
    assert one(folder).state == state
    assert seat(folder, "ann").bounced == ""


def opened_id(folder: Path) -> bytes:
    from email import message_from_bytes

    return message_from_bytes(opened(folder).outbox.read("round-0001-ann")[1])["Message-ID"].encode()


@pytest.mark.parametrize("subject", ["Mail delivery failed: returning message to sender", "Unzustellbar: [toy-1]"])
def test_a_bounce_with_a_sender_of_its_own_is_one_of_the_message_that_its_text_names(
    tmp_path: Path, subject: str
) -> None:
    folder = begun(tmp_path / "game")
    text = (
        "This is the mail system at host mx.example.\n\nYour message could not be delivered.\n\n"
        f"<ann@example.org>: 550 5.1.1 user unknown\n\nMessage-ID: {opened_id(folder).decode()}\nSubject: [toy-1]\n"
    )
    drop(folder, "1.eml", mail("system@mx.example", subject, text))
    drop(
        folder, "2.eml", mail("system@mx.example", subject, text.replace("@example.org>\nSubj", "x@example.org>\nSubj"))
    )
    ours, made_up = fetch(folder)
    assert (ours.verdict.state, ours.verdict.seat, ours.verdict.about) == ("bounce", "ann", "round-0001-ann")
    assert made_up.verdict.state == "robot"
    assert seat(folder, "ann").bounced
    assert waiting_mails(folder) == {}


@pytest.mark.parametrize("first", ["ann", "ben"])
def test_a_bounce_of_two_letters_is_one_of_both(tmp_path: Path, first: str) -> None:
    folder = begun(tmp_path / "game")
    second = {"ann": "ben", "ben": "ann"}[first]
    one_of, other = (bounce(folder, f"round-0001-{name}", word=False).decode() for name in (first, second))
    report = f"Final-Recipient: rfc822; {second}@example.org\r\nAction: failed\r\nStatus: 5.2.1\r\n\r\n--b\r\n"
    one_of = one_of.replace("rfc822; ann@", f"rfc822; {first}@").replace("\r\n\r\n--b\r\n", f"\r\n\r\n{report}", 2)
    one_of = one_of.replace(report, "\r\n\r\n--b\r\n", 1)
    returned = other[other.index("--b\r\nContent-Type: message/rfc822") :]
    drop(folder, "b.eml", one_of.replace("\r\n--b--", f"\r\n{returned}").encode())
    assert one(folder).seat == first
    assert "no such user" in seat(folder, first).bounced
    assert seat(folder, second).bounced == "5.2.1"
    send_sheet(folder, second, "bid: 1\n")
    fetch(folder)
    assert seat(folder, second).bounced == ""
    assert seat(folder, first).bounced


def test_a_delay_is_no_failure(folder: Path) -> None:
    drop(folder, "b.eml", bounce(folder, "round-0001-ann", "delayed"))
    assert one(folder).state == "bounce"
    assert seat(folder, "ann").bounced == ""


def test_a_mail_from_the_player_ends_the_worry(folder: Path) -> None:
    drop(folder, "b.eml", bounce(folder, "round-0001-ann"))
    fetch(folder)
    send_sheet(folder, "ann", "bid: 1\n")
    fetch(folder)
    assert seat(folder, "ann").bounced == ""


def test_the_second_address_is_told_once_a_round_and_nothing_secret(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", BOUNCES)
    file = folder / "game.yaml"
    file.write_text(
        file.read_text().replace(
            "address: ann@example.org", "address: ann@example.org, second address: ann2@example.org"
        )
    )
    drop(folder, "a.eml", bounce(folder, "round-0001-ann", "delayed"))
    fetch(folder)
    assert waiting_mails(folder) == {}
    drop(folder, "b.eml", bounce(folder, "round-0001-ann"))
    drop(folder, "c.eml", bounce(folder, "round-0001-ann").replace(b"sorry", b"very sorry"))
    fetch(folder)
    ((ident, told),) = waiting_mails(folder).items()
    assert ident == "bounced-0001-ann"
    assert "ann2@example.org" in told["To"]
    text = body(told)
    assert "no such user" in text
    assert "{" not in text
    assert "hand" not in text.lower()


@pytest.mark.parametrize("text", ["bid: 1\n", "status\n", "pass\n", "Dear moderator, all is well here.\n"])
def test_a_forged_mail_does_not_end_the_worry(folder: Path, text: str) -> None:
    drop(folder, "b.eml", bounce(folder, "round-0001-ann"))
    fetch(folder)
    drop(folder, "1.eml", mail("ann@example.org", "hello", text))
    drop(folder, "2.eml", mail("ann@example.org", "away", text, Auto_Submitted="auto-replied"))
    fetch(folder)
    assert "no such user" in seat(folder, "ann").bounced
