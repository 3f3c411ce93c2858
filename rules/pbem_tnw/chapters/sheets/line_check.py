"""Whether the lines of an Impulse can be carried out, where the position is still known (2.2)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import Problem, Weight, under
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.chapters.sequence.lines import LINES, carry_out_line, foreseen_problems
from pbem_tnw.chapters.sequence.taking import use_problems, with_points
from pbem_tnw.chapters.sheets.lasting_check import lasting_problems
from pbem_tnw.chapters.sheets.trial import OrdersTrial
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines.lines import (
    BuildLine,
    ConsulLine,
    DropLine,
    EmbarkLine,
    FlagLine,
    FlipLine,
    FormLine,
    LandLine,
    RefitLine,
    RegroupLine,
    RestLine,
    SailLine,
    TakeLine,
)
from pbem_tnw.position.impulse import PointPool
from pbem_tnw.position.state import WarState

CERTAIN = (BuildLine, ConsulLine, DropLine, EmbarkLine, FlagLine, FlipLine, FormLine, RefitLine, RegroupLine, TakeLine)
"""Lines after which the position is known: no die is rolled for them, and no one else acts."""
LENT = "lent-pieces"
"""The warning that another seat's pieces come along if that seat agrees, which no one else knows (9.1)."""
_AMPLE = 99
_LINE = 4
"""The length of the path to a line: `alternatives`, its number, `do`, the line's number."""


def check_lines(view: WarState, seat: str, nation: str, orders: ImpulseOrders) -> Iterator[Problem]:
    """What is wrong with the lines: by the position, as long as that is known, and in any case.

    If another nation comes first on the Track the position may change: then it is a warning.
    """
    first = view.board.sequence[view.marker : view.marker + 1] == (nation,)
    now = tuple(_wrong_now(view, seat, nation, orders, first=first))
    lasting = tuple(check_lasting(view, nation, orders, first=first))
    certain = {(each.code, each.path) for each in lasting if each.stops}
    yield from (each for each in now if each.stops or (each.code, each.path) not in certain)
    told = {(each.code, each.path) for each in now}
    wrong = {each.path[:_LINE] for each in now if each.stops}
    for each in lasting:
        known = (each.code, each.path) in told and (each.code, each.path) not in certain
        if not known and each.path[:_LINE] not in wrong:
            yield each


def check_lasting(view: WarState, nation: str, orders: ImpulseOrders, *, first: bool = False) -> Iterator[Problem]:
    """What is wrong with the lines of every alternative, whatever comes before them."""
    for number, alternative in enumerate(orders.alternatives):
        found = lasting_problems(view, nation, alternative, first=first)
        yield from (under(each, "alternatives", number, "do") for each in found)


def _wrong_now(view: WarState, seat: str, nation: str, orders: ImpulseOrders, *, first: bool) -> Iterator[Problem]:
    """What is wrong with the lines of the alternative that would be played now, as far as its outcome is known."""
    facts = SeatFacts(view, seat, nation)
    for number, alternative in enumerate(orders.alternatives):
        if value(alternative.condition, facts):
            if not alternative.ask and not alternative.unforeseen:
                for problem in _wrong(view, seat, nation, alternative):
                    weight = problem.weight if first else Weight.unwise
                    yield under(replace(problem, weight=weight), "alternatives", number, "do")
            return


def _start(view: WarState, nation: str, alternative: Alternative) -> WarState:
    """The Impulse as it begins; in place of a card that is wrong there will be another, so no line lacks points."""
    state = with_points(view, nation, alternative)
    if state.impulse is None or not any(each.stops for each in use_problems(view, nation, alternative)):
        return state
    return replace(state, impulse=replace(state.impulse, pools=(PointPool(nation=nation, points=_AMPLE),)))


def forgotten_at_sea(view: WarState, orders: ImpulseOrders) -> Iterator[Problem]:
    """That forces embark who neither land nor may stay aboard, as far as the lines tell (13.6)."""
    for number, alternative in enumerate(orders.alternatives):
        lines = alternative.do.lines
        for at, line in enumerate(lines):
            if not isinstance(line, EmbarkLine) or line.stay_aboard:
                continue
            later = lines[at + 1 :]
            last = next((each.path[-1] for each in reversed(later) if isinstance(each, SailLine) and each.path), "")
            if last in view.board.zones and not any(isinstance(each, LandLine) for each in later):
                yield Problem("aboard-at-the-end", ("alternatives", number, "do", at), "13.6", {}, Weight.unwise)


def _wrong(view: WarState, seat: str, nation: str, alternative: Alternative) -> Iterator[Problem]:
    table = OrdersTrial(_start(view, nation, alternative))
    for at, line in enumerate(alternative.do.lines[: min(alternative.do.gaps, default=None)]):
        if isinstance(line, RestLine) or type(line) not in LINES:
            continue
        if not value(line.condition, SeatFacts(table.state, seat, nation)):
            continue
        found = list(foreseen_problems(table.state, nation, line))
        yield from (under(each, at) for each in found)
        if any(each.stops or each.code == LENT for each in found) or not isinstance(line, CERTAIN):
            return
        carry_out_line(table, nation, line)
        if table.state.flow != view.flow:  # it goes on in boxes, where others may act
            return
