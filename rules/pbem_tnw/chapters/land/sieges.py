"""An assault on a Fortress, round by round (12.3)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import ResponseOccasion
from pbem_tnw.chapters.cards.events import RollBonusUsed
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.cards.windows import DueRoll, ResponseWindow, rolling
from pbem_tnw.chapters.land.battle_events import (
    AssaultBegan,
    AssaultEnd,
    AssaultEnded,
    AssaultRoundDue,
    AssaultRoundOver,
    BattleModified,
)
from pbem_tnw.chapters.land.battle_outlook import by_kind
from pbem_tnw.chapters.land.battle_rules import (
    DISRUPT,
    KILL,
    LossWish,
    SideResult,
    bearers,
    card_dice,
    nationality,
    nations_in,
    suffered,
)
from pbem_tnw.chapters.land.events import ForcesHalted, FormationFreed
from pbem_tnw.chapters.land.odds import Besieger, Fortress, SiegeOdds, assault
from pbem_tnw.chapters.land.odds import nationality as plain_nationality
from pbem_tnw.chapters.nation.pieces import DiceCleared, PiecesMoved, free_flag, old_flags, spare_flags
from pbem_tnw.chapters.sea.sailing import change_flags
from pbem_tnw.chapters.turn.facts import left, spend
from pbem_tnw.edition.board import YARD
from pbem_tnw.orders.lines import AssaultLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.position.control import allied, controller, hostile, seat_of
from pbem_tnw.position.forces import besieging, controls_zone, enemies_at, generals_of, moving, units_at
from pbem_tnw.position.impulse import BattleModifier, BattleSide, Pieces, Siege, WarFormation
from pbem_tnw.position.state import WarState

USE = "siege"
COST = 1
PROMISED = "siege_dice"
"""What cards call the dice that they add to an assault (part 3, `roll_mod`)."""


def goal(view: WarState, nation: str, line: AssaultLine) -> str:
    """The Fortress that a line means: without a name that of the Formation, or the only one that *nation* besieges."""
    if line.at != HERE:
        return line.at
    formation = moving(view)
    if formation is not None and formation.place in view.board.duchies:
        return formation.place
    places = besieging(view, nation)
    return places[0] if len(places) == 1 else ""


def cost(view: WarState, place: str) -> int:
    """What an assault costs: nothing for a force that stood there when the Impulse began (12.2)."""
    return 0 if place in view.going_on.stood else COST


def problems(view: WarState, nation: str, line: AssaultLine) -> Iterator[Problem]:
    """Why *nation* cannot assault what the line means now."""
    place = goal(view, nation, line)
    if not place:
        yield Problem("assault-where", ("at",), "12.1", {"besieged": besieging(view, nation)})
        return
    if not view.board.duchies[place].is_fortress or not hostile(view, nation, place):
        args = {"place": place, "nation": nation, "fortress": view.board.duchies[place].is_fortress}
        yield Problem("assault-no-enemy-fortress", ("at",), "12.1", args)
        return
    if place in view.going_on.assaulted:
        yield Problem("assault-twice", ("at",), "12.2", {"place": place})
    if enemies_at(view, nation, place):
        yield Problem("assault-enemies-there", ("at",), "12.1", {"place": place})
    if besieger(view, nation, place) is None:
        generals = generals_of(view, place, (nation,))
        yield Problem("assault-no-army", ("at",), "12.1", {"place": place, "nation": nation, "generals": generals})
    elif view.impulse is not None and left(view, nation, USE) < (due := cost(view, place)):
        yield Problem("assault-points", ("at",), "12.2", {"place": place, "cost": due})


def besieger(state: WarState, nation: str, place: str) -> Siege | None:
    """The assault of the forces of *nation* at *place*: its Army or Army Group there; None without one (12.1).

    Units of other seats take part only in the Formation that they were lent to.
    """
    formation = moving(state)
    formation = formation if formation is not None and formation.place == place else None
    commander = _commander(state, nation, place, formation)
    pieces = _pieces(state, nation, place, formation)
    if not commander or not pieces.strength:
        return None
    leader = state.board.leaders[commander]
    side = BattleSide(
        nations=nations_in(state, pieces), lead=leader.nation, commander=commander, rating=leader.battle,
        generals=pieces.generals,
    )  # fmt: skip
    return Siege(
        place=place, nation=leader.nation, besieger=side, units=pieces.units, command=leader.command,
        strength=strength(state, place), port_open=port_open(state, place), free=not cost(state, place),
    )  # fmt: skip


def strength(state: WarState, place: str) -> int:
    """The strength of a Fortress, with what lasting events add."""
    printed = state.board.duchies[place].strength
    return max(1, printed + modifier(state, "fortress_strength", controller(state, place), place=place))


def port_open(state: WarState, place: str) -> bool:
    """Whether a Fortress is a Port, and its owner's Camp controls an adjacent zone (12.3)."""
    owner = controller(state, place)
    return any(controls_zone(state, owner, zone) for zone in state.board.duchies[place].port)


