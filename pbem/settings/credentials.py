"""Passwords and certificates in files that game.yaml names."""

import codecs
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pbem.errors import why
from pbem.settings.mail import path_of

if TYPE_CHECKING:
    import ssl


class Credentials(Protocol):
    """What game.yaml says of a server: the file with its password, and one with further certificates to trust."""

    @property
    def password_file(self) -> str: ...

    @property
    def certificates(self) -> str: ...


class ServerRefused(Exception):
    """The server or the settings are in the way; to try again at once would not help."""

    def __init__(self, code: str, says: str) -> None:
        self.code, self.says = code, says
        super().__init__(says)


_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def password(server: Credentials, game: Path) -> str:
    """The password on the first line of the file that game.yaml names; empty if it names none.

    Paths count from *game*. Below the password other lines may be notes.
    """
    if not server.password_file:
        return ""
    path = path_of(game, server.password_file)
    try:
        data = path.read_bytes()
        text = data.decode(_encoding(data))
    except FileNotFoundError:
        raise ServerRefused("no-password", f"the password file {path} is missing") from None
    except (OSError, ValueError) as error:
        raise ServerRefused("no-password", f"the password file {path} cannot be read: {_why(error)}") from None
    shown = "".join(char for char in text if char != "\0" and unicodedata.category(char) != "Cf")  # spaces of no width
    found = next(filter(None, map(str.strip, shown.splitlines())), "")
    if not found:
        raise ServerRefused("no-password", f"the password file {path} is empty; write the password on its first line")
    return found


def _encoding(data: bytes) -> str:
    """How a file is written whose text has no letter that is zero, with a mark of it or without."""
    if data.startswith(_WIDE):
        return "utf-16"
    wide = len(data) % 2 == 0 and b"\0" in data[:2]
    return ("utf-16-be" if data[:1] == b"\0" else "utf-16-le") if wide else "utf-8-sig"


def trusting(server: Credentials, game: Path) -> "ssl.SSLContext":
    """How to check that *server* is who it says: by the system's authorities and the `certificates` of game.yaml."""
    import ssl  # noqa: PLC0415 - only what goes to a server needs it

    made = ssl.create_default_context()
    if server.certificates:
        path = path_of(game, server.certificates)
        try:
            made.load_verify_locations(path)
        except ssl.SSLError:
            raise ServerRefused(
                "no-certificates", f"the file in `certificates` contains no certificate: {path}"
            ) from None
        except OSError as error:
            says = f"the file in `certificates` cannot be read: {path}: {_why(error)}"
            raise ServerRefused("no-certificates", says) from None
    return made


def _why(error: Exception) -> str:
    return why(error) if isinstance(error, OSError) else "it is not text in UTF-8"
