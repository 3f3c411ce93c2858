from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.mime.headers import bounce_word, message_id, message_name, naming_ours
from pbem.mail.outgoing import writing
from pbem.mail.outgoing.writing import MailBody, OutgoingMail, as_bytes, id_of, ids_in, letters_before, shortened
from pbem.referee import opening
from pbem.report.plain import as_it_is
from tests.long import examples
from tests.toy.game import GAME_YAML, RULESETS, new_game, opened

AT = datetime(2026, 11, 21, 8, tzinfo=UTC)


def made(**more: Any) -> bytes:
    usual: dict[str, Any] = {
        "message_id": "<1@example.org>",
        "sender": "game@example.org",
        "sender_name": "Toy",
        "recipient": "ann@example.org",
        "recipient_name": "Ann",
        "subject": "[toy-1] your bid {abcd-efgh}",
        "body": MailBody(more.pop("text", "Hello\n")),
        "date": AT,
        "list_id": "toy-1.example.org",
    }
    return as_bytes(OutgoingMail(**usual | more))


def read(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)


def test_a_mail_has_what_threads_and_robots_look_for() -> None:
    mail = read(made())
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["List-Id"] == "Toy <toy-1.example.org>"
    assert mail["List-Help"] == "<mailto:game@example.org?subject=help>"
    assert mail["Date"].datetime == AT
    assert not {"precedence", "reply-to", "x-pbem-recipient"} & {name.lower() for name in mail}


names = st.text(max_size=80) | st.sampled_from(['Doe, "J" \\', "=?utf-8?q?x?=", "A" * 80, "\r\nBcc: x@y.org"])


