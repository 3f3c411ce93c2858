"""The editions of a game: its folder has a copy of the files that it is played with, under their digest.

So a game outlives every change of the edition that it began with. Beside the files is a list of their SHA-256 that
`sha256sum -c` reads; the digest of an edition is that of its list.
"""

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.ruleset import Ruleset, Unplayable
from pbem.store import files
from pbem.store.log import GameLog
from pbem.store.refusal import where_and_why
from pbem.store.versions import SHOWN, digest_of_text, plain

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
