import tracemalloc

import pytest

from pbem.mail.message.received import first_look, opened
from pbem.sheet.check import keys_of
from pbem.store.inbox import MOST_BYTES
from pbem_maria.ruleset import MARIA
from tests.mail.corpus.mails import Mail, alike, corpus
from tests.toy.ruleset import TOY

CORPUS = corpus()
KEYS = keys_of(MARIA.orders) | keys_of(TOY.orders)
VERDICTS = {"orders", "command", "refused", "moderator", "ignored"}


@pytest.mark.parametrize("mail", CORPUS, ids=lambda mail: mail.name)
def test_a_mail_of_the_corpus_comes_to_what_a_moderator_would_expect(mail: Mail) -> None:
    expected = mail.expected
    incoming = opened(mail.raw, expected.form, KEYS | expected.keys)
    verdict, reason = first_look(incoming)
    assert (verdict, incoming.sender) == (expected.verdict, expected.sender), reason
    assert expected.kind in ("", incoming.kind.what)
    assert expected.reason in ("", reason)
    if verdict == "orders":
        assert alike(incoming.found.sheet, expected.orders), incoming.found.sheet
    if verdict == "command":
        assert incoming.found.command.casefold().strip(" .!") == expected.command.casefold()
    if expected.guessed:
        assert "charset-guessed" in [note.code for note in incoming.found.notes]


@pytest.mark.parametrize("mail", CORPUS, ids=lambda mail: mail.name)
def test_a_mail_of_the_corpus_ends_and_takes_little_room(mail: Mail) -> None:
    opened(mail.raw, mail.expected.form)
    tracemalloc.start()
    opened(mail.raw, mail.expected.form)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50_000_000


def test_the_corpus_is_large_and_has_every_verdict() -> None:
    assert len(CORPUS) >= 60
    assert {mail.expected.verdict for mail in CORPUS} == VERDICTS
    assert all(
        mail.expected.notes and (mail.expected.orders != "") == (mail.expected.verdict == "orders") for mail in CORPUS
    )


@pytest.mark.parametrize(
    "body",
    [b"x" * MOST_BYTES, b"---\r\nbid: 1\r\n" * (MOST_BYTES // 10), b"\0" * MOST_BYTES, b"> " * MOST_BYTES],
    ids=["one line", "many sheets", "nothing visible", "one quotation"],
)
def test_a_huge_mail_is_refused_and_says_so(body: bytes) -> None:
    incoming = opened(b"From: ann@example.org\r\nSubject: orders\r\n\r\n" + body)
    assert first_look(incoming) == ("refused", "mail-too-large")
    assert incoming.sender == "ann@example.org"


def test_an_empty_file_is_unclear_and_no_error() -> None:
    assert first_look(opened(b""))[0] in ("moderator", "ignored")


def test_a_header_whose_name_never_ends_is_read_to_its_end() -> None:
    incoming = opened(b"From: ann@example.org\r\n" + b"a" * 1_000_000 + b": b\r\n\r\nbid: 1\r\n")
    assert first_look(incoming) == ("moderator", "unclear-sender")


def test_one_endless_line_in_an_unknown_character_set_is_read_to_its_end() -> None:
    line = b"=?utf-8?q?a?= " * 50_000
    assert first_look(opened(b"From: ann@example.org\r\n\r\nT\xf6rring\r\n" + line)) == ("refused", "mail-too-large")