@settings(max_examples=examples(150), deadline=None)
@given(names, names | st.text(min_size=200, max_size=400), st.text(max_size=3000))
def test_whatever_people_are_called_the_mail_is_plain_short_lines_and_says_it_back(
    name: str, subject: str, text: str
) -> None:
    raw = made(sender_name=name, recipient_name=name, subject=subject, text=text)
    assert all(byte < 128 for byte in raw)
    assert all(len(line) <= 200 for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    mail = read(raw)
    assert [address.addr_spec for address in mail["To"].addresses] == ["ann@example.org"]
    assert [address.addr_spec for address in mail["From"].addresses] == ["game@example.org"]
    assert mail["Bcc"] is None
    assert len(mail["Subject"]) <= 200
    assert not mail.is_multipart()


def test_names_and_subjects_of_any_alphabet_come_back_as_they_were() -> None:
    name, subject = 'Ünsal, "Ann" [red]', "[toy-1] König Friedrichs Zug über die Oder bei Nacht und Nebel {abcd-efgh}"
    mail = read(made(recipient_name=name, subject=subject))
    assert mail["To"].addresses[0].display_name == name
    assert mail["Subject"] == subject


@pytest.mark.parametrize("name", ["=?utf-8?q?x?=", "Jörg-Hieronymus von und zu der langen Lanze " * 3, "A" * 80])
def test_a_strange_name_is_cut_rather_than_changed(name: str) -> None:
    shown = read(made(recipient_name=name))["To"].addresses[0].display_name
    assert shown
    assert name.startswith(shown)


def test_a_long_subject_keeps_its_token() -> None:
    mail = read(made(subject="[toy-1] " + "word " * 100 + "{abcd-efgh}"))
    assert len(mail["Subject"]) <= 200
    assert mail["Subject"].endswith("{abcd-efgh}")


def test_a_thread_is_kept_by_its_first_and_its_last_mails() -> None:
    thread = tuple(f"<{number}@example.org>" for number in range(30))
    raw = made(answers="<answered@example.org>", references=thread, automatic="auto-replied")
    mail = read(raw)
    assert mail["In-Reply-To"] == "<answered@example.org>"
    assert ids_in(str(mail["References"])) == (thread[0], *thread[21:], "<answered@example.org>")


@pytest.mark.parametrize("bad", ["", "no id", "<a b@c>", "<a@b>\r\nBcc: <x@y>", "<" + "a" * 900 + "@b>", "<ä@b>"])
def test_what_is_no_id_is_not_answered(bad: str) -> None:
    mail = read(made(answers=bad, references=(bad,)))
    assert mail["Bcc"] is None
    assert mail["References"] in (None, "<a@b>")


def test_ids_are_found_wherever_they_stand() -> None:
    assert ids_in("<a@b>\r\n\t<c@d>,(note)<a@b> <broken <e@f>") == ("<a@b>", "<c@d>", "<e@f>")
    assert ids_in("<" * 100_000) == ()


def test_the_letters_to_a_seat_are_one_thread(tmp_path: Path) -> None:
    new_game(tmp_path / "game")
    with opening.held(tmp_path / "game", RULESETS) as game:
        for ident in ("round-0001-ann", "round-0002-ann", "round-0003-ann", "round-0003-ben"):
            writing.queue(game, ident, writing.Notice("s", as_it_is("t"), ident[-3:]), AT)
        mails = [read(game.outbox.read(f"round-000{number}-ann")[1]) for number in (1, 2, 3)]
        ben = read(game.outbox.read("round-0003-ben")[1])
    assert mails[0]["References"] is None
    assert ids_in(str(mails[2]["References"])) == (mails[0]["Message-ID"], mails[1]["Message-ID"])
    assert not set(ids_in(str(ben["References"]))) & {mail["Message-ID"] for mail in mails}


def test_a_long_campaign_has_short_threads() -> None:
    assert letters_before("round-0001-ann") == letters_before("receipt-0001") == ()
    found = shortened(letters_before("round-0100-maria-theresa"))
    assert found[0] == "round-0001-maria-theresa"
    assert found[1:] == [f"round-{number:04d}-maria-theresa" for number in range(90, 100)]


def test_each_message_has_its_own_word_in_the_address_that_its_bounces_come_to(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    new_game(folder)
    file = folder / "game.yaml"
    file.write_text(GAME_YAML.replace("OUT", "{folder: out}").replace("  in:", "  bounces: game+*@example.org\n  in:"))
    with opening.held(folder, RULESETS) as game:
        writing.queue(game, "round-0001-ann", writing.Notice("s", as_it_is("t"), "ann"), AT)
        writing.queue(game, "round-0001-ben", writing.Notice("s", as_it_is("t"), "ben"), AT)
        game.outbox.shift("round-0001-ben", "queued", "sent")
    game = opened(folder)
    words: set[str] = set()
    for ident in ("round-0001-ann", "round-0001-ben"):
        envelope, _ = game.outbox.read(ident)
        assert envelope is not None
        word = envelope.sender.removeprefix("game+").removesuffix("@example.org")
        words.add(word)
        assert word == bounce_word(game.keys.bounces, ident)
        assert len(word) == 12
        assert word.isalnum()
    assert len(words) == 2


def test_other_words_under_the_same_name_have_another_id_by_which_they_are_known_as_well() -> None:
    first, again, other, moved = (
        message_id("secret", "receipt-0001", address, "game@example.org", "Re: [g]", text)
        for address, text in (("a@b", "accepted"), ("a@b", "accepted"), ("a@b", "refused"), ("c@d", "accepted"))
    )
    assert first == again
    assert len({first, other, moved}) == 3
    name = message_name("secret", "receipt-0001", "a@b")
    assert naming_ours((first, other), "game@example.org") == {name}
    assert naming_ours((f"<{name}@example.org>",), "game@example.org") == {name}, "what was sent before words counted"
    assert naming_ours((first.upper(), other.replace("example", "Example")), "game@example.org") == {name}
    assert naming_ours((moved, f"<{name}.0@example.org>", first.replace("org", "net")), "game@example.org") == {
        message_name("secret", "receipt-0001", "c@d")
    }
    assert id_of(made(message_id=first)) == first
