"""Whom to trust over TLS."""

import ssl
from pathlib import Path

from pbem.store.mail_settings import Server


def context(server: Server, folder: Path) -> ssl.SSLContext:
    """How to check that *server* is who it says: by the system's authorities and the `certificates` of game.yaml.

    Raises OSError if that file cannot be read.
    """
    made = ssl.create_default_context()
    if server.certificates:
        made.load_verify_locations(folder / Path(server.certificates).expanduser())
    return made
