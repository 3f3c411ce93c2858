"""The versions under which a game is played: of the program, its rules, its edition and its templates."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from pbem.report.word_files import WordFiles, changes_in

SHOWN = 12
"""Digits of a digest shown to people; enough to tell digests apart."""
_WORDS = (".j2", ".yaml")


class Versions(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game is played with, as its log names it; *edition*, *templates* and *lines* are SHA-256 digests.

    That of *lines* is of what lines of the log may have in them: it tells logs apart whose programs call themselves
    the same, though one knows lines that the other does not.
    """

    engine: str
    rules: str
    edition: str = ""
    templates: str = ""
    lines: str = ""

    def __str__(self) -> str:
        edition = f", edition {self.edition[:SHOWN]}" if self.edition else ""
        return f"pbem {self.engine}, {self.rules}{edition}"


class VersionChange(msgspec.Struct, frozen=True):
    """A part of the versions that has changed."""

    what: str
    before: str
    now: str

    @property
    def matters(self) -> bool:
        """Whether it may change play, which templates do not, nor what lines may have in them besides."""
        return self.what not in ("templates", "log lines")


def changes(before: Versions, now: Versions) -> tuple[VersionChange, ...]:
    """What differs, part by part."""
    return tuple(VersionChange(what, one, other) for what, one, other in _pairs(before, now) if one != other)


def _pairs(before: Versions, now: Versions) -> Iterator[tuple[str, str, str]]:
    yield "pbem", before.engine, now.engine
    yield "rules", before.rules, now.rules
    yield "edition", before.edition[:SHOWN], now.edition[:SHOWN]
    yield "templates", before.templates[:SHOWN], now.templates[:SHOWN]
    yield "log lines", before.lines[:SHOWN], now.lines[:SHOWN]


def digest_of_templates(folders: Iterable[Path]) -> str:
    """The SHA-256 of every template and phrase file in *folders*, by name and content."""
    known = tuple(folders)
    return _digest_of_templates(known, changes_in(known))


@lru_cache(maxsize=4)
def _digest_of_templates(folders: tuple[Path, ...], _changes: WordFiles) -> str:
    whole = hashlib.sha256()
    for number, folder in enumerate(folders):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in _WORDS and path.is_file()):
            whole.update(f"{digest_of_text(path)}  {number}/{path.relative_to(folder).as_posix()}\n".encode())
    return whole.hexdigest()


def digest_of_text(path: Path) -> str:
    """The SHA-256 of a text file, whatever the line ends on this computer."""
    return hashlib.sha256(plain(path)).hexdigest()


def plain(path: Path) -> bytes:
    """The content of a text file, each line ended by a line feed alone."""
    return path.read_bytes().replace(b"\r\n", b"\n")
