"""An edition: the map, armies and cards of one printing, read from files that a person can edit.

A running game names its edition by a key that holds a digest of the files, so that a map
edited later cannot change a game begun before.
"""

import hashlib
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem.engine import cache
from pbem.engine.ruleset import Unplayable
from pbem_maria.board import Board, City
from pbem_maria.settings import Settings

FILES = ("map", "armies", "tactical_cards", "tracks", "politics")
EDITIONS = Path(__file__).parent / "data" / "editions"
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class General(msgspec.Struct, frozen=True, omit_defaults=True):
    """A general as the army sheet lists him; rank 1 commands before rank 2."""

    id: str
    name: str
    rank: int
    minimum: int
    power: str = ""
    city: str | None = None
    box: str | None = None
    aliases: tuple[str, ...] = ()
    supplied_in: tuple[str, ...] = ()
    """Regions in which he is always supplied, besides his home country (22)."""
    supplied_by: tuple[str, ...] = ()
    """Powers whose trains supply him, besides his own (22)."""
    returns_in: tuple[str, ...] = ()
    """Regions in whose major fortresses he may return, besides his home country's (22)."""


class Train(msgspec.Struct, frozen=True, omit_defaults=True):
    """A supply train as the army sheet lists it, numbered within its power."""

    id: str
    power: str = ""
    number: int = 1
    city: str | None = None
    box: str | None = None


class Power(msgspec.Struct, frozen=True, omit_defaults=True):
    """A power and its army sheet."""

    id: str
    name: str
    player: str
    kind: str
    troops: int
    hand: int
    income: int | dict[str, int]
    """Cards a turn, or two numbers where they depend on France's subsidy (8)."""
    generals: tuple[General, ...]
    trains: tuple[Train, ...]
    major: str = ""
    pool: int = 0
    main_fortress: str | None = None
    hussars: int = 0

    @property
    def is_major(self) -> bool:
        """Whether it is a major power: all but Saxony and Bavaria (preface of the rules)."""
        return self.kind == "major"

    @property
    def marker(self) -> str:
        """The power whose markers its conquests take: itself, or a minor power's major (10.3)."""
        return self.id if self.is_major else self.major


class Edition:
    """The data of one edition; `cities` and roads of both maps, powers, set-up."""

    def __init__(self, data: dict[str, Any], key: str) -> None:
        self.key = key
        self.map, self.armies = data["map"], data["armies"]
        self.tactical_cards, self.tracks, self.politics = data["tactical_cards"], data["tracks"], data["politics"]

    @cached_property
    def powers(self) -> dict[str, Power]:
        """The powers by id, in the order of the army sheets."""
        powers = {}
        for raw in self.armies["powers"]:
            power = msgspec.convert(raw, Power)
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
        return {group[0]: tuple(group) for group in self.armies["action_stages"]}

    def board(self, absent: tuple[str, ...] = ()) -> Board:
        """The map without the *absent* boards: their cities and roads are not there at all."""
        suits = self.map["squares"]
        cities = [
            msgspec.structs.replace(city, suit=suits.get(city.square, ""))
            for city in msgspec.convert(self.map["cities"], tuple[City, ...])
            if city.board not in absent
        ]
        roads = self.map["roads"]
        return Board(cities, map(tuple, roads["main"]), map(tuple, roads["minor"]))


_known: dict[str, Edition] = {}


def parse(raw: bytes) -> Any:
    """The plain values in a YAML text."""
    return yaml.load(raw, _Loader)  # noqa: S506 a safe loader, in C where there is one


def load(folder: Path) -> Edition:
    """Read the edition in *folder* and make its key known; raises `Unplayable`."""
    digest = hashlib.sha256()
    texts = {}
    for name in FILES:
        try:
            raw = (folder / f"{name}.yaml").read_bytes()
        except OSError as error:
            raise Unplayable(f"the edition in {folder} cannot be read: {error.strerror}: {name}.yaml") from error
        raw = raw.replace(b"\r\n", b"\n")  # as a checkout on another machine may have it
        digest.update(len(raw).to_bytes(8, "big") + raw)
        texts[name] = raw
    key = f"{folder.name}-{digest.hexdigest()[:12]}"
    if key not in _known:
        try:
            data = {name: cache.parsed(raw, parse) for name, raw in texts.items()}
        except yaml.YAMLError as error:
            raise Unplayable(
                f"the edition in {folder} is not sound: {error}; `pbem edition check` says more"
            ) from error
        _known[key] = Edition(data, key)
    return _known[key]


def named(name: str, base: Path = EDITIONS) -> Edition:
    """The edition called *name* among those that come with the game, or the one in the folder *name*."""
    return load(_folder(name, base))


def _folder(name: str, base: Path = EDITIONS) -> Path:
    own = base / name
    return own if own.is_dir() else Path(name).expanduser()


def edition_files(settings: Settings) -> tuple[Path, ...]:
    """The files of the edition that *settings* choose."""
    return tuple(_folder(settings.edition) / f"{name}.yaml" for name in FILES)


def known(key: str) -> Edition:
    """The edition of a running game by its key."""
    if key not in _known:
        for folder in sorted(EDITIONS.iterdir()):
            load(folder)
    if key not in _known:
        raise Unplayable(f"the edition {key} of this game is not there; its files were changed or removed")
    return _known[key]
