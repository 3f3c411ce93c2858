"""IMAP servers that list late, in part, or not at all, and mailboxes that are not opened as one would wish."""

import imaplib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from pbem.mail import doctor
from pbem.mail.transport import imap, maildir
from pbem.mail.transport.imap import ImapSeen
from pbem.mail.transport.server import ServerRefused, explained
from pbem.settings.mail import Imap, Intake, MailSettings
from tests.servers.scripted import Scripted, scripted

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)


class Box(msgspec.Struct):
    """A mailbox: its UIDs, those of them that the index has not yet, and how old each is in days."""

    there: list[int]
    hidden: list[int] = []
    next: int = 0
    days: dict[int, int] = {}
    broken: list[int] = []
    opens: bytes = b"OK [READ-WRITE] open"
    fetches: bytes = b"NO damaged"
    login: bytes = b"OK in"
    alters: Callable[[bytes, bytes], bytes] = lambda _line, said: said

    def answer(self, line: bytes) -> bytes:
        return self.alters(line, self._answer(line))

    def _answer(self, line: bytes) -> bytes:
        tag, command, rest = (*line.split(b" ", 2), b"")[:3]
        does: dict[bytes, Callable[[bytes], tuple[bytes, bytes]]] = {
            b"CAPABILITY": self._can,
            b"LOGIN": lambda _: (b"", self.login),
            b"SELECT": self._opened,
            b"UID": self._uid,
            b"LIST": lambda _: (b'* LIST () "/" INBOX\r\n* LIST () "/" Games\r\n', b"OK listed"),
        }
        asked = does.get(command.upper())
        says, end = asked(rest) if asked else (b"", b"OK done")
        return says + tag + b" " + end + b"\r\n"

    def _can(self, _rest: bytes) -> tuple[bytes, bytes]:
        return b"* CAPABILITY IMAP4rev1\r\n", b"OK these"

    def _opened(self, _rest: bytes) -> tuple[bytes, bytes]:
        following = self.next or max(self.there, default=0) + 1
        told = f"* {len(self.there)} EXISTS\r\n* OK [UIDVALIDITY 7] a\r\n* OK [UIDNEXT {following}] b\r\n"
        return (told.encode(), self.opens) if self.opens.startswith(b"OK") else (b"", self.opens)

    def _uid(self, rest: bytes) -> tuple[bytes, bytes]:
        command, which, *_ = rest.split(b" ")
        if command.upper() != b"FETCH":
            return b"", b"OK marked" if self.opens.startswith(b"OK [READ-WRITE]") else b"NO read-only"
        shown = [uid for uid in self.there if uid not in self.hidden]
        uids = sorted(uid for uid in shown if any(first <= uid <= last for first, last in self._ranges(which, shown)))
        if b"BODY" in rest:
            if uids[0] in self.broken:
                return b"", self.fetches
            raw = b"Subject: %d\r\n\r\nx\r\n" % uids[0]
            told = b"* 1 FETCH (UID %d RFC822.SIZE %d BODY[]<0> {%d}\r\n%b)\r\n"
            return told % (uids[0], len(raw), len(raw), raw), b"OK fetched"
        lines = [f'* {at} FETCH (UID {uid} INTERNALDATE "{self._date(uid)}")\r\n' for at, uid in enumerate(uids, 1)]
        return "".join(lines).encode(), b"OK fetched"

    def _ranges(self, which: bytes, shown: list[int]) -> list[tuple[int, int]]:
        last = max(shown, default=0)
        pairs = [part.replace("*", str(last)).split(":") for part in which.decode().split(",")]
        return [(min(int(one[0]), int(one[-1])), max(int(one[0]), int(one[-1]))) for one in pairs]

    def _date(self, uid: int) -> str:
        return f"{NOW - timedelta(days=self.days.get(uid, 0)):%d-%b-%Y %H:%M:%S +0000}"


@contextmanager
def serving(box: Box) -> Iterator[tuple[Imap, Scripted]]:
    with scripted(b"* OK here\r\n", box.answer) as server:
        yield Imap("127.0.0.1", server.port, "none", "ann"), server


def collect(server: Imap, game: Path, since: datetime | None = None, *, later: timedelta = timedelta(0)) -> list[int]:
    """The UIDs of what came, in order."""
    before = set(maildir.spooled(game / "spool"))
    imap.collect(server, "secret", game, lambda: NOW + later, since, pause=lambda _: None)
    texts = [path.read_bytes() for path in maildir.spooled(game / "spool") if path not in before]
    return sorted(int(found[1]) for text in texts if (found := re.match(rb"Subject: (\d+)", text)))


