"""A process that is killed while it talks to a site."""

import os
import signal
import socket
import sys
from collections.abc import Callable
from itertools import count
from typing import Any


def killed_at(instant: int, work: Callable[[], object]) -> bool:
    """Do *work* in a child that gets SIGKILL at the *instant*-th send or receipt; whether it lived so long.

    What is sent then is sent by half, and what came is lost.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            _dying_at(instant)
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - whatever it was, the child must not live on
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, -signal.SIGKILL)
    return code != 0


def _dying_at(instant: int) -> None:
    instants = count(1)
    send, receive = socket.socket.send, socket.socket.recv

    def sending(line: socket.socket, sent: bytes, *args: Any) -> int:
        now = next(instants)
        if now == instant - 1:
            done = send(line, sent, *args)
            if next(instants) == instant:
                os.kill(os.getpid(), signal.SIGKILL)
            return done
        if now == instant:
            send(line, sent[: len(sent) // 2], *args)
            os.kill(os.getpid(), signal.SIGKILL)
        next(instants)
        return send(line, sent, *args)

    def receiving(line: socket.socket, *args: Any) -> bytes:
        found = receive(line, *args)
        if next(instants) == instant:
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    socket.socket.send, socket.socket.recv = sending, receiving  # type: ignore[assignment,method-assign]
