from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbem.mail.message.authenticity import DkimProof, proof
from pbem.mail.message.dkim import KeyLookup, KeyRecord, asking
from pbem.mail.mime.headers import headers_of, sender_of
from pbem.settings.mail import TrustSettings
from tests.mail.authentication.signing import AT, MAIL, ed25519_key, rsa_key, signed
from tests.servers.names import Names

MOMENT = datetime.fromtimestamp(AT, UTC)
NAME = "s1._domainkey.example.org"
KEY = rsa_key()
DKIM = TrustSettings(policy=("dkim",), results_from="mx.example.net")
OURS = b"Authentication-Results: mx.example.net; dkim=pass header.d=example.org\r\n"


@pytest.fixture(autouse=True)
def published(names: Names) -> None:
    names.texts[NAME] = [KEY.record]


def proven(
    names: Names, raw: bytes, known: Mapping[str, KeyRecord] | None = None, trust: TrustSettings = DKIM
) -> DkimProof:
    headers = headers_of(raw)
    keys = KeyLookup(known or {}, asking(names.resolver, wait=0.3))
    return proof(trust.policy, raw, headers, sender_of(headers), trust, keys, MOMENT)


def shown(names: Names, raw: bytes) -> tuple[Any, ...]:
    found = proven(names, raw)
    return found.dkim, found.why, found.detail


def test_a_signed_mail_is_proven(names: Names) -> None:
    assert proven(names, signed(KEY)) == DkimProof(dkim="pass", domain="example.org", by="signature")


def test_an_unsigned_mail_is_not(names: Names) -> None:
    assert shown(names, MAIL) == ("none", "dkim-missing", "")


def test_a_forger_with_a_domain_of_his_own_is_foreign(names: Names) -> None:
    evil = rsa_key()
    names.texts["s1._domainkey.evil.example"] = [evil.record]
    assert shown(names, signed(evil, domain="evil.example")) == ("none", "dkim-foreign", "")
    assert names.questions == []
    assert shown(names, signed(evil)) == ("fail", "dkim-failed", "headers-altered")


def test_a_signed_mail_sent_again_from_another_is_not_his(names: Names) -> None:
    raw = signed(KEY).replace(b"From: Anna <anna@example.org>", b"From: Ben <ben@example.org>")
    assert shown(names, raw) == ("fail", "dkim-failed", "headers-altered")


def test_two_authors_or_none_are_nobody(names: Names) -> None:
    raw = signed(KEY)
    assert shown(names, b"From: Ben <ben@example.org>\r\n" + raw) == ("none", "two-senders", "")
    assert shown(names, raw.replace(b"From: Anna <anna@example.org>\r\n", b"")) == ("none", "no-sender", "")
    assert shown(names, raw.replace(b"anna@example.org>", b"anna>")) == ("none", "no-sender", "")


def test_the_key_that_was_kept_outlives_its_rotation(names: Names) -> None:
    raw = signed(KEY)
    keys = KeyLookup({}, asking(names.resolver))
    headers = headers_of(raw)
    assert proof(("dkim",), raw, headers, "anna@example.org", DKIM, keys, MOMENT).dkim == "pass"
    names.texts[NAME] = [rsa_key().record]
    assert proven(names, raw).dkim == "fail"
    assert proven(names, raw, keys.asked).dkim == "pass"


@pytest.mark.parametrize("trouble", ["silent", "failing"])
def test_with_a_dead_dns_it_is_looked_at_later(names: Names, trouble: str) -> None:
    setattr(names, trouble, True)
    assert shown(names, signed(KEY)) == ("temporary", "dkim-later", "no-answer")


def test_one_good_signature_of_two_is_enough(names: Names) -> None:
    lost = ed25519_key()
    assert shown(names, signed(lost, signed(KEY), selector="lost")) == ("pass", "", "")
    names.texts["lost._domainkey.example.org"] = [ed25519_key().record]
    assert shown(names, signed(lost, signed(KEY), selector="lost")) == ("pass", "", "")


