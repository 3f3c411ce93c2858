"""A stage's sheet (5) carried out, in play or on a seat's view to see what is wrong with it.

Bohemia is Austria's list alone: the Pragmatic Army cannot be there. In Flanders the two move as both sheets say,
otherwise alternately, the Pragmatic Army first. Each player's moves keep the order of their own list; Austria's in
Bohemia take no turn and are made when the list comes to them.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import OrderPath, Problem, Weight, under
from pbem.engine.table import Scratch, Table
from pbem_maria.chapters import agreements, breach, combat_check, movement, pieces, shifts, standing, supply
from pbem_maria.chapters.breach import BREACHES, Moves
from pbem_maria.chapters.cards import cheapest
from pbem_maria.chapters.duel import may_fight
from pbem_maria.chapters.paths import Effects, PiecePath
from pbem_maria.chapters.pieces import Moved, MoveLeftOut
from pbem_maria.chapters.reach import Destination, Reach, ReachRoute, Way, reach
from pbem_maria.chapters.turn import Ordered
from pbem_maria.orders.movement import FORCE_MARCH, MARCH, RE_ENTER, STAY, UNREAD, Move
from pbem_maria.orders.stage import ALTERNATE, AUSTRIA_FIRST, ORDERS_MEANT, PRAGMATIC_FIRST, StageOrders
from pbem_maria.orders.statecraft import LEAVE
from pbem_maria.position.cards import Pile, suits
from pbem_maria.position.state import AUSTRIA, State
from pbem_maria.sequence.supply import settle_supply

MOVES_UNREAD: OrderPath = ("moves", "")


def powers_of(state: State, seat: str) -> tuple[str, ...]:
    """The powers of *seat* that act in the present stage."""
    return tuple(power for power in state.stage_powers() if state.seat_of(power) == seat)


_IF_NEAR = "joins-if-near"


class SheetMover:
    """Carries out the moves and exchanges of troops of one seat's sheet, move by move.

    A sheet that can no longer be changed comes with the paths that its moves were *planned* to take. While a sheet is
    *checked*, a move that is refused is taken as made as far as its destination is clear.
    """

    def __init__(
        self,
        table: Table[State],
        seat: str,
        order: StageOrders,
        planned: movement.Planned | None = None,
        *,
        checked: bool = False,
    ) -> None:
        self._table, self._order, self._planned, self._checked = table, order, planned, checked
        self.seat = seat
        self._powers = powers_of(table.state, seat)
        self._moves = tuple((n, each) for n, each in enumerate(order.moves) if each.how != STAY)
        self._done = 0
        self._start = table.state.at
        self._taken: set[str] = set()
        self._troops = dict(order.troops)
        self._hindered = self._exchange()

    @property
    def next(self) -> Move | None:
        """The move that comes next, if there is one and the game is not over."""
        over = self._done == len(self._moves) or self._table.state.result is not None
        return None if over else self._moves[self._done][1]

    def move(self) -> list[Problem]:
        """Carry out the next move as far as it is legal, and the exchanges that it makes possible."""
        number, each = self._moves[self._done]
        self._done += 1
        state = self._table.state
        read = each.how != UNREAD
        found = list(movement.carry_out(self._table, self._powers, each, self._planned)) if read else []
        if self._checked:
            state, found = self._by_itself(state, each, found)
            found = [self._if_near(each, movement.helped(state, self._powers, each, problem)) for problem in found]
        if self._checked and (not read or any(problem.stops for problem in found)):
            movement.take(self._table, self._powers, each)
            self._taken.update(each.pieces)
        for piece in [p.args["piece"] for p in found if p.code == _IF_NEAR]:  # it has no other move either
            self._table.emit(pieces.TakenAsMoved(piece=piece, city=state.at[piece]))
        self._hindered = {**self._exchange(), **self._hindered}
        return [replace(under(p, "moves", number), rests_on=self._before(state, number, each, p)) for p in found]

    def _if_near(self, move: Move, problem: Problem) -> Problem:
        """*problem*, or a warning if the other player's general that *move* joins may come near enough before it."""
        pairs = [{*each.generals} for each in self._order.stacks]
        other = move.joins or ""
        if problem.code != "no-way" or move.path or self._table.state.power_of(other) in self._powers:
            return problem
        if {problem.args["piece"], other} not in pairs:
            return problem
        told = {"piece": problem.args["piece"], "other": other, "city": problem.args["goal"]}
        return Problem(_IF_NEAR, problem.path, problem.rule, told, Weight.unwise)

    def _by_itself(self, state: State, move: Move, found: list[Problem]) -> tuple[State, list[Problem]]:
        """What is wrong with *move*, made in *state*, and where: without the pieces of refused moves, if it is even so.

        A piece that is only taken to be in the way hides what is wrong with a move whatever becomes of that piece. What
        is wrong with and without it, such as that the refused move took a piece of this one along, follows from it.
        """
        about = [movement.own_pieces(state, self._powers, each, move) for each in found if each.stops]
        hiding = self._taken.intersection(*about) if about else set()
        clear = movement.without(state, hiding)
        problems = [each for each in tried(clear, self._powers, move) if each not in found] if hiding else ()
        return (clear, list(problems)) if any(each.stops for each in problems) else (state, found)

    def _before(self, state: State, number: int, move: Move, problem: Problem) -> tuple[OrderPath, ...]:
        """The earlier moves that a problem of this one, made in *state*, may be due to."""
        earlier = tuple(enumerate(self._order.moves[:number]))
        others = movement.own_pieces(state, self._powers, problem, move)
        about = {*others, *move.pieces}
        following = [
            n
            for n, each in earlier
            if about & set(each.pieces) or movement.may_follow(state, self._powers, problem, each, self._start)
        ]
        unread = others or movement.may_follow(state, self._powers, problem)
        return *((MOVES_UNREAD,) if unread else ()), *(("moves", n) for n in following)

    def not_exchanged(self) -> Iterator[Problem]:
        """Why the exchanges that have not been made cannot be."""
        told = set[str]()
        for general in self._troops:
            wrong = self._hindered.get(general)
            problem = wrong or pieces.no_exchange(self._table.state, self.seat, general, self._order.troops)
            if problem.code == "exchange-total" and problem.args["other"] in told:
                continue  # one sum of two numbers is one fault
            told.add(general)
            yield replace(problem, rests_on=(*problem.rests_on, ("moves",)))

    def _exchange(self) -> dict[str, Problem]:
        """Make the exchanges that can be made and drop them from the list; why those of an existing stack cannot."""
        for general in pieces.carry_out(self._table, self.seat, self._troops):
            del self._troops[general]
        state = self._table.state
        return {
            general: pieces.no_exchange(state, self.seat, general, self._troops)
            for general in self._troops
            if pieces.partner(state, general) in self._troops
        }


