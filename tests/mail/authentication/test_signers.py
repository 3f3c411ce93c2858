"""What signatures say of an email without their keys: whose they are, and what they cover."""

import pytest

from pbem.mail.message.dkim import aligned, body_altered, covers, signs
from tests.mail.authentication.signing import HEADERS, MAIL, ed25519_key, rsa_key, signed

RSA = rsa_key()
EDWARDS = ed25519_key()


def test_a_body_that_does_not_fit_its_signature_was_altered() -> None:
    raw = signed(EDWARDS, signed(RSA))
    assert not body_altered(raw)
    assert not body_altered(MAIL)
    assert not body_altered(signed(RSA._replace(algorithm="rsa-sha1")))
    assert body_altered(raw + b"-- \r\nfooter\r\n")
    assert body_altered(signed(EDWARDS, signed(RSA) + b"-- \r\nfooter\r\n", selector="list"))


def test_a_signature_covers_a_mail_only_as_a_whole() -> None:
    assert covers(signed(RSA), "example.org")
    assert covers(signed(RSA), "sub.example.org")
    assert not covers(signed(RSA), "example.com")
    assert not covers(MAIL, "example.org")
    assert not covers(signed(RSA, length=5), "example.org")
    assert not covers(signed(RSA, signed(RSA, length=5)), "example.org")
    assert not covers(signed(RSA, headers=("from",)), "example.org")


def test_more_signatures_than_are_read_cover_nothing() -> None:
    one = signed(RSA).removesuffix(MAIL)
    assert covers(one * 10 + MAIL, "example.org")
    assert not covers(one * 11 + MAIL, "example.org")


def test_what_all_signatures_of_a_domain_cover_is_told_by_header() -> None:
    raw = signed(RSA, headers=(*HEADERS, "cc"))
    assert signs(raw, "example.org", b"to")
    assert signs(raw, "example.org", b"cc")
    assert not signs(raw, "example.org", b"x-mailer")
    assert not signs(raw, "example.com", b"to")
    assert not signs(signed(EDWARDS, raw, headers=("from",)), "example.org", b"to")
    assert not signs(MAIL, "example.org", b"to")


@pytest.mark.parametrize(
    ("domain", "address", "speaks"),
    [
        ("example.org", "anna@example.org", True),
        ("Example.ORG.", "anna@example.org", True),
        ("example.org", "anna@mail.example.org", True),
        ("mail.example.org", "anna@example.org", False),
        ("ample.org", "anna@example.org", False),
        ("org", "anna@example.org", False),
        ("", "anna@example.org", False),
        ("example.org", "", False),
        ("example.org", "example.org@evil.example", False),
    ],
)
def test_a_domain_speaks_for_itself_and_those_below(domain: str, address: str, speaks: bool) -> None:
    assert aligned(domain, address) is speaks
