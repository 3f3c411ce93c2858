import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.bounds import workers
from pbem.cli import serve
from pbem.cli import turn as play_turn
from pbem.mail.transport.server import TransportTrouble
from pbem.mail.turn import turn
from pbem.mail.watch import Watch, WatchAll
from pbem.referee.opening import create
from pbem.store import files
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.sinks import Server
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock, mail, new_game, opened

RAW = mail("ann@example.org", "hello", "bid: 1\n")
Begin = Callable[..., tuple[Path, subprocess.Popen[str]]]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Starts `pbem watch` on a new game with these ways in, and ends it."""
    running: list[subprocess.Popen[str]] = []

    def start(intake: str, every: float = 0.2) -> tuple[Path, subprocess.Popen[str]]:
        game = tmp_path / "toy-1"
        create(game, GAME_YAML.replace("OUT", "{folder: out}").replace("{folder: in}", intake), RULESETS, SEED)
        (game / "password").write_text(PASSWORD)
        command = [sys.executable, "-m", "tests.cli.toy_pbem", "watch", "--game", str(game), "--every", str(every)]
        with (tmp_path / "said").open("w") as said:
            process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, text=True)
        running.append(process)
        assert soon((game / "letters" / "0001").exists), (tmp_path / "said").read_text()
        return game, process

    yield start
    for process in running:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert "Traceback" not in (tmp_path / "said").read_text()


def soon(found: Callable[[], object], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not found():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def quiet(said: Path) -> bool:
    """Whether nothing is said for a second, in which mail would be looked for five times."""
    before = said.read_text()
    time.sleep(1)
    return said.read_text() == before


def judged(game: Path) -> int:
    return len(list((game / "inbox").glob("*.json")))


@pytest.mark.slow
def test_mail_in_a_maildir_or_folder_is_dealt_with_soon(begin: Begin) -> None:
    game, process = begin("{maildir: md, folder: in}")
    assert soon(lambda: "no such folder" in (game.parent / "said").read_text())
    for sub in ("new", "cur", "tmp"):
        (game / "md" / sub).mkdir(parents=True)
    (game / "md" / "new" / "1").write_bytes(RAW)
    assert soon(lambda: judged(game) == 1)
    (game / "md" / "cur" / "2:2,S").write_bytes(mail("ben@example.org", "hello", "bid: 1\n"))
    assert soon(lambda: judged(game) == 2)
    (game / "in").mkdir(exist_ok=True)
    (game / "in" / "nobody.yaml").write_text("bid: 1\n")
    assert soon(lambda: "is neither an email" in (game.parent / "said").read_text())
    (game / "in" / "ben.yaml").write_text("bid: 1\n")
    assert soon(lambda: judged(game) == 3)
    assert soon(lambda: quiet(game.parent / "said")), "a sheet that nobody can claim is no reason for turn after turn"
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0


def test_an_imap_server_tells_of_new_mail_by_itself(begin: Begin, dovecot: Dovecot) -> None:
    user = f"u{uuid.uuid4().hex}"
    road = f"host: {dovecot.host}, port: {dovecot.imap}, security: none, user: {user}, password file: password"
    game, _ = begin(f"{{imap: {{{road}}}}}", every=600)
    for count in (1, 2):
        raw = mail("ann@example.org", f"hello {count}", "bid: 1\n")
        dovecot.append(user, raw, datetime.now(UTC))
        assert soon(lambda count=count: judged(game) == count)  # type: ignore[misc]


@pytest.mark.slow
def test_errors_are_told_and_survived(begin: Begin) -> None:
    game, process = begin("{folder: in}")
    (game / "in").mkdir(exist_ok=True)
    text = (game / "game.yaml").read_text()
    (game / "game.yaml").write_text("rules: toy\nmail: {")
    assert soon(lambda: "game.yaml" in (game.parent / "said").read_text().partition("Watching")[2])
    (game / "game.yaml").write_text(text)
    with files.held(game):
        (game / "in" / "1.eml").write_bytes(RAW)
        assert soon(lambda: "another pbem is writing" in (game.parent / "said").read_text())
    assert soon(lambda: judged(game) == 1)
    assert process.poll() is None


def test_mail_that_was_put_off_goes_as_soon_as_it_is_due(tmp_path: Path, server: Server) -> None:
    game, clock = tmp_path / "toy-1", Clock()
    new_game(game, out=f"{{smtp: {{host: 127.0.0.1, port: {server.port}}}}}")
    (game / "game.yaml").write_text((game / "game.yaml").read_text().replace("ann@", "busy@"))
    failed: list[TransportTrouble] = []
    watch = Watch(game, clock, RULESETS, 0.1, lambda: turn(game, clock, RULESETS), failed.extend)

    def tries() -> int:
        reply = opened(game).outbox.reply("round-0001-ann")
        return reply.tries if reply else 0

    thread = threading.Thread(target=watch.run)
    thread.start()
    try:
        assert soon(lambda: tries() == 1)
        time.sleep(0.5)
        assert tries() == 1
        clock.wind(minutes=5)
        assert soon(lambda: tries() == 2)
        time.sleep(0.5)
        assert tries() == 2
    finally:
        watch.stop()
        thread.join(20)
    assert failed == []


class LongTurn(Watch):
    """Watches a game whose turn takes as long as it is let, or none at all."""

    def __init__(self, folder: Path, goes_on: threading.Event) -> None:
        super().__init__(folder, Clock(), RULESETS, 0.05, lambda: None, lambda _: None)
        self.looks, self.goes_on = 0, goes_on

    def look(self) -> None:
        self.looks += 1
        assert self.goes_on.wait(20)


def test_a_turn_that_hangs_keeps_no_other_game_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.05)
    hangs, quick = threading.Event(), threading.Event()
    quick.set()
    watches = {name: LongTurn(tmp_path / name, hangs if name == "a" else quick) for name in ("a", "b")}
    for name in watches:
        new_game(tmp_path / name)
    everything = WatchAll(tmp_path, 0.05, lambda folder, _heard: watches[folder.name])
    thread = threading.Thread(target=everything.run)
    thread.start()
    try:
        assert soon(lambda: watches["b"].looks > 2)
        assert watches["a"].looks == 1
        hangs.set()
        assert soon(lambda: watches["a"].looks > 1)
    finally:
        hangs.set()
        everything.stop()
        thread.join(20)
    assert not thread.is_alive()
    assert not everything.watches


def test_the_desk_runs_turns_of_other_games_while_one_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.05)
    monkeypatch.setattr(serve, "_AGAIN", 0.05)
    monkeypatch.setattr(play_turn, "apart", lambda *_: SimpleNamespace(do=None))
    hangs, ran = threading.Event(), list[str]()

    def attempt(folder: Path, *_args: object) -> None:
        ran.append(folder.name)
        if folder.name == "a":
            assert hangs.wait(20)

    monkeypatch.setattr(play_turn, "attempt", attempt)
    came = serve._turns(Clock(), RULESETS)
    for name in ("a", "b", "a", "b"):
        came(tmp_path / name)
    assert soon(lambda: "b" in ran)
    assert ran.count("a") == 1
    came(tmp_path / "a")
    hangs.set()
    assert soon(lambda: ran.count("a") == 2), "what came during a turn has one of its own"
