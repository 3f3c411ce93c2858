"""The types of records, made ready to be read before several threads read them.

msgspec looks at a type when it is first read, and is not safe if two threads do so at once: the process dies.
"""

import threading
from collections.abc import Iterator
from contextlib import suppress

import msgspec

ONE_AT_A_TIME = threading.RLock()
"""Held by whoever may read a type that is not ready."""
_ready: set[type] = set()


def make_ready() -> None:
    """Let msgspec look at the types of all modules that are loaded, where it has not yet."""
    with ONE_AT_A_TIME:
        for kind in _below(msgspec.Struct):
            if kind not in _ready:
                with suppress(TypeError, NameError):  # is never read
                    msgspec.json.Decoder(kind)
                _ready.add(kind)


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
