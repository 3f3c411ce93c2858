"""A Postfix of its own for a test: mail for the game goes by its pipe to `pbem receive`, everyone else's to Maildirs.

    game@test.local, game+anything@test.local    `pbem receive` in a process of its own
    ann@, ben@, cid@, dan@, mo@test.local        a Maildir each
    anyone else @test.local                     taken at first, then bounced
    other domains                                refused

The pipe runs as an unprivileged user, who must be able to read the interpreter and to write to the game: the game
lies in a folder that this user owns, outside pytest's, which no one but root may enter.
"""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from tests.servers.needed import REQUIRED, needed
from tests.servers.ports import free_ports

ROOT = Path(__file__).parents[2]
DOMAIN = "test.local"
PEOPLE = ("ann", "ben", "cid", "dan", "mo")
USER = "nobody"
PATIENCE = 20.0
"""Seconds to wait for what Postfix does at leisure."""

_PBEM = (
    "from pbem.cli.options import Host; from pbem.cli.main import main; from tests.toy.game import RULESETS; "
    "main(obj=Host(rulesets=RULESETS))"
)

_MAIN = """\
compatibility_level = 3.6
queue_directory = {base}/spool
data_directory = {base}/data
maillog_file = {base}/log
maillog_file_prefixes = {base}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = {domain}
mydestination = {domain}
mynetworks = 127.0.0.0/8
smtp_dns_support_level = disabled
smtpd_peername_lookup = no
recipient_delimiter = +
local_recipient_maps =
alias_maps =
transport_maps = regexp:{base}/conf/transport
default_transport = error:no outside mail
virtual_mailbox_base = {base}/mail
virtual_mailbox_maps = regexp:{base}/conf/people
virtual_minimum_uid = 1
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
message_size_limit = {size}
smtpd_tls_security_level = {tls}
smtpd_tls_chain_files = {certificate}
"""

_MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
pbem unix - n n - 1 pipe
  flags=huX user={user} null_sender= argv={base}/receive ${{sender}} ${{recipient}}
"""

_RECEIVE = """\
#!/bin/sh
PYTHONPATH='{path}' exec {python} -c '{pbem}' receive --game {game} --from "$1" --to "$2"
"""


class Postfix(msgspec.Struct, frozen=True):
    """A running Postfix; *game* is where the game is to be whose email it hands over."""

    port: int
    base: Path

    @property
    def game(self) -> Path:
        return self.base / "game"

    def opened_to_pipe(self) -> None:
        """Let the pipe's user write to the game, as a moderator would arrange it."""
        uid = pwd.getpwnam(USER).pw_uid
        for path in (self.game, *self.game.rglob("*")):
            os.chown(path, uid, -1)

    def letters(self, person: str) -> list[bytes]:
        """The emails in someone's Maildir, as they came."""
        return [path.read_bytes() for path in sorted((self.base / "mail" / person / "new").glob("*"))]

    @property
    def log(self) -> str:
        return (self.base / "log").read_text() if (self.base / "log").exists() else ""

    @property
    def idle(self) -> bool:
        """Whether nothing lies in its queues."""
        queues = ("maildrop", "incoming", "active", "deferred")
        return not any(path.is_file() for queue in queues for path in (self.base / "spool" / queue).rglob("*"))

    def flush(self) -> None:
        """Let it try at once what it has put off."""
        _run(needed("postfix"), self.base, "flush")

    def until(self, what: Callable[[], object]) -> None:
        """Wait until *what* is so."""
        end = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < end, self.log
            time.sleep(0.02)


@contextmanager
def postfix(certificate: Path | None = None, size: int = 10_000_000) -> Iterator[Postfix]:
    """A Postfix on a free port; with STARTTLS if it is given a *certificate* (key and chain in one PEM file)."""
    program = needed("postfix")
    base = Path(tempfile.mkdtemp(prefix="pbem-postfix-"))
    base.chmod(0o755)
    try:
        running = _started(program, _interpreter(base), base, certificate, size)
        try:
            yield running
        finally:
            _run(program, base, "stop")
    finally:
        shutil.rmtree(base, ignore_errors=True)


def _started(program: str, python: tuple[str, str], base: Path, certificate: Path | None, size: int) -> Postfix:
    _laid_out(python, base, certificate, size)
    for _ in range(5):
        (port,) = free_ports(1)
        (base / "conf" / "master.cf").write_text(_MASTER.format(port=port, base=base, user=USER))
        said = _run(program, base, "start")
        end = time.monotonic() + 5
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as line:
                if line.recv(3) == b"220":
                    return Postfix(port, base)
            time.sleep(0.02)
        _run(program, base, "stop")
    log = base / "log"
    raise RuntimeError(f"Postfix did not start: {said} {log.read_text() if log.exists() else ''}")


