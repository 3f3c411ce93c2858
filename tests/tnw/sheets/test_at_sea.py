"""What the check of a sheet says of Fleets and what they carry (13)."""

from msgspec.structs import replace

from pbem_tnw.chapters.turn.lasting_faults import lasting_problems
from pbem_tnw.chapters.turn.sheets import forgotten_at_sea
from pbem_tnw.orders.impulse import Alternative, ImpulseOrders
from pbem_tnw.orders.lines import EmbarkLine, ImpulseLine, LandLine, SailLine
from pbem_tnw.orders.pieces import OWN, Strengths
from pbem_tnw.orders.reading import OrderLines
from pbem_tnw.position.state import WarState
from tests.tnw.naval.fleets import with_fleets
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


def doubtful(state: WarState, *lines: ImpulseLine) -> list[tuple[str, int]]:
    alternative = Alternative(do=OrderLines(lines=lines))
    found = lasting_problems(state, "britain", alternative, first=False, this_round=True)
    return [(each.code, int(each.path[0])) for each in found if not each.stops]


def test_13_7_a_landing_that_is_not_beside_where_the_fleet_sails_is_warned_of() -> None:
    state = with_fleets({"london": {"britain": 2}})
    out, on = SailLine(origin="london", path=("english-channel",)), SailLine(path=("gulf-of-cadiz",))
    assert doubtful(state, EmbarkLine(generals=("moore",)), out, on, LandLine(at="lisbon")) == [("nothing-aboard", 3)]
    assert doubtful(state, EmbarkLine(generals=("moore",)), out, on, LandLine(at="cadiz")) == []
    waiting = replace(with_fleets({"iberian-coast": {"britain": 1}}), units={"iberian-coast": {"britain": 1}})
    assert doubtful(waiting, on, LandLine(at="lisbon")) == []


def test_13_6_more_than_the_squadrons_of_a_port_will_carry_is_warned_of() -> None:
    state = with_fleets({"plymouth": {"britain": 1}, "london": {}})
    sail, load = SailLine(origin="plymouth", path=("london",)), EmbarkLine(at="london", generals=("moore",))
    units = [replace(load, units=Strengths({OWN: n})) for n in (2, 3)]
    assert doubtful(state, sail, units[0]) == []
    assert doubtful(state, sail, units[1]) == [("too-much-aboard", 1)]
    two = with_fleets({"plymouth": {"britain": 1}, "london": {"britain": 1}})
    assert doubtful(two, sail, units[1]) == []
    assert doubtful(two, units[1]) == [("too-much-aboard", 0)]
    moore, again = (EmbarkLine(generals=generals, units=Strengths({OWN: 2})) for generals in (("moore",), ()))
    assert doubtful(state, sail, replace(moore, units=Strengths({OWN: 3}))) == [("too-much-aboard", 1)]
    assert doubtful(state, sail, moore) == doubtful(state, sail, again) == []
    assert doubtful(state, sail, moore, again) == [("too-much-aboard", 2)]
