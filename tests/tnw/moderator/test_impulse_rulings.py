"""Rulings in the middle of an Impulse: Command Points, and dice whose result is still to come."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import RULING
from pbem.engine.table import Answer, decisions_of
from pbem_tnw.chapters.rulings import RuleWar
from pbem_tnw.chapters.turn.facts import left
from pbem_tnw.orders.ruling import WarRuling
from pbem_tnw.position.impulse import DiceRoll, PointPool
from pbem_tnw.position.state import WarState
from tests.tnw.moderator.game import ModeratedGame
from tests.tnw.positions import DiceTable, active, at_start, codes

ROLL = DiceRoll(purpose="battle", nation="france", side="attacker", faces=(6, 5, 2))


def in_impulse(**changes: Any) -> WarState:
    return active(at_start(), "france", 4, rolled=(ROLL,), **changes)


def ruled(state: WarState, order: WarRuling) -> WarState:
    table, step = DiceTable(state), RuleWar()
    (decision,) = decisions_of(step, state)
    assert codes(step.check(state, decision, order)) == []
    table.run(step, {decision: Answer(order, RULING, "")})
    after: WarState = table.state
    return after


def refused(state: WarState, order: WarRuling) -> list[str]:
    step = RuleWar()
    (decision,) = decisions_of(step, state)
    return codes(step.check(state, decision, order))


def test_6_3_points_for_anything_are_ruled_and_others_stay() -> None:
    state = in_impulse()
    assert state.impulse is not None
    pools = (*state.impulse.pools, PointPool(nation="france", points=2, use=("siege",)))
    state = replace(state, impulse=replace(state.impulse, pools=pools))
    after = ruled(state, WarRuling(cps={"france": 1}))
    assert (left(after, "france"), left(after, "france", "siege")) == (1, 3)
    assert left(ruled(state, WarRuling(cps={"france": 0})), "france") == 0


def test_6_14_dice_are_ruled_highest_first() -> None:
    impulse = ruled(in_impulse(), WarRuling(dice={1: (1, 6, 6)})).impulse
    assert impulse is not None
    assert impulse.rolled == (replace(ROLL, faces=(6, 6, 1)),)


def test_6_14_two_dice_that_are_added_up_stay_in_their_order() -> None:
    pair = DiceRoll(purpose="interception", nation="austria", faces=(1, 3), need=9)
    impulse = ruled(active(at_start(), "france", 4, rolled=(pair,)), WarRuling(dice={1: (2, 6)})).impulse
    assert impulse is not None
    assert impulse.rolled[0].faces == (2, 6)


def test_6_14_other_dice_than_were_rolled_are_refused() -> None:
    assert refused(in_impulse(), WarRuling(dice={1: (6, 6)})) == ["not-its-dice"]
    assert refused(in_impulse(), WarRuling(dice={1: (6, 6, 7)})) == ["not-its-dice"]
    assert refused(in_impulse(), WarRuling(dice={2: (6,)})) == ["no-such-roll"]
    assert refused(in_impulse(), WarRuling(cps={"france": -1})) == ["below-nothing"]


def test_2_4_in_a_hold_points_and_pieces_are_ruled_and_the_impulse_goes_on(tmp_path: Path) -> None:
    game = ModeratedGame(tmp_path / "europe")
    cards = game.state.board.cards
    card = max(game.state.hands["france"].known, key=lambda one: cards[one].cp)
    march = f"impulses:\n  France:\n    play: {card} as cp\n    do: [Napoleon > Ulm, rest: units at Paris]\n"
    assert game.send("france", march) == "accepted"
    assert game.send("austria", "standing: {hold: battle by France in Ulm, evade: no}\n") == "accepted"
    for seat in ("britain", "russia"):
        game.send(seat, "pass\n")
    game.letters()
    assert {decision.seat for decision in game.waiting()} == {"austria", "britain", "russia"}
    done = game.rule("cps: {France: 1}\nunits: {Ulm: {Austria: 2}}")
    assert (done.sheet.faults, done.broken) == ((), ())
    assert left(game.state, "france") == 1
    game.letters()
    for decision in game.waiting():
        assert game.send(decision.seat, "play: nothing\n") == "accepted"
    assert "1 CP is not used" in game.letters()["public"]
