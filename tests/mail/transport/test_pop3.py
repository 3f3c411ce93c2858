import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.mail.transport import pop3, spool
from pbem.mail.transport.trouble import ServerRefused, explained
from pbem.settings.mail_settings import Pop3
from pbem.store.inbox import Inbox
from tests.servers.dovecot import CERTIFICATES, PASSWORD, TOLD_OF_CERTIFICATES, Dovecot
from tests.servers.proxy import between
from tests.servers.scripted import scripted

NOW = datetime(2026, 11, 21, 8, tzinfo=UTC)


@pytest.fixture
def server(dovecot: Dovecot) -> Pop3:
    """A mailbox of the test's own."""
    return Pop3(host=dovecot.host, port=dovecot.pop3, security="none", user=f"u{uuid.uuid4().hex}")


def mail(name: str) -> bytes:
    return f"From: ann@example.org\r\nSubject: {name}\r\n\r\n.\r\n..x\r\n{'y' * 9000}\r\n".encode()


def collect(server: Pop3, game: Path) -> int:
    return pop3.collect(server, PASSWORD, game, lambda: NOW)


def lying(game: Path) -> list[bytes]:
    return [path.read_bytes() for path in spool.waiting(game / "spool")]


def came(game: Path) -> list[bytes]:
    """The emails in the inbox, in their order."""
    inbox = Inbox(game / "inbox")
    spool.drain(game / "spool", inbox)
    return [item.path.read_bytes() for item in inbox.items()]


def test_mail_comes_once_and_stays_on_the_server(dovecot: Dovecot, server: Pop3, tmp_path: Path) -> None:
    dovecot.append(server.user, mail("one"), NOW)
    assert collect(server, tmp_path) == 1
    assert collect(server, tmp_path) == 0
    dovecot.append(server.user, mail("two"), NOW)
    assert collect(server, tmp_path) == 1
    assert lying(tmp_path) == [mail("one"), mail("two")]
    assert spool.waiting(tmp_path / "spool")[0].stat().st_mtime == NOW.timestamp()
    assert len(dovecot.flags(server.user)) == 2


def test_of_a_mail_that_is_too_large_only_the_head_comes_over_the_line(
    dovecot: Dovecot, server: Pop3, tmp_path: Path
) -> None:
    huge = mail("huge") + (b"x" * 998 + b"\r\n") * 30_000
    for raw in (huge, mail("small")):
        dovecot.append(server.user, raw, NOW)
    came_over: list[int] = []

    def counted(data: bytes) -> bytes:
        came_over.append(len(data))
        return data

    with between(dovecot.pop3, counted) as proxy:
        assert collect(msgspec.structs.replace(server, port=proxy.port), tmp_path) == 2
    assert sum(came_over) < 50_000
    note = b"X-Cut-Off: of %d bytes\r\n" % len(huge)
    assert lying(tmp_path) == [note + huge.partition(b"\r\n\r\n")[0] + b"\r\n\r\n", mail("small")]
    assert collect(server, tmp_path) == 0


def test_a_mail_that_the_server_does_not_hand_over_holds_up_none_and_is_asked_for_again(
    dovecot: Dovecot, server: Pop3, tmp_path: Path
) -> None:
    for name in ("1", "2", "3"):
        dovecot.append(server.user, f"From: ann@example.org\r\nSubject: {name}\r\n\r\nx\r\n".encode(), NOW)

    def damaged(data: bytes) -> bytes:
        return b"-ERR it is damaged\r\n" if b"Subject: 2" in data else data

    with between(dovecot.pop3, damaged) as proxy:
        with pytest.raises(ServerRefused, match="does not deliver email 2: -ERR it is damaged"):
            collect(msgspec.structs.replace(server, port=proxy.port, delete=True), tmp_path)
        assert [raw.split(b"Subject: ")[1][:1] for raw in lying(tmp_path)] == [b"1", b"3"]
    assert len(dovecot.flags(server.user)) == 1, "what was taken is deleted all the same"
    assert collect(server, tmp_path) == 1
    assert [raw.split(b"Subject: ")[1][:1] for raw in lying(tmp_path)] == [b"1", b"3", b"2"]


def test_mail_is_deleted_only_where_that_is_wished_and_after_it_is_safe(
    dovecot: Dovecot, server: Pop3, tmp_path: Path
) -> None:
    deleting = msgspec.structs.replace(server, delete=True)
    dovecot.append(server.user, mail("one"), NOW)
    (tmp_path / "spool").write_text("no folder")
    with pytest.raises(ServerRefused, match="could not be stored"):
        collect(deleting, tmp_path)
    assert len(dovecot.flags(server.user)) == 1
    (tmp_path / "spool").unlink()
    assert collect(deleting, tmp_path) == 1
    assert dovecot.flags(server.user) == []
    assert lying(tmp_path) == [mail("one")]


