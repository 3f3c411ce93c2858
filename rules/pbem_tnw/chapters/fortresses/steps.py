"""An assault on a Fortress, round by round (12.3)."""

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.battle.events import BattleModified
from pbem_tnw.chapters.battle.losses import LossWish, bearers
from pbem_tnw.chapters.battle.rounds import DISRUPT, KILL, SideResult, suffered
from pbem_tnw.chapters.cards.events import RollBonusUsed
from pbem_tnw.chapters.cards.windows import ResponseOccasion, ResponseWindow
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.fortresses.assaults import (
    PROMISED,
    USE,
    besieger,
    besieger_dice,
    besieging_units,
    cost,
    fortress_dice,
    goal,
)
from pbem_tnw.chapters.fortresses.events import (
    AssaultBegan,
    AssaultEnd,
    AssaultEnded,
    AssaultRoundDue,
    AssaultRoundOver,
)
from pbem_tnw.chapters.movement.events import ForcesHalted, FormationFreed
from pbem_tnw.chapters.naval.put_to_sea import change_flags
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.chapters.pieces.flagging import free_flag, old_flags, spare_flags
from pbem_tnw.chapters.sequence.points import spend
from pbem_tnw.orders.lines.lines import AssaultLine
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.battle import BattleModifier, Siege
from pbem_tnw.position.control import controller, seat_of
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import YARD
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving

DICE = "siege"
"""The purpose of the dice of an assault."""


def carry_out(table: Table[WarState], nation: str, line: AssaultLine) -> None:
    """Pay for an assault and begin it (12.2)."""
    place = goal(table.state, nation, line)
    spend(table, nation, cost(table.state, place), USE)
    table.enter(AssaultFortress(nation=nation, place=place, most=line.rounds or 0))


class AssaultFortress(Step[WarState, Order], frozen=True):
    """The forces of *nation* assault the Fortress of *place*, in at most so many rounds; 0: as many as 12.3 allows."""

    rule = "12.1"
    nation: str
    place: str
    most: int = 0

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        siege = besieger(table.state, self.nation, self.place)
        if siege is None:
            return
        owner = controller(table.state, self.place)
        table.emit(AssaultBegan(siege=siege, owner=owner))
        _promised_dice(table, self.nation)
        occasion = ResponseOccasion(trigger="siege", nation=self.nation, place=self.place, target=owner)
        table.enter(ResponseWindow(occasion=occasion), AssaultRound(number=1, most=self.most))


class AssaultRound(Step[WarState, Order], frozen=True):
    """The dice of the besieger and of the Fortress, all at once."""

    rule = "12.3"
    number: int
    most: int = 0

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(AssaultRoundDue(number=self.number))
        siege = assaulted(table.state)
        if siege is None:
            return
        owner = controller(table.state, siege.place)
        rolls = (
            DueRoll(
                purpose=DICE, nation=siege.nation, side="attacker", who=siege.besieger.commander,
                dice=besieger_dice(table.state, siege),
            ),
            DueRoll(purpose=DICE, nation=owner, side="defender", who=siege.place, dice=fortress_dice(siege)),
        )  # fmt: skip
        table.enter(*rolling(*rolls), ReckonAssault(most=self.most))


class ReckonAssault(Step[WarState, Order], frozen=True):
    """What the dice did; then another round, or the end."""

    rule = "12.3"
    most: int = 0

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        siege = assaulted(table.state)
        if siege is None:
            return
        faces, guns = _faces(table.state, "attacker"), _faces(table.state, "defender")
        result = round_result(table.state, siege, faces, guns)
        sixes = siege.sixes + result.sixes
        table.emit(
            AssaultRoundOver(
                place=siege.place, number=siege.round, commander=siege.besieger.commander, besieger=result,
                fortress=guns, total=sixes, strength=siege.strength,
            )
        )  # fmt: skip
        if result.killed:
            table.emit(PiecesMoved(siege.place, YARD, Pieces(units=result.killed), "assault", "12.3"))
        table.emit(DiceCleared())
        if not result.left:
            _end(table, siege, "destroyed")
        elif sixes >= siege.strength:
            _end(table, siege, "overrun" if siege.round < siege.strength or sixes > siege.strength else "fallen")
        elif goes_on(siege, result, guns) and siege.round != self.most:
            table.enter(AssaultRound(number=siege.round + 1, most=self.most))
        else:
            _end(table, siege, "held")


def _promised_dice(table: Table[WarState], nation: str) -> None:
    """The dice that cards have promised for the next assault of *nation* count in its first round."""
    bonuses = table.state.impulse.bonuses if table.state.impulse is not None else ()
    mine = [each for each in bonuses if (each.roll, each.nation) == (PROMISED, nation)]
    if mine:
        dice = (BattleModifier(what="dice", side="attacker", card=each.card, n=each.n, round=1) for each in mine)
        table.emit(BattleModified(modifiers=tuple(dice)))
        table.emit(RollBonusUsed(roll=PROMISED, nation=nation))


def goes_on(siege: Siege, result: SideResult, guns: tuple[int, ...]) -> bool:
    """Whether the besieger may assault on: more sixes than kills and disrupts suffered, and rounds are left (12.3)."""
    suffered_ = guns.count(KILL) + guns.count(DISRUPT)
    return result.sixes > suffered_ and siege.round < siege.strength


def round_result(state: WarState, siege: Siege, faces: tuple[int, ...], guns: tuple[int, ...]) -> SideResult:
    """What the dice of a round do to the besieger, and its own sixes."""
    units = besieging_units(state, siege)
    who = bearers(state, units, _wishes(state, siege))
    result = suffered(siege.besieger, units, guns.count(KILL), guns.count(DISRUPT), who, ())
    return replace(result, faces=faces, sixes=faces.count(KILL), casualties=faces.count(KILL))


def assaulted(state: WarState) -> Siege | None:
    """The assault that is going on."""
    return None if state.impulse is None else state.impulse.siege


def _wishes(state: WarState, siege: Siege) -> dict[str, LossWish]:
    seats = dict.fromkeys(seat_of(state, nation) for nation in siege.nations)
    return {seat: LossWish(nations=state.standing.get(seat, WarStanding()).losses or ()) for seat in seats}


def _faces(state: WarState, side: str) -> tuple[int, ...]:
    rolled = () if state.impulse is None else state.impulse.rolled
    found = (face for roll in rolled if roll.purpose == DICE and roll.side == side for face in roll.faces)
    return tuple(sorted(found, reverse=True))


def _end(table: Table[WarState], siege: Siege, end: AssaultEnd) -> None:
    """The Flag of a Fortress that fell, and what becomes of the force: it is stopped but for an Overrun (12.3)."""
    state, owner = table.state, controller(table.state, siege.place)
    fallen = end in ("fallen", "overrun")
    give_up = (*old_flags(state, siege.nation), *spare_flags(state, siege.nation))
    flags = free_flag(state, siege.nation, siege.place, "siege", "12.3", give_up) if fallen else ()
    generals = tuple(one for one in siege.besieger.generals if state.generals.get(one) == siege.place)
    pieces = Pieces(units=besieging_units(state, siege), generals=generals)
    table.emit(AssaultEnded(place=siege.place, nation=siege.nation, owner=owner, end=end, flagged=bool(flags)))
    change_flags(table, flags)
    formation = moving(table.state)
    here = formation is not None and formation.place == siege.place
    if end == "overrun" and formation is not None and here and not formation.fought and not formation.held_up:
        table.emit(FormationFreed(siege.nation, siege.besieger.commander, siege.place))
    elif end != "overrun":
        table.emit(ForcesHalted(place=siege.place, pieces=pieces))
