"""What seats have ordered for a battle: cards, losses, retreats (house rules, 2.2 and 2.3)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem_tnw.chapters.battle.losses import LossWish
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.orders.conditions.condition import value
from pbem_tnw.orders.lines.battle_wish import BattleWish
from pbem_tnw.orders.lines.pieces import PieceNames
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.battle import BattleRole, LandBattle, other_role
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import WarState


def wish_of(state: WarState, battle: LandBattle, nation: str) -> BattleWish:
    """What the seat of *nation* has ordered for the battle, as far as *state* knows.

    What its line in the Impulse leaves open is as the first of its standing lines says that applies.
    """
    seat = seat_of(state, nation)
    wish = _of_line(state, seat)
    orders = state.standing.get(seat, WarStanding())
    for line in (*_applying(state, battle, nation, orders),):
        wish = _filled(wish, line)
    return _filled(wish, BattleWish(losses=orders.losses, generals=orders.generals))


def loss_wishes(state: WarState, battle: LandBattle, role: BattleRole) -> dict[str, LossWish]:
    """What the seats of a side have ordered of losses, by seat."""
    found: dict[str, LossWish] = {}
    for nation in battle.side(role).nations:
        wish = wish_of(state, battle, nation)
        seat = seat_of(state, nation)
        found.setdefault(seat, LossWish(nations=wish.losses or (), generals=wish.generals or PieceNames()))
    return found


def _of_line(state: WarState, seat: str) -> BattleWish:
    orders = state.under_way.get(seat)
    line = None if orders is None else orders.current
    return getattr(line, "battle", None) or BattleWish()


def _applying(state: WarState, battle: LandBattle, nation: str, orders: WarStanding) -> Iterator[BattleWish]:
    role = battle.role_of(nation)
    enemies = () if role is None else battle.side(other_role(role)).nations
    facts = SeatFacts(state, seat_of(state, nation), nation)
    for line in orders.battle or ():
        if not line.where.includes(battle.place) or not any(line.by.includes(one) for one in enemies):
            continue
        if value(line.condition, facts):
            yield line


def _filled(wish: BattleWish, other: BattleWish) -> BattleWish:
    """*wish* with what it leaves open filled in from *other*."""
    open_ = {name: getattr(other, name) for name in BattleWish.__struct_fields__ if getattr(wish, name) is None}
    return replace(wish, **open_)
