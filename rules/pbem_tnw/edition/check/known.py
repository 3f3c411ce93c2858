"""The ids of an edition, and what refers to none of them."""

from collections.abc import Collection, Iterable, Iterator

from pbem.engine.kit.edition import nearest
from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.edition.board import PrintedPlace, WarMap
from pbem_tnw.edition.edition import TnwEditionFiles

DUCHIES: OrderPath = ("map", "duchies")
ZONES: OrderPath = ("map", "zones")
LEADERS: OrderPath = ("armies", "nations")
CARDS: OrderPath = ("cards", "deck")
_LISTED = {"duchy": DUCHIES, "zone": ZONES, "place": DUCHIES, "general": LEADERS, "card": CARDS, "list": ("cards",)}


class KnownIds:
    """The ids of *files* by kind of thing; what is *unread* is there, too, but could not be read."""

    def __init__(self, files: TnwEditionFiles, unread: Collection[str]) -> None:
        duchies = {duchy.id for duchy in files.map.duchies}
        zones = {zone.id for zone in files.map.zones}
        leaders = {leader.id for nation in files.armies.nations for leader in nation.leaders}
        self.cards = {card.id: card for card in (*files.cards.deck, *files.cards.reserves)}
        self.ids: dict[str, Collection[str]] = {
            "duchy": duchies, "zone": zones, "place": duchies | zones, "general": leaders, "card": set(self.cards),
            "list": set(files.cards.lists),
        }  # fmt: skip
        self._unread = unread

    def has(self, kind: str, name: str) -> bool:
        """Whether *name* is the id of a thing of *kind*, or may be: of one that could not be read."""
        return name in self.ids[kind] or name in self._unread

    def unknown(self, kind: str, name: str, path: OrderPath) -> Iterator[Problem]:
        """The problem that nothing of *kind* is called *name*, if so."""
        if not self.has(kind, name):
            args = {"kind": kind, "name": name, "nearest": nearest(name, self.ids[kind])}
            yield Problem(f"no-such-{kind}", path, args=args)


def every_place(board: WarMap) -> Iterator[tuple[OrderPath, PrintedPlace]]:
    """Every duchy and zone with its path."""
    yield from (((*DUCHIES, number), duchy) for number, duchy in enumerate(board.duchies))
    yield from (((*ZONES, number), zone) for number, zone in enumerate(board.zones))


def twice(listed: OrderPath, ids: Iterable[str]) -> Iterator[Problem]:
    """Each of *ids*, those of the entries of the list at *listed*, that is used again."""
    seen: set[str] = set()
    for number, each in enumerate(ids):
        if each in seen:
            yield Problem("id-twice", (*listed, number, "id"), args={"id": each})
        seen.add(each)