def check(view: State, seat: str, order: StageOrders, *, supplied: bool = False) -> Iterator[Problem]:
    """Everything wrong with a stage's sheet, from what its seat sees; *supplied* when the supply phase is over."""
    powers = powers_of(view, seat)
    yield from _contradictions(view, seat, order)
    if not supplied:
        yield from supply.check(view, powers, order.supply)
    table = up_to_moves(view, seat, order, supplied=supplied)
    before = table.close("supply", {}).number
    yield from _moves(SheetMover(table, seat, order, checked=True))
    yield from standing.check(view, seat, order, table.state)
    yield from shifts.check_stage(view, table.state, order)
    happened = table.close("moves", {}).events
    moves = Moves(seat, table.at(before)[0], table.state, happened)
    yield from breach.check_moves(moves, order.moves)
    yield from breach.check(moves, order.moves)
    if table.state.result is None:
        yield from _unsupplied_next(table.state, powers, order)
        yield from combat_check.check_combat(table.state, seat, order)


def foreseen(
    view: State, seat: str, order: StageOrders, *, supplied: bool = False
) -> tuple[tuple[Event[State], ...], State]:
    """What supply and the moves of a legal sheet would be, as if its seat were alone, and the view after them."""
    table = up_to_moves(view, seat, order, supplied=supplied)
    mover = SheetMover(table, seat, order)
    while mover.next is not None:
        mover.move()
    return table.close("", {}).events, table.state


def tried(view: State, powers: tuple[str, ...], move: Move) -> tuple[Problem, ...]:
    """What is wrong with one move of *powers* as things are now."""
    return tuple(movement.carry_out(Scratch(view), powers, move))


def default(state: State, seat: str, *, supplied: bool = False) -> StageOrders:
    """The default of a seat: at most the moves without which it would break an agreement (21)."""
    if not breach.is_due(state, seat):
        return StageOrders(passes=True)
    table = up_to_moves(state, seat, StageOrders(), supplied=supplied)
    out = breach.moves_out(table.state, seat)
    return StageOrders(passes=not out, moves=out)


