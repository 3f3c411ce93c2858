"""Toy games whose sheets are sealed, the key kept away from them, and a search for whatever leaks."""

import base64
import binascii
import quopri
import re
from collections.abc import Mapping
from email import message_from_bytes, policy
from pathlib import Path

from pbem.engine.ruleset import Ruleset
from pbem.mail.exchange import exchange
from pbem.mail.mime.text import unflowed
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.store import encryption
from tests.toy.game import GAME_YAML, RULESETS, SEED, Clock, send_sheet

SECRETS = ("quokka", "zanzibar", "perhaps-not")
"""Words of sheets, of the emails around them, and of faulty sheets."""
SEATS = ("ann", "ben", "cid")
_AGE = b"YWdlLWVuY3J5cHRpb24ub3JnL3Yx"
"""How what is encrypted begins, as letters."""
_ARMOUR = re.compile(
    rb"(?<=BEGIN AGE ENCRYPTED FILE-----)(?:\\n|\r?\n)" + _AGE + rb"(?:[\w+/=]|\\n|\r?\n)*(?=-----END)"
)
"""Thousands of letters, in which any short word stands by chance once in a while, and tells nothing."""
_RUN = re.compile(rb"(?:[A-Za-z0-9+/]{4,}={0,2}\r?\n?)+")


def sealed_game(folder: Path, key: Path | None = None, rounds: int = 1) -> Path:
    """A game in *folder* whose email goes out beside it; return the file with its key."""
    key = key or folder.with_name("stick") / "key"
    recipient = encryption.keygen(key)
    yaml = GAME_YAML.replace("OUT", f"{{folder: ../{folder.name}-out}}\n  sealed: {{recipient: {recipient}}}")
    create(folder, yaml.replace("rounds: 1", f"rounds: {rounds}"), RULESETS, SEED)
    return key


def open_game(folder: Path, rounds: int = 1) -> None:
    """The same game without seals."""
    yaml = GAME_YAML.replace("OUT", f"{{folder: ../{folder.name}-out}}")
    create(folder, yaml.replace("rounds: 1", f"rounds: {rounds}"), RULESETS, SEED)


def turn(
    folder: Path, clock: Clock | None = None, key: Path | None = None, rulesets: Mapping[str, Ruleset] = RULESETS
) -> Game:
    """What `pbem turn` does; the clock goes on by a minute."""
    clock = clock or Clock()
    with opening.held(folder, rulesets, key) as game:
        exchange(game, clock)
    clock.wind(minutes=1)
    return game


def answer(folder: Path, seat: str, text: str, name: str = "") -> None:
    """Let a seat send *text* as its sheet, with words of SECRETS in it and around it."""
    sheet = f"Hello, zanzibar!\n\n---\n# quokka\n{text}...\n"
    send_sheet(folder, seat, sheet, name or f"{seat}-{len(list((folder / 'inbox').glob('*.eml')))}.eml")


def mailed(path: Path) -> str:
    """The text of an email that the referee sent, as its reader's program shows it."""
    body = message_from_bytes(path.read_bytes(), policy=policy.default).get_body(preferencelist=("plain",))
    assert body is not None
    return unflowed(body.get_content().replace("\r\n", "\n"))


def leaks(folder: Path, words: tuple[str, ...] = SECRETS) -> list[str]:
    """The files below *folder* in which one of *words* stands, plain or as emails encode it."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            raw = path.read_bytes()
            plain = _ARMOUR.sub(b"", raw)
            shapes = (plain, quopri.decodestring(plain), *_decoded(raw), str(path).encode())
            if any(word.encode() in shape.lower() for word in words for shape in shapes):
                found.append(str(path.relative_to(folder)))
    return found


def _decoded(raw: bytes) -> list[bytes]:
    found = []
    for run in _RUN.findall(raw):
        try:
            found.append(base64.b64decode(run + b"=" * (-len(run.replace(b"\n", b"")) % 4)))
        except binascii.Error:
            continue
    return found
