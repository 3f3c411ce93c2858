"""The game's own copy of its edition.

So a game outlives every change of the edition that it began with. Beside the files is a list of their SHA-256 that
`sha256sum -c` reads; the digest of an edition is that of its list.

The time of a file's last status change is the system's own, and cannot be set back. So the stamp of a changed, restored
or exchanged file differs, unless it was changed in the very moment of stamping; files that were changed a moment ago
have no stamp.
"""

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import time_ns
from typing import Any

import msgspec

from pbem.engine.edition import Unplayable
from pbem.engine.ruleset import Ruleset
from pbem.errors import where_and_why
from pbem.store import files
from pbem.store.log import SHOWN, GameLog, digest_of_text, plain

FOLDER = "edition"
SUMS = "SHA256SUMS"


def chosen(ruleset: Ruleset, settings: Any) -> tuple[Path, ...]:
    """The files of the edition that *settings* name; none if the board is not data."""
    return ruleset.edition_files(settings) if ruleset.edition_files else ()


def beside(ruleset: Ruleset, settings: Any) -> tuple[Path, ...]:
    """The files beside the edition that *settings* name which no rule needs, those that exist."""
    folders = dict.fromkeys(path.parent for path in chosen(ruleset, settings))
    paths = (folder / f"{name}.yaml" for folder in folders for name in ruleset.edition_beside)
    return tuple(path for path in paths if path.is_file())


def digest(paths: Iterable[Path]) -> str:
    """The digest of the edition with these files, empty if there are none; raises `Unplayable`."""
    made = _sums(paths)
    return _sha256(made) if made else ""


def named(ruleset: Ruleset, settings: Any) -> str:
    """The digest of the edition that *settings* name; empty if there is none, or none that can be read."""
    try:
        return digest(chosen(ruleset, settings))
    except Unplayable:
        return ""


def keep(folder: Path, paths: tuple[Path, ...], others: Iterable[Path] = ()) -> str:
    """Keep a copy of the edition with these files in the game's *folder*; return its digest.

    *others* are files beside them that no rule needs: the copy gets them, too, and the new ones when they change.
    """
    sums = _sums(paths)
    if not sums:
        return ""
    place = _place(folder, _sha256(sums)) / paths[0].parent.name
    if not (place / SUMS).exists():
        for path in paths:
            files.write(place / path.name, plain(path))
        files.write(place / SUMS, sums)
    for path in others:
        copy = place / path.name
        with suppress(OSError):  # pictures may be worse for it, but play continues
            new = plain(path)
            if not copy.is_file() or copy.read_bytes() != new:
                files.write(copy, new)
    return _sha256(sums)


def played(folder: Path, ruleset: Ruleset, settings: Any, log: GameLog) -> tuple[str, Any]:
    """The digest of the edition that a game is played with, and its *settings* with the one that it began with.

    Before it begins that is what its settings name, later the game's own copy. Raises `Unplayable`.
    """
    digests = _in_log(log)
    if not digests:
        return digest(chosen(ruleset, settings)), settings
    begun = log.opening.choices.get("settings.edition") if log.opening else None
    sources = [settings, *([msgspec.structs.replace(settings, edition=begun)] if begun else [])]
    first, *later = (_pinned(folder, ruleset, sources, one) for one in dict.fromkeys(digests))
    for one in later:
        ruleset.start(one)  # makes it known to the rules: events in the log refer to it
    return digests[-1], first


def own(folder: Path, settings: Any, wanted: str) -> Any:
    """*settings* with the game's own copy, which exists, of the edition with the digest *wanted*."""
    return msgspec.structs.replace(settings, edition=str(_copy(folder, wanted)))


def _pinned(folder: Path, ruleset: Ruleset, sources: list[Any], wanted: str) -> Any:
    """Settings with the edition whose digest is *wanted*: the game's own copy, or what one of *sources* names.

    Raises `Unplayable` if none is what the digest says.
    """
    if not wanted:
        return sources[0]
    place = _copy(folder, wanted)
    spare = next((source for source in sources if named(ruleset, source) == wanted), None) if place is None else None
    if spare is not None:
        return spare
    if place is None:
        raise Unplayable(
            f"the edition {wanted[:SHOWN]} that the game uses is missing; "
            f"restore {_place(folder, wanted)} from a backup"
        )
    wrong = _changed(place, wanted)
    if wrong:
        found = any(named(ruleset, source) == wanted for source in sources)
        raise Unplayable(_said(place, wrong, spare=found))
    return own(folder, sources[0], wanted)


