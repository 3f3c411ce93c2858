"""Ports for servers of tests, which no client's line takes meanwhile."""

import os
import random
import socket

_LEAST, _MOST = 12_000, 32_000
"""Below those that Linux gives to lines of clients (32768 to 60999)."""
_chance = random.Random(os.urandom(8))


def free_ports(count: int) -> list[int]:
    """Ports of loopback that no one listens on just now."""
    found: list[int] = []
    while len(found) < count:
        port = _chance.randrange(_LEAST, _MOST)
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        if port not in found:
            found.append(port)
    return found
