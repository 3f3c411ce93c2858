"""What the check of a sheet says of Fleets and what they carry (13)."""

from pbem_tnw.chapters.turn.sheets import forgotten_at_sea
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import EmbarkLine, ImpulseLine, LandLine, SailLine
from pbem_tnw.orders.reading import OrderLines
from tests.tnw.positions import at_start, codes

OUT = SailLine(origin="plymouth", path=("english-channel",))
IN = SailLine(path=("boulogne",))


def warned(*lines: ImpulseLine) -> list[str]:
    orders = ImpulseOrders(alternatives=(Alternative(do=OrderLines(lines=lines)),))
    return codes(forgotten_at_sea(at_start(), orders))


def test_13_6_forces_that_would_be_left_at_sea_are_warned_of() -> None:
    assert warned(EmbarkLine(generals=("moore",)), OUT) == ["aboard-at-the-end"]
    assert warned(EmbarkLine(generals=("moore",), stay_aboard=True), OUT) == []
    assert warned(EmbarkLine(generals=("moore",)), OUT, LandLine(at="boulogne")) == []
    assert warned(EmbarkLine(generals=("moore",)), OUT, IN) == []
    assert warned(EmbarkLine(generals=("moore",))) == []
