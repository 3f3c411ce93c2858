from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.mime.headers import message_id
from pbem.mail.outgoing.writing import MailBody, OutgoingMail, posted
from pbem.store.outbox import WAIT, DeliveryFate, MessageId, Outbox, QueuePlace


@pytest.mark.parametrize("place", ["queued", "trying", "refused", "sent"])
def test_a_message_is_queued_once_wherever_it_has_got_to(tmp_path: Path, place: QueuePlace) -> None:
    outbox = Outbox(tmp_path / "outbox", tmp_path / "sent")
    assert outbox.queue("a", b"first") == "a"
    if place != "queued":
        outbox.shift("a", "queued", place)
    assert outbox.queue("a", b"second") == "a"
    assert outbox.place("a") == place
    assert outbox.path("a", place).read_bytes() == b"first"
    assert outbox.listed(place) == ["a"]


@pytest.mark.parametrize(
    ("ident", "says"),
    [
        ("round-0012-maria-theresa", MessageId("round", 12, "maria-theresa")),
        ("dossier-00007-ann", MessageId("dossier", 7, "ann")),
        ("fact-00034-c03a2da1-maria-theresa", MessageId("fact", 34, "maria-theresa", "c03a2da1")),
        ("receipt-0007", MessageId("receipt", 7)),
        ("receipt-12345-again", MessageId("receipt", 12345, "again")),
        ("another-address-0003", MessageId("another-address", 3)),
        ("gathered-2026120111-ann", MessageId("gathered", 2026120111, "ann")),
        ("report-0002-0123456789", MessageId("report", 2, "0123456789")),
    ],
)
def test_the_name_of_a_message_is_read_as_it_was_written(ident: str, says: MessageId) -> None:
    assert str(says) == ident
    assert MessageId.parse(ident) == MessageId.parse(f"{ident}.2") == says


@pytest.mark.parametrize("ident", ["", "a", "round", "round-ann", "rounds-0001-ann", "address-0001", "round-0001-"])
def test_what_is_no_name_of_ours_has_no_kind(ident: str) -> None:
    assert MessageId.parse(ident) == MessageId("", 0)


def message(text: str, answers: str = "", day: int = 1, to: str = "ann@example.org", seat: str = "ann") -> bytes:
    date = datetime(2026, 12, day, tzinfo=UTC)
    made = OutgoingMail(
        message_id=message_id("secret", "receipt-0001", to, "game@example.org", "Re: [g]", text),
        sender="game@example.org",
        sender_name="",
        recipient=to,
        recipient_name="",
        subject="Re: [g]",
        body=MailBody(text),
        date=date,
        answers=answers,
    )
    return posted(made, seat)


def test_another_message_that_has_the_id_since_a_backup_goes_as_well(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox", tmp_path / "sent")
    first = message("accepted", "<1@b>")
    assert outbox.queue("receipt-0001", first) == "receipt-0001"
    outbox.shift("receipt-0001", "queued", "sent")
    assert outbox.queue("receipt-0001", message("accepted", "<2@b>", 2)) == "receipt-0001", "the same words"
    assert outbox.queue("receipt-0001", message("it is late", "<1@b>")) == "receipt-0001", "the same mail is answered"
    other = message("refused", "<2@b>", 2)
    assert outbox.queue("receipt-0001", other) == "receipt-0001.2"
    assert outbox.queue("receipt-0001", other) == "receipt-0001.2"
    assert outbox.queue("receipt-0001", message("refused", "<3@b>", 2)) == "receipt-0001.2"
    assert outbox.queue("receipt-0001", message("refused", "<2@b>", 3, "eve@b", "")) == "receipt-0001.3"
    assert outbox.path("receipt-0001", "sent").read_bytes() == first
    assert outbox.path("receipt-0001.2", "queued").read_bytes() == other


def test_an_id_is_not_used_again_as_long_as_nobody_can_read_what_had_it(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox", tmp_path / "sent")
    outbox.queue("receipt-0001", b"sealed")
    assert outbox.queue("receipt-0001", message("refused")) == "receipt-0001"
    assert outbox.listed("queued") == ["receipt-0001"]


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b'{"at": "2026-12-01T00:00:00Z", "text": "later\xff"}'])
def test_what_a_server_said_is_not_known_if_its_file_is_damaged(tmp_path: Path, raw: bytes) -> None:
    outbox = Outbox(tmp_path / "outbox", tmp_path / "sent")
    outbox.queue("a", b"first")
    (tmp_path / "outbox" / "a.json").write_bytes(raw)
    assert outbox.reply("a") is None


def test_what_may_have_arrived_waits_for_the_moderator_once_nothing_may_go_again(tmp_path: Path) -> None:
    outbox, now = Outbox(tmp_path / "outbox", tmp_path / "sent"), datetime(2026, 12, 1, tzinfo=UTC)
    outbox.queue("a", b"first")
    outbox.shift("a", "queued", "trying")
    assert outbox.undecided() == ["a"]
    outbox.tried("a", DeliveryFate.unknown, "the line broke", now, again=True)
    assert outbox.undecided() == []
    assert outbox.next_due(now) == now + WAIT
    outbox.take_up(now, again=False, at_once=False)
    assert outbox.undecided() == ["a"]
    assert outbox.next_due(now) is None