def doctor_lacks(server: Imap, game: Path) -> list[str]:
    """What is found of emails that are not delivered."""
    (game / "password").write_text("secret\n")
    (game / "password").chmod(0o600)
    mail = MailSettings(intake=Intake(imap=msgspec.structs.replace(server, password_file="password")))
    return [one.says for one in doctor.servers(mail, game, 1.0) if "deliver" in one.says]


def test_all_of_many_mails_come(tmp_path: Path) -> None:
    with serving(Box(list(range(1, 131)))) as (server, heard):
        assert collect(server, tmp_path) == list(range(1, 131))
        assert collect(server, tmp_path) == []
        assert not [line for line in heard.heard if b"SEARCH" in line]


@pytest.mark.parametrize("hidden", [[1, 2, 3, 4, 5], [1], [5], [2, 4], [3], [1, 5], [1, 2], [4, 5]])
@pytest.mark.parametrize("seen_before", [False, True])
def test_what_an_index_shows_late_comes_late(tmp_path: Path, hidden: list[int], seen_before: bool) -> None:
    box = Box([], next=1)
    with serving(box) as (server, _):
        if seen_before:
            assert collect(server, tmp_path) == []
        box.there, box.hidden, box.next = [1, 2, 3, 4, 5], hidden, 6
        shown = [uid for uid in box.there if uid not in hidden]
        assert collect(server, tmp_path) == shown
        assert collect(server, tmp_path) == []
        box.hidden = hidden[1:]
        assert collect(server, tmp_path) == hidden[:1]
        box.hidden = []
        box.there.append(6)
        assert collect(server, tmp_path) == [*hidden[1:], 6]
        assert collect(server, tmp_path) == []


@pytest.mark.parametrize("there", [[5, 1, 3], [2**32 - 2, 7, 2**31], [1], []])
def test_uids_of_any_size_and_order_come_once(tmp_path: Path, there: list[int]) -> None:
    with serving(Box(there)) as (server, _):
        assert collect(server, tmp_path) == sorted(there)
        assert collect(server, tmp_path) == []


def test_what_is_expunged_between_two_looks_hides_nothing_that_comes(tmp_path: Path) -> None:
    box = Box([1, 2, 3, 4])
    with serving(box) as (server, _):
        assert collect(server, tmp_path) == [1, 2, 3, 4]
        for there, comes in (([3, 4, 9, 12], [9, 12]), ([], []), ([20], [20])):
            box.there, box.next = there, max(there, default=box.next - 1) + 1
            assert collect(server, tmp_path) == comes


def test_mail_older_than_the_game_is_left_alone_even_if_it_is_listed_late(tmp_path: Path) -> None:
    read = b"* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n"
    box = Box([1, 2, 3, 4], hidden=[1, 2, 3, 4], days={1: 40, 2: 30, 5: 40})
    with serving(box) as (server, _):
        assert collect(server, tmp_path, NOW - timedelta(days=2)) == []
        box.hidden = [2, 3]
        box.alters = lambda line, said: said.replace(line[:6] + b"OK f", read + line[:6] + b"OK f")
        assert collect(server, tmp_path, NOW - timedelta(days=2)) == [4]
        box.hidden = []
        box.there.append(5)  # a clock may be wrong: what came after the first look is for the game
        assert collect(server, tmp_path, NOW - timedelta(days=2)) == [3, 5]


def test_a_mail_that_cannot_be_had_is_asked_for_again_and_nothing_else_is(tmp_path: Path) -> None:
    box = Box([1, 2, 3], broken=[2])
    with serving(box) as (server, heard):
        for _ in range(2):
            with pytest.raises(ServerRefused, match="does not deliver email 2"):
                collect(server, tmp_path)
        assert len([line for line in heard.heard if b"FETCH 1 " in line or b"FETCH 3 " in line]) == 2
        box.broken = []
        assert collect(server, tmp_path) == [2]


