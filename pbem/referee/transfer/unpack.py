"""Unpack a game: verified before it is there, complete or not at all."""

import os
import shutil
from pathlib import Path

import msgspec

from pbem.referee import opening
from pbem.referee.game import Clock, Rulesets
from pbem.referee.transfer.package import Manifest, content, opened, read_manifest
from pbem.store import files
from pbem.store.facts.epochs import EpochBegun
from pbem.store.refusal import Refusal


class CannotUnpack(Refusal):
    """The game cannot be put there."""


class UnpackResult(msgspec.Struct, frozen=True):
    """What was unpacked, with the *epoch* that began; none if it is public."""

    manifest: Manifest
    epoch: int | None


def unpack(path: Path, folder: Path, clock: Clock, rulesets: Rulesets | None = None) -> UnpackResult:
    """Unpack the package at *path* into the new *folder*; a game begins its next epoch there.

    Every file is compared with its SHA-256, and the game is opened, which checks its log, its secret and what it began
    with, before *folder* is there. Raises `BadPackage`, `CannotUnpack`, and what opening a game raises.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotUnpack(f"{folder} is there already; name a new folder")
    beside = folder.with_name(f".{folder.name}{files.PART}")
    shutil.rmtree(beside, ignore_errors=True)
    files.make_folder(beside)
    try:
        manifest = _extracted(path, beside)
        epoch = None
        if not manifest.public:
            with opening.held(beside, rulesets) as game:
                epoch = game.epoch + 1
                game.note(EpochBegun(epoch=epoch), clock())
        if folder.exists():
            folder.rmdir()
        files.move(beside, folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    return UnpackResult(manifest, epoch)


def _extracted(path: Path, folder: Path) -> Manifest:
    """Write the files of the package into *folder*, with their times."""
    with opened(path) as package:
        manifest = read_manifest(package, path)
        for name in manifest.folders:
            files.make_folder(folder / name)
        for name, packed in manifest.files.items():
            target = folder / name
            files.make_folder(target.parent)
            with os.fdopen(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, files.FILE), "wb") as file:
                for part in content(package, path, name, packed):
                    file.write(part)
                file.flush()
                os.fsync(file.fileno())
            os.utime(target, ns=(packed.changed, packed.changed))
    return manifest
