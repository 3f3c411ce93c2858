"""Names that players write: no spelling means two things that may stand in one place of a sheet."""

from collections.abc import Iterable, Iterator

from pbem.engine.kit.edition import folded
from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.edition.check.known import every_place
from pbem_tnw.edition.edition import TnwEditionFiles

_Named = tuple[OrderPath, str, tuple[str, ...]]
"""Where a thing is, its id, its spellings."""


def check(files: TnwEditionFiles) -> Iterator[Problem]:
    """Every spelling of two places, nations, generals or boxes, and every title of two cards."""
    yield from _clashing(_places_and_people(files))
    yield from _clashing(_cards(files))


def _places_and_people(files: TnwEditionFiles) -> Iterator[_Named]:
    for path, place in every_place(files.map):
        yield path, place.id, (place.name, *place.aliases)
    for number, box in enumerate(files.map.boxes):
        yield ("map", "boxes", number), box.id, (box.name, *box.aliases)
    for number, nation in enumerate(files.armies.nations):
        path = ("armies", "nations", number)
        yield path, nation.id, (nation.name, nation.adjective, *nation.aliases)
        for at, leader in enumerate(nation.leaders):
            yield (*path, "leaders", at), leader.id, (leader.name, *leader.aliases)


def _cards(files: TnwEditionFiles) -> Iterator[_Named]:
    for key, cards in (("deck", files.cards.deck), ("reserves", files.cards.reserves)):
        for number, card in enumerate(cards):
            yield ("cards", key, number), card.id, (card.title,)


def _clashing(named: Iterable[_Named]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for path, identifier, spellings in named:
        for spelling in (identifier, *spellings):
            other = first.setdefault(folded(spelling), identifier)
            if other != identifier:
                args = {"spelling": spelling, "one": identifier, "other": other}
                yield Problem("name-of-two", path, args=args)
