"""After the last round: Rout, retreat, the fate of generals, Flags (11.4 to 11.8, 17.3)."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.attrition.suffering import Attrition
from pbem_tnw.chapters.attrition.tolls import AttritionToll
from pbem_tnw.chapters.battle.events import BattleEnded, FateOfGeneral, GeneralFell, RetreatMade, RoutPaid
from pbem_tnw.chapters.battle.plans import wish_of
from pbem_tnw.chapters.battle.sides import going_on, side_units
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.diplomacy.resources import move_resource
from pbem_tnw.chapters.movement.events import ForcesHalted
from pbem_tnw.chapters.movement.retreat import retreats
from pbem_tnw.chapters.naval.put_to_sea import change_flags
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.chapters.pieces.flagging import free_flag, old_flags
from pbem_tnw.position.battle import BattleRole, BattleVerdict, LandBattle, other_role
from pbem_tnw.position.impulse import DiceRoll
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import CAPTURED, KILLED, REGROUP, YARD
from pbem_tnw.position.state import WarState

NAPOLEON = "napoleon"
SAVED = 4
"""The least that a general's die must show to reach the Regroup box (11.8)."""
FATE, RESOURCE = "fate", "resource"
CAPTURE = 2
"""Resources for the capture of Napoleon (17.3)."""


class SettleBattle(Step[WarState, Order], frozen=True):
    """Who dies in a Rout, or because there is no retreat; then the dice for generals and for a Resource."""

    rule = "11.5"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = going_on(table.state)
        if battle is None or battle.verdict is None:
            return
        loser = other_role(battle.verdict.winner)
        if battle.verdict.rout:
            _remove(table, battle, battle.side(loser).disrupted, "rout", "11.5")
        goal = retreat_goal(table.state, battle, loser)
        if not goal:
            _remove(table, battle, side_units(table.state, battle, loser), "no-retreat", "11.4")
        dice = (*_fates(table.state, battle), *_resource(battle, battle.verdict))
        table.enter(*(rolling(*dice) if dice else ()), EndBattle(goal=goal))


class EndBattle(Step[WarState, Order], frozen=True):
    """The fate of generals, the Resource of a Rout, a Flag overrun, and the retreat to *goal*."""

    rule = "11.4"
    goal: str = ""

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle, impulse = going_on(table.state), table.state.impulse
        if battle is None or battle.verdict is None or impulse is None:
            return
        for roll in impulse.rolled:
            if roll.purpose == FATE:
                _fall(table, battle, battle.verdict, roll)
            elif roll.purpose == RESOURCE:
                _pay(table, battle, battle.verdict, roll)
        if impulse.rolled:
            table.emit(DiceCleared())
        _flag(table, battle, battle.verdict)
        gone = _retreat(table, battle, other_role(battle.verdict.winner), self.goal)
        _end(table, battle, battle.verdict, gone, self.goal)


def retreat_goal(state: WarState, battle: LandBattle, loser: BattleRole) -> str:
    """Where the loser goes: the attacker back, the defender as its seat has ordered (11.4); empty: nowhere."""
    side, units = battle.side(loser), side_units(state, battle, loser)
    if not units:
        return ""
    if loser == "attacker" and battle.origin:
        return battle.origin
    pieces = Pieces(units=units, generals=side.generals)
    possible = retreats(state, battle.place, pieces, battle.origin, battle.interceptors)
    wished = () if side.split else wish_of(state, battle, side.lead).retreat_to or ()
    return next((place for place in wished if place in possible), possible[0] if possible else "")


def dying(state: WarState, battle: LandBattle, role: BattleRole) -> tuple[str, ...]:
    """The generals of a side whose fate is rolled for: all if it has no unit left, else those killed (11.8)."""
    side, won = battle.side(role), battle.verdict
    if not side_units(state, battle, role):
        return (*side.fallen, *side.generals)
    routed = won is not None and won.rout and won.winner != role
    return (*side.fallen, *(side.disrupted_generals if routed else ()))


def _remove(table: Table[WarState], battle: LandBattle, units: Mapping[str, int], cause: str, rule: str) -> None:
    if units:
        table.emit(PiecesMoved(battle.place, YARD, Pieces(units=dict(units)), cause, rule))


