"""What Attrition hits, with how many dice, and who bears it (5.6, 6.17)."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.event import Event
from pbem.engine.order import Order
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.cards.windows import DueRoll, rolling
from pbem_tnw.chapters.land.battle_rules import LossWish, alliance, bear, bearers, less, together
from pbem_tnw.chapters.nation.pieces import DiceCleared, FlagChanged, PiecesMoved, SquadronsMoved, free_flag, old_flags
from pbem_tnw.chapters.sea.battle import Homeward
from pbem_tnw.chapters.sea.sailing import change_flags, leave_ports
from pbem_tnw.edition.board import REGROUP, YARD
from pbem_tnw.orders.pieces import PieceNames
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.control import allied, friendly, seat_of
from pbem_tnw.position.forces import allies_at, generals_of, units_at
from pbem_tnw.position.impulse import Pieces
from pbem_tnw.position.state import WarState, draw_name

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


class Attrition(Step[WarState, Order], frozen=True):
    """One force suffers Attrition in an Impulse: the dice may be changed before they count (6.14)."""

    rule = "5.6"
    toll: AttritionToll

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        rolls = rolls_of(table.state, self.toll)
        if rolls:
            table.enter(*rolling(*rolls), ReckonAttrition(toll=self.toll))


class ReckonAttrition(Step[WarState, Order], frozen=True):
    """What the dice on the table take."""

    rule = "5.6"
    toll: AttritionToll

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        rolled = table.state.going_on.rolled
        suffer(table, self.toll, tuple(roll.faces for roll in rolled if roll.purpose == DICE))
        table.emit(DiceCleared())


def suffer(table: Table[WarState], due: AttritionToll, faces: tuple[tuple[int, ...], ...]) -> None:
    """Let a force lose what the dice of its toll say, in the order of `rolls_of`."""
    lost_on = tuple(groups(table.state, due))
    numbers = {on: sum(face <= on for face in shown) for shown, on in zip(faces, lost_on, strict=True)}
    lost = losses(table.state, due, numbers)
    table.emit(AttritionSuffered(place=due.place, faces=faces, lost_on=lost_on, lost=lost))
    if lost.units:
        table.emit(PiecesMoved(due.place, YARD, Pieces(units=lost.units), "attrition", "5.6"))
    if lost.generals:
        table.emit(PiecesMoved(due.place, REGROUP, Pieces(generals=lost.generals), "attrition", "5.6"))
    if lost.flag:
        gone = FlagChanged(duchy=due.place, nation="", cause="attrition-loss", former=lost.flag, rule="6.17")
        change_flags(table, [gone])


class AttritionPhase(Step[WarState, Order], frozen=True):
    """Every force in an Uncontrolled duchy suffers Attrition, then the survivors flag (5.6)."""

    rule = "5.6"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        tolls = tuple(phase_tolls(table.state))
        table.emit(AttritionPhaseBegan(forces=len(tolls)))
        for due in tolls:
            faces = tuple(
                table.roll(draw_name(table.state, f"attrition of {roll.nation} in {due.place}, {roll.side}"), roll.dice)
                for roll in rolls_of(table.state, due)
            )
            suffer(table, due, tuple(tuple(sorted(shown, reverse=True)) for shown in faces))
        flagged = dict.fromkeys(_flag(table))
        table.enter(Shipbuilding(), Homeward())
        leave_ports(table, flagged)


class Shipbuilding(Step[WarState, Order], frozen=True):
    """Every Naval Build marker is turned to its Refit side (5.62)."""

    rule = "5.62"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for place, there in table.state.squadrons.items():
            built = tuple(one for one in there if one.build)
            if built:
                become = tuple(replace(one, build=False, refit=one.refit + 1) for one in built)
                table.emit(
                    SquadronsMoved(
                        start=place, to=place, squadrons=built, become=become, cause="shipbuilding", rule="5.62"
                    )
                )


def phase_tolls(state: WarState) -> Iterator[AttritionToll]:
    """The forces in Uncontrolled duchies, by the first nation in them along the Sequence Track."""
    lost_on = int(state.options.attrition_loss)
    for nation in state.board.sequence:
        for duchy in state.board.duchies:
            pieces = allies_at(state, nation, duchy)
            if pieces and first_nation(state, nation, duchy) == nation and not friendly(state, nation, duchy):
                yield AttritionToll(place=duchy, pieces=pieces, lost_on=lost_on)


def first_nation(state: WarState, nation: str, duchy: str) -> str:
    """The first nation along the Sequence Track with forces of the Camp of *nation* in a duchy."""
    leaders = state.board.leaders
    pieces = allies_at(state, nation, duchy)
    there = {*pieces.units, *(leaders[one].nation for one in pieces.generals)}
    return next((other for other in state.board.sequence if other in there), "")


def flagging_nation(state: WarState, nation: str, duchy: str) -> str:
    """Whose Flag the forces of the Camp of *nation* place: the commander's, else that first on the Track (5.6)."""
    commander = alliance(state, nation, duchy).commander
    return state.board.leaders[commander].nation if commander else first_nation(state, nation, duchy)


def _flag(table: Table[WarState]) -> Iterator[str]:
    """Let survivors flag in Track order, Keys first; gives back the duchies that changed hands."""
    duchies = table.state.board.duchies
    for nation in table.state.board.sequence:
        for duchy in sorted(duchies, key=lambda one: not duchies[one].key):
            state = table.state
            if duchies[duchy].is_fortress or not any(allied(state, nation, one) for one in units_at(state, duchy)):
                continue
            if flagging_nation(state, nation, duchy) != nation:
                continue
            for event in free_flag(state, nation, duchy, "attrition", "5.6", old_flags(state, nation)):
                table.emit(event)
                yield event.duchy
