"""What the story tells as one: pieces that are built or come back one by one."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.event import Event
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.sequence.order_events import LineReached, RestReached
from pbem_tnw.chapters.sequence.points import PointsSpent
from pbem_tnw.position.pieces import Pieces, Squadron

ONE_BY_ONE = ("built", "regrouped", "refitted")
"""The causes of moves that lines and `rest` carry out piece by piece."""
_BETWEEN = (LineReached, RestReached, PointsSpent)


def moved_together(event: PiecesMoved, so_far: Sequence[Event], to_come: Sequence[Event]) -> Pieces:
    """The pieces of *event* with those of the like events after it; none if they were told with one before it."""
    if any(_run(event, reversed(so_far))):
        return Pieces()
    units: dict[str, int] = {}
    generals: list[str] = []
    for each in (event, *_run(event, to_come)):
        assert isinstance(each, PiecesMoved)  # noqa: S101 a run is of one type
        generals += each.pieces.generals
        for nation, n in each.pieces.units.items():
            units[nation] = units.get(nation, 0) + n
    return Pieces(units=units, generals=tuple(generals))


def sailed_together(event: SquadronsMoved, so_far: Sequence[Event], to_come: Sequence[Event]) -> tuple[Squadron, ...]:
    """The same for Squadrons."""
    if any(_run(event, reversed(so_far))):
        return ()
    run = (event, *_run(event, to_come))
    return tuple(ship for each in run if isinstance(each, SquadronsMoved) for ship in each.squadrons)


def _run(event: PiecesMoved | SquadronsMoved, others: Iterable[Event]) -> Iterator[Event]:
    """Those of *others* that are like *event*, up to the first that is told by itself."""
    if event.cause not in ONE_BY_ONE:
        return
    for other in others:
        if isinstance(other, PiecesMoved | SquadronsMoved) and _alike(event, other):
            yield other
        elif not isinstance(other, _BETWEEN):
            return


def _alike(one: PiecesMoved | SquadronsMoved, other: PiecesMoved | SquadronsMoved) -> bool:
    same = (one.start, one.to, one.cause) == (other.start, other.to, other.cause)
    return type(one) is type(other) and same and _nation(one) == _nation(other)


def _nation(event: PiecesMoved | SquadronsMoved) -> str:
    """Whose units or Squadrons they are; empty for generals alone."""
    if isinstance(event, SquadronsMoved):
        return event.squadrons[0].nation if event.squadrons else ""
    return next(iter(event.pieces.units), "")
