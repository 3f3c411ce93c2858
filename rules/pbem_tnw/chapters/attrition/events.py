"""What happens in the Attrition phase."""

from pbem.engine.event import Event
from pbem_tnw.chapters.attrition.tolls import AttritionLoss
from pbem_tnw.position.state import WarState


class AttritionSuffered(Event[WarState], frozen=True):
    """Forces suffered Attrition: their dice, and what they lost (5.6); the pieces go by `PiecesMoved`.

    *faces* and *lost_on* are by roll: a piece is lost on 1 to so much.
    """

    place: str
    faces: tuple[tuple[int, ...], ...]
    lost_on: tuple[int, ...]
    lost: AttritionLoss


class AttritionPhaseBegan(Event[WarState], frozen=True):
    """The Rounds are over; forces in Uncontrolled duchies suffer Attrition, and the survivors flag (5.6)."""

    forces: int
