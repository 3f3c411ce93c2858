"""A kill at any instant loses nothing and plays nothing twice, whatever the game stops for."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.mail.exchange import judge_and_play
from pbem.referee import opening
from pbem_tnw.orders.standing import HoldWish, WarStanding
from pbem_tnw.orders.turn import RoundOrders
from pbem_tnw.position.state import WarState
from tests.long import tries
from tests.referee.killer import KILLED, in_child, tree
from tests.tnw.replay.sheet_game import RULES, SheetGame

STRIDE = tries(58, 29)
HOLD = (HoldWish(on="event"), HoldWish(on="step"))


class HeldUp(SheetGame):
    """A game in which every seat holds wherever it can."""

    def answer(self, view: WarState, decision: Decision) -> Order:
        order = super().answer(view, decision)
        if isinstance(order, RoundOrders):
            return replace(order, standing=replace(order.standing or WarStanding(), hold=HOLD))
        return order


def kill(folder: Path, work: Callable[[Path], None]) -> int:
    """Kill *work* at every so many instants, and do it again each time; how many there were."""
    base = folder.rename(folder.with_name("base"))
    shutil.copytree(base, folder)
    work(folder)
    wanted = tree(folder)
    code, instant = KILLED, 0
    while code == KILLED:
        instant += STRIDE
        shutil.rmtree(folder)
        shutil.copytree(base, folder)
        code = in_child(folder, instant, work)
        in_child(folder, STRIDE // 2, work)
        assert in_child(folder, work=work) == 0
        assert tree(folder) == wanted, instant
    assert code == 0
    shutil.rmtree(base)
    return instant // STRIDE


@pytest.mark.slow
def test_a_kill_at_any_instant_loses_nothing_and_plays_nothing_twice(tmp_path: Path) -> None:
    game = HeldUp(tmp_path / "game", 5, "24" * 32)

    def work(folder: Path) -> None:
        with opening.held(folder, RULES) as held:
            judge_and_play(held, game.clock)

    kills: dict[str, int] = {}
    while not {"round", "hold"} <= kills.keys():
        label = game.hand_in()[0].label
        if label in kills or label == "entry":
            game.turn()
        else:
            kills[label] = kill(game.folder, work)
    assert kills["round"] > tries(2, 5)
