"""Emails that a seat's own domain signed, under a policy that asks for it; the keys come from a real name server."""

import json
import re
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.intake import confirmations
from pbem.referee import opening
from tests.mail.authentication.signing import rsa_key, signed
from tests.mail.rounds.transports import begun, body, fetch, now, one, seat, waiting_mails
from tests.servers.names import Names, names
from tests.toy.game import RULESETS, Clock, drop, mail, subject

__all__ = ["names"]

KEY = rsa_key()
HEADERS = ("from", "to", "subject", "message-id")


@pytest.fixture
def folder(tmp_path: Path, names: Names) -> Path:
    names.texts["s1._domainkey.example.org"] = [KEY.record]
    trust = f"  trust: {{policy: [token, dkim], resolver: '{names.resolver}'}}\n  in:"
    return begun(tmp_path / "game", ("  in:", trust))


def bid(folder: Path, text: str = "bid: 2\n", sender: str = "ann@example.org") -> bytes:
    return signed(KEY, mail(sender, f"Re: {subject(folder, 'ann')}", text), headers=HEADERS)


def test_a_signed_mail_with_its_token_counts_and_its_key_is_kept(folder: Path, names: Names) -> None:
    drop(folder, "1.eml", bid(folder))
    assert one(folder).state == "accepted"
    kept = json.loads(next((folder / "inbox").glob("0001-*.keys.json")).read_text())
    assert kept["s1._domainkey.example.org"]["text"] == KEY.record
    next((folder / "inbox").glob("0001-????????.json")).unlink()
    names.texts.clear()
    assert one(folder).state == "accepted"


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda raw: raw[raw.index(b"From: ") :], "dkim-missing"),
        (lambda raw: raw.replace(b"bid: 2", b"bid: 3"), "dkim-failed"),
        (lambda raw: raw.replace(b"Re: [toy-1]", b"RE: [toy-1]"), "dkim-failed"),
    ],
)
def test_without_a_good_signature_it_is_refused_to_the_seats_own_address(folder: Path, spoil, code: str) -> None:  # type: ignore[no-untyped-def]
    drop(folder, "1.eml", spoil(bid(folder)))
    verdict = one(folder)
    assert (verdict.state, verdict.problems) == ("refused", (code,))
    assert "ann@example.org" in waiting_mails(folder)["receipt-0001"]["To"]
    assert seat(folder, "ann").received == "errors"


def test_a_signature_does_not_stand_for_the_token(folder: Path) -> None:
    raw = signed(KEY, mail("ann@example.org", "my bid", "bid: 2\n"), headers=HEADERS)
    drop(folder, "1.eml", raw)
    assert one(folder).problems == ("no-token",)


def test_while_no_key_can_be_had_the_mail_waits_and_is_named(folder: Path, names: Names) -> None:
    names.failing = True
    drop(folder, "1.eml", bid(folder))
    assert fetch(folder) == ()
    assert len(now(folder).unread) == 1
    names.failing = False
    assert one(folder).state == "accepted"


def test_the_moderator_can_vouch_for_a_mail_whose_key_cannot_be_had(folder: Path, names: Names) -> None:
    names.failing = True
    drop(folder, "1.eml", bid(folder))
    fetch(folder)
    with opening.held(folder, RULESETS) as game:
        confirmations.confirm(game, 1, "ann", Clock())
        (handled,) = judges.judge_all(game, Clock())
    assert (handled.verdict.state, handled.verdict.vouched) == ("accepted", "moderator")


def test_a_mail_that_its_own_signature_shows_to_be_altered_is_held(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    drop(folder, "1.eml", bid(folder).replace(b"bid: 2", b"bid: 3"))
    verdict = one(folder)
    assert (verdict.state, verdict.problems) == ("held", ("altered",))
    assert seat(folder, "ann").received == "nothing"
    told = " ".join(body(waiting_mails(folder)["receipt-0001"]).split())
    assert "AWAITING THE MODERATOR" in told
    assert "changed on the way" in told


def test_a_list_may_alter_what_it_carries(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    marked = bid(folder, "---\nbid: 2\n...\n")
    drop(folder, "1.eml", b"List-Id: <x.example.org>\r\n" + marked + b"\r\n____\r\nThe list's own footer\r\n")
    assert one(folder).state == "accepted"


def test_a_moderator_may_let_altered_mails_count(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game", ("  in:", "  trust: {altered: tell}\n  in:"))
    drop(folder, "1.eml", bid(folder) + b"\r\n-- \r\nscanned\r\n")
    assert one(folder).state == "accepted"
    assert "changed on the way" in " ".join(body(waiting_mails(folder)["receipt-0001"]).split())


def test_a_copy_that_proves_more_than_the_first_one_counts(folder: Path, names: Names) -> None:
    raw = bid(folder, "---\nbid: 2\n...\n")
    drop(folder, "1.eml", raw[raw.index(b"From: ") :])
    assert one(folder).problems == ("dkim-missing",)
    names.failing = True
    drop(folder, "2.eml", raw)
    assert fetch(folder) == ()
    names.failing = False
    assert one(folder).state == "accepted"
    drop(folder, "3.eml", b"X-Road: another\r\n" + raw)
    drop(folder, "4.eml", raw + b"-- \r\nscanned again\r\n")
    assert [handled.verdict.state for handled in fetch(folder)] == ["doubled", "doubled"]


def test_an_altered_copy_does_not_stand_in_the_way_of_the_mail_itself(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    raw = bid(folder, "---\nbid: 2\n...\n")
    drop(folder, "1.eml", raw + b"-- \r\nscanned\r\n")
    assert one(folder).state == "held"
    drop(folder, "2.eml", raw + b"-- \r\nscanned elsewhere\r\n")
    assert one(folder).state == "doubled"
    drop(folder, "3.eml", raw)
    assert one(folder).state == "accepted"


def test_where_mail_must_be_signed_a_signed_word_confirms_the_one_mail_that_it_names(folder: Path) -> None:
    drop(folder, "1.eml", mail("ann@new.example", subject(folder, "ann"), "bid: 1\n"))
    drop(folder, "2.eml", mail("ann@new.example", subject(folder, "ann"), "bid: 2\n"))
    fetch(folder)
    found = re.search(r"^  confirm (\S+)$", body(waiting_mails(folder)["another-address-0001"]), re.MULTILINE)
    assert found
    raw = mail("ann@example.org", "Re: another address", f"confirm {found[1]}\n")
    drop(folder, "3.eml", signed(KEY, raw, headers=HEADERS))
    fetch(folder)
    assert seat(folder, "ann").counts == 1
    assert [verdict.item for verdict in now(folder).unclaimed] == [2]
