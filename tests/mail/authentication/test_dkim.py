import base64
from datetime import UTC, datetime, timedelta

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.message.dkim import KeyLookup, KeyRecord, Signature, body_altered, covers, signs, split_mail, verify
from pbem.mail.mime.headers import headers_of
from tests.long import examples
from tests.mail.authentication.signing import AT, HEADERS, MAIL, Key, ed25519_key, rsa_key, signed

MOMENT = datetime.fromtimestamp(AT, UTC)
RSA = rsa_key()
EDWARDS = ed25519_key()
# RSA of 768 bits, which cryptography no longer makes
SHORT = (
    "MHwwDQYJKoZIhvcNAQEBBQADawAwaAJhAOEW3syyxHeSrDhE7CcGgr29LsI2ZsEUF+1Jq1QMxjQAK2svFLlyKDIRtI8aBh8kTI6z"
    "QC5wxZew7At+WmAL56SbTP8Z0r+e+skWkCtsiJYPSzTmC88MbhjASzyAgofv+QIDAQAB"
)
OTHER_KIND = base64.b64encode(
    Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
).decode()


def keys(**records: str) -> KeyLookup:
    known = {f"{name}._domainkey.example.org": text for name, text in records.items()}
    return KeyLookup({name: KeyRecord(name, text, MOMENT, "found") for name, text in known.items()}, None)


def verdict(raw: bytes, key: Key = RSA, at: datetime = MOMENT, record: str = "") -> tuple[str, str]:
    """State and reason of the only signature."""
    (found,) = verify(raw, keys(s1=record or key.record), at)
    return found.state, found.why


@pytest.mark.parametrize("way", ["simple/simple", "simple/relaxed", "relaxed/simple", "relaxed/relaxed"])
@pytest.mark.parametrize("key", [RSA, EDWARDS], ids=["rsa", "ed25519"])
@pytest.mark.parametrize(
    "body",
    [b"", b"\r\n", b"a", b" \r\n", b"a\r\r\n\r\n", b"\r\r\n", b"a \t b  \r\n \r\n\r\n", b"a\r\n\r", MAIL[-40:]],
)
def test_what_another_program_signed_passes(key: Key, way: str, body: bytes) -> None:
    raw = MAIL.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" + body
    assert verdict(signed(key, raw, way=way), key) == ("pass", "")


def test_the_example_of_the_standard_passes() -> None:
    """RFC 8463, appendix A.3."""
    raw = b"""DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
"""
    name = "brisbane._domainkey.football.example.com"
    text = "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
    (found,) = verify(raw, KeyLookup({name: KeyRecord(name, text, MOMENT, "found")}, None), MOMENT)
    assert found == Signature("football.example.com", "brisbane", "pass", "", text)


def test_line_ends_of_a_mail_box_do_not_matter() -> None:
    raw = signed(RSA).replace(b"\r\n", b"\n")
    assert verdict(raw) == ("pass", "")
    assert verdict(b"From anna@example.org Sat Nov 21 12:00:00 2026\n" + raw) == ("pass", "")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"Prag > Wien", b"Prag > Graz", "body-altered"),
        (b"...\r\n\r\n\r\n", b"...\r\n\r\n-- \r\nThe players' list\r\n", "body-altered"),
        (b"From: Anna <anna", b"From: Anna <bert", "headers-altered"),
        (b"louis-3", b"louis-4", "headers-altered"),
        (b"<one@", b"<two@", "headers-altered"),
        (b"From: Anna", b"From: Bert <bert@example.org>\r\nFrom: Anna", "headers-unsigned"),
        (b"X-Mailer:", b"From: Bert <bert@example.org>\r\nX-Mailer:", "headers-unsigned"),
        (b"X-Mailer:", b"Subject: {louis-4-abcdef}\r\nX-Mailer:", "headers-unsigned"),
        (b"X-Mailer:", b"Content-Type: text/html\r\nX-Mailer:", "headers-unsigned"),
        (b"DKIM-Signature", b"To: bert@example.net\r\nDKIM-Signature", "headers-unsigned"),
        (b"X-Mailer:", b"no field\r\nX-Mailer:", "syntax"),
        (b"X-Mailer:", b"X-Nul: \0\r\nX-Mailer:", "syntax"),
    ],
)
def test_whatever_was_altered_fails(old: bytes, new: bytes, why: str) -> None:
    raw = signed(RSA)
    assert old in raw
    assert verdict(raw.replace(old, new, 1)) == ("fail", why)


