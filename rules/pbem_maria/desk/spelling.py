"""How the desk writes into a sheet what a player would write."""

from pbem.engine.kit.lexicon import Lexicon
from pbem_maria.chapters.movement.orders import Move
from pbem_maria.lexicon import lexicon
from pbem_maria.position.state import State


class DeskSpeller:
    """Spells the things of a sheet by the first of their names; implements `engine.kit.reading.NameSpeller`."""

    def __init__(self, names: Lexicon) -> None:
        self._names = names

    def name(self, kind: str, identifier: str) -> str:
        known = (each for each in kind.split() if identifier in self._names.kinds.get(each, {}))
        return next((self._names.name(each, identifier) for each in known), identifier)


def speller(view: State, seat: str) -> DeskSpeller:
    """How things are spelled in the sheets of *seat*."""
    return DeskSpeller(lexicon(view, seat))


def spelled(move: Move, names: DeskSpeller) -> str:
    """A line of a sheet with *move*."""
    return "".join(f"{key}: {way}" for key, way in move.spell(names).items())
