"""Kills `turn` at every instant at which the disk changes: `python -m tests.referee.killer BASE WORK [STRIDE STEP]`.

For each instant the game in BASE is copied to WORK, a child is killed there, another child does the
turn again undisturbed, and the folder it leaves is compared with that of a turn never disturbed.
Prints one line of JSON per instant: the instant, the exit code, and the differences. With STRIDE only
every so many instants are tried, and the second child is killed too, STEP instants after its start.
"""

import json
import os
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.mail.exchange import exchange
from pbem.referee import opening
from tests.toy.game import RULESETS, Clock

KILLED = 9


def turn(folder: Path) -> None:
    clock = Clock()
    with opening.held(folder, RULESETS) as game:
        exchange(game, clock)


def kill_at(instant: int, *, sending: bool = False) -> None:
    """Let this process die just before the disk changes for the *instant*-th time; *sending* bytes counts as well."""
    count = 0

    def before(call: Callable[..., Any], torn: bool = False) -> Callable[..., Any]:
        def counted(*args: Any, **more: Any) -> Any:
            nonlocal count
            count += 1
            if count == instant:
                if torn:
                    call(args[0], args[1][: len(args[1]) // 2])
                os._exit(KILLED)
            return call(*args, **more)

        return counted

    os.fsync, os.replace, os.unlink = before(os.fsync), before(os.replace), before(os.unlink)
    os.write = before(os.write, torn=True)
    if sending:
        for name in ("send", "sendmsg"):
            setattr(socket.socket, name, before(getattr(socket.socket, name), torn=name == "send"))


def in_child(folder: Path, instant: int = 0, work: Callable[[Path], object] = turn, *, sending: bool = False) -> int:
    """Do *work* in a child, killed at *instant* unless that is 0; its exit code."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if instant:
                kill_at(instant, sending=sending)
            work(folder)
            code = 0
        except BaseException:  # noqa: BLE001 - whatever it was, the child must not live on
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def tree(folder: Path) -> dict[str, str]:
    """Every file below *folder* with its content; the lock file says nothing."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes().decode("latin-1") for path in files}


def main(base: Path, work: Path, stride: int = 1, step: int = 0) -> None:
    shutil.copytree(base, work)
    turn(work)  # in this process, so that every child finds the templates compiled
    wanted = tree(work)
    code, instant = KILLED, 0
    while code == KILLED:
        instant += stride
        shutil.rmtree(work)
        shutil.copytree(base, work)
        code = in_child(work, instant)
        if step:
            in_child(work, step)
        last = in_child(work)
        found = tree(work)
        differing = sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
        print(json.dumps({"instant": instant, "code": code, "last": last, "differing": differing}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:]))
