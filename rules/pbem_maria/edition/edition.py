"""An edition: the map, armies and cards of one printing, read from files that a person can edit.

A running game names its edition by a key that holds a digest of the files, so that a map
edited later cannot change a game begun before.
"""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem.engine.kit import cache
from pbem.engine.ruleset import Unplayable
from pbem_maria.edition.armies import Armies, General, Power, Train
from pbem_maria.edition.board import Board, Map
from pbem_maria.edition.political_cards import PoliticalCard, PrintedPolitics
from pbem_maria.edition.printed_tracks import Tracks
from pbem_maria.edition.tactical_cards import TacticalCards
from pbem_maria.edition.terrain import Terrain
from pbem_maria.settings import MariaSettings

EDITIONS = Path(__file__).parents[1] / "data" / "editions"
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class EditionFiles(msgspec.Struct, frozen=True):
    """What the files of an edition say, each under its name."""

    map: Map
    armies: Armies
    tactical_cards: TacticalCards
    tracks: Tracks
    politics: PrintedPolitics


FILES = EditionFiles.__struct_fields__


class Edition:
    """The data of one edition; `cities` and roads of both maps, powers, set-up."""

    def __init__(self, files: EditionFiles, key: str, folder: Path | None = None) -> None:
        self.key = key
        self.folders = [folder] if folder else []
        """Where its files were found, the last place first."""
        self.map, self.armies, self.tactical_cards = files.map, files.armies, files.tactical_cards
        self.tracks, self.politics = files.tracks, files.politics

    @cached_property
    def powers(self) -> dict[str, Power]:
        """The powers by id, in the order of the army sheets, every piece with its power."""
        powers: dict[str, Power] = {}
        for power in self.armies.powers:
            generals = tuple(msgspec.structs.replace(g, power=power.id) for g in power.generals)
            trains = tuple(
                msgspec.structs.replace(t, power=power.id, number=number) for number, t in enumerate(power.trains, 1)
            )
            powers[power.id] = msgspec.structs.replace(power, generals=generals, trains=trains)
        return powers

    @cached_property
    def generals(self) -> dict[str, General]:
        """Every general by id."""
        return {g.id: g for power in self.powers.values() for g in power.generals}

    @cached_property
    def trains(self) -> dict[str, Train]:
        """Every supply train by id."""
        return {t.id: t for power in self.powers.values() for t in power.trains}

    @cached_property
    def stages(self) -> dict[str, tuple[str, ...]]:
        """The action stages in order: the leading power, and all powers that act (5)."""
        return {group[0]: group for group in self.armies.action_stages}

    @cached_property
    def political_cards(self) -> dict[str, PoliticalCard]:
        """Every political card by its id."""
        return {card.id: card for card in self.politics.cards}

    @cached_property
    def terrain(self) -> Terrain:
        """The ground that pictures show: nothing without terrain.yaml; raises `Unplayable` if that is not sound."""
        raw = self.beside("terrain")
        try:
            return Terrain() if raw is None else msgspec.convert(cache.parsed(raw, parse), Terrain)
        except (yaml.YAMLError, msgspec.ValidationError) as error:
            raise Unplayable(f"terrain.yaml of the edition {self.key} is not sound: {error}") from error

    def beside(self, name: str) -> bytes | None:
        """The text of the file *name*.yaml, which rules do not need and the key does not cover, if there is one.

        A game's own copy of an edition that comes with the game may lack it, and takes it from there.
        """
        ours = [EDITIONS / folder.name for folder in self.folders]
        for folder in dict.fromkeys((*self.folders, *ours)):
            path = folder / f"{name}.yaml"
            if path.is_file() and (folder in self.folders or _key_of(folder) == self.key):
                return path.read_bytes().replace(b"\r\n", b"\n")
        return None

    def board(self, absent: tuple[str, ...] = ()) -> Board:
        """The map without the *absent* parts of the board."""
        return self.map.without(absent)


_known: dict[str, Edition] = {}


def parse(raw: bytes) -> Any:
    """The plain values in a YAML text."""
    return yaml.load(raw, _Loader)  # noqa: S506 a safe loader, in C where there is one


def load(folder: Path) -> Edition:
    """Read the edition in *folder* and make its key known; raises `Unplayable`."""
    texts = _texts(folder)
    key = _key(folder, texts)
    if key not in _known:
        try:
            data = {name: cache.parsed(raw, parse) for name, raw in texts.items()}
            _known[key] = Edition(msgspec.convert(data, EditionFiles), key, folder)
        except (yaml.YAMLError, msgspec.ValidationError) as error:
            raise Unplayable(
                f"the edition in {folder} is not sound: {error}; `pbem edition check` lists all problems"
            ) from error
    found = _known[key]
    found.folders = [folder, *(other for other in found.folders if other != folder)]
    return found


def _texts(folder: Path) -> dict[str, bytes]:
    texts = {}
    for name in FILES:
        try:
            raw = (folder / f"{name}.yaml").read_bytes()
        except OSError as error:
            raise Unplayable(f"the edition in {folder} cannot be read: {error.strerror}: {name}.yaml") from error
        texts[name] = raw.replace(b"\r\n", b"\n")  # as a checkout on another machine may have it
    return texts


def _key(folder: Path, texts: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for raw in texts.values():
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return f"{folder.name}-{digest.hexdigest()[:12]}"


def _key_of(folder: Path) -> str:
    return _key(folder, _texts(folder))


def named(name: str, base: Path = EDITIONS) -> Edition:
    """The edition called *name* among those that come with the game, or the one in the folder *name*."""
    return load(_folder(name, base))


def _folder(name: str, base: Path = EDITIONS) -> Path:
    own = base / name
    return own if own.is_dir() else Path(name).expanduser()


def edition_files(settings: MariaSettings) -> tuple[Path, ...]:
    """The files of the edition that *settings* choose."""
    return tuple(_folder(settings.edition) / f"{name}.yaml" for name in FILES)


def known(key: str) -> Edition:
    """The edition of a running game by its key."""
    if key not in _known:
        for folder in sorted(EDITIONS.iterdir()):
            load(folder)
    if key not in _known:
        raise Unplayable(f"the edition {key} of this game is missing; its files were changed or removed")
    return _known[key]


def political_card(key: str, identifier: str) -> PoliticalCard:
    """The card *identifier* of the edition with this key."""
    return known(key).political_cards[identifier]
