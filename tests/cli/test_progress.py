"""Progress is shown on a terminal, and nowhere else."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.toy.game import new_game

FUZZ = ("fuzz", "toy", "--games", "3", "--jobs", "1")


def run(*args: str, terminal: bool, folder: Path) -> tuple[str, str]:
    """What a command writes to standard output, which is a pipe, and to standard error, a *terminal* or a pipe."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.toy_pbem", *args],
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "PBEM_GAME": str(folder)},
        timeout=120,
    )
    os.close(theirs)
    said = b""
    try:
        while part := os.read(ours, 10_000):
            said += part
    except OSError:  # how a terminal ends
        pass
    os.close(ours)
    return done.stdout.decode(), said.decode()


@pytest.mark.skipif(not hasattr(pty, "openpty"), reason="no terminals here")
@pytest.mark.parametrize(
    ("command", "shown"),
    [(FUZZ, "3/3"), (("audit",), "Repeating the draws"), (("upgrade", "--try"), "Trying toy-1")],
    ids=lambda one: one[0] if isinstance(one, tuple) else "",
)
def test_a_terminal_shows_progress_and_a_pipe_does_not(tmp_path: Path, command: tuple[str, ...], shown: str) -> None:
    new_game(tmp_path / "toy-1")
    run("turn", terminal=False, folder=tmp_path / "toy-1")
    said, beside = run(*command, terminal=True, folder=tmp_path / "toy-1")
    assert shown in beside
    assert shown not in said
    assert run(*command, terminal=False, folder=tmp_path / "toy-1")[1] == ""


def test_json_has_no_progress_beside_it(tmp_path: Path) -> None:
    assert run(*FUZZ, "--json", terminal=True, folder=tmp_path)[1] == ""


def test_several_games_have_a_bar(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        new_game(tmp_path / name)
    assert "3/3" in run("games", str(tmp_path), terminal=True, folder=tmp_path)[1]
