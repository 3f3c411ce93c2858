"""An edition: the map, nations and cards of one printing.

No rule depends on it, and an edition can do without: its names are then placed for each picture anew.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

import msgspec

from pbem.engine.edition import Editions
from pbem_tnw.edition.board import Coast, Duchy, Link, Narrows, SeaZone, WarMap
from pbem_tnw.edition.cards import PrintedCards, WarCard, card_of
from pbem_tnw.edition.nations import Leader, Nation, Nations, WarTracks


class TnwEditionFiles(msgspec.Struct, frozen=True):
    """What the files of an edition say, each under its name."""

    map: WarMap
    armies: Nations
    cards: PrintedCards


class TnwEdition:
    """The data of one edition."""

    def __init__(self, files: TnwEditionFiles, key: str) -> None:
        self.key = key
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
        return {duchy.id: msgspec.structs.replace(duchy, key=duchy.is_key) for duchy in self.map.duchies}

    @cached_property
    def fortresses(self) -> tuple[str, ...]:
        """The duchies with a Fortress, in their order."""
        return tuple(name for name, duchy in self.duchies.items() if duchy.is_fortress)

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

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where its files were found, the last place first."""
        return STORE.folders(self.key)

    def beside(self, name: str, fits: Callable[[bytes], bool] = lambda _text: True) -> bytes | None:
        """The text of the file *name*.yaml, which rules do not need and the key does not cover, if there is one."""
        return STORE.beside(self.key, name, fits)

    @cached_property
    def coast(self) -> Coast:
        """The outlines of land for pictures: none without coast.yaml; raises `Unplayable` if that is not sound."""
        return STORE.read_beside(self.key, "coast", Coast) or Coast()


def _with_its_name(nation: Nation) -> Nation:
    leaders = tuple(msgspec.structs.replace(leader, nation=nation.id) for leader in nation.leaders)
    return msgspec.structs.replace(nation, leaders=leaders)


STORE = Editions(Path(__file__).parents[1] / "data" / "editions", TnwEditionFiles, TnwEdition)
load, named, known, edition_files = STORE.load, STORE.named, STORE.known, STORE.paths


class PlacesOfName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the name of a duchy or zone may be written at each scale: codes of places, the best first, with spaces.

    *widths* are those of the name, and of its halves where it can be broken, in hundredths of the size of its type.
    """

    widths: tuple[int, ...]
    region: str = ""
    area: str = ""
    close: str = ""


class BoardLabels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """labels.yaml; *made_for* says for which map and sizes of type, as `digest` in `drawing.placement.stored` does."""

    made_for: str
    names: Mapping[str, PlacesOfName]
