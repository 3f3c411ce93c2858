"""The corpus: raw emails as clients write them, each with what a thoughtful moderator would make of it."""

import re
from pathlib import Path

import msgspec
import yaml

from pbem.sheet.repair import repair

FOLDER = Path(__file__).parent / "emails"


class Expected(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an email of the corpus must come to; *form* is the form that its writer had been sent."""

    verdict: str
    sender: str
    notes: str
    reason: str = ""
    orders: str = ""
    command: str = ""
    form: str = ""
    kind: str = ""
    guessed: bool = False

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the expected orders."""
        return frozenset(re.findall(r"^([^\s:#-][^:\n]*):", self.orders, re.MULTILINE))


class Mail(msgspec.Struct, frozen=True):
    """An email of the corpus."""

    name: str
    raw: bytes
    expected: Expected


def corpus() -> list[Mail]:
    """All emails, in the order of their numbers."""
    return [_mail(path) for path in sorted(FOLDER.glob("*.eml"))]


def _mail(path: Path) -> Mail:
    said = yaml.safe_load(path.with_suffix(".yaml").read_text(encoding="utf-8"))
    return Mail(path.stem, path.read_bytes(), msgspec.convert(said, Expected))


def alike(one: str, other: str) -> bool:
    """Whether two sheets have the same lines, or at least say the same as YAML (a list may be indented or not)."""
    lines = essence(one), essence(other)
    if lines[0] == lines[1]:
        return True
    try:
        first, second = (yaml.load("\n".join(each), yaml.BaseLoader) for each in lines)  # texts alone
    except yaml.YAMLError:
        return False
    return bool(first == second)


def essence(sheet: str) -> list[str]:
    """The lines of a sheet as the reader of sheets takes them, without marks, remarks and blank lines."""
    lines = [line.rstrip() for line in repair(sheet).lines]
    kept = [
        line for line in lines if line and not line.lstrip().startswith("#") and line != "..." and line[:3] != "---"
    ]
    indent = min((len(line) - len(line.lstrip()) for line in kept), default=0)
    return [line[indent:] for line in kept]
