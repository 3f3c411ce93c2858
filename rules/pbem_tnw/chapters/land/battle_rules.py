"""Sides, dice, losses, commanders: pure."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.orders.pieces import PieceNames
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import allies_at, best_first, enemies_at, links, units_at
from pbem_tnw.position.impulse import (
    BattleModifier,
    BattleRole,
    BattleSide,
    BattleVerdict,
    Contact,
    LandBattle,
    Pieces,
    other_role,
)
from pbem_tnw.position.state import WarState


class LossWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one seat orders of losses: whose units first, and which subordinate generals before any unit."""

    nations: tuple[str, ...] = ()
    generals: PieceNames = PieceNames()


class Bearers(msgspec.Struct, frozen=True, kw_only=True):
    """Who bears losses of one force: the units at the start by nation, each nation's seat, each seat's wish."""

    start: Mapping[str, int]
    seats: Mapping[str, str]
    wishes: Mapping[str, LossWish] = {}

    @property
    def agreed(self) -> tuple[str, ...]:
        """The order that all owners of several seats wish alike; none: they bear losses in turn."""
        wishes = {self.wishes.get(seat, LossWish()).nations for seat in self.seats.values()}
        return next(iter(wishes)) if len(wishes) == 1 else ()

    @property
    def willing(self) -> tuple[str, ...]:
        """The generals whom their owners would lose before any unit."""
        named = (wish.generals for wish in self.wishes.values())
        return tuple(dict.fromkeys(name for each in named if each.rule == "named" for name in each.names))

    def next(self, left: Mapping[str, int], borne: Mapping[str, int]) -> str:
        """The nation that bears the next loss, of those with units *left*; *borne* is what they have lost so far."""
        nations = [nation for nation in self.start if left.get(nation, 0) > 0]
        seats = tuple(dict.fromkeys(self.seats[nation] for nation in nations))
        if self.agreed or len(seats) == 1:
            order = self.agreed or self.wishes.get(seats[0], LossWish()).nations
            return min(nations, key=lambda one: self._rank(one, order))
        seat = min(seats, key=lambda one: (self._borne(one, borne), self._numbers(one)))
        order = self.wishes.get(seat, LossWish()).nations
        return min((one for one in nations if self.seats[one] == seat), key=lambda one: self._rank(one, order))

    def _rank(self, nation: str, order: tuple[str, ...]) -> tuple[int, int]:
        return (order.index(nation) if nation in order else len(order), -self.start[nation])

    def _borne(self, seat: str, borne: Mapping[str, int]) -> int:
        return sum(number for nation, number in borne.items() if self.seats[nation] == seat)

    def _numbers(self, seat: str) -> int:
        return -max(number for nation, number in self.start.items() if self.seats[nation] == seat)


def bearers(state: WarState, units: Mapping[str, int], wishes: Mapping[str, LossWish]) -> Bearers:
    """The bearers of the losses of *units*, in the order of the Sequence Track."""
    start = {nation: units[nation] for nation in state.board.sequence if units.get(nation)}
    return Bearers(start=start, seats={nation: seat_of(state, nation) for nation in start}, wishes=wishes)


def bear(who: Bearers, number: int, *pools: Mapping[str, int]) -> tuple[dict[str, int], ...]:
    """How many of *number* losses each nation bears out of each of *pools*, one pool after the other.

    What no pool has left is not borne.
    """
    borne: dict[str, int] = {}
    taken: list[dict[str, int]] = []
    for pool in pools:
        left, here = dict(pool), dict[str, int]()
        while number and any(left.values()):
            nation = who.next(left, borne)
            left[nation] -= 1
            here[nation] = here.get(nation, 0) + 1
            borne[nation] = borne.get(nation, 0) + 1
            number -= 1
        taken.append(here)
    return tuple(taken)


def less(units: Mapping[str, int], gone: Mapping[str, int]) -> dict[str, int]:
    """*units* without those *gone*; nations with none left are not there."""
    left = {nation: number - gone.get(nation, 0) for nation, number in units.items()}
    return {nation: number for nation, number in left.items() if number > 0}


