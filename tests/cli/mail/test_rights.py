"""Who may get at a game's folder: its owner alone, whatever the umask; and the doctor says where that is not so."""

import fcntl
import io
import os
import pwd
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.cli.arriving import receive
from pbem.store import files
from tests.cli.conftest import Pbem
from tests.long import LONG
from tests.referee.killer import in_child
from tests.toy.game import GAME_YAML, Clock, drop, mail, new_game, send_sheet

UMASKS = [0o000, 0o022, 0o077]


@pytest.fixture(params=UMASKS, ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def wider(folder: Path) -> dict[str, str]:
    """What of *folder*, itself included, someone else than its owner could get at, and its mode."""
    found = {}
    for path in (folder, *folder.rglob("*")):
        mode = stat.S_IMODE(path.lstat().st_mode)
        if mode != (0o700 if path.is_dir() else 0o600):
            found[str(path.relative_to(folder))] = f"{mode:o}"
    return found


@pytest.mark.usefixtures("umask")
def test_a_whole_game_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "toy-1"
    pbem = Pbem(folder, Clock())
    (tmp_path / "md").mkdir(mode=0o700)
    for place in ("new", "cur", "tmp"):
        (tmp_path / "md" / place).mkdir(mode=0o700)
    pbem("new", str(folder), "--rules", "toy", "--sealed")
    recipient = next(line for line in (folder / "game.yaml").read_text().splitlines() if "recipient" in line)
    smtp = "{smtp: {host: 127.0.0.1, port: 9}}"
    text = GAME_YAML.replace("OUT", smtp).replace("{folder: in}", "{folder: in, maildir: ../../md}")
    (folder / "game.yaml").write_text(text.replace("  out: ", f"{recipient}\n  out: "))
    pbem("turn")
    assert (folder / "outbox" / "round-0001-ann.json").exists()
    send_sheet(folder, "ann", "bid: 1\n")
    drop(folder, "ben.yaml", b"bid: nonsense\n")
    (tmp_path / "md" / "cur" / "1:2,S").write_bytes(mail("ben@example.org", "status", "status\n"))
    assert receive(folder, None, (), io.BytesIO(mail("cid@example.org", "hello", "bid: 2\n"))) == 0
    pbem("turn")
    pbem("hold", "--as", "ben")
    pbem("absent", "--as", "ben", "2026-12-24", "2027-01-02")
    pbem("play", "--default", "ben", "--reason", "away")
    pbem("play", "--default", "cid", "--reason", "away")
    pbem("turn", "--identity", str(folder / "sealing-key"))
    pbem("rewind", "r1", "--reason", "again")
    text = (folder / "game.yaml").read_text()
    (folder / "game.yaml").write_text(text.replace(smtp, "{folder: out}"))
    pbem("send", "--now")
    assert {path.name for path in folder.iterdir()} >= {"in", "out", "spool", "roads", "sent", "wishes", "sealing-key"}
    assert list((folder / "in" / "taken").iterdir())
    assert wider(folder) == {}
    assert stat.S_IMODE((tmp_path / "games").stat().st_mode) & 0o700 == 0o700


@pytest.mark.parametrize("umask", UMASKS if LONG else UMASKS[:1], ids=oct, indirect=True)
@pytest.mark.usefixtures("umask")
def test_a_game_alone_and_the_demonstration_are_their_owners_alone(tmp_path: Path) -> None:
    pbem = Pbem(tmp_path / "alone", Clock(datetime(2026, 11, 21, 8, tzinfo=UTC)))
    pbem("solo", str(pbem.folder), "--rules", "maria", "--seat", "louis", "--scenario", "introductory")
    pbem("demo", "--rules", "maria", "--keep", str(tmp_path / "demo"))
    assert wider(tmp_path / "alone") == {}
    assert wider(tmp_path / "demo") == {}


def test_the_doctor_names_what_others_can_get_at_and_the_command_that_closes_it(pbem: Pbem) -> None:
    (pbem.folder / "letters").chmod(0o755)
    (pbem.folder / "letters" / "x.txt").write_text("secret")
    assert "good  rights: only its owner can enter" in pbem("doctor").output
    pbem.folder.chmod(0o755)
    said = pbem("doctor", code=1).output
    assert f"BAD   rights: everybody on this computer can look into {pbem.folder} (mode 755)\n" in said
    assert f"          chmod 700 {pbem.folder}\n" in said
    assert "BAD   rights: not closed to others: letters, letters/x.txt\n" in said
    assert f"          chmod -R go-rwx {pbem.folder}/letters\n" in said
    (pbem.folder / "letters" / "x.txt").chmod(0o600)
    (pbem.folder / "letters").chmod(0o700)
    pbem.folder.chmod(0o700)
    assert "No problems found." in pbem("doctor").output


def test_the_group_of_a_pipe_gets_no_further_than_the_spool(pbem: Pbem) -> None:
    for place in ("spool", "spool/tmp", "spool/new"):
        (pbem.folder / place).mkdir()
        (pbem.folder / place).chmod(0o2770)
    (pbem.folder / "game.yaml").chmod(0o640)
    pbem.folder.chmod(0o710)
    assert "good  rights: only its owner, and the group of the spool, can enter" in pbem("doctor").output
    pbem.folder.chmod(0o750)
    (pbem.folder / "secret").chmod(0o640)
    (pbem.folder / "spool" / "new").chmod(0o2777)
    said = pbem("doctor", code=1).output
    assert f"a group on this computer can look into {pbem.folder} (mode 750)\n          chmod 710" in said
    assert "not closed to others: secret, spool/new\n" in said
    assert f"chmod -R go-rwx {pbem.folder}/secret; chmod -R o-rwx {pbem.folder}/spool\n" in said


def test_folders_elsewhere_by_which_mail_comes_and_goes_are_named_if_others_can_use_them(tmp_path: Path) -> None:
    for place in ("in", "out", "md", "md/new", "md/cur", "md/tmp"):
        (tmp_path / place).mkdir(mode=0o700)
    text = GAME_YAML.replace("OUT", "{folder: ../out}")
    text = text.replace("{folder: in}", "{folder: ../in, maildir: ../md}")
    pbem = Pbem(tmp_path / "toy-1", Clock())
    (tmp_path / "game.yaml").write_text(text)
    pbem("new", str(pbem.folder), "--from", str(tmp_path / "game.yaml"))
    assert "No problems found." in pbem("doctor").output
    for place, mode in (("in", 0o777), ("out", 0o750), ("md", 0o755), ("md/new", 0o755)):
        (tmp_path / place).chmod(mode)
    said = pbem("doctor", code=1).output
    assert f"BAD   in: folder: everybody on this computer can put mail into {tmp_path}/in (mode 777)" in said
    assert f"look  out: folder: a group on this computer can look into {tmp_path}/out (mode 750)" in said
    assert f"BAD   in: maildir, new: everybody on this computer can look into {tmp_path}/md/new (mode 755)" in said
    pbem("turn")
    assert {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "out").iterdir()} == dict.fromkeys(
        (f"round-0001-{seat}.eml" for seat in ("ann", "ben", "cid")), 0o600
    )


