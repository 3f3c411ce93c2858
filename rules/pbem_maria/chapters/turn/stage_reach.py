"""Where the pieces of a seat can go in its stage, in the order in which a letter lists it (10.1)."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.table import Scratch
from pbem_maria.chapters.agreements import agreement_check, leave
from pbem_maria.chapters.agreements.breach import BREACHES, Moves
from pbem_maria.chapters.agreements.orders import LEAVE
from pbem_maria.chapters.movement import movement
from pbem_maria.chapters.movement.orders import FORCE_MARCH, MARCH, Move
from pbem_maria.chapters.movement.paths import PiecePath
from pbem_maria.chapters.movement.reach import Destination, Reach, ReachRoute, Way, reach
from pbem_maria.chapters.movement.routes import Effects
from pbem_maria.chapters.turn import stage_check
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.position.cards import suits
from pbem_maria.position.powers import enemies
from pbem_maria.position.state import State

MARCHES = ("march", "main")
CHIEF = 5
"""So many force marches are listed at most."""


class ReachRow(msgspec.Struct, frozen=True):
    """The cities that are equally far, by name."""

    how: Way
    steps: int
    destinations: tuple[Destination, ...]


class NearestEnemy(msgspec.Struct, frozen=True):
    """The enemy general nearest by road, whatever is in between."""

    general: str
    distance: int


class PieceReach(msgspec.Struct, frozen=True, kw_only=True):
    """A piece, or the two generals of a stack that can go to the same cities, and where it can go."""

    pieces: tuple[str, ...]
    reach: Reach
    marches: tuple[ReachRow, ...]
    """A row for each number of steps of an ordinary march."""
    force: tuple[Destination, ...] = ()
    """Where only a force march leads, by name."""
    re_entries: tuple[Destination, ...] = ()
    cards: tuple[str, ...] | None = None
    """The cards with which a general, or its stack's commander, could fight where it is; nothing if they are secret."""
    enemy: NearestEnemy | None = None
    every_march: Effects = ()
    """What every march does, because of the city it begins in; the rows do not repeat it."""
    fortresses: frozenset[str] = frozenset()
    """The destinations that are fortresses."""

    @property
    def meets_enemies(self) -> bool:
        """Whether it can come to where it must attack."""
        marches = (each for row in self.marches for each in row.destinations)
        return any(each.attacks for each in (*marches, *self.force))

    @property
    def told(self) -> Mapping[str, tuple[ReachRoute, ...]]:
        """The routes that a letter names, by destination: of those that break nothing the one that does most.

        Besides, of a destination also those that do what no other route that is named does.
        """
        found: dict[str, tuple[ReachRoute, ...]] = {}
        marches = [*(each for row in self.marches for each in row.destinations), *self.force]
        for each in (each for each in marches if each.routes):
            free = _free(each)
            found[each.city] = (max(free, key=lambda route: len(route.effects)) if each.to_be_spelt_out else free[0],)
        done = {effect for routes in found.values() for effect in routes[0].effects}
        others = [(each.city, route) for each in marches for route in _free(each)]
        for city, route in sorted(others, key=lambda other: len(other[1].path)):
            if not done.issuperset(route.effects):
                found[city] = (*found[city], route)
                done.update(route.effects)
        return found

    @property
    def notable(self) -> tuple[Destination, ...]:
        """Where a march does more than end: it attacks, joins, takes, breaks something or has to be spelt out."""
        told = self.told
        doing = {city for city, routes in told.items() if any(route.effects or route.breaks for route in routes)}
        marches = (*(each for row in self.marches for each in row.destinations), *self.force)
        return tuple(
            each for each in marches if each.attacks or each.joins or each.to_be_spelt_out or each.city in doing
        )

    @property
    def chief_force(self) -> tuple[Destination, ...]:
        """A few of the force marches: those to a general, then the ends, fortresses and far ones first."""
        ends = {each.city for each in self.force} - {city for each in self.force for city in each.path[:-1]}
        order = sorted(
            (each for each in self.force if each.joins or each.city in ends),
            key=lambda each: (each.joins is None, each.city not in self.fortresses, -each.steps),
        )
        return tuple(each for each in self.force if each in order[:CHIEF])


def _free(each: Destination) -> Sequence[ReachRoute]:
    """The routes that break no agreement; all if each breaks one."""
    return [route for route in each.routes if not route.breaks] or each.routes


def acts_now(view: State, seat: str) -> bool:
    """Whether *seat* has powers in the present stage, and none of its pieces has moved in it yet."""
    powers = stage_check.powers_of(view, seat) if view.stage else ()
    return bool(powers) and not any(view.power_of(piece) in powers for piece in view.moved)


def in_stage(view: State, seat: str) -> State:
    """The view as it is after the supply phase of the stage, if *seat* orders nothing for it (9)."""
    return stage_check.up_to_moves(view, seat, StageOrders(), supplied=view.overtaken).state


def stage_reach(view: State, seat: str) -> tuple[PieceReach, ...]:
    """Where each piece of *seat* that acts in this stage can go: generals by power and rank, then trains.

    A train off the map that cannot re-enter is left out.
    """
    state, powers = in_stage(view, seat), stage_check.powers_of(view, seat)
    pieces = [general for power in powers for general in state.generals_of(power)]
    pieces += [train.id for train in state.theatre.trains.values() if train.power in powers]
    found = [piece_reach(state, piece, seat) for piece in pieces]
    return tuple(_stacked(state, [each for each in found if each.reach.start or each.re_entries]))