def besieging_units(state: WarState, siege: Siege) -> dict[str, int]:
    """The units of the besieger that are alive, by nation."""
    there = units_at(state, siege.place)
    alive = {nation: min(number, there.get(nation, 0)) for nation, number in siege.units.items()}
    return {nation: number for nation, number in alive.items() if number}


def besieger_dice(state: WarState, siege: Siege, units: Mapping[str, int] | None = None) -> int:
    """The dice of the besieger in the round: units up to the commander's Command, Rating, nationality (12.3)."""
    alive = besieging_units(state, siege) if units is None else units
    side, number = siege.besieger, max(1, siege.round)
    good = min(siege.command, sum(alive.values()) - sum(side.disrupted.values()))
    rating = 0 if side.commander in side.disrupted_generals else side.rating
    bonus = nationality(state, alive) + card_dice(siege.modifiers, "attacker", number) - siege.port_open
    return max(0, good + rating + bonus - side.dice_lost)


def fortress_dice(siege: Siege) -> int:
    """The dice of the Fortress in the round."""
    return max(0, siege.strength + card_dice(siege.modifiers, "defender", max(1, siege.round)))


def outlook(view: WarState, nation: str, place: str) -> SiegeOdds | None:
    """The odds of an assault of *nation* on the Fortress of *place* now; None if it has no Army there."""
    siege = besieger(view, nation, place)
    if siege is None:
        return None
    pieces = Pieces(units=siege.units, generals=siege.besieger.generals)
    kinds = by_kind(view, pieces)
    promised = view.going_on.bonuses
    first = sum(each.n for each in promised if (each.roll, each.nation) == (PROMISED, nation))
    return assault(
        Besieger(
            units=kinds, command=siege.command, rating=siege.besieger.rating, zone_held=siege.port_open, first=first,
            every=nationality(view, siege.units) - plain_nationality(kinds),
        ),
        Fortress(strength=siege.strength),
    )  # fmt: skip


def _commander(state: WarState, nation: str, place: str, formation: WarFormation | None) -> str:
    """The commander of the Formation, else the best general of *nation* there or the one its seat names (9.7)."""
    if formation is not None and formation.commander:
        return formation.commander
    own = generals_of(state, place, (nation,))
    orders = state.standing.get(seat_of(state, nation))
    named = (orders.commander or {}).get(place, "") if orders is not None else ""
    return named if named in own else next(iter(own), "")


def _pieces(state: WarState, nation: str, place: str, formation: WarFormation | None) -> Pieces:
    lent = Pieces() if formation is None else formation.pieces
    seat = seat_of(state, nation)
    units = {}
    for other, number in units_at(state, place).items():
        taken = number if seat_of(state, other) == seat else lent.units.get(other, 0)
        if taken and allied(state, nation, other):
            units[other] = taken
    mine = tuple(
        other for other in state.board.sequence if seat_of(state, other) == seat and allied(state, nation, other)
    )
    generals = dict.fromkeys((*lent.generals, *generals_of(state, place, mine)))
    return Pieces(units=units, generals=tuple(generals))


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
        siege = table.state.going_on.siege
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
        siege = table.state.going_on.siege
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
    bonuses = table.state.going_on.bonuses
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


def _wishes(state: WarState, siege: Siege) -> dict[str, LossWish]:
    seats = dict.fromkeys(seat_of(state, nation) for nation in siege.nations)
    return {seat: LossWish(nations=state.standing.get(seat, WarStanding()).losses or ()) for seat in seats}


def _faces(state: WarState, side: str) -> tuple[int, ...]:
    rolled = state.going_on.rolled
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