def up_to_moves(view: State, seat: str, order: StageOrders, *, supplied: bool) -> Table[State]:
    """A table on which the sheet is carried out as far as the moves, from what its seat sees."""
    table = Scratch(view)
    table.emit(Ordered(seat=seat, order=order))
    for power in () if supplied else powers_of(view, seat):
        settle_supply(table, power, order.supply)
    agreements.take(table, seat, order)
    return table


def _moves(mover: SheetMover) -> Iterator[Problem]:
    """What is wrong with the moves and exchanges, as if this seat were alone in its stage."""
    while mover.next is not None:
        yield from mover.move()
    yield from mover.not_exchanged()


OF_A_STAGE = ("passes", "moves", "stacks", "flanders", "troops", "attacks", "combat", "peace", "reduce")
"""What an order for a stage says of it, besides the supply that it has anyway."""
_NOTHING = StageOrders()


def _contradictions(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    if order.passes and (order.moves or order.attacks):
        yield Problem("passes-and-moves", ("passes",), "5", ORDERS_MEANT)
    if all(getattr(order, name) == getattr(_NOTHING, name) for name in OF_A_STAGE):
        unread = tuple((name, "") for name in OF_A_STAGE)
        yield Problem("no-moves", rule="5", weight=Weight.unwise, rests_on=unread)
    yield from _staying(view, powers_of(view, seat), order)
    yield from pieces.check_stack(view, seat, order)


def _staying(view: State, powers: tuple[str, ...], order: StageOrders) -> Iterator[Problem]:
    """What is wrong with the pieces that the sheet says will stay."""
    moving = {piece for move in order.moves if move.how != STAY for piece in move.pieces}
    for number, piece in (
        (n, piece) for n, move in enumerate(order.moves) if move.how == STAY for piece in move.pieces
    ):
        if view.theatre.power_of(piece) not in powers:
            yield Problem("not-your-piece", ("moves", number, "pieces"), "5", {"piece": piece})
        elif piece in moving:
            yield Problem("stays-and-moves", ("moves", number), "10.1", {"piece": piece})
        elif (there := order.moves[number].path) and view.at.get(piece) != there[0]:
            args = {"piece": piece, "city": there[0], "start": view.at.get(piece)}
            yield Problem("stays-or-goes", ("moves", number, "path", 0), "10.1", args)


def _unsupplied_next(after: State, powers: tuple[str, ...], order: StageOrders) -> Iterator[Problem]:
    """Warnings for the generals that the moves leave without a path to a train."""
    for power in powers:
        for general in after.generals_of(power):
            number = _mover(after, general, order)
            if number is not None and not supply.is_supplied(after, general):
                distance = supply.nearest_train(after, general)
                down = general in after.face_down
                args = {"general": general, "city": after.at[general], "distance": distance, "face_down": down}
                yield Problem("no-supply-ahead", ("moves", number), "9", args, Weight.unwise, (("moves",),))


def _mover(after: State, general: str, order: StageOrders) -> int | None:
    """The number of the last move of the general, else of a train of its power."""
    trains = {train.id for train in after.theatre.edition.powers[after.power_of(general)].trains}
    for names in ({general}, trains):
        for number in reversed(range(len(order.moves))):
            if names & set(order.moves[number].pieces):
                return number
    return None


FLANDERS = "flanders"


def carry_out(table: Table[State]) -> None:
    """Carry out the sheets of the stage; what is no longer legal is left out and reported."""
    state = table.state
    sheets = {seat: order for seat, order in state.orders.items() if order}
    movers = [SheetMover(table, seat, order, _planned(state, seat, order)) for seat, order in sheets.items()]
    if len(movers) == 2:
        movers.sort(key=lambda mover: mover.seat == state.seat_of(AUSTRIA))  # the Pragmatic Army begins
        _together(table, movers[0], movers[1], _agreed(*sheets.values()))
    for mover in movers:
        while mover.next is not None:
            _move(table, mover, mover.next)


def _planned(state: State, seat: str, order: StageOrders) -> dict[str, PiecePath]:
    """The path of each piece of a sheet, if it were carried out alone."""
    alone = Scratch(replace(state, orders={seat: order}))
    mover = SheetMover(alone, seat, order)
    while mover.next is not None:
        mover.move()
    return {event.piece: event.path for event in alone.close("", {}).events if isinstance(event, Moved)}


def _agreed(one: StageOrders, other: StageOrders) -> str:
    """The order in Flanders: what both say, otherwise alternately."""
    return one.flanders if one.flanders is not None and one.flanders == other.flanders else ALTERNATE


def _together(table: Table[State], pragmatic: SheetMover, austria: SheetMover, order: str) -> None:
    """Carry out two lists in the *order* for Flanders; the second of two that follow each other is left to do."""
    if order == ALTERNATE:
        while pragmatic.next is not None or austria.next is not None:
            for mover in (pragmatic, austria):
                _take_turn(table, mover)
        return
    first = {AUSTRIA_FIRST: austria, PRAGMATIC_FIRST: pragmatic}[order]
    while first.next is not None:
        _move(table, first, first.next)


def _take_turn(table: Table[State], mover: SheetMover) -> None:
    """Continue in a list until one move in Flanders has been made; at its end the side passes for good."""
    while (move := mover.next) is not None:
        in_flanders = _is_in_flanders(table.state, move)
        if _move(table, mover, move) and in_flanders:
            return


def _is_in_flanders(state: State, move: Move) -> bool:
    """Whether a move begins on the map of Flanders; a train re-enters where it is put."""
    city = move.path[0] if move.how == RE_ENTER else state.at.get(move.pieces[0])
    return city is not None and state.board.cities[city].board == FLANDERS


def _move(table: Table[State], mover: SheetMover, move: Move) -> bool:
    """Make the next move of *mover*, which is *move*; say whether a piece moved, and report which did not."""
    before = table.state
    problems = [problem for problem in mover.move() if problem.stops]
    made = [piece for piece in move.pieces if piece in table.state.moved - before.moved]
    if table.state.result is None:
        for piece in move.pieces:
            if piece not in made:
                table.emit(
                    MoveLeftOut(piece=piece, seat=mover.seat, why=_why(problems, piece), goal=_goal(before, move))
                )
    return bool(made)


def _why(problems: list[Problem], piece: str) -> str:
    """The code of what keeps *piece* from moving: its own problem, else that of the one it was to leave with."""
    own = (problem.code for problem in problems if problem.args.get("piece") == piece)
    return next(own, problems[0].code if problems else "")


def _goal(state: State, move: Move) -> str | None:
    return move.path[-1] if move.path else state.at.get(move.joins or "")


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
    powers = powers_of(view, seat) if view.stage else ()
    return bool(powers) and not any(view.power_of(piece) in powers for piece in view.moved)


def in_stage(view: State, seat: str) -> State:
    """The view as it is after the supply phase of the stage, if *seat* orders nothing for it (9)."""
    return up_to_moves(view, seat, StageOrders(), supplied=view.overtaken).state


def stage_reach(view: State, seat: str) -> tuple[PieceReach, ...]:
    """Where each piece of *seat* that acts in this stage can go: generals by power and rank, then trains.

    A train off the map that cannot re-enter is left out.
    """
    state, powers = in_stage(view, seat), powers_of(view, seat)
    pieces = [general for power in powers for general in state.generals_of(power)]
    pieces += [train.id for train in state.theatre.trains.values() if train.power in powers]
    found = [piece_reach(state, piece, seat) for piece in pieces]
    return tuple(_stacked(state, [each for each in found if each.reach.start or _may_re_enter(state, each.pieces[0])]))


def _may_re_enter(state: State, train: str) -> bool:
    """Whether there is a site for *train* once pieces have left it, and its power can pay (10.2)."""
    power, hand = state.power_of(train), state.hands.get(state.power_of(train), Pile())
    there = state.annexed or not state.theatre.trains[train].box
    return there and cheapest(hand.known, movement.PRICE) is not None and any(movement.sites(state, power))


def starving(view: State, seat: str) -> tuple[str, ...]:
    """The generals of *seat* on the map that the supply phase of its stage will remove before they can move (9)."""
    acting = [general for power in powers_of(view, seat) for general in view.generals_of(power)]
    fed = in_stage(view, seat).at
    return tuple(general for general in acting if general not in fed)


def piece_reach(state: State, piece: str, seat: str = "") -> PieceReach:
    """Where one piece can go, in rows; with a *seat*, also which of its agreements that would break."""
    found = reach(state, piece)
    if seat and any(breach.bonds(state, seat, *BREACHES, LEAVE)):
        found = replace(found, destinations=tuple(_bound(state, seat, piece, each) for each in found.destinations))
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
        enemy=_nearest(state, piece) if general else None,
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
    problems = (*breach.check_moves(moves, (move,)), *breach.check(moves, (move,)))
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


def _nearest(state: State, general: str) -> NearestEnemy | None:
    foes = (
        (state.board.distance(state.at[general], where), piece)
        for piece, where in state.at.items()
        if state.theatre.is_general(piece)
        and state.generals_at(where)[0] == piece
        and may_fight(state, (general,), (piece,))
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
