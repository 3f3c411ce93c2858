"""Lines of a sheet carried out on a table, one after the other, as in an Impulse."""

from collections.abc import Iterable

from msgspec.structs import replace

from pbem_tnw.chapters.turn.card_play import carry_out_line, line_problems
from pbem_tnw.orders.lines import FormLine, MoveLine, OrderLine
from pbem_tnw.orders.pieces import OWN, Strengths
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import OrdersUnderWay, WarState
from tests.tnw.positions import DiceTable, codes


class MarchTable(DiceTable):
    """A table on which the Active nation's lines are carried out."""

    def order(self, *lines: OrderLine) -> None:
        """Carry out *lines*; one that has problems is refused."""
        nation = self.state.active
        seat = seat_of(self.state, nation)
        for line in lines:
            orders = OrdersUnderWay(nation=nation, current=line, number=1)  # type: ignore[arg-type] # any line
            self.state = replace(self.state, under_way={seat: orders})
            self.views[seat] = replace(self.views[seat], under_way={seat: orders})
            wrong = codes(problem for problem in line_problems(self.views[seat], nation, line) if problem.stops)
            assert not wrong, wrong
            carry_out_line(self, nation, line)
            self.close("line")
            self.play()

    def where(self, general: str) -> str:
        return self.state.generals[general]

    def units(self, place: str) -> dict[str, int]:
        return dict(self.state.units.get(place, {}))


def form(commander: str | None, *riders: str, own: int | None = None, at: str | None = None) -> FormLine:
    """A line `form`."""
    units = Strengths(numbers={OWN: own}) if own is not None else Strengths()
    return FormLine(at=at, commander=commander, riders=riders, units=units)


def move(*path: str, commander: str | None = None, **more: object) -> MoveLine:
    """A line `move`."""
    return replace(MoveLine(commander=commander, path=path), **more)


def march(state: WarState, lines: Iterable[OrderLine], faces: Iterable[int] = ()) -> MarchTable:
    """The table after *lines* with these dice."""
    table = MarchTable(state, faces)
    table.order(*lines)
    assert not table.faces, f"{table.faces} were not rolled"
    return table
