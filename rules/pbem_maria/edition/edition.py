"""An edition: the map, armies and cards of one printing, read from files that a person can edit."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import msgspec

from pbem.engine.edition import Editions
from pbem_maria.edition.armies import Armies, General, Power, Train
from pbem_maria.edition.board import Board, Map, Terrain
from pbem_maria.edition.cards import PoliticalCard, PrintedPolitics, TacticalCards, Tracks
from pbem_maria.settings import MariaSettings

EDITIONS = Path(__file__).parents[1] / "data" / "editions"


class EditionFiles(msgspec.Struct, frozen=True):
    """What the files of an edition say, each under its name."""

    map: Map
    armies: Armies
    tactical_cards: TacticalCards
    tracks: Tracks
    politics: PrintedPolitics


class Edition:
    """The data of one edition; `cities` and roads of both maps, powers, set-up."""

    def __init__(self, files: EditionFiles, key: str) -> None:
        self.key = key
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
        return STORE.read_beside(self.key, "terrain", Terrain) or Terrain()

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where its files were found, the last place first."""
        return STORE.folders(self.key)

    def beside(self, name: str, fits: Callable[[bytes], bool] = lambda _text: True) -> bytes | None:
        """The text of the file *name*.yaml, which rules do not need and the key does not cover, if there is one."""
        return STORE.beside(self.key, name, fits)

    def board(self, absent: tuple[str, ...] = ()) -> Board:
        """The map without the *absent* parts of the board."""
        return self.map.without(absent)


STORE = Editions(EDITIONS, EditionFiles, Edition)
FILES = STORE.names
load, named, known = STORE.load, STORE.named, STORE.known


def edition_files(settings: MariaSettings) -> tuple[Path, ...]:
    """The files of the edition that *settings* choose."""
    return STORE.paths(settings.edition)


def political_card(key: str, identifier: str) -> PoliticalCard:
    """The card *identifier* of the edition with this key."""
    return known(key).political_cards[identifier]
