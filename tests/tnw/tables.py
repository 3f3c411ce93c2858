"""Tables for tests: a game of any number of seats whose dice are given, and seats that are silent or send sheets."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.order import Order
from pbem.engine.play import play
from pbem.engine.table import Answer, Table
from pbem_tnw.chapters.turn.setup import start
from pbem_tnw.position.state import WarState
from pbem_tnw.settings import TnwOptions, TnwSettings, seats

Sheet = Callable[[Decision, WarState], Order | None]


class GivenDice(Table[WarState]):
    """A table whose dice show the *faces*, as long as there are any."""

    faces: list[int]

    def roll(self, name: str, dice: int, sides: int = 6) -> tuple[int, ...]:
        shown = super().roll(name, dice, sides)
        given, self.faces = self.faces[:dice], self.faces[dice:]
        return (*given, *shown[len(given) :])


def new_table(players: int = 2, *, key: str = "key", faces: Iterable[int] = (), **settings: Any) -> GivenDice:
    """A table before the set-up; options are given by their names."""
    options = {name: settings.pop(name) for name in tuple(settings) if name in TnwOptions.__struct_fields__}
    chosen = TnwSettings(players=str(players), options=TnwOptions(**options), **settings)  # type: ignore[arg-type]
    table = GivenDice(start(chosen), seats(chosen), key)
    table.faces = list(faces)
    return table


def play_on(
    table: Table[WarState], sheets: Mapping[str, Order] | Sheet | None = None, *, until: str = ""
) -> tuple[Decision, ...]:
    """Play on, every seat silent but for its *sheets* by `KEY SEAT`, until a decision of the key *until*."""

    def source(decision: Decision, view: WarState) -> Answer | None:
        if until and decision.key == until:
            return None
        said = sheets(decision, view) if callable(sheets) else (sheets or {}).get(f"{decision.key} {decision.seat}")
        return Answer(said or decision.default, "sheet")

    return play(table, (source,))


def happened(table: Table[WarState], *kinds: type[Event]) -> list[Any]:
    """The events of some *kinds*, in their order."""
    return [event for entry in table.entries for event in entry.events if isinstance(event, kinds)]