def _laid_out(python: tuple[str, str], base: Path, certificate: Path | None, size: int) -> None:
    user = pwd.getpwnam(USER)
    for name in ("conf", "spool", "data", "mail", "game"):
        (base / name).mkdir(mode=0o755)
    os.chown(base / "data", pwd.getpwnam("postfix").pw_uid, -1)
    for name in ("mail", "game"):
        os.chown(base / name, user.pw_uid, user.pw_gid)
    if certificate:
        shutil.copy(certificate, base / "conf" / "server.pem")
    main = _MAIN.format(
        base=base,
        domain=DOMAIN,
        uid=user.pw_uid,
        gid=user.pw_gid,
        size=size,
        tls="may" if certificate else "none",
        certificate=f"{base}/conf/server.pem" if certificate else "",
    )
    (base / "conf" / "main.cf").write_text(main)
    domain = DOMAIN.replace(".", r"\.")
    (base / "conf" / "transport").write_text(f"/^game(\\+.*)?@{domain}$/ pbem:\n/@{domain}$/ virtual:\n")
    (base / "conf" / "people").write_text("".join(f"/^{name}@{domain}$/ {name}/\n" for name in PEOPLE))
    receive = base / "receive"
    receive.write_text(_RECEIVE.format(path=python[1], python=python[0], pbem=_PBEM, game=base / "game"))
    receive.chmod(0o755)


def _interpreter(base: Path) -> tuple[str, str]:
    """An interpreter that the pipe's user can run, and where it finds the program.

    Where ours lies in root's own folder it is the system's, else a copy of ours below *base*; the program where it is,
    else a copy below *base*. The test is skipped where nothing will do.
    """
    said = ""
    for laid_out in (_in_place, _copied):
        path = laid_out(base)
        for python in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}", _python(base)):
            try:
                subprocess.run(
                    [python, "-c", "import pbem.cli.main, tests.toy.game"],
                    cwd="/",
                    env={"PYTHONPATH": path},
                    user=USER,
                    group=pwd.getpwnam(USER).pw_gid,
                    extra_groups=(),
                    capture_output=True,
                    check=True,
                )
            except (OSError, subprocess.CalledProcessError) as error:
                said = f"{said} {error}"
            else:
                return python, path
    why = f"the user {USER} can run no interpreter:{said}"
    if os.environ.get("PBEM_SERVERS") == REQUIRED:
        pytest.fail(f"{why}, and PBEM_SERVERS={REQUIRED}", pytrace=False)
    pytest.skip(why)


def _in_place(_base: Path) -> str:
    return os.pathsep.join(
        (str(ROOT), str(ROOT / "rules"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib"))
    )


def _copied(base: Path) -> str:
    """The program and its libraries in a folder that everyone may enter."""
    code = base / "code"
    for name in ("pbem", "tests", "templates", "rules"):
        shutil.copytree(ROOT / name, code / name)
    shutil.copytree(sysconfig.get_path("purelib"), code / "lib")
    for folder in (code, *(path for path in code.rglob("*") if path.is_dir())):
        folder.chmod(0o755)
    return os.pathsep.join((str(code), str(code / "rules"), str(code / "lib")))


def _python(base: Path) -> str:
    """The path of a copy of our interpreter and its standard library in a folder that everyone may enter."""
    home, name = base / "python", f"python3.{sys.version_info.minor}"
    if not home.exists():
        own = Path(sys.base_prefix)
        (home / "bin").mkdir(parents=True)
        shutil.copy(own / "bin" / name, home / "bin" / name)
        left_out = shutil.ignore_patterns("site-packages", "dist-packages", "test", "__pycache__", "config-*")
        shutil.copytree(own / "lib" / name, home / "lib" / name, ignore=left_out)
        for library in (own / "lib").glob("libpython*.so*"):
            shutil.copy(library, home / "lib")
        for folder in (home, *(path for path in home.rglob("*") if path.is_dir())):
            folder.chmod(0o755)
    start = home / "python"
    start.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH={home}/lib exec {home}/bin/{name} "$@"\n')
    start.chmod(0o755)
    return str(start)


def _run(program: str, base: Path, what: str) -> str:
    done = subprocess.run(
        [program, "-c", str(base / "conf"), what], capture_output=True, text=True, check=False, timeout=60
    )
    return done.stdout + done.stderr
