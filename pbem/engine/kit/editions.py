"""The editions of a game whose board is data: YAML files that a person can edit, found by name or by key.

A running game names its edition by a key that holds a digest of the files, so that one which is edited later cannot
change a game begun before.
"""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
import yaml

from pbem.engine.kit import cache
from pbem.engine.ruleset import Unplayable

_DIGITS = 12
F = TypeVar("F", bound=msgspec.Struct)
E = TypeVar("E")
T = TypeVar("T")


class Editions(Generic[F, E]):
    """All editions of a game that this process knows.

    *base* is the folder with those that come with the game, a folder each. *files* is a struct with a field for each
    file that rules need, of the type of what `FIELD.yaml` must hold. *made* makes an edition of what its files say and
    its key; it may raise `ValueError` with what is not sound.
    """

    def __init__(self, base: Path, files: type[F], made: Callable[[F, str], E]) -> None:
        self.base, self.files, self.made = base, files, made
        self.names: tuple[str, ...] = files.__struct_fields__
        """The names of the files without `.yaml`."""
        self._known: dict[str, E] = {}
        self._folders: dict[str, list[Path]] = {}

    def load(self, folder: Path) -> E:
        """Read the edition in *folder* and make its key known; raises `Unplayable`."""
        texts = self._texts(folder)
        key = _key(folder, texts)
        if key not in self._known:
            try:
                data = {name: cache.plain(raw) for name, raw in texts.items()}
                self._known[key] = self.made(msgspec.convert(data, self.files), key)
            except (yaml.YAMLError, ValueError) as error:
                raise Unplayable(
                    f"the edition in {folder} is not sound: {error}; `pbem edition check` lists all problems"
                ) from error
        self._folders[key] = [folder, *(other for other in self.folders(key) if other != folder)]
        return self._known[key]

    def named(self, name: str) -> E:
        """The edition called *name* among those that come with the game, or the one in the folder *name*.

        Raises `Unplayable`.
        """
        return self.load(self._folder(name))

    def known(self, key: str) -> E:
        """The edition of a running game by its key; raises `Unplayable`."""
        if key not in self._known:
            for folder in sorted(path for path in self.base.iterdir() if path.is_dir()):
                self.load(folder)
        if key not in self._known:
            raise Unplayable(f"the edition {key} of this game is missing; its files were changed or removed")
        return self._known[key]

    def add(self, key: str, files: F) -> E:
        """Make known an edition that is in no folder."""
        self._known[key] = self.made(files, key)
        return self._known[key]

    def paths(self, name: str) -> tuple[Path, ...]:
        """The files that rules need of the edition called *name*, as `named` finds it."""
        return tuple(self._folder(name) / f"{file}.yaml" for file in self.names)

    def folders(self, key: str) -> tuple[Path, ...]:
        """Where the edition with this key was found, the last place first."""
        return tuple(self._folders.get(key, ()))

    def beside(self, key: str, name: str, fits: Callable[[bytes], bool] = lambda _text: True) -> bytes | None:
        """The text of the file *name*.yaml of an edition, which rules do not need and its key does not cover.

        A game's own copy of an edition that comes with the game may lack it or have one that no longer *fits*, and
        takes it from there.
        """
        found = self.folders(key)
        texts = []
        for folder in dict.fromkeys((*found, *(self.base / folder.name for folder in found))):
            path = folder / f"{name}.yaml"
            if path.is_file() and (folder in found or _key(folder, self._texts(folder)) == key):
                texts.append(_text(path))
                if fits(texts[-1]):
                    return texts[-1]
        return texts[0] if texts else None

    def read_beside(self, key: str, name: str, wanted: type[T]) -> T | None:
        """What the file *name*.yaml beside an edition says, if there is one; raises `Unplayable` if it is not sound."""
        raw = self.beside(key, name)
        try:
            return None if raw is None else msgspec.convert(cache.plain(raw), wanted)
        except (yaml.YAMLError, msgspec.ValidationError) as error:
            raise Unplayable(f"{name}.yaml of the edition {key} is not sound: {error}") from error

    def _folder(self, name: str) -> Path:
        own = self.base / name
        return own if own.is_dir() else Path(name).expanduser()

    def _texts(self, folder: Path) -> dict[str, bytes]:
        texts = {}
        for name in self.names:
            try:
                texts[name] = _text(folder / f"{name}.yaml")
            except OSError as error:
                raise Unplayable(f"the edition in {folder} cannot be read: {error.strerror}: {name}.yaml") from error
        return texts


def _text(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n")  # as a checkout on another machine may have it


def _key(folder: Path, texts: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for raw in texts.values():
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return f"{folder.name}-{digest.hexdigest()[:_DIGITS]}"