@pytest.mark.parametrize("says", [b"NO damaged", b"NIL", b"BYE"])
def test_that_a_mail_cannot_be_had_is_told_for_a_day_and_then_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: bytes
) -> None:
    monkeypatch.setattr(imap, "TIMEOUT", 0.3)
    box = Box([1, 2, 3], alters=UNHAD[says])
    with serving(box) as (server, _):
        for hours in (0, 23):
            with pytest.raises(ServerRefused, match="email 2"):
                collect(server, tmp_path, later=timedelta(hours=hours))
        assert doctor_lacks(server, tmp_path) == ["it does not deliver email 2, since 2026-11-28 12:00 UTC"]
        assert collect(server, tmp_path, later=timedelta(hours=24)) == []
        box.there.append(4)
        assert collect(server, tmp_path, later=timedelta(hours=25)) == [4]
        box.alters = lambda _line, said: said
        assert collect(server, tmp_path, later=timedelta(hours=26)) == [2]
        assert doctor_lacks(server, tmp_path) == []


def test_of_a_server_that_delivers_nothing_later_it_is_told_for_ever(tmp_path: Path) -> None:
    box = Box([1, 2, 3], broken=[2, 3])
    with serving(box) as (server, _):
        for hours in (0, 23, 48, 96):
            with pytest.raises(ServerRefused, match=r"email [23]"):
                collect(server, tmp_path, later=timedelta(hours=hours))
        box.there.append(4)
        assert collect(server, tmp_path, later=timedelta(hours=97)) == [4]
        box.there, box.broken = [1, 2, 4, 5], [2, 5]  # another begins a day of its own
        with pytest.raises(ServerRefused, match="email 5"):
            collect(server, tmp_path, later=timedelta(hours=98))


FETCHED = re.compile(rb"FETCH (\d+) \(UID RFC822")


def of_the_second(pattern: bytes, by: Callable[[re.Match[bytes]], bytes]) -> Callable[[bytes, bytes], bytes]:
    """What the server says of email 2, changed in one place."""

    def altered(line: bytes, said: bytes) -> bytes:
        asked = FETCHED.search(line)
        return re.sub(pattern, by, said) if asked and asked[1] == b"2" else said

    return altered


UNHAD: dict[bytes, Callable[[bytes, bytes], bytes]] = {
    b"NO damaged": of_the_second(rb"(?s)\A.*\r\n(\w+) OK fetched", lambda found: found[1] + b" NO damaged"),
    b"NIL": of_the_second(rb"BODY\[\]<0> \{\d+\}\r\n[^)]*\)", lambda _: b"BODY[] NIL)"),
    b"BYE": of_the_second(rb"(?s).+", lambda _: b"* BYE Connection is closed. 13\r\n"),
}
ALTERS: dict[str, Callable[[bytes, bytes], bytes]] = {
    "a literal that is too short": of_the_second(rb"\{(\d+)\}", lambda found: b"{%d}" % (int(found[1]) - 6)),
    "a literal that is too long": of_the_second(rb"\{(\d+)\}", lambda found: b"{%d}" % (int(found[1]) + 60)),
    "a farewell": of_the_second(rb"(?s).+", lambda _: b"* BYE Connection is closed. 13\r\n"),
}


