"""A battle on land, from the first card to the last round (11.1 to 11.4)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.battle.aftermath import SettleBattle
from pbem_tnw.chapters.battle.cards import PlannedAnswers, cards_before
from pbem_tnw.chapters.battle.dice import count
from pbem_tnw.chapters.battle.events import BattleBegan, BattleDecided, BattleRoundDue, BattleRoundOver
from pbem_tnw.chapters.battle.losses import Bearers, bear, bearers
from pbem_tnw.chapters.battle.plans import loss_wishes
from pbem_tnw.chapters.battle.rounds import SideResult, inflicted, suffered, verdict
from pbem_tnw.chapters.battle.sides import DICE, due, faces_of, going_on, side_units
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.cards.windows import ResponseOccasion
from pbem_tnw.chapters.dice.events import DiceCleared
from pbem_tnw.chapters.dice.rolls import DueRoll, rolling
from pbem_tnw.chapters.movement.commanders import alliance, defence
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.position.battle import BattleRole, LandBattle, other_role
from pbem_tnw.position.impulse import Contact
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import YARD
from pbem_tnw.position.state import WarState

ROLES: tuple[BattleRole, BattleRole] = ("attacker", "defender")


class Battle(Step[WarState, Order], frozen=True):
    """The Active *nation* fights all enemies in a duchy (11.1); nothing if a side has no units there.

    *origin* is the duchy that it came from, or the zone it *landed* from; *defended*: enemy units stood there before
    anyone came in from the *interceptors*' duchies. *batteries* are hits on a landing force, of which *disrupted*
    disrupted a unit each (13.7).
    """

    rule = "11.1"
    nation: str
    place: str
    origin: str = ""
    landed: bool = False
    defended: bool = True
    interceptors: tuple[str, ...] = ()
    evasion_failed: bool = False
    batteries: int = 0
    disrupted: int = 0

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = battle_due(table.state, self)
        if battle is not None:
            units = {role: side_units(table.state, battle, role) for role in ROLES}
            table.emit(BattleBegan(battle=battle, attacking=units["attacker"], defending=units["defender"]))
            table.enter(*cards_before(table.state, battle, 1), BattleRound(number=1))


class BattleRound(Step[WarState, Order], frozen=True):
    """The dice of both sides, all at once (11.3)."""

    rule = "11.3"
    number: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(BattleRoundDue(number=self.number))
        state, battle = table.state, going_on(table.state)
        if battle is None:
            return
        rolls = (
            DueRoll(
                purpose=DICE, nation=battle.side(role).lead, side=role, who=battle.side(role).commander,
                dice=count(state, battle, role).total,
            )
            for role in ROLES
        )  # fmt: skip
        rolled = occasion(state, battle, "battle_rolled")
        roll, answer, *later = rolling(*rolls, windows=(rolled,))
        table.enter(roll, answer, PlannedAnswers(occasion=rolled), *later, ReckonRound())


class ReckonRound(Step[WarState, Order], frozen=True):
    """What the dice on the table did, and who has won (11.3, 11.4)."""

    rule = "11.3"

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        battle = going_on(table.state)
        if battle is None:
            return
        results = round_results(table.state, battle)
        table.emit(
            BattleRoundOver(
                place=battle.place, number=battle.round, attacker=results["attacker"], defender=results["defender"],
                attacking=battle.attacker.lead, attackers=battle.attacker.commander,
                defending=battle.defender.lead, defenders=battle.defender.commander,
            )
        )  # fmt: skip
        for role in ROLES:
            if killed := results[role].killed:
                table.emit(PiecesMoved(battle.place, YARD, Pieces(units=killed), "battle", "11.3"))
        table.emit(DiceCleared())
        decide(table, battle, results)


def decide(table: Table[WarState], battle: LandBattle, results: Mapping[BattleRole, SideResult]) -> None:
    """Settle the battle after the round with these results, or go on to a second round."""
    eased = {role: modifier(table.state, "rout_margin", battle.side(role).lead) for role in ROLES}
    won = verdict(battle, results["attacker"], results["defender"], eased)
    if won is None:
        number = battle.round + 1
        table.enter(*cards_before(table.state, battle, number), BattleRound(number=number))
        return
    winner, loser = battle.side(won.winner), battle.side(other_role(won.winner))
    table.emit(BattleDecided(place=battle.place, verdict=won, winner=winner.lead, loser=loser.lead))
    table.enter(SettleBattle())


def battle_due(state: WarState, box: Battle) -> LandBattle | None:
    """The battle that *box* begins; None if one of the sides has no units (9.6)."""
    own, enemy = alliance(state, box.nation, box.place), defence(state, box.nation, box.place)
    if not enemy.pieces.strength or not own.pieces.strength:
        return None
    contact = Contact(
        place=box.place, origin=box.origin, landed=box.landed, defended=box.defended, interceptors=box.interceptors,
        evasion_failed=box.evasion_failed,
    )  # fmt: skip
    battle = replace(due(state, own, enemy, contact), batteries=box.batteries)
    return _shaken_by_batteries(state, battle, box.disrupted)


def occasion(state: WarState, battle: LandBattle, trigger: str, card: str = "") -> ResponseOccasion:
    """What gives an occasion to respond in a battle: the attacker acts, against the defender."""
    return ResponseOccasion(
        trigger=trigger, nation=state.active or battle.attacker.lead, place=battle.place, origin=battle.origin,
        card=card, target=battle.defender.lead,
    )  # fmt: skip


def round_results(state: WarState, battle: LandBattle) -> dict[BattleRole, SideResult]:
    """What the dice on the table do to both sides."""
    faces = {role: faces_of(state, role) for role in ROLES}
    hits = {role: inflicted(battle, role, faces[role]) for role in ROLES}
    found: dict[BattleRole, SideResult] = {}
    for role in ROLES:
        side, units = battle.side(role), side_units(state, battle, role)
        rallies = [
            each for each in battle.modifiers
            if each.what == "rally" and each.side == role and each.round in (0, battle.round)
        ]  # fmt: skip
        result = suffered(side, units, *hits[other_role(role)], _bearers(state, battle, role, units), rallies)
        early = battle.batteries if role == "defender" and battle.round == 1 else 0
        found[role] = _with_own_dice(result, faces[role], hits[role], early)
    return found


def _with_own_dice(result: SideResult, faces: tuple[int, ...], hits: tuple[int, int], batteries: int) -> SideResult:
    sixes, fives = hits
    return replace(result, faces=faces, sixes=sixes, casualties=sixes + fives + batteries)


def _bearers(state: WarState, battle: LandBattle, role: BattleRole, units: Mapping[str, int]) -> Bearers:
    return bearers(state, units, loss_wishes(state, battle, role))


def _shaken_by_batteries(state: WarState, battle: LandBattle, number: int) -> LandBattle:
    """The battle with so many units of a landing force disrupted (13.7)."""
    units = side_units(state, battle, "attacker")
    (disrupted,) = bear(_bearers(state, battle, "attacker", units), number, units)
    return replace(battle, attacker=replace(battle.attacker, disrupted=disrupted))
