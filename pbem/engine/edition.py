"""Editions: files that a person can edit, found by name or key; `Unplayable`.

A host that does sets both names of this module; otherwise everything is computed again.

A running game names its edition by a key that holds a digest of the files, so that one which is edited later cannot
change a game begun before.
"""

import hashlib
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import yaml

import pbem
from pbem.engine.order import Problem
from pbem.engine.picture import Measure


class Unplayable(ValueError):
    """What a game is played with is missing, or differs from what the game began with; says what.

    Of a position that a case gives, *key* is the key that says what no game comes to.
    """

    def __init__(self, why: str, key: str = "") -> None:
        super().__init__(why)
        self.key = key


Parse = Callable[[bytes], Any]


def _every_time(raw: bytes, parse: Parse) -> Any:
    return parse(raw)


parsed: Callable[[bytes, Parse], Any] = _every_time
"""The plain values that a text stands for, as a function parses it; the values belong to whoever asked."""
templates: Path | None = None
"""The folder for compiled templates."""


def plain(raw: bytes) -> Any:
    """The plain values in a YAML text; raises `yaml.YAMLError`."""
    return parsed(raw, _yaml)


def _yaml(raw: bytes) -> Any:
    import yaml  # noqa: PLC0415 - costs 15 ms, and what is kept needs none

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(raw, loader)  # noqa: S506 a safe loader, in C where there is one


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
                data = {name: plain(raw) for name, raw in texts.items()}
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
        if (there := self._known.get(key)) is not None:  # rules ask for it whenever they look at the board
            return there
        folders = sorted(path for path in self.base.iterdir() if path.is_dir())
        for folder in sorted(folders, key=lambda path: not key.startswith(f"{path.name}-")):
            if key not in self._known:
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
            return None if raw is None else msgspec.convert(plain(raw), wanted)
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


Check = Callable[[Any, Collection[str]], Iterable[Problem]]


class LabelsType(msgspec.Struct, frozen=True):
    """What is worked out once for all pictures of an edition, such as the places of names, and kept beside its files.

    *file* is the name of that file without `.yaml`; no rule depends on it. *make* gives its text from what the files of
    the edition say, with texts measured by the host. *check* is given the same and the file's bytes, None if there are
    none, and finds only what makes pictures worse: warnings.
    """

    file: str
    make: Callable[[Any, Measure], str]
    check: Callable[[Any, bytes | None], Iterable[Problem]]


class EditionType(msgspec.Struct, frozen=True):
    """What the files of an edition hold.

    *files* is a struct with a field for each file, of the type of what `FIELD.yaml` must hold. *check* is given all of
    it, and finds what types cannot say; the path of a problem begins with the name of its file. It is also given the
    ids of entries that could not be read and so are missing: whatever refers to them is not a problem.
    """

    files: type[msgspec.Struct]
    check: Check
    labels: LabelsType | None = None


def folded(name: str) -> str:
    """A name without case, accents, umlauts' spelling and signs: names equal in this cannot be told apart."""
    plain = unicodedata.normalize("NFKD", name.casefold().replace("ß", "ss").replace("ł", "l"))
    letters = "".join(c for c in plain if c.isalnum())
    for umlaut in ("ae", "oe", "ue"):
        letters = letters.replace(umlaut, umlaut[0])
    return letters


def nearest(name: object, known: Iterable[str]) -> tuple[str, ...]:
    """What *name* was probably meant to be."""
    return tuple(get_close_matches(str(name), list(known), 3, 0.7))


@cache
def base_folder() -> Path:
    """The folder of the templates that all games share, in an installation or in a checkout."""
    package = Path(pbem.__file__).parent
    return _first_folder(package / "templates" / "base", package.parent / "templates" / "base")


def folder_beside(package: Path, packed: str, in_checkout: str) -> Path:
    """The folder *packed* in a game's *package*, else *in_checkout* at the top of the checkout around it.

    Raises `FileNotFoundError` if there is neither.
    """
    return _first_folder(package / packed, *(above / in_checkout for above in package.parents))


def shared_guide() -> tuple[Path, ...]:
    """The pages for players that are the same in all games, for the `guide` of a ruleset."""
    folder = folder_beside(Path(pbem.__file__).parent, "guide", "docs/players")
    names = ("how-it-works", "sheets", "email", "commands", "words", "fair-play", "trouble")
    return tuple(folder / f"{name}.md" for name in names)


def _first_folder(*folders: Path) -> Path:
    for folder in folders:
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no such folder; looked for {', '.join(map(str, folders))}")
