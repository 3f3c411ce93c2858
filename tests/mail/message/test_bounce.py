import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.message.received import Bounce, bounced, word_of
from pbem.mail.mime.headers import bounce_address
from tests.long import examples

OURS = "<round-3.anna@game.example.net>"
RETURNED = f"From: game@example.net\nTo: anna@example.org\nSubject: Round 3\nMessage-ID: {OURS}\n\nThe orders...\n"


def report(
    *blocks: str, returned: str = RETURNED, kind: str = "message/rfc822", head: str = "", text: str = ""
) -> bytes:
    """A bounce in the standard's form, from the blocks of its recipients."""
    status = "\n\n".join(("Reporting-MTA: dns; mx.example.org\nArrival-Date: Sat, 21 Nov 2026 12:00:00 +0000", *blocks))
    return (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org\nTo: game+word@example.net\n{head}"
        "Subject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        f"--b\nContent-Type: text/plain\n\n{text}\n\n"
        f"--b\nContent-Type: message/delivery-status\n\n{status}\n\n"
        f"--b\nContent-Type: {kind}\n\n{returned}\n--b--\n"
    ).encode()


POSTFIX = """Final-Recipient: rfc822; anna@example.org
Original-Recipient: rfc822;anna@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; 550 5.1.1 <anna@example.org>:
    Recipient address rejected: User unknown"""


def test_a_bounce_of_postfix() -> None:
    assert bounced(report(POSTFIX)) == (
        Bounce(
            recipient="anna@example.org",
            failed=True,
            status="5.1.1",
            diagnostic="550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown",
            message_ids=(OURS,),
            sender="game@example.net",
            subject="Round 3",
        ),
    )


def test_a_bounce_of_exim_has_no_original_recipient_and_returns_the_headers_only() -> None:
    block = "Action: failed\nFinal-Recipient: rfc822;anna@example.org\nStatus: 5.0.0"
    raw = report(block, kind="text/rfc822-headers", head="X-Failed-Recipients: anna@example.org\n")
    (found,) = bounced(raw)
    assert (found.recipient, found.failed, found.status) == ("anna@example.org", True, "5.0.0")
    assert (found.message_ids, found.sender, found.subject) == ((OURS,), "game@example.net", "Round 3")


def test_a_bounce_of_sendmail_that_was_forwarded_names_whom_we_wrote_to() -> None:
    block = (
        "Original-Recipient: RFC822; <anna@example.org>\nFinal-Recipient: RFC822; anna.maria@example.com\n"
        "Action: failed (expired)\nStatus: 4.4.7\nLast-Attempt-Date: Sat, 21 Nov 2026 12:00:00 +0000"
    )
    (found,) = bounced(report(block))
    assert (found.recipient, found.failed, found.soft, found.status) == ("anna@example.org", True, True, "4.4.7")


def test_a_bounce_of_exchange_answers_our_letter() -> None:
    block = (
        "Final-recipient: rfc822;anna@example.org\nAction: failed\nStatus: 5.2.2\n"
        "Diagnostic-code: smtp;554 5.2.2 mailbox full\nX-Display-Name: Anna"
    )
    raw = report(block, returned="Subject: Round 3\n\n", head=f"In-Reply-To: {OURS}\nReferences: {OURS}\n")
    (found,) = bounced(raw)
    assert (found.recipient, found.status, found.diagnostic, found.message_ids) == (
        "anna@example.org",
        "5.2.2",
        "554 5.2.2 mailbox full",
        (OURS,),
    )


def test_a_bounce_of_gmail_has_its_code_in_the_diagnosis() -> None:
    block = (
        "Final-Recipient: rfc822; anna@example.org\nAction: failed\nStatus: \n"
        "Diagnostic-Code: smtp; 550-5.1.1 The email account does not exist.\n 550 5.1.1 Learn more"
    )
    raw = report(block, head="X-Failed-Recipients: anna@example.org\n")
    assert bounced(raw)[0].status == "5.1.1"


def test_a_delay_is_no_failure() -> None:
    block = POSTFIX.replace("failed", "delayed").replace("5.1.1", "4.4.1")
    (found,) = bounced(report(block))
    assert (found.failed, found.delayed, found.soft) == (False, True, True)


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded", "Relayed (to a fax)", "eaten"])
def test_what_went_its_way_is_no_bounce(action: str) -> None:
    assert bounced(report(POSTFIX.replace("failed", action))) == ()


def test_each_recipient_has_its_own_fate() -> None:
    second = POSTFIX.replace("anna", "ben").replace("Action: failed", "Action: delayed")
    third = POSTFIX.replace("anna", "carl").replace("Action: failed", "Action: relayed")
    found = bounced(report(POSTFIX, second, third))
    assert [(one.recipient, one.failed, one.delayed) for one in found] == [
        ("anna@example.org", True, False),
        ("ben@example.org", False, True),
    ]


