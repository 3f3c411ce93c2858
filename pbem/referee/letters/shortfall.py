"""What the last emails and letters went without, and why, until one of their kind goes with it again."""

from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from pbem.store import files

NAME = "shortfall.json"
Lacking = Literal["pictures", "HTML", "calendar files"]


def noted(folder: Path) -> dict[Lacking, str]:
    """Why the last letters of the game in *folder* went without something; what can no longer be read tells nothing."""
    try:
        return msgspec.json.decode((folder / "letters" / NAME).read_bytes(), type=dict[Lacking, str])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}


def note(folder: Path, lacking: Lacking, why: str) -> None:
    """Keep *why* a letter went without something, or with an empty *why* that one went with it."""
    before = noted(folder)
    now = {**before, lacking: why} if why else {key: said for key, said in before.items() if key != lacking}
    if now != before:
        with suppress(OSError):  # that the letter goes matters more
            files.write(folder / "letters" / NAME, msgspec.json.encode(now) + b"\n")