def test_what_was_taken_before_deleting_was_wished_is_deleted_later(
    dovecot: Dovecot, server: Pop3, tmp_path: Path
) -> None:
    dovecot.append(server.user, mail("one"), NOW)
    collect(server, tmp_path)
    assert collect(msgspec.structs.replace(server, delete=True), tmp_path) == 0
    assert dovecot.flags(server.user) == []
    assert lying(tmp_path) == [mail("one")]


def test_a_line_that_breaks_before_the_end_deletes_nothing(dovecot: Dovecot, server: Pop3, tmp_path: Path) -> None:
    for name in ("one", "two"):
        dovecot.append(server.user, mail(name), NOW)
    with between(dovecot.pop3, lambda data: None if b"Subject: two" in data else data) as proxy:
        box = msgspec.structs.replace(server, port=proxy.port, delete=True)
        assert why(box, tmp_path)[0] == "line-broken"
    assert len(dovecot.flags(server.user)) == 2
    collect(msgspec.structs.replace(server, delete=True), tmp_path)
    assert came(tmp_path) == [mail("one"), mail("two")]
    assert dovecot.flags(server.user) == []


def renamed(names: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """What changes the UIDLs that a server tells: *names* gives each number its own."""

    def change(data: bytes) -> bytes:
        return re.sub(rb"(?m)^(\d+) [0-9a-f]{16}(?=\r$)", lambda found: b"%b %b" % (found[1], names(found[1])), data)

    return change


@pytest.mark.parametrize("delete", [True, False])
def test_a_uidl_that_is_given_again_when_its_mail_is_gone_hides_no_mail(
    dovecot: Dovecot, server: Pop3, tmp_path: Path, delete: bool
) -> None:
    with between(dovecot.pop3, renamed(lambda number: number)) as proxy:
        box = msgspec.structs.replace(server, port=proxy.port, delete=delete)
        for name in ("one", "two"):
            dovecot.append(server.user, mail(name), NOW)
            collect(box, tmp_path)
            with dovecot.mailbox(server.user) as line:
                line.store("1:*", "+FLAGS", r"(\Deleted)") if not delete else None
                line.expunge()
            assert dovecot.flags(server.user) == []
            collect(box, tmp_path) if not delete else None
    assert came(tmp_path) == [mail("one"), mail("two")]


def test_nor_when_it_is_deleted_only_later(dovecot: Dovecot, server: Pop3, tmp_path: Path) -> None:
    with between(dovecot.pop3, renamed(lambda number: number)) as proxy:
        box = msgspec.structs.replace(server, port=proxy.port)
        dovecot.append(server.user, mail("one"), NOW)
        assert collect(box, tmp_path) == 1
        box = msgspec.structs.replace(box, delete=True)
        assert collect(box, tmp_path) == 0
        dovecot.append(server.user, mail("two"), NOW)
        assert collect(box, tmp_path) == 1
    assert came(tmp_path) == [mail("one"), mail("two")]


@pytest.mark.parametrize("delete", [True, False])
def test_mails_that_have_one_uidl_together_come_each_once(
    dovecot: Dovecot, server: Pop3, tmp_path: Path, delete: bool
) -> None:
    for name in ("one", "two", "three"):
        dovecot.append(server.user, mail(name), NOW)
    with between(dovecot.pop3, renamed(lambda _: b"same")) as proxy:
        box = msgspec.structs.replace(server, port=proxy.port, delete=delete)
        assert collect(box, tmp_path) == 3
        assert collect(box, tmp_path) == 0
    assert came(tmp_path) == [mail("one"), mail("two"), mail("three")]


def test_when_all_uidls_change_every_mail_is_looked_at_and_known_again(
    dovecot: Dovecot, server: Pop3, tmp_path: Path
) -> None:
    dovecot.append(server.user, mail("one"), NOW)
    collect(server, tmp_path)
    with between(dovecot.pop3, renamed(lambda number: b"\xff" + number)) as proxy:
        dovecot.append(server.user, mail("two"), NOW)
        assert collect(msgspec.structs.replace(server, port=proxy.port), tmp_path) == 2
    assert came(tmp_path) == [mail("one"), mail("two")]


def test_a_mail_without_a_uidl_is_told_and_holds_up_none(dovecot: Dovecot, server: Pop3, tmp_path: Path) -> None:
    for name in ("one", "two"):
        dovecot.append(server.user, mail(name), NOW)
    with between(dovecot.pop3, renamed(lambda number: b"" if number == b"1" else b"x")) as proxy:
        code, says = why(msgspec.structs.replace(server, port=proxy.port), tmp_path)
    assert code == "no-uidl"
    assert "mail 1" in says
    assert lying(tmp_path) == [mail("two")]


def why(server: Pop3, game: Path, password: str = PASSWORD) -> tuple[str, str]:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - every kind has its words
        pop3.collect(server, password, game, lambda: NOW)
    assert "wrong-secret" not in explained(server, caught.value)[1]
    return explained(server, caught.value)


def test_a_wrong_password_is_told_without_it(server: Pop3, tmp_path: Path) -> None:
    code, says = why(server, tmp_path, "wrong-secret")
    assert code == "login-refused"
    assert server.user in says


@pytest.mark.parametrize("security", ["tls", "starttls"])
@pytest.mark.parametrize(("kind", "code"), TOLD_OF_CERTIFICATES.items())
def test_certificates_are_looked_at(
    dovecot: Dovecot, server: Pop3, tmp_path: Path, security: Any, kind: str, code: str
) -> None:
    box = msgspec.structs.replace(
        server,
        host=CERTIFICATES[kind],
        port=dovecot.pop3s if security == "tls" else dovecot.pop3,
        security=security,
        certificates=str(dovecot.authority),
    )
    if code:
        assert why(box, tmp_path)[0] == code
    else:
        dovecot.append(server.user, mail("one"), NOW)
        assert collect(box, tmp_path) == 1


def test_a_server_of_the_wrong_kind_is_told(dovecot: Dovecot, server: Pop3, tmp_path: Path) -> None:
    assert why(msgspec.structs.replace(server, security="tls"), tmp_path)[0] == "no-tls"
    with between(dovecot.pop3, lambda data: data.replace(b"STLS\r\n", b"STXX\r\n")) as proxy:
        assert why(msgspec.structs.replace(server, port=proxy.port, security="starttls"), tmp_path)[0] == "no-starttls"
    assert why(msgspec.structs.replace(server, port=dovecot.imap), tmp_path)[0] == "other-protocol"


EMPTY = {b"USER": b"+OK", b"PASS": b"+OK", b"STAT": b"+OK 0 0", b"QUIT": b"+OK"}


@pytest.mark.parametrize(
    ("uidl", "listed"),
    [
        (b"-ERR no messages", b"-ERR no messages"),
        (b"-ERR unimplemented", b"+OK\r\n."),
        (b"+OK\r\n.", b"-ERR mailbox empty"),
        (b"-ERR " + "邮箱为空".encode("gbk"), b"+OK 0 messages\r\n."),
    ],
)
def test_a_server_may_refuse_to_list_what_is_not_there(tmp_path: Path, uidl: bytes, listed: bytes) -> None:
    replies = {**EMPTY, b"UIDL": uidl, b"LIST": listed}
    with scripted(b"+OK here\r\n", lambda line: replies[line[:4]] + b"\r\n") as server:
        assert collect(Pop3("127.0.0.1", server.port, "none", "ann"), tmp_path) == 0


def test_a_server_without_uidl_is_told_where_there_is_mail(tmp_path: Path) -> None:
    replies = {**EMPTY, b"STAT": b"+OK 2 900", b"UIDL": b"-ERR what?", b"LIST": b"+OK\r\n1 450\r\n2 450\r\n."}
    with scripted(b"+OK here\r\n", lambda line: replies[line[:4]] + b"\r\n") as server:
        assert why(Pop3("127.0.0.1", server.port, "none", "ann"), tmp_path)[0] == "no-uidl"


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (b"-ERR [IN-USE] Unable to lock maildrop", "too-many-connections"),
        (b"-ERR Login frequency limit", "account-limit"),
        (b"-ERR [SYS/TEMP] Temporary problem", "no-answer"),
        (b"-ERR Account is locked", "account-locked"),
        (b"-ERR " + "密码错误".encode("gbk"), "login-refused"),
    ],
)
def test_an_account_in_trouble_is_told_in_the_words_of_the_server(tmp_path: Path, reply: bytes, code: str) -> None:
    replies = {**EMPTY, b"PASS": reply}
    with scripted(b"+OK here\r\n", lambda line: replies[line[:4]] + b"\r\n") as server:
        found, says = why(Pop3("127.0.0.1", server.port, "none", "ann"), tmp_path)
    assert found == code
    assert reply.decode("ascii", "backslashreplace") in says
    assert ("password" in says) == (code == "login-refused")
