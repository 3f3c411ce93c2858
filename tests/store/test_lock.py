"""One writer at a time, and what is said where the drive cannot see to that."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from pbem.mail import local_checks
from pbem.referee.game import Game
from pbem.store import files
from tests.toy.game import new_game

NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EACCES, errno.EINVAL, errno.EIO, errno.EBADF)
"""What network drives answer."""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return new_game(tmp_path / "game")


@pytest.fixture(params=NO_LOCKS, ids=errno.errorcode.get)
def says(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A drive that lets no file be locked; what the system calls that."""

    def refuses(_file: object, _operation: int) -> None:
        raise OSError(request.param, os.strerror(request.param))

    monkeypatch.setattr(fcntl, "flock", refuses)
    return os.strerror(request.param)


def test_a_drive_that_cannot_lock_is_told_with_what_helps(tmp_path: Path, says: str) -> None:
    with pytest.raises(files.NoLocks) as caught, files.held(tmp_path, patience=0):
        pass
    assert says in str(caught.value)
    assert "another pbem" not in str(caught.value)
    assert "local_lock" in str(caught.value)


def test_the_doctor_says_so_too(game: Game, says: str) -> None:
    (found,) = local_checks.locks(game)
    assert (found.state, found.remedy) == ("bad", files.NO_LOCKS_REMEDY)
    assert says in found.says


def test_an_error_of_who_holds_the_lock_is_no_error_of_the_lock(tmp_path: Path) -> None:
    for error in (OSError(errno.ENOLCK, "mine"), TimeoutError("mine")):
        with pytest.raises(OSError, match="mine"), files.held(tmp_path):
            raise error
    with files.held(tmp_path), pytest.raises(files.Busy, match="another pbem"), files.held(tmp_path, patience=0):
        pass


def test_where_another_holds_the_game_the_doctor_finds_that_it_can_be_locked(game: Game) -> None:
    with files.held(game.folder):
        assert [one.state for one in local_checks.locks(game)] == ["good"]