def test_the_footer_of_a_list_breaks_the_proof(names: Names) -> None:
    assert shown(names, signed(KEY) + b"-- \r\nThe list\r\n") == ("fail", "dkim-failed", "body-altered")


def test_a_key_taken_back_fails(names: Names) -> None:
    names.texts[NAME] = ["v=DKIM1; p="]
    assert shown(names, signed(KEY)) == ("fail", "dkim-failed", "key-revoked")
    names.texts.clear()
    assert shown(names, signed(KEY)) == ("fail", "dkim-failed", "key-missing")


def test_the_word_of_our_own_server_saves_the_question(names: Names) -> None:
    assert proven(names, OURS + signed(KEY)) == DkimProof(dkim="pass", domain="example.org", by="results")
    assert names.questions == []


def test_the_word_of_another_server_does_not(names: Names) -> None:
    names.texts.clear()
    assert proven(names, OURS + signed(KEY), trust=TrustSettings(policy=("dkim",))).dkim == "fail"
    assert shown(names, OURS.replace(b"mx.example.net", b"mx.example.com") + signed(KEY))[0] == "fail"
    assert shown(names, b"Authentication-Results: mx.example.net; none\r\n" + OURS + signed(KEY))[0] == "fail"


def test_our_server_is_not_believed_about_what_was_appended_or_left_unsigned(names: Names) -> None:
    assert shown(names, OURS + signed(KEY, length=10) + b"more\r\n") == ("fail", "dkim-failed", "body-altered")
    assert shown(names, OURS + signed(KEY, headers=("from",))) == ("fail", "dkim-failed", "headers-unsigned")


def test_our_server_is_not_believed_about_a_mail_that_it_reads_otherwise(names: Names) -> None:
    hidden = b"X-Note: a\rFrom: anna@example.org\rSubject: {louis-3-abcdef}\r\rmoves: none\r\n"
    raw = OURS + hidden + signed(KEY)
    assert sender_of(headers_of(raw)) == "anna@example.org", "the hidden From is the only one that is read"
    assert shown(names, raw) == ("fail", "dkim-failed", "syntax")


def test_a_weak_signature_is_not_hidden_below_many_that_look_strong(names: Names) -> None:
    weak = signed(KEY, headers=("from",))
    bogus = [signed(ed25519_key(), MAIL, selector=f"x{number}").removesuffix(MAIL) for number in range(10)]
    assert shown(names, OURS + b"".join(bogus[:2]) + weak)[0] == "fail"
    assert shown(names, OURS + b"".join(bogus) + weak.replace(b"louis-3", b"louis-4"))[0] == "fail"


def test_our_server_is_not_believed_about_a_signature_that_is_not_understood(names: Names) -> None:
    odd = signed(KEY, headers=("from",)).replace(b" v=1;", b" v=1; q=dns/other;")
    bogus = signed(ed25519_key(), MAIL, selector="x").removesuffix(MAIL)
    assert shown(names, OURS + bogus + odd)[0] == "fail"


def test_our_servers_word_about_another_domain_proves_nothing(names: Names) -> None:
    other = OURS.replace(b"example.org", b"evil.example")
    assert shown(names, other + MAIL) == ("none", "dkim-missing", "")
    assert shown(names, other + signed(KEY, domain="evil.example")) == ("none", "dkim-foreign", "")


def test_a_policy_without_dkim_asks_for_nothing(names: Names) -> None:
    assert proven(names, signed(KEY), trust=TrustSettings(policy=("token",))) == DkimProof(dkim="none")
    assert names.questions == []


def test_the_moment_of_receipt_counts(names: Names) -> None:
    raw = signed(KEY, x=str(AT + 60))
    headers = headers_of(raw)
    keys = KeyLookup({}, asking(names.resolver))
    later = MOMENT + timedelta(hours=1)
    assert proof(("dkim",), raw, headers, "anna@example.org", DKIM, keys, MOMENT).dkim == "pass"
    assert proof(("dkim",), raw, headers, "anna@example.org", DKIM, keys, later).detail == "expired"