def test_new_in_a_folder_that_others_can_enter_says_so(tmp_path: Path) -> None:
    pbem = Pbem(tmp_path / "toy-1", Clock())
    pbem.folder.mkdir()
    pbem.folder.chmod(0o755)
    said = pbem("new", str(pbem.folder), "--rules", "toy").output
    assert f"Other users of this computer can look into the folder; close it with: chmod 700 {pbem.folder}\n" in said


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_nobody_else_can_hold_a_game_up_by_its_lock(tmp_path: Path) -> None:
    game = Path("/tmp") / f"pbem-test-lock-{os.getpid()}"  # where others may pass
    try:
        new_game(game)
        with files.held(game):
            pass
        game.chmod(0o755)

        def refused(how: int) -> Callable[[Path], None]:
            def work(folder: Path) -> None:
                nobody = pwd.getpwnam("nobody")
                os.setgroups([])
                os.setgid(nobody.pw_gid)
                os.setuid(nobody.pw_uid)
                try:
                    fcntl.flock(os.open(folder / files.NAME, how), fcntl.LOCK_EX | fcntl.LOCK_NB)
                except PermissionError:
                    os._exit(7)
                os._exit(0)

            return work

        for how in (os.O_RDONLY, os.O_RDWR):
            assert in_child(game, work=refused(how)) == 7
        (game / files.NAME).chmod(0o666)  # as an older version left it
        with files.held(game):
            assert (game / files.NAME).stat().st_mode & 0o777 == 0o600
    finally:
        for path in sorted(game.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        game.rmdir()
