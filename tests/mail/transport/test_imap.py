import re
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.mail.transport import imap, maildir
from pbem.mail.transport.server import ServerRefused, explained
from pbem.settings.mail import Imap
from pbem.store.inbox import HEAD, MOST_BYTES, Inbox
from tests.servers.dovecot import CERTIFICATES, PASSWORD, TOLD_OF_CERTIFICATES, Dovecot
from tests.servers.proxy import between
from tests.servers.scripted import scripted

THEN = datetime(2026, 11, 20, 12, 30, tzinfo=UTC)
NOW = THEN + timedelta(days=365)


def mail(name: str, body: str = "x") -> bytes:
    return f"From: ann@example.org\r\nSubject: {name}\r\n\r\n{body}\r\n".encode()


@pytest.fixture
def server(dovecot: Dovecot) -> Imap:
    """A mailbox of the test's own."""
    return Imap(host=dovecot.host, port=dovecot.imap, security="none", user=f"u{uuid.uuid4().hex}")


def collect(server: Imap, game: Path, **more: Any) -> int:
    return imap.collect(server, PASSWORD, game, lambda: NOW, **more)


def came(game: Path) -> list[str]:
    """The subjects of the emails that are new in the inbox, in their order."""
    taken = maildir.drain(game / "spool", Inbox(game / "inbox"))
    return [item.path.read_bytes().split(b"Subject: ")[1].split(b"\r\n")[0].decode() for item in taken]