def piece_reach(state: State, piece: str, seat: str = "") -> PieceReach:
    """Where one piece can go, in rows; with a *seat*, also which of its agreements that would break."""
    found = reach(state, piece)
    if seat and any(agreement_check.bonds(state, seat, *BREACHES, LEAVE)):
        found = replace(found, destinations=tuple(_bound(state, seat, piece, each) for each in found.destinations))
    power = state.power_of(piece)
    general = state.theatre.is_general(piece) and found.start is not None
    always = _every_march(found)
    rows: dict[tuple[Way, int], list[Destination]] = {}
    for each in sorted(found.destinations, key=lambda each: by_name(state, each.city)):
        rows.setdefault((each.how, each.steps if each.how != "force" else 0), []).append(_without(each, always))
    return PieceReach(
        pieces=(piece,),
        reach=found,
        marches=tuple(
            ReachRow(how, steps, tuple(rows[how, steps]))
            for how, steps in sorted(rows, key=lambda row: row[1])
            if how in MARCHES
        ),
        force=tuple(rows.get(("force", 0), ())),
        re_entries=tuple(rows.get(("re-enter", 0), ())),
        cards=combat_cards(state, found.start) if general and found.start else None,
        enemy=_nearest(state, power, found.start) if general and found.start else None,
        every_march=always,
        fortresses=frozenset(each.city for each in found.destinations if state.board.cities[each.city].is_fortress),
    )


def _bound(state: State, seat: str, piece: str, each: Destination) -> Destination:
    """A destination with what each route to it would break of the agreements of *seat* (21)."""
    pace = FORCE_MARCH if each.how == "force" else MARCH
    routes = (replace(one, breaks=_broken(state, seat, piece, one.path, pace)) for one in each.routes)
    return replace(each, routes=tuple(routes))


def _broken(state: State, seat: str, piece: str, path: PiecePath, how: str) -> tuple[int, ...]:
    """The numbers of the agreements that a move of *piece* by itself would break."""
    table, move = Scratch(state), Move(pieces=(piece,), how=how, path=path)
    movement.march(table, piece, path, move)
    moves = Moves(seat, state, table.state, table.close("", {}).events)
    problems = (*agreement_check.check_moves(moves, (move,)), *leave.check(moves, (move,)))
    mine = (problem for problem in problems if problem.stops and problem.args["piece"] == piece)
    return tuple(sorted({problem.args["number"] for problem in mine}))


def _every_march(found: Reach) -> Effects:
    """What all routes of all marches have in common."""
    marches = [set(route.effects) for each in found.destinations if each.how in MARCHES for route in each.routes]
    return tuple(sorted(set.intersection(*marches))) if marches else ()


def _without(each: Destination, always: Effects) -> Destination:
    """A destination whose routes leave out what every march does."""
    if not always or each.how not in MARCHES:
        return each
    routes = (replace(route, effects=tuple(e for e in route.effects if e not in always)) for route in each.routes)
    return replace(each, routes=tuple(routes))


def _commanders_hand(state: State, city: str) -> tuple[str, ...] | None:
    """The hand from which the general or stack in *city* plays, if it is known (11.1)."""
    hand = state.hands.get(state.power_of(state.generals_at(city)[0]))
    return hand.known if hand is not None and len(hand.known) == len(hand) else None


def combat_cards(state: State, city: str) -> tuple[str, ...] | None:
    """The cards that the general or stack in *city* can play in combat there, if its hand is known (11.1)."""
    hand, suit = _commanders_hand(state, city), state.board.cities[city].suit
    return None if hand is None else tuple(card for card in hand if suits(card, suit))


def by_name(state: State, city: str) -> str:
    """The key that puts cities into the order of the alphabet, with accents as if there were none."""
    plain = unicodedata.normalize("NFKD", state.board.cities[city].name.replace("ß", "ss"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


def _nearest(state: State, power: str, city: str) -> NearestEnemy | None:
    foes = (
        (state.board.distance(city, where), piece)
        for piece, where in state.at.items()
        if state.theatre.is_general(piece) and enemies(state, power, state.power_of(piece))
    )
    nearest = min(foes, default=None)
    return NearestEnemy(nearest[1], nearest[0]) if nearest else None


def _stacked(state: State, found: list[PieceReach]) -> Iterator[PieceReach]:
    """The entries, those of a stack in one where both generals can go to the same cities and have the same hand."""
    done: set[str] = set()
    for each in found:
        if each.pieces[0] in done:
            continue
        mates = [other for other in found if other is not each and _same(each, other)]
        pieces = state.generals_at(each.reach.start) if mates and each.reach.start else each.pieces
        done.update(pieces)
        yield replace(each, pieces=pieces)


def _same(one: PieceReach, other: PieceReach) -> bool:
    there = one.reach.start is not None and one.reach.start == other.reach.start
    return there and (one.marches, one.force, one.cards) == (other.marches, other.force, other.cards)
