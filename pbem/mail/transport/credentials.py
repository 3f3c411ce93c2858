"""What opens a server: its password, and whom to trust over TLS."""

import codecs
import ssl
import unicodedata
from pathlib import Path

from pbem.mail.transport.trouble import ServerRefused
from pbem.settings.mail_settings import ServerSettings, path_of
from pbem.store.refusal import why

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def password(server: ServerSettings, game: Path) -> str:
    """The password on the first line of the file that game.yaml names; empty if it names none.

    Paths count from *game*. Below the password other lines may be notes.
    """
    if not server.password_file:
        return ""
    path = path_of(game, server.password_file)
    try:
        data = path.read_bytes()
        text = data.decode("utf-16" if data.startswith(_WIDE) else "utf-8-sig")
    except FileNotFoundError:
        raise ServerRefused("no-password", f"the password file {path} is missing") from None
    except (OSError, ValueError) as error:
        raise ServerRefused("no-password", f"the password file {path} cannot be read: {_why(error)}") from None
    shown = "".join(char for char in text if unicodedata.category(char) != "Cf")  # such as spaces of no width
    found = next(filter(None, map(str.strip, shown.splitlines())), "")
    if not found:
        raise ServerRefused("no-password", f"the password file {path} is empty; write the password on its first line")
    return found


def trusting(server: ServerSettings, game: Path) -> ssl.SSLContext:
    """How to check that *server* is who it says: by the system's authorities and the `certificates` of game.yaml."""
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
    return why(error) if isinstance(error, OSError) else "it is not text"