def test_of_several_headers_of_a_name_the_lower_are_signed_first() -> None:
    raw = MAIL.replace(b"X-Mailer:", b"X-Note: upper\r\nX-Note: lower\r\nX-Mailer:")
    once, twice = (signed(RSA, raw, headers=(*HEADERS, *["x-note"] * times)) for times in (1, 2))
    assert (verdict(once), verdict(twice)) == (("pass", ""), ("pass", ""))
    assert verdict(once.replace(b"upper", b"other")) == ("pass", "")
    assert verdict(once.replace(b"lower", b"other")) == ("fail", "headers-altered")
    assert verdict(twice.replace(b"upper", b"other")) == ("fail", "headers-altered")


def test_a_last_line_that_lost_its_end_is_the_same_line() -> None:
    raw = signed(RSA, MAIL + b"the end \r\n")
    assert verdict(raw.removesuffix(b"\r\n")) == ("pass", "")


def test_headers_that_are_not_signed_may_change() -> None:
    assert verdict(b"Received: by us\r\n" + signed(RSA).replace(b"Paper", b"Ink")) == ("pass", "")


def test_a_mail_hidden_between_bare_carriage_returns_of_one_header_fails() -> None:
    hidden = b"X-Note: a\rFrom: anna@example.org\rSubject: {louis-3-abcdef}\r\rmoves: none\r\n"
    raw = hidden + signed(RSA)
    assert headers_of(raw)["Subject"] == "{louis-3-abcdef}", "the parser reads the hidden one"
    assert dkim.verify(raw, dnsfunc=lambda *_, **__: RSA.record.encode()), "the library sees one odd header"
    assert verdict(raw) == ("fail", "syntax")


@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(st.sampled_from([b"From: a", b"X", b":", b" ", b"\t", b"\r", b"\n", b"\r\n", b"a", b"\0"]), max_size=14)
)
def test_what_is_not_strange_has_the_headers_that_the_parser_reads(parts: list[bytes]) -> None:
    raw = b"".join(parts)
    mail = split_mail(raw)
    assert mail is not None
    if not mail.strange:
        parsed = headers_of(raw)
        assert [name.decode() for name, _ in mail.fields] == parsed.keys()
        assert str(parsed.get_payload()).encode().replace(b"\r\n", b"\n") == mail.body.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("missing", ["from", "subject"])
def test_author_and_subject_must_be_signed(missing: str) -> None:
    raw = signed(RSA, headers=tuple(name for name in HEADERS if name != missing))
    assert verdict(raw) == ("fail", "headers-unsigned")


def test_a_subject_that_a_mail_does_not_have_need_not_be_signed_and_cannot_be_added() -> None:
    field = b"Subject: Re: [vienna]  Round 3\r\n {louis-3-abcdef}\r\n"
    raw = signed(RSA, MAIL.replace(field, b""), headers=tuple(one for one in HEADERS if one != "subject"))
    assert verdict(raw) == ("pass", "")
    assert verdict(raw.replace(b"X-Mailer:", field + b"X-Mailer:")) == ("fail", "headers-unsigned")


def test_a_mail_without_an_author_fails() -> None:
    raw = MAIL.replace(b"From: Anna <anna@example.org>\r\n", b"")
    assert verdict(signed(RSA, raw)) == ("fail", "headers-unsigned")


def test_a_mail_that_nothing_signed_tells_from_its_repetition_fails() -> None:
    raw = MAIL.replace(b"Message-ID: <one@example.org>\r\n", b"")
    headers = tuple(name for name in HEADERS if name != "message-id")
    bare = tuple(name for name in headers if name != "date")
    assert verdict(signed(RSA, raw, headers=bare)) == ("fail", "headers-unsigned")
    assert verdict(signed(RSA, headers=bare)) == ("fail", "headers-unsigned")
    assert verdict(signed(RSA, raw.replace(b"\r\nDate:", b"\r\nX-Date:"))) == ("fail", "headers-unsigned")


def test_its_time_tells_a_mail_from_its_repetition_where_the_message_id_is_not_signed() -> None:
    headers = tuple(name for name in HEADERS if name != "message-id")
    assert verdict(signed(RSA, headers=headers)) == ("pass", "")
    raw = MAIL.replace(b"Message-ID: <one@example.org>\r\n", b"")
    assert verdict(signed(RSA, raw, headers=headers)) == ("pass", "")


def test_names_may_be_signed_once_more_than_they_occur() -> None:
    raw = signed(RSA, headers=(*HEADERS, "from", "subject", "reply-to"))
    assert verdict(raw) == ("pass", "")
    assert verdict(signed(RSA, headers=(*HEADERS, "dkim-signature"))) == ("pass", "")
    assert verdict(raw.replace(b"X-Mailer:", b"Reply-To: bert@example.org\r\nX-Mailer:")) == ("fail", "headers-altered")


