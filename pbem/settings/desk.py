"""The address of the order desk in game.yaml."""

import re
from collections.abc import Iterator

from pbem.engine.problem import Problem

FOLDER = ".desk"
"""What a desk keeps beside the games that it serves: it belongs to no game."""
_ADDRESS = re.compile(r"https?://(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:[0-9]{1,5})?")
_ON_THIS_MACHINE = re.compile(r"http://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{1,5})?")


def wrong_desk(address: str) -> Iterator[Problem]:
    """The problem of an *address* that is not one of a desk: encrypted unless on this machine, and without a path."""
    if address and not _ADDRESS.fullmatch(address):
        yield Problem("bad-desk", ("desk",), args={"text": address})
    elif address.startswith("http:") and not on_this_machine(address):
        yield Problem("open-desk", ("desk",), args={"text": address})


def on_this_machine(address: str) -> bool:
    """Whether a desk is only for browsers on its own machine, which need no encryption."""
    return _ON_THIS_MACHINE.fullmatch(address) is not None
