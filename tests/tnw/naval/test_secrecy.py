"""Nothing at sea tells another seat what someone has ordered and not carried out (2.7)."""

from collections.abc import Sequence
from decimal import Decimal

from pbem.engine.event import PUBLIC
from pbem_tnw.chapters.sea.events import SailEnded
from pbem_tnw.orders.lines import OrderLine, SailLine
from pbem_tnw.orders.pieces import OddsLimit
from pbem_tnw.orders.standing import SeaLine
from pbem_tnw.position.state import WarState
from tests.tnw.movement.marching import MarchTable
from tests.tnw.naval.fleets import attack, sail, voyage, with_fleets
from tests.tnw.naval.test_13_fleets import ALWAYS, NEVER, WATCH, france
from tests.tnw.positions import active, with_standing

WEAK = {"brest": {"france": 4}, "western-approaches": {"britain": 1}}
OUT = sail("western-approaches", start="brest")


def seen(table: MarchTable, seat: str) -> list[object]:
    events = (event for entry in table.entries for event in entry.events)
    return [shown for event in events if (shown := event.seen_by(seat)) is not None]


def alike(one: WarState, other: WarState, lines: Sequence[OrderLine], faces: Sequence[int] = ()) -> bool:
    """Whether France and everyone see the same in both worlds."""
    tables = [voyage(state, lines, faces) for state in (one, other)]
    return all(seen(tables[0], seat) == seen(tables[1], seat) for seat in ("france", PUBLIC))


def test_2_7_whether_a_fleet_was_told_not_to_intercept_or_is_too_weak_does_not_show() -> None:
    weak = france(WEAK)
    for line in (SeaLine(intercept=NEVER), SeaLine(evade=ALWAYS), SeaLine(evade=NEVER)):
        assert alike(weak, with_standing(weak, "britain", sea=(line,)), [OUT])


def test_2_7_orders_that_say_what_silence_does_do_not_show() -> None:
    state = france(WATCH)
    assert alike(state, with_standing(state, "britain", sea=(SeaLine(intercept=ALWAYS),)), [OUT], (1, 1))
    assert alike(state, with_standing(state, "britain", to_sea={"plymouth": ("english-channel",)}), [OUT], (1, 1))


def test_2_7_why_a_fleet_goes_no_further_and_where_to_is_its_seats_secret() -> None:
    state = france({"brest": {"france": 1}})
    short = voyage(state, [SailLine(origin="brest", path=("western-approaches",))])
    ended = voyage(state, [SailLine(origin="brest", path=("western-approaches", "plymouth"))])
    assert len(ended.told(SailEnded, "france")) == 1
    for seat in ("britain", PUBLIC):
        assert seen(short, seat) == seen(ended, seat)


def test_2_7_a_fleet_that_is_not_lent_does_not_show() -> None:
    state = active(with_fleets({"kattegat": {"britain": 2, "russia": 1}}), "britain")
    refused = voyage(state, [sail("north-sea", start="kattegat", squadrons={"": 2, "russia": 1})])
    assert [event for event in seen(refused, "france") if type(event).__name__ not in ("Entered", "Left")] == []


def test_2_7_an_attack_that_is_put_off_for_its_odds_does_not_show() -> None:
    state = france({"bay-of-biscay": {"france": 1, "britain": 3}})
    table = voyage(state, [attack("bay-of-biscay", only_if_odds=OddsLimit(Decimal(1)))])
    assert seen(table, "britain") == []
    assert len(table.told(SailEnded, "france")) == 1
