"""Kills `turn` at every instant at which the disk changes: `python -m tests.referee.killer BASE WORK [STRIDE STEP]`.

For each instant a child does the turn of the game in BASE again from what a kill there leaves, and the folder that it
leaves is compared with that of a turn never disturbed, in WORK. Prints one line of JSON per instant: the instant, the
exit code, and the differences. With STRIDE only every so many instants are tried, and that child is killed STEP
instants after its start, and another goes on.

Usually only the first change of each kind is tried: what makes it, by which calls, and a file of what suffix in which
folder it changes. With `scripts/check --long`, or PBEM_TEST_LONG set, every change is.
"""

import itertools
import json
import os
import re
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from pbem.mail.exchange import exchange
from pbem.referee import opening
from tests.long import LONG
from tests.toy.game import RULESETS, Clock

KILLED = 9
FIRST, AGAIN = b"!", b"."
"""What a child tells of a change of the disk."""
Reached = Callable[[Callable[[], int] | None, bool], int]
"""Called before a change, with what writes half of a text and whether the change is the first of its kind; it returns
how much was written."""


def turn(folder: Path) -> None:
    clock = Clock()
    with opening.held(folder, RULESETS) as game:
        exchange(game, clock)


def kill_at(instant: int, *, sending: bool = False) -> None:
    """Let this process die just before the disk changes for the *instant*-th time; *sending* bytes counts as well."""
    instants = itertools.count(1)

    def reached(half: Callable[[], int] | None, _first: bool) -> int:
        if next(instants) == instant:
            if half:
                half()
            os._exit(KILLED)
        return 0

    before_each_change(reached, sending=sending)


def before_each_change(reached: Reached, *, sending: bool = False) -> None:
    """Call *reached* just before the disk changes."""
    seen: set[object] = set()

    def before(call: Callable[..., Any], torn: bool = False) -> Callable[..., Any]:
        def counted(*args: Any, **more: Any) -> Any:
            kind = call, _shape(args[1] if call is replace else args[0]), *_callers()
            first = kind not in seen
            seen.add(kind)
            done = reached(partial(call, args[0], args[1][: len(args[1]) // 2]) if torn else None, first)
            return done + call(args[0], args[1][done:], *args[2:], **more) if done else call(*args, **more)

        return counted

    replace = os.replace
    os.fsync, os.replace, os.unlink = before(os.fsync), before(os.replace), before(os.unlink)
    os.write = before(os.write, torn=True)
    if sending:
        for name in ("send", "sendmsg"):
            setattr(socket.socket, name, before(getattr(socket.socket, name), torn=name == "send"))


def _callers() -> Iterator[tuple[str, int]]:
    """The lines that are being run: what is done again in a loop has the same."""
    frame: FrameType | None = sys._getframe(2)
    while frame:
        yield frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back


def _shape(changed: Any) -> str:
    """The folder and the suffix of a file, by its path or its open descriptor, without numbers."""
    if isinstance(changed, socket.socket):
        return ""
    path = Path(f"/proc/self/fd/{changed}").readlink() if isinstance(changed, int) else Path(changed)
    return re.sub(r"\d+", "", f"{path.parent.name}/{path.suffix}")


def instants(folder: Path, work: Callable[[Path], object], *, sending: bool = False) -> list[int]:
    """When to kill *work*, which is done once in *folder* to learn it; the last is after all changes."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        marks = bytearray()

        def reached(_half: Callable[[], int] | None, first: bool) -> int:
            marks.append(first)
            return 0

        def listed(folder: Path) -> None:
            work(folder)
            with os.fdopen(tell, "wb") as file:
                file.write(marks)

        _work_and_exit(folder, listed, partial(before_each_change, reached, sending=sending))
    os.close(tell)
    with os.fdopen(told, "rb") as file:
        found = file.read()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    return [instant for instant, first in enumerate(found, 1) if first or LONG] + [len(found) + 1]


def deaths(
    base: Path, place: Path, work: Callable[[Path], object] = turn, *, every: int = 1
) -> Iterator[tuple[int, Path]]:
    """What a kill at each instant leaves of the folder *base*, in a folder below *place* that lasts until the next.

    A child does *work* once, in a copy; whenever the disk is about to change, it is stopped and the copy is copied, as
    a kill there would leave it. With *every* that is done at every so many instants, of whatever kind. A folder that is
    the same as the one before it is left out, for the same follows from it. The last is that of the whole work.
    """
    dying, killed = place / "dying" / base.name, place / "killed" / base.name
    shutil.copytree(base, dying)
    child, told, go = _stopping_child(dying, work)
    before: dict[str, bytes | None] = {}
    try:
        for instant in itertools.count(1):
            mark = os.read(told, 1)
            ended = not mark
            tried = instant % every == 0 and (every > 1 or LONG or mark == FIRST)
            if (ended or tried) and (now := _contents(dying)) != before:
                before = now
                shutil.rmtree(killed, ignore_errors=True)
                shutil.copytree(dying, killed)
                yield instant, killed
            if ended:
                break
            os.write(go, b".")
        _, status = os.waitpid(child, 0)
        child = 0
        assert os.waitstatus_to_exitcode(status) == 0
    finally:
        os.close(told)
        os.close(go)
        if child:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        shutil.rmtree(dying.parent)


def _stopping_child(folder: Path, work: Callable[[Path], object]) -> tuple[int, int, int]:
    """A child that does *work*; it writes to a pipe before each change of the disk, and reads from another to go on."""
    told, tell = os.pipe()
    wait, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        os.close(go)
        write = os.write

        def reached(half: Callable[[], int] | None, first: bool) -> int:
            done = half() if half else 0
            write(tell, FIRST if first else AGAIN)
            if not os.read(wait, 1):
                os._exit(KILLED)
            return done

        _work_and_exit(folder, work, partial(before_each_change, reached))
    os.close(tell)
    os.close(wait)
    return child, told, go


def _work_and_exit(folder: Path, work: Callable[[Path], object], prepare: Callable[[], None] | None = None) -> NoReturn:
    """Be a child that does *work* and ends."""
    code = 1
    try:
        if prepare:
            prepare()
        work(folder)
        code = 0
    except BaseException:  # noqa: BLE001 - whatever it was, the child must not live on
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(code)


def _contents(folder: Path) -> dict[str, bytes | None]:
    """All that is below *folder*, folders too."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def in_child(folder: Path, instant: int = 0, work: Callable[[Path], object] = turn, *, sending: bool = False) -> int:
    """Do *work* in a child, killed at *instant* unless that is 0; its exit code."""
    child = os.fork()
    if child == 0:
        _work_and_exit(folder, work, partial(kill_at, instant, sending=sending) if instant else None)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def tree(folder: Path) -> dict[str, str]:
    """Every file below *folder* with its content; the lock file says nothing."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes().decode("latin-1") for path in files}


def main(base: Path, work: Path, stride: int = 1, step: int = 0) -> None:
    shutil.copytree(base, work)
    turn(work)  # in this process, so that every child finds the templates compiled
    wanted = tree(work)
    for instant, killed in deaths(base, work.parent, every=stride):
        if step:
            in_child(killed, step)
        last = in_child(killed)
        found = tree(killed)
        differing = sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
        print(json.dumps({"instant": instant, "last": last, "differing": differing}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:]))
