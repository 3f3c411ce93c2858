"""The effect `attrition`: forces suffer at once, or Squadrons take Refit markers (5.6, 6.17)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.problem import Problem
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.attrition.suffering import Attrition
from pbem_tnw.chapters.attrition.tolls import AttritionToll, toll
from pbem_tnw.chapters.cards.effects.rules import carry_out, hindrances, idle
from pbem_tnw.chapters.cards.effects.taking import force_of
from pbem_tnw.chapters.cards.playing import Playing
from pbem_tnw.chapters.cards.spots import places
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.naval.fleets import fleet_at
from pbem_tnw.chapters.pieces.events import SquadronsMoved
from pbem_tnw.edition.card_words import AttritionEffect
from pbem_tnw.position.control import at_war
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.state import WarState

STORM = "storm"
"""The purpose of the dice for Squadrons."""


@hindrances.register
def _no_attrition(effect: AttritionEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if effect.pieces == ("squadron",):
        if not fleet_of(state, playing):
            yield idle(playing, "no-force")
    elif (effect.force is not None or len(playing.effects) == 1) and not any(tolls(state, playing, effect)):
        yield idle(playing, "no-forces-there")  # in duchies that a card names it is no more than a part of it


@carry_out.register
def _attrition(effect: AttritionEffect, table: Table[WarState], playing: Playing) -> None:
    if effect.pieces == ("squadron",):
        ships = fleet_of(table.state, playing)
        due = DueRoll(purpose=STORM, nation=playing.acting, who=playing.place, dice=len(ships))
        worn = RefitOnDice(place=playing.place, nation=playing.acting, lost_on=effect.lost_on)
        table.enter(*rolling(due), worn)
    else:
        table.enter(*(Attrition(toll=each) for each in tolls(table.state, playing, effect)))


def tolls(state: WarState, playing: Playing, effect: AttritionEffect) -> Iterator[AttritionToll]:
    """The forces that suffer, one duchy after the other; in duchies that the card names their Flags, too (6.17)."""
    if effect.force is not None:
        pieces = force_of(state, playing)
        if pieces:
            yield AttritionToll(place=playing.place, pieces=pieces, lost_on=effect.lost_on)
        return
    for place in places(state, effect.where, nation=playing.nation, target=playing.place):
        suffering = (nation for nation in state.board.sequence if _suffers(state, playing, effect, nation))
        due = toll(state, place, tuple(suffering), effect.lost_on, flags=True)
        if due is not None:
            yield due


def _suffers(state: WarState, playing: Playing, effect: AttritionEffect, nation: str) -> bool:
    """Whether forces of *nation* are among those that the card hits."""
    who = effect.who
    if who is None:
        return True
    if who == "enemy":
        return at_war(state, playing.nation, nation)
    if who.startswith("not_"):
        return nation != who.removeprefix("not_")
    return at_war(state, who.removeprefix("enemy_of_"), nation)


def fleet_of(state: WarState, playing: Playing) -> tuple[Squadron, ...]:
    """The Fleet that has just sailed into the zone."""
    return fleet_at(state, playing.acting, playing.place)


class RefitOnDice(Step[WarState, Order], frozen=True):
    """Each Squadron of *nation* takes a Refit marker on its die of 1 to *lost_on* (part 3, `attrition`)."""

    rule = "6.14"
    place: str
    nation: str
    lost_on: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        rolled = () if table.state.impulse is None else table.state.impulse.rolled
        faces = rolled[-1].faces if rolled else ()
        ships = fleet_at(table.state, self.nation, self.place)
        hit = ships[: sum(face <= self.lost_on for face in faces)]
        table.emit(DiceCleared())
        if hit:
            become = tuple(replace(one, refit=one.refit + 1) for one in hit)
            table.emit(
                SquadronsMoved(
                    start=self.place, to=self.place, squadrons=hit, become=become, cause="storm", rule="6.14"
                )
            )
