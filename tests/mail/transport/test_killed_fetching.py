import os
import shutil
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail import fetch as mail_fetch
from pbem.mail.fetch import fetch as keep_what_came
from pbem.referee import opening
from pbem.referee.opening import create
from tests.referee.killer import KILLED, in_child, instants
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock, mail

SEATS = ("ann", "ben", "cid")
MAILS = [mail(f"{seat}@example.org", f"sheet {number}", "bid: 1\n") for number, seat in enumerate(SEATS)]
SEEN, GONE = [r"\Seen"] * 3, list[str]()
TRANSPORTS = {
    "imap": ("{imap: {host: HOST, port: IMAP, security: none, user: USER, password file: password}}", SEEN),
    "imap, moved": (
        "{imap: {host: HOST, port: IMAP, security: none, user: USER, password file: password, move to: Taken}}",
        GONE,
    ),
}


def fetch(folder: Path) -> None:
    collected = mail_fetch.collect(folder, Clock(), RULESETS)
    assert collected.troubles == ()
    with opening.held(folder, RULESETS) as game:
        keep_what_came(game)


def kept(folder: Path) -> list[bytes]:
    return sorted(path.read_bytes() for path in (folder / "inbox").glob("*.eml"))


@pytest.fixture
def new(tmp_path: Path, dovecot: Dovecot) -> Callable[[str], tuple[Path, str]]:
    """Begins a game with a mailbox of its own, in which three emails lie."""

    def begin(transport: str) -> tuple[Path, str]:
        user, folder = f"u{uuid.uuid4().hex}", tmp_path / uuid.uuid4().hex
        text = GAME_YAML.replace("OUT", "{folder: out}").replace("{folder: in}", transport)
        for name, value in (("HOST", dovecot.host), ("IMAP", dovecot.imap), ("USER", user)):
            text = text.replace(name, str(value))
        create(folder, text, RULESETS, SEED)
        (folder / "password").write_text(PASSWORD + "\n")
        for raw in MAILS:
            dovecot.append(user, raw, datetime.now(UTC))
        return folder, user

    return begin


@pytest.mark.slow
@pytest.mark.parametrize("name", TRANSPORTS)
def test_a_fetch_killed_at_any_instant_loses_nothing_and_doubles_nothing(
    new: Callable[[str], tuple[Path, str]], dovecot: Dovecot, name: str
) -> None:
    transport, left = TRANSPORTS[name]
    code, instant = KILLED, 0
    for instant in instants(new(transport)[0], fetch):
        folder, user = new(transport)
        code = in_child(folder, instant, fetch)
        spooled = len(list((folder / "spool" / "new").glob("*"))) if (folder / "spool").exists() else 0
        flags = dovecot.flags(user)
        marked = 3 - len(flags) + (flags.count(r"\Seen") if left is SEEN else 0)
        assert marked <= spooled + len(kept(folder)), "a mail was marked before its copy was safe"
        fetch(folder)
        fetch(folder)
        assert kept(folder) == sorted(MAILS)
        assert list((folder / "spool" / "new").iterdir()) == []
        assert dovecot.flags(user) == left
        shutil.rmtree(folder)
    assert code == 0
    assert instant > 20


def test_two_at_once_bring_each_mail_once(new: Callable[[str], tuple[Path, str]]) -> None:
    folder, _ = new(TRANSPORTS["imap"][0])
    children = []
    for _ in range(2):
        child = os.fork()
        if child == 0:
            os._exit(in_child(folder, work=fetch))
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0]
    assert kept(folder) == sorted(MAILS)