@pytest.mark.parametrize("alters", ALTERS.values(), ids=ALTERS)
def test_a_mail_at_which_the_line_breaks_holds_up_none_behind_it(
    tmp_path: Path, alters: Callable[[bytes, bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "TIMEOUT", 0.3)
    box = Box([1, 2, 3], alters=alters)
    with serving(box) as (server, _):
        for there in ([1, 2, 3], [1, 2, 3, 4]):
            box.there = there
            with pytest.raises(ServerRefused, match="the line breaks whenever it delivers email 2"):
                collect(server, tmp_path)
        box.alters = lambda _line, said: said
        assert collect(server, tmp_path) == [2]
    subjects = [path.read_bytes()[:10] for path in maildir.spooled(tmp_path / "spool")]
    assert sorted(subjects) == [b"Subject: %d" % uid for uid in (1, 2, 3, 4)]


def test_a_server_that_breaks_off_at_every_mail_is_not_asked_for_ever(tmp_path: Path) -> None:
    box = Box([*range(1, 30)], alters=lambda line, said: b"* BYE\r\n" if FETCHED.search(line) else said)
    with serving(box) as (server, heard):
        with pytest.raises(imaplib.IMAP4.abort):
            collect(server, tmp_path)
        assert len(heard.said(b"")) < 200


OTHERWISE: dict[str, Callable[[bytes, bytes], bytes]] = {
    "small letters": lambda _, said: re.sub(rb"UID \d|RFC822.SIZE|BODY|INTERNALDATE", lambda one: one[0].lower(), said),
    "news in between": lambda _, said: said.replace(
        b"* 1 FETCH", b"* 9 EXISTS\r\n* 7 FETCH (UID 2 FLAGS ())\r\n* OK [ALERT] full\r\n* 1 FETCH"
    ),
    "the UID last": lambda _, said: re.sub(
        rb"\((UID \d+) RFC822.SIZE \d+ (BODY(?s:.*?))\)\r\n", rb"(FLAGS () \2 \1 MODSEQ (7))\r\n", said
    ),
    "everything twice": lambda _, said: re.sub(rb"(?s)^(\* \d+ FETCH .*\)\r\n)", rb"\1\1", said),
    "no dates": lambda _, said: re.sub(rb'INTERNALDATE "[^"]*"', b"INTERNALDATE NIL", said),
    "labels as literals": lambda _, said: said.replace(b"(UID", b'(X-GM-LABELS ({3}\r\na"b) UID'),
}


@pytest.mark.parametrize("alters", OTHERWISE.values(), ids=OTHERWISE)
def test_whatever_else_a_server_says_all_mails_come_once(
    tmp_path: Path, alters: Callable[[bytes, bytes], bytes]
) -> None:
    box = Box([1, 2, 3], alters=alters)
    with serving(box) as (server, _):
        assert collect(server, tmp_path) == [1, 2, 3]
        box.there.append(4)
        assert collect(server, tmp_path) == [4]
        assert collect(server, tmp_path) == []


def test_a_server_that_lists_mails_without_their_uids_is_told(tmp_path: Path) -> None:
    box = Box([4, 5], alters=lambda _line, said: re.sub(rb"UID \d+ INT", b"INT", said))
    with serving(box) as (server, _), pytest.raises(ServerRefused, match="lists its emails without their UIDs"):
        collect(server, tmp_path)


def test_where_the_account_is_throttled_no_more_is_asked_for(tmp_path: Path) -> None:
    box = Box([1, 2, 3], broken=[2, 3], fetches=b"NO [OVERQUOTA] Account exceeded command or bandwidth limits.")
    with serving(box) as (server, heard):
        with pytest.raises(ServerRefused) as caught:
            collect(server, tmp_path)
        assert caught.value.code == "account-limit"
        assert not [line for line in heard.heard if b"FETCH 3 " in line]
        box.broken = []
        assert collect(server, tmp_path) == [2, 3]


@pytest.mark.parametrize("move_to", ["", "Games"])
def test_a_mailbox_that_can_only_be_read_is_read_and_not_marked(tmp_path: Path, move_to: str) -> None:
    box = Box([1, 2], opens=b"OK [READ-ONLY] only to be read")
    with serving(box) as (server, heard):
        box_only_read = msgspec.structs.replace(server, move_to=move_to)
        assert collect(box_only_read, tmp_path) == [1, 2]
        assert collect(box_only_read, tmp_path) == []
        assert not [line for line in heard.heard if b"STORE" in line or b"COPY" in line]


@pytest.mark.parametrize(
    ("reply", "mailbox", "code"),
    [
        (b"NO [INUSE] Mailbox in use", "INBOX", "too-many-connections"),
        (b"NO [NOPERM] Permission denied", "Shared/Game", "mailbox-refused"),
        (b"NO [NOPERM] Permission denied", "INBOX", "mailbox-refused"),
        (b"NO SELECT Unsafe Login. Please contact kefu@188.com for help", "INBOX", "account-locked"),
        (b"NO [UNAVAILABLE] Backend is down", "INBOX", "no-answer"),
        (b"NO [OVERQUOTA] Account exceeded command or bandwidth limits.", "INBOX", "account-limit"),
        (b"NO Mailbox is corrupted", "INBOX", "mailbox-refused"),
        (b"NO [NONEXISTENT] Unknown Mailbox: Game", "Game", "no-mailbox"),
        (b"BAD what", "INBOX", "failed"),
        (b"NO " + "邮箱".encode("gbk"), "INBOX", "mailbox-refused"),
    ],
)
def test_a_mailbox_that_is_not_opened_is_told_in_the_words_of_the_server(
    tmp_path: Path, reply: bytes, mailbox: str, code: str
) -> None:
    with serving(Box([1], opens=reply)) as (server, _):
        box = msgspec.structs.replace(server, mailbox=mailbox)
        with pytest.raises(Exception) as caught:  # noqa: PT011 - what matters is how it is told
            collect(box, tmp_path)
    found, says = explained(box, caught.value)
    assert found == code
    assert reply.partition(b" ")[2].decode("ascii", "backslashreplace") in says


def test_a_login_that_is_refused_in_another_encoding_is_shown(tmp_path: Path) -> None:
    box = Box([], login=b"NO " + "密码错误".encode("gbk"))
    with serving(box) as (server, _), pytest.raises(ServerRefused) as caught:
        collect(server, tmp_path)
    assert caught.value.code == "login-refused"
    assert "\\xc3\\xdc" in caught.value.says


@pytest.mark.parametrize(
    ("reply", "code", "helps"),
    [
        (b"NO [OVERQUOTA] Quota exceeded (mailbox for user is full)", "mailbox-full", "Delete emails there"),
        (b"NO Das Konto ist gesperrt", "account-locked", "its web page"),
        ("NO 登录频率过高，请稍后再试".encode(), "account-limit", "tries again"),
        (b"NO " + "登录频率过高".encode("gbk"), "account-limit", "tries again"),
        ("NO Trop de connexions simultanées".encode(), "too-many-connections", "closed"),
    ],
)
@pytest.mark.parametrize("at", ["login", "opens"])
def test_an_account_in_trouble_is_told_in_any_language_and_no_password_asked_for(
    tmp_path: Path, reply: bytes, code: str, helps: str, at: str
) -> None:
    box = Box([1])
    setattr(box, at, reply)
    with serving(box) as (server, _), pytest.raises(ServerRefused) as caught:
        collect(server, tmp_path)
    assert caught.value.code == code
    assert helps in caught.value.says
    assert "password" not in caught.value.says


@pytest.mark.parametrize(
    ("used", "says"),
    [("880 1000", ""), ("95 100", "95%"), ("1000 1000", "100%"), ("7 0", ""), ("", ""), ("x y", "")],
)
def test_a_mailbox_that_is_nearly_full_is_named_by_doctor(tmp_path: Path, used: str, says: str) -> None:
    def alters(line: bytes, said: bytes) -> bytes:
        told = f'* QUOTAROOT INBOX "" user\r\n* QUOTA user (MESSAGE 3 900 STORAGE {used})\r\n'.encode()
        return told + said if b"GETQUOTAROOT" in line else said.replace(b"IMAP4rev1", b"IMAP4rev1 QUOTA")

    with serving(Box([1], alters=alters)) as (server, _):
        (tmp_path / "password").write_text("secret\n")
        (tmp_path / "password").chmod(0o600)
        mail = MailSettings(intake=Intake(imap=msgspec.structs.replace(server, password_file="password")))
        found = [one.says for one in doctor.servers(mail, tmp_path, 1.0) if "space" in one.says]
    assert found == ([f"{says} of the mailbox's space is used"] if says else [])


def test_holes_split_and_are_never_many() -> None:
    seen = ImapSeen(7).having(10)
    assert seen.holes == ((1, 9),)
    assert seen.having(5).holes == ((1, 4), (6, 9))
    assert seen.having(1).having(9).holes == ((2, 8),)
    assert seen.having(5).wanted() == "1:4,6:9,11:*"
    for uid in range(12, 2000, 2):
        seen = seen.having(uid)
    assert len(seen.holes) == 200
    assert len(seen.wanted()) < 8000


@pytest.mark.parametrize(
    ("greeting", "code"),
    [
        (b"* BYE Too many connections from your address", "too-many-connections"),
        (b"* BYE [UNAVAILABLE] Server shutting down", "no-answer"),
        (b"* NO " + "系统忙".encode("gbk"), "failed"),
        (b"* OK here\r\n* CAPABILITY " + "系统".encode("gbk"), ""),
    ],
)
def test_a_greeting_that_is_none_is_told(tmp_path: Path, greeting: bytes, code: str) -> None:
    def answer(line: bytes) -> bytes:
        tag = line.partition(b" ")[0]
        odd = b"* CAPABILITY \xcf\xb5\r\n" if b"CAPABILITY" in line else b""
        return odd + tag + b" OK done\r\n"

    with scripted(greeting + b"\r\n", answer) as server:
        box = Imap("127.0.0.1", server.port, "none", "ann")
        with pytest.raises(Exception) as caught:  # noqa: PT011 - what matters is how it is told
            collect(box, tmp_path)
    found, says = explained(box, caught.value)
    assert found == (code or "other-protocol")
    says.encode()
    assert "is not a name and port" not in says
