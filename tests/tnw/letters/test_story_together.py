"""Pieces that are built or come back one by one are told as one."""

from pbem.engine.event import Event
from pbem_tnw.chapters.nation.pieces import PiecesMoved, SquadronsMoved
from pbem_tnw.chapters.turn.facts import PointsSpent
from pbem_tnw.edition.board import REGROUP, YARD
from pbem_tnw.letters import moved_together, sailed_together
from pbem_tnw.position.impulse import Pieces, Squadron


def built(n: int = 1, to: str = "vienna", nation: str = "austria", cause: str = "built") -> PiecesMoved:
    return PiecesMoved(start=YARD, to=to, pieces=Pieces(units={nation: n}), cause=cause)


PAID = PointsSpent(nation="austria", points=2, on="unit", pools=())


def told(events: list[Event]) -> list[int]:
    """The units that each move of *events* is told with."""
    return [
        moved_together(event, events[:at], events[at + 1 :]).strength
        for at, event in enumerate(events)
        if isinstance(event, PiecesMoved)
    ]


def test_like_moves_are_told_once_with_their_sum() -> None:
    assert told([built(), PAID, built(2), PAID, built()]) == [4, 0, 0]


def test_other_places_nations_and_causes_are_told_apart() -> None:
    assert told([built(), built(to="buda"), built(nation="russia"), built(cause="placed"), built(cause="placed")]) == [
        1, 1, 1, 1, 1
    ]  # fmt: skip


def test_generals_come_back_together() -> None:
    one, other = (
        PiecesMoved(start=REGROUP, to="vienna", pieces=Pieces(generals=(general,)), cause="regrouped")
        for general in ("charles", "mack")
    )
    assert moved_together(one, [], [other]).generals == ("charles", "mack")
    assert not moved_together(other, [one], [])


def test_squadrons_are_told_together() -> None:
    one, other = (
        SquadronsMoved(start=YARD, to="brest", squadrons=(Squadron(nation="france"),), cause="built") for _ in range(2)
    )
    assert len(sailed_together(one, [], [other])) == 2
    assert sailed_together(other, [one], []) == ()
