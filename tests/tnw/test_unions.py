"""Every event, box and order of the game is in the unions as which its log is read."""

from importlib import import_module
from pathlib import Path
from typing import get_args

import pbem_tnw
from pbem.engine.event import Event
from pbem.engine.order import Order
from pbem.engine.position import Box
from pbem_tnw.unions import TnwEvents, TnwOrders, TnwSteps

NOT_ON_THE_FLOW = {"AnyTimeSheet", "RuleWar"}
BASES = {"SeatSecret"}
"""Types that only others inherit."""


def made(kind: type) -> set[str]:
    """The names of all types of a *kind* that the modules of the game make."""
    root = Path(pbem_tnw.__file__).parent
    for path in sorted(root.rglob("*.py")):
        if path.name != "hatch_build.py":
            import_module(
                ".".join(("pbem_tnw", *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
            )
    return {one.__name__ for one in _below(kind) if one.__module__.startswith("pbem_tnw.")}


def _below(kind: type) -> set[type]:
    below: list[type] = kind.__subclasses__()
    return {kind} | {each for one in below for each in _below(one)}


def test_every_event_is_in_its_union() -> None:
    assert made(Event) - {one.__name__ for one in get_args(TnwEvents)} - BASES == set()


def test_every_box_is_in_its_union() -> None:
    assert made(Box) - {one.__name__ for one in get_args(TnwSteps)} - NOT_ON_THE_FLOW == set()


def test_every_order_is_in_its_union() -> None:
    assert made(Order) - {one.__name__ for one in get_args(TnwOrders)} == set()