def _in_log(log: GameLog) -> list[str]:
    """The digests of the editions of a game that has begun, the one that it began with first."""
    found: list[str] = []
    begun = False
    for line in log.lines:
        if line.versions:
            found = [*found, line.versions.edition] if begun else [line.versions.edition]
        begun = begun or line.entry is not None
    return found if begun else []


def _said(place: Path, wrong: list[str], *, spare: bool) -> str:
    remedy = "remove the folder: the same edition is available" if spare else "restore the folder from a backup"
    return (
        f"{', '.join(wrong)} in {place} was changed, which is the game's own copy of its edition; {remedy}. To go on "
        "with the changed files, move them elsewhere first, name their folder in game.yaml, and run "
        "`pbem upgrade --edition`"
    )


def _changed(place: Path, wanted: str) -> list[str]:
    """The files of the copy in *place* that were changed."""
    try:
        listed = (place / SUMS).read_bytes()
    except OSError:
        listed = b""
    if _sha256(listed) != wanted:
        return [SUMS]
    lines = (line.split("  ", 1) for line in listed.decode().splitlines())
    return [name for was, name in lines if not (place / name).is_file() or digest_of_text(place / name) != was]


def _copy(folder: Path, wanted: str) -> Path | None:
    place = _place(folder, wanted)
    return next((place / name for name in files.folders(place)), None)


def _place(folder: Path, wanted: str) -> Path:
    return folder.absolute() / FOLDER / wanted[:SHOWN]


def _sums(paths: Iterable[Path]) -> bytes:
    try:
        return "".join(f"{digest_of_text(path)}  {path.name}\n" for path in paths).encode()
    except OSError as error:
        raise Unplayable(f"the edition cannot be read: {where_and_why(error)}") from error


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


SETTLED = 3_000_000_000
"""Nanoseconds after a change: no file system's clock is coarser."""
HEARTBEAT = ".heartbeat.json"
"""The file with the heartbeat of a game, which changes though nothing happens."""
DRAFTS = "drafts"
"""The folder with what players have written on the order desk and not sent."""
_LEFT_OUT = frozenset({files.NAME, HEARTBEAT, DRAFTS, "__pycache__"})


def stamp(folders: Iterable[str], besides: str = "") -> str:
    """The stamp of all that is in *folders*, but for the file *besides*; empty if something changed a moment ago."""
    before = time_ns() - SETTLED
    found: list[str] = []
    for folder in folders:
        for changed, line in _lines(folder, besides):
            if changed > before:
                return ""
            found.append(line)
    return _digest(found)


@cache
def stamp_of_program(folders: tuple[str, ...]) -> str:
    """The stamp of *folders* with the program, its rules and its templates: taken once per process."""
    return _digest([sys.version, *(line for folder in folders for _, line in _lines(folder, ""))])


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode(errors="surrogateescape")).hexdigest()


def _lines(folder: str, besides: str, above: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[int, str]]:
    """A line for each file in *folder* and below, in a fixed order, and when it last changed.

    Files come before folders: a recent change is usually in the log, and the rest need not be read.
    """
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: (entry.is_dir(), entry.name))
    except OSError as error:
        yield 0, f"{folder} {error.errno}"
        return
    for entry in listed:
        if entry.name in _LEFT_OUT or entry.path == besides:
            continue
        try:
            status = entry.stat()
            is_folder = entry.is_dir()
        except OSError as error:
            yield 0, f"{entry.path} {error.errno}"
            continue
        identity = (status.st_dev, status.st_ino)
        if is_folder:
            yield 0, f"{entry.path}/ {status.st_mode} {status.st_uid} {identity}"
            if identity not in above:  # a link may form a circle
                yield from _lines(entry.path, besides, (*above, identity))
        else:
            changed = max(status.st_mtime_ns, status.st_ctime_ns)
            kept = (status.st_mode, status.st_uid, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
            yield changed, f"{entry.path} {kept} {identity}"
