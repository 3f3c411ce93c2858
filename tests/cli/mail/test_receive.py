import io
import os
import pwd
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pbem.cli.arriving import receive
from pbem.mail.fetch import fetch
from pbem.mail.transport import maildir
from pbem.referee import opening
from pbem.store import files
from tests.referee.killer import KILLED, in_child
from tests.toy.game import RULESETS, mail, new_game

RAW = mail("ann@example.org", "hello", "bid: 1\n")
PBEM = (sys.executable, "-m", "tests.cli.toy_pbem")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    new_game(tmp_path / "toy-1")
    return tmp_path / "toy-1"


def pipe(game: Path, *args: str, raw: bytes = RAW, most: int | None = None) -> subprocess.CompletedProcess[bytes]:
    def limit() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    command = [*PBEM, "receive", "--game", str(game), *args]
    return subprocess.run(command, input=raw, capture_output=True, timeout=60, check=False, preexec_fn=limit)


def lying(game: Path) -> list[bytes]:
    return [path.read_bytes() for path in maildir.spooled(game / "spool")]


def test_a_mail_is_kept_as_it_came_with_its_envelope_on_top_while_another_holds_the_game(game: Path) -> None:
    with files.held(game):
        run = pipe(game, "--from", "ann@example.org", "--to", "game+x@example.org")
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")
    top = b"Return-Path: <ann@example.org>\r\nDelivered-To: game+x@example.org\r\n"
    assert lying(game) == [top + RAW]


def test_the_line_that_some_servers_write_above_a_mail_is_left_out(game: Path) -> None:
    assert pipe(game, raw=b"From ann@example.org Sat Nov 21 08:00:00 2026\n" + RAW).returncode == 0
    assert lying(game) == [RAW]


def test_a_recipient_that_is_not_the_games_is_unknown(game: Path) -> None:
    run = pipe(game, "--to", "other@example.org")
    assert run.returncode == 67
    assert b"other@example.org" in run.stderr
    assert lying(game) == []


def test_several_recipients_are_all_noted(game: Path) -> None:
    assert pipe(game, "--from", "", "--to", "game@example.org", "game+x@example.org").returncode == 0
    names = b"Delivered-To: game@example.org\r\nDelivered-To: game+x@example.org\r\n"
    assert lying(game) == [b"Return-Path: <>\r\n" + names + RAW]


@pytest.mark.parametrize("args", [("--nonsense",), ("--from",), ("--game", __file__)])
def test_after_wrong_use_the_server_tries_again(game: Path, args: tuple[str, ...]) -> None:
    assert pipe(game, *args).returncode == 75


def test_no_mail_at_all_is_an_error(game: Path) -> None:
    assert pipe(game, raw=b"").returncode == 65


def test_where_the_game_is_away_or_its_settings_are_broken_the_server_shall_try_again(game: Path) -> None:
    assert pipe(game / "away").returncode == 75
    assert pipe(game / "away", "--to", "game@example.org").returncode == 75
    (game / "game.yaml").write_text("rules: toy\nmail: {")
    assert pipe(game, "--to", "game@example.org").returncode == 75
    assert not (game / "away").exists()


def test_only_what_game_yaml_says_of_mail_is_looked_at(game: Path) -> None:
    text = (game / "game.yaml").read_text()
    (game / "game.yaml").write_text(text.replace("rules: toy", "rules: no-such-rules"))
    assert pipe(game, "--to", "game@example.org").returncode == 0
    assert pipe(game, "--to", "other@example.org").returncode == 67
    (game / "game.yaml").write_text(text.replace("from: game@example.org", "from: game at example"))
    assert pipe(game, "--to", "other@example.org").returncode == 75


@pytest.mark.unmeasured
def test_on_a_full_disk_the_server_shall_try_again_and_nothing_is_left(game: Path) -> None:
    run = pipe(game, raw=RAW + b"x" * 100_000, most=20_000)
    assert run.returncode == 75
    assert b"Traceback" not in run.stderr
    assert [path for path in (game / "spool").rglob("*") if path.is_file()] == []


def test_a_mail_whose_server_dies_in_the_middle_is_not_taken_for_whole(game: Path, tmp_path: Path) -> None:
    said = tmp_path / "said"
    more_than_a_pipe_holds = 1 << 20  # once it is written, pbem is known to read
    to_close_as_it_ends = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 100  # it ends after its pipe is closed
    code = (
        "import os, subprocess\n"
        f"p = subprocess.Popen({[*PBEM, 'receive', '--game', str(game)]!r}, stdin=subprocess.PIPE, "
        f"stderr=open({str(said)!r}, 'wb'))\n"
        f"p.stdin.write({RAW[:60]!r} + b'x' * {more_than_a_pipe_holds}); p.stdin.flush()\n"
        f"[os.open(os.devnull, os.O_RDONLY) for _ in range({to_close_as_it_ends})]\n"
        "os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code], check=False)
    end = time.monotonic() + 20
    while b"the mail server stopped" not in said.read_bytes() and time.monotonic() < end:
        time.sleep(0.05)
    assert b"the mail server stopped" in said.read_bytes()
    assert [path for path in (game / "spool").rglob("*") if path.is_file()] == []


def test_killed_at_any_instant_and_handed_over_again_there_is_one_mail(game: Path) -> None:
    def once(folder: Path) -> None:
        assert receive(folder, "ann@example.org", (), io.BytesIO(RAW)) == 0

    code, instant = KILLED, 0
    while code == KILLED:
        instant += 1
        code = in_child(game, instant, once)
        if code == KILLED:
            once(game)
        with opening.held(game, RULESETS) as held:
            fetch(held)
            assert len(held.inbox.items()) == 1
            held.inbox.items()[0].path.unlink()
    assert instant > 3


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_may_hand_mail_over_by_the_rights_of_his_group_alone(tmp_path: Path) -> None:
    game = Path("/tmp") / f"pbem-test-{os.getpid()}"  # where others may pass
    nobody = pwd.getpwnam("nobody")
    try:
        new_game(game)
        game.chmod(0o755)
        (game / "game.yaml").chmod(0o644)

        def as_nobody(folder: Path) -> None:
            os.setgroups([])
            os.setgid(nobody.pw_gid)
            os.setuid(nobody.pw_uid)
            os._exit(receive(folder, None, ("game@example.org",), io.BytesIO(RAW)))

        assert in_child(game, work=as_nobody) == 75
        maildir.prepare(game / "spool")
        for place in (game / "spool", *(game / "spool").iterdir()):
            os.chown(place, -1, nobody.pw_gid)
            place.chmod(0o2770)
        for place, mode in ((game, 0o710), (game / "game.yaml", 0o640)):
            os.chown(place, -1, nobody.pw_gid)
            place.chmod(mode)
        assert in_child(game, work=as_nobody) == 0
        with opening.held(game, RULESETS) as held:
            assert len(fetch(held).items) == 1
    finally:
        subprocess.run(["rm", "-r", str(game)], check=False)