QMAIL = f"""Return-Path: <>
From: MAILER-DAEMON@mx.example.org
To: game@example.net
Subject: failure notice

Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<anna@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <game@example.net>
Message-ID: {OURS}
Subject: Round 3

The orders...
"""
AOL = f"""From: Mail Delivery Subsystem <MAILER-DAEMON@mx.aol.com>
To: game@example.net
Subject: Mail Delivery Problem

Your mail to the following recipients could not be delivered because they are not accepting mail from you:

    ----- The following addresses had permanent fatal errors -----
<anna@example.org>

   ----- Original message follows -----
> Message-Id: {OURS}
"""


@pytest.mark.parametrize("raw", [QMAIL, AOL], ids=["qmail", "aol"])
def test_a_bounce_in_free_text(raw: str) -> None:
    (found,) = bounced(raw.encode())
    assert (found.recipient, found.failed, found.message_ids) == ("anna@example.org", True, (OURS,))


def test_a_warning_in_free_text_is_a_delay() -> None:
    raw = (
        "From: Mail Delivery System <Mailer-Daemon@mx.example.org>\nTo: game@example.net\n"
        "Subject: Warning: message 1abc delayed 24 hours\n\n"
        "This message was created automatically by mail delivery software.\n"
        "A message that you sent has not yet been delivered to one or more of its\n"
        "recipients after more than 24 hours on the queue on mx.example.org.\n\n"
        "The message identifier is:     1abc\n\nThe address to which the message has not yet been delivered is:\n\n"
        "  anna@example.org\n\nNo action is required on your part.\n"
    )
    (found,) = bounced(raw.encode())
    assert (found.recipient, found.failed, found.delayed) == ("anna@example.org", False, True)


def test_an_ordinary_mail_is_no_bounce() -> None:
    assert bounced(RETURNED.encode()) == ()
    assert bounced(b"") == ()


def test_what_a_bounce_says_is_bounded() -> None:
    (found,) = bounced(report(POSTFIX.replace("User unknown", "a\n b " * 5000)))
    assert len(found.diagnostic) <= 300
    assert "\n" not in found.diagnostic
    many = bounced(report(*[POSTFIX.replace("anna", f"a{number}") for number in range(200)]))
    assert len(many) == 50


@pytest.mark.parametrize(
    "raw",
    [
        report(POSTFIX, text="a" * 2_000_000),
        report(POSTFIX, text="Message-ID: <" * 100_000),
        report(POSTFIX, text="\n> > > >" * 200_000),
        report(*[POSTFIX] * 5000),
        b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\nContent-Type: message/rfc822\n\n" * 5000,
        b"From: mailer-daemon@b.example\n\n" + b"<a@" * 600_000,
        b"From: mailer-daemon@b.example\n\n" + b"a@b " * 400_000,
        b"From: mailer-daemon@b.example\nSubject: " + b"(" * 100_000 + b"\n\n" + b" \n" * 500_000,
    ],
)
def test_none_takes_for_ever(raw: bytes) -> None:
    bounced(raw[: 2 * 1024 * 1024])


@settings(max_examples=examples(300), deadline=None)
@given(st.binary(max_size=80), st.integers(0, 900), st.sampled_from([report(POSTFIX), QMAIL.encode(), AOL.encode()]))
def test_no_bytes_raise(noise: bytes, place: int, raw: bytes) -> None:
    bounced(raw[:place] + noise + raw[place + len(noise) :])


def test_a_word_in_the_address_tells_which_letter_came_back() -> None:
    pattern = "game+*@example.net"
    address = bounce_address(pattern, "r3-anna-7f")
    assert address == "game+r3-anna-7f@example.net"
    assert word_of(pattern, ["postmaster@example.net", f"Game <game@example.net>, <{address.upper()}>"]) == "r3-anna-7f"


@pytest.mark.parametrize(
    "address",
    ["game@example.net", "game+@example.net", "game+a b@example.net", "game+a@example.com", "xgame+a@example.net", ""],
)
def test_other_addresses_have_no_word(address: str) -> None:
    assert word_of("game+*@example.net", [address]) == ""


def test_without_a_pattern_there_is_no_word() -> None:
    assert word_of("", ["game+a@example.net"]) == ""
    assert word_of("game@example.net", ["game@example.net"]) == ""


@given(st.from_regex(r"[a-z0-9-]{1,60}", fullmatch=True))
def test_every_word_comes_back(word: str) -> None:
    pattern = "game+*@example.net"
    assert word_of(pattern, [bounce_address(pattern, word)]) == word


def test_the_worlds_odd_bounces_are_looked_for_in_simple_mails_only() -> None:
    assert bounced(QMAIL.encode())
    text = QMAIL.partition("\n\n")[2].encode()
    parts = b"".join(b"--x\r\nContent-Type: text/plain\r\n\r\n" + text + b"\r\n" for _ in range(40))
    head = b"From: MAILER-DAEMON@mx.example.org\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
    assert bounced(head + parts + b"--x--\r\n") == ()