def test_a_signature_of_a_part_of_the_body_is_one_of_the_whole() -> None:
    body = len(b"---\r\nmoves:\r\n G1: Prag > Wien\r\n...\r\n")
    assert verdict(signed(RSA, length=body)) == ("pass", "")
    assert verdict(signed(RSA, length=body) + b"moves: {}\r\n") == ("fail", "body-altered")
    assert verdict(signed(RSA, length=10)) == ("fail", "body-altered")


def test_a_signature_expires_by_the_time_of_receipt() -> None:
    raw = signed(RSA, x=str(AT + 60))
    assert verdict(raw, at=MOMENT + timedelta(seconds=60)) == ("pass", "")
    assert verdict(raw, at=MOMENT + timedelta(seconds=61)) == ("fail", "expired")


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ("v=DKIM1; p=", "key-revoked"),
        ("v=DKIM2; " + RSA.record.partition("; ")[2], "syntax"),
        ("v=DKIM1; k=rsa", "syntax"),
        ("v=DKIM1; k=rsa; p=AAAA", "syntax"),
        ("v=DKIM1; k=rsa; p=é", "syntax"),
        (EDWARDS.record, "syntax"),
        (f"v=DKIM1; k=rsa; p={OTHER_KIND}", "syntax"),
        (RSA.record + "; h=sha1", "syntax"),
        (RSA.record + "; s=tlsrpt", "syntax"),
        (RSA.record + "; t=y:s", ""),
        (rsa_key().record, "headers-altered"),
    ],
    ids=[
        "revoked",
        "version",
        "no key at all",
        "no key",
        "no ascii",
        "other kind",
        "falsely rsa",
        "hash",
        "service",
        "testing",
        "other key",
    ],
)
def test_the_key_record_decides(record: str, why: str) -> None:
    assert verdict(signed(RSA), record=record) == ("fail" if why else "pass", why)


def test_a_strict_key_wants_its_very_domain() -> None:
    raw = signed(RSA, i="@sub.example.org")
    assert verdict(raw) == ("pass", "")
    assert verdict(raw, record=RSA.record + "; t=s") == ("fail", "syntax")


def test_old_and_short_keys_are_weak() -> None:
    assert verdict(signed(RSA._replace(algorithm="rsa-sha1"))) == ("fail", "weak")
    assert verdict(signed(RSA), record=f"v=DKIM1; p={SHORT}") == ("fail", "weak")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"v=1", b"v=2"),
        (b"d=example.org", b"d=ex ample..org"),
        (b"d=example.org", b"d=example.org; d=example.org"),
        (b"a=rsa-sha256", b"a=none"),
        (b"c=relaxed/relaxed", b"c=loose"),
        (b"c=relaxed/relaxed", b"c=relaxed/loose"),
        (b"bh=", b"q=dns/other; bh="),
        (b"bh=", b"i=@example.com; bh="),
        (b"bh=", b"x=soon; bh="),
        (b"bh=", b"?; bh="),
        (b"bh=", b"other="),
        (b"bh=", b"bh=?"),
        (b" b=", b" b=?"),
        (b"DKIM-Signature: ", b"DKIM-Signature: \xff="),
    ],
)
def test_a_malformed_signature_fails(old: bytes, new: bytes) -> None:
    raw = signed(RSA).replace(old, new, 1)
    assert verdict(raw) == ("fail", "syntax")
    assert not body_altered(raw + b"footer")


def test_a_list_of_tags_may_end_with_a_semicolon() -> None:
    raw = signed(RSA)
    assert verdict(raw, record=RSA.record + ";") == ("pass", "")
    ended = raw.removesuffix(MAIL).rstrip() + b";\r\n" + MAIL
    assert verdict(ended) == ("fail", "headers-altered"), "it is understood, but was put there afterwards"


def test_of_several_signatures_each_has_its_own_verdict() -> None:
    raw = signed(EDWARDS, signed(RSA, selector="s1"), selector="s2")
    states = {one.selector: one.state for one in verify(raw, keys(s1=RSA.record, s2=EDWARDS.record), MOMENT)}
    assert states == {"s1": "pass", "s2": "pass"}
    states = {one.selector: one.state for one in verify(raw, keys(s1=rsa_key().record, s2=EDWARDS.record), MOMENT)}
    assert states == {"s1": "fail", "s2": "pass"}


def test_without_key_and_without_dns_it_is_to_be_looked_at_later() -> None:
    (found,) = verify(signed(RSA), KeyLookup({}, None), MOMENT)
    assert (found.state, found.why) == ("temporary", "no-answer")