def test_new_mail_comes_once_with_the_moment_of_its_receipt(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    dovecot.append(server.user, mail("one"), THEN)
    assert collect(server, tmp_path) == 1
    (item,) = maildir.drain(tmp_path / "spool", Inbox(tmp_path / "inbox"))
    assert item.path.read_bytes() == mail("one")
    assert item.arrived == THEN
    assert dovecot.flags(server.user) == [r"\Seen"]
    assert collect(server, tmp_path) == 0
    dovecot.append(server.user, mail("two"), THEN)
    assert collect(server, tmp_path) == 1
    assert came(tmp_path) == ["two"]


def test_mail_delivered_by_lmtp_comes_out_by_imap(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    dovecot.deliver(server.user, mail("delivered"), "ann@example.org")
    collect(server, tmp_path)
    raw = maildir.spooled(tmp_path / "spool")[0].read_bytes()
    assert raw.startswith(b"Return-Path: <ann@example.org>\r\n")
    assert raw.endswith(mail("delivered"))


def test_a_mail_that_its_owner_has_read_comes_all_the_same(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    for name in ("one", "two"):
        dovecot.append(server.user, mail(name), THEN)
    with dovecot.mailbox(server.user) as line:
        line.store("2", "+FLAGS", r"(\Seen)")
    collect(server, tmp_path)
    assert came(tmp_path) == ["one", "two"]


@pytest.mark.parametrize("able", [b" MOVE ", b" MOOO "])
@pytest.mark.parametrize("move_to", ["", "Taken"])
def test_what_others_marked_as_deleted_is_not_swept_away(
    dovecot: Dovecot, server: Imap, tmp_path: Path, able: bytes, move_to: str
) -> None:
    dovecot.append(server.user, mail("theirs"), THEN - timedelta(days=30))
    dovecot.append(server.user, mail("ours"), THEN)
    with dovecot.mailbox(server.user) as line:
        line.store("1", "+FLAGS", r"(\Deleted)")
    with between(dovecot.imap, lambda data: data.replace(b" MOVE ", able)) as proxy:
        box = msgspec.structs.replace(server, move_to=move_to, port=proxy.port)
        assert collect(box, tmp_path, since=THEN) == 1
    assert dovecot.flags(server.user) == [r"\Deleted"] + [r"\Seen"] * (not move_to)


def test_where_mail_cannot_be_moved_all_of_it_comes_once_and_that_is_told(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    for name in ("1", "2", "3"):
        dovecot.append(server.user, mail(name), THEN)
    moving = msgspec.structs.replace(server, move_to="../no/such")
    with pytest.raises(ServerRefused, match="does not move emails"):
        collect(moving, tmp_path)
    assert came(tmp_path) == ["1", "2", "3"]
    assert dovecot.flags(server.user) == ["", "", ""]
    assert collect(moving, tmp_path) == 0


def test_a_mail_that_the_server_does_not_hand_over_holds_up_none_and_is_asked_for_again(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    for name in ("1", "2", "3"):
        dovecot.append(server.user, mail(name), THEN)

    def damaged(data: bytes) -> bytes:
        return data.replace(b" OK Fetch", b" NO Damaged") if b"Subject: 2" in data else data

    with between(dovecot.imap, damaged) as proxy:
        box = msgspec.structs.replace(server, port=proxy.port)
        with pytest.raises(ServerRefused, match="does not deliver email 2"):
            collect(box, tmp_path)
        assert came(tmp_path) == ["1", "3"]
        with pytest.raises(ServerRefused, match="does not deliver email 2"):
            collect(box, tmp_path)
        assert came(tmp_path) == []
    collect(server, tmp_path)
    assert came(tmp_path) == ["2"]


def test_moving_works_on_a_server_that_can_only_copy(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    for name in ("theirs", "ours"):
        dovecot.append(server.user, mail(name), THEN)
    with between(dovecot.imap, lambda data: data.replace(b" MOVE ", b" MOOO ")) as proxy:
        moving = msgspec.structs.replace(server, move_to="Täken", port=proxy.port)
        collect(moving, tmp_path)
    assert dovecot.flags(server.user) == []
    assert dovecot.flags(server.user, '"T&AOQ-ken"') == ["", ""]


def test_when_a_mailbox_was_made_anew_everything_in_it_is_looked_at_and_known_again(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    box = msgspec.structs.replace(server, mailbox="Game")
    for name in ("one", "two"):
        dovecot.append(server.user, mail(name), THEN, "Game")
    collect(box, tmp_path)
    assert came(tmp_path) == ["one", "two"]
    with dovecot.mailbox(server.user) as line:
        line.delete("Game")
    for name in ("new", "two"):
        dovecot.append(server.user, mail(name), THEN, "Game")
    assert collect(box, tmp_path) == 2
    assert came(tmp_path) == ["new"]


def test_mail_older_than_the_game_is_left_alone(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    dovecot.append(server.user, mail("old"), THEN - timedelta(days=30))
    dovecot.append(server.user, mail("new"), THEN)
    collect(server, tmp_path, since=THEN)
    assert came(tmp_path) == ["new"]
    assert dovecot.flags(server.user) == ["", r"\Seen"]


def test_a_game_that_was_begun_by_a_clock_far_ahead_misses_no_mail(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    dovecot.append(server.user, mail("old"), THEN)
    for name in ("one", "two"):
        assert collect(server, tmp_path, since=NOW) == (name == "two")
        dovecot.append(server.user, mail(name), THEN)
    assert collect(server, tmp_path, since=NOW) == 1
    assert came(tmp_path) == ["one", "two"]


def test_a_server_whose_clock_is_ahead_does_not_date_mail_into_the_future(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    dovecot.append(server.user, mail("early"), THEN)
    imap.collect(server, PASSWORD, tmp_path, lambda: THEN - timedelta(hours=1))
    (item,) = maildir.drain(tmp_path / "spool", Inbox(tmp_path / "inbox"))
    assert item.arrived == THEN - timedelta(hours=1)


def test_a_large_mail_and_one_with_odd_bytes_come_whole(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    large = mail("large") + (b"x" * 998 + b"\r\n") * 2000
    odd = mail("odd") + bytes(range(1, 256)).replace(b"\r", b"").replace(b"\n", b"") + b")\r\n* 1 FETCH {3}\r\n"
    for raw in (large, odd):
        dovecot.append(server.user, raw, THEN)
    assert collect(server, tmp_path) == 2
    assert sorted(path.read_bytes() for path in maildir.spooled(tmp_path / "spool")) == sorted((large, odd))


def test_of_a_mail_that_is_too_large_only_the_head_comes_over_the_line(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    huge = mail("huge") + (b"x" * 998 + b"\r\n") * 30_000
    for raw in (huge, mail("small")):
        dovecot.append(server.user, raw, THEN)
    came_over: list[int] = []

    def counted(data: bytes) -> bytes:
        came_over.append(len(data))
        return data

    with between(dovecot.imap, counted) as proxy:
        assert collect(msgspec.structs.replace(server, port=proxy.port), tmp_path) == 2
    assert sum(came_over) < MOST_BYTES + 50_000
    one, other = (path.read_bytes() for path in maildir.spooled(tmp_path / "spool"))
    note = b"X-Cut-Off: of %d bytes\r\n" % len(huge)
    assert one == note + huge[:HEAD]
    assert other == mail("small")
    assert dovecot.flags(server.user) == [r"\Seen", r"\Seen"]


def test_a_line_that_breaks_in_the_middle_of_a_mail_is_made_anew(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    names = [f"m{number}" for number in range(6)]
    for name in names:
        dovecot.append(server.user, mail(name, "y" * 5000), THEN)
    counts = {"fetches": 0}

    def breaking(data: bytes) -> bytes | None:
        if b"BODY[]" in data:
            counts["fetches"] += 1
            if counts["fetches"] in {3, 4, 6}:
                return None
        return data

    pauses: list[float] = []
    with between(dovecot.imap, breaking) as proxy:
        box = msgspec.structs.replace(server, port=proxy.port)
        assert collect(box, tmp_path, pause=pauses.append) == 6
        assert proxy.count == 4
    assert came(tmp_path) == names
    assert len(pauses) == 3


def test_a_server_that_always_breaks_the_line_is_given_up(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    dovecot.append(server.user, mail("one"), THEN)
    pauses: list[float] = []
    with between(dovecot.imap, lambda data: None if b"INTERNALDATE" in data else data) as proxy:
        box = msgspec.structs.replace(server, port=proxy.port)
        with pytest.raises(Exception) as caught:  # noqa: PT011 - which one is the library's affair
            collect(box, tmp_path, pause=pauses.append)
        assert explained(box, caught.value) == ("line-broken", "connection lost")
    assert pauses == list(imap.WAITS)
    assert dovecot.flags(server.user) == [""]
    assert collect(server, tmp_path) == 1


def test_a_mail_that_vanishes_meanwhile_is_passed_over(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    for name in ("one", "two"):
        dovecot.append(server.user, mail(name), THEN)

    def snatching(data: bytes) -> bytes:
        if b"INTERNALDATE" in data and len(dovecot.flags(server.user)) == 2:
            with dovecot.mailbox(server.user) as line:
                line.store("1", "+FLAGS", r"(\Deleted)")
                line.expunge()
        return data

    with between(dovecot.imap, snatching) as proxy:
        collect(msgspec.structs.replace(server, port=proxy.port), tmp_path)
    assert came(tmp_path) == ["two"]


def test_a_mail_that_comes_empty_handed_but_is_there_is_told_and_asked_for_again(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        dovecot.append(server.user, mail(name), THEN)

    def without(data: bytes) -> bytes:
        return re.sub(rb"BODY\[\]<0> \{\d+\}\r\n[^)]*\)", b"BODY[] NIL)", data) if b"Subject: one" in data else data

    with between(dovecot.imap, without) as proxy, pytest.raises(ServerRefused, match="does not deliver email 1"):
        collect(msgspec.structs.replace(server, port=proxy.port), tmp_path)
    assert came(tmp_path) == ["two"]
    collect(server, tmp_path)
    assert came(tmp_path) == ["one"]


def test_when_a_mailbox_was_set_back_to_an_earlier_day_its_new_mails_are_not_missed(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        dovecot.append(server.user, mail(name), THEN)
    collect(server, tmp_path)
    assert came(tmp_path) == ["one", "two"]
    notes = tmp_path / "roads" / "imap.json"
    notes.write_text(notes.read_text().replace('"uid": 2', '"uid": 7'))  # as if five more had come and gone
    dovecot.append(server.user, mail("three"), THEN)
    assert collect(server, tmp_path) == 3
    assert came(tmp_path) == ["three"]
    assert collect(server, tmp_path) == 0


def why(server: Imap, game: Path, password: str = PASSWORD) -> tuple[str, str]:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - every kind has its words
        imap.collect(server, password, game, lambda: NOW, pause=lambda _: None)
    code, says = explained(server, caught.value)
    assert PASSWORD * 2 not in says
    assert "wrong-secret" not in says
    return code, says


def test_a_wrong_password_is_told_without_it(server: Imap, tmp_path: Path) -> None:
    code, says = why(server, tmp_path, "wrong-secret")
    assert code == "login-refused"
    assert server.user in says
    assert why(server, tmp_path, "wrong-secret-ü")[0] == "login-refused"


def test_an_absent_mailbox_is_told_with_those_that_are_like_it(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    dovecot.append(server.user, mail("one"), THEN, "Games")
    code, says = why(msgspec.structs.replace(server, mailbox="Game"), tmp_path)
    assert code == "no-mailbox"
    assert "Games" in says


@pytest.mark.parametrize("security", ["tls", "starttls"])
@pytest.mark.parametrize(("kind", "code"), TOLD_OF_CERTIFICATES.items())
def test_certificates_are_looked_at(
    dovecot: Dovecot, server: Imap, tmp_path: Path, security: Any, kind: str, code: str
) -> None:
    port = dovecot.imaps if security == "tls" else dovecot.imap
    box = msgspec.structs.replace(
        server, host=CERTIFICATES[kind], port=port, security=security, certificates=str(dovecot.authority)
    )
    if code:
        assert why(box, tmp_path)[0] == code
        return
    dovecot.append(server.user, mail("one"), THEN)
    assert collect(box, tmp_path) == 1
    assert why(msgspec.structs.replace(box, certificates=""), tmp_path)[0] == "certificate-authority"


def test_a_certificate_that_signed_itself_is_believed_where_it_is_named(
    dovecot: Dovecot, server: Imap, tmp_path: Path
) -> None:
    box = msgspec.structs.replace(
        server, host=CERTIFICATES["self-signed"], port=dovecot.imaps, security="tls", certificates="its.pem"
    )
    assert why(box, tmp_path)[0] == "no-certificates"
    pem = (dovecot.folder / "self-signed.pem").read_text()
    (tmp_path / "its.pem").write_text(pem[pem.index("-----BEGIN CERT") :])
    assert why(box, tmp_path)[0] == "certificate-name"


def test_a_server_of_the_wrong_kind_or_none_is_told(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    with between(1) as proxy:
        free = proxy.port
    assert why(msgspec.structs.replace(server, port=free), tmp_path)[0] == "not-listening"
    assert why(msgspec.structs.replace(server, security="tls"), tmp_path)[0] == "no-tls"
    assert why(msgspec.structs.replace(server, port=dovecot.lmtp), tmp_path)[0] == "other-protocol"
    with scripted(b"+OK POP3 server ready\r\n", lambda _: b"-ERR what?\r\n") as other:
        assert why(msgspec.structs.replace(server, port=other.port), tmp_path)[0] == "other-protocol"
    assert why(msgspec.structs.replace(server, port=993, security="starttls"), tmp_path)[0] == "no-starttls"
    assert why(msgspec.structs.replace(server, host="nowhere.invalid"), tmp_path)[0] == "unknown-host"
    with between(dovecot.imap, lambda data: data.replace(b" STARTTLS", b"")) as proxy:
        bare = msgspec.structs.replace(server, port=proxy.port, security="starttls")
        assert why(bare, tmp_path)[0] == "no-starttls"


def test_a_full_disk_leaves_the_mail_on_the_server_unmarked(dovecot: Dovecot, server: Imap, tmp_path: Path) -> None:
    dovecot.append(server.user, mail("one"), THEN)
    (tmp_path / "spool").write_text("no folder")
    with pytest.raises(ServerRefused, match="could not be stored"):
        collect(server, tmp_path)
    assert dovecot.flags(server.user) == [""]
    (tmp_path / "spool").unlink()
    assert collect(server, tmp_path) == 1
