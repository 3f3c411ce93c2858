"""An edition: the map, nations and cards of one printing, read from files that a person can edit."""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem.engine.kit import cache
from pbem.engine.ruleset import Unplayable
from pbem_tnw.edition.board import Coast, Duchy, Link, Narrows, SeaZone, WarMap
from pbem_tnw.edition.cards import PrintedCards, WarCard, card_of
from pbem_tnw.edition.nations import Leader, Nation, Nations, WarTracks

EDITIONS = Path(__file__).parents[1] / "data" / "editions"
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class TnwEditionFiles(msgspec.Struct, frozen=True):
    """What the files of an edition say, each under its name."""

    map: WarMap
    armies: Nations
    cards: PrintedCards


FILES = TnwEditionFiles.__struct_fields__


class TnwEdition:
    """The data of one edition."""

    def __init__(self, files: TnwEditionFiles, key: str, folder: Path | None = None) -> None:
        self.key = key
        self.folders = [folder] if folder else []
        """Where its files were found, the last place first."""
        self.map, self.armies, self.printed_cards = files.map, files.armies, files.cards
        self.sequence: tuple[str, ...] = self.armies.sequence
        """The nations in the order of the Sequence Track."""
        self.narrows: tuple[Narrows, ...] = self.map.narrows
        self.tracks: WarTracks = self.armies.tracks
        self.lists: Mapping[str, tuple[str, ...]] = self.printed_cards.lists
        self.deck = tuple(card.id for card in self.printed_cards.deck)
        deck, reserves = map(card_of, self.printed_cards.deck), map(card_of, self.printed_cards.reserves)
        self.cards: dict[str, WarCard] = {card.id: card for card in (*deck, *reserves)}

    @cached_property
    def duchies(self) -> dict[str, Duchy]:
        """Every duchy by id; one that is a Key says so."""
        return {
            duchy.id: msgspec.structs.replace(duchy, key=duchy.key or duchy.kind == "key") for duchy in self.map.duchies
        }

    @cached_property
    def zones(self) -> dict[str, SeaZone]:
        """Every sea zone by id."""
        return {zone.id: zone for zone in self.map.zones}

    @cached_property
    def links(self) -> dict[str, dict[str, Link]]:
        """The links of each duchy by the neighbour to which they lead."""
        links: dict[str, dict[str, Link]] = {duchy: {} for duchy in self.duchies}
        for one, other, link in self.map.links.each():
            links[one][other] = links[other][one] = link
        return {duchy: dict(sorted(joined.items())) for duchy, joined in links.items()}

    @cached_property
    def nations(self) -> dict[str, Nation]:
        """Every nation by id, in the order of the Sequence Track, its leaders with their nation."""
        by_id = {nation.id: nation for nation in self.armies.nations}
        return {id_: _with_its_name(by_id[id_]) for id_ in self.armies.sequence}

    @cached_property
    def powers(self) -> tuple[str, ...]:
        """The Powers in the order of the Sequence Track."""
        return tuple(nation.id for nation in self.nations.values() if nation.is_power)

    @cached_property
    def minors(self) -> tuple[str, ...]:
        """The minor countries in the order of the Sequence Track."""
        return tuple(nation.id for nation in self.nations.values() if not nation.is_power)

    @cached_property
    def leaders(self) -> dict[str, Leader]:
        """Every general by id."""
        return {leader.id: leader for nation in self.nations.values() for leader in nation.leaders}

    @cached_property
    def reserves(self) -> dict[str, tuple[str, ...]]:
        """The Reserves of each nation, in the order of its slots."""
        slots = {card.slot: card.id for card in self.printed_cards.reserves}
        return {
            nation.id: tuple(slots[reserve.slot] for reserve in nation.reserves) for nation in self.nations.values()
        }

    @cached_property
    def coast(self) -> Coast:
        """The outlines of land for pictures: none without coast.yaml; raises `Unplayable` if that is not sound."""
        raw = self.beside("coast")
        try:
            return Coast() if raw is None else msgspec.convert(cache.parsed(raw, parse), Coast)
        except (yaml.YAMLError, msgspec.ValidationError) as error:
            raise Unplayable(f"coast.yaml of the edition {self.key} is not sound: {error}") from error

    def beside(self, name: str) -> bytes | None:
        """The text of the file *name*.yaml, which rules do not need and the key does not cover, if there is one."""
        ours = [EDITIONS / folder.name for folder in self.folders]
        for folder in dict.fromkeys((*self.folders, *ours)):
            path = folder / f"{name}.yaml"
            if path.is_file() and (folder in self.folders or _key(folder, _texts(folder)) == self.key):
                return path.read_bytes().replace(b"\r\n", b"\n")
        return None


def _with_its_name(nation: Nation) -> Nation:
    leaders = tuple(msgspec.structs.replace(leader, nation=nation.id) for leader in nation.leaders)
    return msgspec.structs.replace(nation, leaders=leaders)


_known: dict[str, TnwEdition] = {}


def parse(raw: bytes) -> Any:
    """The plain values in a YAML text."""
    return yaml.load(raw, _Loader)  # noqa: S506 a safe loader, in C where there is one


def load(folder: Path) -> TnwEdition:
    """Read the edition in *folder* and make its key known; raises `Unplayable`."""
    texts = _texts(folder)
    key = _key(folder, texts)
    if key not in _known:
        try:
            data = {name: cache.parsed(raw, parse) for name, raw in texts.items()}
            _known[key] = TnwEdition(msgspec.convert(data, TnwEditionFiles), key, folder)
        except (yaml.YAMLError, ValueError) as error:
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


def named(name: str, base: Path = EDITIONS) -> TnwEdition:
    """The edition called *name* among those that come with the game, or the one in the folder *name*."""
    return load(_folder(name, base))


def _folder(name: str, base: Path = EDITIONS) -> Path:
    own = base / name
    return own if own.is_dir() else Path(name).expanduser()


def edition_files(name: str) -> tuple[Path, ...]:
    """The files of the edition called *name*."""
    return tuple(_folder(name) / f"{file}.yaml" for file in FILES)


def known(key: str) -> TnwEdition:
    """The edition of a running game by its key."""
    if key not in _known:
        for folder in sorted(EDITIONS.iterdir()):
            load(folder)
    if key not in _known:
        raise Unplayable(f"the edition {key} of this game is missing; its files were changed or removed")
    return _known[key]