def together(units: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Strengths added up by nation."""
    found: dict[str, int] = {}
    for each in units:
        for nation, number in each.items():
            found[nation] = found.get(nation, 0) + number
    return {nation: number for nation, number in found.items() if number}


KILL, DISRUPT = 6, 5
ROUT = 3
"""The margin of casualties that is a Rout (11.5)."""
LAST_ROUND = 2


class SideResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a round did to one side and what its dice were.

    *casualties* are those that it inflicted, *sixes* its sixes, batteries not included (11.7); the rest is what it
    suffered. *bodies* are its units and generals at the start of the round.
    """

    faces: tuple[int, ...] = ()
    casualties: int = 0
    sixes: int = 0
    bodies: int = 0
    killed: Mapping[str, int] = {}
    fallen: tuple[str, ...] = ()
    disrupted: Mapping[str, int] = {}
    shaken: tuple[str, ...] = ()
    """The generals disrupted."""
    dice_lost: int = 0
    rallied: Mapping[str, int] = {}
    left: int = 0
    """Units alive after it."""


def inflicted(battle: LandBattle, role: BattleRole, faces: Iterable[int]) -> tuple[int, int]:
    """The sixes and fives of a side that count: a card may have spared the other side some."""
    shown = list(faces)
    for each in battle.modifiers:
        if each.what == "spared" and each.side == other_role(role):
            for _ in range(min(each.n, shown.count(each.face))):
                shown.remove(each.face)
    return shown.count(KILL), shown.count(DISRUPT)


def suffered(
    side: BattleSide, units: Mapping[str, int], sixes: int, fives: int, who: Bearers, rallies: Iterable[BattleModifier]
) -> SideResult:
    """What so many sixes and fives do to a side with these *units* alive.

    Kills come first, and of units first on the disrupted ones; subordinates die before units only if their owner wants
    it. Disrupts go to units, then to subordinates, then to the commander, then each takes a die.
    """
    fallen = tuple(one for one in who.willing if one in side.subordinates)[:sixes]
    weak, strong = bear(who, sixes - len(fallen), side.disrupted, less(units, side.disrupted))
    good = less(less(units, side.disrupted), strong)
    (newly,) = bear(who, fives, good)
    rest = fives - sum(newly.values())
    fit = [one for one in reversed(side.subordinates) if one not in (*fallen, *side.disrupted_generals)]
    if side.commander and side.commander not in side.disrupted_generals:
        fit.append(side.commander)
    shaken = tuple(fit[:rest])
    disrupted = together((less(side.disrupted, weak), newly))
    killed = together((weak, strong))
    return SideResult(
        bodies=sum(units.values()) + len(side.generals), killed=killed, fallen=fallen, disrupted=newly, shaken=shaken,
        dice_lost=rest - len(shaken), rallied=rallied(disrupted, rallies), left=sum(less(units, killed).values()),
    )  # fmt: skip


def rallied(disrupted: Mapping[str, int], rallies: Iterable[BattleModifier]) -> dict[str, int]:
    """The disrupted units that cards make good again: of the nation that a card names, else of the most numerous."""
    left, found = dict(disrupted), dict[str, int]()
    for each in rallies:
        for _ in range(each.n):
            nations = [one for one in left if left[one] and each.nation in ("", one)]
            if nations:
                nation = max(nations, key=lambda one: left[one])
                left[nation] -= 1
                found[nation] = found.get(nation, 0) + 1
    return found


def after(side: BattleSide, result: SideResult) -> BattleSide:
    """The side after a round."""
    weak = {nation: min(number, side.disrupted.get(nation, 0)) for nation, number in result.killed.items()}
    disrupted = together((less(side.disrupted, weak), result.disrupted))
    gone = set(result.fallen)
    return replace(
        side,
        disrupted=less(disrupted, result.rallied),
        disrupted_generals=(*(one for one in side.disrupted_generals if one not in gone), *result.shaken),
        subordinates=tuple(one for one in side.subordinates if one not in gone),
        generals=tuple(one for one in side.generals if one not in gone),
        fallen=(*side.fallen, *result.fallen),
        dice_lost=side.dice_lost + result.dice_lost,
        casualties=(*side.casualties, result.casualties),
    )


def verdict(
    battle: LandBattle, attacker: SideResult, defender: SideResult, eased: Mapping[BattleRole, int] | None = None
) -> BattleVerdict | None:
    """Who has won after the round with these results; None: a second round is due (11.4).

    *eased* is what lasting events add to the margin of a Rout of either side.
    """
    if not attacker.left or not defender.left:
        winner: BattleRole = "attacker" if attacker.left else "defender"
    elif attacker.casualties != defender.casualties:
        winner = "attacker" if attacker.casualties > defender.casualties else "defender"
    elif battle.round < LAST_ROUND:
        return None
    else:
        winner = "defender"
    lead = attacker.casualties - defender.casualties
    margin = lead if winner == "attacker" else -lead
    return BattleVerdict(
        winner=winner, margin=margin, rout=routed(battle, other_role(winner), margin, eased or {}),
        desert=not attacker.left and not defender.left, flag=flag_overrun(winner, attacker, defender),
    )  # fmt: skip


def routed(battle: LandBattle, loser: BattleRole, margin: int, eased: Mapping[BattleRole, int]) -> bool:
    """Whether a margin is a Rout of *loser* (11.5), with what cards change of it."""
    mine = [each for each in battle.modifiers if each.side == loser]
    if any(each.what == "no-rout" for each in mine):
        return False
    needed = ROUT + eased.get(loser, 0) + sum(each.n for each in mine if each.what == "rout-margin")
    return margin >= max(1, needed)


def flag_overrun(winner: BattleRole, attacker: SideResult, defender: SideResult) -> bool:
    """Whether the winner's sixes exceed the loser's units and generals at the start of the round (11.7)."""
    won, lost = (attacker, defender) if winner == "attacker" else (defender, attacker)
    return won.sixes > lost.bodies


class Force(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Forces in a duchy that act as one: the *pieces* of *seats* under *commander*, whose *seat* decides for all.

    Without a general the seat of most units decides. *split*: the seats do not act as one, so that no one commands.
    """

    place: str
    pieces: Pieces
    seats: tuple[str, ...]
    seat: str = ""
    commander: str = ""
    split: bool = False

    def rating(self, state: WarState) -> int:
        """The Rating of the commander; 0 under no general, or if the seats do not act as one."""
        return state.board.leaders[self.commander].battle if self.commander else 0


def defence(state: WarState, nation: str, place: str) -> Force:
    """All forces at a place that are at war with *nation*, as they defend against it."""
    return _joined(state, place, enemies_at(state, nation, place))


def alliance(state: WarState, nation: str, place: str) -> Force:
    """All forces at a place of the Camp of *nation*, its own included."""
    return _joined(state, place, allies_at(state, nation, place))


def forces(state: WarState, nation: str, place: str) -> tuple[Force, ...]:
    """The forces at a place that are at war with *nation*, apart where they do not act as one."""
    together = defence(state, nation, place)
    if not together.split:
        return (together,) if together.pieces else ()
    parts = (_part(state, together.pieces, seat) for seat in together.seats)
    return tuple(_joined(state, place, part) for part in parts)


def best_rating(state: WarState, generals: Iterable[str]) -> int:
    """The highest printed Rating, against which the victor of a Rout rolls (9.7, 11.5)."""
    return max((state.board.leaders[one].battle for one in generals), default=0)


def seats_with(state: WarState, pieces: Pieces) -> tuple[str, ...]:
    """The seats that *pieces* belong to, in the order of the Sequence Track."""
    owners = {*pieces.units, *(state.board.leaders[one].nation for one in pieces.generals)}
    return tuple(dict.fromkeys(seat_of(state, nation) for nation in state.board.sequence if nation in owners))


def _joined(state: WarState, place: str, pieces: Pieces) -> Force:
    seats = seats_with(state, pieces)
    named = _named(state, place, pieces, seats)
    if len(named) > 1 or _refused(state, seats):
        return Force(place=place, pieces=pieces, seats=seats, split=True)
    commander = next(iter(named or best_first(state, pieces.generals)), "")
    seat = seat_of(state, state.board.leaders[commander].nation) if commander else _of_most(state, pieces)
    return Force(place=place, pieces=pieces, seats=seats, seat=seat, commander=commander)


def _named(state: WarState, place: str, pieces: Pieces, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The generals there that standing orders name as commander; a view knows those of its own seat only."""
    orders = (state.standing.get(seat) for seat in seats)
    names = (each.commander.get(place) for each in orders if each is not None and each.commander)
    return tuple(dict.fromkeys(name for name in names if name in pieces.generals))


def _refused(state: WarState, seats: tuple[str, ...]) -> bool:
    orders = {seat: state.standing.get(seat) for seat in seats}
    return any(
        other in (each.refuse or ()) for seat, each in orders.items() if each for other in seats if other != seat
    )


def _part(state: WarState, pieces: Pieces, seat: str) -> Pieces:
    units = {nation: n for nation, n in pieces.units.items() if seat_of(state, nation) == seat}
    generals = (one for one in pieces.generals if seat_of(state, state.board.leaders[one].nation) == seat)
    return Pieces(units=units, generals=tuple(generals))


def _of_most(state: WarState, pieces: Pieces) -> str:
    """The seat of the nation with most units; of equals the first on the Sequence Track."""
    most = max(pieces.units.values(), default=0)
    return next((seat_of(state, nation) for nation, n in pieces.units.items() if n == most), "")


DICE = "battle"
"""The purpose of the dice of a battle."""
MOST_SUBORDINATES = 2
"""Subordinate generals who are worth a die (11.2)."""


def formed(state: WarState, force: Force, commander: str = "", first: Iterable[str] = ()) -> BattleSide:
    """The side of a *force*, which a Formation may lead: then its *commander*, and its generals *first*."""
    generals = best_first(state, force.pieces.generals)
    chief = commander or force.commander
    split = force.split and not commander
    shown = chief or (generals[0] if split and generals else "")
    rest = [one for one in generals if one != shown]
    ranked = [one for one in best_first(state, first) if one in rest]
    ranked += [one for one in rest if one not in ranked]
    rating = state.board.leaders[chief].battle if chief else 0
    return BattleSide(
        nations=nations_in(state, force.pieces),
        lead=state.board.leaders[chief].nation if chief else _of_most_units(force.pieces),
        commander=chief,
        rating=rating,
        printed=best_rating(state, generals) if split else rating,
        subordinates=tuple(ranked[:MOST_SUBORDINATES]),
        generals=generals,
        split=split,
    )


def due(state: WarState, own: Force, enemy: Force, contact: Contact) -> LandBattle:
    """The battle that follows on a *contact*; the Formation that has entered leads its own side."""
    formation = state.going_on.formation
    entered = formation is not None and formation.place == contact.place
    if formation is not None and entered and formation.commander in own.pieces.generals:
        attacker = formed(state, own, formation.commander, formation.pieces.generals)
    else:
        attacker = formed(state, own)
    link = links(state, contact.place).get(contact.origin)
    return LandBattle(
        place=contact.place, attacker=attacker, defender=formed(state, enemy), origin=contact.origin,
        link=None if link is None else link.kind, landed=contact.landed, evasion_failed=contact.evasion_failed,
        dug_in=contact.defended or not contact.interceptors, interceptors=contact.interceptors,
    )  # fmt: skip


def nations_in(state: WarState, pieces: Pieces) -> tuple[str, ...]:
    """The nations with units or generals in *pieces*, in the order of the Sequence Track."""
    owners = {*pieces.units, *(state.board.leaders[one].nation for one in pieces.generals)}
    return tuple(nation for nation in state.board.sequence if nation in owners)


def side_units(state: WarState, battle: LandBattle, role: BattleRole) -> dict[str, int]:
    """The units of a side that are alive, by nation."""
    there = units_at(state, battle.place)
    return {nation: there[nation] for nation in battle.side(role).nations if nation in there}


def faces_of(state: WarState, role: BattleRole) -> tuple[int, ...]:
    """The dice of a side on the table, those that a card brought included, the highest first."""
    rolled = state.going_on.rolled
    found = (face for roll in rolled if roll.purpose == DICE and roll.side == role for face in roll.faces)
    return tuple(sorted(found, reverse=True))


def _of_most_units(pieces: Pieces) -> str:
    return max(pieces.units, key=lambda nation: pieces.units[nation], default="")


FRANCE = "france"
TERRAIN: Mapping[str | None, int] = {"rough": 1, "pass": 2, "marsh": 3, "strait": 3}
"""The defender's dice by the link over which the attacker entered."""


class DiceCount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dice of a side, one reason after the other."""

    units: int = 0
    generals: int = 0
    rating: int = 0
    nationality: int = 0
    terrain: int = 0
    evasion: int = 0
    """For a failed evasion of the defender."""
    cards: int = 0
    lost: int = 0
    """Taken by disrupts when no body was left (11.3)."""

    @property
    def total(self) -> int:
        bodies = self.units + self.generals + self.rating
        return max(0, bodies + self.nationality + self.terrain + self.evasion + self.cards - self.lost)


def count(state: WarState, battle: LandBattle, role: BattleRole, units: Mapping[str, int] | None = None) -> DiceCount:
    """The dice of a side in the battle's round and where they come from; before the first round, of the first."""
    side, number = battle.side(role), max(1, battle.round)
    alive = side_units(state, battle, role) if units is None else units
    good = sum(alive.values()) - sum(side.disrupted.values())
    fit = [one for one in side.subordinates if one not in side.disrupted_generals]
    return DiceCount(
        units=good,
        generals=len(fit),
        rating=0 if side.commander in side.disrupted_generals else side.rating,
        nationality=nationality(state, alive),
        terrain=terrain(battle) if role == "defender" and number == 1 else 0,
        evasion=1 if role == "attacker" and number == 1 and battle.evasion_failed else 0,
        cards=card_dice(battle.modifiers, role, number),
        lost=side.dice_lost,
    )


def card_dice(modifiers: tuple[BattleModifier, ...], role: BattleRole, number: int) -> int:
    """The dice that cards give a side in round *number*, or take from it."""
    return sum(each.n for each in modifiers if each.what == "dice" and each.side == role and each.round in (0, number))


def terrain(battle: LandBattle) -> int:
    """The dice that the ground gives the defender in the first round; none against a landing (13.7)."""
    denied = any(each.what == "no-terrain" and each.side == "defender" for each in battle.modifiers)
    if denied or battle.landed or battle.evasion_failed or not battle.dug_in:
        return 0
    return TERRAIN.get(battle.link, 0)


def nationality(state: WarState, units: Mapping[str, int]) -> int:
    """The dice that a force of these units has for its nations; disrupted units count, too.

    What a lasting event adds for a nation holds if more than half of the units are of it, as for the French.
    """
    total = sum(units.values())
    if not total:
        return 0
    most = next((nation for nation, number in units.items() if 2 * number > total), "")
    return _of_nations(state, units, most, total) + (modifier(state, "nationality", most) if most else 0)


def _of_nations(state: WarState, units: Mapping[str, int], most: str, total: int) -> int:
    if most == FRANCE:
        return 2
    minor = sum(number for nation, number in units.items() if nation in state.board.minors)
    return 0 if 2 * minor >= total else 1