def _fates(state: WarState, battle: LandBattle) -> Iterator[DueRoll]:
    for role in ("attacker", "defender"):
        for general in dying(state, battle, role):
            yield DueRoll(purpose=FATE, nation=state.board.leaders[general].nation, side=role, who=general, dice=1)


def _resource(battle: LandBattle, won: BattleVerdict) -> Iterator[DueRoll]:
    winner, loser = battle.side(won.winner), battle.side(other_role(won.winner))
    if won.rout and loser.printed and not won.desert:
        yield DueRoll(purpose=RESOURCE, nation=winner.lead, dice=1)


def _fall(table: Table[WarState], battle: LandBattle, won: BattleVerdict, roll: DiceRoll) -> None:
    """Let the die for a general count (11.8); Napoleon is captured where others are eliminated (17.3)."""
    general, die = roll.who, roll.total
    fate: FateOfGeneral = "regroup"
    if die < SAVED and general == NAPOLEON:
        fate = "captured"
    elif die < SAVED:
        fate = "out-of-the-game" if table.state.board.leaders[general].card else "eliminated"
    boxes = {"regroup": REGROUP, "eliminated": YARD, "out-of-the-game": KILLED, "captured": CAPTURED}
    captor = battle.side(other_role("attacker" if roll.side == "attacker" else "defender")).lead
    captor = captor if fate == "captured" else ""
    table.emit(GeneralFell(general=general, die=die, fate=fate, to=boxes[fate], captor=captor))
    if captor and not won.desert:
        move_resource(table, captor, CAPTURE, "capture")


def _pay(table: Table[WarState], battle: LandBattle, won: BattleVerdict, roll: DiceRoll) -> None:
    winner, loser = battle.side(won.winner), battle.side(other_role(won.winner))
    table.emit(RoutPaid(nation=winner.lead, die=roll.total, rating=loser.printed))
    if roll.total <= loser.printed:
        move_resource(table, winner.lead, 1, "rout")


def _flag(table: Table[WarState], battle: LandBattle, won: BattleVerdict) -> None:
    """A Flag overrun: only for the Active side, not with a Fortress, not if no one is left (11.7)."""
    if won.winner != "attacker" or not won.flag or won.desert:
        return
    if table.state.board.duchies[battle.place].is_fortress:
        return
    nation = battle.attacker.lead
    given_up = old_flags(table.state, nation)
    change_flags(table, free_flag(table.state, nation, battle.place, "flag-overrun", "11.7", given_up))


def _retreat(table: Table[WarState], battle: LandBattle, loser: BattleRole, goal: str) -> Pieces:
    """Let what is left of the loser go, all together (11.4); from a landing aboard, with Attrition (13.7)."""
    left = _alive(table.state, battle, loser)
    if left and goal:
        table.emit(PiecesMoved(battle.place, goal, left, "retreat", "11.4"))
        table.emit(RetreatMade(place=battle.place, to=goal, nation=battle.side(loser).lead))
        if loser == "attacker" and battle.landed:
            lost_on = int(table.state.options.attrition_loss)
            table.enter(Attrition(toll=AttritionToll(place=goal, pieces=left, lost_on=lost_on)))
    return left


def _end(table: Table[WarState], battle: LandBattle, won: BattleVerdict, retreated: Pieces, goal: str) -> None:
    """The battle is over; the Active side goes on moving only after an Overrun (9.4, 11.6)."""
    active = won.winner == "attacker"
    overrun = active and not goal
    if not overrun:
        pieces = _alive(table.state, battle, "attacker") if active else retreated
        place = battle.place if active else goal or battle.place
        table.emit(ForcesHalted(place=place, pieces=pieces, lost=not active))
    table.emit(BattleEnded(place=battle.place, won=active, overrun=overrun))


def _alive(state: WarState, battle: LandBattle, role: BattleRole) -> Pieces:
    """The pieces of a side that are still where it fought."""
    generals = (one for one in battle.side(role).generals if state.generals.get(one) == battle.place)
    return Pieces(units=side_units(state, battle, role), generals=tuple(generals))