def test_no_key_is_asked_for_that_cannot_speak_for_the_author() -> None:
    def ask(name: str) -> KeyRecord:
        raise AssertionError(name)

    (found,) = verify(signed(RSA), KeyLookup({}, ask), MOMENT, author="bert@example.com")
    assert (found.state, found.why) == ("none", "foreign")


def test_a_name_server_that_does_not_answer_is_asked_once_for_a_mail() -> None:
    asked = []

    def ask(name: str) -> KeyRecord:
        asked.append(name)
        return KeyRecord(name, "", MOMENT, "temporary")

    raw = signed(RSA)
    for number in range(3):
        raw = signed(EDWARDS, raw, selector=f"x{number}")
    known = KeyRecord("s1._domainkey.example.org", RSA.record, MOMENT, "found")
    states = [one.state for one in verify(raw, KeyLookup({known.name: known}, ask), MOMENT)]
    assert states == ["temporary", "temporary", "temporary", "pass"]
    assert len(asked) == 1


def test_of_many_signatures_only_a_few_keys_are_asked_for() -> None:
    asked = []

    def ask(name: str) -> KeyRecord:
        asked.append(name)
        return KeyRecord(name, "", MOMENT, "absent")

    raw = MAIL
    for number in range(20):
        raw = signed(EDWARDS, raw, selector=f"s{number}")
    found = verify(raw, KeyLookup({}, ask), MOMENT)
    assert len(asked) == 4
    assert {one.why for one in found} == {"key-missing", "too-many"}


PARTS = [(key, way) for key in (RSA, EDWARDS) for way in ("simple/simple", "relaxed/relaxed")]
WHOLE = [signed(key, way=way) for key, way in PARTS]


@settings(max_examples=examples(400), deadline=None)
@given(st.integers(0, len(PARTS) - 1), st.floats(0, 1, exclude_max=True), st.integers(0, 255), st.booleans())
def test_no_changed_byte_of_what_was_signed_passes(which: int, where: float, byte: int, insert: bool) -> None:
    raw, key = WHOLE[which], PARTS[which][0]
    place = int(where * len(raw))
    altered = raw[:place] + bytes([byte]) + raw[place + (not insert) :]
    if any(one.state == "pass" for one in verify(altered, keys(s1=key.record), MOMENT)):
        assert meaning(altered) == meaning(raw)


def meaning(raw: bytes) -> tuple[object, ...]:
    """What the signature protects, spaces aside: the relaxed way lets them change within a line."""
    message = headers_of(raw)
    return (
        *(" ".join(str(message[name]).split()) for name in HEADERS),
        [" ".join(line.split()) for line in str(message.get_payload()).rstrip().split("\n")],
    )


@settings(max_examples=examples(300), deadline=None)
@given(st.binary(max_size=300), st.sampled_from([b"", b"DKIM-Signature: ", WHOLE[0][:200], WHOLE[0]]))
def test_no_bytes_raise(raw: bytes, before: bytes) -> None:
    for mail in (before + raw, raw + before):
        verify(mail, keys(s1=RSA.record), MOMENT)
        body_altered(mail)
        covers(mail, "example.org")


@settings(max_examples=examples(200), deadline=None)
@given(st.text("v=;DKIM1pkrsahts:y* \té", max_size=60))
def test_no_key_record_raises_or_passes(record: str) -> None:
    assert verdict(WHOLE[0], record=record or ";")[0] == "fail"


@pytest.mark.parametrize(
    "raw",
    [
        signed(RSA) + b" " * 2_000_000,
        signed(RSA) + b"\r\n" * 1_000_000,
        signed(RSA) + b" \n" * 1_000_000,
        b"DKIM-Signature:" + b" " * 2_000_000,
        b"DKIM-Signature: v=1; b" + b"\r\n " * 600_000 + b"=\r\n\r\n",
        b"a:\n" * 600_000 + signed(RSA),
        b"From: x\n" * 20_000 + signed(RSA),
        (signed(RSA).partition(b"\r\nReceived")[0] + b"\r\n") * 100 + MAIL + b"\t \t" * 600_000,
    ],
)
def test_none_takes_for_ever(raw: bytes) -> None:
    verify(raw[: 2 * 1024 * 1024], keys(s1=RSA.record), MOMENT)
    body_altered(raw[: 2 * 1024 * 1024])


def test_a_larger_mail_is_not_looked_at() -> None:
    raw = signed(RSA) + b" " * 2_100_000
    assert verify(raw, keys(s1=RSA.record), MOMENT) == ()
    assert not body_altered(raw)
    assert not covers(raw, "example.org")
    assert not signs(raw, "example.org", b"to")
