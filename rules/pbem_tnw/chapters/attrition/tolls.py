"""What Attrition hits, with how many dice, and who bears it (5.6, 6.17)."""

from collections.abc import Iterable, Mapping

import msgspec

from pbem_tnw.chapters.battle.losses import LossWish, bear, bearers, less, together
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.dice.rolls import DueRoll
from pbem_tnw.orders.lines.pieces import PieceNames
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import generals_of, units_at
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState

DICE = "attrition"
"""The purpose of the dice of Attrition."""


class AttritionToll(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One force that suffers Attrition: its *pieces* at a place, and the nation of a *flag* that is rolled for as well.

    A piece is lost on 1 to *lost_on*, to which cards in play add.
    """

    place: str
    pieces: Pieces
    lost_on: int
    flag: str = ""


class AttritionLoss(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What Attrition takes: units are eliminated, generals regroup; *flag* is the nation whose Flag comes off."""

    units: Mapping[str, int] = {}
    generals: tuple[str, ...] = ()
    flag: str = ""


def toll(
    state: WarState, place: str, nations: Iterable[str], lost_on: int, *, flags: bool = False
) -> AttritionToll | None:
    """The toll of all forces of *nations* at a place, with *flags* of a Flag of theirs there, too (6.17).

    None if there is nothing of theirs.
    """
    hit = tuple(nations)
    units = {nation: number for nation, number in units_at(state, place).items() if nation in hit}
    flag = state.flags.get(place, "") if flags else ""
    pieces = Pieces(units=units, generals=generals_of(state, place, hit))
    if not pieces and flag not in hit:
        return None
    return AttritionToll(place=place, pieces=pieces, lost_on=lost_on, flag=flag if flag in hit else "")


def groups(state: WarState, due: AttritionToll) -> Mapping[int, tuple[str, int]]:
    """The dice of a toll by the highest number that takes a piece: for whom, the first nation of them, and how many.

    Nations for which cards in play add to that number have dice of their own; the losses are of the whole force.
    """
    found: dict[int, tuple[str, int]] = {}
    for nation in state.board.sequence:
        generals = sum(state.board.leaders[one].nation == nation for one in due.pieces.generals)
        number = due.pieces.units.get(nation, 0) + generals + (due.flag == nation)
        if number:
            on = _lost_on(state, due, nation)
            first, before = found.get(on, (nation, 0))
            found[on] = (first, before + number)
    return dict(sorted(found.items()))


def rolls_of(state: WarState, due: AttritionToll) -> tuple[DueRoll, ...]:
    """The rolls of a toll: one die for each unit and general, and for the Flag."""
    return tuple(
        DueRoll(purpose=DICE, nation=nation, who=due.place, side=f"on {on}", dice=number)
        for on, (nation, number) in groups(state, due).items()
    )


def losses(state: WarState, due: AttritionToll, numbers: Mapping[int, int]) -> AttritionLoss:
    """Who bears the losses, whose *numbers* are by those of `groups`.

    Units of the nations whose dice they were, then any of the force, then the Flag, then generals, whom their seats may
    have named in order.
    """
    wishes, units = _wishes(state, due), dict[str, int]()
    rest = sum(numbers.values())
    for on in (*numbers, None):
        pool = {
            nation: number
            for nation, number in less(due.pieces.units, units).items()
            if on is None or _lost_on(state, due, nation) == on
        }
        (taken,) = bear(bearers(state, pool, wishes), rest if on is None else numbers[on], pool)
        units = together((units, taken))
        rest -= sum(taken.values())
    flag = due.flag if rest else ""
    rest -= bool(flag)
    named = [one for wish in wishes.values() for one in wish.generals.names if one in due.pieces.generals]
    leaders = state.board.leaders
    weakest = sorted(due.pieces.generals, key=lambda one: (leaders[one].battle, leaders[one].command, one))
    generals = tuple(dict.fromkeys((*named, *weakest)))[: max(0, rest)]
    return AttritionLoss(units=units, generals=generals, flag=flag)


def _lost_on(state: WarState, due: AttritionToll, nation: str) -> int:
    return due.lost_on + modifier(state, "attrition_lost_on", nation, place=due.place)


def _wishes(state: WarState, due: AttritionToll) -> dict[str, LossWish]:
    nations = dict.fromkeys((*due.pieces.units, *(state.board.leaders[one].nation for one in due.pieces.generals)))
    found: dict[str, LossWish] = {}
    for seat in dict.fromkeys(seat_of(state, nation) for nation in nations):
        orders = state.standing.get(seat, WarStanding())
        found[seat] = LossWish(nations=orders.losses or (), generals=orders.generals or PieceNames())
    return found
